"""selo calc field, mean, q: several players at once."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from cli.calc.words import HIGHEST, LOWEST, OWN_LOWEST, TOKENS, game_words, parsed, refuse, total_of, whole, wrong
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from ledger.errors import Problem

PLAYER = re.compile(r"([A-Za-z][A-Za-z0-9._-]{0,63}):\Z")
FIELD = "a: 2.5 1500 1645 b / b: 2 1187 865 a"


@click.command("field", context_settings=TOKENS)
@game_words("PLAYERS...")
@json_option
def field_command(tokens: tuple[str, ...]) -> None:
    """Norway: the first numbers of several players without one who met each other, round by round until nothing moves.

    Each player: a name and a colon, his score, his opponents by number, or by name where they have none either.

    \b
    Example:
        selo calc field a: 2.5 1500 1645 b 1305 / b: 2 1187 865 a 1210
    """
    from rulebooks.norway import calc

    problems: list[Problem] = []
    everybody = _everybody(tokens, problems)
    refuse(problems)
    rounds = calc.rounds(everybody)
    final = rounds[-1]
    value = {
        "new": {name: final.get(name) for name in everybody},
        "rounds": [{name: numbers.get(name) for name in everybody} for numbers in rounds],
    }
    answer(value, _field_lines(value))


def _everybody(tokens: Sequence[str], problems: list["Problem"]) -> dict[str, tuple[int, list[int | str]]]:
    """{name: (half points, opponents)}; everything that is wrong is added to the problems."""
    found: dict[str, tuple[int, list[int | str]]] = {}
    for part in " ".join(tokens).split("/") if tokens else []:
        match part.split():
            case [head, score, *told] if told and (named := PLAYER.match(head)):
                if named[1] in found:
                    problems.append(wrong("twice", f"{named[1]} stands there twice", named[1]))
                made = _made(score, len(told), named[1], problems)
                found[named[1]] = (made, [_opponent(said, named[1], problems) for said in told])
            case _:
                problems.append(wrong("player", f"'{part.strip()}' is no player with score and opponents", "", FIELD))
    for name, (_, opponents) in found.items():
        missing = [met for met in opponents if isinstance(met, str) and (met not in found or met == name)]
        problems += [wrong("opponent", f"{name} cannot have met '{met}'", name, "a number, or a name of the others")
                     for met in missing]  # fmt: skip
    if not tokens:
        problems.append(wrong("no-games", "no players", "players", FIELD))
    return found


def _made(said: str, games: int, name: str, problems: list["Problem"]) -> int:
    half_points = total_of(said)
    if half_points is None or half_points.denominator != 1 or half_points > 2 * games:
        problems.append(wrong("total", f"'{said}' is no score in {games} games", name, "2.5"))
        return 0
    return int(half_points)


def _opponent(said: str, name: str, problems: list["Problem"]) -> int | str:
    if not re.fullmatch(r"[0-9]{1,9}", said):
        return said
    if not LOWEST <= int(said) <= HIGHEST:
        problems.append(wrong("game", f"'{said}' is nobody's number", name, f"from {LOWEST} to {HIGHEST}"))
    return int(said)


def _field_lines(value: dict[str, Any]) -> Iterator[str]:
    heads = ["player", *(str(at) for at in range(1, len(value["rounds"]) + 1))]
    yield from table(heads, [[name, *(numbers[name] for numbers in value["rounds"])] for name in value["new"]])
    for name, number in value["new"].items():
        if number is None:
            yield f"{name}: no number, and no opponent leads to one"


@click.command("mean")
@click.option("--average", metavar="R", help="Mean of those who have a number.")
@click.option("--score", metavar="S", help="What they scored together.")
@click.option("--games", metavar="N", help="The games they played together, each player's counted.")
@json_option
def mean_command(average: str | None, score: str | None, games: str | None) -> None:
    """Norway: the mean of an all-play-all from those who have a number, for those who have none.

    \b
    Example:
        selo calc mean --average 1947 --score 25 --games 42
    """
    from rulebooks.norway import calc

    problems: list[Problem] = []
    for name, said in (("average", average), ("score", score), ("games", games)):
        if said is None:
            problems.append(wrong("missing", f"calc mean asks for --{name}", name))
    known = whole("average", average, OWN_LOWEST, HIGHEST, problems)
    played = whole("games", games, 1, 100_000, problems)
    half_points = _points(score, played, problems)
    refuse(problems)
    found = calc.tournament_mean(known or 0, half_points, played or 1)
    answer({"mean": found}, [str(found)])


def _points(said: str | None, games: int | None, problems: list["Problem"]) -> int:
    if said is None or games is None:
        return 0
    match = re.fullmatch(r"[0-9]{1,6}(?:[.,][05])?", said)
    found = 2 * Fraction(said.replace(",", ".")) if match else Fraction(-1)
    if not 0 <= found <= 2 * games:
        problems.append(wrong("option", f"'{said}' is no score in {games} games", "score", "25 or 25.5"))
    return int(found)


@click.command("q", context_settings=TOKENS)
@game_words()
@click.option("--rating", metavar="R", help="The number before these games.")
@click.option("--k", "k_said", metavar="K", default="32", show_default=True)
@json_option
def q_command(tokens: tuple[str, ...], rating: str | None, k_said: str) -> None:
    """The exponential variant: R kept as Q = 10^(R/400), Q' = Q x F^(S - E), F = 10^(K/400). R' is the same.

    \b
    Example:
        selo calc q --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720
    """
    from rulebooks.elo import exponential

    problems: list[Problem] = []
    own, k = whole("rating", rating, OWN_LOWEST, HIGHEST, problems), whole("k", k_said, 1, 1000, problems)
    games = [game for competition in parsed(tokens, problems) for game in competition.games]
    if rating is None:
        problems.append(wrong("missing", "calc q asks for --rating", "rating"))
    refuse(problems)
    value = exponential.walked(own or 0, k or 32, games)
    answer(value, [f"{name:<14}{said:.9g}" for name, said in value.items()])
