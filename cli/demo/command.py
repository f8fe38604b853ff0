"""selo demo: builds a fictional federation, and shows a walk through its answers."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import click

from cli.command_frames import command, option
from cli.demo.story import build
from cli.demo.walk import Walk, stops, walk
from cli.options import forget_seen_ledger, now
from cli.output import answer, bold, fields_table
from messages import say

SUBMISSIONS_SHOWN = 5


@command(
    "selo demo --keep demo.db",
    option(
        "--keep",
        metavar="FILE",
        help="Keep the demo ledger in this file, to ask it more.",
    ),
)
def demo_command(keep: str | None) -> None:
    """Build a fictional federation of three seasons and walk through its questions."""
    if keep is not None and keep.startswith("-"):
        raise click.UsageError(
            say(
                "--keep takes the name of a file; for a file of this name write"
                " ./{keep}",
                keep=keep,
            )
        )
    if keep is not None:
        _refuse_taken_path(keep)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "demo.db")
        with _forget_recording():
            value = walk(path, build(path))
            lines = list(stops(path))
            forget_seen_ledger(path)
        if keep is not None:
            from ledger.store.copies import restore

            restore(path, keep, lambda copied: [], now())
            forget_seen_ledger(keep)
    answer(value, _lines(value, lines, keep))


def _refuse_taken_path(path: str) -> None:
    """Refuse a path that is taken or where nothing can be written, before the work and
    not after it.
    """
    from ledger.store.unfinished import unfinished_ledger
    from ledger.whole_files import refuse_taken_name

    refuse_taken_name(path)
    with unfinished_ledger(path):
        pass


@contextmanager
def _forget_recording() -> Iterator[None]:
    """Forget afterwards that anything was recorded: a demo that is stopped while it is
    built leaves nothing, since its ledger goes with its folder.
    """
    from ledger.store.event_log import Store

    try:
        yield
    finally:
        Store.recorded = False


def _lines(
    value: "Walk", stops: list[tuple[str, str, list[str]]], keep: str | None
) -> Iterator[str]:
    shown = value.submissions[:SUBMISSIONS_SHOWN]
    yield bold(say("A fictional federation, submission by submission"))
    yield from fields_table(
        shown,
        ("recorded", lambda part: part.recorded_at[:10]),
        ("by", "actor"),
        "documents",
        ("what", "note"),
    )

    more = len(value.submissions) - len(shown)
    yield say(
        "... and {count} more: {events} events in all.",
        count=more,
        events=value.log.events,
    )

    for reason, words, lines in stops:
        yield ""
        yield bold(say(reason))
        yield f"$ {words}"
        yield from lines

    yield ""
    yield say("What the correction moved: selo log impact {seq}", seq=value.correction)

    if keep is None:
        yield say(
            "In a browser: `selo demo --keep demo.db`, `selo --ledger demo.db serve`,"
            " and open http://127.0.0.1:8000/"
        )
        yield say(
            "Next: keep the ledger with `selo demo --keep demo.db` and ask it more, or"
            " follow docs/tutorial.md"
        )
    else:
        yield say("The ledger is kept: selo --ledger {keep} show F033", keep=keep)
        yield say(
            "In a browser: `selo --ledger {keep} serve`, and open"
            " http://127.0.0.1:8000/",
            keep=keep,
        )
