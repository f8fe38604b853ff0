"""Opponents of another federation: 3.7 (Elo as selo) and 3.9 (their number abroad)."""

from __future__ import annotations

import math

from .formulas import Pair, performance
from .records import Facts, Game, Standing
from .units import Unit

FLOOR = 1000


def elo_step(player: str, unit: Unit, standing: Standing, facts: Facts) -> int | None:
    """3.7: the Elo that becomes the selo of a foreigner at the start of a domestic
    unit, or None.
    """
    if facts.federation(player, unit.start) == "FIN":
        return None
    elo = facts.external(player, "fide-standard", unit.start)
    if elo is None:
        return None
    if standing.rating is not None and elo["rating"] < standing.rating + 100:
        return None
    if standing.last_step is not None:
        notes = [note["on"] for note in facts.elo_only if note["player"] == player]
        if not any(standing.last_step < on <= unit.start for on in notes):
            return None
    return int(elo["rating"])


def published(player: str, game: Game, unit: Unit, facts: Facts) -> int | None:
    """3.9: the first published rating that applies in the game, never below 1000."""
    fast = math.floor(game.white_minutes) < 60
    for source in (
        "fide-standard",
        "fide-rapid",
        "national-standard",
        "national-rapid",
    ):
        if source.endswith("rapid") and not fast:
            continue
        document = facts.external(player, source, unit.start)
        if document is None:
            continue
        if source.startswith("national") and not document.get("comparable", True):
            continue
        return max(FLOOR, int(document["rating"]))
    return None


def layer_zero(
    player: str, game: Game, unit: Unit, old: dict[str, int | None], facts: Facts
) -> int | None:
    """1.4: a player of FIN by the selo before the unit, as it is; a foreigner by a
    rating, never below 1000.
    """
    if facts.federation(player, unit.start) == "FIN":
        return old[player]
    return published(player, game, unit, facts)


def performances(
    unit: Unit, old: dict[str, int | None], facts: Facts
) -> dict[str, int]:
    """1.4: performances in layers; each layer against the layers before, all at once."""
    found: dict[str, int] = {}
    while True:
        layer: dict[str, int] = {}
        for player in unit.players():
            games = unit.games_of(player)
            if player in found or all(
                layer_zero(player, game, unit, old, facts) is not None for game in games
            ):
                continue
            pairs: list[Pair] = []
            for game in games:
                opponent = game.opponent(player)
                number = layer_zero(opponent, game, unit, old, facts)
                if number is None:
                    number = found.get(opponent)
                if number is not None:
                    pairs.append((number, game.points(player)))
            result = performance(pairs)
            if result is not None:
                layer[player] = max(FLOOR, result)
        if not layer:
            return found
        found.update(layer)


def foreign_number(
    player: str, game: Game, unit: Unit, old: dict[str, int | None], facts: Facts
) -> int:
    """3.9: the number of a foreign opponent in a foreign tournament."""
    number = published(player, game, unit, facts)
    if number is None:
        number = performances(unit, old, facts).get(player)
    return FLOOR if number is None else number
