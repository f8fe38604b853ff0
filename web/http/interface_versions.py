"""Tell programs the version of their interface, by the day from which it holds
(docs/reference/api-changes.md).
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from ledger.errors import Problem, Where
from messages import say
from web.http.statuses import HttpRefusal

VERSIONS = ("2026-11-28",)  # the first one first
VERSION = VERSIONS[-1]
FIELD = b"selokirja-version"


def check_version(request: Mapping[str, Any], now: Callable[[], str]) -> None:
    """Refuse a request for a version that never existed: a program that names a day
    means the interface in force on it.
    """
    given = [
        value.decode("latin-1") for name, value in request["headers"] if name == FIELD
    ]
    if not given:
        return

    # a day that has begun somewhere on Earth is not in the future
    today = (datetime.fromisoformat(now()) + timedelta(hours=14)).date().isoformat()

    if len(given) > 1:
        message = say("{name} is given twice", name="Selokirja-Version")
    elif _is_day(given[0]) and VERSIONS[0] <= given[0] <= max(today, VERSION):
        return
    else:
        message = say(
            "there is no version {version} of this interface",
            version=repr(given[0][:60]),
        )

    hint = say(
        "name a day from {first} to today as YYYY-MM-DD; the newest version is"
        " {newest}",
        first=VERSIONS[0],
        newest=VERSION,
    )
    raise HttpRefusal(
        400, Problem("no-such-version", message, Where(field="Selokirja-Version"), hint)
    )


def _is_day(text: str) -> bool:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat() == text
    except ValueError:
        return False
