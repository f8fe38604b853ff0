"""Slips that an office makes and no rule refuses: what may be wrong though it is well formed, and would move a rating.

Each is looked for once everything is stored and rated, so at every door alike, and each has a code of its own. A
submission of very many tournaments is a ledger that moves house: nobody reads warnings about each of them.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from desk.ledger_view import LedgerView
from desk.outcome import DoubtRow
from desk.warnings import days_between
from ledger.bodies import (
    ExternalRatingTold,
    OpeningSet,
    RulingGiven,
    TitleConfirmed,
    TournamentAmended,
)
from ledger.decide.lifetimes import NAMED
from ledger.decide.office import vouched_for
from ledger.events import Event
from ledger.store.database import Connection
from ledger.timeline import TournamentNow
from ledger.tournament_now import fold_tournament
from ledger.vouching import Doubt
from messages import Message, named, say
from projections.replay.book import Book
from projections.replay.handlers import tournament_units
from projections.tables.players import own_rows
from projections.tables.tournaments import starting_on
from rulebooks import titled

MOST = 500  # events of one submission
LONG_DAYS = 180  # a unit that lasts longer was meant to be rated game by game
JUMP = 400  # points that no tournament of people with a rating brings
LOWEST, HIGHEST = 100, 2950  # nobody was ever rated higher
SET_ANEW = ("ruling", "opening")  # kinds of units that set a rating instead of moving it
FEW = 3  # this many games in common are no accident


class Slip(NamedTuple):
    """What may be wrong, by its code, of a tournament or a player, and what to do if it is."""

    code: Doubt
    message: Message
    otherwise: Message
    tournament: str | None = None
    player: str | None = None

    def row(self) -> DoubtRow:
        """Return the question that it is."""
        sure = f"{self.code}:{self.tournament or self.player}"
        return DoubtRow(doubt=self.code, tournament=self.tournament, player=self.player, message=self.message,
                        otherwise=self.otherwise, sure=sure)  # fmt: skip


def slips(connection: Connection, events: Sequence[Event], ledger: LedgerView, book: Book) -> list[Slip]:
    """Return the slips that the events of one submission may be, without those that somebody vouches for."""
    if len(events) > MOST:
        return []
    likely: list[Slip] = []
    looked_at: set[str] = set()  # one tournament may be corrected hundreds of times at once
    for event in events:
        if event.stream.startswith("tournament:"):
            current = ledger.tournament(event.target)
            if current is not None and not current.withdrawn:
                if event.target not in looked_at:
                    looked_at.add(event.target)
                    likely += _of_tournament(current, connection, ledger, looked_at)
                likely += _of_moved_days(current, event, ledger)
        match event.body:
            case OpeningSet() as body:
                likely += [*_out_of_range(body.player, body.rating), *_after_games(body, ledger)]
            case RulingGiven(player=player, rating=int(rating)) | ExternalRatingTold(player=player, rating=rating):
                likely += _out_of_range(player, rating)
            case TitleConfirmed() as body:
                likely += _without_ground(body, connection, ledger)
            case _:
                pass
    likely += _jumps(book)
    return [
        slip
        for slip in dict.fromkeys(likely)
        if vouched_for(ledger.timeline, slip.code, slip.tournament, slip.player) is None
    ]


def _of_tournament(
    current: TournamentNow, connection: Connection, ledger: LedgerView, looked_at: Container[str]
) -> Iterator[Slip]:
    """Yield what is odd about a tournament, and between it and those that were not looked at before."""
    lists = set(_lists(current, ledger))
    header, players = current.header, {ledger.resolve(player) for player in current.players()}
    for name in starting_on(connection, header.start):
        other = ledger.tournament(name)
        if name in looked_at or other is None:
            continue
        if _same_games(current, other, ledger):
            yield Slip("same-games", say(
                "{tournament} has the same games as {other}: if it is the same event, every game counts twice",
                tournament=current.id, other=name,
            ), say("withdraw one of the two"), current.id)  # fmt: skip
            continue
        both = players & {ledger.resolve(player) for player in other.players()}
        if both and _tied(current, other) and not lists.isdisjoint(_lists(other, ledger)):
            yield Slip("same-day", say(
                "{tournament} and {other} have the same days, and {names} played in both: {earlier} is rated first, by "
                "the order of the ids; state order_no where it was the other way round",
                tournament=current.id, names=named(sorted(both), NAMED), other=name, earlier=min(name, current.id),
            ), say("give one of them its order_no"), current.id)  # fmt: skip
    yield from _before_openings(current, lists, players, ledger)
    days = days_between(header.start, header.end)
    if not header.each_game_rated and lists and days > LONG_DAYS:
        yield Slip("long-unit", say(
            "{tournament} lasts {days} days and is rated as one; a long team event is rated game by game "
            "(each_game_rated, 2.11)",
            tournament=current.id, days=days,
        ), say("set each_game_rated"), current.id)  # fmt: skip


def _lists(tournament: TournamentNow, ledger: LedgerView) -> list[str]:
    """Return the lists that rate a game of the tournament."""
    return [name for name, units in tournament_units(tournament, ledger.timeline) if units]


def _tied(one: TournamentNow, other: TournamentNow) -> bool:
    """Tell whether only their ids say which of the two comes first."""
    headers = one.header, other.header
    return len({(header.end, header.order_no) for header in headers}) == 1 and not any(
        header.each_game_rated for header in headers
    )


def _same_games(one: TournamentNow, other: TournamentNow, ledger: LedgerView) -> bool:
    """Tell whether two tournaments hold the same games: nearly all of the smaller one, with their results. Whoever was
    merged in between is one person under both ids."""
    ours, theirs = (
        {(ledger.resolve(game.white), ledger.resolve(game.black), game.result) for game in each.games.values()}
        for each in (one, other)
    )
    least = min(len(ours), len(theirs))
    return bool(least) and (ours == theirs or (least >= FEW and len(ours & theirs) * 10 >= least * 9))


def _before_openings(
    current: TournamentNow, lists: Iterable[str], players: Iterable[str], ledger: LedgerView
) -> Iterator[Slip]:
    """Yield whose games come before their opening: what they bring is replaced by it."""
    for list_name in sorted(lists):
        later = sorted(
            player for player in players if any(on >= current.header.end for on in _openings(player, list_name, ledger))
        )
        if later:
            yield Slip("before-opening", say(
                "{tournament} ends before the openings of {names} on {list}: it will not change their ratings of today",
                tournament=current.id, names=named(later, NAMED), list=list_name,
            ), say("look at its days, and at those of the openings"), current.id)  # fmt: skip


def _openings(player: str, list_name: str, ledger: LedgerView) -> list[str]:
    states = ledger.timeline.under_every_id(player)
    return [fact.body.on for state in states for fact in state.live(OpeningSet) if fact.body.list == list_name]


def _of_moved_days(current: TournamentNow, event: Event, ledger: LedgerView) -> Iterator[Slip]:
    """Yield what a correction of a tournament's days carries it across: an edition's first day."""
    if not isinstance(event.body, TournamentAmended) or event.body.header is None:
        return
    before = fold_tournament([one for one in ledger.index.stream(event.stream) if one.seq < event.seq])
    if before is None or before.header.end == current.header.end:
        return
    first, last = sorted((before.header.end, current.header.end))
    for list_name in _lists(current, ledger):
        for since, edition in ledger.timeline.schedule(list_name):
            if first < since <= last:
                yield Slip("across-edition", say(
                    "{tournament} moves from {first} to {last}, across {day}: {edition} begins then on {list}",
                    tournament=current.id, first=before.header.end, last=current.header.end,
                    day=since, edition=edition, list=list_name,
                ), say("look at its days"), current.id)  # fmt: skip


def _out_of_range(player: str, rating: int) -> Iterator[Slip]:
    if not LOWEST <= rating <= HIGHEST:
        message = say("{player}: {rating} is no rating that anybody has", player=player, rating=rating)
        yield Slip("out-of-range", message, say("state the right number"), player=player)


def _after_games(body: OpeningSet, ledger: LedgerView) -> Iterator[Slip]:
    """Yield the tournaments whose games an opening replaces, for it is dated after them."""
    names = sorted({name for alias in ledger.timeline.aliases(ledger.resolve(body.player))
                    for name in ledger.index.tournaments_of(alias)})[:MOST]  # fmt: skip
    ledger.timeline.expect_tournaments(names)
    earlier = [
        name
        for name in names
        if (current := ledger.tournament(name)) is not None
        and current.header.end <= body.on
        and body.list in _lists(current, ledger)
    ]
    if earlier:
        yield Slip("after-games", say(
            "the opening of {player} on {list} is dated {day}, after {names}: it replaces what those games brought",
            player=body.player, list=body.list, day=body.on, names=named(earlier, NAMED),
        ), say("date it before the first of those games"), player=body.player)  # fmt: skip


def _without_ground(body: TitleConfirmed, connection: Connection, ledger: LedgerView) -> Iterator[Slip]:
    """Yield a confirmation of a title that the ledger has no ground for, or only one that came later."""
    player = ledger.resolve(body.player)
    own = own_rows(connection, [player])[player]
    versions = [version for name in titled() for version in own.titles_in(name)]
    reached = [title.on for title, closed in versions if closed is None and title.title == body.title]
    about: dict[str, object] = {"player": player, "title": body.title}
    if not reached:
        message = say("nothing in the ledger supports the title {title} of {player}", **about)
        yield Slip("no-ground", message, say("look at the player and the title"), player=player)
    elif min(reached) > body.on:
        about |= {"first": min(reached), "day": body.on}
        message = say("{player} reached the title {title} on {first}, after the confirmation of {day}", **about)
        yield Slip("no-ground", message, say("date the confirmation after that day"), player=player)


def _jumps(book: Book) -> Iterator[Slip]:
    """Yield the rulings and openings that set a rating far from where it stood."""
    # a correction of last year settles thousands of units: they are picked before anything is put in order
    rows = [row for old, row in book.settled.values() if old is None and row is not None and row.kind in SET_ANEW]
    for row in sorted(rows, key=lambda row: row.spot):
        before, after = row.standing_before(0).rating, row.columns.after[0]
        if before is not None and after is not None and abs(after - before) >= JUMP:
            yield Slip("jump", say(
                "{player} on {list}: from {before} to {after}; is that right?",
                player=row.columns.players[0], list=row.list, before=before, after=after,
            ), say("state the right number"), player=row.columns.players[0])  # fmt: skip
