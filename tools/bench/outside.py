"""What a measured submission takes from outside: a clock that stands still, a name,
salts.
"""

from datetime import UTC, datetime
from itertools import count

from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.submit import Outside

NOW = "2026-11-01T12:00:00.000000Z"


def outside(now: str = NOW) -> Outside:
    salts = count(1)
    return Outside(
        lambda: now,
        "bench",
        lambda: f"salt-{next(salts)}",
        rows_to_publish,
        SECOND_LOOK,
    )


def from_now() -> Outside:
    """For a ledger that commands have written: its last event is younger than the clock
    that stands still.
    """
    return outside(datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
