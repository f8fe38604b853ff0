"""The pelo of a unit: section 4."""

from __future__ import annotations

from fractions import Fraction

from .formulas import Pair, age_group_number, pelo, provisional_pelo
from .records import Entry, Reached, Standing
from .selo import Outcome
from .units import Unit


def rate_pelo(unit: Unit, standings: dict[str, Standing], outcome: Outcome) -> None:
    """Provisional numbers first (4.3, 4.4), then everybody by 7.4."""
    players = unit.players()
    for player in players:
        standings.setdefault(player, Standing())
    old = {player: standings[player].rating for player in players}
    start: dict[str, int] = {}
    for player in players:
        rating = old[player]
        if standings[player].games == 0 or rating is None:
            start[player] = provisional(unit, player, old)
        else:
            start[player] = rating
    after = {player: rated(unit, player, start) for player in players}
    for player in players:
        finish(unit, player, standings[player], start[player], after[player], outcome)


def provisional(unit: Unit, player: str, old: dict[str, int | None]) -> int:
    """7.5 over the games against players who have a pelo; without such games the number
    of 3.6.
    """
    pairs: list[Pair] = []
    for game in unit.games_of(player):
        number = old[game.opponent(player)]
        if number is not None:
            pairs.append((number, game.points(player)))
    return (
        provisional_pelo(pairs)
        if pairs
        else age_group_number(unit.tournament.age_group)
    )


def rated(unit: Unit, player: str, start: dict[str, int]) -> int:
    """7.4 with the provisional numbers as old numbers."""
    pairs = [
        (start[game.opponent(player)], game.points(player))
        for game in unit.games_of(player)
    ]
    return pelo(start[player], pairs)


def finish(
    unit: Unit,
    player: str,
    standing: Standing,
    before: int,
    after: int,
    outcome: Outcome,
) -> None:
    """The line, the standing and the value (4.1: one game is enough to be established)."""
    games = unit.games_of(player)
    score = sum((game.points(player) for game in games), Fraction(0))
    outcome.entries.append(
        Entry(
            list="pelo",
            player=player,
            on=unit.end,
            tournament=unit.tournament.id,
            unit=unit.name,
            kind="unit",
            before=before,
            after=after,
            games=len(games),
            normal_games=0,
            score=score,
            running=[],
        )
    )
    standing.rating = after
    standing.games += len(games)
    outcome.peak_values.append(
        Reached("pelo", player, after, unit.end, unit.tournament.id, None)
    )
