"""Explain an entry of selo or pelo on paper: every term, the formula with the numbers
put in, the rounding.

Everything comes from the stored entry; what it does not hold (the table value before
the cap) follows from it. A test goes the other way, from the printed terms alone
(tests/recompute.py). The lines for a terminal: the table of games, the reasons, the
formulas.
"""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import Change, Term
from rulebooks.entries import WorkedEntry
from rulebooks.finland import pelo, selo, working
from rulebooks.finland.editions import EDITIONS
from rulebooks.finland.reasons import AGE_GROUP, Why, reason_of
from rulebooks.finland.sheet_parts import GameLine, Parts, Provisional
from rulebooks.finland.tables import percent
from rulebooks.numbers import games, half_up, number, text
from rulebooks.sheets import (
    WIDTH,
    Carried,
    ExplainedEntry,
    Number,
    ProvisionalRating,
    SheetGame,
    move_in_words,
    name_with_id,
    wrapped,
)


class ExplainedGame(SheetGame, frozen=True, kw_only=True):
    """A game of a Finnish sheet; what the formula does not ask for is null."""

    difference: int | None
    table_percent: int | None
    percent: int | None
    capped: bool
    surplus: Number | None
    kt: Number | None
    contribution: Number | None
    running: int | None


@dataclass(frozen=True)
class Explanation(Parts):
    """The sheet; `terms` and `lines` are its two renderings."""

    def terms(self) -> ExplainedEntry:
        """Return the sheet for a program: every number by its name, as in the answers."""
        entry, change = self.entry, self.entry.change
        return ExplainedEntry.from_entry(
            entry,
            self.name,
            self.reason,
            self.exact,
            section=working.SECTION.get(change.formula),
            sections=tuple(working.sections(self)),
            status=working.formula_used(change, entry),
            games=tuple(_game(line) for line in self.games),
            expected=_hundredths(change.expected if change.terms else None),
            carried=_carried_games(self),
            provisional=_provisional_rating(self.provisional),
            coefficient=change.coefficient,
            bonus=number(self.bonus),
            working=tuple(working.working(self)),
            source=EDITIONS[entry.edition].source,
            sum=None if self.sum is None else number(self.sum),
        )

    def lines(self, translate: Callable[[str], str] = str) -> list[str]:
        """Return the sheet for a terminal, in a language."""
        return lines(self, translate)


def explain(
    entry: WorkedEntry, names: Mapping[str, str], *, reason: str = ""
) -> Explanation:
    """Explain an entry. `names` by player id; a missing one is shown by its id.
    `reason`: why a ruling was made; no entry holds it.

    The entry comes with its change worked out. Whether the numbers add up to what is
    stored, the sheet itself says.
    """
    change = entry.change
    abroad = any("3.9" in term.basis for term in change.terms)
    running = change.running or (None,) * len(change.terms)
    games = []
    contributions = []
    for term, value in zip(change.terms, running, strict=True):
        name = names.get(term.opponent, term.opponent)
        line = _game_line(term, change, name, abroad, value)
        games.append(line)
        if line.contribution is not None:
            contributions.append(line.contribution)

    return Explanation(
        entry=entry,
        name=names.get(change.player, change.player),
        reason=reason,
        games=tuple(games),
        provisional=_provisional(change) if "start" in change.detail else None,
        exact=_exact(change, contributions),
    )


def _game_line(
    term: Term, change: Change, name: str, abroad: bool, running: int | None
) -> GameLine:
    """Make the line of one game. `abroad`: whether the unit has opponents by 3.9;
    `running`: the rating after the game, None where the formula has none.
    """
    why = reason_of(term.basis, term.number, abroad)
    if term.percent is None or change.before is None:  # 7.3 knows no expectation
        return GameLine(
            term=term,
            name=name,
            why=why,
            difference=None,
            table_percent=None,
            contribution=None,
            running=running,
        )

    difference = change.before - term.number
    contribution = None
    if term.kt is not None and change.coefficient is not None:
        weight = change.coefficient * term.kt
        gained = selo.gain(weight, term.half_points, term.percent, bonus=0)
        contribution = Fraction(gained, 10_000)

    return GameLine(
        term=term,
        name=name,
        why=why,
        difference=difference,
        table_percent=percent(difference),
        contribution=contribution,
        running=running,
    )


def _exact(change: Change, contributions: list[Fraction]) -> Fraction:
    """Return the rating before rounding; of 7.4, which is never a fraction, to the
    millionth that decides (`half_up_float` of rulebooks/numbers.py).

    `contributions`: what each game was worth by 7.2, in points; other formulas do not
    ask for them.
    """
    formula, before = change.formula, change.before
    if formula == "7.2" and before is not None:
        return before + sum(contributions) + Fraction(change.bonus, 10)
    if formula == "7.3":
        career = working.career_sums(change)
        numerator, denominator = selo.unrounded_rating(
            opponents=career.opponents,
            half_points=career.half_points,
            games=career.games,
            bonus=change.bonus > 0,
        )
        return Fraction(numerator, denominator)
    if formula == "7.4" and before is not None and change.expected is not None:
        exact = pelo.unrounded_rating(before, change.surplus)
        return Fraction(f"{exact:.6f}")

    # a step, an opening, a ruling: the number as it was given
    return Fraction(change.after)


def _provisional(change: Change) -> Provisional:
    """Find what a provisional rating came from: only games against players who have a
    pelo, whose rating is an old one, count in 7.5 (4.3).

    A player with a rating and no games (an opening of 0 games, a ruling) counts there
    too, with the rating before the unit; if that player is provisional too, this entry
    holds only the new rating, and 7.5 cannot be shown.
    """
    basis, start = change.detail["start"], change.before
    assert start is not None
    counted: list[Term] = []
    if basis == "provisional-4.3":
        counted = [term for term in change.terms if term.basis == "old"]
    if counted:
        opponents = sum(term.number for term in counted)
        half_points = sum(term.half_points for term in counted)
        exact = Fraction(*pelo.provisional_number(opponents, half_points, len(counted)))
        if half_up(exact.numerator, exact.denominator) == start:
            why = _start(basis, start, shown=True)
            return Provisional(start, why, tuple(counted), exact)

    why = _start(basis, start, shown=False)
    return Provisional(start, why, counted=(), exact=None)


def _start(basis: str, number: int, shown: bool) -> Why:
    """Say which rating a new player starts from in 7.4, and why.

    `number`: the rating itself; `shown`: whether the sum of 7.5 is printed below.
    """
    if basis == "old":
        return Why(say("the rating held before any pelo game"), "3.6")
    if basis == "provisional-4.3" and not shown:
        return Why(
            say(
                "by 7.5; an opponent with a rating but no games counted with a rating"
                " that this entry does not hold"
            ),
            "4.3",
        )
    if basis == "provisional-4.3":
        return Why(say("by 7.5 over the games against players who have a pelo"), "4.3")

    return Why(
        say(
            "no opponent had a pelo: {number} by 3.6, age group {group}",
            number=number,
            group=AGE_GROUP[number],
        ),
        "4.4",
    )


def _hundredths(value: int | None) -> Number | None:
    """Return a number of hundredths as a number; None stays None."""
    return None if value is None else number(Fraction(value, 100))


def _game(line: GameLine) -> ExplainedGame:
    """Return the line of a game for a program."""
    term = line.term
    return ExplainedGame(
        game=term.game,
        opponent=term.opponent,
        name=line.name,
        minutes=term.seconds // 60,
        score=number(Fraction(term.half_points, 2)),
        number=term.number,
        basis=term.basis,
        basis_text=line.why.text,
        section=line.why.section,
        difference=line.difference,
        table_percent=line.table_percent,
        percent=term.percent,
        capped=term.capped,
        surplus=None if line.surplus is None else number(line.surplus),
        kt=_hundredths(term.kt),
        contribution=None if line.contribution is None else number(line.contribution),
        running=line.running,
    )


def _carried_games(sheet: Explanation) -> Carried | None:
    """Return a new player's earlier games for a program; None for everybody else."""
    change = sheet.entry.change
    if change.carried is None:
        return None

    earlier = working.earlier_sums(change)
    return Carried(
        games=earlier.games,
        numbers=earlier.opponents,
        score=number(Fraction(earlier.half_points, 2)),
        text=working.carried(change, sheet.entry.edition),
    )


def _provisional_rating(provisional: Provisional | None) -> ProvisionalRating | None:
    """Return for a program what a new pelo starts from; None where nobody started from
    one.
    """
    if provisional is None:
        return None

    return ProvisionalRating(
        number=provisional.number,
        basis_text=provisional.why.text,
        section=provisional.why.section,
        counted=tuple(term.game for term in provisional.counted),
        exact=None if provisional.exact is None else number(provisional.exact),
    )


GAME_WIDTH = 16


class GameColumn(NamedTuple):
    """A column with a cell for each game, one for a new player's earlier games and one
    for the sum.

    cell: writes what stands in the line of a game.
    left: whether it is written from the left; numbers are not.
    widest: how many letters it may have.
    """

    head: str
    cell: Callable[[GameLine], str]
    total: str = ""
    earlier: str = ""
    left: bool = False
    widest: int = WIDTH


def lines(sheet: Parts, translate: Callable[[str], str] = str) -> list[str]:
    """Write the whole sheet, no line over WIDTH.

    `translate` puts a sentence into another language. A sheet whose numbers do not come
    to the stored rating says so in its last lines.
    """
    entry, change = sheet.entry, sheet.entry.change
    edition = EDITIONS[entry.edition]
    player = name_with_id(sheet.name, change.player)
    head = [
        move_in_words(entry.list, player, change.before, change.after),
        say("{unit}, {day}", unit=entry.unit, day=entry.on),
        working.formula_used(change, entry),
    ]

    tail = [
        *working.working(sheet),
        say("edition {edition} ({source})", edition=edition.id, source=edition.source),
    ]
    sections = working.sections(sheet)
    if sections:
        tail.append(
            say(
                "sections of {numbering}: {sections}",
                numbering=working.NUMBERING,
                sections=", ".join(sections),
            )
        )

    if sheet.rounded != change.after:
        tail.append(
            say("DOES NOT ADD UP: the tables hold {rating}", rating=change.after)
        )

    if not sheet.games:
        return wrapped(head + tail, translate)

    return [
        *wrapped(head, translate),
        "",
        *_table(sheet, translate),
        "",
        *wrapped(_reasons(sheet) + tail, translate),
    ]


def _reasons(sheet: Parts) -> list[Message]:
    """Say why the games counted as they did, with the letters that the table has."""
    reasons = []
    for why, letter in _letter_of(sheet).items():
        reason = say(
            "{letter}: {sentence} ({section})",
            letter=letter,
            sentence=why.text,
            section=why.section,
        )
        reasons.append(reason)

    return reasons


def _letter_of(sheet: Parts) -> dict[Why, str]:
    """Give each reason a letter, in order of appearance.

    The first reason is `a`; there are more letters than reasons.
    """
    reasons = dict.fromkeys(line.why for line in sheet.games)
    return dict(zip(reasons, string.ascii_letters, strict=False))


def _table(sheet: Parts, translate: Callable[[str], str]) -> list[str]:
    """Make the table of games; the opponents' column shrinks when a line would be too
    long.

    Returned are its lines: the heads, a new player's earlier games if there are any,
    the games, the sum.
    """
    columns = [*_who_and_what(sheet), *_what_was_expected(sheet)]
    untranslated = [[column.head for column in columns]]
    if any(sheet.entry.change.carried or ()):
        untranslated.append([column.earlier for column in columns])
    for game in sheet.games:
        untranslated.append([column.cell(game) for column in columns])

    untranslated.append([column.total for column in columns])
    rows = [list(map(translate, row)) for row in untranslated]

    widths = []
    for column, *cells in zip(columns, *rows, strict=True):
        longest = max(map(len, cells))
        widths.append(min(column.widest, longest))

    gaps = 2 * (len(widths) - 1)
    room = WIDTH - gaps - sum(widths)
    widths[1] += min(0, room)

    lines = []
    for row in rows:
        clipped = map(_cell, row, widths, columns)
        lines.append("  ".join(clipped).rstrip())

    return lines


def _cell(words: str, width: int, column: GameColumn) -> str:
    """Write a cell in its width, clipped where it is longer.

    What is clipped ends in `…`.
    """
    if len(words) > width:
        words = f"{words[: width - 1]}…"
    if column.left:
        return words.ljust(width)
    return words.rjust(width)


def _who_and_what(sheet: Parts) -> list[GameColumn]:
    """Make the columns of opponents, points and ratings; 7.3 also sums the ratings."""
    change, letter_of = sheet.entry.change, _letter_of(sheet)
    earlier = working.earlier_sums(change)
    career = working.career_sums(change)
    return [
        GameColumn(
            say("game"),
            lambda line: line.term.game,
            say("sum"),
            say("before"),
            left=True,
            widest=GAME_WIDTH,
        ),
        GameColumn(
            say("opponent"),
            lambda line: name_with_id(line.name, line.term.opponent),
            games(career.games),
            games(earlier.games),
            left=True,
        ),
        GameColumn(
            "W",
            lambda line: text(Fraction(line.term.half_points, 2)),
            _halves(career.half_points),
            _halves(earlier.half_points),
        ),
        GameColumn(
            "Ri",
            lambda line: str(line.term.number),
            str(career.opponents) if change.formula == "7.3" else "",
            str(earlier.opponents),
        ),
        GameColumn(say("why"), lambda line: letter_of[line.why]),
    ]


def _halves(half_points: int) -> str:
    """Write half points as points: 3 as `1.5`."""
    return text(Fraction(half_points, 2))


def _what_was_expected(sheet: Parts) -> list[GameColumn]:
    """Make the columns of 7.2 and 7.4: D, p(D) and W - E; Kt and the points it brings
    with selo, which games 7.5 counts with a new pelo.

    7.3 expects nothing, so it has none of them.
    """
    change = sheet.entry.change
    if change.expected is None:
        return []

    columns = [GameColumn("D", lambda line: _text(line.difference))]
    if any(line.term.capped for line in sheet.games):
        columns.append(GameColumn(say("table"), lambda line: _text(line.table_percent)))
    surplus = text(Fraction(change.surplus, 100))
    columns += [
        GameColumn("p", lambda line: _text(line.term.percent), str(change.expected)),
        GameColumn("W-E", lambda line: _text(line.surplus), surplus),
    ]
    if change.formula == "7.2":
        columns += _what_was_gained(sheet)
    if sheet.provisional is not None and sheet.provisional.counted:
        counted = sheet.provisional.counted
        columns.append(
            GameColumn("7.5", lambda line: say("yes") if line.term in counted else "")
        )

    return columns


def _what_was_gained(sheet: Parts) -> list[GameColumn]:
    """Make the columns of selo: the time, Kt, and the points that each game brings."""
    gained = Fraction(0)
    for line in sheet.games:
        gained += line.contribution or 0

    after = str(sheet.entry.change.after)
    return [
        GameColumn("min", lambda line: str(line.term.seconds // 60)),
        GameColumn("Kt", lambda line: _hundredths_in_text(line.term.kt)),
        GameColumn("Kr Kt (W-E)", lambda line: _text(line.contribution), text(gained)),
        GameColumn(say("after"), lambda line: _text(line.running), after),
    ]


def _text(value: Fraction | int | None) -> str:
    """Write a number; nothing for None."""
    if value is None:
        return ""
    return text(Fraction(value))


def _hundredths_in_text(value: int | None) -> str:
    """Write a number of hundredths; nothing for None."""
    if value is None:
        return ""
    return text(Fraction(value, 100))
