"""What FIDE asks for in a report for rating, and the ledger does not have: the fields that TRF26 calls mandatory."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from messages import Message, counted, say

Row = Mapping[str, Any]
SHOWN = 3


def lacking(tournament: Row, players: Sequence[Row], days: Sequence[str | None]) -> Iterator[Message]:
    """Name each such field that is not known; `days` are those of the columns of results."""
    if not tournament.get("place"):
        yield say("FIDE asks for the city (022), which is not known here")
    if not (tournament.get("federation") or tournament.get("domestic", True)):
        yield say("FIDE asks for the federation of the tournament (032), which is not known here")
    if not tournament.get("arbiter"):
        yield say("FIDE asks for the chief arbiter (102), who is not known here")
    without_day = [str(number) for number, day in enumerate(days, 1) if day is None]
    if without_day:
        yield counted(
            "FIDE asks for the day of each round (132), which is not known of round {numbers}",
            "FIDE asks for the day of each round (132), which is not known of rounds {numbers}",
            len(without_day),
            numbers=", ".join(without_day),
        )
    yield from _of_players(players)
    if not tournament.get("system"):
        yield say("for norms and titles FIDE asks for the type of the tournament as a code (192), not known here")
    if not tournament.get("tie_breaks"):
        yield say("for norms and titles FIDE asks for the tie-breaks (202), which are not known here")


def _of_players(players: Sequence[Row]) -> Iterator[Message]:
    unknown = [player["player"] for player in players if player.get("fide_id") is None]
    if unknown:
        yield counted(
            "FIDE asks for a FIDE number of everybody, and {count} player has none ({players})",
            "FIDE asks for a FIDE number of everybody, and {count} players have none ({players})",
            len(unknown),
            players=", ".join([*unknown[:SHOWN], *(["..."] if len(unknown) > SHOWN else [])]),
        )
    unranked = sum(not player.get("rank") for player in players)
    if unranked:
        yield counted(
            "FIDE asks for a final rank of everybody, and {count} player has none",
            "FIDE asks for a final rank of everybody, and {count} players have none",
            unranked,
        )
