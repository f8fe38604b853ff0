"""The units of a ledger's facts: those of a tournament on each list, and those of
openings and rulings.
"""

from collections.abc import Iterable, Iterator, Sequence

from ledger.bodies import OpeningSet, RulingGiven
from ledger.timeline import Timeline, TournamentNow
from projections.replay.editions import edition_on
from projections.replay.tournaments import rules_tournament
from rulebooks import LISTS, rulebook
from rulebooks.base import Given, Unit, Unrated
from rulebooks.games import NO_GAMES
from rulebooks.numbers import opening_place, ruling_place


def tournament_units(
    current: TournamentNow, timeline: Timeline, lists: Sequence[str] = LISTS
) -> Iterator[tuple[str, list[Unit]]]:
    """Yield (list, units) of a tournament for each list; nothing while it is
    withdrawn.

    A list that the ledger does not keep is passed over. Units that end before a list
    begins are left out.
    """
    if current.withdrawn:
        return

    tournament = rules_tournament(current, timeline)
    for list_name in lists:
        if timeline.schedule(list_name):
            editions = edition_on(timeline, list_name)

            units = rulebook(list_name).units(tournament, editions)
            dated = with_source_events(units, current)
            yield list_name, ending_since(dated, timeline.begins(list_name))


def left_out(
    current: TournamentNow, timeline: Timeline
) -> Iterator[tuple[str, dict[str, Unrated]]]:
    """Yield (list, games not on it and why) of a tournament for each list; nothing
    while it is withdrawn.

    Only lists are asked that the ledger keeps on the last day of the tournament.
    """
    if current.withdrawn:
        return

    tournament = rules_tournament(current, timeline)
    for list_name in LISTS:
        if timeline.keeps(list_name, tournament.header.end):
            editions = edition_on(timeline, list_name)
            yield list_name, rulebook(list_name).left_out(tournament, editions)


def with_source_events(units: Iterable[Unit], current: TournamentNow) -> list[Unit]:
    """Return each unit with the seq of the event that it comes from.

    Rules make units without it: they know games and days, and no event.
    """
    return [unit._replace(seq=_source(unit, current)) for unit in units]


def ending_since(units: Iterable[Unit], begins: str) -> list[Unit]:
    """Return the units of a list that end on the day it begins or later; those before
    are never on it.

    `begins`: the list's first day, YYYY-MM-DD.

        selo begins 2020-01-01, a tournament ends 2019-12-30    no unit
    """
    return [unit for unit in units if unit.end >= begins]


def _source(unit: Unit, current: TournamentNow) -> int:
    """Return the event a unit comes from: its tournament's, or that of its one game.

    A tournament reported in columns has one event for all its games; a game that was
    added by itself has its own.
    """
    if unit.id == current.id or current.columns is not None:
        return current.submitted

    game, *_ = unit.games.numbers()
    return current.sources[game]


def given_units(player: str, timeline: Timeline) -> Iterator[Unit]:
    """Yield the openings and rulings of a player under all their ids, each a unit of
    one seat, on any list.

    Facts that were withdrawn make none. Those of a merged id count for the player it
    was merged into.
    """
    for state in timeline.under_every_id(player):
        for fact in state.facts:
            if not fact.live:
                continue

            if isinstance(fact.body, OpeningSet):
                yield _opening(player, fact.body, fact.seq, timeline)
            elif isinstance(fact.body, RulingGiven):
                yield _ruling(player, fact.body, fact.seq, timeline)


def units_on_kept_lists(player: str, timeline: Timeline) -> Iterator[Unit]:
    """Yield the openings and rulings on lists that the ledger keeps, from the day on
    which each begins: without rules, the office's or this program's, there is nothing
    to rate them by.
    """
    for unit in given_units(player, timeline):
        if unit.list in LISTS and timeline.keeps(unit.list, unit.end):
            yield unit


def _opening(player: str, body: OpeningSet, seq: int, timeline: Timeline) -> Unit:
    """Make the unit of an opening, which stands first on its day."""
    given = Given(
        player=player,
        rating=body.rating,
        games=body.games,
        normal_games=body.normal_games,
        peak=body.peak,
        titles=body.titles,
    )

    place = opening_place(body.on, player)
    return _given_unit("opening", body, place, seq, given, timeline)


def _ruling(player: str, body: RulingGiven, seq: int, timeline: Timeline) -> Unit:
    """Make the unit of a ruling. On one day, one that sets a rating comes before one by
    points, whichever arrived first.

        a rating of 1600 and +25 points, both on 2024-03-01    1625
    """
    given = Given(
        player=player,
        rating=body.rating,
        delta=body.delta,
        reason=body.reason,
    )

    by_points = body.rating is None
    value = body.delta if by_points else body.rating

    place = ruling_place(body.on, player, by_points, value or 0, seq)
    return _given_unit("ruling", body, place, seq, given, timeline)


def _given_unit(
    kind: str,
    body: OpeningSet | RulingGiven,
    place: str,
    seq: int,
    given: Given,
    timeline: Timeline,
) -> Unit:
    """Return the unit of one seat that a rating makes which was given, not
    played for; its kind is its id.

    Its place is all that orders it; the edition is the one of its day.
    """
    return Unit(
        list=body.list,
        place=place,
        kind=kind,
        id=kind,
        tournament=None,
        start=body.on,
        end=body.on,
        edition=edition_on(timeline, body.list)(body.on),
        seq=seq,
        header=None,
        games=NO_GAMES,
        given=given,
    )


def units_from(
    timeline: Timeline,
    tournament: str | None,
    player: str | None,
    lists: Sequence[str] = LISTS,
) -> Iterator[Unit]:
    """Yield the units of a tournament on some lists, or those of a player's openings
    and rulings.

    One of `tournament` and `player` is given. Nothing comes of an id that was merged
    into another, or of a tournament that is not there.
    """
    if tournament is not None:
        current = timeline.tournament(tournament)
        if current is not None:
            for _, units in tournament_units(current, timeline, lists):
                yield from units
    elif player is not None and timeline.resolve(player) == player:
        yield from units_on_kept_lists(player, timeline)
