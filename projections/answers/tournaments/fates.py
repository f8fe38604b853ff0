"""Say what became of each game of a tournament, the lists it is rated on, or why it is
on none; and what people decided of it, and who stands for it: facts beside its games,
which move no rating.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from features import FEATURES
from features.feature import readers
from ledger.timeline import TournamentNow
from messages import Message, say
from messages.answer import Answer, Date
from projections.answers.reading import Reading
from projections.replay.persons import person
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.units import left_out as games_left_out
from projections.replay.units import tournament_units
from projections.revisions import check_known
from rulebooks import rulebook
from rulebooks.base import Standing, Unit

OTHER_LIST = "other-list"  # the code of games that count, only elsewhere


class NotOn(Answer, frozen=True, kw_only=True):
    """A list that leaves a game out, and why."""

    list: str
    why: Message
    section: str | None


class NotRated(Answer, frozen=True, kw_only=True):
    """A player at the board whom the rules do not rate in a unit."""

    player: str
    list: str
    unit: str
    why: Message
    section: str


class Fate(NamedTuple):
    """A game's fate: the lists it is rated on with its unit on the first of them, or
    why it is on none.
    """

    lists: tuple[str, ...]
    unit: str | None
    why: Message | None
    section: str | None
    not_on: tuple[NotOn, ...]


class GameFates(NamedTuple):
    """What the rules say of the games of a tournament.

    rated: by game the units that it is rated in, one a list.
    left_out: by game the lists that leave it out. A game that belongs to another list
    by its kind is in neither for that.
    units: those of the tournament on all lists.
    """

    rated: Mapping[str, Sequence[Unit]]
    left_out: Mapping[str, Sequence[NotOn]]
    units: list[Unit]

    def fate_of(self, game: str) -> Fate:
        """Return the fate of a game by its id. On no list, the first list's reason
        counts; without a reason no list was asked, because the tournament is withdrawn.

        A game that is rated on one list may still be left out of another: `not_on` has
        that.
        """
        units = self.rated.get(game, ())
        not_on = tuple(self.left_out.get(game, ()))

        if units:
            lists = tuple([unit.list for unit in units])
            return Fate(lists, units[0].id, None, None, not_on)
        if not_on:
            first = not_on[0]
            return Fate((), None, first.why, first.section, not_on)

        return Fate((), None, say("the tournament is withdrawn"), None, ())


def game_fates(tournament: TournamentNow, reading: Reading) -> GameFates:
    """Ask the rules of every list what becomes of the games of a tournament.

    LedgerUnusable is raised where the ledger follows a newer state of the rules than
    this program has.
    """
    check_known(reading.timeline)

    rated = defaultdict[str, list[Unit]](list)
    all_units: list[Unit] = []
    for _, units in tournament_units(tournament, reading.timeline):
        all_units += units
        for unit in units:
            for game_id in unit.games.numbers():
                rated[game_id].append(unit)

    left_out = defaultdict[str, list[NotOn]](list)
    for list_name, unrated in games_left_out(tournament, reading.timeline):
        for game_id, why in unrated.items():
            # rapid games are missing from a standard list as a matter of course
            if why.code == OTHER_LIST:
                continue

            section = why.section or None
            reason = NotOn(list=list_name, why=why.text, section=section)
            left_out[game_id].append(reason)

    return GameFates(rated, left_out, all_units)


def not_rated(reading: Reading, units: Sequence[Unit]) -> list[NotRated]:
    """Return the players at the board whom the rules do not rate there (2.2), by asking
    the rulebook itself.

    Units that end after the day of the question are passed over.
    """

    rows: list[NotRated] = []
    stored: dict[str, dict[UnitKey, UnitRow]] = {}
    for unit in units:
        # openings and rulings have no header; a unit that ends after the day is not
        # computed yet
        if unit.header is None or unit.end > reading.as_of:
            continue

        tournament = unit.header.id
        if tournament not in stored:
            stored[tournament] = reading.rows_in(tournament)

        row = stored[tournament].get((unit.list, unit.place))
        before: Mapping[str, Standing] = {}

        # whoever has a figure in every seat was rated: the rules need not be asked
        if row is not None:
            if row.rated().issuperset(unit.seats()):
                continue
            before = row.standings_before()

        rows += _players_left_out(reading, unit, before)

    return rows


def _players_left_out(
    reading: Reading, unit: Unit, before: Mapping[str, Standing]
) -> Iterator[NotRated]:
    """Rate a unit again and yield the players whom that leaves out. `before`: the
    standings that its row holds; the others are looked up.

    Nobody is stored as left out, so the rules are asked again; they yield people by id.
    """

    standings = {}
    for player in unit.seats():
        standing = before.get(player)
        if standing is None:
            standing = reading.standing_before(unit.list, player, unit.place)
        standings[player] = standing

    people = {player: person(player, reading.timeline) for player in standings}
    rated = rulebook(unit.list).rate(unit, standings, people)

    for player, why in sorted(rated.omitted.items()):
        yield NotRated(
            player=player,
            list=unit.list,
            unit=unit.id,
            why=why.text,
            section=why.section,
        )


def without_games_of_nobody(
    by_rules: GameFates,
    tournament: TournamentNow,
    reading: Reading,
    unrated: Sequence[NotRated],
) -> dict[str, Fate]:
    """Return the fate of each game, where none is on a list that rates neither of its
    players.

    unrated   the players whom their units do not rate

    A game whose players are both left out moves no rating, so its list is taken from
    its fate.

        a game of two players without a rating, on a list that rates neither
        ->  Fate(lists=(), why=White's reason)
    """

    resolve = reading.timeline.resolve
    of_units = defaultdict[tuple[str, str], dict[str, NotRated]](dict)
    for row in unrated:
        of_units[row.list, row.unit][row.player] = row

    corrected = {game_id: by_rules.fate_of(game_id) for game_id in tournament.games}

    for unit in by_rules.units:
        rows = of_units.get((unit.list, unit.id))
        if rows is None:
            continue

        for game_id in unit.games.numbers():
            game = tournament.games[game_id]
            white = rows.get(resolve(game.white))
            black = rows.get(resolve(game.black))

            if white is not None and black is not None:
                corrected[game_id] = _fate_without_list(corrected[game_id], white)

    return corrected


def _fate_without_list(fate: Fate, row: NotRated) -> Fate:
    """Take the list of a row from a fate, for the reason in the row.

    Of the last list that is taken, the reason becomes that of the game.
    """
    reason = NotOn(list=row.list, why=row.why, section=row.section)

    not_on = (*fate.not_on, reason)
    lists = tuple(name for name in fate.lists if name != row.list)

    if lists:
        return fate._replace(lists=lists, not_on=not_on)
    return Fate(
        lists=(),
        unit=None,
        why=row.why,
        section=row.section,
        not_on=not_on,
    )


class TournamentDecision(Answer, frozen=True, kw_only=True):
    """Who decided what of a tournament and on which day; `recorded_by`: who wrote it
    down here.
    """

    about: str
    by: str
    on: Date
    resolution: str | None
    reason: str | None
    seq: int
    recorded_by: str | None


class NamedPlayer(Answer, frozen=True, kw_only=True):
    """Somebody of the register."""

    player: str
    name: str | None


def decisions(tournament: str, reading: Reading) -> tuple[TournamentDecision, ...]:
    """Return what was decided of a tournament up to the day, as known, in the order of
    the days.

    Each feature that keeps decisions about tournaments adds its own.
    """
    rows: list[TournamentDecision] = []

    for decided in readers(FEATURES, "decisions"):
        rows += decided(tournament, reading)

    rows.sort(key=lambda row: (row.on, row.seq))
    return tuple(rows)


def on_mission(tournament: TournamentNow, reading: Reading) -> tuple[str, ...]:
    """Return who represents the federation there, each under the id that counts.

    Empty where nobody does. Somebody named under two ids is there once.
    """
    header = tournament.header
    envoys: dict[str, None] = {}
    for player in header.representatives or ():
        counts = reading.timeline.resolve(player)
        envoys[counts] = None
    return tuple(envoys)


def arbiter(tournament: TournamentNow, reading: Reading) -> str | None:
    """Return the arbiter under the id that counts; None where none is named."""
    player = tournament.header.arbiter
    return reading.timeline.resolve(player) if player else None


def named_player(player: str, names: Mapping[str, str]) -> NamedPlayer:
    """Return a player for the answer; `names` may lack one who is not to be shown."""
    return NamedPlayer(player=player, name=names.get(player))
