"""Declare what is asked of sessions."""

from typing import Annotated

from projections.answers.asking import Asked, about


class OneSession(Asked, frozen=True, kw_only=True):
    """A browser that is logged in."""

    line = ("session",)
    session: Annotated[str, about("The id of a session, from /api/sessions.", "ID")]
