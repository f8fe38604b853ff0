"""Say why a rating counted in a game, with the section that says so."""

from typing import NamedTuple

from messages import Message, say
from rulebooks.finland.abroad import FLOOR
from rulebooks.finland.tables import AGE_GROUP_NUMBER


class Why(NamedTuple):
    """A reason why that rating counted: in words, with the section that says so.

    section: its number, as `3.6`.
    """

    text: Message
    section: str


WHY = {
    "old": Why(say("the rating before this competition"), "7.1"),
    "elo-3.7": Why(
        say("a foreign player's Elo, taken as selo in this competition"), "3.7"
    ),
    "new-3.4": Why(
        say("a new player: the new rating from this competition, computed first"), "3.4"
    ),
    "fide-standard-3.9": Why(say("FIDE standard rating"), "3.9"),
    "fide-rapid-3.9": Why(
        say("no FIDE standard rating; FIDE rapid rating, the game under 60 minutes"),
        "3.9",
    ),
    "national-standard-3.9": Why(
        say("no FIDE rating that applies; national standard rating, comparable"), "3.9"
    ),
    "national-rapid-3.9": Why(
        say(
            "only a comparable national rapid rating applies, the game under 60 minutes"
        ),
        "3.9",
    ),
    "performance-3.9": Why(
        say("no rating that applies; performance in this competition by 7.6 and 7.10"),
        "3.9",
    ),
    "floor-3.9": Why(
        say("no rating that applies and no performance: {floor}", floor=FLOOR), "3.9"
    ),
    "provisional-4.3": Why(say("a new player: the provisional rating by 7.5"), "4.3"),
}
AGE_GROUP = {number: group for group, number in AGE_GROUP_NUMBER.items()}


def reason_of(basis: str, number: int, abroad: bool) -> Why:
    """Say the basis of a Term in words; an unknown one is a defect and raises an error.

    `number`: the opponent's rating, which tells the age group of a default; `abroad`:
    whether the unit has opponents by 3.9.
    """
    if basis.endswith("-floor"):
        reason = WHY[basis.removesuffix("-floor")].text
        return Why(
            say(
                "{reason}; below {floor} counts {same}",
                reason=reason,
                floor=FLOOR,
                same=FLOOR,
            ),
            "3.9",
        )

    if basis == "old" and abroad:
        return Why(say("selo before this competition, as at home"), "3.8")
    if basis == "default-3.6":
        return Why(
            say(
                "no selo yet: {number}, age group {group}",
                number=number,
                group=AGE_GROUP[number],
            ),
            "3.6",
        )

    if basis == "default-4.4":
        return Why(
            say(
                "a new player whose opponents had no pelo: {number} by 3.6, age group"
                " {group}",
                number=number,
                group=AGE_GROUP[number],
            ),
            "4.4",
        )

    return WHY[basis]
