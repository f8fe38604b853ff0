"""The edition in force on a day, and a player's dated facts: apart from handlers, because most questions need them."""

from bisect import bisect_right
from collections.abc import Sequence

from ledger.bodies import EloOnlyGamesNoted, ExternalRatingTold
from ledger.timeline import Timeline
from rulebooks.base import EditionOn, External, Person


def edition_on(timeline: Timeline, list_name: str) -> EditionOn:
    """Return a function from a day to the edition of a list's rules in force on it.

    `edition_on(timeline, "selo")("2024-05-01")` may be `fi-2023`. Before the first edition it answers the first.
    """
    return by_schedule(timeline.schedule(list_name))


def by_schedule(schedule: Sequence[tuple[str, str]]) -> EditionOn:
    days = [day for day, _ in schedule]
    if not schedule:
        return lambda day: "none"  # before the first event nothing is adopted, and nothing is rated
    return lambda day: schedule[max(0, bisect_right(days, day) - 1)][1]


def person(player: str, timeline: Timeline) -> Person:
    """Put together a player's dated facts from all their ids, for the rules: `person("F050", timeline).born`.

    Where ids were merged, the details of the surviving id win over those of a merged one.
    """
    histories = timeline.under_every_id(player)
    ratings = [(f.seq, f.body) for state in histories for f in state.live(ExternalRatingTold)]
    # in date order; of two on one day the later recorded is the last and wins
    ratings.sort(key=lambda item: (item[1].on, item[0]))
    elo_only = sorted(f.body.on for state in histories for f in state.live(EloOnlyGamesNoted))
    return Person(
        player,
        next((tuple(dated) for state in histories if (dated := state.federations())), ()),
        next((value for state in histories if (value := state.detail("born"))), None),
        next((value for state in histories if (value := state.detail("sex"))), None),
        tuple(External(body.source, body.on, body.rating, body.comparable) for _, body in ratings),
        tuple(elo_only),
    )


def is_unlisted(player: str, timeline: Timeline) -> bool:
    """Tell whether somebody asked not to be listed in public; what the surviving id says wins over a merged one."""
    states = timeline.under_every_id(player)
    return next((stated for state in states if (stated := state.unlisted()) is not None), False)
