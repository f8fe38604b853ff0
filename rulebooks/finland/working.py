"""Write the formulas of an explanation with the numbers put in, one step a line, down
to the rounding.
"""

from fractions import Fraction

from messages import Message, say
from rulebooks.base import Change
from rulebooks.entries import WorkedEntry
from rulebooks.finland.editions import EDITIONS
from rulebooks.finland.sheet_parts import Parts, Provisional
from rulebooks.finland.standing import NewcomerSums, step_day
from rulebooks.numbers import formula, games, text

NUMBERING = "Selosäännöstö 26.4.2023"
SECTION = {"7.2": "3.2", "7.3": "3.3", "7.4": "4.2", "3.7": "3.7"}
SECTIONS = {
    "7.2": ("3.1", "3.2", "3.5", "7.2", "7.7", "7.8", "7.9"),
    "7.3": ("3.1", "3.3", "3.5", "7.3"),
    "7.4": ("4.1", "4.2", "4.5", "3.5", "7.4", "7.9"),
    "3.7": ("3.7",),
}


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


def earlier_sums(change: Change) -> NewcomerSums:
    """Return what a new player brought into the unit; 0 of everything for others."""
    return NewcomerSums(*(change.carried or (0, 0, 0)))


def career_sums(change: Change) -> NewcomerSums:
    """Return the sums of 7.3 after the unit: over the earlier games and its own."""
    earlier = earlier_sums(change)
    terms = change.terms
    return NewcomerSums(
        games=earlier.games + len(terms),
        opponents=earlier.opponents + sum(term.number for term in terms),
        half_points=earlier.half_points + sum(term.half_points for term in terms),
    )


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


def formula_used(change: Change, entry: WorkedEntry) -> Message:
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
            games=games(earlier_sums(change).games),
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


def carried(change: Change, edition: str) -> Message:
    """Say how a new player's earlier games count (3.3)."""
    earlier = earlier_sums(change).games
    if not earlier:
        return say("no earlier games")
    if EDITIONS[edition].carries_games:
        return say(
            "{count} earlier, each by itself; those of an opening or before a ruling"
            " count as draws against it (3.3)",
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
        return _steps_without_games(sheet)
    if change.formula == "7.2":
        steps = _steps_of_established(sheet)
    elif change.formula == "7.3":
        steps = _steps_of_newcomer(sheet)
    else:
        steps = _pelo(sheet)

    steps.append(
        say("rounded to the nearest, a half up: {rating} (3.5)", rating=sheet.rounded)
    )
    return steps


def _steps_without_games(sheet: Parts) -> list[Message]:
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


def _steps_of_newcomer(sheet: Parts) -> list[Message]:
    """Work out the selo of a new player by 7.3.

    Earlier games come first, as a sentence; then the formula, as it reads with the sums
    of the whole career:

        4651/3 + 400 x (1.5/3 - 1/2) = 4651/3 = 1550.3333... (7.3)
    """
    change = sheet.entry.change
    career = career_sums(change)
    steps = []
    if earlier_sums(change).games:
        earlier = carried(change, sheet.entry.edition)
        steps.append(say("before: {carried}", carried=earlier))
    won = text(Fraction(career.half_points, 2))
    bonus, exact = _bonus(sheet), shown(sheet.exact)
    mean = f"{career.opponents}/{career.games}"
    line = f"{mean} + 400 x ({won}/{career.games} - 1/2){bonus} = {exact} (7.3)"
    steps.append(formula(line))
    return steps


def _steps_of_established(sheet: Parts) -> list[Message]:
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
