"""When a mail that could not be sent is tried again, and when it is given up."""

from datetime import datetime, timedelta

from ledger.office import later

# seconds; the first is longer than handing over one mail ever takes
PAUSES = (300, 900, 3600, 4 * 3600)
GIVEN_UP_DAYS = 7


def next_try(now: str, tries: int) -> str:
    """Return when something is tried again that was tried so often before."""
    last = len(PAUSES) - 1
    pause = timedelta(seconds=PAUSES[min(tries, last)])
    return later(now, pause)


def longest_wait(now: str) -> str:
    """Return the latest moment that anything waits for now. What waits for a later one
    was put off by a clock that was ahead.
    """
    return next_try(now, len(PAUSES))


def is_over(since: str, now: str, days: int) -> bool:
    """Tell whether so many days are over since a moment."""
    passed = datetime.fromisoformat(now) - datetime.fromisoformat(since)
    return passed >= timedelta(days=days)
