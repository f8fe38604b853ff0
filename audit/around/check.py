"""One thing that the doctor looked at."""

from ledger.answer import Answer


class Check(Answer, frozen=True):
    """One thing looked at."""

    name: str
    ok: bool
    said: str
    advice: str = ""
