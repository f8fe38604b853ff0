"""A control: `selo` with a webhook's position moved before the event is sent, which a
kill in between loses.

The fault takes its time between the two, so that it is caught within a few kills.
"""

import time
from typing import Any

from features.webhooks import delivering, sending
from features.webhooks.store import outbox

WINDOW_SECONDS = 0.05


def _move_first(
    delivery: Any, post: outbox.Post, event: Any, mark: str
) -> outbox.Post | None:
    following = outbox.move_on(
        delivery._ledger, delivery._holder, post, event.seq, mark, None
    )
    time.sleep(WINDOW_SECONDS)
    sender = sending.Sender(post.url, post.secret, post.private, post.plain)
    sending.send(sender, delivering.payload_of(post.id, event), int(time.time()))
    return following


if __name__ == "__main__":
    from cli.main import main

    setattr(delivering.Delivering, "_sent", _move_first)  # noqa: B010 # the fault
    main()
