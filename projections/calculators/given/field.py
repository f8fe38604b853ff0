"""Several players at once, asked in texts."""

import re
from collections.abc import Sequence
from fractions import Fraction

from ledger.errors import Problem
from messages import say
from projections.calculators.curves import FirstRatings, TournamentMean, first_ratings, tournament_mean
from projections.calculators.given.words import (
    HIGHEST,
    LOWEST,
    MOST_GAMES,
    OWN_LOWEST,
    Words,
    refuse,
    total_of,
    whole,
    wrong,
)
from rulebooks import numbers

PLAYER = re.compile(r"([A-Za-z][A-Za-z0-9._-]{0,63}):\Z")
FIELD = say("a: 2.5 1500 1645 b / b: 2 1187 865 a")


def field_of(words: Words) -> FirstRatings:
    problems: list[Problem] = []
    players = _players(words.texts, problems)
    refuse(problems)
    return first_ratings(players)


def _players(tokens: Sequence[str], problems: list[Problem]) -> dict[str, tuple[int, list[int | str]]]:
    """{name: (half points, opponents)}; everything that is wrong adds a problem."""
    players: dict[str, tuple[int, list[int | str]]] = {}
    for part in " ".join(tokens).split("/") if tokens else []:
        match part.split():
            case [head, score, *words] if words and (named := PLAYER.match(head)):
                name = named[1]
                if name in players:
                    problems.append(wrong("twice", say("{name} is there twice", name=name), name))
                half_points = _half_points(score, len(words), name, problems)
                players[name] = (half_points, [_opponent(word, name, problems) for word in words])
            case _:
                message = say("'{text}' is not a player with a score and opponents", text=part.strip())
                if re.match(r"\s*[0-9]+:", part):  # a start number among opponents would read like a rating
                    message = say("{sentence}: a name begins with a letter, n2 and not 2", sentence=message)
                problems.append(wrong("player", message, "", FIELD))
    # names can only be checked when all of them are known
    for name, (_, opponents) in players.items():
        missing = [other for other in opponents if isinstance(other, str) and (other not in players or other == name)]
        problems += [
            wrong(
                "opponent",
                say("{name} cannot have met '{other}'", name=name, other=other),
                name,
                say("a rating, or the name of another"),
            )
            for other in missing
        ]
    if not tokens:
        problems.append(wrong("no-games", say("no players"), "players", FIELD))
    return players


def _half_points(score: str, games: int, name: str, problems: list[Problem]) -> int:
    half_points = total_of(score)
    if half_points is None or half_points.denominator != 1 or half_points > 2 * games:
        problems.append(
            wrong(
                "total",
                say("'{score}' is not a score in {figures}", score=score, figures=numbers.games(games)),
                name,
                say("2.5"),
            )
        )
        return 0
    return int(half_points)


def _opponent(word: str, name: str, problems: list[Problem]) -> int | str:
    """A rating, or a name."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        return word
    if not LOWEST <= int(word) <= HIGHEST:
        problems.append(
            wrong(
                "game",
                say("'{word}' is not a rating", word=word),
                name,
                say("from {lowest} to {highest}", lowest=LOWEST, highest=HIGHEST),
            )
        )
    return int(word)


def mean_of(average: str | None, score: str | None, games: str | None) -> TournamentMean:
    problems: list[Problem] = []
    for name, text in (("average", average), ("score", score), ("games", games)):
        if text is None:
            problems.append(wrong("missing", say("calc mean requires --{name}", name=name), name))
    known = whole("average", average, OWN_LOWEST, HIGHEST, problems)
    played = whole("games", games, 1, MOST_GAMES, problems)
    half_points = _points(score, played, problems)
    refuse(problems)
    return tournament_mean(known or 0, half_points, played or 1)


def _points(text: str | None, games: int | None, problems: list[Problem]) -> int:
    """The half points of a score, which may be of many games."""
    if text is None or games is None:
        return 0
    match = re.fullmatch(r"[0-9]{1,6}(?:[.,][05])?", text)
    half_points = 2 * Fraction(text.replace(",", ".")) if match else Fraction(-1)
    if not 0 <= half_points <= 2 * games:
        problems.append(
            wrong(
                "option",
                say("'{text}' is not a score in {figures}", text=text, figures=numbers.games(games)),
                "score",
                say("25 or 25.5"),
            )
        )
    return int(half_points)
