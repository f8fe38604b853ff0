"""Find slips in what is said of a whole tournament: beside others, its days, who is in
it, how it is corrected.

Why: docs/design/017-slips.md
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date, timedelta

from desk.ledger_view import LedgerView
from desk.second_look.days import LONG_PAST, NAMED
from desk.second_look.players import openings, tournaments_before
from desk.second_look.warnings import FINNISH, days_between
from ledger.decisions import Doubt, Slip
from ledger.federations import HOME
from ledger.store.connection import Connection
from ledger.timeline import PlayerNow, TournamentNow, federation_on
from messages import Message, counted, listed_names, say
from projections.replay.unit_row import UnitRow
from projections.replay.units import tournament_units
from projections.tables.checked_rows import MISSING, damaged
from projections.tables.notes import tournaments_starting_on
from projections.tables.players import RowsOfPlayer, own_rows
from projections.tables.units import of_streams, places, stream_at

LONG_DAYS = 180  # a unit that lasts longer was meant to be rated game by game
FEW = 3  # this many games in common are no accident
A_YEAR = 300  # days: whose games are all later by so many played in it in another year
OF_AN_AGE = {"under-14": 14, "under-10": 10}
CALLED_UNDER = re.compile(r"\b(?:alle|under|U)[- ]?(?P<limit>10|14)\b", re.IGNORECASE)
MOST_PLAYERS = 50  # whose other tournaments are looked at when one moves


class UnitsPlayed:
    """What is known so far of the units that the players of a submission played in."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()
        self._days: dict[str, dict[int, str]] = {}  # by tournament, of each unit

    def take(self, rows: Iterable[UnitRow]) -> None:
        """Add units; one that belongs to no tournament only counts as seen."""
        for row in rows:
            self.numbers.add(row.number)
            if row.tournament:
                self._days.setdefault(row.tournament, {})[row.number] = row.on

    def since(self, day: str, coming: Container[str]) -> set[int]:
        """Return the units of that day or later, without those of the tournaments that
        are still coming.

        day: YYYY-MM-DD
        """
        numbers = set[int]()
        for tournament, days in self._days.items():
            if tournament not in coming:
                numbers.update(number for number, on in days.items() if on >= day)
        return numbers


def slips_of_tournament(
    current: TournamentNow,
    was: TournamentNow | None,
    lists: Sequence[str],
    today: str,
    connection: Connection,
    ledger: LedgerView,
    looked_at: Container[str],
    coming: Container[str],
    played: UnitsPlayed,
) -> Iterator[Slip]:
    """Yield what is odd about a tournament, and between it and those that were not
    looked at before. `coming`: the tournaments behind it in the same submission;
    `played`: the units that are known so far.
    """
    players = ledger.timeline.meant(current.players())
    yield from _same_as_others(current, players, lists, connection, ledger, looked_at)
    ledger.timeline.expect(players)
    yield from _before_openings(current, lists, players, ledger)
    if was is None or was.header.end != current.header.end:
        yield from _wrong_year(current, players, today, connection, coming, played)

    days = days_between(current.header.start, current.header.end)
    if not current.header.each_game_rated and lists and days > LONG_DAYS:
        yield Slip(
            "long-unit",
            say(
                "{tournament} lasts {days} days and is rated as one; a long team event"
                " is rated game by game (each_game_rated, 2.11)",
                tournament=current.id,
                days=days,
            ),
            current.id,
        )

    people = [
        person
        for player in sorted(players)
        if (person := ledger.timeline.player(player)) is not None
    ]
    for message in _abroad(current, people, lists):
        yield Slip("abroad", message, current.id)

    sent = {ledger.resolve(player) for player in current.header.representatives or ()}
    if absent := sorted(sent - players):
        message = counted(
            "{names} has no game in {tournament}, and was sent there",
            "{names} have no game in {tournament}, and were sent there",
            len(absent),
            names=listed_names(absent, NAMED),
            tournament=current.id,
        )
        yield Slip("not-there", message, current.id)

    for message in _doubts_of_age(current, people):
        yield Slip("age-group", message, current.id)


def _same_as_others(
    current: TournamentNow,
    players: set[str],
    lists: Sequence[str],
    connection: Connection,
    ledger: LedgerView,
    looked_at: Container[str],
) -> Iterator[Slip]:
    """Yield the same games in another tournament, and who plays in two that nothing but
    their ids puts in order.
    """
    names = [
        name
        for name in tournaments_starting_on(connection, current.header.start)
        if name not in looked_at
    ]
    ledger.timeline.expect_tournaments(names)

    for name in names:
        other = ledger.tournament(name)
        theirs = ledger.timeline.meant(other.players()) if other is not None else set()
        both = players & theirs
        if other is None or not both:  # nor have they a game in common
            continue

        alone = (current, len(players - both)), (other, len(theirs - both))
        if _may_be_same(alone) and _same_games(current, other, ledger):
            yield Slip(
                "same-games",
                say(
                    "{tournament} has the same games as {other}: if it is the same"
                    " event, every game counts twice",
                    tournament=current.id,
                    other=name,
                ),
                current.id,
            )
            continue

        if _are_tied(current, other) and not {*lists}.isdisjoint(
            lists_of(other, ledger)
        ):
            yield Slip(
                "same-day",
                say(
                    "{tournament} and {other} have the same days, and {names} played in"
                    " both: {earlier} is rated first, by the order of the ids; state"
                    " order_no where it was the other way round",
                    tournament=current.id,
                    names=listed_names(sorted(both), NAMED),
                    other=name,
                    earlier=min(name, current.id),
                ),
                current.id,
            )


def lists_of(tournament: TournamentNow, ledger: LedgerView) -> list[str]:
    """Return the lists that rate a game of the tournament."""
    return [
        name for name, units in tournament_units(tournament, ledger.timeline) if units
    ]


def _are_tied(one: TournamentNow, other: TournamentNow) -> bool:
    """Tell whether only their ids say which of the two comes first."""
    if one.header.each_game_rated or other.header.each_game_rated:
        return False  # then the days of the games say it
    if one.header.end != other.header.end:
        return False
    return one.header.order_no == other.header.order_no


def _may_be_same(alone: Iterable[tuple[TournamentNow, int]]) -> bool:
    """Tell whether the games of two tournaments have to be compared: a tenth of the
    smaller one's may differ, and a player who is in one alone has such a game. The
    number of those players stands beside each tournament.
    """
    return any(5 * count <= tournament.size for tournament, count in alone)


def _same_games(one: TournamentNow, other: TournamentNow, ledger: LedgerView) -> bool:
    """Tell whether two tournaments hold the same games: nearly all of the smaller one,
    with their results. People who were merged in between count as one person.
    """
    ours = _games_played(one, ledger)
    theirs = _games_played(other, ledger)

    least = min(len(ours), len(theirs))
    if least == 0:
        return False
    if ours == theirs:
        return True

    shared = len(ours & theirs)
    return least >= FEW and shared * 10 >= least * 9


def _games_played(
    tournament: TournamentNow, ledger: LedgerView
) -> set[tuple[str, str, str]]:
    """Return White, Black and the result of each game, under the ids of today."""
    return {
        (ledger.resolve(game.white), ledger.resolve(game.black), game.result)
        for game in tournament.games.values()
    }


def _before_openings(
    current: TournamentNow,
    lists: Sequence[str],
    players: Iterable[str],
    ledger: LedgerView,
) -> Iterator[Slip]:
    """Yield whose games come before their opening: what they bring is replaced by it."""
    for list_name in sorted(lists):
        later = []
        for player in sorted(players):
            days = openings(player, list_name, ledger)
            if any(on >= current.header.end for on in days):
                later.append(player)
        if later:
            yield Slip(
                "before-opening",
                say(
                    "{tournament} ends before the openings of {names} on {list}: it"
                    " will not change their ratings of today",
                    tournament=current.id,
                    names=listed_names(later, NAMED),
                    list=list_name,
                ),
                current.id,
            )


def _wrong_year(
    current: TournamentNow,
    players: set[str],
    today: str,
    connection: Connection,
    coming: Container[str],
    played: UnitsPlayed,
) -> Iterator[Slip]:
    """Yield a tournament of long ago whose players have played since, nearly a year
    later. What comes behind it in the same file says nothing.
    """
    end = current.header.end
    if (
        not LONG_PAST <= end < "9999"
        or (later := str(date.fromisoformat(end) + timedelta(A_YEAR))) > today
    ):
        return

    own = {
        player: rows
        for player, rows in own_rows(connection, players).items()
        if _last_played(rows) >= later
    }
    if len(own) < 2 or len(own) * 2 < len(players):
        return

    numbers = {number for one in own.values() for number in one.every_number()}
    if missing := numbers - played.numbers:
        streams = {*map(stream_at, places(connection, [*missing]))}
        for rows in of_streams(connection, streams).values():
            played.take(rows)

    if not numbers <= played.numbers:
        raise damaged(MISSING)

    later_units = played.since(later, coming)
    since = sorted(
        player
        for player, one in own.items()
        if not later_units.isdisjoint(one.every_number())
    )
    if len(since) >= 2 and len(since) * 2 >= len(players):
        yield Slip(
            "wrong-year",
            say(
                "{tournament} ended {day}, and {names} have played since, {days} days"
                " later or more; is the year right?",
                tournament=current.id,
                day=end,
                names=listed_names(since, NAMED),
                days=A_YEAR,
            ),
            current.id,
        )


def _last_played(own: RowsOfPlayer) -> str:
    """Return the last day on which they played on any list, as YYYY-MM-DD; empty where
    they never did.
    """
    return max(
        (tally.last_played or "" for name in own.totals if (tally := own.tally(name))),
        default="",
    )


def _abroad(
    current: TournamentNow, people: list[PlayerNow], lists: Sequence[str]
) -> Iterator[Message]:
    """Yield a tournament at home that hardly anybody from here plays in, or one abroad
    with nobody from elsewhere.
    """
    header = current.header
    if len(people) < FEW or FINNISH.isdisjoint(lists):
        return

    foreign = [
        person.id
        for person in people
        if federation_on(person.federations(), header.start) != HOME
    ]
    if header.domestic and len(foreign) >= FEW and len(foreign) * 5 >= len(people) * 4:
        yield say(
            "{tournament} counts as held here, and {count} of its {all} players are"
            " from elsewhere",
            tournament=current.id,
            count=len(foreign),
            all=len(people),
        )
    elif not header.domestic and not foreign:
        yield say(
            "{tournament} counts as held abroad, and all its {all} players are from"
            " here",
            tournament=current.id,
            all=len(people),
        )


def _doubts_of_age(
    current: TournamentNow, people: list[PlayerNow]
) -> Iterator[Message]:
    """Yield an age group that births contradict, or that the tournament's name has and
    its header has not.
    """
    header = current.header
    limit = OF_AN_AGE.get(header.age_group)
    about: dict[str, object] = {"tournament": current.id, "age_group": header.age_group}

    if limit is not None:
        births = {person.id: person.detail("born") for person in people}
        year = int(header.start[:4])
        too_old = [
            player
            for player, born in births.items()
            if born is not None and year - int(born[:4]) > limit
        ]
        if too_old:
            about |= {"names": listed_names(too_old, NAMED)}
            yield say(
                "{tournament} counts as {age_group}, and {names} were older", **about
            )
    elif called := CALLED_UNDER.search(header.name):
        about |= {"name": header.name, "limit": called["limit"]}
        yield say(
            "{name} ({tournament}) is called under {limit}, but counts as {age_group}",
            **about,
        )


def slips_of_correction(
    was: TournamentNow,
    current: TournamentNow,
    lists: Sequence[str],
    today: str,
    ledger: LedgerView,
) -> Iterator[Slip]:
    """Yield what is odd about a correction, or a game that is added: beside what stood
    before.
    """
    goes_on = _has_later_rounds(was, current)
    if today > was.header.end and was.size >= FEW and not goes_on:
        yield from _outsiders(was, current)

    struck = sum(game not in current.games for game in was.games)

    if rounds := _rounds_struck(was, current):
        yield Slip(
            "rounds-struck",
            counted(
                "all games of round {numbers} of {tournament} are struck ({games})",
                "all games of the rounds {numbers} of {tournament} are struck ({games})",
                len(rounds),
                numbers=", ".join(map(str, rounds)),
                tournament=current.id,
                games=struck,
            ),
            current.id,
        )

    if struck * 2 > was.size > FEW:
        yield Slip(
            "most-struck",
            say(
                "{count} of the {all} games of {tournament} are struck",
                count=struck,
                all=was.size,
                tournament=current.id,
            ),
            current.id,
        )

    if was.header.end != current.header.end:
        for code, message in _doubts_of_moved_days(was, current, lists, ledger):
            # a later round moves the last day, and that is no slip
            if code != "moved-past" or not goes_on:
                yield Slip(code, message, current.id)


def _rounds_struck(was: TournamentNow, current: TournamentNow) -> list[int]:
    """Return the rounds of several games of which none is left.

    `was`: the tournament before the amend. A round of one game is left out: striking
    that game is a correction of the game.
    """
    games: dict[int, list[str]] = {}
    for game in was.games.values():
        games.setdefault(game.round, []).append(game.game)

    left = {game.round for game in current.games.values()}
    struck = []
    for number, ids in games.items():
        are_gone = number not in left and current.games.keys().isdisjoint(ids)
        if len(ids) > 1 and are_gone:
            struck.append(number)

    return sorted(struck)


def _has_later_rounds(was: TournamentNow, current: TournamentNow) -> bool:
    """Tell whether a correction adds later rounds of the same people, of two games or
    more each, and leaves the games before as they were, but for their days.
    """
    last = max((game.round for game in was.games.values()), default=0)
    added = [game for name, game in current.games.items() if name not in was.games]
    if not added:
        return False

    games_by_round = Counter(game.round for game in added)
    if min(games_by_round) <= last or min(games_by_round.values()) < 2:
        return False

    people = was.players()
    known_seats = 0
    for game in added:
        known_seats += (game.white in people) + (game.black in people)

    if known_seats < len(added):  # fewer than half of the seats
        return False

    for name, before in was.games.items():
        now = current.games.get(name)
        if now is None:
            return False
        if (now.white, now.black) != (before.white, before.black):
            return False
        if now.result != before.result:
            return False

    return True


def _outsiders(was: TournamentNow, current: TournamentNow) -> Iterator[Slip]:
    """Yield who comes into a tournament that is over: with an added game, or in the
    place of a player who stays in it.

    A player who is replaced in all games was the wrong person from the beginning, which
    is what corrections are for.
    """
    inside, stays = was.players(), current.players()
    new: dict[str, None] = {}

    for game in current.games.values():
        old = was.games.get(game.game)
        if old is not game:
            seats = ((game.white, old and old.white), (game.black, old and old.black))
            new |= {
                player: None
                for player, before in seats
                if player not in inside and (not before or before in stays)
            }

    for player in new:
        yield Slip(
            "outsider",
            say(
                "{player} had no game in {tournament}, which is over; are player and"
                " tournament right?",
                player=player,
                tournament=current.id,
            ),
            current.id,
        )


def _doubts_of_moved_days(
    before: TournamentNow,
    current: TournamentNow,
    lists: Sequence[str],
    ledger: LedgerView,
) -> Iterator[tuple[Doubt, Message]]:
    """Yield what a correction of a tournament's days carries it across: an edition's
    first day, another tournament of its players, an opening.
    """
    first, last = sorted((before.header.end, current.header.end))
    about: dict[str, object] = {
        "tournament": current.id,
        "first": before.header.end,
        "last": current.header.end,
    }
    for list_name in lists:
        for since, edition in ledger.timeline.schedule(list_name):
            if first < since <= last:
                about |= {"day": since, "edition": edition, "list": list_name}
                yield (
                    "across-edition",
                    say(
                        "{tournament} moves from {first} to {last}, across {day}:"
                        " {edition} begins then on {list}",
                        **about,
                    ),
                )

    players = sorted({ledger.resolve(player) for player in current.players()})[
        :MOST_PLAYERS
    ]
    opened = []
    for player in players:
        days = [on for name in lists for on in openings(player, name, ledger)]
        if any(first < on <= last for on in days):
            opened.append(player)
    if opened:
        about |= {"names": listed_names(opened, NAMED)}
        yield (
            "moved-past",
            say(
                "{tournament} moves from {first} to {last}, past the openings of"
                " {names}; is the day right?",
                **about,
            ),
        )

    passed = set()
    for player in players:
        for other in tournaments_before(player, last, ledger):
            is_between = first < other.header.end < last and other.id != current.id
            if is_between and not {*lists}.isdisjoint(lists_of(other, ledger)):
                passed.add(other.id)
    if passed:
        about |= {"names": listed_names(sorted(passed), NAMED)}
        yield (
            "moved-past",
            say(
                "{tournament} moves from {first} to {last}, past {names} with some of"
                " its players; is the day right?",
                **about,
            ),
        )
