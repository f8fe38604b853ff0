"""Write what leaves the ledger for other programs: a rating list as text, a tournament
as a report in TRF or as PGN.
"""

from dataclasses import replace
from typing import Literal

from msgspec import field

from desk.exports.lists import ExportListAnswer
from desk.exports.reports import ExportPgnAnswer, ExportTrfAnswer, report
from exchange.lists.written import (
    encoded,
    fixed_text,
    sharly_chess_text,
    swiss_text,
    tasaselo_text,
    vega_text,
)
from exchange.recognise import kind_of
from exchange.results.pgn import pgn_text
from exchange.trf import Player, TrfReport
from exchange.trf.read import read_trf
from exchange.trf.records import list_text
from exchange.trf.write import Row, trf_text
from ledger.errors import Refused
from ledger.events import tournament_stream
from ledger.store.source_files import source
from messages import counted
from messages.answer import UNSET, plain
from messages.results import RESULTS
from projections.answers.asking import Timed, TournamentId
from projections.answers.reading import Reading

ListForm = Literal["fixed", "swiss-manager", "vega", "sharly-chess", "tasaselo", "trf"]
# how a list is written for other programs: the ending of the file, its encoding
TEXTS = {
    "fixed": ("txt", "utf-8"),
    "swiss-manager": ("csv", "utf-8"),
    "vega": ("csv", "utf-8"),
    # it guesses the encoding, and the mark leaves nothing to guess
    "sharly-chess": ("csv", "utf-8-sig"),
    "tasaselo": ("txt", "cp1252"),
    "trf": ("trf", "utf-8"),
}


def list_as(exported: ExportListAnswer, form: str) -> bytes:
    """Write a rating list in one of `TEXTS`."""
    rows = [plain(row) for row in exported.rows]
    day = str(exported.basis.as_of if exported.as_of is UNSET else exported.as_of)
    if form == "trf":
        text = list_text(
            f"{exported.list} {day if exported.label is UNSET else exported.label}",
            day,
            rows,
        )
    elif form == "tasaselo":
        text = tasaselo_text(rows, day)
    else:
        text = _OF_ROWS[form](rows)
    return encoded(text, TEXTS[form][1])


_OF_ROWS = {
    "fixed": fixed_text,
    "swiss-manager": swiss_text,
    "vega": vega_text,
    "sharly-chess": sharly_chess_text,
}


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
    """Return the answer of `selo export trf`; `form` is trf16 or trf26."""
    reported = report(reading, tournament)
    players: list[Row] = [plain(row) for row in reported.players]
    games = [plain(row) for row in reported.games]
    facts = {name: value for name, value in reported.facts.items() if value}
    kept = kept_report(reading, tournament, reported.source)
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
                _as_written(row, there.get(row["number"]), reading.policy.whole)
                for row in players
            ]
    written = trf_text(plain(reported.tournament) | facts, players, games, form)
    return ExportTrfAnswer(
        tournament=tournament,
        format=form,
        text=written.text,
        notes=written.notes,
        lacking=written.lacking,
        rounds=written.columns,
        basis=reported.basis,
    )


class ExportPgn(Timed, frozen=True, kw_only=True):
    """A tournament as PGN without moves: the tags of each game, with ids and ratings
    before it.
    """

    line = ("tournament",)
    examples = ("selo export pgn kuusilahti-open-2024",)
    tournament: TournamentId

    def ask(self, reading: Reading) -> ExportPgnAnswer:
        reported = report(reading, self.tournament)
        facts = {name: reported.facts.get(name) for name in ("place", "federation")}
        terminated = sum(RESULTS[game.result].pgn[1] != "" for game in reported.games)
        note = counted(
            "PGN has no word for the result of {count} game: its tag Termination"
            " says it",
            "PGN has no word for the results of {count} games: their tags Termination"
            " say them",
            terminated,
        )
        return ExportPgnAnswer(
            tournament=self.tournament,
            text=pgn_text(
                plain(reported.tournament) | facts,
                [plain(row) for row in reported.players],
                [plain(row) for row in reported.games],
            ),
            notes=(note,) if terminated else (),
            basis=reported.basis,
        )


def _as_written(row: Row, there: Player | None, whole: bool) -> Row:
    """Write a player as the file does: the name if it has the same words, for only
    whoever wrote one without a comma knows its surname; and for the office a title that
    tells a sex.
    """
    if there is None:
        return row
    same = row["name"] is not None and _words(row["name"]) == _words(there.name)
    title = row["title"] or (there.title if whole else None)
    return {**row, "title": title, "written": there.name if same else None}


def _words(name: str) -> list[str]:
    return sorted(name.replace(",", " ").casefold().split())


def kept_report(
    reading: Reading, tournament: str, reported_from: str | None
) -> TrfReport | None:
    """Read the report that the tournament was read from, for what no event holds:
    arbiters, as whoever asks may know them, and titles of women.
    """
    events = list(reading.known_events.stream(tournament_stream(tournament)))
    digests = [reported_from] if reported_from else []
    digests += [
        digest
        for event in reversed(events)
        if (digest := getattr(event.body, "source", None))
    ]
    kept = next(
        (
            file
            for digest in digests
            if (file := source(reading.events, digest)) is not None
        ),
        None,
    )
    if kept is None or kind_of(*kept) != "trf":
        return None
    try:
        there, shown = read_trf(kept[1], kept[0]), reading.policy.of_file
        head = replace(
            there.header,
            arbiter=shown(there.header.arbiter),
            deputies=(*map(shown, there.header.deputies),),
        )
        return replace(there, header=head)
    except Refused:  # it was read with an answer that is not kept, like its encoding
        return None
