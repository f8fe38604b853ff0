"""What the calculators share on a command line: the words behind the options, and the options of a player."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.output import json_option

if TYPE_CHECKING:
    from projections.calculators.given.words import Words

F = TypeVar("F", bound=Callable[..., Any])
TOKENS = {"ignore_unknown_options": True}  # -1995 is a lost game, not an option


def game_words(metavar: str = "[--] GAMES...") -> Callable[[F], F]:
    """The words behind the options."""
    return click.argument("tokens", nargs=-1, type=click.UNPROCESSED, metavar=metavar)


def game_options(rating_help: str, games_help: str) -> Callable[[F], F]:
    """The games, and a player's rating and games before them, for every calculator of a new rating."""

    def decorated(command: F) -> F:
        command = click.option("--games", metavar="N", help=games_help)(command)
        command = click.option("--rating", metavar="R", help=rating_help)(command)
        return json_option(game_words()(command))

    return decorated


def words_of(tokens: tuple[str, ...]) -> "Words":
    """The words, with what a mistyped option among them could have meant."""
    from projections.calculators.given.words import Words

    context = click.get_current_context()
    parameters = [parameter for parameter in context.command.params if parameter.name != "as_json"]
    options = tuple(parameter.opts[0] for parameter in parameters if isinstance(parameter, click.Option))
    return Words(tokens, f"calc {context.info_name}", options)
