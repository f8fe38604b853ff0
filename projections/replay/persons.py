"""A player's dated facts, put together from all their ids, as rulebooks read them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from ledger.bodies import EloOnlyGamesNoted, ExternalRatingTold, PersonErased
from ledger.events import OFFICE, Event
from ledger.timeline import Fact, Timeline
from rulebooks.base import External, Person


def person(player: str, timeline: Timeline) -> Person:
    """Put together a player's dated facts from all their ids, for the rules:
    `person("F050", timeline).external`.

    The ratings are in date order. An id that was merged into this one gives its facts
    too.
    """
    ratings: list[Fact] = []
    elo_only: list[str] = []
    for state in timeline.under_every_id(player):
        ratings += state.live(ExternalRatingTold)
        for fact in state.live(EloOnlyGamesNoted):
            elo_only.append(fact.body.on)

    # in date order; of two on one day the later recorded is the last and wins
    ratings.sort(key=attrgetter("body.on", "seq"))
    external = [_external(fact.body) for fact in ratings]
    elo_only.sort()
    details = timeline.person(player)
    return Person(*details, tuple(external), tuple(elo_only))


def _external(body: ExternalRatingTold) -> External:
    """Return a rating from elsewhere as rulebooks read it."""
    return External(body.source, body.on, body.rating, body.comparable)


class Persons:
    """A memory of persons: each is put together once, as long as nothing changes in
    their facts.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._known: dict[str, Person] = {}

    def __call__(self, player: str) -> Person:
        """Return a person, from memory where they are known."""
        known = self._known.get(player)
        if known is None:
            known = person(player, self._timeline)
            self._known[player] = known
        return known

    def people(self, players: Sequence[str]) -> list[Person]:
        """Return the persons of a whole unit, whose facts are read together.

        They are in the order asked for.
        """
        unknown = [player for player in players if player not in self._known]
        if unknown:
            self._timeline.expect(unknown)
            for player in unknown:
                self(player)
        return [self._known[player] for player in players]

    def forget(self, events: Iterable[Event]) -> None:
        """Forget the persons whose facts these events may change; a decision of the
        office may change whom any id means.
        """
        for event in events:
            if event.stream == OFFICE:
                self._known.clear()
            elif event.stream.startswith("player:"):
                player = self._timeline.resolve(event.target)
                self._known.pop(player, None)


def is_unlisted(player: str, timeline: Timeline) -> bool:
    """Tell whether somebody asked not to be listed in public; what the surviving id
    says wins over a merged one.

    False where nobody ever said anything of it.
    """
    for state in timeline.under_every_id(player):
        wish = state.unlisted()
        if wish is not None:
            return wish
    return False


def is_erased(player: str, timeline: Timeline) -> bool:
    """Tell whether somebody was erased, under any of their ids: a merged player is
    named by the surviving id.
    """
    state = timeline.player(timeline.resolve(player))
    if state is None:
        return False
    return bool(state.live(PersonErased))
