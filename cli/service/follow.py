"""selo follow."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from cli.options import asked, ledger_path
from cli.output import answer, chosen_format, json_line, printable, row_options, talk

if TYPE_CHECKING:
    from projections.answers.events.log import EventsAnswer, FollowedEvent

ASK_AGAIN_SECONDS = 0.5
# of a server that was started again; the pauses come to some five minutes
AWAY = ("connection-lost", "unreachable", "busy")
PAUSES = (0.5, 1, 2, 3, 5, 8, *(15,) * 19)
T = TypeVar("T")


@click.command("follow")
@click.option("--after", type=click.IntRange(min=0), default=0, metavar="SEQ", help="Only the events after this one.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="At most so many at once.")
@click.option("--wait", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
@row_options
def follow_command(after: int, limit: int, wait: bool) -> None:
    """Every event in recorded order, and what it moved: for programs that keep in step.

    With --wait a database server may be started again meanwhile: for five minutes it is asked again, then the command
    ends, and --after goes on where it ended.

    \b
    Example:
        selo follow --after 250 --jsonl
    """
    from ledger.answer import columns
    from projections.answers.events.log import FollowedEvent

    if not wait:
        followed = _after(after, limit)
        answer(followed, _lines(followed.events), followed.events, columns(FollowedEvent))
        return
    from ledger.store.dialects.news import News

    with closing(News(ledger_path())) as news:
        followed = _after(after, limit)  # from here on nothing is missed
        while True:
            for event in followed.events:
                lines = [json_line(event)] if chosen_format() != "text" else _lines((event,))
                for line in lines:
                    click.echo(line)
            last = followed.last
            if last == followed.head:
                _patiently(lambda: news.wait(ASK_AGAIN_SECONDS))
            followed = _patiently(partial(_after, last, limit))


def _patiently(ask: Callable[[], T]) -> T:
    """The answer, also of a server that is away for a while."""
    from ledger.errors import SeloError

    for pause in PAUSES:
        try:
            return ask()
        except SeloError as error:
            if error.problems[0].code not in AWAY:
                raise
            if pause == PAUSES[0]:
                talk(printable(f"{error.problems[0].message}; asking again"))
            time.sleep(pause)
    return ask()


def _after(seq: int, limit: int) -> "EventsAnswer":
    from projections.answers.events.log import following

    with asked(None, None, None) as reading:
        return following(reading, seq, limit)


def _lines(events: "tuple[FollowedEvent, ...]") -> Iterator[str]:
    for event in events:
        moved = f", {len(event.moved)} ratings moved" if event.moved else ""
        yield f"{event.seq} {event.recorded_at[:16]} {event.actor} {event.kind} {event.target}{moved}"
