"""A rating list as the player section of a report: pairing programs read it as their list of players.

The rating stands in row 001, where they look for it, and with the national number in the national rating record (FIN).
"""

from collections.abc import Iterator, Sequence

from exchange.trf.write_players import Row, national_row, player_row
from ledger.errors import Problem, Refused
from messages import say

MOST = 9999  # starting numbers have four columns


def list_text(title: str, day: str, rows: Sequence[Row]) -> str:
    """`rows` by rank: player, name, federation, sex, born, fide_id, rating."""
    if len(rows) > MOST:
        message = say("{count} players do not fit a report", count=len(rows))
        raise Refused(
            Problem("too-large", message, hint=say("at most {most}; other formats have no such limit", most=MOST))
        )
    return "".join(f"{line.rstrip()}\n" for line in _lines(title, day.replace("-", "/"), rows))


def _lines(title: str, day: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"012 {title}"
    yield f"042 {day}"
    yield f"052 {day}"
    yield f"062 {len(rows)}"
    yield "172 NRO"
    yield "182 Selokirja"
    for number, row in enumerate(rows, 1):
        yield player_row({**row, "fide_rating": row["rating"]}, number, "")
    yield from filter(None, (national_row(row, number) for number, row in enumerate(rows, 1)))
