"""Addresses that only people have: the front page and what is put together from several questions."""

from typing import ClassVar, Literal

import msgspec

from web.questions.asking import Asked, Count, Day, Id, ListName, Positive, Text, Whole
from web.questions.registry import Entry


class ForPeople(Asked, frozen=True, kw_only=True):
    """A page without a question of its own."""

    for_people: ClassVar[bool] = True


class Home(ForPeople, frozen=True, kw_only=True):
    """The front page."""


class Calculator(ForPeople, frozen=True, kw_only=True):
    """What a rating becomes after some games: all of the input is in the address."""

    kind: Literal["selo", "pelo", "new-selo", "new-pelo"] | None = None
    player: Id | None = None
    rating: Count | None = None
    minutes: Positive | None = None
    games: str | None = None


class Committee(ForPeople, frozen=True, kw_only=True):
    """What may be tried."""

    list_name: ListName | None = msgspec.field(default=None, name="list")


class RuleTried(Whole, frozen=True, kw_only=True):
    """One number of the rules with another value, as a form has it; programs ask what-if."""

    for_people: ClassVar[bool] = True
    list_name: ListName = msgspec.field(name="list")
    number: Text
    value: Text
    name: Text | None = None
    since: Day | None = msgspec.field(default=None, name="from")


PLACES = (
    Entry("committee", "/committee", Committee),
    Entry("rule", "/committee/rule", RuleTried),
    Entry("home", "/", Home),
    Entry("calculator", "/calculator", Calculator),
)
