"""Find what an event makes dirty, by one table, read from top to bottom.

| event                                  | dirty                                                        |
|----------------------------------------|--------------------------------------------------------------|
| tournament, game, amend, withdraw, ... | its units, old and new, as far as they differ                |
| opening, ruling                        | the place it had and the one it has                          |
| external rating, elo-only note         | every unit from that day with a game of theirs, rated or not |
| details (federation, born, sex)        | their units from that day, or all                            |
| merge                                  | all units of both                                            |
| adopt-rules                            | every unit whose edition or list comes out different         |
| rules accepted                         | every unit under that edition                                |

Why: docs/design/008-the-cone.md
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

from ledger.bodies import (
    EloOnlyGamesNoted,
    ExternalRatingTold,
    FactReinstated,
    FactWithdrawn,
    OpeningSet,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    RulingGiven,
)
from ledger.events import OFFICE, Event, PlayerRegistered
from ledger.timeline import Fact, Timeline
from projections.replay.handlers import kept_givens, tournament_units
from projections.replay.shelf import Shelf
from projections.replay.unit_row import Spot
from rulebooks.base import Unit


class Whereabouts(Protocol):
    """A source of who plays where, by the ids in the events: before a merge that is
    another id than now.
    """

    def tournaments_of(self, player: str) -> Iterable[str]: ...

    def all_tournaments(self) -> Iterable[str]: ...

    def all_players(self) -> Iterable[str]: ...

    def take(self, event: Event, timeline: Timeline) -> None: ...


def advance(
    events: Iterable[Event], timeline: Timeline, shelf: Shelf, index: Whereabouts
) -> set[Spot]:
    """Apply the events of one step, bring the shelf's units up to date, and return what
    is dirty.
    """
    changes = _Changes(timeline)
    for event in events:
        changes.take(event)
        index.take(event, timeline)
    changes.close(index)
    dirty: set[Spot] = set()
    for tournament in changes.tournaments:
        dirty |= _refit(
            shelf, shelf.units_of(tournament), _units_now(tournament, timeline)
        )
    for player in changes.given:
        dirty |= _refit(shelf, shelf.givens_of(player), _givens_now(player, timeline))
    for player, day in changes.seats:
        dirty.update(shelf.seats_from(player, day))
    for edition in changes.editions:
        dirty.update(shelf.units_under(edition))
    return dirty


def _units_now(name: str, timeline: Timeline) -> list[Unit]:
    tournament = timeline.tournament(name)
    if tournament is None:
        return []
    return [
        unit for _, units in tournament_units(tournament, timeline) for unit in units
    ]


def _givens_now(player: str, timeline: Timeline) -> list[Unit]:
    """Return the units of a player's openings and rulings; none under an id that was
    merged away.
    """
    return (
        list(kept_givens(player, timeline))
        if timeline.resolve(player) == player
        else []
    )


def _refit(
    shelf: Shelf, old: Mapping[Spot, Unit | None], units: list[Unit]
) -> set[Spot]:
    """Take old units out and put new ones in, as far as they differ, and return their
    spots.
    """
    new = {(unit.list, unit.place): unit for unit in units}
    # a unit that came out the same keeps its row and dirties nobody: this is what keeps
    # a correction small
    differ = {
        spot
        for spot in old.keys() | new.keys()
        if spot not in old or old[spot] != new.get(spot)
    }
    for spot in differ:
        shelf.change(spot, old.get(spot), new.get(spot))
    return differ


class _Changes:
    """A collection of what the events of one step touch, made while they are applied."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self.tournaments: set[str] = set()
        self.given: set[str] = set()
        self.seats: set[tuple[str, str]] = set()
        self.editions: set[str] = set()
        self._people: list[tuple[str, Fact]] = []
        self._ends: set[str] = set()  # of merges that came, went or came back
        self._readopted = False

    def take(self, event: Event) -> None:
        if event.stream.startswith("tournament:"):
            self.tournaments.add(event.target)
            self._timeline.apply(event)
            return
        for fact in self._applied(event):
            if event.stream == OFFICE:
                self._office(fact)
            else:
                self._people.append((event.target, fact))

    def _applied(self, event: Event) -> Iterable[Fact]:
        """Apply an event and return the facts it brings; one that withdraws or
        reinstates concerns the fact of another event.
        """
        if not isinstance(event.body, FactWithdrawn | FactReinstated):
            self._timeline.apply(event)
            return self._facts(event.stream)[-1:]
        before = self._facts(event.stream)
        self._timeline.apply(event)
        return set(before) ^ set(self._facts(event.stream))

    def _facts(self, stream: str) -> tuple[Fact, ...]:
        if stream == OFFICE:
            return self._timeline.office_facts()
        player = self._timeline.player(stream.partition(":")[2])
        return player.facts if player is not None else ()

    def _office(self, fact: Fact) -> None:
        match fact.body:
            case PlayersMerged(merged=merged, into=into):
                self._ends |= {merged, into}
            case RulesAdopted():
                self._readopted = True
            case RulesRevised(edition=edition):
                self.editions.add(edition)
            case _:
                pass

    def close(self, index: Whereabouts) -> None:
        """Follow ids to the players they mean now that every event is applied."""
        for player, fact in self._people:
            self._personal(self._timeline.resolve(player), fact)
        # a family that is another one than before has an end of such a merge in it;
        # each is walked once
        roots = {self._timeline.resolve(player) for player in self._ends}
        # whoever means somebody else has nothing of their own, before and now
        self.given |= self._ends | roots
        for root in roots:
            self.seats.add((root, ""))
            for player in self._timeline.aliases(root):
                self.tournaments.update(index.tournaments_of(player))
        if self._readopted:
            # another first day may move any unit to another edition or list; units that
            # stay the same are not dirty
            self.tournaments.update(index.all_tournaments())
            self.given.update(
                self._timeline.resolve(player) for player in index.all_players()
            )

    def _personal(self, player: str, fact: Fact) -> None:
        match fact.body:
            case OpeningSet() | RulingGiven():
                self.given.add(player)
            case ExternalRatingTold(on=on) | EloOnlyGamesNoted(on=on):
                self.seats.add((player, on))
            case PlayerRegistered(federation_from=since):
                self.seats.add((player, since or ""))
            case _:
                pass
