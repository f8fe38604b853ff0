"""What a measured submission takes from outside: a clock that stands still, a name, salts."""

from itertools import count

from desk.submit import Outside

NOW = "2026-11-01T12:00:00.000000Z"


def outside() -> Outside:
    salts = count(1)
    return Outside(lambda: NOW, "bench", lambda: f"salt-{next(salts)}")
