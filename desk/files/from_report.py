"""Read reports of tournaments, TRF, crosstables and matrices: the games, and what
stands beside them, which is kept.

The meaning of a report's id column is for the officer to state.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from desk.files.games_file import (
    Entrant,
    FileGame,
    FileReport,
    GamesFile,
    federation_of,
    fide_number,
    source_of,
    span,
)
from desk.files.leagues import missing_boards, reported_league
from desk.files.settings import Settings
from exchange.online import mark_of_text
from exchange.results import CrossRow
from exchange.results.crosstable import read_crosstable
from exchange.results.matrix import read_matrix
from exchange.text.cells import BLANK, Cell, PairedGame
from exchange.text.notes import FileQuestion
from exchange.text.numbers import whole
from exchange.time_control import proposed
from exchange.trf import FACTS, NationalRecord, Player, TrfReport, points
from exchange.trf.read import read_trf
from ledger.errors import Problem, Where
from ledger.federations import HOME
from messages import counted, say
from messages.results import RESULTS

_TITLE = re.compile(r"[GgIiFfCc][Mm]|[GgMmFfCc]")
MOST_CHARACTERS = 200  # of a text in a document
HIGHEST = 9999  # of the ratings, points and ranks of a report


def read(data: bytes, file: str, settings: Settings) -> GamesFile:
    report = read_trf(
        data, file, date_order=settings.date_order, answers=_answers(settings)
    )
    header, games = report.header, _games(report.games, _days(report, settings))
    league = reported_league(report, games) if report.teams else None
    return GamesFile(
        source=source_of(report.source, "trf"),
        entrants=[
            _entrant(player, report.national.get(player.number, ()), settings)
            for player in report.players
        ],
        games=games,
        name=header.name,
        start=_day(settings.start, report.start),
        end=_day(settings.end, report.end),
        federation=federation_of(header.federation) or "",
        time_text=" / ".join(
            filter(None, (header.time_control_code, header.time_control))
        ),
        time_control=proposed(header.time_control_code, header.time_control),
        online=mark_of_text(header.city, header.name, header.arbiter),
        byes=dict(Counter(bye.reason for bye in report.byes)),
        ids=_kind_of_ids(report),
        warnings=[
            *report.warnings,
            *_federation_warnings(report),
            *_left_out(report),
            *(missing_boards(league, file, games) if league is not None else ()),
        ],
        questions=[
            question
            for question in report.questions
            if _matters(question, report, settings)
        ],
        lines=_lines(report),
        report=FileReport(_facts(report), _rows(report)),
        league=league,
        # a list of players, as pairing programs take it: nobody has a round
        people_only=bool(report.players) and not report.cells and not report.teams,
    )


def _facts(report: TrfReport) -> dict[str, object]:
    """Return what the report says of the event beside name, days and time: texts as
    written but for blanks.
    """
    written = {
        name: " ".join(report.header.texts.get(tag, "").split())[:MOST_CHARACTERS]
        for name, tag in FACTS.items()
    }
    facts: dict[str, object] = {
        name: text for name, text in written.items() if text and text.isprintable()
    }
    if report.header.declared_rounds:
        facts["rounds"] = min(report.header.declared_rounds, HIGHEST)
    if report.round_dates:
        facts["round_days"] = {
            str(number): day.isoformat()
            for number, day in sorted(report.round_dates.items())
        }
    if records := [text for text in report.records if text.isprintable()]:
        facts["records"] = records
    return facts


def _rows(report: TrfReport) -> dict[str, dict[str, object]]:
    """Return by key what the report says of each player beside their games."""
    cells = cells_beside(report.cells, report.games)
    return {
        str(player.number): _row(player, cells.get(player.number, {}))
        for player in report.players
    }


def _row(player: Player, cells: dict[str, str]) -> dict[str, object]:
    fields: dict[str, object] = {
        "number": player.number,
        "title": player.title if _TITLE.fullmatch(player.title) else None,
        "federation": player.federation if player.federation.isprintable() else None,
        "rating": player.rating,
        "points": None if player.points is None else _written(player.points),
        "rank": player.rank or None,
        "cells": cells or None,
    }
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _written(points: Fraction) -> str:
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def cells_beside(
    cells: Iterable[Cell], games: Iterable[PairedGame]
) -> dict[int, dict[str, str]]:
    """Return by number and round the cells that do not follow from the games: colour,
    if there is one, and
    code. A game that was not played may be written in several ways.
    """
    usual: dict[tuple[int, int], tuple[str, str]] = {}
    for game in games:
        codes = RESULTS[game.result].trf[0]
        usual[game.round, game.white], usual[game.round, game.black] = (
            (
                "w",
                codes[0],
            ),
            ("b", codes[1]),
        )
    odd: dict[int, dict[str, str]] = {}
    for cell in cells:
        if cell.code != BLANK and usual.get((cell.round, cell.player)) != (
            cell.colour,
            cell.code,
        ):
            lone = cell.opponent == 0 and cell.colour == "-"
            odd.setdefault(cell.player, {})[str(cell.round)] = (
                cell.code if lone else cell.colour + cell.code
            )
    return odd


def _left_out(report: TrfReport) -> list[Problem]:
    """Say which titles are not kept with the games: that of a woman would tell a sex,
    which no event does.
    """
    odd = [
        player
        for player in report.players
        if player.title and not _TITLE.fullmatch(player.title)
    ]
    if not odd:
        return []
    message = counted(
        "{count} title of a woman, or that is none, is not recorded with the games; the"
        " kept file has it",
        "{count} titles of women, or that are none, are not recorded with the games;"
        " the kept file has them",
        len(odd),
    )
    return [
        Problem(
            "trf-title-not-kept",
            message,
            Where(report.source.file, odd[0].line, 11, "title"),
        )
    ]


# which record states which field of the event
_RECORDS = {
    "name": ("012",),
    "domestic": ("032",),
    "start": ("042",),
    "end": ("052",),
    "time_control": ("222", "122"),
}


def _lines(report: TrfReport) -> dict[str, int]:
    lines = report.header.lines
    return {
        name: lines[tag]
        for name, tags in _RECORDS.items()
        for tag in tags[::-1]
        if tag in lines
    }


def _answers(settings: Settings) -> dict[str, date]:
    """Return the days that the reader may take for granted, by its own names for them."""
    days = {"start": settings.start, "end": settings.end}
    days |= {f"round {number}": day for number, day in settings.round_days.items()}
    return {name: date.fromisoformat(day) for name, day in days.items() if day}


def _day(given: str | None, read: date | None) -> date | None:
    return date.fromisoformat(given) if given else read


def _days(report: TrfReport, settings: Settings) -> dict[int, str]:
    """Return the days of rounds; those of the report count inside the event, or when
    each game is rated by its day.
    """
    days = {
        number: day.isoformat()
        for number, day in report.round_dates.items()
        if _inside(day, report, settings)
    }
    return days | _stated_days(settings)


def _stated_days(settings: Settings) -> dict[int, str]:
    return {int(number): day for number, day in settings.round_days.items()}


def _games(games: Iterable[PairedGame], days: Mapping[int, str]) -> list[FileGame]:
    return [
        FileGame(
            round=game.round,
            white=str(game.white),
            black=str(game.black),
            result=game.result,
            reason=game.reason,
            on=days.get(game.round),
            board=None,
            line=game.line,
        )
        for game in games
    ]


def _inside(day: date, report: TrfReport, settings: Settings) -> bool:
    start, end = _day(settings.start, report.start), _day(settings.end, report.end)
    return bool(settings.each_game_rated) or ((start or day) <= day <= (end or day))


def _matters(question: FileQuestion, report: TrfReport, settings: Settings) -> bool:
    """Return whether a question matters: not if all readings of a round's day are
    outside the event and left out.
    """
    return not question.field.startswith("round ") or any(
        _inside(day, report, settings) for day in question.choices
    )


def _entrant(
    player: Player, records: tuple[NationalRecord, ...], settings: Settings
) -> Entrant:
    national = next(
        (record.national_id for record in records if record.federation == HOME), ""
    )
    fide_id = None
    if settings.players_by == "national":
        national = player.id_text or national
    else:
        # also where names are enough: an id of a known player still counts first
        fide_id = fide_number(player.id_text)
    return Entrant(
        key=str(player.number),
        name=player.name,
        line=player.line,
        sex=player.sex or None,
        born=player.born or None,
        federation=federation_of(player.federation),
        fide_id=fide_id,
        national_id=national or None,
    )


def _kind_of_ids(report: TrfReport) -> str:
    texts = [player.id_text for player in report.players if player.id_text]
    return "fide" if all(fide_number(text) for text in texts) else "mixed"


def _federation_warnings(report: TrfReport) -> list[Problem]:
    """Warn once where the column of federations has something else, such as clubs."""
    odd = [
        player
        for player in report.players
        if player.federation and not federation_of(player.federation)
    ]
    if not odd:
        return []
    examples = ", ".join(sorted({player.federation for player in odd})[:5])
    message = say(
        "{count} players have no federation of FIDE in columns 54-56 ({examples}); it"
        " was left out",
        count=len(odd),
        examples=examples,
    )
    return [
        Problem(
            "import-federation",
            message,
            Where(report.source.file, odd[0].line, 54, "federation"),
        )
    ]


def read_cross(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a crosstable; its players are called by their position, for nothing else but
    a name is known of them.
    """
    table = read_crosstable(data, file, points=settings.points)
    start, end = span((), settings)
    cells = cells_beside(table.cells, table.games)
    return GamesFile(
        source=source_of(table.source, say("crosstable ({style})", style=table.style)),
        entrants=[
            Entrant(
                str(row.position), row.name, row.line, fide_id=fide_number(row.fide_id)
            )
            for row in table.players
        ],
        games=_games(table.games, _stated_days(settings)),
        name=table.title,
        start=start,
        end=end,
        byes=dict(Counter(bye.reason for bye in table.byes)),
        warnings=table.warnings,
        doubled="games" if table.doubled else None,
        report=_printed(table.players, cells, table.doubled),
    )


def read_round_robin(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a round robin from a matrix; who had White is asked for, or stated not to be
    known.
    """
    table = read_matrix(data, file, colours=settings.colours, points=settings.points)
    start, end = span((), settings)
    return GamesFile(
        source=source_of(table.source, say("round robin")),
        entrants=[
            Entrant(str(player.position), player.name, player.line)
            for player in table.players
        ],
        games=_games(table.games, _stated_days(settings)),
        start=start,
        end=end,
        warnings=table.warnings,
        without_colours="matrix",
        doubled="matches" if table.doubled else None,
        report=_printed(table.players, {}, table.doubled),
    )


def _printed(
    players: Sequence[CrossRow], cells: Mapping[int, Mapping[str, str]], doubled: bool
) -> FileReport | None:
    """Return what a table prints beside its games; None where it prints nothing.
    Doubled points are left out.
    """
    rows = {
        str(row.position): _as_printed(
            replace(row, points="") if doubled else row, cells.get(row.position, {})
        )
        for row in players
    }
    return FileReport({}, rows) if any(rows.values()) else None


def _as_printed(row: CrossRow, cells: Mapping[str, str]) -> dict[str, object]:
    """Return what a table prints of a player beside the games; what is no number of
    that kind is left out.
    """
    printed, score = dict[str, object](), points(row.points)
    if 0 < (rating := whole(row.rating) or 0) <= HIGHEST:
        printed["rating"] = rating
    if score is not None and score < HIGHEST:
        printed["points"] = _written(score)
    if 0 < (rank := whole(row.rank.rstrip(".")) or 0) <= HIGHEST:
        printed["rank"] = rank
    return printed | ({"cells": cells} if cells else {})
