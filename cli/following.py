"""selo log follow: programs that keep in step."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from cli.command_frames import option
from cli.options import ledger_path
from cli.output import chosen_format, json_line, printable, talk
from cli.question_commands import HERE, Otherwise, question
from messages import counted, say

if TYPE_CHECKING:
    from projections.answers.events.log import Events, EventsAnswer, FollowedEvent

ASK_AGAIN_SECONDS = 0.5
# of a server that was started again; the pauses come to some five minutes
AWAY = ("connection-lost", "unreachable", "busy")
PAUSES = (0.5, 1, 2, 3, 5, 8, *(15,) * 19)
T = TypeVar("T")


def _go_on(
    asked: "Events", followed: "EventsAnswer", go_on: bool
) -> "EventsAnswer | None":
    """Print these events and then, with --wait, whatever is recorded, until Ctrl-C;
    without --wait, leave them to the caller. Rows of CSV have no end to wait for.
    """
    if not go_on:
        return followed
    if chosen_format() == "csv":  # its columns are written once, for all of the rows
        raise click.UsageError(
            say("{option} does not go with {other}", option="--wait", other="--csv")
        )
    from ledger.store.recorder import News

    with closing(News(ledger_path())) as news:
        while True:
            for event in followed.events:
                if chosen_format() != "text":
                    click.echo(json_line(event))
                    continue
                for line in _lines((event,)):
                    click.echo(printable(line))
            last = followed.last
            if last == followed.head:
                _ask_patiently(lambda: news.wait(ASK_AGAIN_SECONDS))
            followed = _ask_patiently(partial(_events_after, last, asked.limit))


def _ask_patiently(ask: Callable[[], T]) -> T:
    """Return the answer, asking again while the server is away for a while."""
    from ledger.errors import SeloError

    for pause in PAUSES:
        try:
            return ask()
        except SeloError as error:
            if error.problems[0].code not in AWAY:
                raise
            if pause == PAUSES[0]:
                talk(
                    say("{sentence}; asking again", sentence=error.problems[0].message)
                )
            time.sleep(pause)
    return ask()


def _events_after(seq: int, limit: int) -> "EventsAnswer":
    from projections.answers.events.log import following

    with HERE.opened() as reading:
        return following(reading, seq, limit)


def _text(followed: "EventsAnswer") -> Iterator[str]:
    return _lines(followed.events)


def _lines(events: "tuple[FollowedEvent, ...]") -> Iterator[str]:
    for event in events:
        line = (
            f"{event.seq} {event.recorded_at[:16]} {event.actor} {event.kind}"
            f" {event.target}"
        )
        if event.moved:
            yield counted(
                "{line}, {count} rating moved",
                "{line}, {count} ratings moved",
                len(event.moved),
                line=line,
            )
        else:
            yield line


_WAIT = option(
    "--wait",
    "go_on",
    is_flag=True,
    help="Go on with what is recorded from now on, until Ctrl-C.",
)
_FOLLOW_HELP = """Every event in recorded order, and what it moved: for programs that keep in step.

With --wait a database server may be started again meanwhile: for five minutes it is asked again, then the command
ends, and --after goes on where it ended."""
log_follow_command = question(
    "projections.answers.events.log:Events",
    text=_text,
    otherwise=Otherwise(
        without=("wait",),
        more=(_WAIT,),
        finish=_go_on,
        words=_FOLLOW_HELP,
    ),
)
