"""The games that every one of some lists predicted: only they say which list is better."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from projections.trials.forecasts.made import Forecasts

EVERY: Collection[str] = ()  # stands for all games of a tournament that a list predicted


class Common(NamedTuple):
    """By tournament the ids of the common games, or `EVERY`; and how many they are."""

    by_tournament: Mapping[str, Collection[str]]
    games: int

    @classmethod
    def of(cls, made: Sequence[Forecasts]) -> "Common":
        by_tournament: dict[str, Collection[str]] = {}
        games = 0
        lists = [each.tournaments for each in made]
        for name in lists[0] if lists else ():
            if not all(name in each for each in lists):
                continue
            columns = [each[name].ids for each in lists]
            # most lists predict the same games of a tournament, all of it
            if all(ids == columns[0] for ids in columns):
                by_tournament[name], games = EVERY, games + len(columns[0])
            else:
                by_tournament[name] = shared = set.intersection(*map(set, columns))
                games += len(shared)
        return cls(by_tournament, games)

    def among(self, made: Forecasts) -> Iterator[bool]:
        """For each game of a list whether it is one of them."""
        for name, ids in made.units:
            shared = self.by_tournament.get(name)
            if shared is EVERY:
                yield from [True] * len(ids)
            elif shared is None:
                yield from [False] * len(ids)
            else:
                yield from [number in shared for number in ids]
