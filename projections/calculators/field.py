"""Several players at once: first ratings of a field without any, and the mean of a tournament."""

from collections.abc import Mapping, Sequence

from ledger.answer import Answer
from rulebooks.calculators import norway as calc


class FirstRatings(Answer, frozen=True, kw_only=True):
    """The ratings at the end and after every round, by player; None where no opponent leads to one."""

    new: dict[str, int | None]
    rounds: tuple[dict[str, int | None], ...]


class TournamentMean(Answer, frozen=True, kw_only=True):
    """The mean of an all-play-all."""

    mean: int


def first_ratings(players: Mapping[str, tuple[int, Sequence[int | str]]]) -> FirstRatings:
    """{name: (half points, opponents by rating or name)}, worked out round by round until nothing moves."""
    rounds = tuple({name: ratings.get(name) for name in players} for ratings in calc.rounds(players))
    return FirstRatings(new=rounds[-1], rounds=rounds)


def tournament_mean(average: int, half_points: int, games: int) -> TournamentMean:
    """From the mean of the rated players, their score together and their games."""
    return TournamentMean(mean=calc.tournament_mean(average, half_points, games))
