"""A list's entries one after the other: who is in the pool with which rating, and what
every change is due to.

The pool is everybody with a rating. With `active_years` it is those with a rated game
in so many years: then people come back and leave, and what they bring and take along
are causes like the others. So the causes always add up.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from features.trials.pool_answer import Amounts, amounts_of_games, no_amounts
from projections.replay.unit_row import UnitRow
from projections.runs.over_all_games import Run
from rulebooks.base import Change
from rulebooks.entries import GIVEN, MILLION, Account, Side
from rulebooks.numbers import years_before
from rulebooks.protocol import Rulebook


class BookedUnit(NamedTuple):
    """What a unit did to the pool.

    changes: each with its account, a player's in the order of computation.

    games: what its games came to by cause, in millionths of a point.
    """

    changes: Sequence[tuple[Change, Account]]
    games: Mapping[str, int]


def booked_unit(run: Run, row: UnitRow) -> BookedUnit:
    """Return what a unit put into the pool and took out of it.

    The games are counted with both sides together: what one player wins is no gain of
    the pool if the other loses as much.
    """
    changes = run.changes(row)
    rules = run.setup.rules
    accounted = [(change, rules.account(change)) for change in changes]

    sides: list[Side] = []
    for _, account in accounted:
        sides += account.sides

    players = {change.player for change in changes}

    return BookedUnit(accounted, amounts_of_games(sides, players))


class PeriodTally:
    """The tally of one period: what it put in and took out, and who came and left."""

    def __init__(self) -> None:
        """Begin a period in which nothing has happened yet."""
        # by cause, in millionths of a point
        self.causes: Amounts = no_amounts()
        # by cause, the ratings of players who had none before
        self.entered: dict[str, list[int]] = defaultdict(list)

        # in a pool of the active, the ratings of those who have not played for too
        # long, and of those who came back
        self.left: list[int] = []
        self.returned: list[int] = []

        # the ratings that the calendar took
        self.struck: list[int] = []
        # who played, by id
        self.played: set[str] = set()

    def add(self, cause: str, amount: int) -> None:
        """Add an amount, in millionths of a point, to those of its cause."""
        self.causes[cause] += amount


class Pool:
    """A pool that takes the units of a list in order; `close` ends a period and gives
    its tally.

    tally: of the period that is going on.

    inside: who is in the pool.

        take, take, close    the first period
        take, close          the next
    """

    def __init__(self, rules: Rulebook, active_years: int | None = None) -> None:
        """Begin with an empty pool.

        rules: of the list; they say what a change is due to, and whom the calendar
        strikes off.

        active_years: how many years after their last game a player leaves the pool;
        without it nobody leaves for want of games.
        """
        self.tally = PeriodTally()
        self.inside: set[str] = set()
        self._rules = rules
        self._active_years = active_years
        # the last change of everybody with a rating, in the pool or not
        self._known: dict[str, Change] = {}
        self._last_game: dict[str, str] = {}
        # rated but not in the pool: the cause they will come in by
        self._waiting: dict[str, str] = {}
        self._struck: dict[str, Change] = {}

    def ratings(self) -> dict[str, int]:
        """Return the rating of everybody in the pool, by player, in points after the
        last unit that was taken.
        """
        return {player: self._known[player].after for player in self.inside}

    def ever_played(self) -> set[str]:
        """Return everybody who has a rated game, in the pool or not any more."""
        return set(self._last_game)

    def take(self, unit: BookedUnit, on: str) -> None:
        """Take in the changes of one unit.

        on: its day, YYYY-MM-DD. Units come in the order in which they were rated.
        """
        played = []
        for change, account in unit.changes:
            self._enter(change, account)
            if change.kind == "unit":
                played.append(change.player)

        # who played when is asked at the end of a period alone
        self.tally.played.update(played)
        self._last_game.update(dict.fromkeys(played, on))
        for cause, amount in unit.games.items():
            self.tally.add(cause, amount)

    def _enter(self, change: Change, account: Account) -> None:
        """Take in a change of a rating, and its player if they were outside.

        Somebody who comes back with a rating from before is admitted with it, and then
        the change is booked. Under a limit of years, a rating that was decided and not
        played for leaves the player outside until their first game.
        """
        player = change.player
        if self._struck or change.before is None:
            self._look_back(change)

        known = self._known.get(player)
        before = None if known is None else known.after
        self._known[player] = change
        if player not in self.inside:
            # a decided rating makes nobody active: it waits until the player's first
            # game
            if self._active_years is not None and change.kind in GIVEN:
                self._waiting.setdefault(player, GIVEN[change.kind])
                return
            self.inside.add(player)
            if before is not None:
                self._admit(player, before)

        self._book(change, account, before)

    def _look_back(self, change: Change) -> None:
        """Strike a player off if the calendar has taken their rating.

        A tournament that began in time still counts from it: who was struck off at the
        end of a period, and has a change from the old rating after it, comes back with
        that rating.
        """
        player = change.player
        struck = self._struck.pop(player, None)

        # a change without a rating before it: the rating is gone by the rules
        if change.before is None and change.kind != "opening":
            self._strike(player)
        elif struck is not None and change.kind == "unit":
            self._known[player] = struck
            self._waiting[player] = "returned"

    def _admit(self, player: str, rating: int) -> None:
        """Let a player into the pool of the active, with the rating they have.

        rating: in points; the tally counts it in millionths of a point.

        Whoever left before is counted among the returned, everybody else among those
        who entered, under their cause.
        """
        cause = self._waiting.pop(player)
        self.tally.add(cause, rating * MILLION)
        if self._active_years is not None and cause == "returned":
            self.tally.returned.append(rating)
        else:
            self.tally.entered[cause].append(rating)

    def _book(self, change: Change, account: Account, before: int | None) -> None:
        """Book the change by its causes, but for the games: they are counted with both
        sides together.

        before: the rating in the pool, None where the player had none.

        All that the change moved the rating by is given to a cause: a rating given or
        taken whole, the one that a player begins from, what the rules add beside the
        games, and what is left, which is rounding.
        """
        causes = self.tally.causes
        rating_before = before or 0
        left = (change.after - rating_before) * MILLION
        # first what is not made of games: a rating given or taken whole, or the one a
        # player begins from
        start = change.after if account.whole else account.start
        cause = account.whole or "newcomers"
        if start is not None:
            if before is None:
                self.tally.entered[cause].append(start)
            brought = (start - rating_before) * MILLION
            causes[cause] += brought
            left -= brought

        for named, amount in account.more:
            causes[named] += amount
            left -= amount

        # what neither a cause nor a game explains is rounding, so the causes always add
        # up to the change
        causes["rounding"] += left - account.by_games()

    def _strike(self, player: str) -> None:
        """Take a player out of the pool because the calendar took their rating. Whoever
        was outside is only forgotten.
        """
        member = self._known.pop(player, None)
        self._waiting.pop(player, None)
        if member is None or player not in self.inside:
            return

        rating = member.after
        self.inside.discard(player)
        self.tally.add("struck_off", -rating * MILLION)
        self.tally.struck.append(rating)

    def close(self, day: str) -> PeriodTally:
        """End a period: see who is struck off and who has not played for too long, and
        return its tally. A new one begins.

        day: the last of the period, YYYY-MM-DD.
        """
        # the calendar acts without an entry, so the end of a period is where it is
        # noticed
        for player, member in list(self._known.items()):
            standing = self._rules.at(member.standing, day)
            if standing.rating is None:
                self._strike(player)
                self._struck[player] = member

        if self._active_years is not None:
            since = years_before(day, self._active_years)
            last_game = self._last_game
            leavers = [player for player in self.inside if last_game[player] <= since]
            for player in leavers:
                self._leave(player)

        tally = self.tally
        self.tally = PeriodTally()

        return tally

    def _leave(self, player: str) -> None:
        """Take a player out of the pool who has not played for too long.

        Their rating is booked as a loss to the pool, and waits with them: if they come
        back, they come as `returned`.
        """
        rating = self._known[player].after
        self.inside.discard(player)
        self._waiting[player] = "returned"
        self.tally.add("leavers", -rating * MILLION)
        self.tally.left.append(rating)
