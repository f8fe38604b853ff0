"""Why a player's numbers in a tournament are what they are, and why a game of his was not rated."""

from typing import Any

from ledger.errors import NotFound, Problem
from projections.answers import careers, tournaments
from projections.answers.reading import Reading
from projections.replay.rows import entry_of
from rulebooks import rulebook
from rulebooks.base import Entry
from rulebooks.protocol import Sheet

GIVEN = ("opening", "ruling")


def explanations(reading: Reading, player: str, unit: str, list_name: str | None) -> list[Sheet]:
    """A player's sheets for a tournament, for one unit of it (T/3.2), or for his opening or rulings."""
    tournament = unit.partition("/")[0]
    if unit in GIVEN or "/" in unit:
        rows = reading.rows(player=player, unit=unit)
    else:
        rows = reading.rows(player=player, tournament=tournament)
    entries = [entry_of(row) for row in rows if list_name is None or row[0] == list_name]
    names = careers.names(reading, [term.opponent for e in entries for term in e.change.terms] + [player])
    return [rulebook(entry.list).explain(entry, names, _reason(reading, entry)) for entry in entries]


def _reason(reading: Reading, entry: Entry) -> str:
    """No entry holds why a ruling was made; its event does."""
    event = reading.index.event(entry.seq) if entry.change.kind == "ruling" else None
    return (event.reason or "") if event is not None else ""


def answer(reading: Reading, asked: str, unit: str, list_name: str | None) -> tuple[dict[str, Any], list[Sheet]]:
    """The sheets, and the games of his that nobody rated with the reason."""
    player = careers.who(reading, asked)
    sheets = explanations(reading, player, unit, list_name)
    left_out = [] if unit in GIVEN else _not_rated(reading, player, unit, list_name)
    if not sheets and not left_out:
        raise NotFound(
            Problem("not-there", f"{player} has no game in {unit}, as known", hint=f"see `selo history {player}`")
        )
    value = {
        "player": {"id": player, "name": careers.names(reading, [player]).get(player)},
        "tournament": None if unit in GIVEN else unit.partition("/")[0],
        "entries": [sheet.as_dict() for sheet in sheets],
        "not_rated": left_out,
        "basis": reading.basis().as_dict(),
    }
    return value, sheets


def _not_rated(reading: Reading, player: str, unit: str, list_name: str | None) -> list[dict[str, Any]]:
    """Games that count nowhere, or not on the list asked for, and units in which the rules do not rate him (2.2)."""
    name, _, only = unit.partition("/")
    now = tournaments.held(reading, name)
    fates, units = tournaments.game_fates(now, reading)
    found = []
    for game in now.games.values():
        seats = [reading.timeline.resolve(seat) for seat in (game.white, game.black)]
        fate = fates[game.game]
        if player in seats and only in ("", game.game):
            opponent = seats[1 - seats.index(player)]
            seat = {"game": game.game, "opponent": opponent, "result": game.result}
            found += [seat | row for row in _reasons(fate, list_name)]
    whole = [row for row in tournaments.not_rated(reading, units) if row["player"] == player]
    return found + [
        {"game": None, "opponent": None, "result": None, "list": row["list"], "why": row["why"],
         "section": row["section"]}
        for row in whole if list_name in (None, row["list"])
    ]  # fmt: skip


def _reasons(fate: dict[str, Any], list_name: str | None) -> list[dict[str, Any]]:
    """Why a game is not on a list; once where it is on none and every list says the same."""
    rows = [row for row in fate["not_on"] if list_name in (None, row["list"])]
    if fate["why"] and len({row["why"] for row in rows}) < 2:
        return [{"list": None, "why": fate["why"], "section": fate["section"]}]
    return rows
