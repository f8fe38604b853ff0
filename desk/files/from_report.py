"""Read reports of tournaments, TRF, crosstables and matrices: the games, and what
stands beside them, which is kept.

The meaning of a report's id column is for the officer to state.
"""

import re
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
    byes_of,
    federation_of,
    fide_number,
    first_and_last_day,
    source_of,
)
from desk.files.leagues import missing_boards, reported_league
from desk.files.settings import Settings
from exchange.online import mark_of_text
from exchange.results.cross_row import CrossRow
from exchange.results.crosstable import read_crosstable
from exchange.results.matrix import read_matrix
from exchange.text.cells import BLANK, Cell, PairedGame
from exchange.text.notes import FileQuestion
from exchange.text.numbers import whole_number
from exchange.time_control import proposed_time_control
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


def read_report(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a tournament report, or refuse it with all problems at once.

        001    1 m    Aho, Aino                         1850 FIN      500001 2001/05/03
        001    2 m    Salo, Eero                        1790 FIN      500002 1999/00/00

    Each row becomes an entrant with its starting number as the key, and each pair of
    cells that name each other a game. The rest of the report is kept beside the games,
    as documents have it. Records of teams make a league.

    Asked about are days that can be read in two ways, as far as they matter. What its
    id column holds is told by `ids` and asked elsewhere.
    """
    report = read_trf(
        data, file, date_order=settings.date_order, answers=_days_for_reader(settings)
    )

    header = report.header
    games = _games(report.games, _days(report, settings))
    league = reported_league(report, games) if report.teams else None

    warnings = [
        *report.warnings,
        *_federation_warnings(report),
        *_warnings_of_titles(report),
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
        time_control=proposed_time_control(
            header.time_control_code, header.time_control
        ),
        online=mark_of_text(header.city, header.name, header.arbiter),
        byes=byes_of(report.byes),
        ids=_kind_of_ids(report),
        warnings=warnings,
        questions=[
            question
            for question in report.questions
            if _is_worth_asking(question, report, settings)
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

        {
            "place": "Helsinki",
            "kind": "Individual: Swiss-System",
            "rounds": 7,
            "round_days": {"1": "2026-01-10"},
            "records": ["362 TW2       TD1       TL0"],
        }

    Texts are cut after 200 characters; one with signs that cannot be shown is left out.
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


class NumberedPerson(Protocol):
    """Somebody in a file, by the number that its cells and games call them."""

    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=NumberedPerson)


def rows_by_key(
    people: Iterable[N],
    cells: Iterable[Cell],
    games: Iterable[PairedGame],
    row: Callable[[N, dict[str, str]], dict[str, object]],
) -> dict[str, dict[str, object]]:
    """Return by key what a file says of each player beside their games, as documents
    have it.

    `row` makes it of a player and of the cells that do not follow from the games.

        {"3": {"number": 3, "rating": 1850, "cells": {"2": "H"}}}
    """
    odd_cells = cells_not_from_games(cells, games)

    return {
        str(person.number): row(person, odd_cells.get(person.number, {}))
        for person in people
    }


def _row(player: Player, cells: dict[str, str]) -> dict[str, object]:
    """Return what the report says of a player beside their games; fields without a
    value are left out.

    A title that is none, or that of a woman, and a federation that cannot be shown are
    no values.

        {
            "number": 3,
            "title": "FM",
            "federation": "FIN",
            "rating": 1850,
            "points": "4.5",
            "rank": 2,
            "cells": {"2": "H"},
        }

    The federation is as the file writes it, a club too. A rank 0 is none.
    """

    title = player.title if _TITLE.fullmatch(player.title) else ""
    federation = player.federation if player.federation.isprintable() else ""
    points = None if player.points is None else _points_as_stated(player.points)

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


def _points_as_stated(points: Fraction) -> str:
    """Write points as documents have them: 2, 2.5.

        Fraction(5, 2)    2.5
        Fraction(0)       0

    Of more than two decimals the rest is rounded away.
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def cells_not_from_games(
    cells: Iterable[Cell], games: Iterable[PairedGame]
) -> dict[int, dict[str, str]]:
    """Return by number and round the cells that do not follow from the games: colour,
    if there is one, and code.

    A game that was not played may be written in several ways. Cells of games to come
    are left out.

        row 3 has a half-point bye in round 2    {3: {"2": "H"}}
        row 3 played round 1, w1                 nothing: the game gives it back
        row 4 lost a game by forfeit, as `wL`    {4: {"5": "wL"}}
    """

    usual = _cells_from_games(games)
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


def _cells_from_games(games: Iterable[PairedGame]) -> dict[tuple[int, int], str]:
    """Return by round and player what cells have of the games: colour and code.

        1 with White beats 2 in round 3    {(3, 1): "w1", (3, 2): "b0"}

    Of the codes that a result may have the first are usual: programs write those, and
    all of them are read.
    """

    usual: dict[tuple[int, int], str] = {}

    for game in games:
        codes = RESULTS[game.result].trf[0]
        usual[game.round, game.white] = f"w{codes[0]}"
        usual[game.round, game.black] = f"b{codes[1]}"

    return usual


def _warnings_of_titles(report: TrfReport) -> list[Problem]:
    """Say which titles are not kept with the games: that of a woman would tell a sex,
    which no event does.

    One warning for all of them, at the first row that has one (`trf-title-not-kept`);
    none where all titles are kept.
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
    """Return the line that states each field of the event.

        {"name": 1, "start": 4, "time_control": 9}

    A field that the report does not state is not in it. Of two records for one field
    the first in `_RECORDS` counts.
    """
    lines = {}
    for name, tags in _RECORDS.items():
        for tag in tags:
            if tag in report.header.lines:
                lines[name] = report.header.lines[tag]
                break

    return lines


def _days_for_reader(settings: Settings) -> dict[str, date]:
    """Return the days that the reader may take for granted, by its own names for them:
    start, end, round 3.

    Days that the officer does not state are left out.

        Settings(start="2026-01-10", round_days={"3": "2026-01-12"})

    is {"start": date(2026, 1, 10), "round 3": date(2026, 1, 12)}.
    """

    days = {"start": settings.start, "end": settings.end}

    for number, day in settings.round_days.items():
        days[f"round {number}"] = day

    return {name: date.fromisoformat(day) for name, day in days.items() if day}


def _day(given: str | None, read: date | None) -> date | None:
    """Return the day that the officer gives (YYYY-MM-DD), else the one that was read;
    None where there is neither.
    """
    return date.fromisoformat(given) if given else read


def _days(report: TrfReport, settings: Settings) -> dict[int, str]:
    """Return the days of rounds, YYYY-MM-DD by number; those of the report count inside
    the event, or when each game is rated by its day.

    A day that the officer gives a round counts in any case, and before that of the
    report.
    """

    days = {}
    for number, day in report.round_dates.items():
        if _is_inside(day, report, settings):
            days[number] = day.isoformat()

    return days | _stated_days(settings)


def _stated_days(settings: Settings) -> dict[int, str]:
    """Return the days that the officer gives the rounds.

        {"3": "2026-01-12"}    {3: "2026-01-12"}

    The texts are days already: Settings have checked them.
    """
    days = settings.round_days
    return {int(number): day for number, day in days.items()}


def _games(games: Iterable[PairedGame], days: Mapping[int, str]) -> list[FileGame]:
    """Make the games of pairs, with the days of their rounds.

    A round without a day leaves its games without one.
    """
    return [_game(game, days.get(game.round)) for game in games]


def _game(game: PairedGame, on: str | None) -> FileGame:
    """Make the game of a pair; its players are called by their numbers.

    `on`: YYYY-MM-DD or None. Pairs have no boards, so `board` is None.
    """
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
    """Return whether a round's day counts.

    One outside the event is as likely a slip of a digit; it counts only where the day
    of each game is what it is rated by. Where the first or last day of the event is not
    known, nothing is outside on that side.
    """

    if settings.each_game_rated:
        return True

    start = _day(settings.start, report.start) or day
    end = _day(settings.end, report.end) or day

    return start <= day <= end


def _is_worth_asking(
    question: FileQuestion, report: TrfReport, settings: Settings
) -> bool:
    """Return whether a question matters: not if all readings of a round's day are
    outside the event and left out.

    Questions about anything but a round's day always matter.
    """
    if not question.field.startswith("round "):
        return True

    return any(_is_inside(day, report, settings) for day in question.choices)


def _entrants(report: TrfReport, settings: Settings) -> list[Entrant]:
    """Return the rows of the players, with the national records that each of them has.

    They are in the order of the report.
    """
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

        the officer says     id column    record FIN    fide_id    national_id
        fide, name, nothing  500001       10042         500001     10042
        national             10042        (none)        None       10042
        national             (empty)      10042         None       10042

    A number too short for FIDE's is no id where the column is taken for FIDE's.
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
    """Say what the ids look like: `fide`, or `mixed`.

    One id that FIDE cannot have given is enough for `mixed`, and then it is asked whose
    they are. A report without ids is `fide`.
    """
    for player in report.players:
        if player.id_text and fide_number(player.id_text) is None:
            return "mixed"
    return "fide"


def _federation_warnings(report: TrfReport) -> list[Problem]:
    """Warn once where the column of federations has something else, such as clubs.

    Five of the texts are shown, in the order of the alphabet. Where there is none, the
    list is empty.
    """
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

        1  Aho, Aino    2w1  3b½
        2  Salo, Eero   1b0  -
        3  Urho, Unto   -    1w½

    Round 1 is FileGame(1, "1", "2", "1-0"), and round 2 FileGame(2, "3", "1",
    "1/2-1/2").

    Position is that of the row in the table, from 1, and not the printed rank. The
    table has no days: those of rounds are the officer's. `doubled`: wins count two
    points in it, which is asked about, as they may be matches of two games.
    """
    table = read_crosstable(data, file, points=settings.points)

    start, end = first_and_last_day((), settings)
    cells = cells_not_from_games(table.cells, table.games)
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
        byes=byes_of(table.byes),
        warnings=table.warnings,
        doubled="games" if table.doubled else None,
        report=_printed_report(table.players, cells, table.doubled),
    )


def read_round_robin(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a round robin from a matrix; who had White is asked for, or stated not to be
    known.

        1  Aho, Aino    *  1  ½
        2  Salo, Eero   0  *  1
        3  Urho, Unto   ½  0  *

    Aho beat Salo, and drew with Urho. Rounds and colours are not in it: they follow
    from `settings.colours`, such as the Berger table of the row numbers.
    """
    table = read_matrix(data, file, colours=settings.colours, points=settings.points)
    start, end = first_and_last_day((), settings)

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
        report=_printed_report(table.players, {}, table.doubled),
    )


def _printed_report(
    players: Sequence[CrossRow], cells: Mapping[int, Mapping[str, str]], doubled: bool
) -> FileReport | None:
    """Return what a table prints beside its games; None where it prints nothing.
    Doubled points are left out.

    `cells`: by position, those that do not follow from the games.
    """

    rows = {}
    for row in players:
        own_cells = cells.get(row.position, {})
        if doubled:
            row = replace(row, points="")
        rows[str(row.position)] = _printed_row(row, own_cells)

    return FileReport({}, rows) if any(rows.values()) else None


def _printed_row(row: CrossRow, cells: Mapping[str, str]) -> dict[str, object]:
    """Return what a table prints of a player beside the games; what is no number of
    that kind is left out.

        rating   "1850"    1850
        points   "4,5"     "4.5"
        rank     "2."      2
        rating   "-"       (left out)

    Numbers above 9999 are left out too: no document has room for them.
    """
    printed: dict[str, object] = {}

    rating = whole_number(row.rating) or 0
    if 0 < rating <= HIGHEST:
        printed["rating"] = rating

    score = points(row.points)
    if score is not None and score < HIGHEST:
        printed["points"] = _points_as_stated(score)

    rank = whole_number(row.rank.rstrip(".")) or 0
    if 0 < rank <= HIGHEST:
        printed["rank"] = rank

    if cells:
        printed["cells"] = cells

    return printed
