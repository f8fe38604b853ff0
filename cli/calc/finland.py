"""selo calc selo, pelo, new-selo, new-pelo, need: the Finnish calculators."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.calc.arguments import TOKENS, game_options, words_of
from cli.output import answer, table, talk

if TYPE_CHECKING:
    from projections.calculators.finland import FinnishResult, ScoreNeeded

F = TypeVar("F", bound=Callable[..., Any])
COLUMNS = ("formula", "before", "new", "exact", "games", "score", "expected", "average", "performance", "low", "high")
# options that a calculator takes like the others, but does not use
UNUSED = {"new-pelo": ("rating",), "performance": ("games", "minutes", "edition")}


def finnish_options(command: F) -> F:
    """The games and the options that every Finnish calculator takes."""
    for option in (
        click.option("--edition", metavar="E", help="Rules: fi-1990, fi-2011 or fi-2023 (the default)."),
        click.option("--minutes", metavar="M", help="Time for 60 moves: 90, 10.5 or 90+30. Default: 90, pelo 5."),
    ):
        command = option(command)
    return game_options("The rating before these games.", "Counting games before these.")(command)


@click.command("selo", context_settings=TOKENS)
@finnish_options
def selo_command(tokens: tuple[str, ...], **options: str | None) -> None:
    """An established player's selo (7.2), game by game and at the end.

    \b
    Example:
        selo calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901
    """
    calculated("selo", tokens, **options)


@click.command("pelo", context_settings=TOKENS)
@finnish_options
def pelo_command(tokens: tuple[str, ...], **options: str | None) -> None:
    """An established player's pelo (7.4).

    \b
    Example:
        selo calc pelo --rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013 1923 1728 1638 1684
    """
    calculated("pelo", tokens, **options)


@click.command("new-selo", context_settings=TOKENS)
@finnish_options
def new_selo_command(tokens: tuple[str, ...], **options: str | None) -> None:
    """A new player's selo (7.3). --games with --rating are earlier games whose results are not known: they count as
    draws with players of that rating (3.3). Once the limit of 3.1 is passed, the next competition goes by 7.2.

    \b
    Example:
        selo calc new-selo --rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784
    """
    calculated("new-selo", tokens, **options)


@click.command("new-pelo", context_settings=TOKENS)
@finnish_options
def new_pelo_command(tokens: tuple[str, ...], **options: str | None) -> None:
    """A new player's pelo: a provisional rating (7.5) over opponents who have a pelo, then 7.4.

    \b
    Example:
        selo calc new-pelo 2½ 1622 1880 1683 1717
    """
    calculated("new-pelo", tokens, **options)


@click.command("need", context_settings=TOKENS)
@finnish_options
@click.option("--target", metavar="T", help="The rating to reach.")
def need_command(tokens: tuple[str, ...], target: str | None, **options: str | None) -> None:
    """The least score against these opponents that reaches a rating, and the rating that every score gives.

    \b
    Example:
        selo calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300 2150
    """
    from projections.calculators.given.finland import Texts, needed

    result = needed(words_of(tokens), target, Texts(**options))
    answer(result, _need_lines(result))


def calculated(kind: str, tokens: tuple[str, ...], **options: str | None) -> None:
    """Read the command line, refuse with every problem at once, or answer."""
    from projections.calculators.given import finland

    result = finland.calculated(kind, words_of(tokens), finland.Texts(**options))
    for name in UNUSED.get(kind, ()):
        if options[name] is not None:
            talk(f"calc {kind} does not use --{name}")
    answer(result, _lines(result))


def _lines(result: "FinnishResult") -> Iterator[str]:
    rows = result.competitions
    if len(rows) > 1:
        yield from table(COLUMNS, [[getattr(row, name) for name in COLUMNS] for row in rows])
        yield ""
    for name, text in _totals(result):
        yield f"{name:<12}{text}"


def _totals(result: "FinnishResult") -> Iterator[tuple[str, object]]:
    from rulebooks.finland.explain.working import shown

    if result.new is not None and result.exact is not None:
        moved = "" if result.before is None else f" ({result.new - result.before:+d})"
        yield "new", f"{result.new}{moved}"
        yield "exact", shown(Fraction(result.exact))
    if len(result.competitions) == 1 and result.competitions[0].provisional is not None:
        yield "provisional", f"{result.competitions[0].provisional} (7.5)"
    if result.games_after is not None:
        yield "games", f"{result.games_after} in all"
    yield "score", f"{result.score} of {result.games}"
    if result.expected is not None:
        yield "expected", result.expected
    yield "average", result.average
    if result.performance is None:
        yield "performance", "none: 0 or 100 percent"
    else:
        yield "performance", f"{result.performance}, {'reliable' if result.reliable else 'not reliable (5.5)'}"
    if result.running:
        yield "range", f"{result.low} to {result.high}: {' '.join(map(str, result.running))}"


def _need_lines(result: "ScoreNeeded") -> Iterator[str]:
    games = result.games
    if result.score is None:
        yield f"no score reaches {result.target}: {games} of {games} give {result.rows[-1].new}"
    else:
        yield f"{result.score} of {games} reach {result.target}: {result.new}"
    yield ""
    yield from table(("score", "new"), [(row.score, row.new) for row in result.rows])
