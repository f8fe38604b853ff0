"""Publish planned lists at their hour, by a thread of each process of the service, in
the name of whoever planned them.

No lease is needed for that: of several processes one books, and the others find it
recorded. What a kill interrupts is found again, still planned; an hour at which no
process ran is made up for as soon as one runs.
"""

import threading

from desk.outcomes import Outcome
from ledger.errors import Busy, LedgerUnusable, SeloError
from web import Settings
from web.booking.documents import outside
from web.booking.drafts import not_decided_alone
from web.booking.permissions import check_planned
from web.http import HttpRefusal
from web.logs import log_defect
from web.store.booking import book_draft
from web.store.drafts import Draft
from web.store.plans import (
    PlannedDraft,
    note_not_booked,
    planned_drafts,
    refuse_replanned,
)
from web.store.roles import Role
from web.store.tokens import Who

# how long after its hour a list is out at the latest, and after a machine has slept
LOOK_SECONDS = 1.0
END_SECONDS = 3.0


class Publishing:
    """A thread that looks at the clock of the service, and books what is due."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stopping = threading.Event()
        self._thread = threading.Thread(
            target=self._watch, name="publishing", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop; what is being booked is given a moment, and is whole or not there."""
        self._stopping.set()
        self._thread.join(END_SECONDS)

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            try:
                publish_due(self._settings)
            except SeloError:
                pass  # whoever asks the service hears what is wrong with the ledger
            except Exception as error:
                if not self._stopping.is_set():
                    log_defect(error)


def publish_due(settings: Settings) -> None:
    """Book every list whose hour has come by the clock of the service."""
    for one in planned_drafts(settings.ledger):
        if one.at <= settings.now():
            _publish(settings, one)


def _publish(settings: Settings, one: PlannedDraft) -> None:
    who = Who(one.by, Role.PUBLISHER, "")

    def decided(draft: Draft, outcome: Outcome, name: str) -> None:
        refuse_replanned(settings.ledger, one)
        if (
            problem := not_decided_alone(draft, who, outcome, name, settings)
        ) is not None:
            raise HttpRefusal(403, problem)

    try:
        book_draft(
            settings.ledger,
            one.number,
            outside(settings, who),
            None,
            settings.write_seconds,
            allowed=lambda draft: check_planned(draft, one.by),
            decided=decided,
        )
    except (Busy, LedgerUnusable):
        return  # in a moment again
    except SeloError as why:
        # nothing is written of a draft that is settled
        note_not_booked(settings.ledger, one, why, settings.now())
