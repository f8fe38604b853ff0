"""Facts as they stand, turned into what rulebooks read: one pure function for each kind of fact."""

from collections.abc import Callable, Iterable, Iterator

from ledger.events import (
    GameFact,
    HeaderFact,
    OpeningSet,
    RulingGiven,
)
from ledger.time_control import seconds_of, seconds_of_minutes, start_and_total
from ledger.timeline import Timeline, TournamentNow
from projections.replay.on_day import edition_on
from rulebooks import LISTS, rulebook
from rulebooks.base import Game, Given, Header, Tournament, Unit, Unrated
from rulebooks.places import opening_place, ruling_place

HALF_POINTS = {
    "1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "0-0": (0, 0), "1/2-0": (1, 0), "0-1/2": (0, 1),
}  # fmt: skip


def header_seconds(header: HeaderFact) -> int:
    if header.minutes is not None:
        return seconds_of_minutes(header.minutes) or 0
    return seconds_of(header.time_control or "") or 0


def category_minutes(header: HeaderFact) -> tuple[int, int] | tuple[None, None]:
    """Norway: for the first move and for 80 moves, as given or as the time control says."""
    if header.start_minutes is not None and header.total_minutes is not None:
        return header.start_minutes, header.total_minutes
    return (header.time_control and start_and_total(header.time_control)) or (None, None)


def rules_header(name: str, header: HeaderFact) -> Header:
    return Header(
        name, header.start, header.end, header_seconds(header), header.domestic, header.fide_accepted,
        header.official_representation, header.age_group, header.each_game_rated, header.order_no,
        header.category, header.event_kind, *category_minutes(header),
    )  # fmt: skip


def rules_tournament(current: TournamentNow, timeline: Timeline) -> Tournament:
    """A tournament as a rulebook reads it: ids resolved through merges, defaults filled in."""
    header = rules_header(current.id, current.header)
    merged = timeline.resolve if timeline.merges() else None
    return Tournament(header, tuple(_games(current.games.values(), header.end, header.seconds, merged)))


def _games(games: Iterable[GameFact], end: str, usual: int, resolve: Callable[[str], str] | None) -> Iterator[Game]:
    points = HALF_POINTS.get
    for game in games:
        seconds = usual if game.minutes is None else seconds_of_minutes(game.minutes) or 0
        black = seconds if game.minutes_black is None else seconds_of_minutes(game.minutes_black) or 0
        white_id, black_id = game.white, game.black
        if resolve is not None:
            white_id, black_id = resolve(white_id), resolve(black_id)
        yield Game(
            game.game, game.round, game.place, game.on or end, white_id, black_id, game.result, points(game.result),
            seconds, black, game.tiebreak,
        )  # fmt: skip


def tournament_units(
    current: TournamentNow, timeline: Timeline
) -> Iterator[tuple[str, list[Unit], dict[str, Unrated]]]:
    """(list, units, games not on it and why) of a tournament for each list; nothing while it is withdrawn."""
    if current.withdrawn:
        return
    tournament = rules_tournament(current, timeline)
    for list_name in LISTS:
        if timeline.schedule(list_name):
            units, unrated = rulebook(list_name).units(tournament, edition_on(timeline, list_name))
            yield list_name, from_events(units, current), unrated


def from_events(units: Iterable[Unit], current: TournamentNow) -> list[Unit]:
    """Each unit with the event that brought it."""
    return [unit._replace(seq=_source(unit, current)) for unit in units]


def _source(unit: Unit, current: TournamentNow) -> int:
    """The event a unit comes from: its tournament's, or that of its one game."""
    return current.sources[unit.games[0].id] if unit.id != current.id else current.submitted


def given_units(player: str, timeline: Timeline) -> Iterator[Unit]:
    """Openings and rulings of a player under all their ids, each a unit of one seat."""
    for alias in timeline.aliases(player):
        player_facts = timeline.player(alias)
        for fact in player_facts.facts if player_facts is not None else ():
            if fact.live and isinstance(fact.body, OpeningSet):
                yield _opening(player, fact.body, fact.seq, timeline)
            elif fact.live and isinstance(fact.body, RulingGiven):
                yield _ruling(player, fact.body, fact.seq, timeline)


def _opening(player: str, body: OpeningSet, seq: int, timeline: Timeline) -> Unit:
    given = Given(player, body.rating, None, body.games, body.normal_games, body.peak, body.titles)
    place = opening_place(body.on, player)
    edition = edition_on(timeline, body.list)(body.on)
    return Unit(body.list, place, "opening", "opening", None, body.on, body.on, edition, seq, None, (), given)


def _ruling(player: str, body: RulingGiven, seq: int, timeline: Timeline) -> Unit:
    given = Given(player, body.rating, body.delta, reason=body.reason)
    value = body.delta if body.rating is None else body.rating
    place = ruling_place(body.on, player, body.rating is None, value or 0, seq)
    edition = edition_on(timeline, body.list)(body.on)
    return Unit(body.list, place, "ruling", "ruling", None, body.on, body.on, edition, seq, None, (), given)
