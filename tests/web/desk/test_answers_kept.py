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
from ledger.errors import Conflict, Where
from ledger.field_types import AgeGroup
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.test_drafts import REPORT, Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from web.desk.answers import NOTHING_SHOWN, answers_by_field, settings_bytes, shown_in
from web.store.drafts import answer_draft, draft
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


def form_of_answers(page: str) -> dict[str, str]:
    [form] = [form for form in forms_of(page) if form.action.endswith("/answers")]
    return form.sent()


def answers_in(club: Selo) -> dict[str, object]:
    settings = draft(club.ledger, 1).settings
    answers: dict[str, object] = json.loads(settings or b"{}")
    return answers


def test_a_stale_page_wipes_no_answer_of_somebody_else(
    officer: Officer, club: Selo
) -> None:
    """Whom nobody chose stays chosen by the colleague, and whoever was filled in as
    likely takes nobody's place.
    """
    club.submit(player("C9", name="Pelaaja A", born="1983-03-12"))
    place = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    other = Officer(club, officer.service, name="onni")
    opened = form_of_answers(officer.see(place).text)
    theirs = {
        **form_of_answers(other.see(place).text),
        "map.1": "A",
        "map.2": "new",
        "tournament": "syksy",
    }
    other.sent(f"{place}/answers", theirs)
    before = answers_in(club)

    # of the stale page only what was changed in it counts
    officer.sent(f"{place}/answers", {**opened, "time_control": "90+30"})
    assert answers_in(club) == {**before, "time_control": "90+30"}
    officer.sent(f"{place}/answers", {**opened, "map.2": "B"})
    assert answers_in(club)["map"] == {"1": "A", "2": "B"}


def test_a_form_that_came_back_still_knows_what_it_showed(
    officer: Officer, club: Selo
) -> None:
    place = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    opened = form_of_answers(officer.see(place).text)
    refused = officer.post(f"{place}/answers", {**opened, "time_control": "soon"})
    assert refused.status == 422
    again = form_of_answers(refused.text)
    assert again["shown"] == opened["shown"]
    Officer(club, officer.service, name="onni").sent(
        f"{place}/answers", {"map.1": "A", "map.2": "new"}
    )
    officer.sent(f"{place}/answers", {**again, "time_control": "90+30"})
    assert answers_in(club)["map"] == {"1": "A", "2": "new"}


def test_answers_taken_back_meanwhile_do_not_come_again(
    officer: Officer, club: Selo
) -> None:
    place = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    officer.sent(f"{place}/answers", {"map.1": "A", "map.2": "B"})
    opened = form_of_answers(officer.see(place).text)
    assert opened["map.1"] == "A"
    Officer(club, officer.service, name="onni").sent(
        f"{place}/answers", {"map.1": "", "map.2": "B"}
    )
    officer.sent(f"{place}/answers", opened)
    assert "1" not in dict(answers_by_field(draft(club.ledger, 1).settings))
    assert answers_in(club)["map"] == {"2": "B"}


def test_two_who_save_at_the_same_moment(officer: Officer, club: Selo) -> None:
    officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    first, second = b'{"map": {"1": "A"}}', b'{"map": {"2": "B"}}'
    answer_draft(club.ledger, 1, first, "aino", AT, over=None)
    with pytest.raises(Conflict, match="was changed after this page was opened"):
        answer_draft(club.ledger, 1, second, "onni", AT, over=None)
    assert draft(club.ledger, 1).settings == first


@pytest.mark.parametrize("text", ["", "[]", '{"asked": 1}', '{"x": {}}', "{", "\x00"])
def test_what_is_no_text_of_the_hidden_field_showed_nothing(text: str) -> None:
    assert shown_in(text) == NOTHING_SHOWN


def test_the_desk_saves_an_answer_beside_those_of_a_program(
    officer: Officer, club: Selo
) -> None:
    place = officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    program = Person(officer.service, club.ledger, Role.OFFICER, "onni")
    answers = json.dumps(OF_A_PROGRAM).encode()
    assert program.do(1, "answers", answers).status == 200

    form = form_of_answers(officer.see(place).text)
    officer.sent(f"{place}/answers", {**form, "time_control": "90+30"})
    assert answers_in(club) == {**OF_A_PROGRAM, "time_control": "90+30"}
