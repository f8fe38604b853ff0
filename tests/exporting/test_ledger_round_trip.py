"""A ledger exported and imported is the same book: events, all versions of all entries,
every answer at every seq.
"""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from audit.tables import check_tables
from audit.verify import verify
from desk.import_ledger import import_ledger
from desk.submit import Outcome, init, submit
from exchange.json.files import read_documents, read_ledger_lines
from ledger.bodies import ListPublished, PublishedRow
from ledger.decide.publication import rows_digest
from ledger.errors import LedgerUnusable, Refused
from messages.answer import json_value
from tests.exporting.carrying import (
    LATER,
    TODAY,
    answers,
    bodies,
    carried,
    exported,
    rows,
    written,
)
from tests.properties.telling import long_story, short_story
from tests.world.ledger import outside

TABLES = (
    "unit",
    "seat",
    "player",
    "title",
    "said",
    "tournament",
    "published",
    "step",
    "person",
)
FIRST = 6


def same(there: str, here: str) -> None:
    """Everything but who made the ledger and when it was recorded."""
    assert bodies(there) == bodies(here)
    assert rows(there, *TABLES) == rows(here, *TABLES)
    for one, two in zip(answers(there), answers(here), strict=True):
        assert one == two
    assert check_tables(here).equal
    assert verify(here).problems == ()


def tell(path: str, *documents: dict[str, Any]) -> Outcome:
    return submit(
        path,
        read_documents("t.jsonl", "\n".join(json.dumps(d) for d in documents).encode()),
        outside(LATER),
    )


def new(folder: Path, name: str) -> str:
    path = str(folder / name)
    init(path, outside())
    return path


@pytest.mark.parametrize("seed", range(2))
def test_random_histories_come_back_the_same(seed: int, tmp_path: Path) -> None:
    """With merges, withdrawals by seq, strikes, adoptions, rulings, in submissions of
    several documents.
    """
    rng = random.Random(seed)
    documents = short_story(seed).documents()
    for number, document in enumerate(documents):
        if number % 3 == 0:
            document |= {
                "key": f"key {number}",
                "note": "kept",
                "actor": "someone.else",
            }
    same(there := written(tmp_path, documents, rng), carried(there, tmp_path))


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(2, 80))
def test_many_more_random_histories_come_back_the_same(
    seed: int, tmp_path: Path
) -> None:
    there = written(tmp_path, long_story(seed).documents(), random.Random(seed))
    same(there, carried(there, tmp_path))


def test_the_demo_comes_back_the_same(tmp_path: Path, demo_ledger: Path) -> None:
    path = str(shutil.copy(demo_ledger, tmp_path / "demo.db"))
    for number, (name, day) in enumerate(
        (("selo", "2024-12-31"), ("pelo", "2024-12-31"), ("selo", "2025-12-31"))
    ):
        tell(
            path, {"kind": "publish", "list": name, "label": f"L{number}", "as_of": day}
        )
    same(path, carried(path, tmp_path))


PERSON = {
    "kind": "player",
    "player": "A",
    "name": "Aalto, Anna",
    "club": "Seura",
    "key": "k1",
}
CUP = {
    "kind": "tournament",
    "tournament": "cup",
    "name": "Cup",
    "start": "2024-05-01",
    "end": "2024-05-02",
    "minutes": 90,
    "players": [
        {"player": "C", "name": "=Corander", "born": "1990"},
        {"player": "D", "name": "Dahl", "sex": "m"},
    ],
    "games": [
        {"round": 1, "white": "A", "black": "B", "result": "1-0", "game": "final"},
        {"round": 1, "white": "C", "black": "D", "result": "1/2-1/2"},
    ],
}


SLIP = {
    "kind": "amend",
    "tournament": "cup",
    "reason": "slip",
    "set": {"time_control": "60+30", "name": "Cup 24"},
    "games": {"final": {"result": "0-1", "board": 1}, "1.2": None},
    "add_games": [{"round": 1, "white": "C", "black": "D", "result": "1-0"}],
}


def club(path: str) -> None:
    """Names that changed, a tournament that introduces people, amends of every sort."""
    tell(
        path, PERSON, {"kind": "player", "player": "B", "name": "Berg", "fide_id": 5001}
    )
    tell(path, {**CUP, "key": "cup"})
    tell(
        path,
        {"kind": "player", "player": "A", "name": "Aalto-Aho, Anna", "change": True},
    )
    tell(
        path,
        {
            "kind": "player",
            "player": "A",
            "federation": "SWE",
            "federation_from": "2024-06-01",
        },
    )
    tell(path, SLIP)
    tell(
        path,
        {
            "kind": "amend",
            "tournament": "cup",
            "reason": "no board",
            "games": {"final": {"board": None}},
        },
    )
    tell(
        path,
        {
            "kind": "game",
            "tournament": "cup",
            "round": 2,
            "white": "A",
            "black": "C",
            "result": "0-1",
        },
    )
    tell(path, {"kind": "withdraw", "tournament": "cup", "reason": "why"})
    tell(path, {"kind": "reinstate", "tournament": "cup", "reason": "why not"})


def test_names_keys_and_introductions(tmp_path: Path) -> None:
    there = new(tmp_path, "there.db")
    club(there)
    here = carried(there, tmp_path)
    same(there, here)
    for path in (there, here):  # what was said before is known as said before
        repeated = tell(path, {**CUP, "key": "cup"}).recorded + tell(path, CUP).recorded
        assert [(row.repeated, row.seq) for row in repeated] == [(True, 11), (True, 11)]
    lines = [json.loads(line) for line in exported(there)]
    cup = next(line for line in lines if line["document"]["kind"] == "tournament")
    assert cup["document"]["key"] == "cup" and cup["actor"] == "tester"
    assert [details["player"] for details in cup["document"]["players"]] == ["C", "D"]
    assert [game.get("game") for game in cup["document"]["games"]] == ["final", "1.2"]
    amend = next(
        line["document"] for line in lines if line["document"]["kind"] == "amend"
    )
    assert amend["set"] == {"name": "Cup 24", "time_control": "60+30"}
    assert amend["games"] == {"final": {"result": "0-1", "board": 1}, "1.2": None}


def test_a_key_of_a_person_still_counts(tmp_path: Path) -> None:
    there = new(tmp_path, "there.db")
    tell(there, PERSON)
    here = carried(there, tmp_path)
    assert json_value(tell(here, PERSON).recorded) == (
        {"seq": 7, "kind": "player", "target": "A", "repeated": True},
    )


def test_a_day_of_birth_that_was_taken_away(tmp_path: Path) -> None:
    """No document of an export says that it means a change."""
    there = new(tmp_path, "there.db")
    tell(there, {**PERSON, "born": "1980-05-01"})
    year = {"kind": "player", "player": "A", "born": "1980"}
    tell(there, {**year, "change": True})
    same(there, carried(there, tmp_path))


def test_how_the_games_of_a_league_are_rated(tmp_path: Path) -> None:
    """Also where an officer said it otherwise than the length of the league does."""
    there = new(tmp_path, "there.db")
    teams = [
        {"team": "a", "name": "A", "players": ["A", "C"]},
        {"team": "b", "name": "B", "players": ["B", "D"]},
    ]
    matches = [{"round": 1, "home": "a", "away": "b", "on": "2024-05-01"}]
    tell(there, PERSON, {"kind": "player", "player": "B", "name": "Berg"})
    tell(
        there,
        {
            **CUP,
            "league": {"teams": teams, "matches": matches},
            "each_game_rated": True,
        },
    )
    change: dict[str, Any] = {
        "kind": "amend",
        "tournament": "cup",
        "reason": "as they wrote",
    }
    tell(there, {**change, "change_league": {"matches": {"1:a": {"on": "2024-06-10"}}}})
    tell(
        there,
        {
            **change,
            "change_league": {"matches": {"1:a": {"on": "2024-05-01"}}},
            "set": {"each_game_rated": True},
        },
    )
    tell(
        there,
        {
            **change,
            "change_league": {
                "matches": {"2:a": {"home": "b", "away": "a", "on": "2024-06-12"}}
            },
            "set": {"each_game_rated": False},
        },
    )
    tell(there, {**change, "set": {"end": "2024-06-13", "each_game_rated": False}})
    same(there, carried(there, tmp_path))


def test_the_erased_stay_erased(tmp_path: Path) -> None:
    there = new(tmp_path, "there.db")
    club(there)
    tell(there, {"kind": "erase-person", "player": "C", "reason": "asked for it"})
    tell(there, {"kind": "player", "player": "C", "born": "1991", "change": True})
    here = carried(there, tmp_path)
    same(there, here)
    assert b"Corander" not in Path(here).read_bytes()


def test_only_into_an_empty_ledger(tmp_path: Path) -> None:
    there, here = new(tmp_path, "there.db"), new(tmp_path, "here.db")
    tell(there, PERSON)
    tell(here, {**PERSON, "name": "Somebody, Else"})
    with pytest.raises(LedgerUnusable) as caught:
        import_ledger(here, read_ledger_lines("l", exported(there)), outside(LATER))
    assert caught.value.problems[0].code == "not-empty"


def test_an_import_that_was_killed_after_its_end_is_said_to_be_done(
    tmp_path: Path,
) -> None:
    """And run again over a ledger that went on, or over a part of it, it is refused as
    ever.
    """
    there, here = new(tmp_path, "there.db"), new(tmp_path, "here.db")
    club(there)
    first, lines = (
        import_ledger(here, read_ledger_lines("l", exported(there)), outside(LATER)),
        exported(there),
    )
    again = import_ledger(here, read_ledger_lines("l", lines), outside(LATER))
    assert again.already and (again.documents, again.submissions, again.events) == (
        first.documents,
        first.submissions,
        first.events,
    )
    part = lines[:-2]
    tell(there, {"kind": "player", "player": "Z", "name": "Zed, Anna"})
    for other in (part, exported(there)):
        with pytest.raises(LedgerUnusable):
            import_ledger(here, read_ledger_lines("l", other), outside(LATER))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda lines: lines[:6] + lines[7:], "seq-differs"),
        (lambda lines: [*lines[:-1], lines[-1][:-5]], "import-not-a-line"),
        (lambda lines: lines[:7] + lines[8:9] + lines[7:8], "import-order"),
        (
            lambda lines: [
                line.replace(b'"2023-04-26"', b'"2023-04-27"') for line in lines
            ],
            "first-rules-differ",
        ),
        (
            lambda lines: [
                line.replace(b'"rows": [[', b'"rows": [["X",1,1,1,true],[')
                for line in lines
            ],
            "import-rows-differ",
        ),
        (
            lambda lines: [
                line.replace(b'"minutes": 90', b'"minutes": 90, "x": 2')
                for line in lines
            ],
            "unknown-field",
        ),
        (lambda lines: [], "import-empty"),
        (lambda lines: [b"\xff\xfe"], "import-not-a-line"),
    ],
)
def test_a_changed_file_is_refused_whole(
    change: Any, code: str, tmp_path: Path
) -> None:
    there, here = new(tmp_path, "there.db"), new(tmp_path, "here.db")
    club(there)
    tell(there, {"kind": "publish", "list": "selo", "label": "L", "as_of": TODAY})
    before = rows(here, "event", "person", "step")
    with pytest.raises(Refused) as caught:
        import_ledger(
            here, read_ledger_lines("l", change(exported(there))), outside(LATER)
        )
    assert code in {problem.code for problem in caught.value.problems}
    assert rows(here, "event", "person", "step") == before


def test_rows_of_a_published_list_are_taken_over(tmp_path: Path) -> None:
    """Never made again: a later version may count otherwise."""

    there = new(tmp_path, "there.db")
    club(there)
    tell(there, {"kind": "publish", "list": "selo", "label": "L", "as_of": TODAY})
    lines = [json.loads(line) for line in exported(there)]
    other = (PublishedRow("Z", 1234, 5, 5, True),)
    lines[-1]["published"] |= {
        "rows": [["Z", 1234, 5, 5, True, None]],
        "sha256": rows_digest(other),
    }
    here = new(tmp_path, "here.db")
    import_ledger(
        here,
        read_ledger_lines("l", [json.dumps(line).encode() for line in lines]),
        outside(LATER),
    )
    body = bodies(here)[-1][3]
    assert isinstance(body, ListPublished) and body.rows == other


def with_accepted(there: str, revision: int) -> list[bytes]:
    """The lines of a ledger that ends with the acceptance of a revision."""
    lines = [json.loads(line) for line in exported(there)]
    last = lines[-1]
    accepted = {
        "kind": "accept-rules",
        "edition": "fi-2023",
        "revision": revision,
        "reason": "as listed",
    }
    more = {
        "seq": last["seq"] + 1,
        "submission": last["seq"] + 1,
        "recorded_at": last["recorded_at"],
        "actor": last["actor"],
        "document": accepted,
    }
    return [json.dumps(line).encode() for line in (*lines, more)]


@pytest.mark.parametrize("revision", [1, 2, 3])
def test_a_revision_of_before_format_1_is_noted_in_the_one_of_now(
    revision: int, tmp_path: Path
) -> None:
    there, here = new(tmp_path, "there.db"), new(tmp_path, "here.db")
    tell(there, PERSON)
    done = import_ledger(
        here, read_ledger_lines("l", with_accepted(there, revision)), outside(LATER)
    )
    assert done.noted == (() if revision == 1 else ("fi-2023",))
    assert verify(here).problems == () and check_tables(here).equal


def test_a_revision_that_only_a_later_version_has_is_refused(tmp_path: Path) -> None:
    """Its ratings came out by rules that this version does not know."""
    there, here = new(tmp_path, "there.db"), new(tmp_path, "here.db")
    tell(there, PERSON)
    with pytest.raises(Refused) as caught:
        import_ledger(
            here, read_ledger_lines("l", with_accepted(there, 4)), outside(LATER)
        )
    assert {problem.code for problem in caught.value.problems} == {"unknown-revision"}
