"""Norway, several players at once: first ratings of a field without any, and the mean
of a tournament.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from features.calculators.families import norway
from features.calculators.typed import (
    A_RATING,
    HIGHEST,
    LOWEST,
    MOST_GAMES,
    OWN_LOWEST,
    Calculation,
    Games,
    a_number,
    input_problem,
    refuse,
    total_of,
    whole_number,
)
from ledger.errors import Problem
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import Text, Unledgered, about
from rulebooks import numbers

# a start number is a name too; a number that may be a rating is none
SCORE = r"[0-9]{1,6}(?:[.,][05])?"
A_SCORE = {"type": "string", "pattern": f"^{SCORE}$"}
PLAYER = re.compile(r"([A-Za-z][A-Za-z0-9._-]{0,63}|0?[1-9]|[1-9][0-9]):\Z")
FIELD = say("a: 2.5 1500 1645 b / b: 2 1187 865 a")


class FirstRatings(Answer, frozen=True, kw_only=True):
    """The ratings at the end and after every round, by player; None where no opponent
    leads to one.
    """

    new: dict[str, int | None]
    rounds: tuple[dict[str, int | None], ...]


class TournamentMean(Answer, frozen=True, kw_only=True):
    """The mean of an all-play-all."""

    mean: int


class Field(Calculation, frozen=True, kw_only=True):
    """Norway: the first ratings of several players without one who met each other,
    round by round until nothing moves.

    Each player: a name or a start number and a colon, the score, the opponents by
    rating, or by name or number where they have no rating either.
    """

    calculator = "field"
    examples = ("selo calc field a: 2.5 1500 1645 b 1305 / b: 2 1187 865 a 1210",)
    game: Annotated[
        Games, about("The players, with / between them.", "PLAYERS...", needed=True)
    ] = ()

    def worked_out(self) -> FirstRatings:
        problems: list[Problem] = []
        players = _players(self.game, problems)
        refuse(problems)
        return first_ratings(players)


class Mean(Unledgered, frozen=True, kw_only=True):
    """Norway: the mean of an all-play-all from those who have a rating, for those who
    have none.
    """

    examples = ("selo calc mean --average 1947 --score 25 --games 42",)
    average: Annotated[
        Text | None,
        about("Mean of those who have a rating.", "R", schema=A_RATING, needed=True),
    ] = None
    score: Annotated[
        Text | None,
        about("What they scored together.", "S", schema=A_SCORE, needed=True),
    ] = None
    games: Annotated[
        Text | None,
        about(
            "The games they played together, each player's counted.",
            "N",
            schema=a_number(1, MOST_GAMES),
            needed=True,
        ),
    ] = None

    def worked_out(self) -> TournamentMean:
        problems: list[Problem] = []
        for name, text in (
            ("average", self.average),
            ("score", self.score),
            ("games", self.games),
        ):
            if text is None:
                problems.append(
                    input_problem(
                        "missing",
                        say(
                            "{command} requires {name}",
                            command="calc mean",
                            name=option(name),
                        ),
                        name,
                    )
                )

        known = whole_number("average", self.average, OWN_LOWEST, HIGHEST, problems)
        played = whole_number("games", self.games, 1, MOST_GAMES, problems)
        half_points = _points(self.score, played, problems)
        refuse(problems)

        return tournament_mean(known or 0, half_points, played or 1)


def _players(
    tokens: Sequence[str], problems: list[Problem]
) -> dict[str, tuple[int, list[int | str]]]:
    """Read {name: (half points, opponents)}; everything that is wrong adds a problem."""
    if not tokens:
        problems.append(input_problem("no-games", say("no players"), "players", FIELD))
        return {}

    players: dict[str, tuple[int, list[int | str]]] = {}
    for part in " ".join(tokens).split("/"):
        words = part.split()
        named = PLAYER.match(words[0]) if len(words) >= 3 else None
        if named is None:
            problems.append(_no_player(part))
            continue

        name = named[1].lstrip("0")
        if name in players:
            message = say("{name} is there twice", name=name)
            problems.append(input_problem("twice", message, name))

        _, score, *others = words
        half_points = _half_points(score, len(others), name, problems)
        opponents = [_opponent(other, name, problems) for other in others]
        players[name] = half_points, opponents

    # names can only be checked when all of them are known
    for name, (_, opponents) in players.items():
        for other in opponents:
            if isinstance(other, str) and (other not in players or other == name):
                problems.append(_never_met(name, other))

    return players


def _no_player(part: str) -> Problem:
    """Make the problem of a text between two / that is no player; one that begins with
    a number and a colon is told which numbers are names.
    """
    message = say(
        "'{text}' is not a player with a score and opponents", text=part.strip()
    )
    if re.match(r"\s*[0-9]+:", part):
        message = say(
            "{sentence}: a start number is from 1 to 99, and a rating is not a name",
            sentence=message,
        )

    return input_problem("player", message, "", FIELD)


def _never_met(name: str, other: str) -> Problem:
    """Make the problem of a player whose opponent is no other player of the field."""
    message = say("{name} cannot have met '{other}'", name=name, other=other)
    return input_problem(
        "opponent", message, name, say("a rating, or the name of another")
    )


def _half_points(score: str, games: int, name: str, problems: list[Problem]) -> int:
    half_points = total_of(score)
    if half_points is None or half_points.denominator != 1 or half_points > 2 * games:
        problems.append(
            input_problem(
                "total",
                say(
                    "'{score}' is not a score in {figures}",
                    score=score,
                    figures=numbers.games(games),
                ),
                name,
                say("2.5"),
            )
        )
        return 0

    return int(half_points)


def _opponent(word: str, name: str, problems: list[Problem]) -> int | str:
    """Read an opponent: a rating, or a name; whether there is a player of the name is
    looked at later.
    """
    if not re.fullmatch(r"[0-9]{1,9}", word) or PLAYER.match(f"{word}:"):
        return word.lstrip("0")
    if not LOWEST <= int(word) <= HIGHEST:
        problems.append(
            input_problem(
                "game",
                say("'{word}' is not a rating", word=word),
                name,
                say("from {lowest} to {highest}", lowest=LOWEST, highest=HIGHEST),
            )
        )

    return int(word)


def _points(text: str | None, games: int | None, problems: list[Problem]) -> int:
    """Read the half points of a score, which may be of many games."""
    if text is None or games is None:
        return 0

    match = re.fullmatch(SCORE, text)
    half_points = 2 * Fraction(text.replace(",", ".")) if match else Fraction(-1)
    if not 0 <= half_points <= 2 * games:
        problems.append(
            input_problem(
                "option",
                say(
                    "'{text}' is not a score in {figures}",
                    text=text,
                    figures=numbers.games(games),
                ),
                "score",
                say("25 or 25.5"),
            )
        )

    return int(half_points)


def first_ratings(
    players: Mapping[str, tuple[int, Sequence[int | str]]],
) -> FirstRatings:
    """Work out first ratings from {name: (half points, opponents by rating or name)},
    round by round until nothing moves.
    """
    rounds = tuple(
        {name: ratings.get(name) for name in players}
        for ratings in norway().rounds(players)
    )
    return FirstRatings(new=rounds[-1], rounds=rounds)


def tournament_mean(average: int, half_points: int, games: int) -> TournamentMean:
    """Work out the mean of a tournament from the mean of the rated players, their score
    together and their games.
    """
    return TournamentMean(mean=norway().tournament_mean(average, half_points, games))
