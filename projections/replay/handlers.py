"""Facts as they stand, turned into what rulebooks read: one pure function for each kind
of fact, a player's dated facts, and the edition in force on a day.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ledger.bodies import (
    EloOnlyGamesNoted,
    ExternalRatingTold,
    GameFact,
    HeaderFact,
    OpeningSet,
    PersonErased,
    RulingGiven,
)
from ledger.columns import TournamentColumns
from ledger.events import OFFICE, Event
from ledger.playing_time import seconds_of, seconds_of_minutes, start_and_total
from ledger.schedules import edition_in
from ledger.timeline import Fact, Timeline, TournamentNow
from messages.results import HALF_POINTS
from rulebooks import LISTS, rulebook
from rulebooks.base import (
    EditionOn,
    External,
    Given,
    Header,
    Person,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.games import NO_GAMES, Game, Games
from rulebooks.numbers import opening_place, ruling_place


def edition_on(timeline: Timeline, list_name: str) -> EditionOn:
    """Return a function from a day to the edition of a list's rules in force on it.

    `edition_on(timeline, "selo")("2024-05-01")` may be `fi-2023`. Before the first
    edition it answers the first.
    """
    return by_schedule(timeline.schedule(list_name))


def by_schedule(schedule: Sequence[tuple[str, str]]) -> EditionOn:
    return partial(edition_in, schedule)


def person(player: str, timeline: Timeline) -> Person:
    """Put together a player's dated facts from all their ids, for the rules:
    `person("F050", timeline).external`.
    """
    ratings: list[Fact] = []
    elo_only: list[str] = []
    for state in timeline.under_every_id(player):
        ratings += state.live(ExternalRatingTold)
        elo_only += [fact.body.on for fact in state.live(EloOnlyGamesNoted)]
    # in date order; of two on one day the later recorded is the last and wins
    ratings.sort(key=lambda fact: (fact.body.on, fact.seq))
    external = tuple(_external(fact.body) for fact in ratings)
    return Person(*timeline.person(player), external, tuple(sorted(elo_only)))


def _external(body: ExternalRatingTold) -> External:
    return External(body.source, body.on, body.rating, body.comparable)


class Persons:
    """A memory of persons: each is put together once, as long as nothing changes in
    their facts.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._known: dict[str, Person] = {}

    def __call__(self, player: str) -> Person:
        known = self._known.get(player)
        if known is None:
            known = self._known[player] = person(player, self._timeline)
        return known

    def of(self, players: Sequence[str]) -> list[Person]:
        """Return the persons of a whole unit, whose facts are read together."""
        unknown = [player for player in players if player not in self._known]
        if unknown:
            self._timeline.expect(unknown)
            for player in unknown:
                self(player)
        return [self._known[player] for player in players]

    def forget(self, events: Iterable[Event]) -> None:
        """Forget the persons whose facts these events may change; a decision of the
        office may change whom any id means.
        """
        for event in events:
            if event.stream == OFFICE:
                self._known.clear()
            elif event.stream.startswith("player:"):
                self._known.pop(self._timeline.resolve(event.target), None)


def is_unlisted(player: str, timeline: Timeline) -> bool:
    """Tell whether somebody asked not to be listed in public; what the surviving id
    says wins over a merged one.
    """
    states = timeline.under_every_id(player)
    return next(
        (stated for state in states if (stated := state.unlisted()) is not None), False
    )


def is_erased(player: str, timeline: Timeline) -> bool:
    """Tell whether somebody was erased, under any of their ids: a merged player is
    named by the surviving id.
    """
    now = timeline.player(timeline.resolve(player))
    return now is not None and bool(now.live(PersonErased))


def header_seconds(header: HeaderFact) -> int:
    """Return the seconds a side that a game of the tournament takes; 0 where nothing
    says so.
    """
    if header.minutes is not None:
        return seconds_of_minutes(header.minutes) or 0
    return seconds_of(header.time_control or "") or 0


def category_minutes(header: HeaderFact) -> tuple[int, int] | tuple[None, None]:
    """Return Norway's minutes for the first move and for 80 moves, as given or as the
    time control says.
    """
    if header.start_minutes is not None and header.total_minutes is not None:
        return header.start_minutes, header.total_minutes
    stated = None
    if header.time_control:
        stated = start_and_total(header.time_control)
    return stated or (None, None)


def rules_header(name: str, header: HeaderFact) -> Header:
    """Return the header of a tournament as a rulebook reads it; `name`: its id."""
    start, total = category_minutes(header)
    return Header(
        id=name,
        start=header.start,
        end=header.end,
        seconds=header_seconds(header),
        domestic=header.domestic,
        fide_accepted=header.fide_accepted,
        official_representation=header.official_representation,
        age_group=header.age_group,
        each_game_rated=header.each_game_rated,
        order_no=header.order_no,
        category=header.category,
        event_kind=header.event_kind,
        start_minutes=start,
        total_minutes=total,
        accepted=header.accepted is not False,
        representatives=frozenset(header.representatives or ()),
    )


def rules_tournament(current: TournamentNow, timeline: Timeline) -> Tournament:
    """Return a tournament as a rulebook reads it: ids resolved through merges, defaults
    filled in.
    """
    header = rules_header(current.id, current.header)
    merged = timeline.resolve if timeline.merges() else None
    if merged is not None and header.representatives:
        representatives = frozenset(map(merged, header.representatives))
        header = header._replace(representatives=representatives)
    if current.columns is not None:
        return Tournament(header, _in_columns(current.columns, header, merged))
    games = _games(current.games.values(), header, merged)
    return Tournament(header, Games.of(games, header.end, header.seconds))


Resolve = Callable[[str], str]  # from an id to the one that it was merged into


def _in_columns(
    stored: TournamentColumns, header: Header, resolve: Resolve | None
) -> Games:
    """Return the games in the event's own columns, with the header's value where a game
    says nothing of its own.
    """
    players = stored.players
    if resolve is not None:
        players = tuple(map(resolve, players))
    games = Games(
        players=players,
        white=stored.white,
        black=stored.black,
        results=stored.results,
        runs=stored.rounds,
        day=header.end,
        seconds=header.seconds,
        ids=stored.ids,
        days=tuple([on or header.end for on in stored.on]),
        times=tuple(_times_in_columns(stored, header.seconds)),
        tiebreaks=stored.tiebreak,
    )
    # two ids that mean one player now may both have sat in the tournament
    if len(set(players)) < len(players):
        return Games.of(games, header.end, header.seconds)
    return games


def _times_in_columns(
    stored: TournamentColumns, usual: int
) -> Iterator[tuple[int, int]]:
    """Yield the seconds of both players of each game; nothing where all games have the
    usual time.
    """
    if not stored.minutes and not stored.minutes_black:
        return
    unsaid = (None,) * len(stored.results)
    white = stored.minutes or unsaid
    black = stored.minutes_black or unsaid
    for of_white, of_black in zip(white, black, strict=True):
        yield _times(of_white, of_black, usual)


def _times(white: float | None, black: float | None, usual: int) -> tuple[int, int]:
    """Return the seconds of both players of a game. The minutes of White count for both
    where none are said of Black, and without them `usual` does.
    """
    seconds = usual if white is None else seconds_of_minutes(white) or 0
    if black is None:
        return seconds, seconds
    return seconds, seconds_of_minutes(black) or 0


def _games(
    games: Iterable[GameFact], header: Header, resolve: Resolve | None
) -> Iterator[Game]:
    """Yield games that are facts one by one, with the header's value where a game says
    nothing of its own.
    """
    for game in games:
        white, black = game.white, game.black
        if resolve is not None:
            white, black = resolve(white), resolve(black)
        seconds, seconds_black = _times(
            game.minutes, game.minutes_black, header.seconds
        )
        yield Game(
            id=game.game,
            round=game.round,
            place=game.place,
            on=game.on or header.end,
            white=white,
            black=black,
            result=game.result,
            points=HALF_POINTS.get(game.result),
            seconds=seconds,
            seconds_black=seconds_black,
            tiebreak=game.tiebreak,
        )


def tournament_units(
    current: TournamentNow, timeline: Timeline, lists: Sequence[str] = LISTS
) -> Iterator[tuple[str, list[Unit]]]:
    """Yield (list, units) of a tournament for each list; nothing while it is
    withdrawn.
    """
    if current.withdrawn:
        return
    tournament = rules_tournament(current, timeline)
    for list_name in lists:
        if timeline.schedule(list_name):
            editions = edition_on(timeline, list_name)
            units = rulebook(list_name).units(tournament, editions)
            dated = from_events(units, current)
            yield list_name, begun(dated, timeline.begins(list_name))


def left_out(
    current: TournamentNow, timeline: Timeline
) -> Iterator[tuple[str, dict[str, Unrated]]]:
    """Yield (list, games not on it and why) of a tournament for each list; nothing
    while it is withdrawn.
    """
    if current.withdrawn:
        return
    tournament = rules_tournament(current, timeline)
    for list_name in LISTS:
        if timeline.keeps(list_name, tournament.header.end):
            editions = edition_on(timeline, list_name)
            yield list_name, rulebook(list_name).left_out(tournament, editions)


def from_events(units: Iterable[Unit], current: TournamentNow) -> list[Unit]:
    """Return each unit with the seq of the event that it comes from."""
    return [unit._replace(seq=_source(unit, current)) for unit in units]


def begun(units: Iterable[Unit], begins: str) -> list[Unit]:
    """Return the units of a list that end on the day it begins or later; those before
    are never on it.
    """
    return [unit for unit in units if unit.end >= begins]


def _source(unit: Unit, current: TournamentNow) -> int:
    """Return the event a unit comes from: its tournament's, or that of its one game."""
    if unit.id == current.id or current.columns is not None:
        return current.submitted
    return current.sources[unit.games.numbers()[0]]


def given_units(player: str, timeline: Timeline) -> Iterator[Unit]:
    """Yield the openings and rulings of a player under all their ids, each a unit of
    one seat, on any list.
    """
    for state in timeline.under_every_id(player):
        for fact in state.facts:
            if fact.live and isinstance(fact.body, OpeningSet):
                yield _opening(player, fact.body, fact.seq, timeline)
            elif fact.live and isinstance(fact.body, RulingGiven):
                yield _ruling(player, fact.body, fact.seq, timeline)


def kept_givens(player: str, timeline: Timeline) -> Iterator[Unit]:
    """Yield the openings and rulings on lists that the ledger keeps, from the day on
    which each begins: without rules, the office's or this program's, there is nothing
    to rate them by.
    """
    return (
        unit
        for unit in given_units(player, timeline)
        if unit.list in LISTS and timeline.keeps(unit.list, unit.end)
    )


def _opening(player: str, body: OpeningSet, seq: int, timeline: Timeline) -> Unit:
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
    given = Given(player, body.rating, body.delta, reason=body.reason)
    value = body.delta if body.rating is None else body.rating
    place = ruling_place(body.on, player, body.rating is None, value or 0, seq)
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
    """
    if tournament is not None:
        current = timeline.tournament(tournament)
        if current is not None:
            for _, units in tournament_units(current, timeline, lists):
                yield from units
    elif player is not None and timeline.resolve(player) == player:
        yield from kept_givens(player, timeline)
