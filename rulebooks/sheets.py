"""Explain an entry, as `selo explain` answers it: the fields that every sheet has; the
sheet of simpler systems.

What only one system shows is in a struct of its own, derived from ExplainedEntry or
SheetGame in that system's module. The simpler systems share one layout, to which each
gives its columns and its working.
"""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self, TypeVar

from messages import Message, say
from messages.answer import UNSET, Answer, Date, UnsetType
from rulebooks.base import Change, Term
from rulebooks.entries import WorkedEntry
from rulebooks.numbers import games, half_up, number, shown, signed, text

WIDTH = 109
Number = int | float


class SheetGame(Answer, frozen=True, kw_only=True):
    """A game in one player's calculation."""

    game: str
    opponent: str
    name: str
    minutes: Number
    score: Number
    number: int
    basis: str
    basis_text: Message
    section: str


class PlainGame(SheetGame, frozen=True, kw_only=True):
    """A game of a sheet of the other systems; what the formula does not ask for is null
    or missing.
    """

    capped: bool
    difference: int | None
    table_percent: int | None
    percent: int | None
    surplus: Number | None
    kt: Number | None
    contribution: Number | None
    running: int | None
    own: int | UnsetType | None = UNSET
    why: str | UnsetType = UNSET
    factor: Number | UnsetType = UNSET
    change: int | UnsetType = UNSET
    expected: Number | UnsetType = UNSET
    deviation: Number | UnsetType = UNSET
    weight: Number | UnsetType = UNSET

    @classmethod
    def from_term(
        cls,
        term: Term,
        names: Mapping[str, str],
        basis_text: Message,
        section: str,
        **values: Any,
    ) -> Self:
        """Make the game of a term; `values` are the fields that the formula of this
        system fills.
        """
        nothing = dict.fromkeys(
            (
                "difference",
                "table_percent",
                "percent",
                "surplus",
                "kt",
                "contribution",
                "running",
            )
        )
        return cls(
            game=term.game,
            opponent=term.opponent,
            name=names.get(term.opponent, term.opponent),
            minutes=term.seconds // 60,
            score=number(Fraction(term.half_points, 2)),
            number=term.number,
            basis=term.basis,
            basis_text=basis_text,
            section=section,
            capped=term.capped,
            **{**nothing, **values},
        )


class Carried(Answer, frozen=True, kw_only=True):
    """What an earlier career brings into the formula."""

    games: int
    numbers: int | UnsetType = UNSET
    score: Number | UnsetType = UNSET
    text: Message


class ProvisionalRating(Answer, frozen=True, kw_only=True):
    """The rating a new player of the fast list starts from (7.5)."""

    number: int
    basis_text: Message
    section: str
    counted: tuple[str, ...]
    exact: Number | None


class GivenRating(Answer, frozen=True, kw_only=True):
    """A rating that was decided: by an opening, a ruling or an Elo."""

    number: int
    games: int | UnsetType = UNSET
    normal_games: int | UnsetType = UNSET
    peak: int | UnsetType | None = UNSET
    titles: tuple[str, ...] | UnsetType = UNSET
    reason: str | UnsetType = UNSET

    @classmethod
    def from_change(cls, change: Change, reason: str) -> Self | None:
        """Say what a decision or an Elo gave; None where games were rated."""
        if change.kind == "unit":
            return None
        if change.kind == "ruling":
            return cls(number=change.after, reason=reason)
        if change.kind == "opening":
            return cls(
                number=change.after,
                games=change.games,
                normal_games=change.normal_games,
                peak=change.peak,
                titles=tuple(change.titles),
            )
        return cls(number=change.after)


class ExplainedEntry(Answer, frozen=True, kw_only=True):
    """A sheet: one entry with every term, the exact sum and the rounding."""

    player: str
    name: str
    list: str
    tournament: str | None
    unit: str
    on: Date
    edition: str
    kind: str
    seq: int
    before: int | None
    after: int
    formula: str
    section: str | None
    sections: tuple[str, ...]
    status: Message
    games: tuple[SheetGame, ...]
    score: Number
    expected: Number | None
    carried: Carried | None
    provisional: ProvisionalRating | None
    given: GivenRating | None
    coefficient: Number | None
    bonus: Number
    working: tuple[Message, ...]
    source: str
    sum: Number | None
    exact: Number
    rounded: int
    running: tuple[int, ...]

    @classmethod
    def from_entry(
        cls, entry: WorkedEntry, name: str, reason: str, exact: Fraction, **values: Any
    ) -> Self:
        """Fill in what stands in the entry itself; `values` are the other fields.
        `reason`: why a ruling was made.

        It is rounded from the exact rating and not from the stored one: if the two
        differ, the entry is wrong.
        """
        change = entry.change
        return cls(
            player=change.player,
            name=name,
            list=entry.list,
            tournament=entry.tournament,
            unit=entry.unit,
            on=entry.on,
            edition=entry.edition,
            kind=change.kind,
            seq=entry.seq,
            before=change.before,
            after=change.after,
            formula=change.formula,
            score=number(Fraction(change.half_points, 2)),
            given=GivenRating.from_change(change, reason),
            exact=number(exact),
            rounded=half_up(exact.numerator, exact.denominator),
            running=tuple(change.running),
            **values,
        )


E = TypeVar("E", bound=ExplainedEntry)


def worked(
    kind: type[E],
    entry: WorkedEntry,
    name: str,
    status: Message,
    source: str,
    sections: tuple[str, ...],
    games: tuple[PlainGame, ...],
    working: Sequence[Message],
    exact: Fraction,
    *,
    expected: Number | None = None,
    carried: Carried | None = None,
    coefficient: Number | None = None,
    reason: str = "",
    **own: Any,
) -> E:
    """Make the entry of a simpler system: fill in the fields that every sheet has, the
    working with its exact rating, and in `own` those that only its struct has.

    `coefficient`: where it is not that of the change.
    """
    change = entry.change
    moved_by = None
    if change.before is not None and change.terms:
        moved_by = number(exact - change.before)

    return kind.from_entry(
        entry,
        name,
        reason,
        exact,
        section=sections[0] if sections else None,
        sections=sections,
        status=status,
        games=games,
        expected=expected,
        carried=carried,
        provisional=None,
        coefficient=change.coefficient if coefficient is None else coefficient,
        bonus=0,
        working=tuple(working),
        source=source,
        sum=moved_by,
        **own,
    )


class Column(NamedTuple):
    """One column of the table of games: the field of each game's value, and the total
    below it.
    """

    head: str
    field: str
    total: str = ""
    left: bool = False


class PlainSheet(NamedTuple):
    """The sheet of a simpler system; `terms` and `lines` are its two renderings."""

    entry: ExplainedEntry
    columns: tuple[Column, ...] = ()

    def terms(self) -> ExplainedEntry:
        return self.entry

    def lines(self, translate: Callable[[str], str] = str) -> list[str]:
        entry = self.entry
        head = [
            move_in_words(
                entry.list,
                name_with_id(entry.name, entry.player),
                entry.before,
                entry.after,
            )
        ]
        head += [say("{unit}, {day}", unit=entry.unit, day=entry.on), entry.status]
        tail = [
            *entry.working,
            say(
                "edition {edition} ({source})",
                edition=entry.edition,
                source=entry.source,
            ),
        ]
        if entry.sections:
            tail += [say("sections: {sections}", sections=", ".join(entry.sections))]
        if entry.rounded != entry.after:
            tail.append(
                say("DOES NOT ADD UP: the tables hold {rating}", rating=entry.after)
            )

        table = []
        if entry.games:
            table = ["", *_table(self.columns, entry.games, translate), ""]
        return [*wrapped(head, translate), *table, *wrapped(tail, translate)]


def move_in_words(
    list_name: str, player: str, before: int | None, after: int
) -> Message:
    """Say whose rating an entry moved, from what to what."""
    known = {"list": list_name, "player": player, "after": after}
    if before is None:
        return say("{list} of {player}: no rating -> {after}", **known)
    return say("{list} of {player}: {before} -> {after}", before=before, **known)


def name_with_id(name: str, player: str) -> str:
    """Name a player with the id behind the name, on one line."""
    return player if name == player else f"{' '.join(name.split())} ({player})"


def wrapped(
    paragraphs: Sequence[str], translate: Callable[[str], str] = str
) -> list[str]:
    """Break paragraphs into lines no longer than WIDTH."""
    return [
        line
        for words in paragraphs
        for line in textwrap.wrap(translate(words), WIDTH, subsequent_indent="  ")
    ]


def _table(
    columns: Sequence[Column],
    rated: Sequence[SheetGame],
    translate: Callable[[str], str],
) -> list[str]:
    """Make a row per game and the sum; the opponents' column shrinks when a line would
    be too long.
    """
    untranslated = [[column.head for column in columns]]
    for game in rated:
        cells = [_cell(getattr(game, column.field)) for column in columns]
        untranslated.append(cells)
    untranslated.append([column.total for column in columns])
    rows = [list(map(translate, row)) for row in untranslated]

    # the opponents stand in the second column
    widths = [max(map(len, words)) for words in zip(*rows, strict=True)]
    gaps = 2 * (len(widths) - 1)
    others = sum(widths) - widths[1]
    room = WIDTH - gaps - others
    widths[1] = min(widths[1], max(8, room))

    lines = []
    for row in rows:
        cells = list(map(_cell_in_width, row, widths, columns))
        lines.append("  ".join(cells).rstrip())
    return lines


def _cell_in_width(words: str, width: int, column: Column) -> str:
    """Write a cell in its width; what stands at the left is cut where it is longer."""
    if column.left:
        return words[:width].ljust(width)
    return words.rjust(width)


def _cell(value: Number | str | None) -> str:
    if value is None:
        return ""
    return shown(Fraction(str(value))) if isinstance(value, int | float) else str(value)


def first_columns(change: Change) -> tuple[Column, ...]:
    """Return the first four columns of the table of games: game, opponent, W and Ri,
    with the number of games and the score below them. They are the same in every
    system.
    """
    count = games(len(change.terms))
    return (
        Column(say("game"), "game", say("sum"), left=True),
        Column(say("opponent"), "name", count, left=True),
        Column("W", "score", text(Fraction(change.half_points, 2))),
        Column("Ri", "number"),
    )


def given_sheet(
    entry: WorkedEntry,
    name: str,
    source: str,
    reason: str,
    more: Sequence[Message] = (),
) -> PlainSheet:
    """Explain an opening or a ruling: nothing is computed, the rating is given. The
    sheet says what was given and why (`reason`); `more` are steps that a system adds.
    """
    change = entry.change
    if change.kind == "opening":
        status = say("balance carried over from before the ledger")
        steps = [
            say(
                "opening: {rating} after {games}",
                rating=change.after,
                games=games(change.games),
            )
        ]
        if change.peak is not None:
            steps += [say("highest rating before: {rating}", rating=change.peak)]
    else:
        status = say("ruling: the rating changes; games and peak do not")
        if change.before is None:
            steps = [say("ruling: {rating}", rating=change.after)]
        else:
            moved = (
                f"{change.before} {signed(Fraction(change.after - change.before))} ="
                f" {change.after}"
            )
            steps = [say("ruling: {sum}", sum=moved)]

    steps += [say("reason: {words}", words=reason)] if reason else []
    exact = Fraction(change.after)
    working = (*steps, *more)
    return PlainSheet(
        worked(
            ExplainedEntry,
            entry,
            name=name,
            status=status,
            source=source,
            sections=(),
            games=(),
            working=working,
            exact=exact,
            reason=reason,
        )
    )
