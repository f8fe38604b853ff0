"""Stream the rows of an answer as they are worked out, as JSON, one a line.

What has no end, the log and the events, is asked for in parts, and each part is sent
before the next one is worked out. Any other answer is worked out at once and written as
it is sent. So the memory that it takes is that of the rows of one part, or of one
answer, and never that of their text. What goes wrong on the way cuts the answer off: it
is whole if its last chunk has come.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import NamedTuple, cast

import msgspec
from anyio import sleep
from litestar import Response
from litestar.response import Stream

from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.events.log import Events, EventsAnswer
from web import Settings
from web.answers.open_ledgers import Ledgers
from web.answers.rendering import (
    LINES,
    MEDIA_TYPES,
    AskedFor,
    answered,
    lines_of,
    rendered_aside,
    rows_of,
)
from web.answers.replying import following_of
from web.questions.paging import bounded_question, cut_to_part, in_state, part_of
from web.questions.registry import MOST_QUICK_EVENTS
from web.threads import Threads

AT_ONCE = 50  # rows that are written before others have their turn


class _Worked(NamedTuple):
    """Rows, and the question that gives those behind them; or the text of all rows,
    where another process wrote it. `following`: the cursor of the rows behind a part
    that somebody asked for.
    """

    rows: Sequence[object]
    next: AskedFor | None = None
    text: str = ""
    following: str = ""


class StreamedRows:
    """The rows of answers, as they are sent."""

    def __init__(
        self,
        settings: Settings,
        threads: Threads,
        ledgers: Ledgers,
        is_costly: Callable[[Asked], bool],
    ) -> None:
        self._settings = settings
        self._threads = threads
        self._ledgers = ledgers
        self._is_costly = is_costly

    async def response(
        self, wanted: AskedFor, headers: dict[str, str], query: bytes
    ) -> Response[bytes]:
        """Work out the first rows, or refuse; the others are worked out while they are
        sent.

        `query`: of the address, for the link to the rows behind a part. What goes wrong
        with later rows can only cut the answer off: its status is sent by then.
        """
        first = await self._work_out(wanted)
        if first.following:
            headers = headers | following_of(query, first.following)
        # in a field: the kind that a handler has stated comes before that of a stream
        headers = headers | {"content-type": MEDIA_TYPES[LINES]}

        sent = Stream(self._lines(first), headers=headers)
        # a stream is a response, whatever it is made of
        return cast(Response[bytes], sent)

    async def _lines(self, worked: _Worked) -> AsyncIterator[bytes]:
        """Yield the text of all rows, as bytes; others have their turn after `AT_ONCE`
        rows.
        """
        while True:
            yield worked.text.encode()
            for start in range(0, len(worked.rows), AT_ONCE):
                yield lines_of(worked.rows[start : start + AT_ONCE]).encode()
                await sleep(0)

            if worked.next is None:
                return
            worked = await self._work_out(worked.next)

    async def _work_out(self, wanted: AskedFor) -> _Worked:
        """Work out one part, in a thread, or in a process of its own where it is
        costly.
        """
        if isinstance(wanted.asked, Events):
            return await self._threads.run(lambda: self._events(wanted))

        if self._is_costly(wanted.asked):
            made = await self._threads.run(
                lambda: rendered_aside(self._settings, wanted), costly=True
            )
            return _Worked((), text=made.text, following=made.following)

        return await self._threads.run(lambda: self._rows(wanted))

    def _events(self, wanted: AskedFor) -> _Worked:
        """Work out events up to the newest one of the first part."""
        asked = cast(Events, wanted.asked)
        # as it goes on behind them, a part may be smaller than somebody asked for
        part = msgspec.structs.replace(asked, limit=min(asked.limit, MOST_QUICK_EVENTS))
        answer = cast(EventsAnswer, self._answered(part, wanted))
        if answer.last >= answer.head or not answer.events:
            return _Worked(answer.events)

        after = msgspec.structs.replace(asked, after=answer.last)
        return _Worked(answer.events, wanted._replace(asked=after))

    def _rows(self, wanted: AskedFor) -> _Worked:
        """Work out the rows of an answer, or of a part of it.

        A part that somebody asked for ends with the cursor of what follows; one that is
        only our way to send it goes on with the next, in the same state of the ledger.
        """
        asked, part = wanted.asked, wanted.part
        if part is None:
            return _Worked(rows_of(asked, self._answered(asked, wanted)))

        whole = self._answered(bounded_question(asked, part), wanted)
        answer, following, _ = cut_to_part(asked, whole, part)
        rows = rows_of(asked, answer)
        if part.asked or not following:
            return _Worked(rows, following=following)

        behind = part_of(following)._replace(asked=False)
        asked_on = in_state(asked, behind)
        return _Worked(rows, wanted._replace(asked=asked_on, part=behind))

    def _answered(self, asked: Asked, wanted: AskedFor) -> Answer:
        """Answer a question about what is wanted, as whoever wants it may see it."""
        return answered(
            self._ledgers, self._settings, asked, wanted.viewer, wanted.today
        )
