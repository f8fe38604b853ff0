"""selo backup, restore, copy and import: the whole ledger in another place."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from cli import options
from cli.options import ledger_path, outside, seen_no_more, shown
from cli.output import answer, json_option, warn
from messages import Message, counted, joined, say

if TYPE_CHECKING:
    from projections.replay.loop import Progress


def problems_of(path: str) -> list[str]:
    """Return what `selo verify` finds wrong with a copy, and print its warnings."""
    from audit.verify import verify
    from cli.output import bar

    with bar(say("verifying")) as progress:
        verdict = verify(path, progress=progress, copying=True)
    for warning in verdict.warnings:
        warn(warning)
    return [problem.message for problem in verdict.problems]


@click.command("backup")
@click.argument("file", type=click.Path())
@json_option
def backup_command(file: str) -> None:
    """Copy the ledger while it is in use, and read the copy back: whole, the same events, the same ratings.

    \b
    Example:
        selo backup selo-2026-11-21.db
    """
    from ledger.store.backup import backup

    copy = backup(ledger_path(), file, problems_of)
    line = say("{file}: {events}, {bytes} bytes, verified", file=file, events=_events(copy.events), bytes=copy.bytes)
    answer(copy, [line])


def _events(count: int) -> Message:
    return counted("{count} event", "{count} events", count)


@click.command("restore")
@click.argument("file", type=click.Path())
@click.option("--ledger", "target", metavar="TARGET", help="Where to. Default: the ledger of other commands.")
@click.option("--replace", is_flag=True, help="Put it in place of a ledger; the old one is kept beside it.")
@json_option
def restore_command(file: str, target: str | None, replace: bool) -> None:
    """Make a ledger from a backup, verified before it gets its name.

    \b
    Example:
        selo restore selo-2026-11-21.db --ledger tried-out.db
    """
    from ledger.store.backup import restore

    restored = restore(file, target or ledger_path(), problems_of, options.now(), replace=replace)
    seen_no_more(restored.ledger)
    kept = [say("the old one is kept: {file}", file=restored.kept)] if restored.kept else []
    line = say("{ledger}: {events} from {file}, verified", ledger=restored.ledger, events=_events(restored.events),
               file=file)  # fmt: skip
    answer(restored, [line, *kept])


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def copy_command(source: str, target: str) -> None:
    """Copy a ledger to another place: another file, or a database server as postgresql://USER@HOST/DATABASE, or back.

    Every event keeps its seq, the root and the checkpoints stay the same, and the copy is verified before anybody can
    use it. Interrupted, the same command goes on where it was. What is recorded meanwhile is not in it.

    \b
    Example:
        selo copy selo.db copied.db
    """
    import time

    from audit.copy import copy_ledger
    from cli.output import bar
    from messages.answer import completed

    start = time.perf_counter()
    with bar(say("copying")) as progress:
        copied = copy_ledger(shown(source), shown(target), progress)
    seen_no_more(copied.target)
    seconds = round(time.perf_counter() - start, 3)
    parts = [say("{target}: {events}", target=copied.target, events=_events(copied.events))]
    parts += [say("{count} of them by an earlier attempt", count=copied.resumed)] if copied.resumed else []
    parts.append(counted("{count} checkpoint", "{count} checkpoints", copied.checkpoints))
    parts.append(say("verified, {seconds} s", seconds=seconds))
    answer(completed(copied, seconds=seconds), [joined(parts, ", "), say("root: {root}", root=copied.root)])


@click.command("import")
@click.argument("file")
@click.option("--unfinished", is_flag=True, help="Take a file without its end mark, as far as it goes.")
@json_option
def import_command(file: str, unfinished: bool) -> None:
    """Book the lines of `selo export ledger`, submission by submission, into a ledger that holds nothing yet.

    Every event gets the seq it had. recorded_at is when it is recorded here; single documents go with `submit`.
    The file's last line says how much there must be, and the ledger is verified before anything is kept.

    \b
    Example:
        selo --ledger copy.db import ledger.jsonl
    """
    from audit.verify import problems_within
    from cli.output import bar
    from desk.files.open_file import opened
    from desk.import_ledger import import_ledger
    from exchange.json.ledger_lines import read_lines, whole

    with opened(file) as opened_file, bar(say("reading")) as reading, bar(say("rating")) as progress:
        lines = _watched(opened_file, reading)
        given = read_lines(file, lines if unfinished else whole(file, lines))
        value = import_ledger(ledger_path(), given, outside(), progress, problems_within)
    documents = counted("{count} document", "{count} documents", value.documents)
    submissions = counted("{count} submission", "{count} submissions", value.submissions)
    known = {"documents": documents, "submissions": submissions, "events": _events(value.events)}
    if value.already:
        answer(value, [say("{documents} in {submissions}, {events}: all of it is there already, by an earlier import",
                           **known)])  # fmt: skip
        return
    line = say("{documents} in {submissions}, {events}, verified", **known)
    answer(value, [line, say("look again: `selo rebuild --check`, `selo verify`")])


def _watched(file: BinaryIO, progress: "Progress | None") -> Iterator[bytes]:
    """Yield the lines of a file that may be of any size, none of them read further than it may be long."""
    from exchange.json.ledger_lines import MAX_LINE

    lines = iter(lambda: file.readline(MAX_LINE + 1), b"")
    if progress is None or not file.seekable():
        yield from lines
        return
    size = os.fstat(file.fileno()).st_size
    for line in lines:
        yield line
        progress(file.tell(), size)
