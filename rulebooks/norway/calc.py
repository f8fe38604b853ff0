"""The calculators: the parts of the Norwegian system for numbers somebody has at hand, without a ledger."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulebooks.norway import category as categories
from rulebooks.norway import classes, established, unestablished
from rulebooks.norway import performance as tables
from rulebooks.norway.tables import ESTABLISHED_FROM, FLOOR, JUNIOR_BELOW, UNRATED_UNTIL
from rulebooks.norway.unrated import tournament_mean


def performance(opponents: Sequence[int], half_points: int) -> dict[str, Any]:
    """Formula I: the mean of the opponents, D of the percentage, and their sum."""
    percent = tables.percentage(half_points, len(opponents))
    return {
        "mean": tables.rounded_mean(opponents),
        "percent": percent,
        "difference": tables.difference(percent),
        "performance": tables.performance(opponents, half_points),
    }


def expectation(rating: int, opponents: Sequence[int]) -> dict[str, Any]:
    """Formula III's F over all games, and the share of the points it is; opponents at most 350 away."""
    met = [tables.limited(opponent, rating) for opponent in opponents]
    points = established.expected_score(rating, met)
    return {"points": points, "share": points / len(met), "mean": Fraction(sum(met), len(met))}


def category(start_minutes: int, total_minutes: int, event_kind: str | None = None) -> str | None:
    """I to V, or None: too short to be rated."""
    return categories.category_of(start_minutes, total_minutes, event_kind)


def class_(rating: int | None, born: str | None, on: str, highest: int | None = None) -> str:
    """A, B or C on a day; `highest` is the highest number ever."""
    reached = max(rating or 0, highest or 0) >= JUNIOR_BELOW
    return classes.class_of(rating, reached, classes.is_young(born, on))


def k(category_name: str, class_name: str) -> Fraction:
    return categories.k_of(category_name, class_name)


def new_number(
    rating: int | None, games: int, opponents: Sequence[int], half_points: int, coefficient: Fraction
) -> int:
    """Formula I, II or III by the games before; `coefficient` counts from 30 games on."""
    if rating is None or games <= UNRATED_UNTIL:
        found = tables.performance(opponents, half_points)
        if rating is not None and games:
            found = unestablished.lowered(rating, games, found, len(opponents))
        return max(FLOOR, found)
    met = [tables.limited(opponent, rating) for opponent in opponents]
    if games < ESTABLISHED_FROM:
        found = tables.performance(met, half_points)
        return max(FLOOR, unestablished.new_number(rating, games, found, len(met)))
    return max(FLOOR, established.new_number(rating, coefficient, half_points, met))


__all__ = ["category", "class_", "expectation", "k", "new_number", "performance", "tournament_mean"]
