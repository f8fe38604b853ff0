"""Read reports of tournaments, TRF, crosstables and matrices: the games, and what
stands beside them, which is kept.

The meaning of a report's id column is for the officer to state.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Protocol, TypeVar

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
from exchange.results.cross_row import CrossRow
from exchange.results.crosstable import read_crosstable
from exchange.results.matrix import read_matrix
from exchange.text.cells import BLANK, Cell, PairedGame
from exchange.text.notes import FileQuestion
from exchange.text.numbers import whole
from exchange.time_control import proposed
from exchange.trf.fields import points
from exchange.trf.read import read_trf
from exchange.trf.report import FACTS, NationalRecord, Player, TrfReport
from ledger.errors import Problem, Where
from ledger.federations import HOME
from messages import counted, say
from messages.results import RESULTS

_TITLE = re.compile(r"[GgIiFfCc][Mm]|[GgMmFfCc]")
MOST_CHARACTERS = 200  # of a text in a document
HIGHEST = 9999  # of the ratings, points and ranks of a report


def read(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a tournament report, or refuse it with all problems at once."""
    report = read_trf(
        data, file, date_order=settings.date_order, answers=_answers(settings)
    )

    header = report.header
    games = _games(report.games, _days(report, settings))
    league = reported_league(report, games) if report.teams else None

    warnings = [
        *report.warnings,
        *_federation_warnings(report),
        *_left_out(report),
    ]

    if league is not None:
        warnings += missing_boards(league, file, games)

    times = filter(None, (header.time_control_code, header.time_control))

    return GamesFile(
        source=source_of(report.source, "trf"),
        entrants=_entrants(report, settings),
        games=games,
        name=header.name,
        start=_day(settings.start, report.start),
        end=_day(settings.end, report.end),
        federation=federation_of(header.federation) or "",
        time_text=" / ".join(times),
        time_control=proposed(header.time_control_code, header.time_control),
        online=mark_of_text(header.city, header.name, header.arbiter),
        byes=dict(Counter(bye.reason for bye in report.byes)),
        ids=_kind_of_ids(report),
        warnings=warnings,
        questions=[
            question
            for question in report.questions
            if _matters(question, report, settings)
        ],
        lines=_lines(report),
        report=FileReport(
            _facts(report),
            rows_by_key(report.players, report.cells, report.games, _row),
        ),
        league=league,
        # a list of players, as pairing programs take it: nobody has a round
        people_only=bool(report.players) and not report.cells and not report.teams,
    )


def _facts(report: TrfReport) -> dict[str, object]:
    """Return what the report says of the event beside name, days and time: texts as
    written but for blanks.
    """
    facts: dict[str, object] = {}

    for name, tag in FACTS.items():
        written = report.header.texts.get(tag, "")
        text = " ".join(written.split())[:MOST_CHARACTERS]
        if text and text.isprintable():
            facts[name] = text

    if report.header.declared_rounds:
        facts["rounds"] = min(report.header.declared_rounds, HIGHEST)

    if report.round_dates:
        days = {}
        for number, day in sorted(report.round_dates.items()):
            days[str(number)] = day.isoformat()
        facts["round_days"] = days

    records = [text for text in report.records if text.isprintable()]
    if records:
        facts["records"] = records

    return facts


class Numbered(Protocol):
    """Somebody in a file, by the number that its cells and games call them."""

    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=Numbered)


def rows_by_key(
    people: Iterable[N],
    cells: Iterable[Cell],
    games: Iterable[PairedGame],
    row: Callable[[N, dict[str, str]], dict[str, object]],
) -> dict[str, dict[str, object]]:
    """Return by key what a file says of each player beside their games, as documents
    have it.

    `row` makes it of a player and of the cells that do not follow from the games.
    """
    odd_cells = cells_beside(cells, games)
    return {
        str(person.number): row(person, odd_cells.get(person.number, {}))
        for person in people
    }


def _row(player: Player, cells: dict[str, str]) -> dict[str, object]:
    """Return what the report says of a player beside their games; fields without a
    value are left out.

    A title that is none, or that of a woman, and a federation that cannot be shown are
    no values.
    """

    title = player.title if _TITLE.fullmatch(player.title) else ""
    federation = player.federation if player.federation.isprintable() else ""
    points = None if player.points is None else _written(player.points)

    fields: dict[str, object] = {
        "number": player.number,
        "title": title,
        "federation": federation,
        "rating": player.rating,
        "points": points,
        "rank": player.rank or None,
        "cells": cells or None,
    }

    return {name: value for name, value in fields.items() if value not in (None, "")}


def _written(points: Fraction) -> str:
    """Write points as documents have them: 2, 2.5."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def cells_beside(
    cells: Iterable[Cell], games: Iterable[PairedGame]
) -> dict[int, dict[str, str]]:
    """Return by number and round the cells that do not follow from the games: colour,
    if there is one, and code.

    A game that was not played may be written in several ways. Cells of games to come
    are left out.
    """

    usual = _usual_cells(games)
    odd: dict[int, dict[str, str]] = {}

    for cell in cells:
        written = cell.colour + cell.code

        # what the games give back need not be kept twice
        if cell.code == BLANK or usual.get((cell.round, cell.player)) == written:
            continue

        is_lone = cell.opponent == 0 and cell.colour == "-"
        own = odd.setdefault(cell.player, {})
        own[str(cell.round)] = cell.code if is_lone else written

    return odd


def _usual_cells(games: Iterable[PairedGame]) -> dict[tuple[int, int], str]:
    """Return by round and player what cells have of the games: colour and code.

    Of the codes that a result may have the first are usual: programs write those, and
    all of them are read.
    """

    usual: dict[tuple[int, int], str] = {}
    for game in games:
        codes = RESULTS[game.result].trf[0]
        usual[game.round, game.white] = f"w{codes[0]}"
        usual[game.round, game.black] = f"b{codes[1]}"

    return usual


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

    where = Where(report.source.file, odd[0].line, 11, "title")
    return [Problem("trf-title-not-kept", message, where)]


# which record states which field of the event
_RECORDS = {
    "name": ("012",),
    "domestic": ("032",),
    "start": ("042",),
    "end": ("052",),
    "time_control": ("222", "122"),
}


def _lines(report: TrfReport) -> dict[str, int]:
    """Return the line that states each field of the event."""
    lines = {}
    for name, tags in _RECORDS.items():
        for tag in tags:
            if tag in report.header.lines:
                lines[name] = report.header.lines[tag]
                break

    return lines


def _answers(settings: Settings) -> dict[str, date]:
    """Return the days that the reader may take for granted, by its own names for them:
    start, end, round 3.

    Days that the officer does not state are left out.
    """

    days = {"start": settings.start, "end": settings.end}

    for number, day in settings.round_days.items():
        days[f"round {number}"] = day

    return {name: date.fromisoformat(day) for name, day in days.items() if day}


def _day(given: str | None, read: date | None) -> date | None:
    """Return the day that the officer gives, else the one that was read."""
    return date.fromisoformat(given) if given else read


def _days(report: TrfReport, settings: Settings) -> dict[int, str]:
    """Return the days of rounds; those of the report count inside the event, or when
    each game is rated by its day.
    """

    days = {}
    for number, day in report.round_dates.items():
        if _is_inside(day, report, settings):
            days[number] = day.isoformat()

    return days | _stated_days(settings)


def _stated_days(settings: Settings) -> dict[int, str]:
    """Return the days that the officer gives the rounds."""
    days = settings.round_days
    return {int(number): day for number, day in days.items()}


def _games(games: Iterable[PairedGame], days: Mapping[int, str]) -> list[FileGame]:
    """Make the games of pairs, with the days of their rounds."""
    return [_game(game, days.get(game.round)) for game in games]


def _game(game: PairedGame, on: str | None) -> FileGame:
    """Make the game of a pair; its players are called by their numbers."""
    return FileGame(
        round=game.round,
        white=str(game.white),
        black=str(game.black),
        result=game.result,
        reason=game.reason,
        on=on,
        board=None,
        line=game.line,
    )


def _is_inside(day: date, report: TrfReport, settings: Settings) -> bool:
    """Return whether a round's day counts."""

    if settings.each_game_rated:
        return True

    start = _day(settings.start, report.start) or day
    end = _day(settings.end, report.end) or day

    return start <= day <= end


def _matters(question: FileQuestion, report: TrfReport, settings: Settings) -> bool:
    """Return whether a question matters: not if all readings of a round's day are
    outside the event and left out.
    """
    if not question.field.startswith("round "):
        return True

    return any(_is_inside(day, report, settings) for day in question.choices)


def _entrants(report: TrfReport, settings: Settings) -> list[Entrant]:
    """Return the rows of the players, with the national records that each of them has."""
    entrants = []
    for player in report.players:
        records = report.national.get(player.number, ())
        entrants.append(_entrant(player, records, settings))
    return entrants


def _entrant(
    player: Player, records: Sequence[NationalRecord], settings: Settings
) -> Entrant:
    """Make the row of a player. The id column is FIDE's, or the national one as the
    officer says; a national record of home counts where that column has none.
    """

    at_home = (record for record in records if record.federation == HOME)
    first = next(at_home, None)
    national = first.national_id if first is not None else ""

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
    """Say what the ids look like: `fide`, or `mixed`."""
    for player in report.players:
        if player.id_text and fide_number(player.id_text) is None:
            return "mixed"
    return "fide"


def _federation_warnings(report: TrfReport) -> list[Problem]:
    """Warn once where the column of federations has something else, such as clubs."""
    odd = [
        player
        for player in report.players
        if player.federation and not federation_of(player.federation)
    ]

    if not odd:
        return []

    texts = sorted({player.federation for player in odd})
    message = say(
        "{count} players have no federation of FIDE in columns 54-56 ({examples}); it"
        " was left out",
        count=len(odd),
        examples=", ".join(texts[:5]),
    )

    where = Where(report.source.file, odd[0].line, 54, "federation")
    return [Problem("import-federation", message, where)]


def read_cross(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a crosstable; its players are called by their position, for nothing else but
    a name is known of them.
    """
    table = read_crosstable(data, file, points=settings.points)

    start, end = span((), settings)
    cells = cells_beside(table.cells, table.games)
    form = say("crosstable ({style})", style=table.style)

    entrants = []
    for row in table.players:
        fide_id = fide_number(row.fide_id)
        key = str(row.position)
        entrants.append(Entrant(key, row.name, row.line, fide_id=fide_id))

    return GamesFile(
        source=source_of(table.source, form),
        entrants=entrants,
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

    rows = {}
    for row in players:
        own_cells = cells.get(row.position, {})
        if doubled:
            row = replace(row, points="")
        rows[str(row.position)] = _as_printed(row, own_cells)

    return FileReport({}, rows) if any(rows.values()) else None


def _as_printed(row: CrossRow, cells: Mapping[str, str]) -> dict[str, object]:
    """Return what a table prints of a player beside the games; what is no number of
    that kind is left out.
    """
    printed: dict[str, object] = {}

    rating = whole(row.rating) or 0
    if 0 < rating <= HIGHEST:
        printed["rating"] = rating

    score = points(row.points)
    if score is not None and score < HIGHEST:
        printed["points"] = _written(score)

    rank = whole(row.rank.rstrip(".")) or 0
    if 0 < rank <= HIGHEST:
        printed["rank"] = rank

    if cells:
        printed["cells"] = cells

    return printed
