"""Book single games of one tournament in one submission, where several of them wait.

A game costs as much as its tournament, which is rated again with it. So the games that
arrive while another booking runs are booked together, and their tournament is rated once
for all of them. Each sender hears of their own game, and of what all of them moved.

Whatever is not plain goes its own way: a refusal or a warning takes the whole submission
back, and each game is then booked alone.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from desk.outcomes import Outcome, Submitted, submitted_answer
from desk.submit import Outside, submit
from ledger.documents import Game
from ledger.errors import SeloError
from ledger.placed import Placed
from messages import say
from web.http import HttpRefusal
from web.store.drafts import DraftRow
from web.threads import Threads, overloaded

MOST_TOGETHER = 200
Booked = Submitted | DraftRow


class WaitingGame(NamedTuple):
    """A game that somebody sent: `placed` as it is booked with others, with its actor
    and key; `alone` books it by itself; `joins` looks whether it may be booked with
    others.
    """

    placed: Placed
    alone: Callable[[], Booked]
    joins: Callable[[], bool]
    answer: "asyncio.Future[Booked]"


class _NotInOneBatch(Exception):
    """A sign that the games have to be booked one by one."""


class BatchedGames:
    """The games that wait to be booked, by their tournament."""

    def __init__(
        self,
        ledger: str,
        threads: Threads,
        write_seconds: float,
        outside: Callable[[], Outside],
        receipted: Callable[[Submitted], Submitted],
    ) -> None:
        self._ledger = ledger
        self._threads = threads
        self._write_seconds = write_seconds
        self._outside = outside
        self._receipted = receipted
        self._waiting: dict[str, list[WaitingGame]] = {}
        # games come on the event loop, and are taken in the thread that books them
        self._lock = threading.Lock()

    async def book(
        self,
        placed: Placed,
        actor: str,
        alone: Callable[[], Booked],
        joins: Callable[[], bool],
    ) -> Booked:
        """Book a game with those of its tournament that wait when its turn comes, and
        return what its sender is answered.
        """
        game = placed.document
        assert isinstance(game, Game)
        # an admin may say who decided it
        signed = msgspec.structs.replace(game, actor=game.actor or actor)
        answer: asyncio.Future[Booked] = asyncio.get_running_loop().create_future()
        with self._lock:
            waiting = self._waiting.setdefault(game.tournament, [])
            if len(waiting) >= MOST_TOGETHER:
                message = say("too many submissions are waiting to be recorded")
                raise overloaded(message)
            waiting.append(
                WaitingGame(placed._replace(document=signed), alone, joins, answer)
            )
            is_first = len(waiting) == 1

        if is_first:
            await self._book_waiting(game.tournament)

        return await answer

    async def _book_waiting(self, tournament: str) -> None:
        try:
            done = await self._threads.write(partial(self._booked, tournament))
        except HttpRefusal as refusal:
            # too much is waiting to be written already
            done = [(game, refusal) for game in self._take_waiting(tournament)]

        for game, answer in done:
            if isinstance(answer, Exception):
                game.answer.set_exception(answer)
            else:
                game.answer.set_result(answer)

    def _take_waiting(self, tournament: str) -> list[WaitingGame]:
        with self._lock:
            return self._waiting.pop(tournament, [])

    def _booked(
        self, tournament: str
    ) -> Sequence[tuple[WaitingGame, Booked | Exception]]:
        games = self._take_waiting(tournament)
        try:
            return self._booked_at_once(games)
        except Exception as error:  # nobody is left waiting
            return [(game, error) for game in games]

    def _booked_at_once(
        self, games: Sequence[WaitingGame]
    ) -> Sequence[tuple[WaitingGame, Booked | Exception]]:
        """Book games together where that may be; else one after the other."""
        if len(games) == 1:
            return [(games[0], _booked_or_why_not(games[0].alone))]

        try:
            if not all(game.joins() for game in games):
                raise _NotInOneBatch
            outcome = submit(
                self._ledger,
                [game.placed for game in games],
                self._outside(),
                wait=self._write_seconds,
                agreed=_refuse_unless_plain,
            )
        except (SeloError, _NotInOneBatch):
            return [(game, _booked_or_why_not(game.alone)) for game in games]

        return [
            (game, self._receipted(_own_part(outcome, number)))
            for number, game in enumerate(games)
        ]


def _refuse_unless_plain(outcome: Outcome) -> None:
    is_sent_again = any(receipt.repeated for receipt in outcome.recorded)
    if is_sent_again or outcome.warnings or outcome.doubts:
        raise _NotInOneBatch


def _own_part(outcome: Outcome, number: int) -> Submitted:
    """Return what one sender hears: their own game, and what all of them moved."""
    own = msgspec.structs.replace(outcome, recorded=(outcome.recorded[number],))
    return submitted_answer(own, False)


def _booked_or_why_not(book: Callable[[], Booked]) -> Booked | Exception:
    try:
        return book()
    except Exception as error:
        return error
