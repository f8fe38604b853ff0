"""selo doctor, kernel, upgrade, backup, restore, copy and import: what a ledger needs to go on, here and elsewhere."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from cli import options
from cli.acts import argument, command, option
from cli.asking import HERE
from cli.options import ledger_path, outside, seen_no_more, shown
from cli.output import answer, bar, fields_table, warn, word
from messages import Message, counted, joined, say

if TYPE_CHECKING:
    from audit.doctor import Examination
    from desk.upgrade import Upgrade
    from projections.replay.loop import Progress


def problems_of(path: str) -> list[str]:
    """Return what `selo verify` finds wrong with a copy, and print its warnings."""
    from audit.verify import verify

    with bar(say("verifying")) as progress:
        verdict = verify(path, progress=progress, copying=True)
    for warning in verdict.warnings:
        warn(warning)
    return [problem.message for problem in verdict.problems]


@command("selo backup selo-2026-11-21.db", argument("file", type=click.Path()))
def backup_command(file: str) -> None:
    """Copy the ledger while it is in use, and read the copy back: whole, the same events, the same ratings."""
    from ledger.store.copies import backup

    copy = backup(ledger_path(), file, problems_of)
    line = say("{file}: {events}, {bytes} bytes, verified", file=file, events=_events(copy.events), bytes=copy.bytes)
    answer(copy, [line])


def _events(count: int) -> Message:
    return counted("{count} event", "{count} events", count)


@command(
    "selo restore selo-2026-11-21.db --ledger tried-out.db",
    argument("file", type=click.Path()),
    option("--ledger", "target", metavar="TARGET", help="Where to. Default: the ledger of other commands."),
    option("--replace", is_flag=True, help="Put it in place of a ledger; the old one is kept beside it."),
)  # fmt: skip
def restore_command(file: str, target: str | None, replace: bool) -> None:
    """Make a ledger from a backup, verified before it gets its name."""
    from ledger.store.copies import restore

    restored = restore(file, target or ledger_path(), problems_of, options.now(), replace=replace)
    seen_no_more(restored.ledger)
    kept = [say("the old one is kept: {file}", file=restored.kept)] if restored.kept else []
    line = say("{ledger}: {events} from {file}, verified", ledger=restored.ledger, events=_events(restored.events),
               file=file)  # fmt: skip
    answer(restored, [line, *kept])


@command("selo copy selo.db copied.db", argument("source", metavar="FROM"), argument("target", metavar="TO"))
def copy_command(source: str, target: str) -> None:
    """Copy a ledger to another place: another file, or a database server as postgresql://USER@HOST/DATABASE, or back.

    Every event keeps its seq, the root and the checkpoints stay the same, and the copy is verified before anybody can
    use it. Interrupted, the same command goes on where it was. What is recorded meanwhile is not in it.
    """
    import time

    from audit.copy import copy_ledger
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


@command(
    "selo --ledger copy.db import ledger.jsonl",
    argument("file"),
    option("--unfinished", is_flag=True, help="Take a file without its end mark, as far as it goes."),
)  # fmt: skip
def import_command(file: str, unfinished: bool) -> None:
    """Book the lines of `selo export ledger`, submission by submission, into a ledger that holds nothing yet.

    Every event gets the seq it had. recorded_at is when it is recorded here; single documents go with `submit`.
    The file's last line says how much there must be, and the ledger is verified before anything is kept.
    """
    from audit.verify import problems_within
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


@command("selo doctor")
def doctor_command() -> int:
    """Look at the ledger and the machine under it, and say what to do. Exit 1 when the ledger itself is damaged."""
    from audit.doctor import doctor

    examination = doctor(HERE.path, HERE.now(), HERE.keys, HERE.troubles())
    answer(examination, _checks(examination))
    return 1 if examination.grave else 0


def _checks(examination: "Examination") -> Iterator[str]:
    yield from fields_table(
        examination.checks, ("", lambda check: say("ok") if check.ok else say("LOOK")),
        ("check", lambda check: word(check.name)), ("found", "said"),
    )  # fmt: skip
    for check in examination.checks:
        if check.advice:
            yield say("{check}: {advice}", check=word(check.name), advice=check.advice)


@command("selo kernel", argument("what", type=click.Choice(("build", "remove")), required=False))
def kernel_command(what: str | None) -> None:
    """Say whether trials of selo are run by the kernel, compile it, or take it away. Without it their answers are the
    same and come later. Nothing that is booked or proven is ever calculated by it.

    \b
    build   compile it beside the program; needs a C compiler and the right to write there
    remove  take it away
    """
    from projections.trials.kernel import build, kernel, remove

    done = {"build": build, "remove": remove, None: kernel}[what]()
    answer(done, [done.why, *([say("{file}", file=done.file)] if done.file else [])])


NOT_ACCEPTED = 3


@command(
    "selo upgrade --dry-run",
    option("--accept", is_flag=True, help="Let the listed ratings move."),
    option("--backup", metavar="FILE", type=click.Path(), help="Where the backup goes. Default: beside the ledger."),
    option("--dry-run", is_flag=True, help="List what would move; change nothing."),
)  # fmt: skip
def upgrade_command(accept: bool, backup: str | None, dry_run: bool) -> int:
    """Bring a ledger of an earlier version to this one: rehearsed, listed, backed up, then done.

    Where ratings would move, they are listed and nothing is changed until --accept (exit 3). Until then the ledger
    answers the version that wrote it, and this one refuses it.
    """
    from desk.upgrade import upgrade

    path = ledger_path()

    def make_backup() -> str:
        from ledger.store.copies import backup as saved

        return saved(path, backup or _beside(path), problems_of).backup

    on_server = "://" in path  # the tools of the server make its backups
    with bar(say("rehearsing")) as progress:
        done = upgrade(
            path, outside(), None if on_server else make_backup, accept=accept, dry_run=dry_run, progress=progress
        )
    answer(done, _upgrade_lines(done), done.moved)
    return NOT_ACCEPTED if (done.moved or done.titles) and not done.done and not dry_run else 0


def _beside(path: str) -> str:
    """Find a free name that says what it is, beside the ledger."""
    name, number = f"{path}.before-upgrade", 1
    while os.path.lexists(name):
        number += 1
        name = f"{path}.before-upgrade-{number}"
    return name


def _upgrade_lines(value: "Upgrade") -> Iterator[str]:
    from cli.questions.rules import changes

    if not value.needed:
        yield say("nothing to upgrade: the ledger is of this version")
        return
    before, after = value.before, value.after
    if before != after:
        formats, tables = (f"{before.format} -> {after.format}", f"{before.tables} -> {after.tables}")
        yield say("format {formats}, read tables {tables}", formats=formats, tables=tables)
    yield from changes(value)
    if value.done:
        if value.backup is not None:
            yield say("backup of the ledger as it was: {file}", file=value.backup)
        yield say("upgraded")
    elif value.titles and not value.moved:
        yield say("nothing was changed; if these titles may move: `selo upgrade --accept`")
    elif value.moved:
        yield say("nothing was changed; if these ratings may move: `selo upgrade --accept`")
    else:
        yield say("nothing was changed; `selo upgrade` does it")
