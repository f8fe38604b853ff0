"""Turn a tournament into a unit and its entrants: which games count, what the
calculation reads of the players.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from messages import Message, by_command, counted, say
from messages.results import PENDING
from rulebooks.base import (
    Change,
    EditionOn,
    Header,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.games import Game
from rulebooks.norway import rating
from rulebooks.norway.standing import (
    NOBODY,
    Encounter,
    EventFacts,
    PlayerRead,
    at,
    is_struck_off,
    last_day,
    reached_2100,
)
from rulebooks.norway.tables import (
    CATEGORY_MINUTES,
    EDITIONS,
    UNRATED_UNTIL,
    NorwegianEdition,
    TimeStage,
    category,
    category_of,
    class_of,
    conditions,
    is_young,
)
from rulebooks.protocol import Announced
from rulebooks.units import Fate, left_out, none_alone, units_on_list

# a game's own minutes are one time for the whole game
SHORTEST_SECONDS = 60 * CATEGORY_MINUTES[-1][2]
K = "Koeffisienten (K-en)"
WALK_OVERS = "Private kamper og w.o.-seiere"
NEW = "Uregistrerte spillere"


# "WO-resultater teller ikke med, hverken i poengsummen eller antall partier."
# (walk-overs do not count) Otherwise the time of the tournament decides; a game played
# faster than anything in the table is not rated.
def fate(game: Game, header: Header) -> Unrated | None:
    if game.result == PENDING:
        return Unrated("unfinished", say("not finished"), WALK_OVERS)
    if game.points is None:
        return Unrated("forfeit", say("forfeit, not played"), WALK_OVERS)
    if game.seconds != game.seconds_black:
        return Unrated("unequal-time", say("the players did not have the same time"), K)
    if category(header) is None:
        return Unrated("too-short", say("less time than category V asks for"), K)
    if game.seconds != header.seconds and game.seconds < SHORTEST_SECONDS:
        return Unrated(
            "too-short", say("a game with less time than category V asks for"), K
        )
    return None


def _fate_until(edition_on: EditionOn, ends: bool) -> Fate:
    """Return the function for a game's fate; `ends` is off in a trial, which continues
    after the system was given up.
    """

    def fate_on_the_list(game: Game, header: Header, _: str) -> Unrated | None:
        if not ends:
            return fate(game, header)
        edition = edition_on(header.end)
        until = EDITIONS[edition].until
        if header.end <= until:
            return fate(game, header)
        message = say("the Norwegian list ended on {day}", day=until)
        return Unrated("ended", message, "2.2.1")

    return fate_on_the_list


def units(
    name: str, tournament: Tournament, edition_on: EditionOn, ends: bool = True
) -> list[Unit]:
    """Return the one unit of a tournament: no game is computed alone."""
    return units_on_list(
        name, tournament, edition_on, _fate_until(edition_on, ends), none_alone
    )


def not_on(
    tournament: Tournament, edition_on: EditionOn, ends: bool = True
) -> dict[str, Unrated]:
    """Return the games that are not on the list, and why."""
    return left_out(tournament, edition_on, _fate_until(edition_on, ends), none_alone)


def entrants(unit: Unit, standings: Standings, people: People) -> list[PlayerRead]:
    """Return everybody at the board, in the order of the ids: the ledger has no start
    numbers.
    """
    boards: dict[str, list[Encounter]] = defaultdict(list)
    for game in unit.games:
        assert game.points is not None
        for player, opponent, half_points in (
            (game.white, game.black, game.points[0]),
            (game.black, game.white, game.points[1]),
        ):
            boards[player].append(
                Encounter(opponent, half_points, game.id, game.seconds)
            )

    finished = _finishers(unit)
    field = []
    for player, seats in sorted(boards.items()):
        before = standings.get(player, NOBODY)
        standing = at(before, unit.start)
        detail = (
            {"struck": last_day(before)} if is_struck_off(before, unit.start) else {}
        )
        detail |= {"landsturnering": "completed"} if player in finished else {}
        young = is_young(people.get(player, Person(player)).born, unit.end)
        reached = reached_2100(standing)
        name = class_of(standing.rating, reached, young)
        half_points = sum(seat.half_points for seat in seats)
        field.append(
            PlayerRead(
                id=player,
                rating=standing.rating,
                games=standing.games,
                seats=tuple(seats),
                half_points=half_points,
                class_name=name,
                young=young,
                reached_2100=reached,
                detail=detail,
            )
        )

    return field


def _finishers(unit: Unit) -> set[str]:
    """Return the players who completed a Landsturnering: those who played in its last
    round (offentliggjørelse).
    """
    assert unit.header is not None
    if unit.header.event_kind != "landsturneringen":
        return set()
    last = max(game.round for game in unit.games)
    return {
        player
        for game in unit.games
        if game.round == last
        for player in (game.white, game.black)
    }


def rate(
    unit: Unit, standings: Standings, people: People, edition: NorwegianEdition
) -> Rated:
    """Rate one tournament, computed at once."""
    assert unit.header is not None
    name = category(unit.header)
    assert name is not None, unit.id
    present = entrants(unit, standings, people)
    changes = rating.rate(
        present, EventFacts(name, unit.header.domestic, unit.end, edition.k)
    )
    nowhere = Unrated(
        "nobody-rated", say("no rating, and no opponent leads to one"), NEW
    )
    omitted = {entrant.id: nowhere for entrant in present if entrant.id not in changes}
    return Rated([changes[player] for player in sorted(changes)], omitted)


# "Derfor godtar man kun kamper mellom to personer dersom en klubb står ansvarlig."
# (matches of two count only if a club is responsible) A warning, as only the office
# knows.
def private_match(name: str, pairs: Sequence[tuple[str, str]]) -> Iterator[Message]:
    """Say that a match of two players counts only if a club is responsible. `pairs` sat
    at a board and played.
    """
    if len({player for pair in pairs for player in pair}) == 2:
        yield say(
            "{list}: two players: a match counts if a club is responsible for it, as a"
            " play-off or qualifier (Private kamper og w.o.-seiere)",
            list=name,
        )


# Betingelser 1 to 3. "Elo-komiteen kan etter søknad godkjenne avvikende
# betenkningstider innen en kategori": an officer who states the category has judged
# them.
def doubtful_time(name: str, announced: Announced) -> Iterator[Message]:
    """Name controls and increments that a category does not allow by itself."""
    if (
        announced.category is not None
        or announced.minutes is None
        or not announced.stages
    ):
        return
    of_time = category_of(*announced.minutes, announced.event_kind)
    stages = [TimeStage(*stage) for stage in announced.stages]
    for flaw in conditions(stages, of_time) if of_time is not None else ():
        yield say(
            "{list}: {time} does not meet condition {number}; the committee may approve"
            " it (Koeffisienten)",
            list=name,
            time=announced.time_control,
            number=flaw,
        )


class Rounds(NamedTuple):
    """A watch over tournaments with unrated players once they are rated: how far the
    rounds over them moved their mean ("bør man holde et øye med gjennomsnittet for de
    uratede så man ikke får drift i systemet"), and rounds that never rest.
    """

    name: str

    def seats(self, before: Sequence[Standing]) -> list[int]:
        """Return the seats of the unrated; it takes two of them, for one alone has
        nobody to be computed in rounds with.
        """
        unrated = [
            seat
            for seat, standing in enumerate(before)
            if standing.games <= UNRATED_UNTIL
        ]
        return unrated if len(unrated) > 1 else []

    def words(self, changes: Sequence[Change], moved: bool) -> list[Message]:
        """Say what to look at, the drift only if ratings moved: a late report rates
        many tournaments again, and most of their rounds come out as they were looked at
        before.
        """
        return [*self._circle(changes), *(self._drift(changes) if moved else ())]

    def _circle(self, changes: Sequence[Change]) -> Iterator[Message]:
        circling = sorted(
            change.player for change in changes if "circle" in change.detail
        )
        if circling:
            yield by_command(
                "{list}: the rounds over the unrated players never rest, and the mean"
                " of the states that come back counts for {players}; `selo explain`"
                " shows them (Monradturneringer)",
                "{list}: the rounds over the unrated players never rest, and the mean"
                " of the states that come back counts for {players}; the explanation"
                " shows them (Monradturneringer)",
                list=self.name,
                players=", ".join(circling[:10])
                + (" ..." if len(circling) > 10 else ""),
            )

    def _drift(self, changes: Sequence[Change]) -> Iterator[Message]:
        """Report any movement of the mean: the text gives no limit, so the office
        judges it.
        """
        for drift in {
            change.detail["drift"] for change in changes if "drift" in change.detail
        }:
            count, first, last = drift.split()
            if first != last:
                yield counted(
                    "{list}: the rounds moved the only unrated player from {before} to"
                    " {after}; the text asks to watch it for drift (Uregistrerte"
                    " spillere)",
                    "{list}: the rounds moved the mean of the {count} unrated players"
                    " from {before} to {after}; the text asks to watch it for drift"
                    " (Uregistrerte spillere)",
                    int(count),
                    list=self.name,
                    before=first,
                    after=last,
                )
