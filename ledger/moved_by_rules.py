"""Say what corrected rules moved: current ratings, and titles."""

from msgspec import Struct


class RatingMoved(Struct, frozen=True, array_like=True, gc=False):
    """A current rating that corrected rules moved; None where there is none."""

    player: str
    list: str
    before: int | None
    after: int | None


class TitleMoved(Struct, frozen=True, array_like=True, gc=False):
    """A title that corrected rules give, take away or find reached elsewhere: the day
    before and after.
    """

    player: str
    title: str
    before: str | None
    after: str | None
