"""A tournament of the ledger as a report in TRF, with what could not be written."""

from exchange.trf.write import trf_text
from ledger.answer import plain
from projections.answers.exports.report import ExportTrfAnswer, report
from projections.answers.reading import Reading


def exported_trf(reading: Reading, tournament: str, form: str) -> ExportTrfAnswer:
    """The answer of `selo export trf`; `form` is trf16 or trf26."""
    reported = report(reading, tournament)
    players, games = ([plain(row) for row in rows] for rows in (reported.players, reported.games))
    written = trf_text(plain(reported.tournament), players, games, form)
    return ExportTrfAnswer(
        tournament=tournament,
        format=form,
        text=written.text,
        notes=written.notes,
        rounds=written.columns,
        basis=reported.basis,
    )
