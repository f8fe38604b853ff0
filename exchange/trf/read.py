"""Read the tournament report: TRF06, TRF16, the pairing engines' codes and TRF26,
tolerantly, into one strict report.

    bytes -> text.decoding -> rows (tags, people) -> columns (cells) -> text.cells
    (games) -> checks -> report

`read_trf` calls them in this order, and reads the records about the event itself:
header, teams, days. It refuses with every problem at once, or returns a report with
warnings (differences that do not touch a game) and questions (days that can be read in
two ways). Printed points, ranks and ratings are never used for anything but comparing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from exchange.text.cells import BLANK, Cell, cell_problems, pair
from exchange.text.dates import (
    Order,
    Readings,
    are_finnish_days,
    confirmed_reading,
    readings,
    settle_event_days,
)
from exchange.text.decoding import decode
from exchange.text.notes import FileQuestion, Notes
from exchange.text.numbers import whole_number
from exchange.trf.checks import (
    check_declared,
    check_ids,
    check_numbers,
    check_points,
    check_rounds,
    points_by_code,
)
from exchange.trf.fields import columns
from exchange.trf.player_cells import (
    MAX_CELLS,
    MAX_ROUNDS,
    cell_column,
    cell_count,
    read_cell,
)
from exchange.trf.report import Header, Team, TrfReport
from exchange.trf.rows import TEAM, TrfRow, read_national, read_players, split_rows
from exchange.trf.team_records import read_team
from ledger.errors import Problem
from messages import say


def read_header(rows: Iterable[TrfRow]) -> Header:
    """Read the first record of each tag that is not empty; deputies have one each.

    Of two records that state the number of rounds (142 and XXR), the larger counts. A
    record that is missing is empty.
    """
    first: dict[str, str] = {}
    lines: dict[str, int] = {}
    deputies = []
    for row in rows:
        text = row.text[3:].strip()
        if row.tag == "112" and text:
            deputies.append(text)
        elif text and (row.tag[2:] == "2" or row.tag == "XXR"):
            first.setdefault(row.tag, text)
            lines.setdefault(row.tag, row.line)

    declared = [
        number for tag in ("142", "XXR") if (number := whole_number(first.get(tag, "")))
    ]

    return Header(
        name=first.get("012", ""),
        city=first.get("022", ""),
        federation=first.get("032", ""),
        kind=first.get("092", ""),
        arbiter=first.get("102", ""),
        deputies=tuple(deputies),
        time_control=first.get("122", ""),
        time_control_code=first.get("222", ""),
        declared_players=first.get("062", ""),
        declared_rounds=max(declared, default=None),
        lines=lines,
        texts=first,
    )


def read_teams(rows: Iterable[TrfRow], notes: Notes) -> Iterable[Team]:
    """Yield each team of the records 013 and 310; warn of those whose players are no
    numbers, which are left out.
    """
    for row in rows:
        if row.tag in ("013", "310"):
            team = read_team(row.text, row.tag, row.line)
            if team:
                yield team
            else:
                notes.warn(
                    "trf-team-unreadable",
                    say("the players of a team were not read"),
                    line=row.line,
                    column=37,
                )


def _round_texts(rows: Iterable[TrfRow], notes: Notes) -> dict[int, tuple[str, int]]:
    """Read record 132: the text of each round and its line, in columns 92-99 for round
    1, then every ten columns.

    Of a round that comes again the first counts. A row with texts before column 92 is
    not read at all, and warned of: its days would go to the wrong rounds.
    """
    texts: dict[int, tuple[str, int]] = {}
    for row in rows:
        if row.tag != "132":
            continue
        if row.text[3:91].strip():
            message = say(
                "round dates are not in columns 92-99, 102-109, ... and were not read"
            )
            notes.warn(
                "trf-round-dates-misplaced",
                message,
                line=row.line,
                field="132",
                column=5,
            )
            continue

        for number in range(1, min(cell_count(row.text), MAX_ROUNDS) + 1):
            at = cell_column(number)
            if text := columns(row.text, at, at + 9):
                texts.setdefault(number, (text, row.line))

    return texts


@dataclass(frozen=True, slots=True)
class Days:
    """The days of a report, as far as they are known.

    rounds: by round. questions: days that can be read in two ways, and are not known
    until they are answered.
    """

    start: date | None
    end: date | None
    rounds: Mapping[int, date]
    questions: tuple[FileQuestion, ...]


def read_dates(
    rows: Sequence[TrfRow],
    order: Order | None,
    answers: Mapping[str, date],
    notes: Notes,
) -> Days:
    """Read start, end and round dates as they agree with each other, and ask about each
    that can be read twice.

    `order`: of day and month, as the officer said; `answers`: days they gave, by
    `start`, `end`, `round 3`. A contradiction is a warning.
    """
    texts = {"start": _record(rows, "042"), "end": _record(rows, "052")}
    for number, of_round in sorted(_round_texts(rows, notes).items()):
        texts[f"round {number}"] = of_round

    known = {}
    for name, (text, line) in texts.items():
        known[name] = _reading(name, text, answers, line or None, notes)

    names = list(known)
    heads = [known["start"], known["end"]]
    played = [known[name] for name in names[2:]]

    settled = settle_event_days(heads, played, order)
    written = [texts[name][0] for name in ("start", "end") if texts[name][0]]
    if order is None and settled.open.keys() & {0, 1} and are_finnish_days(written):
        # 3.10.2026: where the rest of the file leaves it open, days with dots and the
        # year last begin with the day
        dotted = settle_event_days(heads, played, "dmy")
        settled = dotted if dotted.odd == settled.odd else settled

    if settled.odd:
        hint = say("check start, end and round dates")
        notes.warn(
            "trf-dates-contradict",
            settled.odd,
            hint,
            texts["start"][1] or None,
            "start",
        )

    days = dict(zip(names, settled.days, strict=True))
    rounds = {}
    for name in names[2:]:
        day = days[name]
        if day is not None:
            _, number_text = name.split()
            rounds[int(number_text)] = day

    questions = []
    for at, choices in sorted(settled.open.items()):
        name = names[at]
        text, line = texts[name]
        message = say(
            "{text} can be read in {count} ways", text=repr(text), count=len(choices)
        )
        where = notes.at(line or None, None, name)
        questions.append(FileQuestion(name, message, choices, where))

    return Days(days["start"], days["end"], rounds, tuple(questions))


def _record(rows: Iterable[TrfRow], tag: str) -> tuple[str, int]:
    """Return the text and the line of the first such record that is not empty; where
    there is none an empty text, and 0 as line.
    """
    for row in rows:
        text = row.text[3:].strip()
        if row.tag == tag and text:
            return text, row.line

    return "", 0


def _reading(
    name: str, text: str, answers: Mapping[str, date], line: int | None, notes: Notes
) -> Readings:
    """Return what a day may mean: the one that the officer gave, else each reading.

    name: start, end or a round. line: of its record; None where there is none. A text
    that is no day is warned of.
    """
    if name in answers:
        return confirmed_reading(answers[name], text)

    reading = readings(text)
    if text and not reading:
        message = say("{text} is not a day", text=repr(text[:40]))
        notes.warn(
            "trf-date-unreadable", message, say("give the day yourself"), line, name
        )

    return reading


_CELL_HINT = say(
    "the rows of both players must say the same; correct it in the pairing program and"
    " export again"
)


def read_trf(
    data: bytes,
    file: str | None = None,
    *,
    date_order: Order | None = None,
    answers: Mapping[str, date] | None = None,
) -> TrfReport:
    """Read a tournament report or refuse it.

    file: its name, for what is wrong with it.

    date_order, answers: the officer's answers to the questions of an earlier call;
    `answers` has days by what was asked about, `start`, `end` or `round 3`.

    Raised is Refused with every problem at once. Questions do not refuse a report: the
    days that they are about are only not known.
    """
    decoded = decode(data, file)
    notes = Notes(file)
    is_utf_8 = decoded.source.encoding in ("utf-8", "utf-8-sig")
    rows = split_rows(decoded.lines, notes, is_utf_8=is_utf_8)
    own = read_players(rows, notes)
    players = tuple(player for _, player in own)
    # where rows of players are out of their columns, that is said, and why
    if not notes.problems and not any(row.tag == "001" for row in rows):
        hint = say("a tournament report has a line beginning with 001 for every player")
        notes.refuse("trf-no-players", say("the file has no player"), hint)

    national = read_national(rows, {player.number: player for player in players}, notes)
    header = read_header(rows)
    cells, unread = _cells([(row, player.number) for row, player in own], notes)

    check_rounds(cells, header.declared_rounds, notes)
    check_numbers(players, cells, notes)

    paired = pair(
        cells,
        {player.number for player in players},
        unread,
        cell_problems("trf", file, _CELL_HINT),
    )
    notes.problems += paired.problems
    notes.warnings += paired.warnings

    teams = tuple(read_teams(rows, notes))
    days = read_dates(rows, date_order, answers or {}, notes)
    check_points(players, cells, points_by_code(rows), notes)
    check_ids(players, notes)
    check_declared(header, rows, len(players), paired.byes, notes)

    return TrfReport(
        warnings=notes.done(),
        source=decoded.source,
        header=header,
        start=days.start,
        end=days.end,
        round_dates=days.rounds,
        players=players,
        national=national,
        teams=teams,
        records=tuple(
            row.text.rstrip() for row in rows if row.tag in TEAM or _counts_teams(row)
        ),
        cells=tuple(cells),
        games=paired.games,
        byes=paired.byes,
        questions=days.questions,
    )


def _counts_teams(row: TrfRow) -> bool:
    """Return whether a row says how many teams there were; the 0 that most programs
    write says nothing.
    """
    return row.tag == "082" and bool(row.text[3:].strip(" 0"))


def _cells(
    rows: Sequence[tuple[TrfRow, int]], notes: Notes
) -> tuple[list[Cell], set[tuple[int, int]]]:
    """Read every cell with a code or an opponent; return also the (round, player) of
    those that could not be read.

    `rows`: each with the starting number of its player. After too many cells the rest
    is not read.
    """
    cells: list[Cell] = []
    unread: set[tuple[int, int]] = set()
    for row, player in rows:
        rounds = cell_count(row.text)
        if rounds > MAX_ROUNDS:
            message = say(
                "the row of {player} has {count} rounds; at most {most} are read",
                player=player,
                count=rounds,
                most=MAX_ROUNDS,
            )
            hint = say("check that the line ends were not lost")
            notes.refuse(
                "trf-too-many-rounds",
                message,
                hint,
                row.line,
                column=cell_column(MAX_ROUNDS + 1),
            )

        if len(cells) > MAX_CELLS:
            message = say("the file has more than {count} results", count=MAX_CELLS)
            notes.refuse(
                "trf-too-many-cells",
                message,
                say("send one tournament in a file"),
                row.line,
            )
            break

        for number in range(1, min(rounds, MAX_ROUNDS) + 1):
            cell = read_cell(row.text, player, number, row.line, notes.file)
            if isinstance(cell, Problem):
                notes.problems.append(cell)
                unread.add((number, player))
            elif cell.opponent or cell.code != BLANK:
                cells.append(cell)

    return cells, unread
