"""selo calc field, mean: several players at once."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.calc.arguments import TOKENS, game_words, words_of
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from projections.calculators.curves import FirstRatings


@click.command("field", context_settings=TOKENS)
@game_words("PLAYERS...")
@json_option
def field_command(tokens: tuple[str, ...]) -> None:
    """Norway: the first ratings of several players without one who met each other, round by round until nothing moves.

    Each player: a name and a colon, the score, the opponents by rating, or by name where they have no rating either.

    \b
    Example:
        selo calc field a: 2.5 1500 1645 b 1305 / b: 2 1187 865 a 1210
    """
    from projections.calculators.given.field import field_of

    result = field_of(words_of(tokens))
    answer(result, _field_lines(result))


def _field_lines(result: "FirstRatings") -> Iterator[str]:
    heads = ["player", *(str(at) for at in range(1, len(result.rounds) + 1))]
    yield from table(heads, [[name, *(ratings[name] for ratings in result.rounds)] for name in result.new])
    for name, rating in result.new.items():
        if rating is None:
            yield f"{name}: no rating, and no opponent leads to one"


@click.command("mean")
@click.option("--average", metavar="R", help="Mean of those who have a rating.")
@click.option("--score", metavar="S", help="What they scored together.")
@click.option("--games", metavar="N", help="The games they played together, each player's counted.")
@json_option
def mean_command(average: str | None, score: str | None, games: str | None) -> None:
    """Norway: the mean of an all-play-all from those who have a rating, for those who have none.

    \b
    Example:
        selo calc mean --average 1947 --score 25 --games 42
    """
    from projections.calculators.given.field import mean_of

    result = mean_of(average, score, games)
    answer(result, [str(result.mean)])
