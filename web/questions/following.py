"""Declare what is asked where the events are followed as they are recorded."""

from typing import Annotated

from msgspec import Meta

from projections.answers.asking import Asked, Count, about


class FollowStream(Asked, frozen=True, kw_only=True):
    """Every event in recorded order as it is recorded, until the client or the service
    goes.
    """

    after: Annotated[Count, about("Only the events after this one.", "SEQ")] = 0
    limit: Annotated[
        int, Meta(ge=1, le=1000), about("At most so many are worked out at once.", "N")
    ] = 100
