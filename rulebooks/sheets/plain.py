"""An explanation of the simpler systems: one layout, to which each family gives its columns and its working."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Self

from messages import Message, say
from rulebooks.base import Change, Entry, Term
from rulebooks.numbers import games, half_up, number, shown, signed, text
from rulebooks.sheets.terms import CarriedTerms, GameTerms, Number, SheetTerms, SystemTerms, given_terms

WIDTH = 109


class Column(NamedTuple):
    """One column of the table of games: the field of each game's value, and the total below it."""

    head: str
    field: str
    total: str = ""
    left: bool = False


@dataclass(frozen=True, kw_only=True)
class PlainGame(GameTerms):
    """One game of the sheet; what the formula does not use is None. Each family adds the columns of its own."""

    capped: bool
    difference: int | None = None
    table_percent: int | None = None
    percent: int | None = None
    surplus: Number | None = None
    kt: Number | None = None
    contribution: Number | str | None = None
    running: int | None = None

    @classmethod
    def of(cls, term: Term, names: Mapping[str, str], basis_text: Message, section: str, **values: Any) -> Self:
        """`values` are the fields that the formula of this family fills."""
        return cls(
            game=term.game, opponent=term.opponent, name=names.get(term.opponent, term.opponent),
            minutes=term.seconds // 60, score=number(Fraction(term.half_points, 2)), number=term.number,
            basis=term.basis, basis_text=basis_text, section=section, capped=term.capped, **values,
        )  # fmt: skip


class PlainSheet(NamedTuple):
    """The sheet; `terms` and `lines` are its two renderings. `coefficient`: where it is not that of the change."""

    entry: Entry
    name: str
    status: Message
    source: str
    sections: tuple[str, ...]
    games: tuple[PlainGame, ...]
    columns: tuple[Column, ...]
    working: tuple[Message, ...]
    exact: Fraction
    reason: str = ""
    expected: Number | None = None
    carried: CarriedTerms | None = None
    coefficient: Number | None = None
    system: SystemTerms = SystemTerms()

    @property
    def rounded(self) -> int:
        """From the exact rating and not from the stored one: if the two differ, the entry is wrong."""
        return half_up(self.exact.numerator, self.exact.denominator)

    def terms(self) -> SheetTerms:
        entry, change = self.entry, self.entry.change
        return SheetTerms(
            player=change.player, name=self.name, list=entry.list, tournament=entry.tournament,
            unit=entry.unit, on=entry.on, edition=entry.edition, kind=change.kind, seq=entry.seq,
            before=change.before, after=change.after, formula=change.formula,
            section=self.sections[0] if self.sections else None, sections=self.sections,
            status=self.status, games=self.games,
            score=number(Fraction(change.half_points, 2)), expected=self.expected, carried=self.carried,
            provisional=None, given=given_terms(change, self.reason),
            coefficient=change.coefficient if self.coefficient is None else self.coefficient, bonus=0,
            working=self.working, source=self.source, sum=self._sum(), exact=text(self.exact),
            rounded=self.rounded, running=tuple(change.running), system=self.system,
        )  # fmt: skip

    def _sum(self) -> str | None:
        change = self.entry.change
        return None if change.before is None or not change.terms else text(self.exact - change.before)

    def lines(self) -> list[str]:
        entry, change = self.entry, self.entry.change
        before = "no rating" if change.before is None else change.before
        who = change.player if self.name == change.player else f"{' '.join(self.name.split())} ({change.player})"
        head = [f"{entry.list} of {who}: {before} -> {change.after}", f"{entry.unit}, {entry.on}", self.status]
        tail = [*self.working, f"edition {entry.edition} ({self.source})"]
        tail += [f"sections: {', '.join(self.sections)}"] if self.sections else []
        if self.rounded != change.after:
            tail.append(f"DOES NOT ADD UP: the tables hold {change.after}")
        table = ["", *_table(self.columns, self.games), ""] if self.games else []
        return [*_wrapped(head), *table, *_wrapped(tail)]


def _wrapped(paragraphs: Sequence[str]) -> list[str]:
    return [line for paragraph in paragraphs for line in textwrap.wrap(paragraph, WIDTH, subsequent_indent="  ")]


def _table(columns: Sequence[Column], rated: Sequence[PlainGame]) -> list[str]:
    """A row per game and the sum; the opponents' column shrinks when a line would be too long."""
    rows = [[column.head for column in columns]]
    rows += [[_cell(getattr(game, column.field)) for column in columns] for game in rated]
    rows.append([column.total for column in columns])
    widths = [max(len(row[at]) for row in rows) for at in range(len(columns))]
    widths[1] = min(widths[1], max(8, WIDTH - sum(widths) + widths[1] - 2 * (len(widths) - 1)))
    return [
        "  ".join(
            word[:width].ljust(width) if column.left else word.rjust(width)
            for word, width, column in zip(row, widths, columns, strict=True)
        ).rstrip()
        for row in rows
    ]


def _cell(value: Number | str | None) -> str:
    if value is None:
        return ""
    return shown(Fraction(str(value))) if isinstance(value, int | float) else str(value)


def first_columns(change: Change) -> tuple[Column, ...]:
    """The opponents and the scores: the same in every system."""
    count = games(len(change.terms))
    return (
        Column("game", "game", "sum", left=True),
        Column("opponent", "name", count, left=True),
        Column("W", "score", text(Fraction(change.half_points, 2))),
        Column("Ri", "number"),
    )


def given_sheet(entry: Entry, name: str, source: str, reason: str, more: Sequence[Message] = ()) -> PlainSheet:
    """An opening or a ruling: nothing is computed, the rating is given."""
    change = entry.change
    if change.kind == "opening":
        status = say("balance carried over from before the ledger")
        steps = [say("opening: {rating} after {games}", rating=change.after, games=games(change.games))]
        steps += [] if change.peak is None else [say("highest rating before: {rating}", rating=change.peak)]
    else:
        status = say("ruling: the rating changes; games and peak do not")
        if change.before is None:
            steps = [say("ruling: {rating}", rating=change.after)]
        else:
            moved = f"{change.before} {signed(Fraction(change.after - change.before))} = {change.after}"
            steps = [say("ruling: {sum}", sum=moved)]
    steps += [say("reason: {words}", words=reason)] if reason else []
    return PlainSheet(
        entry, name, status, source, (), (), (), (*steps, *more), Fraction(change.after), reason
    )  # fmt: skip
