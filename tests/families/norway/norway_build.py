"""Builders for the Norwegian cases: who plays whom with what number, in a few words;
changes through the rulebook.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rulebooks.base import (
    Change,
    Given,
    Header,
    Person,
    Rated,
    Standing,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.entries import WorkedEntry
from rulebooks.games import NO_GAMES, Game, Games
from rulebooks.norway import NorwegianList
from rulebooks.norway.standing import standing_of

DAY = "2010-06-01"
NO = NorwegianList("elo-no")
RESULTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "0-0": (0, 0)}
JUNIOR, SENIOR = "1995-01-01", "1970-01-01"


def held(
    rating: int, games: int = 30, reached: bool = False, last: str = "2010-01-01"
) -> Standing:
    return standing_of(rating, games, reached, last)


def game(
    said: str, number: int, seconds: int = 7200, black_seconds: int | None = None
) -> Game:
    """`a b 1-0`; the round is the running number."""
    white, black, result = said.split()
    black_time = seconds if black_seconds is None else black_seconds
    return Game(
        f"{number}.1",
        number,
        number,
        DAY,
        white,
        black,
        result,
        RESULTS.get(result),
        seconds,
        black_time,
        False,
    )


def header(**more: Any) -> Header:
    fields: dict[str, Any] = {
        "id": "t",
        "start": more.get("end", DAY),
        "end": DAY,
        "seconds": 7200,
        "domestic": True,
        "fide_accepted": True,
        "official_representation": False,
        "age_group": "open",
        "each_game_rated": False,
        "order_no": 0,
        "category": "II",
    }
    return Header(**{**fields, **more})


def units(
    *said: str, book: NorwegianList = NO, **more: Any
) -> tuple[list[Unit], dict[str, Unrated]]:
    return units_of(
        [game(text, number) for number, text in enumerate(said, 1)], book, **more
    )


def units_of(
    games: Sequence[Game], book: NorwegianList = NO, **more: Any
) -> tuple[list[Unit], dict[str, Unrated]]:
    played = Tournament(header(**more), Games.from_games(games))
    return book.units(played, lambda day: "no"), book.left_out(played, lambda day: "no")


def rated(
    standings: Mapping[str, Standing],
    *said: str,
    born: Mapping[str, str] | None = None,
    **more: Any,
) -> Rated:
    (unit,), _ = units(*said, **more)
    people = {
        player: Person(player, born=(born or {}).get(player, SENIOR))
        for player in unit.seats()
    }
    return NO.rate(unit, standings, people)


def play(
    standings: Mapping[str, Standing],
    *said: str,
    born: Mapping[str, str] | None = None,
    **more: Any,
) -> dict[str, Change]:
    return {
        change.player: change
        for change in rated(standings, *said, born=born, **more).changes
    }


def after(standings: Mapping[str, Standing], *said: str, **more: Any) -> dict[str, int]:
    return {
        player: change.after
        for player, change in play(standings, *said, **more).items()
    }


def entry(change: Change, on: str = DAY, unit: str = "t") -> WorkedEntry:
    return WorkedEntry.from_change("elo-no", f"{on} 1", unit, unit, on, "no", 1, change)


def given(
    kind: str, on: str, standing: Standing | None = None, **told: Any
) -> Change | None:
    fact = Given("me", **{"rating": None, **told})
    unit = Unit(
        "elo-no", f"{on} 0 me", kind, kind, None, on, on, "no", 1, None, NO_GAMES, fact
    )
    return NO.change_without_games(unit, standing or Standing())
