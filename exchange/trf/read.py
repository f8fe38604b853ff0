"""The tournament report: one tolerant reader for TRF06, TRF16, the pairing engines' codes and TRF26; one strict report.

    bytes -> text.decoding -> rows (tags, people) -> columns (cells) -> text.cells (games) -> checks -> report

`read_trf` calls them in this order. It refuses with every problem at once, or returns a report with warnings
(differences that do not touch a game) and questions (days that can be read in two ways). Printed points, ranks and
ratings are never used for anything but comparing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from exchange.text.cells import BLANK, Cell, cell_problems, pair
from exchange.text.dates import Order
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.trf.checks import (
    check_declared,
    check_ids,
    check_numbers,
    check_points,
    check_rounds,
    count,
    points_by_code,
)
from exchange.trf.columns import MAX_CELLS, MAX_ROUNDS, cell_column, cell_count, read_cell
from exchange.trf.event import read_dates, read_header, read_teams
from exchange.trf.report import TrfReport
from exchange.trf.rows import KNOWN, TEAM, Row, national_tags, read_national, read_players, split
from ledger.errors import Problem
from messages import say

_CELL_HINT = say("the rows of both players must say the same; correct it in the pairing program and export again")


def read_trf(
    data: bytes,
    file: str | None = None,
    *,
    date_order: Order | None = None,
    answers: Mapping[str, date] | None = None,
) -> TrfReport:
    """Read a tournament report or refuse it.

    `date_order` and `answers` ({question.field: day}) are the officer's answers to the questions of an earlier call.
    """
    decoded = decode(data, file)
    notes = Notes(file)
    rows = split(decoded.lines, notes)
    own = read_players(rows, notes)
    players = tuple(player for _, player in own)
    if not any(row.tag == "001" for row in rows):
        hint = say("a tournament report has a line beginning with 001 for every player")
        notes.refuse("trf-no-players", say("the file has no player"), notes.at(), hint)
    national = read_national(rows, {player.number: player for player in players}, notes)
    header = read_header(rows)
    cells, unread = _cells([(row, player.number) for row, player in own], notes)
    check_rounds(cells, header.declared_rounds, notes)
    check_numbers(players, cells, notes)
    paired = pair(cells, {player.number for player in players}, unread, cell_problems("trf", file, _CELL_HINT))
    notes.problems += paired.problems
    notes.warnings += paired.warnings
    teams = tuple(read_teams(rows, notes))
    days = read_dates(rows, date_order, answers or {}, notes)
    check_points(players, cells, points_by_code(rows), notes)
    check_ids(players, notes)
    check_declared(header, rows, len(players), paired.byes, notes)
    tags = Counter(row.tag for row in rows if row.tag)
    understood = KNOWN | national_tags(national.values())
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
        records=tuple(row.text.rstrip() for row in rows if row.tag in TEAM or _counts_teams(row)),
        cells=tuple(cells),
        games=paired.games,
        byes=paired.byes,
        counts=count(players, cells, paired.games, paired.byes),
        tags=dict(sorted(tags.items())),
        unknown_tags={tag: lines for tag, lines in sorted(tags.items()) if tag not in understood},
        untagged_lines=sum(1 for row in rows if not row.tag),
        questions=days.questions,
    )


def _counts_teams(row: Row) -> bool:
    """Return whether a row says how many teams there were; the 0 that most programs write says nothing."""
    return row.tag == "082" and bool(row.text[3:].strip(" 0"))


def _cells(rows: Sequence[tuple[Row, int]], notes: Notes) -> tuple[list[Cell], set[tuple[int, int]]]:
    """Read every cell with a code or an opponent; return also the (round, player) of those that could not be read."""
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
            where = notes.at(row.line, cell_column(MAX_ROUNDS + 1))
            notes.refuse("trf-too-many-rounds", message, where, say("check that the line ends were not lost"))
        if len(cells) > MAX_CELLS:
            message = say("the file has more than {count} results", count=MAX_CELLS)
            notes.refuse("trf-too-many-cells", message, notes.at(row.line), say("send one tournament in a file"))
            break
        for number in range(1, min(rounds, MAX_ROUNDS) + 1):
            cell = read_cell(row.text, player, number, row.line, notes.file)
            if isinstance(cell, Problem):
                notes.problems.append(cell)
                unread.add((number, player))
            elif cell.opponent or cell.code != BLANK:
                cells.append(cell)
    return cells, unread
