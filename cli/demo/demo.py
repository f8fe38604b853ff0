"""selo demo: a fictional federation, built through the same door as everything else, and a walk through it."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cli.options import now, seen_no_more
from cli.output import answer, bold, json_option, table
from messages import say

if TYPE_CHECKING:
    from cli.demo.walk import Walk

SUBMISSIONS_SHOWN = 5


@click.command("demo")
@click.option("--keep", metavar="FILE", help="Keep the demo ledger in this file, to ask it more.")
@json_option
def demo_command(keep: str | None) -> None:
    """Build a fictional federation of three seasons and walk through its questions.

    \b
    Example:
        selo demo --keep demo.db
    """
    from cli.demo.walk import build, stops, walk

    if keep is not None and keep.startswith("-"):
        raise click.UsageError(
            say("--keep takes the name of a file; for a file of this name write ./{keep}", keep=keep)
        )
    if keep is not None:
        _can_be_kept(keep)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "demo.db")
        with _of_no_account():
            value = walk(path, build(path))
            lines = list(stops(path))
            seen_no_more(path)
        if keep is not None:
            from ledger.store.backup import restore

            restore(path, keep, lambda copied: [], now())
            seen_no_more(keep)
    answer(value, _lines(value, lines, keep))


def _can_be_kept(place: str) -> None:
    """Refuse a place that is taken or where nothing can be written, before the work and not after it."""
    from ledger.outgoing import free
    from ledger.store.backup import drafted

    free(place)
    with drafted(place):
        pass


@contextmanager
def _of_no_account() -> Iterator[None]:
    """Forget afterwards that anything was recorded: a demo that is stopped while it is built leaves nothing, since its
    ledger goes with its folder.
    """
    from ledger.store.event_log import Store

    try:
        yield
    finally:
        Store.recorded = False


def _lines(value: "Walk", stops: list[tuple[str, str, list[str]]], keep: str | None) -> Iterator[str]:
    shown = value.submissions[:SUBMISSIONS_SHOWN]
    yield bold(say("A fictional federation, submission by submission"))
    yield from table(("recorded", "by", "documents", "what"), [
        (part.recorded_at[:10], part.actor, part.documents, part.note) for part in shown
    ])  # fmt: skip
    more = len(value.submissions) - len(shown)
    yield say("... and {count} more: {events} events in all.", count=more, events=value.log.events)
    for reason, command, lines in stops:
        yield ""
        yield bold(say(reason))
        yield f"$ {command}"
        yield from lines
    yield ""
    yield say("What the correction moved: selo impact {seq}", seq=value.correction)
    if keep is None:
        yield say(
            "In a browser: `selo demo --keep demo.db`, `selo --ledger demo.db serve`, and open http://127.0.0.1:8000/"
        )
        yield say("Next: keep the ledger with `selo demo --keep demo.db` and ask it more, or follow docs/tutorial.md")
    else:
        yield say("The ledger is kept: selo --ledger {keep} show F033", keep=keep)
        yield say("In a browser: `selo --ledger {keep} serve`, and open http://127.0.0.1:8000/", keep=keep)
