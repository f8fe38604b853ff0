"""What an officer should look at again before booking; never a reason to refuse."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date

from ledger.decide.context import Decision, Held
from ledger.documents import Amend, Details, Document, Game, GameIn, Player, Tournament
from ledger.events import ExternalRatingTold, GameFact, OpeningSet, RulingGiven
from ledger.time_control import seconds_of, seconds_of_minutes
from projections.replay.handlers import HALF_POINTS
from rulebooks import LISTS, rulebook

LONG_AGO_DAYS = 365
SHORTEST_SECONDS = 180
FLOOR_ABROAD = 1000
NAMED = 3


def warnings_of(document: Document, decision: Decision, held: Held) -> list[str]:
    """All warnings of one document; a repetition has only its own."""
    found = list(decision.warnings)
    if decision.repeated is not None:
        return found
    match document:
        case Tournament():
            found += _tournament(document, held)
        case Game():
            found += _games([document.details()], None)
            found += _second_game(document, held)
            found += _doubts(document.tournament, [document.details()], held)
        case Amend():
            found += _games(document.add_games, None)
            found += _doubts(document.tournament, document.add_games, held)
        case Player():
            found += _same_name([document.details()], held)
        case _:
            pass
    return found


def _tournament(document: Tournament, held: Held) -> Iterator[str]:
    seconds = seconds_of_minutes(document.minutes) if document.minutes else seconds_of(document.time_control or "")
    if seconds is not None and seconds <= SHORTEST_SECONDS:
        yield "3 minutes or less for 60 moves: nothing in it is rated (2.8)"
    if (age := _days_between(document.end, held.today)) > LONG_AGO_DAYS:
        yield f"it ended {age} days ago; every later number it reaches comes out again"
    yield from _games(document.games, seconds)
    new = [details for details in document.players if held.timeline.player(details.player) is None]
    yield from _same_name(new, held)
    yield from _newcomers(document, held)
    for name in _adopted(held):
        yield from rulebook(name).doubts(_pairs(document.games), document.end, _numbered(name, document.end, held))
    if not document.domestic:
        yield from _under_the_floor(document, held)


def _days_between(earlier: str, later: str) -> int:
    return (date.fromisoformat(later) - date.fromisoformat(earlier)).days


def _games(games: Iterable[GameIn], seconds: int | None) -> Iterator[str]:
    """Unequal time, too short a time, results and pairings that look wrong."""
    seats: Counter[tuple[int, str]] = Counter()
    for game in games:
        who = f"round {game.round} {game.white}-{game.black}"
        own = seconds_of_minutes(game.minutes) if game.minutes is not None else seconds
        black = seconds_of_minutes(game.minutes_black) if game.minutes_black is not None else own
        if black != own:
            yield f"{who}: the players did not have the same time, so it is not rated (2.7)"
        elif game.minutes is not None and own is not None and own <= SHORTEST_SECONDS:
            yield f"{who}: 3 minutes or less, so it is not rated (2.8)"
        points = HALF_POINTS.get(game.result)
        if points is not None and sum(points) != 2:
            yield f"{who}: {game.result} does not add up to one point; that is a decision on a played game"
        if not game.tiebreak:
            seats.update([(game.round, game.white), (game.round, game.black)])
    for (round_no, player), times in seats.items():
        if times > 1:
            yield f"{player} plays {times} games in round {round_no}"


def _doubts(tournament: str, added: Iterable[GameIn], held: Held) -> Iterator[str]:
    """What the rules of each list find in a tournament with more games, and did not find before."""
    now = held.timeline.tournament(tournament)
    if now is None:
        return
    before, end = _pairs(now.games.values()), now.header.end
    for name in _adopted(held):
        rules, known = rulebook(name), _numbered(name, end, held)
        old = rules.doubts(before, end, known)
        yield from (said for said in rules.doubts([*before, *_pairs(added)], end, known) if said not in old)


def _adopted(held: Held) -> list[str]:
    return [name for name in LISTS if held.timeline.schedule(name)]


def _pairs(games: Iterable[GameIn | GameFact]) -> list[tuple[str, str]]:
    return [(game.white, game.black) for game in games if game.result in HALF_POINTS]


def _numbered(list_name: str, end: str, held: Held) -> Callable[[str], bool]:
    """Whether an opening by the end, or a ruling before it, is in force for somebody on a list."""

    def known(player: str) -> bool:
        people = [held.timeline.player(alias) for alias in held.timeline.aliases(held.timeline.resolve(player))]
        bodies = [fact.body for now in people if now is not None for fact in now.facts if fact.live]
        return any(
            (isinstance(body, OpeningSet) and body.list == list_name and body.on <= end)
            or (isinstance(body, RulingGiven) and body.list == list_name and body.rating is not None and body.on < end)
            for body in bodies
        )

    return known


def _second_game(document: Game, held: Held) -> Iterator[str]:
    now = held.timeline.tournament(document.tournament)
    others = [g for g in now.games.values() if g.round == document.round and not g.tiebreak] if now is not None else []
    for player in (document.white, document.black):
        if not document.tiebreak and any(player in (game.white, game.black) for game in others):
            yield f"{player} has another game in round {document.round} of {document.tournament}"


def _same_name(people: Iterable[Details], held: Held) -> Iterator[str]:
    for details in people:
        others = held.lookups.same_name(details.name, details.player) if details.name else []
        if others and details.player not in others:
            yield f"{details.player}: {details.name} is also the name of {', '.join(others)}; two persons, or a double?"


def _newcomers(document: Tournament, held: Held) -> Iterator[str]:
    """A FIDE id often means that a balance from before the ledger is missing. Of many only the first are named."""
    found: list[str] = []
    introduced = {details.player: details for details in document.players}
    for player in sorted({p for game in document.games for p in (game.white, game.black)}):
        person = held.lookups.person(held.timeline.resolve(player))
        details = introduced.get(player)
        fide_id = person.fide_id if person is not None else details.fide_id if details is not None else None
        if fide_id is not None and not _has_past(player, held):
            found.append(f"{player} (FIDE id {fide_id})")
    if found:
        more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
        yield f"no opening and no earlier tournament: {', '.join(found[:NAMED])}{more}; is a balance missing?"


def _has_past(player: str, held: Held) -> bool:
    for alias in held.timeline.aliases(held.timeline.resolve(player)):
        now = held.timeline.player(alias)
        if held.lookups.tournaments_of(alias) or (now is not None and now.live(OpeningSet)):
            return True
    return False


def _under_the_floor(document: Tournament, held: Held) -> Iterator[str]:
    for player in sorted({p for game in document.games for p in (game.white, game.black)}):
        now = held.timeline.player(player)
        told = [f.body for f in now.live(ExternalRatingTold)] if now is not None else []
        standard = [b for b in told if b.source == "fide-standard" and b.on <= document.start]
        if standard and max(standard, key=lambda b: b.on).rating < FLOOR_ABROAD:
            yield f"{player} has an Elo under 1000; abroad he counts 1000 (3.9)"
