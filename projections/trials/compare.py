"""The players under each system, run over the same games: numbers, ranks, and how far they stand apart."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from ledger.store.persons import names as person_names
from projections.answers.lists.rating_list import list_rows
from projections.answers.reading import Reading
from projections.replay.rows import list_entry_of
from projections.trials.run import Run, facts


def ranked(run: Run) -> list[dict[str, Any]]:
    """The list a run came to, as `selo list` would print it."""
    entries = [list_entry_of(row) for row in sorted(run.rows, key=lambda row: (row[3], row[1:3]))]
    ranked_rows = sorted(
        list_rows(entries, run.asked.rules, run.edition(run.as_of), run.as_of),
        key=lambda row: (-row.rating, row.player),
    )
    return [
        {"rank": rank, "player": row.player, "rating": row.rating, "games": row.games, "normal_games": row.normal_games,
         "established": row.established, "last_played": row.last_played, **row.beside}
        for rank, row in enumerate(ranked_rows, 1)
    ]  # fmt: skip


def compare(reading: Reading, runs: Sequence[Run]) -> dict[str, Any]:
    """One row a player in the order of the first list; who is not on it comes last."""
    labels = [run.asked.label for run in runs]
    lists = {label: {row["player"]: row for row in ranked(run)} for label, run in zip(labels, runs, strict=True)}
    players = {player for found in lists.values() for player in found}
    names = person_names(reading.events)
    moved = {label: _moved(lists[labels[0]], found) for label, found in lists.items()}
    rows = [
        {
            "player": player,
            "name": names.get(player),
            "lists": {label: _cell(lists[label].get(player), moved[label].get(player)) for label in labels},
        }
        for player in sorted(players, key=lambda player: _place(player, labels, lists))
    ]
    return {
        "lists": [{**facts(run), **_summary(lists[labels[0]], lists[run.asked.label])} for run in runs],
        "rows": rows,
        "basis": reading.basis().as_dict(),
    }


def _place(player: str, labels: Sequence[str], lists: dict[str, dict[str, Any]]) -> tuple[int, int, str]:
    """By the first list that has him."""
    at = next(index for index, label in enumerate(labels) if player in lists[label])
    return at, lists[labels[at]][player]["rank"], player


def _cell(row: dict[str, Any] | None, moved: int | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {key: row[key] for key in ("rating", "rank", "games", "established")} | {"moved": moved}


def _moved(first: dict[str, Any], other: dict[str, Any]) -> dict[str, int]:
    """Places gained against the first list, counted among those who are on both."""
    both = [player for player in first if player in other]
    again = sorted(both, key=lambda player: other[player]["rank"])
    now = {player: place for place, player in enumerate(again)}
    return {player: place - now[player] for place, player in enumerate(both)}


def _summary(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """How the list stands beside the first one."""
    both = [player for player in first if player in other]
    apart = [other[player]["rating"] - first[player]["rating"] for player in both]
    return {
        "players": len(other),
        "mean": round(fmean(row["rating"] for row in other.values()), 1) if other else None,
        "both": len(both),
        "mean_difference": round(fmean(apart), 1) if apart else None,
        "largest_difference": max(apart, key=abs) if apart else None,
        "rank_correlation": _correlation(first, other, both),
    }


def _correlation(first: dict[str, Any], other: dict[str, Any], both: Sequence[str]) -> float | None:
    """Spearman's, of the places among those on both; no two places are equal."""
    count = len(both)
    if count < 2:
        return None
    squares = sum(change * change for change in _moved(first, other).values())
    return round(1 - 6 * squares / (count * (count * count - 1)), 4)
