"""selo calc: ratings on the spot, without a ledger."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli.command_frames import Maker, group
from cli.output import Column, fields_table, spoken, table, table_of_rows, talk, word
from cli.question_commands import Otherwise, question
from features.calculators import FEATURE
from features.calculators.families import has_rules
from messages import Message, say, template

if TYPE_CHECKING:
    from features.calculators.competitions import FinnishResult, SystemResult
    from features.calculators.questions.classes import (
        PlayerClasses,
        TournamentCategory,
    )
    from features.calculators.questions.coefficients import Coefficient
    from features.calculators.questions.field import FirstRatings
    from features.calculators.questions.performances import PerformanceByMethod
    from features.calculators.questions.ratings import Finnish
    from rulebooks.exponential import ExponentialResult
    from rulebooks.needs import ScoreNeeded

OTHER_COLUMNS = "games score expected average performance low high"
FINNISH = (
    "formula before new",
    ("exact", lambda row: _number(row.exact)),
    OTHER_COLUMNS,
)
OTHERS = ("formula before new", ("k", lambda row: _number(row.k)), OTHER_COLUMNS)


def _number(value: int | float | None) -> str | None:
    """Return a number as people write it, without an end of zeros; nothing of nothing."""
    from rulebooks.numbers import number_for_people

    return None if value is None else number_for_people(value)


def _finnish(result: "FinnishResult") -> Iterator[str]:
    """Yield the lines of a calculation by Finland's rules: a row for each competition
    where there are several, then what they come to.
    """
    yield from _competitions(result, FINNISH)
    yield from _named_lines(_finnish_totals(result))


def _named_lines(totals: Iterable[tuple[str, object]], width: int = 12) -> list[str]:
    """Make a line for each: its name, and the text beside it.

    width: of the names, at least; it grows with the longest of them, which depends on
    the language.

        new         1668 (+8)
        score       2.5 of 4
    """
    rows: list[tuple[str, object]] = []
    for name, text in totals:
        name_shown = word(name)
        text_shown = spoken(text) if isinstance(text, str) else text
        rows.append((name_shown, text_shown))

    # a blank stands behind the longest name
    longest = max(len(name) for name, _ in rows)
    width = max(width, longest + 1)

    return [f"{name:<{width}}{text}" for name, text in rows]


def _competitions(
    result: "FinnishResult | SystemResult", columns: Sequence[Column]
) -> Iterator[str]:
    """Make a row for each competition, where there are several."""
    rows = result.competitions
    if len(rows) > 1:
        yield from fields_table(rows, *columns)
        yield ""


def _finnish_totals(result: "FinnishResult") -> Iterator[tuple[str, object]]:
    """Yield what all competitions come to, each with its name: the new rating, the
    sums, the performance and whether it is reliable, the range.

    What is not known is left out, but for the performance, which says why.
    """
    from rulebooks.numbers import number_for_people

    if result.new is not None and result.exact is not None:
        yield "new", _rating_with_change(result.before, result.new)
        yield "exact", number_for_people(result.exact)

    if len(result.competitions) == 1:
        [only] = result.competitions
        if only.provisional is not None:
            yield "provisional", f"{only.provisional} (7.5)"

    yield from _sums(result)
    if result.performance is None:
        yield "performance", EXTREME
    else:
        words = template("{performance}, not reliable (5.5)")
        if result.reliable:
            words = template("{performance}, reliable")

        yield "performance", say(words, performance=result.performance)

    if result.running:
        yield "range", _range(result)


def _sums(result: "FinnishResult | SystemResult") -> Iterator[tuple[str, object]]:
    """Yield what results of every kind have: games, score, expectation, mean of the
    opponents.
    """
    if result.games_after is not None:
        yield "games", say("{count} in all", count=result.games_after)

    yield "score", _score(result)
    if result.expected is not None:
        yield "expected", result.expected

    yield "average", result.average


EXTREME = say("none: 0 or 100 percent")


def _score(result: "FinnishResult | SystemResult | PerformanceByMethod") -> Message:
    return say("{score} of {games}", score=result.score, games=result.games)


def _range(result: "FinnishResult | SystemResult") -> Message:
    """Say between what the rating was on the way, and what it was after every game."""
    every = " ".join(map(str, result.running))
    return say(
        "{low} to {high}: {every}", low=result.low, high=result.high, every=every
    )


def _rating_with_change(before: int | None, new: int) -> str:
    """Write a new rating with what it changed, where there was one before.

    1668 (+8)
    """
    if before is None:
        return f"{new}"
    return f"{new} ({new - before:+d})"


def _system(result: "SystemResult") -> Iterator[str]:
    """Yield the lines of a calculation by another system; the steps of the calculation
    end them where there is one competition.
    """
    yield from _competitions(result, OTHERS)
    yield from _named_lines(_system_totals(result))
    if len(result.competitions) == 1:
        [only] = result.competitions
        if only.working:
            yield ""
            yield from only.working


def _system_totals(result: "SystemResult") -> Iterator[tuple[str, object]]:
    """Yield what all competitions come to, each with its name; where there is no new
    rating, why.
    """
    from rulebooks.numbers import number_for_people

    if result.new is None:
        yield "new", say("none: {why}", why=result.why)
    else:
        yield "new", _rating_with_change(result.before, result.new)
    if result.exact is not None:
        yield "exact", number_for_people(result.exact)

    yield from _sums(result)
    yield "performance", EXTREME if result.performance is None else result.performance
    if len(result.running) > 1:
        yield "range", _range(result)


def _need(result: "ScoreNeeded") -> Iterator[str]:
    """Yield the score that reaches a rating, or that none does, and what every score
    comes to.
    """
    games = result.games
    if result.score is None:
        yield say(
            "no score reaches {target}: {games} of {games} give {new}",
            target=result.target,
            games=games,
            new=result.rows[-1].new,
        )
    else:
        yield say(
            "{score} of {games} reach {target}: {new}",
            score=result.score,
            games=games,
            target=result.target,
            new=result.new,
        )

    yield ""
    yield from fields_table(result.rows, "score new")


def _exponential(result: "ExponentialResult") -> list[str]:
    """Return the figures of the exponential curve, a line for each, to nine digits."""
    from messages.answer import json_value

    figures = [(name, f"{value:.9g}") for name, value in json_value(result).items()]
    return _named_lines(figures, width=14)


def _performance(result: "FinnishResult | PerformanceByMethod") -> Iterator[str]:
    """Yield the performance by Finland's rules, or by each of several methods where one
    was not chosen.
    """
    from features.calculators.competitions import FinnishResult

    if isinstance(result, FinnishResult):
        yield from _finnish(result)
        return

    totals: list[tuple[str, object]] = [
        ("score", _score(result)),
        ("average", result.average),
    ]
    for name, rating in result.methods.items():
        totals.append((name, EXTREME if rating is None else rating))

    yield from _named_lines(totals)


def _difference(row: Any) -> str:
    """Write the difference of a percentage, which some curves never reach."""
    from rulebooks.numbers import number_for_people

    return say("none") if row.difference is None else number_for_people(row.difference)


def _category(result: "TournamentCategory") -> list[str]:
    """Write the category of a tournament, or why it has none."""
    if result.category:
        return [str(result.category)]
    if result.system == "no":
        return [say("none: too short to be rated")]
    return [say("none: the mean is below 2251")]


def _classes(result: "PlayerClasses") -> list[str]:
    """Return a table of the class of a player in each system."""
    rows = [
        ("no", result.classes.no),
        ("uscf", result.classes.uscf or say("none below 1000")),
    ]
    return table(("system", "class"), rows)


def _coefficient(result: "Coefficient") -> Iterator[str]:
    """Yield K, and where the system has them the games it depends on, or the two
    numbers that it is the product of.
    """
    from rulebooks.numbers import number_for_people

    yield number_for_people(result.k)
    if isinstance(result.effective_games, int | float):
        games = number_for_people(result.effective_games)
        yield say("effective games {games}", games=games)

    if isinstance(result.kr, int):
        yield f"Kr {result.kr} x Kt {result.kt}"


def _field(result: "FirstRatings") -> Iterator[str]:
    """Yield a table of everybody's rating after each round, and who comes to none."""
    rounds = result.rounds
    numbers = [str(number) for number in range(1, len(rounds) + 1)]
    heads = ["player", *numbers]

    rows = []
    for name in result.new:
        ratings = [ratings_after[name] for ratings_after in rounds]
        rows.append([name, *ratings])

    yield from table(heads, rows)
    for name, rating in result.new.items():
        if rating is None:
            yield say("{name}: no rating, and no opponent leads to one", name=name)


def _warn_of_unused_options(asked: "Finnish", result: Any) -> Any:
    """Tell of options that were given and change nothing of this calculation; the
    answer is what it was.
    """
    for name in asked.unused():
        talk(
            say(
                "calc {name} does not use --{option}",
                name=asked.calculator,
                option=name,
            )
        )

    return result


CALC = "features.calculators.questions"
CALCULATORS = {
    **{
        name: question(
            f"{CALC}.ratings:{struct}",
            text=_finnish,
            otherwise=Otherwise(finish=_warn_of_unused_options),
        )
        for name, struct in (
            ("selo", "Selo"),
            ("pelo", "Pelo"),
            ("new-selo", "NewSelo"),
            ("new-pelo", "NewPelo"),
        )
    },
    "need": question(f"{CALC}.performances:Need", text=_need),
    "no": question(f"{CALC}.norway:Norwegian", text=_system),
    **{
        name: question(f"{CALC}.ratings:{struct}", text=_system)
        for name, struct in (
            ("psm", "Psm"),
            ("elo", "Elo"),
            ("uscf", "Uscf"),
            ("fide", "Fide"),
        )
    },
    "performance": question(
        f"{CALC}.performances:Performance",
        text=_performance,
        otherwise=Otherwise(finish=_warn_of_unused_options),
    ),
    "expectation": question(
        f"{CALC}.performances:Expected", text=table_of_rows(None, "by expected")
    ),
    "difference": question(
        f"{CALC}.performances:DifferenceOf",
        text=table_of_rows(None, "by", ("difference", _difference)),
    ),
    "category": question(f"{CALC}.classes:Category", text=_category),
    "class": question(f"{CALC}.classes:ClassOf", text=_classes),
    "k": question(f"{CALC}.coefficients:CoefficientOf", text=_coefficient),
    "field": question(f"{CALC}.field:Field", text=_field),
    "mean": question(f"{CALC}.field:Mean", text=lambda result: [str(result.mean)]),
    "q": question(f"{CALC}.ratings:Exponential", text=_exponential),
}


def _calculators() -> dict[str, Maker]:
    """Return the calculators whose rules the program has, in the order in which the
    feature declares them.
    """
    calculators = {}
    for declared in FEATURE.questions:
        name = declared.command.removeprefix("calc ")
        if name in CALCULATORS and has_rules(set(declared.lists)):
            calculators[name] = CALCULATORS[name]

    return calculators


calc_command = group(
    """Calculators that need no ledger.

Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then the opponents: 1.5 1622 1880
1683. A / with spaces around it separates competitions; each starts from the result of the one before.""",
    "selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
    _calculators(),
)
