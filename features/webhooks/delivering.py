"""Deliver to every webhook in a thread of its own, by one process at a time: a slow
receiver delays no other, and no booking.

Nothing is queued but the event log itself. An event is sent first and the position
moved afterwards, so after a crash it is sent again: each event arrives at least once,
in order.

Why: docs/design/024-followers.md
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial

from features.webhooks.sending import Payload, Sender, is_taken, send
from features.webhooks.store import outbox
from features.webhooks.store.outbox import Post, is_held, mark_of
from ledger.errors import SeloError
from ledger.store.events import stored_from
from messages.answer import json_text
from projections.answers.events.log import Events, FollowedEvent
from web import Settings
from web.answers.answering import Answering
from web.answers.ledger_state import LedgerState
from web.answers.open_ledgers import ServedLedger
from web.logs import log_defect
from web.store.beside import hold

NEWS_SECONDS = 0.2  # how soon an event is on its way
LOOK_SECONDS = 2.0  # how soon it is seen what the office changed
RENEW_SECONDS = 5.0
END_SECONDS = 3.0  # what a service that stops waits for; the rest is sent again
# events read together, and how long they are what anybody may see
AT_ONCE, FRESH_SECONDS = 16, 1.0


def delivering(answering: Answering) -> "Delivering":
    """Make what delivers as long as the service runs."""
    return Delivering(answering.settings)


class Delivering:
    """All webhooks of a ledger. In a process without the lease it only asks for it, now
    and then.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings, self._ledger = settings, settings.ledger
        self._holder = outbox.new_holder()
        self._mine_until = 0.0
        self._stopping = threading.Event()
        self._news = threading.Condition()
        self._head = 0
        self._threads: dict[str, threading.Thread] = {}
        # one reads for all: each would keep the people of the ledger in memory
        self._reader = ThreadPoolExecutor(1, "webhooks-reading")
        self._reading = ServedLedger(settings)
        self._watching = threading.Thread(
            target=self._watch, name="webhooks", daemon=True
        )

    def start(self) -> None:
        self._watching.start()

    def close(self) -> None:
        """Stop; what is on its way is given a moment."""
        self._stopping.set()
        with self._news:
            self._news.notify_all()
        deadline = time.monotonic() + END_SECONDS
        for thread in (self._watching, *self._threads.values()):
            thread.join(max(0.0, deadline - time.monotonic()))
        if self._is_mine():
            self._mine_until = 0.0
            with suppress(SeloError):
                outbox.give_back(self._ledger, self._holder)
        self._reader.submit(self._reading.close)
        self._reader.shutdown(wait=False)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Go on after a ledger that cannot be read for a while, and after a defect."""
        try:
            yield
        except SeloError:
            # whoever asks the service hears what is wrong with it
            self._stopping.wait(LOOK_SECONDS)
        except Exception as error:
            if not self._stopping.is_set():
                log_defect(error)
                self._stopping.wait(LOOK_SECONDS)

    def _is_mine(self) -> bool:
        return time.monotonic() < self._mine_until

    def _watch(self) -> None:
        """Look what there is to do, again and again."""
        state = LedgerState(self._ledger)
        look_at = 0.0
        while not self._stopping.is_set():
            pause = LOOK_SECONDS
            with self._guarded():
                if time.monotonic() >= look_at:
                    look_at = time.monotonic() + LOOK_SECONDS
                    self._look()
                if self._is_mine():
                    pause = NEWS_SECONDS
                    self._tell(state.state().head)
            self._stopping.wait(pause)
        state.close()

    def _look(self) -> None:
        """Renew the lease where there is anything to deliver, and have a thread for
        each webhook.
        """
        posts = outbox.posts(self._ledger)
        if not posts:
            return
        hold(self._ledger)
        if self._mine_until - time.monotonic() < outbox.LEASE_SECONDS - RENEW_SECONDS:
            asked = time.monotonic()
            mine = outbox.lease(self._ledger, self._holder)
            self._mine_until = asked + outbox.LEASE_SECONDS if mine else 0.0
        if self._is_mine():
            for post in posts:
                self._see_to(post.id)

    def _see_to(self, name: str) -> None:
        """Start the thread of a webhook if none is at work, and forget those that ended."""
        alive = {}
        for other, thread in self._threads.items():
            if thread.is_alive():
                alive[other] = thread
        self._threads = alive

        if name not in alive:
            work = partial(self._carry, name)
            alive[name] = threading.Thread(target=work, name="webhook", daemon=True)
            alive[name].start()

    def _tell(self, newest: int) -> None:
        if newest != self._head:
            with self._news:
                self._head = newest
                self._news.notify_all()

    def _carry(self, name: str) -> None:
        """Deliver to one webhook until it is dropped, paused or stopped."""
        while self._is_mine() and not self._stopping.is_set():
            with self._guarded():
                post = outbox.post(self._ledger, name)
                if post is None:
                    return

                pause = self._seconds_of_pause(post)
                if pause > 0:
                    self._stopping.wait(min(pause, LOOK_SECONDS))
                elif not self._deliver(post):
                    self._await(post.delivered)

    def _seconds_of_pause(self, post: Post) -> float:
        """Return for how many seconds nothing is sent to a webhook that did not take
        its next event; 0: it is tried now.
        """
        if post.next_at is None:
            return 0.0

        next_try = datetime.fromisoformat(post.next_at)
        now = datetime.fromisoformat(self._settings.now())
        left = (next_try - now).total_seconds()
        # later than any pause lasts is of a clock that was ahead
        if left > outbox.PAUSES[-1]:
            return 0.0

        return max(left, 0.0)

    def _await(self, seq: int) -> None:
        """Wait for an event after this one, but look again now and then, because the
        office may have changed something.
        """
        with self._news:
            self._news.wait_for(
                lambda: self._head > seq or self._stopping.is_set(), LOOK_SECONDS
            )

    def _deliver(self, post: Post) -> bool:
        """Send what comes next; tell whether there was anything."""
        events = self._reader.submit(
            self._events_after, post.delivered, post.mark
        ).result()
        if events is None:
            outbox.stop_beyond_log(self._ledger, self._holder, post)
            return True

        read_at = time.monotonic()
        # the last event that was passed over since one was sent
        passed: tuple[int, str] | None = None
        for event, mark in events:
            if not post.wants(event.kind):
                passed = event.seq, mark
                continue
            if not self._may_send(read_at):
                break

            following = self._sent(post, event, mark)
            if following is None or following.delivered != event.seq:
                return True
            post = following
            passed = None

        if passed is not None:
            seq, mark = passed
            outbox.move_on(self._ledger, self._holder, post, seq, mark, answered=None)
        return bool(events)

    def _may_send(self, read_at: float) -> bool:
        """Tell whether events that were read at this moment may still be sent: they are
        what anybody may see, and it is this process that delivers.
        """
        is_fresh = time.monotonic() - read_at <= FRESH_SECONDS
        return is_fresh and self._is_mine() and not self._stopping.is_set()

    def _sent(self, post: Post, event: FollowedEvent, mark: str) -> Post | None:
        moment = int(datetime.fromisoformat(self._settings.now()).timestamp())
        answer = send(
            Sender(post.url, post.secret, post.private, post.plain),
            payload_of(post.id, event),
            moment,
        )
        answered = answer, self._settings.now()
        while True:
            try:
                if is_taken(answer):
                    return outbox.move_on(
                        self._ledger, self._holder, post, event.seq, mark, answered
                    )
                return outbox.note_failure(self._ledger, self._holder, post, *answered)
            except SeloError:  # on a full disk nobody is to get the same every second
                if self._stopping.wait(LOOK_SECONDS) or not self._is_mine():
                    return None

    def _events_after(
        self, seq: int, mark: str
    ) -> list[tuple[FollowedEvent, str]] | None:
        """Read the events after one, as anybody may see them, each with the digest of
        its bytes, in the one thread that reads. None: the position does not belong to
        this ledger.
        """
        asked = Events(after=seq, limit=AT_ONCE)
        with asked.opened(self._reading, self._settings.now()[:10]) as reading:
            if not is_held(reading.events, seq, mark):
                return None
            events = asked.ask(reading).events
            rows = stored_from(reading.events, seq + 1, len(events)) if events else []
            return [
                (event, mark_of(row.state))
                for event, row in zip(events, rows, strict=True)
            ]


def payload_of(name: str, event: FollowedEvent) -> Payload:
    """Write an event as it is sent: as /api/events shows it to anybody, with an id that
    is the same at every attempt.
    """
    number = f"{name}-{event.seq}"
    return Payload(number, f'{{"id": "{number}", {json_text(event)[1:]}'.encode())
