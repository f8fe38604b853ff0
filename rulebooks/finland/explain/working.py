"""The formulas of an explanation with the numbers put in, one step a line, down to the rounding."""

from fractions import Fraction

from rulebooks.finland.explain.parts import Parts
from rulebooks.finland.explain.words import career, carried, shown, signed
from rulebooks.finland.standing import step_day
from rulebooks.finland.tables import EDITIONS
from rulebooks.sheets.figures import games, text


def working(sheet: Parts) -> list[str]:
    change = sheet.entry.change
    if not change.terms:
        return _given(sheet)
    steps = {"7.2": _established, "7.3": _new}.get(change.formula, _pelo)(sheet)
    return [*steps, f"rounded to the nearest, a half up: {sheet.rounded} (3.5)"]


def _given(sheet: Parts) -> list[str]:
    """A 3.7 step, an opening, a ruling: nothing is computed, the rating is given."""
    change = sheet.entry.change
    if change.kind == "elo-step":
        elo = f"Elo {change.after} on {step_day(change.standing)}"
        if change.before is None:
            return [f"{elo}, no selo before (3.7)"]
        return [f"{elo}: {change.after} - {change.before} = {change.after - change.before}, at least 100 (3.7)"]
    if change.kind == "opening":
        normal = f", {change.normal_games} of them at normal time" if sheet.entry.list == "selo" else ""
        steps = [f"opening: {change.after} after {games(change.games)}{normal}"]
        steps += [] if change.peak is None else [f"highest rating before: {change.peak}"]
        steps += [f"title held: {title}" for title in change.titles]
    elif change.before is None:
        steps = [f"ruling: {change.after}"]
    else:
        steps = [f"ruling: {change.before} {signed(change.after - change.before)} = {change.after}"]
    if sheet.reason:
        steps.append(f"reason: {sheet.reason}")
    earlier = change.standing.games
    if earlier and not change.established and sheet.entry.list == "selo":
        steps.append(f"still a new player; earlier games ({earlier}) count as draws against it (3.3)")
    return steps


def _bonus(sheet: Parts) -> str:
    return f" + {text(sheet.bonus)}" if sheet.bonus else ""


def _new(sheet: Parts) -> list[str]:
    change = sheet.entry.change
    count, opponents, half_points = career(change)
    steps = [f"before: {carried(change, sheet.entry.edition)}"] if change.carried and change.carried[0] else []
    won = text(Fraction(half_points, 2))
    return [*steps, f"{opponents}/{count} + 400 x ({won}/{count} - 1/2){_bonus(sheet)} = {shown(sheet.exact)} (7.3)"]


def _established(sheet: Parts) -> list[str]:
    change = sheet.entry.change
    assert change.coefficient is not None and change.before is not None
    kr = change.coefficient
    band = {20: "from 2050", 45: "up to 1649"}.get(kr, f"{2450 - 20 * kr} to {2549 - 20 * kr}")
    steps = [f"Kr {kr}: {band} (7.7)"]
    if any(line.term.capped for line in sheet.games):
        steps.append(f"p is at most {EDITIONS[sheet.entry.edition].cap} (7.9)")
    weighted = (sheet.exact - change.before - sheet.bonus) / kr
    added = f"{change.before} + {kr} x {text(weighted)}{_bonus(sheet)}"
    return [*steps, f"{added} = {text(sheet.exact)} (7.2)"]


def _pelo(sheet: Parts) -> list[str]:
    change, provisional = sheet.entry.change, sheet.provisional
    assert change.expected is not None and change.before is not None
    steps = (
        []
        if provisional is None
        else [f"starts from {provisional.number}: {provisional.why.text} ({provisional.why.section})"]
    )
    if provisional is not None and provisional.exact is not None:
        count, opponents = len(provisional.counted), sum(term.number for term in provisional.counted)
        won = text(Fraction(sum(term.half_points for term in provisional.counted), 2))
        steps.append(f"{opponents}/{count} + 800 x ({won}/{count} - 1/2) = {shown(provisional.exact)} (7.5)")
        steps.append(f"rounded to the nearest, a half up: {provisional.number} (4.3)")
    score, expected = Fraction(change.half_points, 2), Fraction(change.expected, 100)
    surplus = score - expected
    steps.append(f"W - E = {text(score)} - {text(expected)} = {text(surplus)}")
    if not surplus:
        return [*steps, f"{change.before}, as W = E (7.4)"]
    curve = f"{change.before} {'+' if surplus > 0 else '-'} 200 x (1 - e^-{text(abs(surplus) / 10)})"
    return [*steps, f"{curve} = {text(sheet.exact)}, to the millionth (7.4)"]
