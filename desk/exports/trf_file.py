"""Write a tournament as a report in TRF, `selo export trf`: as its own report wrote it,
where that is kept.
"""

from typing import Literal

from msgspec import field

from desk.exports.booked_report import source_report
from desk.exports.reports import ExportTrfAnswer, report
from exchange.trf.report import Player
from exchange.trf.result_columns import Row
from exchange.trf.write import trf_text
from messages.answer import json_value
from projections.answers.asking import Timed, TournamentId
from projections.answers.reading import Reading


class ExportTrf(Timed, frozen=True, kw_only=True):
    """A tournament report, with national ids and ratings before it in FIN records, and
    what could not be written.
    """

    line = ("tournament",)
    examples = ("selo export trf kuusilahti-open-2024 --format trf26",)
    tournament: TournamentId
    form: Literal["trf16", "trf26"] = field(default="trf26", name="format")

    def ask(self, reading: Reading) -> ExportTrfAnswer:
        return exported_trf(reading, self.tournament, self.form)


def exported_trf(reading: Reading, tournament: str, form: str) -> ExportTrfAnswer:
    """Return the answer of `selo export trf`; `form` is trf16 or trf26.

    Where the report that was booked is kept, what no event holds is taken from it: the
    place and the arbiters, unless the office has stated others, and names as they were
    written. `notes` say what could not be written, `lacking` what FIDE would ask for.
    Refused is a tournament that there is not, or that is withdrawn (NotFound).
    """
    reported = report(reading, tournament)
    players: list[Row] = [json_value(row) for row in reported.players]
    games = [json_value(row) for row in reported.games]
    facts = {name: value for name, value in reported.facts.items() if value}

    kept = source_report(reading, tournament, reported.source)
    if kept is not None:
        of_file = {
            "place": kept.header.city,
            "kind": kept.header.kind,
            "arbiter": kept.header.arbiter,
        }
        facts = of_file | facts | {"deputies": kept.header.deputies}

        if reported.source == kept.source.sha256:
            there = {player.number: player for player in kept.players}
            players = [
                _row_as_written(row, there.get(row["number"]), reading.policy.whole)
                for row in players
            ]

    written = trf_text(json_value(reported.tournament) | facts, players, games, form)

    return ExportTrfAnswer(
        tournament=tournament,
        format=form,
        text=written.text,
        notes=written.notes,
        lacking=written.lacking,
        rounds=written.columns,
        basis=reported.basis,
    )


def _row_as_written(row: Row, there: Player | None, whole: bool) -> Row:
    """Write a player as the file does: the name if it has the same words, for only
    whoever wrote one without a comma knows its surname; and for the office a title that
    tells a sex.

    `there`: the row of the file with the same number; None: it has none. `whole`:
    whether whoever asks may see everything.

        here Virtanen, Matti, in the file Matti Virtanen    written "Matti Virtanen"
        here Virtanen, Matti, in the file Virtanen, M.      written None: other words
    """
    if there is None:
        return row

    same = row["name"] is not None and _sorted_words(row["name"]) == _sorted_words(
        there.name
    )
    title = row["title"] or (there.title if whole else None)
    return {**row, "title": title, "written": there.name if same else None}


def _sorted_words(name: str) -> list[str]:
    """Return the words of a name in the order of the alphabet, so that two orders of a
    name are the same.

        Virtanen, Matti -> ["matti", "virtanen"]
    """
    return sorted(name.replace(",", " ").casefold().split())
