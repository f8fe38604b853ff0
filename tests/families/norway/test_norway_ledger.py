"""The Norwegian list as documents through the ledger: its own fields, corrections, the
same again from the events.
"""

import random
from pathlib import Path
from typing import Any

import pytest

from ledger.errors import Refused
from ledger.store.events import events_after
from ledger.timeline import Timeline
from ledger.to_documents import as_fields, by_document, document_of
from rulebooks.entries import WorkedEntry
from tests.families.norway.test_norway_explained import tell
from tests.world.ledger import Ledger, ledger

ADOPT = {"kind": "adopt-rules", "list": "elo-no", "edition": "no", "from": "0001-01-01"}


def tournament(name: str = "T", end: str = "2010-06-01", **more: Any) -> dict[str, Any]:
    games = [{"round": 1, "white": "a", "black": "b", "result": "1-0"}]
    time = {} if "time_control" in more else {"minutes": 90}
    return {
        "kind": "tournament",
        "tournament": name,
        "name": name,
        "start": end,
        "end": end,
        "games": games,
        **time,
        **more,
    }


def begin(book: Ledger) -> None:
    book.submit(
        ADOPT,
        *({"kind": "player", "player": p, "name": p, "born": "1980"} for p in "abc"),
    )
    book.submit(
        *(
            {
                "kind": "opening",
                "player": p,
                "list": "elo-no",
                "on": "2010-01-01",
                "rating": 1500,
                "games": 40,
            }
            for p in "abc"
        )
    )


def norwegian(book: Ledger, unit: str = "T") -> dict[str, WorkedEntry]:
    return {
        one.change.player: one
        for one in book.entries()
        if (one.list, one.unit) == ("elo-no", unit)
    }


@pytest.mark.parametrize(
    ("header", "category"),
    [
        ({}, "IV"),
        ({"category": "II"}, "II"),
        ({"start_minutes": 60, "total_minutes": 160}, "II"),
        ({"start_minutes": 60, "total_minutes": 160, "event_kind": "landskamp"}, "I"),
        ({"event_kind": "nordic"}, "I"),
        ({"time_control": "40/120:60"}, "II"),
        ({"time_control": "90+30"}, "II"),
        ({"time_control": "25"}, "V"),
    ],
)
def test_the_header_says_the_category(
    tmp_path: Path, header: dict[str, Any], category: str
) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        book.submit(tournament(**header))
        assert norwegian(book)["a"].change.detail["category"] == category


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"start_minutes": 60}, "total_minutes"),
        ({"total_minutes": 60}, "start_minutes"),
        ({"start_minutes": 60, "total_minutes": 59}, "total_minutes"),
        ({"category": "VI"}, "category"),
        ({"event_kind": "club"}, "event_kind"),
        ({"start_minutes": 0, "total_minutes": 9}, "start_minutes"),
        ({"start_minutes": 60.5, "total_minutes": 90}, "start_minutes"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(
    tmp_path: Path, header: dict[str, Any], field: str
) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        with pytest.raises(Refused) as refused:
            book.submit(tournament(**header))
    assert [problem.where.field for problem in refused.value.problems] == [field]


def test_an_amend_changes_and_empties_them(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        book.submit(tournament(category="II", event_kind="title"))
        for said, word in (
            ({"category": "III"}, "III"),
            ({"category": None, "event_kind": None}, "IV"),
        ):
            book.submit(
                {"kind": "amend", "tournament": "T", "reason": "slip", "set": said}
            )
            assert norwegian(book)["a"].change.detail["category"] == word
        with pytest.raises(Refused):
            book.submit(
                {
                    "kind": "amend",
                    "tournament": "T",
                    "reason": "slip",
                    "set": {"start_minutes": 60},
                }
            )
        assert retold_sets(book) == [
            {"category": "III"},
            {"category": None, "event_kind": None},
        ]


def retold_sets(book: Ledger) -> list[Any]:
    """What the amends say when the events are told again as documents."""
    timeline, found = Timeline(), []
    for events in by_document(events_after(book.writer.connection, 0)):
        document = as_fields(
            document_of(events, timeline, lambda player, details: None)
        )
        found += [document["set"]] if document["kind"] == "amend" else []
        for event in events:
            timeline.apply(event)
    return found


def test_a_correction_reaches_what_a_rebuild_would(tmp_path: Path) -> None:
    """Twelve corrections of a long story: the cone and the rebuild agree on every
    version of every entry.
    """
    rng = random.Random(5)
    with ledger(tmp_path) as book:
        tell(book, 5)
        for _ in range(12):
            number = rng.randrange(32)
            result = rng.choice(("1-0", "0-1", "1/2-1/2", "0-1F"))
            said = rng.choice(
                (
                    {"games": {"1.1": {"result": result}}},
                    {"set": {"category": rng.choice(("V", "I"))}},
                )
            )
            try:
                book.submit(
                    {
                        "kind": "amend",
                        "tournament": f"t{number}",
                        "reason": "slip",
                        **said,
                    }
                )
            except Refused:
                continue
        book.submit(
            {"kind": "player", "player": "p03", "born": "1996-02-02", "change": True}
        )
        stepwise = book.versions()
        book.rebuild()
        assert book.versions() == stepwise


def test_a_birthday_told_later_makes_a_junior(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        book.submit(tournament(category="II"))
        book.submit(
            {"kind": "player", "player": "a", "born": "1995-05-05", "change": True}
        )
        assert norwegian(book)["a"].change.after == 1530  # K 30, doubled: 60 x .5


def test_a_birthday_told_with_a_later_federation_holds_before_it_too(
    tmp_path: Path,
) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        book.submit(tournament(category="II"))
        book.submit(
            {
                "kind": "player",
                "player": "a",
                "born": "1995-05-05",
                "federation": "SWE",
                "federation_from": "2012-01-01",
                "change": True,
            }
        )
        assert norwegian(book)["a"].change.after == 1530  # K 30, doubled: 60 x .5
        stepwise = book.versions()
        book.rebuild()
        assert book.versions() == stepwise


def test_both_countries_side_by_side(tmp_path: Path) -> None:
    """The Finnish numbers are what they are without the Norwegian list; without
    adopting it there is none.
    """
    with ledger(tmp_path, "both.db") as book:
        begin(book)
        book.submit(tournament())
        both = book.entries()
    with ledger(tmp_path, "one.db") as book:
        book.submit(
            *(
                {"kind": "player", "player": p, "name": p, "born": "1980"}
                for p in "abc"
            ),
            tournament(),
        )
        alone = book.entries()
    assert {one.list for one in both} == {"selo", "elo-no"} and {
        one.list for one in alone
    } == {"selo"}
    assert [one.change for one in both if one.list == "selo"] == [
        one.change for one in alone
    ]


def test_titles_are_finnish(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        begin(book)
        book.submit({"kind": "player", "player": "d", "name": "d"})
        with pytest.raises(Refused):
            book.submit(
                {
                    "kind": "opening",
                    "player": "d",
                    "list": "elo-no",
                    "on": "2010-01-01",
                    "rating": 1500,
                    "games": 1,
                    "titles": ["M"],
                }
            )
