"""An explanation as lines for a terminal: the table of games, the reasons, the formulas with the numbers put in."""

import string
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from rulebooks.finland.explain.parts import GameLine, Parts, Why
from rulebooks.finland.explain.working import NUMBERING, career, sections, status, working
from rulebooks.finland.tables import EDITIONS
from rulebooks.numbers import games, text
from rulebooks.sheets import WIDTH, who, wrapped

GAME_WIDTH = 16


class GameColumn(NamedTuple):
    """A cell for each game, one for a new player's earlier games and one for the sum."""

    head: str
    cell: Callable[[GameLine], str]
    total: str = ""
    earlier: str = ""
    left: bool = False
    widest: int = WIDTH


def lines(sheet: Parts) -> list[str]:
    """The whole sheet, no line over WIDTH."""
    entry, change = sheet.entry, sheet.entry.change
    edition = EDITIONS[entry.edition]
    before = "no rating" if change.before is None else change.before
    head = [f"{entry.list} of {who(sheet.name, change.player)}: {before} -> {change.after}"]
    head += [f"{entry.unit}, {entry.on}", status(change, entry)]
    tail = [*working(sheet), f"edition {edition.id} ({edition.source})"]
    if used := sections(sheet):
        tail.append(f"sections of {NUMBERING}: {', '.join(used)}")
    if sheet.rounded != change.after:
        tail.append(f"DOES NOT ADD UP: the tables hold {change.after}")
    if not sheet.games:
        return wrapped(head + tail)
    reasons = [f"{letter}: {why.text} ({why.section})" for why, letter in _letters(sheet).items()]
    return [*wrapped(head), "", *_table(sheet), "", *wrapped(reasons + tail)]


def _letters(sheet: Parts) -> dict[Why, str]:
    """A letter for each reason, in order of appearance."""
    return dict(zip(dict.fromkeys(line.why for line in sheet.games), string.ascii_letters, strict=False))


def _table(sheet: Parts) -> list[str]:
    """The opponents' column shrinks when a line would be too long."""
    columns = [*_who_and_what(sheet), *_what_was_expected(sheet)]
    rows = [[column.head for column in columns]]
    if any(sheet.entry.change.carried or ()):
        rows.append([column.earlier for column in columns])
    rows += [[column.cell(line) for column in columns] for line in sheet.games]
    rows.append([column.total for column in columns])
    widths = [min(column.widest, max(len(row[at]) for row in rows)) for at, column in enumerate(columns)]
    room = WIDTH - sum(widths) - 2 * (len(widths) - 1)
    widths[1] += min(0, room)
    return ["  ".join(_cell(*each) for each in zip(row, widths, columns, strict=True)).rstrip() for row in rows]


def _cell(words: str, width: int, column: GameColumn) -> str:
    clipped = words if len(words) <= width else f"{words[: width - 1]}…"
    return clipped.ljust(width) if column.left else clipped.rjust(width)


def _who_and_what(sheet: Parts) -> list[GameColumn]:
    """Opponents, points and ratings; 7.3 also sums the ratings."""
    change, letters = sheet.entry.change, _letters(sheet)
    earlier, met, made = change.carried or (0, 0, 0)
    count, all_met, all_made = career(change)
    return [
        GameColumn("game", lambda line: line.term.game, "sum", "before", left=True, widest=GAME_WIDTH),
        GameColumn(
            "opponent", lambda line: who(line.name, line.term.opponent), games(count), games(earlier), left=True
        ),
        GameColumn("W", lambda line: text(Fraction(line.term.half_points, 2)), _halves(all_made), _halves(made)),
        GameColumn("Ri", lambda line: str(line.term.number), str(all_met) if change.formula == "7.3" else "", str(met)),
        GameColumn("why", lambda line: letters[line.why]),
    ]


def _halves(half_points: int) -> str:
    return text(Fraction(half_points, 2))


def _what_was_expected(sheet: Parts) -> list[GameColumn]:
    """7.2 and 7.4: D, p(D) and W - E; Kt and the points it brings with selo, which games 7.5 counts with a new pelo."""
    change = sheet.entry.change
    if change.expected is None:
        return []
    columns = [GameColumn("D", lambda line: _text(line.difference))]
    if any(line.term.capped for line in sheet.games):
        columns.append(GameColumn("table", lambda line: _text(line.table_percent)))
    surplus = Fraction(50 * change.half_points - change.expected, 100)
    columns.append(GameColumn("p", lambda line: _text(line.term.percent), str(change.expected)))
    columns.append(GameColumn("W-E", lambda line: _text(line.surplus), text(surplus)))
    if change.formula == "7.2":
        gained = sum((line.contribution or Fraction(0) for line in sheet.games), Fraction(0))
        columns += [
            GameColumn("min", lambda line: str(line.term.seconds // 60)),
            GameColumn("Kt", lambda line: _text(None if line.term.kt is None else Fraction(line.term.kt, 100))),
            GameColumn("Kr Kt (W-E)", lambda line: _text(line.contribution), text(gained)),
            GameColumn("after", lambda line: _text(line.running), str(change.after)),
        ]
    if sheet.provisional is not None and sheet.provisional.counted:
        counted = sheet.provisional.counted
        columns.append(GameColumn("7.5", lambda line: "yes" if line.term in counted else ""))
    return columns


def _text(value: Fraction | int | None) -> str:
    return "" if value is None else text(Fraction(value))
