"""`selo tournaments`: every tournament up to the day."""

from collections.abc import Collection, Iterator

from ledger.answer import Answer
from projections.answers.reading import Basis, Reading
from projections.tables.tournaments import everything, names_among


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
    rows = [row for row in _as_known(reading) if row.start <= reading.as_of]
    rows.sort(key=lambda row: (row.end, row.tournament))
    return TournamentsAnswer(rows=tuple(rows), basis=reading.basis())


def tournament_names(reading: Reading, ids: Collection[str]) -> dict[str, str]:
    """Names of tournaments by id, as known."""
    if reading.knows_all():
        return names_among(reading.tables, ids)
    known = {name: reading.timeline.tournament(name) for name in ids}
    return {name: tournament.header.name for name, tournament in known.items() if tournament is not None}


def _as_known(reading: Reading) -> Iterator[TournamentRow]:
    """From the table where the question knows everything; else from the events known then."""
    if reading.knows_all():
        yield from (TournamentRow(**row._asdict()) for row in everything(reading.tables))
        return
    for name in reading.index.all_tournaments():
        tournament = reading.timeline.tournament(name)
        if tournament is not None:
            yield TournamentRow(
                tournament=tournament.id,
                name=tournament.header.name,
                start=tournament.header.start,
                end=tournament.header.end,
                games=tournament.size,
                version=tournament.version,
                withdrawn=tournament.withdrawn,
            )
