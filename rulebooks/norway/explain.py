"""Explain an entry of elo-no on paper: the opponents as they counted, the formula with
its numbers, the rounding.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import field

from messages import Message, counted, say
from messages.answer import UNSET, Date, UnsetType
from rulebooks.base import Change, Term
from rulebooks.entries import WorkedEntry
from rulebooks.norway.rating import tournament_mean
from rulebooks.norway.standing import numbers
from rulebooks.norway.tables import (
    EDITIONS,
    ESTABLISHED_FROM,
    FLOOR,
    UNRATED_UNTIL,
    WITHIN,
    difference,
    exact_number,
    expected_score,
    percentage,
    performance,
    raised,
    rounded_mean,
)
from rulebooks.numbers import formula, half_up, number, shown, text
from rulebooks.sheets import (
    Carried,
    Column,
    ExplainedEntry,
    Number,
    PlainGame,
    PlainSheet,
    first_columns,
    given_sheet,
    worked,
)


class Reason(NamedTuple):
    """Why an opponent counts with this rating, and the section that says so."""

    words: Message
    section: str


# by the first word of a term's basis
WHY = {
    "old": Reason(say("the rating before this tournament"), "Beregningsregler"),
    "new": Reason(
        say("no rating before; the new rating from this tournament, computed first"),
        "Uregistrerte spillere",
    ),
    "junior": Reason(
        say(
            "the new rating from this tournament: juniors are computed before the"
            " others"
        ),
        "Deflasjonsproblemer",
    ),
    "cycle": Reason(
        say("no rating before either; the rating at which the rounds came to rest"),
        "Monradturneringer",
    ),
    "circle": Reason(
        say("no rating before either; the mean of the states that come back for ever"),
        "Monradturneringer",
    ),
    "mean": Reason(
        say("the mean of the tournament, in which everyone met everyone"),
        "Uregistrerte spillere",
    ),
}
STATUS = {
    "I": say("no rating: at most {count} games before", count=UNRATED_UNTIL),
    "I+IIa": say(
        "no rating that counts: at most {count} games before; the rating goes down"
        " by IIa",
        count=UNRATED_UNTIL,
    ),
    "I+IIb": say(
        "no rating that counts: at most {count} games before; the rating does not go"
        " down: IIb",
        count=UNRATED_UNTIL,
    ),
    "IIa": say(
        "not established: fewer than {count} games before; the rating goes down",
        count=ESTABLISHED_FROM,
    ),
    "IIb": say(
        "not established: fewer than {count} games before; the rating does not go down",
        count=ESTABLISHED_FROM,
    ),
    "III": say("established: {count} games or more before", count=ESTABLISHED_FROM),
}
FACTOR = {
    "half": say(
        "half of it: only juniors played, and the rating falls (Deflasjonsproblemer)"
    ),
    "double": say(
        "doubled: a junior up to 1500, more than 20 percentage points above expectation"
        " (Deflasjonsproblemer)"
    ),
}


FIELD_OF_WORD = {"class": "class_name", "factor": "k_change"}
NUMBERS = ("n", "rounds", "circle", "reached")  # the words of a change that hold one


class NorwegianEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo-no`."""

    # I and II: games before, the mean of the opponents, D, and their sum; III: K and
    # the mean; else words of the change
    n: int | UnsetType = UNSET
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: Number | UnsetType = UNSET
    k_change: str | UnsetType = UNSET
    how: str | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    unrated: int | UnsetType = UNSET
    unrated_before: int | UnsetType = UNSET
    unrated_after: int | UnsetType = UNSET
    circle: int | UnsetType = UNSET
    reached: int | UnsetType = UNSET
    struck: Date | UnsetType = UNSET
    landsturnering: str | UnsetType = UNSET
    mean: Number | UnsetType = UNSET
    difference: int | UnsetType = UNSET
    performance: int | UnsetType = UNSET


class Steps(NamedTuple):
    """The steps of a working, the rating before rounding, and what only this formula
    shows.
    """

    steps: tuple[Message, ...]
    exact: Fraction
    own: Mapping[str, object]
    expected: Number | None = None
    coefficient: Number | None = None
    carried: Carried | None = None


def explain(
    entry: WorkedEntry, names: Mapping[str, str], *, reason: str = ""
) -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    source = EDITIONS[entry.edition].source
    if not change.terms:
        return given_sheet(entry, name, source, reason)

    formula = change.formula
    detail = change.detail

    if formula == "III":
        by_formula = _steps_of_established(change)
    else:
        by_formula = _steps_by_performance(change)

    steps = [*_reasons(change), *by_formula.steps]
    exact = by_formula.exact
    if exact < FLOOR:
        steps.append(say("no rating is below {rating}", rating=FLOOR))
        exact = Fraction(FLOOR)

    steps.append(
        say("rounded to the nearest, a half up: {rating}", rating=change.after)
    )
    status = STATUS[formula]
    if "struck" in detail:
        status = say(
            "struck off: no game since {day}; begins again with formula I",
            day=detail["struck"],
        )

    games = tuple(_game(term, names) for term in change.terms)
    columns = (
        *first_columns(change),
        Column(say("own"), "own"),
        Column(say("why"), "why", left=True),
    )
    own: Mapping[str, Any] = {**_fields_of(detail), **by_formula.own}
    explained = worked(
        NorwegianEntry,
        entry,
        name=name,
        status=status,
        source=source,
        sections=_sections(change),
        games=games,
        working=steps,
        exact=exact,
        expected=by_formula.expected,
        carried=by_formula.carried,
        coefficient=by_formula.coefficient,
        **own,
    )
    return PlainSheet(explained, columns)


def _fields_of(detail: Mapping[str, str]) -> dict[str, object]:
    """Return the words of a change under the names of the fields that show them, and
    its numbers as numbers.
    """
    fields: dict[str, object] = {}
    for word, value in detail.items():
        if word == "drift":
            count, first, last = value.split()
            fields["unrated"] = int(count)
            fields["unrated_before"] = int(first)
            fields["unrated_after"] = int(last)
        else:
            name = FIELD_OF_WORD.get(word, word)
            fields[name] = int(value) if word in NUMBERS else value
    return fields


def _sections(change: Change) -> tuple[str, ...]:
    """Return the sections that the sheet refers to, each once."""
    formulas = change.formula.replace("+", " and ")
    sections = [f"Beregningsregler {formulas}"]
    if change.formula == "III":
        sections.append("Koeffisienten (K-en)")
    else:
        sections.append("ELO-tabellen")
    if any(term.capped for term in change.terms):
        sections.append("350-grensen")
    for term in change.terms:
        reason = WHY[_basis(term)]
        sections.append(reason.section)
    return tuple(dict.fromkeys(sections))


def _basis(term: Term) -> str:
    """Return what an opponent's rating rests on: the first word, a key of `WHY`."""
    basis, *_ = term.basis.split()
    return basis


def _reasons(change: Change) -> list[Message]:
    """Explain the reasons named in the last column, and the limit."""
    bases = dict.fromkeys(_basis(term) for term in change.terms)
    reasons = []
    for basis in bases:
        if basis != "old":
            reason = WHY[basis].words
            reasons.append(say("{basis}: {reason}", basis=basis, reason=reason))
    if any(term.capped for term in change.terms):
        reasons.append(
            say(
                "an opponent counts as at most {most} away from {rating}",
                most=WITHIN,
                rating=change.before,
            )
        )
    return reasons


def _game(term: Term, names: Mapping[str, str]) -> PlainGame:
    """Explain a game; `names` are by player.

    The basis of a limited opponent has the opponent's own rating behind it: `old 1830`.
    """
    basis, *own_number = term.basis.split()
    words, section = WHY[basis]
    own = None
    if own_number:
        own = int(own_number[0])
        words = say("{words}; at most {within} away", words=words, within=WITHIN)
    return PlainGame.from_term(term, names, words, section, own=own, why=basis)


# III. R = R0 + K*(O - F)
def _steps_of_established(change: Change) -> Steps:
    assert change.before is not None
    opponents, detail = numbers(change.terms), change.detail
    k = Fraction(detail["k"])
    mean = Fraction(sum(opponents), len(opponents))
    expected = Fraction(f"{expected_score(change.before, opponents):.9f}")
    exact = Fraction(
        f"{exact_number(change.before, k, change.half_points, opponents):.6f}"
    )
    score = text(Fraction(change.half_points, 2))
    plain = {"half": 2 * k, "double": k / 2}.get(detail["factor"], k)
    steps = [
        say(
            "K {k}: category {category}, class {name}",
            k=text(plain),
            category=detail["category"],
            name=detail["class"],
        )
    ]
    if detail["factor"] in FACTOR:
        steps += [say("K {k}: {reason}", k=text(k), reason=FACTOR[detail["factor"]])]

    steps += [
        say(
            "mean of the opponents: {sum}",
            sum=f"{sum(opponents)}/{len(opponents)} = {shown(mean)}",
        ),
        say(
            "expected at {sum}: {score}",
            sum=f"{change.before} - {shown(mean)} = {shown(change.before - mean)}",
            score=shown(expected),
        ),
        formula(
            f"{change.before} + {text(k)} x ({score} - {shown(expected)}) ="
            f" {shown(exact)} (III)"
        ),
    ]
    own = {"k": number(k), "mean": number(mean)}
    return Steps(
        tuple(steps), exact, own, expected=number(expected), coefficient=number(k)
    )


# I. R = G + D, by itself or inside II.
def _steps_by_performance(change: Change) -> Steps:
    opponents = numbers(change.terms)
    games = len(change.terms)
    before = int(change.detail["n"])
    percent = percentage(change.half_points, games)
    reached = int(
        change.detail.get("reached", performance(opponents, change.half_points))
    )
    score = text(Fraction(change.half_points, 2))

    if change.detail.get("how") == "mean":
        steps = _mean_of_all(change)
    else:
        steps = _mean_of_opponents(opponents, change.detail)

    steps += [
        say(
            "{score} of {games} = {percent} %: D = {difference}",
            score=score,
            games=games,
            percent=shown(percent),
            difference=difference(percent),
        ),
        formula(
            f"{rounded_mean(opponents)} {difference(percent):+d} ="
            f" {performance(opponents, change.half_points)} (I)"
        ),
    ]
    if "circle" in change.detail:
        steps.append(
            say(
                "the rounds never rest, {count} states come back: their mean is {mean}",
                count=change.detail["circle"],
                mean=reached,
            )
        )

    own = {
        "n": before,
        "mean": rounded_mean(opponents),
        "difference": difference(percent),
        "performance": reached,
    }
    if change.formula == "I" or change.before is None:
        return Steps(tuple(steps), Fraction(reached), own)

    carried = Carried(
        games=before,
        text=counted(
            "{count} game before at {rating}",
            "{count} games before at {rating}",
            before,
            rating=change.before,
        ),
    )
    if change.formula in ("IIb", "I+IIb"):
        added, exact = _step_of_raise(change.before, before, reached, games)
        beside = Fraction(before * change.before + games * reached, before + games)
        both = say(
            "IIa would give {sum}",
            sum=(
                f"({before} x {change.before} + {games} x {reached}) / {before + games}"
                f" = {shown(beside)}"
            ),
        )
        return Steps((*steps, added, both), exact, own, carried=carried)

    exact = Fraction(before * change.before + games * reached, before + games)
    steps.append(
        formula(
            f"({before} x {change.before} + {games} x {reached}) / {before + games} ="
            f" {shown(exact)} (IIa)"
        )
    )

    return Steps(tuple(steps), exact, own, carried=carried)


def _step_of_raise(
    rating: int, before: int, reached: int, games: int
) -> tuple[Message, Fraction]:
    """Return the step of IIb in words and the rating."""
    if before < games:
        left_out = say(
            "games before: {count}, fewer than {games}; they are left out",
            count=before,
            games=games,
        )
        return left_out, Fraction(raised(rating, before, reached, games))
    exact = Fraction((before - games) * rating + games * reached, before)
    step = (
        f"({before - games} x {rating} + {games} x {reached}) / {before} ="
        f" {shown(exact)} (IIb)"
    )
    return formula(step), exact


def _mean_of_opponents(
    opponents: Sequence[int], detail: Mapping[str, str]
) -> list[Message]:
    mean = (
        f"{sum(opponents)}/{len(opponents)} ="
        f" {shown(Fraction(sum(opponents), len(opponents)))}"
    )
    steps = [
        say(
            "mean of the opponents: {sum}, rounded {mean}",
            sum=mean,
            mean=rounded_mean(opponents),
        )
    ]
    if detail.get("how") == "cycle":
        rounds = counted(
            "{count} round over all unrated players, starting from their rated"
            " opponents",
            "{count} rounds over all unrated players, starting from their rated"
            " opponents",
            int(detail["rounds"]) - 1,
        )
        count, first, last = detail["drift"].split()
        steps[:0] = [
            rounds,
            say(
                "mean of the {count} unrated: {first} before the rounds, {last} after"
                " them",
                count=count,
                first=first,
                last=last,
            ),
        ]

    return steps


def _mean_of_all(change: Change) -> list[Message]:
    """Explain the mean of a tournament (Uregistrerte spillere): `carried` holds how
    many were rated, the sum of their ratings, their half points.
    """
    assert change.carried is not None
    count, total, half_points = change.carried
    games = count * len(change.terms)
    mean, percent = half_up(total, count), percentage(half_points, games)
    scored = say(
        "they scored {score} of {games} = {sum}",
        score=text(Fraction(half_points, 2)),
        games=games,
        sum=f"{shown(percent)} %: D = {difference(percent)}",
    )

    mean_of_all = tournament_mean(mean, half_points, games)
    return [
        counted(
            "mean of the only rated player: {sum}, rounded {mean}",
            "mean of the {count} rated players: {sum}, rounded {mean}",
            count,
            sum=f"{total}/{count} = {shown(Fraction(total, count))}",
            mean=mean,
        ),
        scored,
        say(
            "mean of the tournament: {sum}",
            sum=f"{mean} {-difference(percent):+d} = {mean_of_all}",
        ),
    ]
