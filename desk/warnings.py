"""What an officer should look at again before booking; never a reason to refuse."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import compress, groupby

from ledger.bodies import ExternalRatingTold, GameFact, OpeningSet, RulesAdopted, RulingGiven
from ledger.columns import GamesIn
from ledger.decide.context import Context, Decision
from ledger.decide.lifetimes import NAMED, doubtful_days
from ledger.documents import (
    Amend,
    Details,
    Document,
    Game,
    GameIn,
    Opening,
    Player,
    Ruling,
    Tournament,
    Withdraw,
)
from ledger.time_control import seconds_of, seconds_of_minutes, stages_of, start_and_total
from messages import Message, named, say
from projections.replay.handlers import HALF_POINTS
from rulebooks import LISTS, last_day, lowest, rulebook
from rulebooks.protocol import Announced

LONG_AGO_DAYS = 365
FAR_DAYS = 60  # games are brought forward or put off by weeks, hardly by more
SHORTEST_SECONDS = 180
FLOOR_ABROAD = 1000
DECISIONS = {result for result, points in HALF_POINTS.items() if sum(points) != 2}


def warnings_of(document: Document, decision: Decision, context: Context) -> list[Message]:
    """List all warnings of one document; a repetition has only its own."""
    warnings = list(decision.warnings)
    if decision.repeated is not None:
        return warnings
    warnings += doubtful_days(document, context)
    match document:
        case Tournament():
            warnings += _tournament(document, context)
        case Game():
            warnings += _games([document.details()], None)
            warnings += _second_game(document, context)
            warnings += _moved_far(document.tournament, [document.on], context)
            warnings += _doubts(document.tournament, [document.details()], context)
        case Amend():
            warnings += _games(document.add_games, None)
            days = [game.on for game in (*document.games.values(), *document.add_games) if game is not None]
            warnings += _moved_far(document.tournament, [day for day in days if isinstance(day, str)], context)
            warnings += _doubts(document.tournament, document.add_games, context)
        case Player():
            warnings += _same_name([document.details()], context)
        case Opening() | Ruling():
            warnings += _not_allowed(document, context)
        case Withdraw():
            warnings += _rules_gone(document, context)
        case _:
            pass
    return warnings


def _tournament(document: Tournament, context: Context) -> Iterator[Message]:
    seconds = seconds_of_minutes(document.minutes) if document.minutes else seconds_of(document.time_control or "")
    if seconds is not None and seconds <= SHORTEST_SECONDS:
        yield say("3 minutes or less for 60 moves: nothing in it is rated (2.8)")
    if (age := days_between(document.end, context.today)) > LONG_AGO_DAYS:
        yield say("it ended {days} days ago; every later rating it reaches is computed again", days=age)
    games = document.columns
    if any(games.minutes) or any(games.minutes_black) or not DECISIONS.isdisjoint(games.result) or _seated_twice(games):
        yield from _games(document.games, seconds)
    if any(games.on):
        yield from _far_days(games.on, document.start, document.end)
    new = [details for details in document.players if context.timeline.player(details.player) is None]
    yield from _same_name(new, context)
    yield from _newcomers(document, context)
    played = map(HALF_POINTS.__contains__, games.result)
    announced = _announced(document, list(compress(zip(games.white, games.black, strict=True), played)))
    for name in _adopted(context):
        yield from rulebook(name).doubts(announced, _rated_by(name, document.end, context))
    if not document.domestic:
        yield from _under_the_floor(document, context)


def _announced(document: Tournament, pairs: list[tuple[str, str]]) -> Announced:
    """Return what the rules of a list may have doubts about."""
    time = document.time_control
    if time is None:
        return Announced(pairs, document.end)
    return Announced(
        pairs, document.end, time, stages_of(time), start_and_total(time), document.category, document.event_kind
    )  # fmt: skip


def _not_allowed(document: Opening | Ruling, context: Context) -> Iterator[Message]:
    """Warn of what the rules of the list do not allow: a rating below the lowest, or one after the last list."""
    if not context.timeline.schedule(document.list):
        yield say(
            "the ledger keeps no list {list}: this changes nothing until rules are adopted for it", list=document.list
        )
    last, least, rating = last_day(document.list), lowest(document.list), document.rating
    about: dict[str, object] = {
        "list": document.list,
        "last": last,
        "day": document.on,
        "least": least,
        "rating": rating,
    }
    if last is not None and document.on > last:
        yield say("the last list of {list} is that of {last}: what is dated {day} changes nothing on it", **about)
    elif least is not None and rating is not None and rating < least:
        yield say("no rating on {list} is below {least}: {rating} counts as {same}", same=least, **about)


def _rules_gone(document: Withdraw, context: Context) -> Iterator[Message]:
    """Warn that an edition is withdrawn: that is done by its seq, like a typo, but what it means is no small thing."""
    event = context.lookups.event(document.seq) if document.seq is not None else None
    if event is not None and isinstance(event.body, RulesAdopted):
        body = event.body
        about = {"edition": body.edition, "list": body.list, "day": body.since}
        yield say("{edition} is not in force on {list} any more: every rating since {day} follows other rules", **about)


def _moved_far(tournament: str, days: Iterable[str | None], context: Context) -> Iterator[Message]:
    """Warn of far days of games that come to a tournament of the ledger, or change in it."""
    standing = context.timeline.tournament(tournament)
    if standing is not None:
        yield from _far_days(days, standing.header.start, standing.header.end)


def _far_days(days: Iterable[str | None], start: str, end: str) -> Iterator[Message]:
    """Warn of days far outside the tournament: each is more likely a slip than a game that was moved."""
    for day in sorted({day for day in days if day is not None and not start <= day <= end}):
        far = days_between(day, start) if day < start else days_between(end, day)
        about: dict[str, object] = {"day": day, "count": far, "start": start, "end": end}
        if far > FAR_DAYS and day < start:
            yield say(
                "a game on {day}: that is {count} days before the tournament begins ({start}); is the year right?",
                **about,
            )
        elif far > FAR_DAYS:
            yield say(
                "a game on {day}: that is {count} days after the tournament ended ({end}); is the year right?", **about
            )


def days_between(earlier: str, later: str) -> int:
    return (date.fromisoformat(later) - date.fromisoformat(earlier)).days


def _seated_twice(games: GamesIn) -> bool:
    """Return whether somebody may have two games in a round; a round in two parts is looked at game by game."""
    if any(games.tiebreak):
        return True
    start, seen = 0, set()
    for number, of_round in groupby(games.round):
        end = start + len(list(of_round))
        seats = games.white[start:end] + games.black[start:end]
        if number in seen or len(set(seats)) < len(seats):
            return True
        seen.add(number)
        start = end
    return False


def _games(games: Iterable[GameIn], seconds: int | None) -> Iterator[Message]:
    """Warn of unequal time, too short a time, and results and pairings that look wrong."""
    seats: dict[tuple[int, str], int] = {}
    for game in games:
        own = seconds_of_minutes(game.minutes) if game.minutes is not None else seconds
        black = seconds_of_minutes(game.minutes_black) if game.minutes_black is not None else own
        if black != own:
            yield say("{which}: the players did not have the same time, so it is not rated (2.7)", which=_who(game))
        elif game.minutes is not None and own is not None and own <= SHORTEST_SECONDS:
            yield say("{which}: 3 minutes or less, so it is not rated (2.8)", which=_who(game))
        if game.result in DECISIONS:
            about = {"which": _who(game), "result": game.result}
            yield say("{which}: {result} does not add up to one point; that is a decision on a played game", **about)
        if not game.tiebreak:
            for seat in ((game.round, game.white), (game.round, game.black)):
                seats[seat] = seats.get(seat, 0) + 1
    for (round_no, player), times in seats.items():
        if times > 1:
            yield say("{player} plays {times} games in round {number}", player=player, times=times, number=round_no)


def _who(game: GameIn) -> str:
    return say("round {number} {white}-{black}", number=game.round, white=game.white, black=game.black)


def _doubts(tournament: str, added: Iterable[GameIn], context: Context) -> Iterator[Message]:
    """Warn of what the rules of each list doubt in a tournament with more games, and did not doubt before."""
    standing = context.timeline.tournament(tournament)
    if standing is None:
        return
    before, end = _pairs(standing.games.values()), standing.header.end
    for name in _adopted(context):
        rules, known = rulebook(name), _rated_by(name, end, context)
        old = rules.doubts(Announced(before, end), known)
        new = rules.doubts(Announced([*before, *_pairs(added)], end), known)
        yield from (text for text in new if text not in old)


def _adopted(context: Context) -> list[str]:
    adopted = {body.list for _, body in context.timeline.office(RulesAdopted)}
    return [name for name in LISTS if name in adopted]


def _pairs(games: Iterable[GameIn | GameFact]) -> list[tuple[str, str]]:
    return [(game.white, game.black) for game in games if game.result in HALF_POINTS]


def _rated_by(list_name: str, end: str, context: Context) -> Callable[[str], bool]:
    """Return a function that tells whether a player has a rating on a list.

    It is one by an opening up to this day, or by a ruling before it.
    """

    def known(player: str) -> bool:
        people = context.timeline.under_every_id(context.timeline.resolve(player))
        bodies = [fact.body for person in people for fact in person.facts if fact.live]
        return any(
            (isinstance(body, OpeningSet) and body.list == list_name and body.on <= end)
            or (isinstance(body, RulingGiven) and body.list == list_name and body.rating is not None and body.on < end)
            for body in bodies
        )

    return known


def _second_game(document: Game, context: Context) -> Iterator[Message]:
    standing = context.timeline.tournament(document.tournament)
    games = standing.games.values() if standing is not None else ()
    others = [game for game in games if game.round == document.round and not game.tiebreak]
    for player in (document.white, document.black):
        if not document.tiebreak and any(player in (game.white, game.black) for game in others):
            about: dict[str, object] = {"player": player, "number": document.round, "tournament": document.tournament}
            yield say("{player} has another game in round {number} of {tournament}", **about)


def _same_name(people: Iterable[Details], context: Context) -> Iterator[Message]:
    for details in people:
        others = context.lookups.same_name(details.name, details.player) if details.name else []
        if others and details.player not in others:
            about: dict[str, object] = {"player": details.player, "name": details.name, "others": ", ".join(others)}
            yield say("{player}: {name} is also the name of {others}; two persons, or one?", **about)


def _newcomers(document: Tournament, context: Context) -> Iterator[Message]:
    """Warn of FIDE ids without a past, which often mean that a balance from before the ledger is missing.

    Of many only the first are named.
    """
    without: list[str] = []
    introduced = {details.player: details for details in document.players}
    # whoever played before in this submission has a past, and needs no look-up
    players = sorted(player for player in document.seated if player not in context.playing)
    known = context.lookups.people([context.timeline.resolve(player) for player in players])
    for player in players:
        person = known.get(context.timeline.resolve(player))
        details = introduced.get(player)
        fide_id = person.fide_id if person is not None else details.fide_id if details is not None else None
        if fide_id is not None and not _has_past(player, context):
            without.append(f"{player} (FIDE id {fide_id})")
    context.playing.update(players)
    if without:
        yield say("no opening and no earlier tournament: {names}; is a balance missing?", names=named(without, NAMED))


def _has_past(player: str, context: Context) -> bool:
    for alias in context.timeline.aliases(context.timeline.resolve(player)):
        person = context.timeline.player(alias)
        played = alias in context.playing or context.lookups.tournaments_of(alias)
        if played or (person is not None and person.live(OpeningSet)):
            return True
    return False


def _under_the_floor(document: Tournament, context: Context) -> Iterator[Message]:
    for player in sorted(document.seated):
        person = context.timeline.player(player)
        ratings = [fact.body for fact in person.live(ExternalRatingTold)] if person is not None else []
        standard = [body for body in ratings if body.source == "fide-standard" and body.on <= document.start]
        if standard and max(standard, key=lambda body: body.on).rating < FLOOR_ABROAD:
            yield say("{player} has an Elo under 1000; abroad it counts as 1000 (3.9)", player=player)
