"""Write the formulas of an explanation with the numbers put in, one step a line, down
to the rounding.

Here too: the parts of an entry that an explanation speaks of, and why a game counted as
it did.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import Change, Term
from rulebooks.entries import WorkedEntry
from rulebooks.finland.abroad import FLOOR
from rulebooks.finland.standing import step_day
from rulebooks.finland.tables import AGE_GROUP_NUMBER, EDITIONS
from rulebooks.numbers import formula, games, half_up, text

NUMBERING = "Selosäännöstö 26.4.2023"
SECTION = {"7.2": "3.2", "7.3": "3.3", "7.4": "4.2", "3.7": "3.7"}
SECTIONS = {
    "7.2": ("3.1", "3.2", "3.5", "7.2", "7.7", "7.8", "7.9"),
    "7.3": ("3.1", "3.3", "3.5", "7.3"),
    "7.4": ("4.1", "4.2", "4.5", "3.5", "7.4", "7.9"),
    "3.7": ("3.7",),
}


class Why(NamedTuple):
    """A reason why that rating counted: in words, with the section that says so.

    section: its number, as `3.6`.
    """

    text: Message
    section: str


WHY = {
    "old": Why(say("the rating before this competition"), "7.1"),
    "elo-3.7": Why(
        say("a foreign player's Elo, taken as selo in this competition"), "3.7"
    ),
    "new-3.4": Why(
        say("a new player: the new rating from this competition, computed first"), "3.4"
    ),
    "fide-standard-3.9": Why(say("FIDE standard rating"), "3.9"),
    "fide-rapid-3.9": Why(
        say("no FIDE standard rating; FIDE rapid rating, the game under 60 minutes"),
        "3.9",
    ),
    "national-standard-3.9": Why(
        say("no FIDE rating that applies; national standard rating, comparable"), "3.9"
    ),
    "national-rapid-3.9": Why(
        say(
            "only a comparable national rapid rating applies, the game under 60 minutes"
        ),
        "3.9",
    ),
    "performance-3.9": Why(
        say("no rating that applies; performance in this competition by 7.6 and 7.10"),
        "3.9",
    ),
    "floor-3.9": Why(
        say("no rating that applies and no performance: {floor}", floor=FLOOR), "3.9"
    ),
    "provisional-4.3": Why(say("a new player: the provisional rating by 7.5"), "4.3"),
}
AGE_GROUP = {number: group for group, number in AGE_GROUP_NUMBER.items()}


def why(basis: str, number: int, abroad: bool) -> Why:
    """Say the basis of a Term in words; an unknown one is a defect and raises an error.

    `number`: the opponent's rating, which tells the age group of a default; `abroad`:
    whether the unit has opponents by 3.9.
    """
    if basis.endswith("-floor"):
        reason = WHY[basis.removesuffix("-floor")].text
        return Why(
            say(
                "{reason}; below {floor} counts {same}",
                reason=reason,
                floor=FLOOR,
                same=FLOOR,
            ),
            "3.9",
        )
    if basis == "old" and abroad:
        return Why(say("selo before this competition, as at home"), "3.8")
    if basis == "default-3.6":
        return Why(
            say(
                "no selo yet: {number}, age group {group}",
                number=number,
                group=AGE_GROUP[number],
            ),
            "3.6",
        )
    if basis == "default-4.4":
        return Why(
            say(
                "a new player whose opponents had no pelo: {number} by 3.6, age group"
                " {group}",
                number=number,
                group=AGE_GROUP[number],
            ),
            "4.4",
        )

    return WHY[basis]


class GameLine(NamedTuple):
    """One game of the sheet. What the formula does not use is None; kt in hundredths as
    in a Term.

    difference: the player's rating less the opponent's.
    table_percent: the expectation in hundredths before the cap.
    contribution: what the game was worth, in points; running: the rating after it.
    """

    term: Term
    name: str
    why: Why
    difference: int | None
    table_percent: int | None
    contribution: Fraction | None
    running: int | None

    @property
    def surplus(self) -> Fraction | None:
        """The W - E of this game."""
        if self.term.percent is None:
            return None
        return Fraction(self.term.surplus, 100)


class Provisional(NamedTuple):
    """A new player's rating for 7.4. `exact` is None where it is not by 7.5, or where
    7.5 cannot be shown again.

    counted: the games that 7.5 is about.
    """

    number: int
    why: Why
    counted: tuple[Term, ...]
    exact: Fraction | None


@dataclass(frozen=True)
class Parts:
    """An entry, taken apart; `exact` is the rating before rounding.

    name: of the player; reason: why a ruling was made.
    provisional: what a new pelo starts from; None with every other entry.
    """

    entry: WorkedEntry
    name: str
    reason: str
    games: tuple[GameLine, ...]
    provisional: Provisional | None
    exact: Fraction

    @property
    def rounded(self) -> int:
        """The exact rating rounded by 3.5, not the stored one: if the two differ, the
        entry is wrong.
        """
        return half_up(self.exact.numerator, self.exact.denominator)

    @property
    def bonus(self) -> Fraction:
        """The bonus over all games, in points."""
        return Fraction(self.entry.change.bonus, 10)

    @property
    def sum(self) -> Fraction | None:
        """The points that the games and the bonus add to Ro; None with 7.3, which does
        not start from Ro.
        """
        change = self.entry.change
        if change.before is None or not change.terms or change.formula == "7.3":
            return None
        return self.exact - change.before


def shown(value: Fraction) -> str:
    """Write a fraction for people, with its decimal value.

    One that has no finite decimals comes with both, as `4651/3 = 1550.3333...`.
    """
    exact = text(value)
    if "/" not in exact:
        return exact
    return f"{exact} = {float(value):.4f}..."


def signed(amount: int) -> str:
    """Write an amount with its sign in front, as it continues a sum: `+ 12` or `- 3`."""
    sign = "-" if amount < 0 else "+"
    return f"{sign} {abs(amount)}"


def career(change: Change) -> tuple[int, int, int]:
    """Return the games, the sum of the opponents' ratings and the half points of 7.3,
    earlier and in this unit.
    """
    games, met, made = change.carried or (0, 0, 0)
    for term in change.terms:
        games += 1
        met += term.number
        made += term.half_points
    return games, met, made


def sections(sheet: Parts) -> list[str]:
    """Return every section the sheet refers to, in the order of the rule text.

    An opening or a ruling has none.
    """
    change = sheet.entry.change
    used = {line.why.section for line in sheet.games}
    used.update(SECTIONS.get(change.formula, ()))
    provisional = sheet.provisional
    if provisional is not None:
        used.add(provisional.why.section)
        if provisional.counted:
            used.add("7.5")

    return sorted(used, key=_by_number)


def _by_number(section: str) -> list[int]:
    """Return the sort key of a section: 3.10 stands after 3.9."""
    return [int(part) for part in section.split(".")]


def status(change: Change, entry: WorkedEntry) -> Message:
    """Say which formula was used, and why that one."""
    limit = EDITIONS[entry.edition].new_until
    if change.kind == "opening":
        return say("balance carried over from before the ledger")
    if change.kind == "ruling":
        return say("ruling: the rating changes; games, peak and titles do not")
    if change.kind == "elo-step":
        return say("foreign player: the Elo is taken as an established player's selo")
    if change.formula == "7.3":
        return say(
            "new player: {games} before, at most {limit} (3.1)",
            games=games(_earlier(change)),
            limit=limit,
        )
    if change.formula == "7.2":
        status = say(
            "established player: more than {limit} games before (3.1)", limit=limit
        )
        day = step_day(change.standing)
        if not day:
            return status
        return say(
            "{status}, or by the Elo taken as selo on {day} (3.7)",
            status=status,
            day=day,
        )
    if "start" in change.detail:
        return say("new player: no game before (4.1)")

    return say("established player: games before (4.1)")


def _earlier(change: Change) -> int:
    """Return how many games a new player had before the unit."""
    if not change.carried:
        return 0
    earlier, *_ = change.carried
    return earlier


def carried(change: Change, edition: str) -> Message:
    """Say how a new player's earlier games count (3.3)."""
    earlier = _earlier(change)
    if not earlier:
        return say("no earlier games")
    if EDITIONS[edition].carries_games:
        return say(
            "{count} earlier, each by itself; games of an opening or before a ruling as"
            " draws against it (3.3)",
            count=earlier,
        )

    return say(
        "{count} earlier as rounded rating x games, draws against {rating} (editions"
        " before 2023)",
        count=earlier,
        rating=change.before,
    )


def working(sheet: Parts) -> list[Message]:
    """Return the steps of the formula in order, one a line, down to the rounding. An
    entry without games has no rounding: its number was given.
    """
    change = sheet.entry.change
    if not change.terms:
        return _without_games(sheet)
    if change.formula == "7.2":
        steps = _established(sheet)
    elif change.formula == "7.3":
        steps = _new(sheet)
    else:
        steps = _pelo(sheet)

    steps.append(
        say("rounded to the nearest, a half up: {rating} (3.5)", rating=sheet.rounded)
    )
    return steps


def _without_games(sheet: Parts) -> list[Message]:
    """Explain a 3.7 step, an opening or a ruling: nothing is computed, the rating is
    given.
    """
    change = sheet.entry.change
    if change.kind == "elo-step":
        elo: dict[str, object] = {
            "rating": change.after,
            "day": step_day(change.standing),
        }
        if change.before is None:
            return [say("Elo {rating} on {day}, no selo before (3.7)", **elo)]
        gap = change.after - change.before
        difference = f"{change.after} - {change.before} = {gap}"
        return [
            say(
                "Elo {rating} on {day}: {sum}, at least 100 (3.7)",
                **elo,
                sum=difference,
            )
        ]
    if change.kind == "opening":
        steps = _opening(sheet)
    elif change.before is None:
        steps = [say("ruling: {rating}", rating=change.after)]
    else:
        gained = signed(change.after - change.before)
        steps = [say("ruling: {sum}", sum=f"{change.before} {gained} = {change.after}")]

    if sheet.reason:
        steps.append(say("reason: {words}", words=sheet.reason))
    earlier = change.standing.games
    if earlier and not change.established and sheet.entry.list == "selo":
        steps.append(
            say(
                "still a new player; earlier games ({games}) count as draws against it"
                " (3.3)",
                games=earlier,
            )
        )

    return steps


def _opening(sheet: Parts) -> list[Message]:
    """Say what an opening brings: the rating and the games, the peak and the titles.

    The list pelo does not tell which games were at normal time.
    """
    change = sheet.entry.change
    opening: dict[str, object] = {
        "rating": change.after,
        "games": games(change.games),
    }
    steps = []
    if sheet.entry.list == "selo":
        steps.append(
            say(
                "opening: {rating} after {games}, {normal} of them at normal time",
                **opening,
                normal=change.normal_games,
            )
        )
    else:
        steps.append(say("opening: {rating} after {games}", **opening))

    if change.peak is not None:
        steps.append(say("highest rating before: {rating}", rating=change.peak))
    for title in change.titles:
        steps.append(say("title held: {title}", title=title))

    return steps


def _bonus(sheet: Parts) -> str:
    """Write the bonus as it stands in a formula; nothing where there is none.

    It reads ` + 0.9` for nine games.
    """
    if not sheet.bonus:
        return ""
    return f" + {text(sheet.bonus)}"


def _new(sheet: Parts) -> list[Message]:
    """Work out the selo of a new player by 7.3.

    Earlier games come first, as a sentence; then the formula, as it reads with the sums
    of the whole career:

        4651/3 + 400 x (1.5/3 - 1/2) = 4651/3 = 1550.3333... (7.3)
    """
    change = sheet.entry.change
    count, opponents, half_points = career(change)
    steps = []
    if _earlier(change):
        earlier = carried(change, sheet.entry.edition)
        steps.append(say("before: {carried}", carried=earlier))
    won = text(Fraction(half_points, 2))
    bonus, exact = _bonus(sheet), shown(sheet.exact)
    mean = f"{opponents}/{count}"
    line = f"{mean} + 400 x ({won}/{count} - 1/2){bonus} = {exact} (7.3)"
    steps.append(formula(line))
    return steps


def _established(sheet: Parts) -> list[Message]:
    """Work out the selo of an established player by 7.2, in steps.

    What is printed of the games is their weighted sum; each by itself stands in the
    table above.
    """
    entry = sheet.entry
    before, kr = entry.change.before, entry.change.coefficient
    assert before is not None and kr is not None
    band = _ratings_with(kr)
    steps = [say("Kr {kr}: {band} (7.7)", kr=kr, band=band)]
    if any(line.term.capped for line in sheet.games):
        cap = EDITIONS[entry.edition].cap
        steps.append(say("p is at most {cap} (7.9)", cap=cap))

    # the sum over the games of Kt x (W - E)
    weighted = text((sheet.exact - before - sheet.bonus) / kr)
    bonus = _bonus(sheet)
    after = text(sheet.exact)
    steps.append(formula(f"{before} + {kr} x {weighted}{bonus} = {after} (7.2)"))
    return steps


# 7.7: 20 from 2050, 45 up to 1649; in between 5 more for each 100 points less
def _ratings_with(kr: int) -> Message:
    """Say for which ratings a Kr holds.

    `kr`: one of the column of 7.7, so 30 is `1850 to 1949`.
    """
    if kr == 20:
        return say("from 2050")
    if kr == 45:
        return say("up to 1649")
    lowest = 2450 - 20 * kr
    highest = 2549 - 20 * kr
    return say("{low} to {high}", low=lowest, high=highest)


def _pelo(sheet: Parts) -> list[Message]:
    """Work out a pelo by 7.4, in steps; that of a new player from where it starts.

    An expectation that is met leaves the rating as it is, and no curve is printed.
    """
    change = sheet.entry.change
    assert change.expected is not None and change.before is not None
    steps = []
    if sheet.provisional is not None:
        steps += _start(sheet.provisional)
    score = Fraction(change.half_points, 2)
    expected = Fraction(change.expected, 100)
    surplus = score - expected
    steps.append(formula(f"W - E = {text(score)} - {text(expected)} = {text(surplus)}"))
    if not surplus:
        return [*steps, say("{rating}, as W = E (7.4)", rating=change.before)]

    sign = "+" if surplus > 0 else "-"
    power = text(abs(surplus) / 10)
    curve = f"{change.before} {sign} 200 x (1 - e^-{power})"
    steps.append(
        say("{sum}, to the millionth (7.4)", sum=f"{curve} = {text(sheet.exact)}")
    )
    return steps


def _start(provisional: Provisional) -> list[Message]:
    """Say which rating a new player starts from, by 7.5 as far as it can be shown."""
    number, why, counted, exact = provisional
    steps = [
        say(
            "starts from {number}: {reason} ({section})",
            number=number,
            reason=why.text,
            section=why.section,
        )
    ]

    if exact is not None:
        count = len(counted)
        mean = f"{sum(term.number for term in counted)}/{count}"
        won = text(Fraction(sum(term.half_points for term in counted), 2))
        line = f"{mean} + 800 x ({won}/{count} - 1/2) = {shown(exact)} (7.5)"
        steps.append(formula(line))
        steps.append(
            say("rounded to the nearest, a half up: {rating} (4.3)", rating=number)
        )

    return steps
