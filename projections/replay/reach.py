"""Find what an event makes dirty, by one table, read from top to bottom.

| event                           | dirty                                                |
|---------------------------------|------------------------------------------------------|
| tournament, game, amend, ...    | its units, old and new, as far as they differ        |
| opening, ruling                 | the place it had and the one it has                  |
| external rating, elo-only note  | the player's units from that day, rated or not       |
| details (federation, born, sex) | the player's units from that day, or all             |
| merge                           | all units of both                                    |
| adopt-rules                     | every unit whose edition or list comes out different |
| rules accepted                  | every unit under that edition                        |

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
from projections.replay.repository import Repository
from projections.replay.unit_row import UnitKey
from projections.replay.units import tournament_units, units_on_kept_lists
from rulebooks.base import Unit


class Whereabouts(Protocol):
    """A source of who plays where, by the ids in the events: before a merge that is
    another id than now.
    """

    def tournaments_of(self, player: str) -> Iterable[str]: ...

    def all_tournaments(self) -> Iterable[str]: ...

    def all_players(self) -> Iterable[str]: ...

    def note_event(self, event: Event, timeline: Timeline) -> None:
        """Take note of an event, so that the answers hold with it too; `timeline` has
        gone past it.
        """


def apply_step(
    events: Iterable[Event],
    timeline: Timeline,
    repository: Repository,
    whereabouts: Whereabouts,
) -> set[UnitKey]:
    """Apply the events of one step, bring the repository's units up to date, and return
    what is dirty.

    `timeline` stands before the first event, and goes past the last one here.
    `whereabouts`: who plays where, for merges and for other rules; it notes the events.

    A result that is amended makes the units dirty which that game is in, one on each
    list. Later units of the players are not among them: the loop reaches those by
    itself, as far as standings differ.
    """
    changes = _Changes(timeline)
    for event in events:
        changes.apply(event)
        whereabouts.note_event(event, timeline)

    changes.close(whereabouts)

    dirty: set[UnitKey] = set()
    for tournament in changes.tournaments:
        old = repository.units_of(tournament)
        dirty |= _replace_units(
            repository, old, _units_of_tournament(tournament, timeline)
        )

    for player in changes.given:
        old = repository.givens_of(player)
        dirty |= _replace_units(repository, old, _givens_of_player(player, timeline))

    # new people come with no seat: that is asked once, and not on each list of each
    repository.prefetch_players(sorted({player for player, _ in changes.units_since}))
    for player, day in changes.units_since:
        dirty.update(repository.seats_from(player, day))

    for edition in changes.editions:
        dirty.update(repository.units_under(edition))

    return dirty


def _units_of_tournament(name: str, timeline: Timeline) -> list[Unit]:
    """Return the units of a tournament on all lists, by the facts of now."""
    tournament = timeline.tournament(name)
    if tournament is None:
        return []

    every_unit: list[Unit] = []
    for _, units in tournament_units(tournament, timeline):
        every_unit += units

    return every_unit


def _givens_of_player(player: str, timeline: Timeline) -> list[Unit]:
    """Return the units of a player's openings and rulings; none under an id that was
    merged away.
    """
    if timeline.resolve(player) != player:
        return []

    return list(units_on_kept_lists(player, timeline))


def _replace_units(
    repository: Repository, old: Mapping[UnitKey, Unit | None], units: list[Unit]
) -> set[UnitKey]:
    """Take old units out and put new ones in, as far as they differ, and return their
    keys.

    `old`: by key, as they were before the step; None for one whose facts are gone.
    `units`: as they are now.

        old at 2024-03-01 ..., new at 2024-03-08 ...    both keys: it was moved
        old and new the same                            nothing
    """
    new = {(unit.list, unit.place): unit for unit in units}
    # a unit that came out the same keeps its row and dirties nobody: this is what keeps
    # a correction small
    differing = set()

    for key in old.keys() | new.keys():
        was, comes = old.get(key), new.get(key)
        if key not in old or was != comes:
            repository.change(key, was, comes)
            differing.add(key)

    return differing


# a player, and the day from which their units are dirty: YYYY-MM-DD, or empty for all
# of them
UnitsSince = tuple[str, str]


class _Changes:
    """A collection of what the events of one step touch, made while they are applied."""

    def __init__(self, timeline: Timeline) -> None:
        """Begin a step, with nothing touched. `timeline` stands before its first event."""
        self._timeline = timeline
        self.tournaments: set[str] = set()
        self.given: set[str] = set()  # players whose openings or rulings may differ
        self.units_since: set[UnitsSince] = set()
        self.editions: set[str] = set()
        # facts of people, each with the id that its event names
        self._people: list[tuple[str, Fact]] = []
        # the two ids of each merge that came, went or came back
        self._merged_ids: set[str] = set()
        self._readopted = False

    def apply(self, event: Event) -> None:
        """Apply an event, and note what it touches."""
        if event.stream.startswith("tournament:"):
            self.tournaments.add(event.target)
            self._timeline.apply(event)
            return

        # a fact of a player has its reach only when all merges of the step are known
        for fact in self._apply_to_timeline(event):
            if event.stream == OFFICE:
                self._note_office_fact(fact)
            else:
                self._people.append((event.target, fact))

    def _apply_to_timeline(self, event: Event) -> Iterable[Fact]:
        """Apply an event and return the facts it brings; one that withdraws or
        reinstates concerns the fact of another event.

        The facts of a withdrawal are what differs between before and after it: the fact
        as it was and as it is.
        """
        if not isinstance(event.body, FactWithdrawn | FactReinstated):
            self._timeline.apply(event)
            return self._facts(event.stream)[-1:]

        before = self._facts(event.stream)
        self._timeline.apply(event)

        return set(before) ^ set(self._facts(event.stream))

    def _facts(self, stream: str) -> tuple[Fact, ...]:
        """Return the facts of a player or of the office, by the events applied so far."""
        if stream == OFFICE:
            return self._timeline.office_facts()

        _, _, player = stream.partition(":")
        state = self._timeline.player(player)

        if state is None:
            return ()

        return state.facts

    def _note_office_fact(self, fact: Fact) -> None:
        """Note what a decision of the office touches."""
        match fact.body:
            case PlayersMerged(merged=merged, into=into):
                self._merged_ids |= {merged, into}
            case RulesAdopted():
                self._readopted = True
            case RulesRevised(edition=edition):
                self.editions.add(edition)
            case _:
                pass

    def close(self, whereabouts: Whereabouts) -> None:
        """Follow ids to the players they mean now that every event is applied.

        Nothing more may be taken afterwards.
        """
        for player, fact in self._people:
            resolved = self._timeline.resolve(player)
            self._note_personal_fact(resolved, fact)

        # whoever has other ids than before has one that such a merge names; each of them
        # is walked once
        roots = set(map(self._timeline.resolve, self._merged_ids))

        # whoever means somebody else has nothing of their own, before and now
        self.given |= self._merged_ids | roots
        for root in roots:
            self.units_since.add((root, ""))
            for player in self._timeline.aliases(root):
                self.tournaments.update(whereabouts.tournaments_of(player))

        if self._readopted:
            # another first day may move any unit to another edition or list; units that
            # stay the same are not dirty
            self.tournaments.update(whereabouts.all_tournaments())
            self.given.update(map(self._timeline.resolve, whereabouts.all_players()))

    def _note_personal_fact(self, player: str, fact: Fact) -> None:
        """Note what a fact about a player touches.

        An empty day stands for all of their units.
        """
        match fact.body:
            case OpeningSet() | RulingGiven():
                self.given.add(player)
            case ExternalRatingTold(on=on) | EloOnlyGamesNoted(on=on):
                self.units_since.add((player, on))
            case PlayerRegistered() as details:
                self.units_since.add((player, _holds_from(details)))
            case _:
                pass


def _holds_from(details: PlayerRegistered) -> str:
    """Return the day from which something is said of a player: that of the federation
    if nothing else is said; empty for all time.
    """
    holds_for_all_time = details.born is not None or details.sex is not None
    if holds_for_all_time:
        return ""

    return details.federation_from or ""
