"""The words of an explanation: why a number counted, which sections were used, how a number is written."""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rulebooks.base import Change, Entry
from rulebooks.figures import number as number
from rulebooks.figures import text as text
from rulebooks.finland.foreign import FLOOR
from rulebooks.finland.standing import step_day
from rulebooks.finland.tables import AGE_GROUP_NUMBER, EDITIONS

if TYPE_CHECKING:
    from rulebooks.finland.explain import Explanation

NUMBERING = "Selosäännöstö 26.4.2023"


class Why(NamedTuple):
    """Why that number: in words, and the section that says so."""

    text: str
    section: str


WHY = {
    "old": Why("the number before this competition", "7.1"),
    "elo-3.7": Why("a foreign player's Elo, taken as selo in this competition", "3.7"),
    "new-3.4": Why("a new player: the new number of this competition, worked out first", "3.4"),
    "fide-standard-3.9": Why("FIDE standard rating", "3.9"),
    "fide-rapid-3.9": Why("no FIDE standard rating; FIDE rapid rating, the game under 60 minutes", "3.9"),
    "national-standard-3.9": Why("no FIDE rating that applies; national standard rating, comparable", "3.9"),
    "national-rapid-3.9": Why("only a comparable national rapid rating applies, the game under 60 minutes", "3.9"),
    "performance-3.9": Why("no rating that applies; performance in this competition by 7.6 and 7.10", "3.9"),
    "floor-3.9": Why(f"no rating that applies and no performance: {FLOOR}", "3.9"),
    "provisional-4.3": Why("a new player: the provisional number by 7.5", "4.3"),
}
AGE_GROUP = {number: group for group, number in AGE_GROUP_NUMBER.items()}
SECTION = {"7.2": "3.2", "7.3": "3.3", "7.4": "4.2", "3.7": "3.7"}
SECTIONS = {
    "7.2": ("3.1", "3.2", "3.5", "7.2", "7.7", "7.8", "7.9"),
    "7.3": ("3.1", "3.3", "3.5", "7.3"),
    "7.4": ("4.1", "4.2", "4.5", "3.5", "7.4", "7.9"),
    "3.7": ("3.7",),
}


def why(basis: str, number: int, abroad: bool) -> Why:
    """The basis of a Term in words; an unknown one is a fault of ours and stops here."""
    if basis.endswith("-floor"):
        return Why(f"{WHY[basis.removesuffix('-floor')].text}; below {FLOOR} counts {FLOOR}", "3.9")
    if basis == "old" and abroad:
        return Why("selo before this competition, as at home", "3.8")
    if basis == "default-3.6":
        return Why(f"no selo yet: {number}, age group {AGE_GROUP[number]}", "3.6")
    if basis == "default-4.4":
        return Why(f"a new player who met nobody with a pelo: {number} by 3.6, age group {AGE_GROUP[number]}", "4.4")
    return WHY[basis]


def start(basis: str, number: int, shown: bool) -> Why:
    """The number a new player starts from in 7.4."""
    if basis == "old":
        return Why("the number held without a pelo game before", "3.6")
    if basis == "provisional-4.3" and not shown:
        return Why("by 7.5; an opponent with a number but no games counted with one this entry does not hold", "4.3")
    if basis == "provisional-4.3":
        return Why("by 7.5 over the games against players who have a pelo", "4.3")
    return Why(f"nobody with a pelo met: {number} by 3.6, age group {AGE_GROUP[number]}", "4.4")


def shown(value: Fraction) -> str:
    """For people: a fraction also as a number to look at."""
    exact = text(value)
    return f"{exact} = {float(value):.4f}..." if "/" in exact else exact


def signed(amount: int) -> str:
    return f"{'-' if amount < 0 else '+'} {abs(amount)}"


def games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def career(change: Change) -> tuple[int, int, int]:
    """7.3: games, sum of the opponents' numbers and half points, earlier and now."""
    earlier, met, made = change.carried or (0, 0, 0)
    now = sum(term.number for term in change.terms), sum(term.half_points for term in change.terms)
    return earlier + len(change.terms), met + now[0], made + now[1]


def sections(told: "Explanation") -> list[str]:
    """Every section the sheet leans on, in the order of the rule text."""
    change = told.entry.change
    used = set(SECTIONS.get(change.formula, ()))
    used.update(line.why.section for line in told.games)
    if told.provisional is not None:
        used.update({told.provisional.why.section} | ({"7.5"} if told.provisional.counted else set()))
    return sorted(used, key=lambda section: [int(part) for part in section.split(".")])


def status(change: Change, entry: Entry) -> str:
    """Which formula, and why that one."""
    limit = EDITIONS[entry.edition].new_until
    if change.kind == "opening":
        return "balance carried over from before the ledger"
    if change.kind == "ruling":
        return "ruling: the number changes, games, peak and titles do not"
    if change.kind == "elo-step":
        return "foreign player: the Elo is taken as an established player's selo"
    if change.formula == "7.3":
        return f"new player: {games((change.carried or (0,))[0])} before, at most {limit} (3.1)"
    if change.formula == "7.2":
        elo = f", or by the Elo taken as selo on {day} (3.7)" if (day := step_day(change.standing)) else ""
        return f"established player: more than {limit} games before (3.1){elo}"
    return "new player: no game before (4.1)" if "start" in change.detail else "established player: games before (4.1)"


def carried(change: Change, edition: str) -> str:
    """3.3: in what shape a new player's earlier games enter."""
    earlier = change.carried[0] if change.carried else 0
    if not earlier:
        return "no earlier games"
    if EDITIONS[edition].carries_games:
        return f"{earlier} earlier, each by itself; games of an opening or before a ruling as draws against it (3.3)"
    return f"{earlier} earlier as rounded rating x games, draws against {change.before} (editions before 2023)"
