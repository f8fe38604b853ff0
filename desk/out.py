"""What leaves the ledger for other programs: a rating list as text, a tournament as a report in TRF."""

from typing import Literal

from msgspec import field

from exchange.lists.written import fixed_text, swiss_text
from exchange.recognise import kind_of
from exchange.trf.read import read_trf
from exchange.trf.write import trf_text
from exchange.trf.write_players import list_text
from ledger.errors import Refused
from ledger.events import tournament_stream
from ledger.store.checkpoints import source
from messages.answer import UNSET, plain
from projections.answers.asking import Timed, TournamentId
from projections.answers.exports.rating_list import ExportListAnswer
from projections.answers.exports.report import ExportTrfAnswer, report
from projections.answers.reading import Reading

TEXTS = ("fixed", "swiss-manager", "trf")


def list_as(exported: ExportListAnswer, form: str) -> str:
    """Write a rating list in one of `TEXTS`."""
    rows = [plain(row) for row in exported.rows]
    if form == "trf":
        day = exported.basis.as_of if exported.as_of is UNSET else exported.as_of
        title = f"{exported.list} {day if exported.label is UNSET else exported.label}"
        return list_text(title, str(day), rows)
    return (fixed_text if form == "fixed" else swiss_text)(rows)


class ExportTrf(Timed, frozen=True, kw_only=True):
    """A tournament report, with national ids and ratings before it in FIN records, and what could not be written."""

    line = ("tournament",)
    examples = ("selo export trf kuusilahti-open-2024 --format trf26",)
    tournament: TournamentId
    form: Literal["trf16", "trf26"] = field(default="trf26", name="format")

    def ask(self, reading: Reading) -> ExportTrfAnswer:
        return exported_trf(reading, self.tournament, self.form)


def exported_trf(reading: Reading, tournament: str, form: str) -> ExportTrfAnswer:
    """Return the answer of `selo export trf`; `form` is trf16 or trf26."""
    reported = report(reading, tournament)
    players, games = ([plain(row) for row in rows] for rows in (reported.players, reported.games))
    header = plain(reported.tournament) | _of_kept_report(reading, tournament)
    written = trf_text(header, players, games, form)
    return ExportTrfAnswer(
        tournament=tournament,
        format=form,
        text=written.text,
        notes=written.notes,
        rounds=written.columns,
        basis=reported.basis,
    )


def _of_kept_report(reading: Reading, tournament: str) -> dict[str, object]:
    """Read city, type and arbiters from the report that the tournament was read from: no event holds them."""
    events = list(reading.index.stream(tournament_stream(tournament)))
    digests = [digest for event in reversed(events) if (digest := getattr(event.body, "source", None))]
    kept = next((file for digest in digests if (file := source(reading.events, digest)) is not None), None)
    if kept is None or kind_of(*kept) != "trf":
        return {}
    try:
        header = read_trf(kept[1], kept[0]).header
    except Refused:  # it was read with an answer that is not kept, like its encoding
        return {}
    return {"city": header.city, "kind": header.kind, "arbiter": header.arbiter, "deputies": header.deputies}
