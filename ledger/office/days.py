"""Which day it is for a federation: moments are UTC, days are those of the ledger's time zone."""

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

UTC = "UTC"
_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def known_zone(name: str) -> bool:
    """Whether this machine knows the time zone."""
    try:
        _zone(name)
    except (OSError, LookupError, ValueError):
        return False
    return True


def local_day(moment: str, zone: str) -> str:
    """The day of a moment."""
    if zone == UTC:
        return moment[:10]
    return datetime.fromisoformat(moment).astimezone(_zone(zone)).date().isoformat()


def start_of_day(day: str, zone: str) -> str:
    """The first moment of a day."""
    if zone == UTC:
        return f"{day}T00:00:00.000000Z"
    begins = datetime.fromisoformat(day).replace(tzinfo=_zone(zone))
    return begins.astimezone(_zone(UTC)).strftime(_FORM)


def end_of_day(day: str, zone: str) -> str:
    """The first moment after a day."""
    return start_of_day((date.fromisoformat(day) + timedelta(days=1)).isoformat(), zone)


@lru_cache(8)
def _zone(name: str) -> "ZoneInfo":
    from zoneinfo import ZoneInfo  # a ledger without a time zone does without

    return ZoneInfo(name)
