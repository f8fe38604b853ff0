"""selo follow."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import click

from cli.options import asked, ledger_path
from cli.output import answer, chosen_format, json_line, row_options

if TYPE_CHECKING:
    from projections.answers.events.following import EventsAnswer, FollowedEvent

ASK_AGAIN_SECONDS = 0.5


@click.command("follow")
@click.option("--after", type=click.IntRange(min=0), default=0, metavar="SEQ", help="Only the events after this one.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="At most so many at once.")
@click.option("--wait", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
@row_options
def follow_command(after: int, limit: int, wait: bool) -> None:
    """Every event in recorded order, and what it moved: for programs that keep in step.

    \b
    Example:
        selo follow --after 250 --jsonl
    """
    from ledger.answer import columns
    from projections.answers.events.following import FollowedEvent

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
            if followed.last == followed.head:
                news.wait(ASK_AGAIN_SECONDS)
            followed = _after(followed.last, limit)


def _after(seq: int, limit: int) -> "EventsAnswer":
    from projections.answers.events.following import following

    with asked(None, None, None) as reading:
        return following(reading, seq, limit)


def _lines(events: "tuple[FollowedEvent, ...]") -> Iterator[str]:
    for event in events:
        moved = f", {len(event.moved)} ratings moved" if event.moved else ""
        yield f"{event.seq} {event.recorded_at[:16]} {event.actor} {event.kind} {event.target}{moved}"
