"""selo calc field, mean: several players at once."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from cli.calc.arguments import (
    HIGHEST,
    LOWEST,
    MOST_GAMES,
    OWN_LOWEST,
    TOKENS,
    game_words,
    refuse,
    total_of,
    whole,
    wrong,
)
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from ledger.errors import Problem
    from projections.calculators.field import FirstRatings

PLAYER = re.compile(r"([A-Za-z][A-Za-z0-9._-]{0,63}):\Z")
FIELD = "a: 2.5 1500 1645 b / b: 2 1187 865 a"


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
    from projections.calculators.field import first_ratings

    problems: list[Problem] = []
    players = _players(tokens, problems)
    refuse(problems)
    result = first_ratings(players)
    answer(result, _field_lines(result))


def _players(tokens: Sequence[str], problems: list["Problem"]) -> dict[str, tuple[int, list[int | str]]]:
    """{name: (half points, opponents)}; everything that is wrong adds a problem."""
    players: dict[str, tuple[int, list[int | str]]] = {}
    for part in " ".join(tokens).split("/") if tokens else []:
        match part.split():
            case [head, score, *words] if words and (named := PLAYER.match(head)):
                name = named[1]
                if name in players:
                    problems.append(wrong("twice", f"{name} is there twice", name))
                half_points = _half_points(score, len(words), name, problems)
                players[name] = (half_points, [_opponent(word, name, problems) for word in words])
            case _:
                message = f"'{part.strip()}' is not a player with a score and opponents"
                problems.append(wrong("player", message, "", FIELD))
    # names can only be checked when all of them are known
    for name, (_, opponents) in players.items():
        missing = [other for other in opponents if isinstance(other, str) and (other not in players or other == name)]
        problems += [wrong("opponent", f"{name} cannot have met '{other}'", name, "a rating, or the name of another")
                     for other in missing]  # fmt: skip
    if not tokens:
        problems.append(wrong("no-games", "no players", "players", FIELD))
    return players


def _half_points(score: str, games: int, name: str, problems: list["Problem"]) -> int:
    half_points = total_of(score)
    if half_points is None or half_points.denominator != 1 or half_points > 2 * games:
        problems.append(wrong("total", f"'{score}' is not a score in {games} games", name, "2.5"))
        return 0
    return int(half_points)


def _opponent(word: str, name: str, problems: list["Problem"]) -> int | str:
    """A rating, or a name."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        return word
    if not LOWEST <= int(word) <= HIGHEST:
        problems.append(wrong("game", f"'{word}' is not a rating", name, f"from {LOWEST} to {HIGHEST}"))
    return int(word)


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
    from projections.calculators.field import tournament_mean

    problems: list[Problem] = []
    for name, text in (("average", average), ("score", score), ("games", games)):
        if text is None:
            problems.append(wrong("missing", f"calc mean requires --{name}", name))
    known = whole("average", average, OWN_LOWEST, HIGHEST, problems)
    played = whole("games", games, 1, MOST_GAMES, problems)
    half_points = _points(score, played, problems)
    refuse(problems)
    result = tournament_mean(known or 0, half_points, played or 1)
    answer(result, [str(result.mean)])


def _points(text: str | None, games: int | None, problems: list["Problem"]) -> int:
    """The half points of a score, which may be of many games."""
    if text is None or games is None:
        return 0
    match = re.fullmatch(r"[0-9]{1,6}(?:[.,][05])?", text)
    half_points = 2 * Fraction(text.replace(",", ".")) if match else Fraction(-1)
    if not 0 <= half_points <= 2 * games:
        problems.append(wrong("option", f"'{text}' is not a score in {games} games", "score", "25 or 25.5"))
    return int(half_points)
