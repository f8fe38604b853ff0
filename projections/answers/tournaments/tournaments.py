"""`selo tournaments`: every tournament up to the day."""

from ledger.answer import Answer
from projections.answers.reading import Basis, Reading


class TournamentRow(Answer, frozen=True, kw_only=True):
    """One tournament."""

    tournament: str
    name: str
    start: str
    end: str
    games: int
    version: int
    withdrawn: bool


class TournamentsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `tournaments`."""

    rows: tuple[TournamentRow, ...]
    basis: Basis


def tournaments(reading: Reading) -> TournamentsAnswer:
    """As known, by the day they ended, then by id."""
    known = (reading.timeline.tournament(name) for name in reading.index.all_tournaments())
    rows = [
        TournamentRow(
            tournament=tournament.id,
            name=tournament.header.name,
            start=tournament.header.start,
            end=tournament.header.end,
            games=tournament.size,
            version=tournament.version,
            withdrawn=tournament.withdrawn,
        )
        for tournament in known
        if tournament is not None and tournament.header.start <= reading.as_of
    ]
    rows.sort(key=lambda row: (row.end, row.tournament))
    return TournamentsAnswer(rows=tuple(rows), basis=reading.basis())
