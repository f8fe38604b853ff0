"""A clock that is ahead or behind records nothing over HTTP either, and a ledger that
was written ahead is resumed.
"""

import json
from typing import Any

from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import player
from web.store.roles import Role

TODAY, LATER, AHEAD = (
    f"{day}T12:00:00.000000Z" for day in ("2024-06-30", "2024-07-01", "2036-06-30")
)


def sent(service: Served, club: Selo, document: dict[str, Any]) -> Reply:
    fields = {
        **bearer(token(club.ledger, Role.ADMIN)),
        "Content-Type": "application/json",
    }
    return service.ask("/api/documents", "POST", json.dumps(document).encode(), fields)


def test_a_clock_that_is_ahead_of_everything_known_records_nothing(club: Selo) -> None:
    events = club.events()
    with served(club.ledger, now=lambda: AHEAD, surely=lambda: TODAY) as service:
        refused = sent(service, club, player("N1"))
    assert (
        refused.codes == ["clock-ahead"]
        and "more than 24 hours after anything else" in refused.text
    )
    assert club.events() == events
    with served(club.ledger, now=lambda: LATER, surely=lambda: TODAY) as service:
        assert sent(service, club, player("N1")).status == 201


def test_a_clock_that_was_believed_is_resumed_by_an_event(club: Selo) -> None:
    # somebody said that the clock is right
    with served(club.ledger, now=lambda: AHEAD) as service:
        assert sent(service, club, player("N1")).status == 201
    resumed = {"kind": "resume-clock", "reason": "the battery of the clock was empty"}
    with served(club.ledger, now=lambda: LATER, surely=lambda: TODAY) as service:
        assert sent(service, club, player("N2")).codes == ["clock-behind"]
        assert sent(service, club, resumed).status == 201
        assert sent(service, club, player("N2")).status == 201
        assert sent(service, club, resumed).codes == ["clock-not-ahead"]
    # ahead itself, it resumes nothing
    with served(club.ledger, now=lambda: AHEAD, surely=lambda: LATER) as service:
        assert sent(service, club, {**resumed, "reason": "again"}).status == 422
