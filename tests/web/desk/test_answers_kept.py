"""The form of a draft's questions sends every answer back: what nobody changed in it stays
exactly as it was, whoever gave it and however.
"""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.files.settings import GROUPS, OtherRounds, Settings, Venue, settings_of
from desk.lists.settings import ListSettings
from ledger.errors import Where
from ledger.field_types import AgeGroup
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.test_drafts import REPORT, Person
from tests.world.command import Selo
from web.desk.answers import answers_by_field, settings_bytes
from web.store.drafts import draft
from web.store.roles import Role

TEXTS = st.text("aäö .-'ж", min_size=1, max_size=12).filter(str.strip)
IDS = st.text("AB1._-", min_size=1, max_size=6)
DAYS = st.dates().map(str)
WHOLE = st.integers(1, 9999)
TRUTHS = st.booleans()
ROUNDS = st.integers(1, 30).map(str)
MINUTES = st.one_of(WHOLE, st.sampled_from([7.5, 90.0, 0.25]))
ANSWERS = {
    "tournament": IDS,
    "final": IDS,
    "name": TEXTS,
    "start": DAYS,
    "end": DAYS,
    "minutes": MINUTES,
    "time_control": st.just("90+30"),
    "domestic": TRUTHS,
    "fide_accepted": TRUTHS,
    "official_representation": TRUTHS,
    "accepted": TRUTHS,
    "venue": st.sampled_from(get_args(Venue)),
    "age_group": st.sampled_from(get_args(AgeGroup)),
    "each_game_rated": TRUTHS,
    "order_no": st.integers(-9, 9),
    "category": st.sampled_from(["I", "V"]),
    "event_kind": st.just("title"),
    "start_minutes": WHOLE,
    "total_minutes": WHOLE,
    "representatives": st.lists(IDS),
    "organiser": TEXTS,
    "place": TEXTS,
    "arbiter": IDS,
    "stage_from_round": WHOLE,
    "round_days": st.dictionaries(ROUNDS, DAYS),
    "round": WHOLE,
    "other_rounds": st.sampled_from(get_args(OtherRounds)),
    "colours": st.just("berger"),
    "points": st.just("doubled"),
    "columns": st.just("round=1,white=2"),
    "encoding": st.just("utf-8"),
    "sheet": TEXTS,
    "date_order": st.just("ymd"),
    "players_by": st.just("fide"),
    "map": st.dictionaries(TEXTS, IDS),
    "agreed": st.dictionaries(st.sampled_from(GROUPS), WHOLE),
    "results": st.dictionaries(
        st.sampled_from(["1/3", "12/4/7"]), st.sampled_from(["1-0", "1/2-1/2"])
    ),
    "relayed": st.dictionaries(TEXTS, TEXTS),
    "new_ids": IDS,
    "club": TEXTS,
    "all_played": TRUTHS,
}
SOME = st.fixed_dictionaries({}, optional=ANSWERS)
# as a program may write them
OF_A_PROGRAM = {
    "minutes": 7.5,
    "accepted": False,
    "fide_accepted": True,
    "representatives": ["A", "B"],
    "results": {"1/1": "0-1"},
    "relayed": {"A, Pelaaja": "1"},
    "map": {"Pelaaja A": "A"},
    "place": None,
}


def test_every_answer_is_among_those_that_are_tried() -> None:
    assert ANSWERS.keys() == set(Settings.__struct_fields__)


@given(answers=SOME)
def test_any_answers_survive_the_form_unchanged(answers: dict[str, object]) -> None:
    settings_of(answers, Where("answers"))
    before = json.dumps(answers).encode()
    form = dict(answers_by_field(before))
    assert json.loads(settings_bytes(before, form)) == answers


def _without_blanks(value: object) -> object:
    """Return a value without blanks around its texts."""
    if isinstance(value, dict):
        return {name: _without_blanks(part) for name, part in value.items()}
    return value.strip() if isinstance(value, str) else value


@given(answers=SOME)
def test_any_answers_can_be_typed(answers: dict[str, object]) -> None:
    """What the form says of them is read as the same answers where there were none."""
    typed = json.loads(
        settings_bytes(None, dict(answers_by_field(json.dumps(answers).encode())))
    )
    # blanks around a text go, and a list or a group of nothing is none
    expected = {
        name: _without_blanks(value)
        for name, value in answers.items()
        if value not in ([], {})
    }
    place = Where("answers")
    assert settings_of(typed, place) == settings_of(expected, place)


@pytest.mark.parametrize(
    ("settings", "typed", "answers"),
    [
        ({"map": {"3": "A"}}, {"map.3": ""}, {"map": {}}),
        ({"domestic": True}, {"domestic": "no"}, {"domestic": False}),
        ({"domestic": True}, {"domestic": ""}, {}),
        ({"accepted": True}, {"accepted": "maybe"}, {"accepted": "maybe"}),
        (
            {},
            {"minutes": "many", "order_no": "-3"},
            {"minutes": "many", "order_no": -3},
        ),
        ({}, {"map.3": "", "place": ""}, {}),
        ({}, {"agreed.names": "12"}, {"agreed": {"names": 12}}),
        ({}, {"representatives": "A, B C"}, {"representatives": ["A", "B", "C"]}),
        ({"map": 7}, {"map.3": "A"}, {"map": 7}),
    ],
)
def test_what_was_changed_is_changed(
    settings: dict[str, object], typed: dict[str, str], answers: dict[str, object]
) -> None:
    before = json.dumps(settings).encode()
    assert json.loads(settings_bytes(before, typed)) == answers


def test_answers_of_a_list_survive_it_too() -> None:
    answers = {
        "on": "2024-01-01",
        "list": "selo",
        "everybody": False,
        "federation": "FIN",
        "games": 12,
        "kind": "rapid",
        "new_ids": "N",
        "players_by": "name",
    }
    assert answers.keys() == set(ListSettings.__struct_fields__)
    before = json.dumps(answers).encode()
    form = dict(answers_by_field(before))
    assert json.loads(settings_bytes(before, form)) == answers
    assert json.loads(settings_bytes(None, form)) == answers


def test_the_desk_saves_an_answer_beside_those_of_a_program(
    officer: Officer, club: Selo
) -> None:
    place = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    program = Person(officer.service, club.ledger, Role.OFFICER, "onni")
    answers = json.dumps(OF_A_PROGRAM).encode()
    assert program.do(1, "answers", answers).status == 200

    [form] = [
        form
        for form in forms_of(officer.page(place))
        if form.action.endswith("/answers")
    ]
    officer.sent(f"{place}/answers", {**form.sent(), "time_control": "90+30"})
    settings = draft(club.ledger, 1).settings
    assert settings is not None
    assert json.loads(settings) == {**OF_A_PROGRAM, "time_control": "90+30"}
