"""selo calc: ratings on the spot, without a ledger."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli.command_frames import group
from cli.output import Column, fields_table, listed, spoken, table, talk, word
from cli.question_commands import Otherwise, question
from features.calculators import FEATURE
from features.calculators.families import here
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
    from rulebooks.numbers import plainly

    return None if value is None else plainly(value)


def _finnish(result: "FinnishResult") -> Iterator[str]:
    yield from _competitions(result, FINNISH)
    yield from _named(_finnish_totals(result))


def _named(totals: Iterable[tuple[str, object]], width: int = 12) -> list[str]:
    """Make a line for each: its name, and the text beside it."""
    names = []
    texts = []
    for name, text in totals:
        names.append(word(name))
        texts.append(spoken(text) if isinstance(text, str) else text)

    width = max(width, *(len(name) + 1 for name in names))
    rows = zip(names, texts, strict=True)

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
    from rulebooks.numbers import plainly

    if result.new is not None and result.exact is not None:
        yield "new", _moved(result.before, result.new)
        yield "exact", plainly(result.exact)

    if len(result.competitions) == 1 and result.competitions[0].provisional is not None:
        yield "provisional", f"{result.competitions[0].provisional} (7.5)"

    yield from _sums(result)
    if result.performance is None:
        yield "performance", EXTREME
    else:
        known = {"performance": result.performance}
        reliable, doubtful = (
            template("{performance}, reliable"),
            template("{performance}, not reliable (5.5)"),
        )
        yield "performance", say(reliable if result.reliable else doubtful, **known)

    if result.running:
        yield "range", _range(result)


def _sums(result: "FinnishResult | SystemResult") -> Iterator[tuple[str, object]]:
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
    every = " ".join(map(str, result.running))
    return say(
        "{low} to {high}: {every}", low=result.low, high=result.high, every=every
    )


def _moved(before: int | None, new: int) -> str:
    if before is None:
        return f"{new}"
    return f"{new} ({new - before:+d})"


def _system(result: "SystemResult") -> Iterator[str]:
    yield from _competitions(result, OTHERS)
    yield from _named(_system_totals(result))
    if len(result.competitions) == 1:
        [only] = result.competitions
        if only.working:
            yield ""
            yield from only.working


def _system_totals(result: "SystemResult") -> Iterator[tuple[str, object]]:
    from rulebooks.numbers import plainly

    yield (
        "new",
        (
            say("none: {why}", why=result.why)
            if result.new is None
            else _moved(result.before, result.new)
        ),
    )
    if result.exact is not None:
        yield "exact", plainly(result.exact)

    yield from _sums(result)
    yield "performance", EXTREME if result.performance is None else result.performance
    if len(result.running) > 1:
        yield "range", _range(result)


def _need(result: "ScoreNeeded") -> Iterator[str]:
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
    from messages.answer import plain

    return _named([(name, f"{value:.9g}") for name, value in plain(result).items()], 14)


def _performance(result: "FinnishResult | PerformanceByMethod") -> Iterator[str]:
    from features.calculators.competitions import FinnishResult

    if isinstance(result, FinnishResult):
        yield from _finnish(result)
        return

    yield from _named(
        [
            ("score", _score(result)),
            ("average", result.average),
            *(
                (name, EXTREME if rating is None else rating)
                for name, rating in result.methods.items()
            ),
        ]
    )


def _difference(row: Any) -> str:
    from rulebooks.numbers import plainly

    return say("none") if row.difference is None else plainly(row.difference)


def _category(result: "TournamentCategory") -> list[str]:
    none = (
        say("none: too short to be rated")
        if result.system == "no"
        else say("none: the mean is below 2251")
    )
    return [str(result.category) if result.category else none]


def _classes(result: "PlayerClasses") -> list[str]:
    rows = [
        ("no", result.classes.no),
        ("uscf", result.classes.uscf or say("none below 1000")),
    ]
    return table(("system", "class"), rows)


def _coefficient(result: "Coefficient") -> Iterator[str]:
    from rulebooks.numbers import plainly

    yield plainly(result.k)
    if isinstance(result.effective_games, int | float):
        games = plainly(result.effective_games)
        yield say("effective games {games}", games=games)

    if isinstance(result.kr, int):
        yield f"Kr {result.kr} x Kt {result.kt}"


def _field(result: "FirstRatings") -> Iterator[str]:
    rounds = result.rounds
    numbers = [str(number) for number in range(1, len(rounds) + 1)]
    rows = []
    for name in result.new:
        ratings = [ratings_after[name] for ratings_after in rounds]
        rows.append([name, *ratings])

    yield from table(["player", *numbers], rows)
    for name, rating in result.new.items():
        if rating is None:
            yield say("{name}: no rating, and no opponent leads to one", name=name)


def _told_of_unused(asked: "Finnish", result: Any) -> Any:
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
            otherwise=Otherwise(finish=_told_of_unused),
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
        otherwise=Otherwise(finish=_told_of_unused),
    ),
    "expectation": question(
        f"{CALC}.performances:Expected", text=listed(None, "by expected")
    ),
    "difference": question(
        f"{CALC}.performances:DifferenceOf",
        text=listed(None, "by", ("difference", _difference)),
    ),
    "category": question(f"{CALC}.classes:Category", text=_category),
    "class": question(f"{CALC}.classes:ClassOf", text=_classes),
    "k": question(f"{CALC}.coefficients:CoefficientOf", text=_coefficient),
    "field": question(f"{CALC}.field:Field", text=_field),
    "mean": question(f"{CALC}.field:Mean", text=lambda result: [str(result.mean)]),
    "q": question(f"{CALC}.ratings:Exponential", text=_exponential),
}
calc_command = group(
    """Calculators that need no ledger.

Games: +1622 won, -1880 lost, =1633 or plain 1633 drawn. Or the total first, then the opponents: 1.5 1622 1880
1683. A / with spaces around it separates competitions; each starts from the result of the one before.""",
    "selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
    {
        name: CALCULATORS[name]
        for question in FEATURE.questions
        if (name := question.command.removeprefix("calc ")) in CALCULATORS
        and here({*question.lists})
    },
)
