"""Find the pages that the events since the last time may have changed."""

from typing import NamedTuple

from audit.questions import Verify
from features.site.pages import PlannedPage
from projections.answers.career import events_between
from projections.answers.events.changed_entries import changed_tournaments
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import Tournament
from web.questions.registry import Home

# events after which only the players and tournaments that they reached have other pages;
# a publication reaches every player
REACHING = {
    "tournament",
    "amend",
    "game",
    "withdraw",
    "reinstate",
    "ruling",
    "publish",
    "external-rating",
}


class Reached(NamedTuple):
    """The players and tournaments whose pages may have changed. `published`: whether a
    list was published, for the page of every player marks the days of lists.
    """

    players: set[str]
    tournaments: set[str]
    anything: bool
    published: bool

    def concerns(self, page: PlannedPage) -> bool:
        """Tell whether a page may have changed: pages of everything after any event;
        one of a player or a tournament if it was reached; and always those that name
        the newest checkpoint, which is no event.
        """
        match page.asked:
            case Home() | Verify():
                return True
            case Show(player=player):
                return self.published or player in self.players
            case Tournament(tournament=tournament):
                return tournament in self.tournaments
        return self.anything


def reached_since(reading: Reading, seq: int) -> Reached | None:
    """Return whom the events since then reached; None where that cannot be said of
    single pages, as after another name.
    """
    events = events_between(reading, seq + 1, reading.known_seq)
    if any(event.kind not in REACHING for event in events):
        return None

    published = any(event.kind == "publish" for event in events)
    reached = Reached(set(), set(), bool(events), published)
    for event in events:
        if event.stream.startswith("tournament:"):
            reached.tournaments.add(event.target)
            reached.players.update(_players_seated(reading, event.target))
    for step in reading.steps(seq, reading.known_seq):
        for name in reading.lists():
            for player, where in changed_tournaments(reading, name, step).items():
                reached.players.add(reading.timeline.resolve(player))
                reached.tournaments.update(where)
    return reached


def _players_seated(reading: Reading, name: str) -> set[str]:
    """Return who plays in a tournament, by the ids that count."""
    tournament = reading.timeline.tournament(name)
    if tournament is None:
        return set()
    return {reading.timeline.resolve(player) for player in tournament.players()}
