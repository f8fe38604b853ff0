"""Who asks, and what they may see of people."""

from typing import NamedTuple


class Viewer(NamedTuple):
    """Whoever asks, and the day. `whole`: they see everything that the ledger holds of
    people.
    """

    whole: bool
    today: str = ""


WHOLE = Viewer(True)
PUBLIC = Viewer(False)
