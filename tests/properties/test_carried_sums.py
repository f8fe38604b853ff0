"""A newcomer's sums are part of the working: an entry that comes from other sums is
another one, at the same rating.
"""

from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from tests.naive.records import Document
from tests.properties import laws
from tests.properties.telling import ledger_of
from tests.world.rows import FOREVER


def documents() -> list[Document]:
    """Ten games at 2000 in all, the last of them against a; then an eleventh, and n is
    established and has no sums.

    At last a turns out to have had 2001: no rating of n changes by that, but what the
    last starts from.
    """
    openings = [
        {
            "kind": "opening",
            "player": name,
            "list": "selo",
            "on": "2023-05-01",
            "rating": 2000,
            "games": games,
        }
        for name, games in (("n", 9), ("a", 50), ("b", 50))
    ]
    played = [
        {
            "kind": "tournament",
            "tournament": name,
            "name": name,
            "start": on,
            "end": on,
            "minutes": 90,
            "games": [
                {"round": 1, "white": "n", "black": opponent, "result": "1/2-1/2"}
            ],
        }
        for name, on, opponent in (("T", "2023-06-01", "a"), ("U", "2023-07-01", "b"))
    ]
    ruling = {
        "kind": "ruling",
        "player": "a",
        "list": "selo",
        "on": "2023-05-15",
        "delta": 1,
        "reason": "a slip",
    }
    people = [
        {"kind": "player", "player": name, "name": f"Name {name}"} for name in "nab"
    ]
    told: list[Document] = [*people, *openings, *played, ruling]
    return [{**document, "_seq": 7 + number} for number, document in enumerate(told)]


def test_an_entry_from_other_sums_is_another_one() -> None:
    with ledger_of(documents()) as ledger:
        assert laws.as_one_pass(ledger) == []
        reading = Reading(
            OpenedLedger(ledger.connection), FOREVER, len(documents()) + 6
        )
        versions = [
            v
            for v in reading.versions(player="n", list_name="selo")
            if v.entry.tournament == "U"
        ]
        assert [
            (v.entry.figure.after, v.entry.worked_out().change.carried)
            for v in versions
        ] == [
            (2001, (10, 20_000, 10)),
            (2001, (10, 20_001, 10)),
        ]
