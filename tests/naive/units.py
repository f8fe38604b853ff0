"""Which games count on which list, and in which units they are computed (section 2,
rules 1.2, 1.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from .editions import Edition, in_force
from .records import POINTS, Facts, Game, Tournament

LISTS = ("selo", "pelo")


@dataclass(frozen=True)
class Unit:
    """What is computed at once."""

    rating_list: str
    tournament: Tournament
    name: str
    start: str
    end: str
    edition: Edition
    games: tuple[Game, ...]
    key: tuple[str, str, int, bytes, int, int]

    def players(self) -> list[str]:
        """Everybody with a game in it, by id."""
        return sorted(
            {player for game in self.games for player in (game.white, game.black)}
        )

    def games_of(self, player: str) -> list[Game]:
        """The player's games in order."""
        return [game for game in self.games if player in (game.white, game.black)]


def alone(game: Game, tournament: Tournament) -> bool:
    """2.11, 2.12: is the game a unit of its own?"""
    return (
        tournament.each_game_rated or not tournament.start <= game.on <= tournament.end
    )


def unit_end(game: Game, tournament: Tournament) -> str:
    """The day the game's unit ends."""
    return game.on if alone(game, tournament) else tournament.end


def refusal(
    game: Game, tournament: Tournament, rating_list: str, edition: Edition
) -> str | None:
    """Why the game does not count on the list; None when it does."""
    if game.result not in POINTS:
        return "not played"
    if game.white_minutes != game.black_minutes:
        return "unequal time"
    if not tournament.accepted:
        return "not-accepted"
    if not tournament.domestic and not tournament.fide_accepted:
        return "foreign, not accepted by FIDE"
    if rating_list == "selo":
        return None if edition.is_selo_time(game.white_minutes) else "too short"
    if not edition.is_pelo_time(game.white_minutes):
        return "too short"
    if not tournament.domestic:
        return "foreign blitz"
    if game.tiebreak and edition.is_selo_time(tournament.minutes):
        return "blitz tie-break of a selo tournament"
    return None


def unrated_games(facts: Facts) -> dict[tuple[str, str], str]:
    """Games on neither list, with the reason."""
    found: dict[tuple[str, str], str] = {}
    for tournament in facts.tournaments:
        for game in tournament.games:
            reasons = []
            for rating_list in LISTS:
                edition = in_force(facts, rating_list, unit_end(game, tournament))
                reasons.append(refusal(game, tournament, rating_list, edition))
            if None not in reasons:
                found[tournament.id, game.id] = str(reasons[1])
    return found


def units_of(facts: Facts, rating_list: str) -> list[Unit]:
    """All units of a list in the order of computation (1.3, 1.7)."""
    units = []
    for tournament in facts.tournaments:
        together = []
        for game in tournament.games:
            edition = in_force(facts, rating_list, unit_end(game, tournament))
            if refusal(game, tournament, rating_list, edition) is not None:
                continue
            if alone(game, tournament):
                units.append(game_unit(game, tournament, rating_list, edition))
            else:
                together.append(game)
        if together:
            edition = in_force(facts, rating_list, tournament.end)
            units.append(whole_unit(together, tournament, rating_list, edition))
    return sorted(units, key=lambda unit: unit.key)


def game_unit(
    game: Game, tournament: Tournament, rating_list: str, edition: Edition
) -> Unit:
    """One game rated alone, on its day."""
    key = (
        game.on,
        game.on,
        tournament.order_no,
        tournament.id.encode(),
        game.round,
        game.place,
    )
    name = f"{tournament.id}/{game.id}"
    return Unit(rating_list, tournament, name, game.on, game.on, edition, (game,), key)


def whole_unit(
    games: list[Game], tournament: Tournament, rating_list: str, edition: Edition
) -> Unit:
    """The tournament's games, inside it by (on, round, place)."""
    ordered = tuple(sorted(games, key=lambda game: (game.on, game.round, game.place)))
    key = (
        tournament.end,
        tournament.start,
        tournament.order_no,
        tournament.id.encode(),
        0,
        0,
    )
    return Unit(
        rating_list,
        tournament,
        tournament.id,
        tournament.start,
        tournament.end,
        edition,
        ordered,
        key,
    )
