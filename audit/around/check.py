"""One thing that the doctor looked at."""

from msgspec import field

from ledger.answer import Answer
from messages import NOTHING, Message


class Check(Answer, frozen=True):
    """One thing looked at."""

    name: str
    ok: bool
    said: str
    advice: Message = field(default_factory=lambda: NOTHING)
