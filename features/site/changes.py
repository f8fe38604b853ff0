"""Find the pages that the events since the last time may have changed."""

from typing import NamedTuple

from audit.questions import Verify
from features.site.pages import Planned
from projections.answers.career import events_between
from projections.answers.events.changed_entries import changed_tournaments
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import Tournament
from web.questions.registry import Home

# events after which only the players and tournaments that they reached have other pages
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
    """The players and tournaments whose pages may have changed."""

    players: set[str]
    tournaments: set[str]
    anything: bool

    def concerns(self, page: Planned) -> bool:
        """Tell whether a page may have changed: pages of everything after any event;
        one of a player or a tournament if it was reached; and always those that name
        the newest checkpoint, which is no event.
        """
        if isinstance(page.asked, Home | Verify):
            return True
        if not self.anything:
            return False
        if isinstance(page.asked, Show):
            return page.asked.player in self.players
        return (
            not isinstance(page.asked, Tournament)
            or page.asked.tournament in self.tournaments
        )


def reached_since(reading: Reading, seq: int) -> Reached | None:
    """Return whom the events since then reached; None where that cannot be said of
    single pages, as after another name.
    """
    events = events_between(reading, seq + 1, reading.known_seq)
    if any(event.kind not in REACHING for event in events):
        return None
    reached = Reached(set(), set(), bool(events))
    for event in events:
        if event.stream.startswith("tournament:"):
            reached.tournaments.add(event.target)
            tournament = reading.timeline.tournament(event.target)
            seats = tournament.players() if tournament is not None else ()
            reached.players.update(map(reading.timeline.resolve, seats))
    for step in reading.steps(seq, reading.known_seq):
        for name in reading.lists():
            for player, where in changed_tournaments(reading, name, step).items():
                reached.players.add(reading.timeline.resolve(player))
                reached.tournaments.update(where)
    return reached
