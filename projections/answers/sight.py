"""What whoever asks may see of people."""

from typing import NamedTuple


class Sight(NamedTuple):
    """The view of the asker, and the day. `whole`: they see everything that the ledger
    holds of people.
    """

    whole: bool
    today: str = ""


WHOLE = Sight(True)
PUBLIC = Sight(False)
