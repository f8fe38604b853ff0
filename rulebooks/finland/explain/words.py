"""The words of an explanation: which formula applies, which sections were used, how a fraction is shown."""

from fractions import Fraction

from messages import Message, say
from rulebooks.base import Change, Entry
from rulebooks.finland.explain.parts import Parts
from rulebooks.finland.standing import step_day
from rulebooks.finland.tables import EDITIONS
from rulebooks.sheets.figures import games, text

NUMBERING = "Selosäännöstö 26.4.2023"


SECTION = {"7.2": "3.2", "7.3": "3.3", "7.4": "4.2", "3.7": "3.7"}
SECTIONS = {
    "7.2": ("3.1", "3.2", "3.5", "7.2", "7.7", "7.8", "7.9"),
    "7.3": ("3.1", "3.3", "3.5", "7.3"),
    "7.4": ("4.1", "4.2", "4.5", "3.5", "7.4", "7.9"),
    "3.7": ("3.7",),
}


def shown(value: Fraction) -> str:
    """For people: a fraction with its decimal value."""
    exact = text(value)
    return f"{exact} = {float(value):.4f}..." if "/" in exact else exact


def signed(amount: int) -> str:
    return f"{'-' if amount < 0 else '+'} {abs(amount)}"


def career(change: Change) -> tuple[int, int, int]:
    """7.3: games, sum of the opponents' ratings and half points, earlier and in this unit."""
    earlier, met, made = change.carried or (0, 0, 0)
    now = sum(term.number for term in change.terms), sum(term.half_points for term in change.terms)
    return earlier + len(change.terms), met + now[0], made + now[1]


def sections(sheet: Parts) -> list[str]:
    """Every section the sheet refers to, in the order of the rule text."""
    change = sheet.entry.change
    used = set(SECTIONS.get(change.formula, ()))
    used.update(line.why.section for line in sheet.games)
    if sheet.provisional is not None:
        used.update({sheet.provisional.why.section} | ({"7.5"} if sheet.provisional.counted else set()))
    return sorted(used, key=lambda section: [int(part) for part in section.split(".")])


def status(change: Change, entry: Entry) -> Message:
    """Which formula, and why that one."""
    limit = EDITIONS[entry.edition].new_until
    if change.kind == "opening":
        return say("balance carried over from before the ledger")
    if change.kind == "ruling":
        return say("ruling: the rating changes; games, peak and titles do not")
    if change.kind == "elo-step":
        return say("foreign player: the Elo is taken as an established player's selo")
    if change.formula == "7.3":
        return say(
            "new player: {games} before, at most {limit} (3.1)", games=games((change.carried or (0,))[0]), limit=limit
        )
    if change.formula == "7.2":
        status = say("established player: more than {limit} games before (3.1)", limit=limit)
        if day := step_day(change.standing):
            return say("{status}, or by the Elo taken as selo on {day} (3.7)", status=status, day=day)
        return status
    return (
        say("new player: no game before (4.1)")
        if "start" in change.detail
        else say("established player: games before (4.1)")
    )


def carried(change: Change, edition: str) -> Message:
    """3.3: how a new player's earlier games count."""
    earlier = change.carried[0] if change.carried else 0
    if not earlier:
        return say("no earlier games")
    if EDITIONS[edition].carries_games:
        return say(
            "{count} earlier, each by itself; games of an opening or before a ruling as draws against it (3.3)",
            count=earlier,
        )
    return say(
        "{count} earlier as rounded rating x games, draws against {rating} (editions before 2023)",
        count=earlier,
        rating=change.before,
    )
