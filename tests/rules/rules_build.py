"""Builders for the tables of cases: games and numbers in, changes out, through the
public functions of rulebooks.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from projections.answers.career import peak_of
from rulebooks import rulebook
from rulebooks.base import (
    Change,
    External,
    Given,
    Header,
    Peak,
    Person,
    Rated,
    Standing,
    Title,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.entries import WorkedEntry
from rulebooks.games import NO_GAMES, Game, Games

# a day well inside each edition
DAYS = {"fi-1990": "2005-05-05", "fi-2011": "2015-05-05", "fi-2023": "2024-05-05"}
DAY = DAYS["fi-2023"]
HALF_POINTS = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "0-0": (0, 0),
    "1/2-0": (1, 0),
    "0-1/2": (0, 1),
}
SCORES = {"+": "1-0", "-": "0-1", "=": "1/2-1/2"}


def edition_on(day: str) -> str:
    """Rules 1.1, written once more by hand."""
    if day < "2011-01-01":
        return "fi-1990"
    return "fi-2011" if day < "2023-04-26" else "fi-2023"


def game(
    white: str,
    black: str,
    result: str = "1-0",
    minutes: float | None = None,
    *,
    round_no: int = 1,
    on: str = "",
    black_minutes: float | None = None,
    tiebreak: bool = False,
    name: str = "",
) -> Game:
    """Minutes and day left out are the tournament's."""
    seconds = -1 if minutes is None else round(minutes * 60)
    black_seconds = seconds if black_minutes is None else round(black_minutes * 60)
    points = HALF_POINTS.get(result)
    return Game(
        name,
        round_no,
        0,
        on,
        white,
        black,
        result,
        points,
        seconds,
        black_seconds,
        tiebreak,
    )


def tournament(
    *games: Game,
    name: str = "t",
    start: str = "",
    end: str = DAY,
    minutes: float = 90,
    domestic: bool = True,
    fide_accepted: bool = True,
    official: bool = False,
    age_group: str = "open",
    each_game_rated: bool = False,
    order_no: int = 0,
    representatives: Iterable[str] = (),
) -> Tournament:
    """Games get their places and names (g1, g2, ...) in the order given."""
    seconds = round(minutes * 60)
    header = Header(
        name,
        start or end,
        end,
        seconds,
        domestic,
        fide_accepted,
        official,
        age_group,
        each_game_rated,
        order_no,
        representatives=frozenset(representatives),
    )
    placed = [
        g._replace(
            id=g.id or f"g{place}",
            place=place,
            on=g.on or end,
            seconds=seconds if g.seconds < 0 else g.seconds,
            seconds_black=seconds if g.seconds_black < 0 else g.seconds_black,
        )
        for place, g in enumerate(games, start=1)
    ]
    return Tournament(header, Games.from_games(placed, end, seconds))


def units(
    list_name: str, *games: Game, **header: Any
) -> tuple[list[Unit], dict[str, Unrated]]:
    played, rules = tournament(*games, **header), rulebook(list_name)
    return rules.units(played, edition_on), rules.left_out(played, edition_on)


def unit(list_name: str, *games: Game, **header: Any) -> Unit:
    """The one unit in which all the games are."""
    (found,), unrated = units(list_name, *games, **header)
    assert not unrated
    return found


def fates(*games: Game, **header: Any) -> dict[str, str]:
    """{game: the list it counts on, or the code of the reason why not}."""
    found: dict[str, str] = {}
    for list_name in ("selo", "pelo"):
        on_list, unrated = units(list_name, *games, **header)
        found.update((game.id, list_name) for one in on_list for game in one.games)
        found.update(
            (name, why.code)
            for name, why in unrated.items()
            if why.code != "other-list"
        )
    return found


def given_unit(
    list_name: str, given: Given, on: str = DAY, kind: str = "opening"
) -> Unit:
    return Unit(
        list_name,
        f"{on} {kind}",
        kind,
        kind,
        None,
        on,
        on,
        edition_on(on),
        0,
        None,
        NO_GAMES,
        given,
    )


def opened(rating: int, games: int = 100, list_name: str = "selo") -> Standing:
    """The standing after an opening balance."""
    change = rulebook(list_name).change_without_games(
        given_unit(list_name, Given("x", rating, None, games, games)), Standing()
    )
    assert change is not None
    return change.standing


def rated(
    list_name: str,
    standings: Mapping[str, int | Standing],
    *games: Game,
    people: Iterable[Person] = (),
    **header: Any,
) -> Rated:
    """One unit. A plain number is an established player's rating; who is not in
    `standings` has none.
    """
    found = unit(list_name, *games, **header)
    before = {
        name: opened(s, list_name=list_name) if isinstance(s, int) else s
        for name, s in standings.items()
    }
    everybody = {name: before.get(name, Standing()) for name in found.seats()}
    return rulebook(list_name).rate(
        found, everybody, {person.id: person for person in people}
    )


def changes(result: Rated, kind: str = "unit") -> dict[str, Change]:
    return {change.player: change for change in result.changes if change.kind == kind}


def played(
    list_name: str, standings: Mapping[str, int | Standing], *games: Game, **header: Any
) -> dict[str, Change]:
    return changes(rated(list_name, standings, *games, **header))


def after(
    list_name: str, standings: Mapping[str, int | Standing], *games: Game, **header: Any
) -> dict[str, int]:
    return {
        name: change.after
        for name, change in played(list_name, standings, *games, **header).items()
    }


def met(text: str) -> tuple[dict[str, int | Standing], list[Game]]:
    """'+1500 -1600@60 =1700x3': won, lost, drawn against established players; minutes
    after @, how often after x.
    """
    opponents: dict[str, int | Standing] = {}
    games: list[Game] = []
    for word in text.split():
        core, _, times = word.partition("x")
        number, _, minutes = core[1:].partition("@")
        for _ in range(int(times or 1)):
            opponent = f"o{len(games) + 1}"
            opponents[opponent] = int(number)
            games.append(
                game(
                    "me", opponent, SCORES[core[0]], float(minutes) if minutes else None
                )
            )
    return opponents, games


def mine(
    own: int | Standing | None, text: str, list_name: str = "selo", **header: Any
) -> Change:
    """The change of 'me', who stands at `own` (None: no number), over the games of the
    text.
    """
    standings, games = met(text)
    if own is not None:
        standings["me"] = own
    return played(list_name, standings, *games, **header)["me"]


def foreigner(
    name: str,
    *external: External,
    federation: str = "SWE",
    elo_only: tuple[str, ...] = (),
) -> Person:
    return Person(
        name, (("0001-01-01", federation),), external=external, elo_only=elo_only
    )


def elo(
    rating: int,
    on: str = "2024-01-01",
    source: str = "fide-standard",
    comparable: bool = True,
) -> External:
    return External(source, on, rating, comparable)


class Career:
    """The history of 'me', entry by entry, as peaks and titles read it."""

    def __init__(self, list_name: str = "selo") -> None:
        self.list_name = list_name
        self.standing = Standing()
        self.history: list[WorkedEntry] = []

    def _enter(self, unit: Unit, change: Change) -> None:
        self.standing = change.standing
        place = f"{len(self.history):06d}"
        self.history.append(
            WorkedEntry.from_change(
                self.list_name,
                place,
                unit.id,
                unit.tournament,
                unit.end,
                unit.edition,
                0,
                change,
            )
        )

    def given(self, given: Given, on: str, kind: str) -> "Career":
        unit = given_unit(self.list_name, given, on, kind)
        change = rulebook(self.list_name).change_without_games(unit, self.standing)
        if change is not None:
            self._enter(unit, change)
        return self

    def opening(
        self,
        rating: int,
        games: int = 100,
        on: str = "2000-01-01",
        normal: int | None = None,
        peak: int | None = None,
        titles: tuple[str, ...] = (),
    ) -> "Career":
        normal_games = games if normal is None else normal
        return self.given(
            Given("me", rating, None, games, normal_games, peak, titles), on, "opening"
        )

    def ruling(
        self, rating: int | None, delta: int | None = None, on: str = DAY
    ) -> "Career":
        return self.given(Given("me", rating, delta), on, "ruling")

    def plays(
        self, text: str, name: str = "t", person: Person | None = None, **header: Any
    ) -> "Career":
        standings, games = met(text)
        found = unit(self.list_name, *games, name=name, **header)
        before = {
            o: opened(s, list_name=self.list_name)
            for o, s in standings.items()
            if isinstance(s, int)
        }
        people = {} if person is None else {"me": person}
        for change in (
            rulebook(self.list_name)
            .rate(found, {**before, "me": self.standing}, people)
            .changes
        ):
            if change.player == "me":
                self._enter(found, change)
        return self

    @property
    def ratings(self) -> list[int]:
        return [entry.change.after for entry in self.history]

    def peak(self) -> Peak | None:
        return peak_of(rulebook(self.list_name), self.history)

    def titles(self) -> list[Title]:
        return rulebook(self.list_name).titles(self.history)
