"""What is typed into the page of the calculator."""

from typing import Annotated, Literal

from msgspec import Meta

from projections.answers.asking import Asked, Count, Id, Positive


class Calculator(Asked, frozen=True, kw_only=True):
    """What a rating becomes after some games: all of the input is in the address."""

    kind: Literal["selo", "pelo", "new-selo", "new-pelo"] | None = None
    player: Id | None = None
    rating: Count | None = None
    minutes: Positive | None = None
    games: Annotated[str, Meta(max_length=1000)] | None = None
