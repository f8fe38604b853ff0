"""Explanations of what a ledger holds, each worked out once more from what it prints."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from rulebooks.entries import WorkedEntry
from rulebooks.finland.editions import EDITIONS
from rulebooks.finland.explain import Explanation, explain
from tests.naive import formulas
from tests.naive.makers import games, opening, person
from tests.naive.records import Document
from tests.printed_sheets import as_printed
from tests.recompute import recompute
from tests.world.ledger import ledger

NAMES = {"me": "Meikäläinen, Matti", "a": "Aalto, Aino"}


def sheets(
    folder: Path, *documents: Document
) -> dict[tuple[str, str, str, str], Explanation]:
    """(list, player, unit, kind) to explanation; everybody who is not introduced is a
    player of FIN.
    """
    lines = [
        game
        for document in documents
        if document["kind"] == "tournament"
        for game in document["games"]
    ]
    seated = {game[side] for game in lines for side in ("white", "black")}
    named = {d["player"] for d in documents if "player" in d} | seated
    introduced = {d["player"] for d in documents if d["kind"] == "player"}
    with ledger(folder) as book:
        book.submit(
            *(person(player, "FIN") for player in sorted(named - introduced)),
            *documents,
        )
        entries = book.entries()
    found = {
        (e.list, e.change.player, e.unit, e.change.kind): explain(
            e, NAMES, reason="found by hand"
        )
        for e in entries
    }
    assert len(found) == len(entries)
    for entry in entries:
        adds_up(entry)
    return found


def adds_up(entry: WorkedEntry) -> dict[str, Any]:
    """The printed terms give the stored number, also after a way through JSON, and
    agree with each other.
    """
    told = as_printed(explain(entry, NAMES))
    assert recompute(told) == told["rounded"] == told["after"] == entry.change.after
    assert formulas.rounded(Fraction(str(told["exact"]))) == entry.change.after
    contributions = Fraction(0)
    for game in told["games"]:
        if game["percent"] is None:
            continue
        assert game["difference"] == told["before"] - game["number"]
        assert game["table_percent"] == formulas.percent(game["difference"])
        cap = EDITIONS[entry.edition].cap if entry.list == "selo" else 100
        assert game["percent"] == min(game["table_percent"], cap)
        assert game["capped"] == (game["percent"] != game["table_percent"])
        contributions += Fraction(str(game["contribution"] or 0))
    if told["formula"] == "7.2":
        assert contributions + Fraction(str(told["bonus"])) == Fraction(
            str(told["sum"])
        )
        assert told["before"] + Fraction(str(told["sum"])) == Fraction(
            str(told["exact"])
        )
        assert told["coefficient"] == formulas.player_coefficient(told["before"])
        assert told["running"] == [game["running"] for game in told["games"]]
    return told


FIVE = [
    opening("me", 1660),
    opening("a", 1995),
    opening("b", 1695),
    opening("c", 1930),
    opening("d", 1901),
]
FOUR_GAMES = games("a me 1-0", "me b 1-0", "c me 1-0", "me d 1/2-1/2")
