"""The selo of a unit: 3.1 to 3.9."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from .foreign import elo_step, foreign_number
from .formulas import (
    age_group_number,
    established_selo,
    is_normal,
    newcomer_selo,
    rounded,
)
from .records import Entry, Facts, Game, Reached, Standing
from .units import Unit


@dataclass
class Outcome:
    """What units leave behind, in order of computation."""

    entries: list[Entry] = field(default_factory=list)
    peak_values: list[Reached] = field(default_factory=list)
    title_values: list[Reached] = field(default_factory=list)


def is_new(standing: Standing, unit: Unit) -> bool:
    """3.1, 3.7: by the number of earlier games, or for good by an Elo taken as selo."""
    return standing.games < unit.edition.established_from and not standing.by_elo


def is_rated(player: str, unit: Unit, standing: Standing, facts: Facts) -> bool:
    """2.2: abroad only players of FIN; without selo only on an official mission."""
    if unit.tournament.domestic:
        return True
    if facts.federation(player, unit.start) != "FIN":
        return False
    sent = (
        unit.tournament.official_representation
        or player in unit.tournament.representatives
    )
    return standing.rating is not None or sent


def rate_selo(
    unit: Unit, standings: dict[str, Standing], facts: Facts, outcome: Outcome
) -> None:
    """One unit: the steps of 3.7, the new players from old numbers, then the
    established (3.4).
    """
    players = unit.players()
    for player in players:
        standings.setdefault(player, Standing())
        if unit.tournament.domestic:
            take_elo(player, unit, standings[player], facts, outcome)
    old = {player: standings[player].rating for player in players}
    rated = [
        player for player in players if is_rated(player, unit, standings[player], facts)
    ]
    new = [player for player in rated if is_new(standings[player], unit)]
    established = [player for player in rated if player not in new]
    used = {player: numbers(player, unit, old, {}, facts) for player in new}
    fresh = {
        player: newcomer_value(unit, player, standings[player], used[player])
        for player in new
    }
    for player in established:
        used[player] = numbers(player, unit, old, fresh, facts)
    for player in new:
        finish_newcomer(
            unit, player, standings[player], used[player], fresh[player], outcome
        )
    for player in established:
        finish_established(unit, player, standings[player], used[player], outcome)


def take_elo(
    player: str, unit: Unit, standing: Standing, facts: Facts, outcome: Outcome
) -> None:
    """3.7: the step, an entry of its own just before the unit."""
    elo = elo_step(player, unit, standing, facts)
    if elo is None:
        return
    outcome.entries.append(
        Entry(
            "selo",
            player,
            unit.end,
            unit.tournament.id,
            unit.name,
            "elo-step",
            standing.rating,
            elo,
            0,
            0,
            None,
            [],
        )
    )
    standing.rating, standing.by_elo, standing.last_step = elo, True, unit.start


def numbers(
    player: str,
    unit: Unit,
    old: dict[str, int | None],
    fresh: dict[str, int],
    facts: Facts,
) -> list[tuple[Game, int]]:
    """The player's games with the opponents' numbers; ``fresh`` holds new players' new
    numbers (3.4).
    """
    found = []
    for game in unit.games_of(player):
        opponent = game.opponent(player)
        rating = old[opponent]
        if (
            not unit.tournament.domestic
            and facts.federation(opponent, unit.start) != "FIN"
        ):
            number = foreign_number(opponent, game, unit, old, facts)
        elif opponent in fresh:
            number = fresh[opponent]
        elif rating is not None:
            number = rating
        else:
            number = age_group_number(unit.tournament.age_group)
        found.append((game, number))
    return found


def newcomer_value(
    unit: Unit, player: str, standing: Standing, used: list[tuple[Game, int]]
) -> int:
    """7.3, rounded."""
    carried = (
        None if standing.rating is None else (standing.rating, Fraction(standing.games))
    )
    played = [(number, game.points(player)) for game, number in used]
    return rounded(newcomer_selo(standing.past, carried, played, unit.edition))


def entry(
    unit: Unit,
    player: str,
    standing: Standing,
    used: list[tuple[Game, int]],
    after: int,
    running: list[int],
) -> Entry:
    """The history line of a player in a unit."""
    normal = len([game for game, _ in used if is_normal(game.white_minutes)])
    score = sum((game.points(player) for game, _ in used), Fraction(0))
    return Entry(
        list=unit.rating_list,
        player=player,
        on=unit.end,
        tournament=unit.tournament.id,
        unit=unit.name,
        kind="unit",
        before=standing.rating,
        after=after,
        games=len(used),
        normal_games=normal,
        score=score,
        running=running,
    )


def move_on(
    player: str, standing: Standing, used: list[tuple[Game, int]], line: Entry
) -> None:
    """The standing after the unit; every game is kept with the opponent's number as
    used (1.7).
    """
    standing.rating = line.after
    standing.games += line.games
    standing.normal_games += line.normal_games
    standing.past = standing.past + [
        (number, game.points(player)) for game, number in used
    ]


def finish_newcomer(
    unit: Unit,
    player: str,
    standing: Standing,
    used: list[tuple[Game, int]],
    after: int,
    outcome: Outcome,
) -> None:
    """A new player: no running values; the number counts as established when the unit
    passes the limit.
    """
    line = entry(unit, player, standing, used, after, [])
    move_on(player, standing, used, line)
    outcome.entries.append(line)
    if standing.games >= unit.edition.established_from:
        value = Reached(
            "selo",
            player,
            after,
            unit.end,
            unit.tournament.id,
            None,
            standing.normal_games,
        )
        outcome.peak_values.append(value)
        outcome.title_values.append(value)


def finish_established(
    unit: Unit,
    player: str,
    standing: Standing,
    used: list[tuple[Game, int]],
    outcome: Outcome,
) -> None:
    """An established player: 7.2 after every game; titles before 2023 look only at the
    end.
    """
    assert standing.rating is not None
    games = [(number, game.points(player), game.white_minutes) for game, number in used]
    running = []
    normal = standing.normal_games
    for count, (game, _) in enumerate(used, start=1):
        running.append(
            rounded(established_selo(standing.rating, games[:count], unit.edition))
        )
        normal += 1 if is_normal(game.white_minutes) else 0
        value = Reached(
            "selo", player, running[-1], unit.end, unit.tournament.id, game.id, normal
        )
        outcome.peak_values.append(value)
        if unit.edition.titles_during:
            outcome.title_values.append(value)
    line = entry(unit, player, standing, used, running[-1], running)
    move_on(player, standing, used, line)
    outcome.entries.append(line)
    if not unit.edition.titles_during:
        end = Reached(
            "selo", player, line.after, unit.end, unit.tournament.id, None, normal
        )
        outcome.title_values.append(end)
