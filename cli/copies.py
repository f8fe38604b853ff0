"""selo ledger backup, ledger restore, ledger copy, ledger import, export ledger, export
tables, export list, export trf, export pgn, export games, export audit and export
player: the ledger, or lists, reports and
audits of it, taken to another place.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from cli import options
from cli.command_frames import argument, command, option
from cli.lists import LIST_FLAG, root_footer, which_list
from cli.options import address_to_print, forget_seen_ledger, ledger_path, outside
from cli.output import answer, bar, chosen_format, csv_text, json_line, talk, warn
from cli.question_commands import HERE, Otherwise, question
from messages import Message, counted, joined_message, say

if TYPE_CHECKING:
    from desk.exports.games import ExportAudit, ExportGames
    from desk.exports.lists import ExportList, ExportListAnswer
    from desk.exports.reports import ExportPgnAnswer, ExportTrfAnswer
    from messages.answer import Answer
    from projections.replay.loop import Progress


def problems_of(path: str, *, upgrading: bool = False) -> list[str]:
    """Return what `selo verify` finds wrong with a copy, and print its warnings."""
    from audit.verify import verify

    with bar(say("verifying")) as progress:
        verdict = verify(path, progress=progress, copying=True, upgrading=upgrading)
    for warning in verdict.warnings:
        warn(warning)
    return [problem.message for problem in verdict.problems]


@command("selo ledger backup selo-2026-11-21.db", argument("file", type=click.Path()))
def ledger_backup_command(file: str) -> None:
    """Copy the ledger into a file while it is in use, and verify the copy: it is whole,
    with the same events and the same ratings.
    """
    from audit.copy import backup_of_server
    from ledger.store import is_server
    from ledger.store.copies import backup

    path = ledger_path()
    if is_server(path):
        with bar(say("copying")) as progress:
            copy = backup_of_server(path, file, progress)
    else:
        copy = backup(path, file, problems_of)
    line = say(
        "{file}: {events}, {bytes} bytes, verified",
        file=file,
        events=_events(copy.events),
        bytes=copy.bytes,
    )
    answer(copy, [line])


def _events(count: int) -> Message:
    return counted("{count} event", "{count} events", count)


@command(
    "selo ledger restore selo-2026-11-21.db --ledger tried-out.db",
    argument("file", type=click.Path()),
    option(
        "--ledger",
        "target",
        metavar="TARGET",
        help="Where to make the ledger. Default: where other commands look for it.",
    ),
    option(
        "--replace",
        is_flag=True,
        help="Replace the ledger that is there; the old one is kept beside it.",
    ),
)
def ledger_restore_command(file: str, target: str | None, replace: bool) -> None:
    """Make a ledger from a backup, and verify it before it gets its name.

    TARGET may be on a database server, in a schema that holds no other ledger.
    """
    from audit.copy import restore_to_server
    from desk.files.open_file import need_file
    from ledger.store import is_server
    from ledger.store.copies import restore

    need_file(file)
    path = address_to_print(target) if target else ledger_path()
    if is_server(path) and not replace:
        with bar(say("copying")) as progress:
            restored = restore_to_server(file, path, progress)
    else:
        restored = restore(file, path, problems_of, options.now(), replace=replace)
    forget_seen_ledger(restored.ledger)
    kept = []
    if restored.kept:
        kept = [say("the old one is kept: {file}", file=restored.kept)]
    line = say(
        "{ledger}: {events} from {file}, verified",
        ledger=restored.ledger,
        events=_events(restored.events),
        file=file,
    )
    answer(restored, [line, *kept])


@command(
    "selo ledger copy selo.db copied.db",
    argument("source", metavar="FROM"),
    argument("target", metavar="TO"),
)
def ledger_copy_command(source: str, target: str) -> None:
    """Copy a ledger to another place: another file, or a database server as
    postgresql://USER@HOST/DATABASE, or back.

    Every event keeps its seq, the root and the checkpoints stay the same, and the copy
    is verified before anybody can use it. If the command is interrupted, run it again:
    it continues where it stopped. The copy does not have what is recorded meanwhile.
    """
    import time

    from audit.copy import copy_ledger
    from desk.files.open_file import need_file
    from messages.answer import completed_answer

    need_file(source)
    start = time.perf_counter()

    with bar(say("copying")) as progress:
        copied = copy_ledger(
            address_to_print(source), address_to_print(target), progress
        )

    forget_seen_ledger(copied.target)
    seconds = round(time.perf_counter() - start, 3)
    parts = [
        say("{target}: {events}", target=copied.target, events=_events(copied.events))
    ]
    if copied.resumed:
        parts += [say("{count} of them by an earlier attempt", count=copied.resumed)]

    parts.append(
        counted("{count} checkpoint", "{count} checkpoints", copied.checkpoints)
    )
    parts.append(say("verified, {seconds} s", seconds=seconds))
    answer(
        completed_answer(copied, seconds=seconds),
        [joined_message(parts, ", "), say("root: {root}", root=copied.root)],
    )


@command(
    "selo --ledger copy.db ledger import ledger.jsonl",
    argument("file"),
    option(
        "--unfinished",
        is_flag=True,
        help="Take a file that has no end mark, as far as it goes.",
    ),
)
def ledger_import_command(file: str, unfinished: bool) -> None:
    """Book the lines of `selo export ledger`, submission by submission, into a ledger
    that holds nothing yet.

    Every event gets the seq it had. recorded_at is the time of this import. Use `submit`
    for single documents.
    The file's last line says how much there must be, and the ledger is verified before
    anything is kept.
    """
    from audit.verify import problems_within
    from desk.files.open_file import opened
    from desk.import_ledger import import_ledger
    from exchange.json.files import lines_before_end_mark, read_ledger_lines

    with (
        opened(file) as opened_file,
        bar(say("reading")) as reading,
        bar(say("rating")) as progress,
    ):
        lines = _lines_with_progress(opened_file, reading)
        if not unfinished:
            lines = lines_before_end_mark(file, lines)
        given = read_ledger_lines(file, lines)
        value = import_ledger(
            ledger_path(), given, outside(), progress, problems_within
        )

    documents = counted("{count} document", "{count} documents", value.documents)
    submissions = counted(
        "{count} submission", "{count} submissions", value.submissions
    )
    known = {
        "documents": documents,
        "submissions": submissions,
        "events": _events(value.events),
    }
    if value.already:
        answer(
            value,
            [
                say(
                    "{documents} in {submissions}, {events}: an earlier import brought"
                    " all of it already",
                    **known,
                )
            ],
        )
        return

    if value.noted:
        warn(
            say(
                "accepted there in a revision that this version does not have, and"
                " recorded here in the one it has: {editions}",
                editions=", ".join(value.noted),
            )
        )

    line = say("{documents} in {submissions}, {events}, verified", **known)
    answer(
        value, [line, say("look again: `selo ledger rebuild --check`, `selo verify`")]
    )


def _lines_with_progress(
    file: BinaryIO, progress: "Progress | None"
) -> Iterator[bytes]:
    """Yield the lines of a file that may be of any size, none of them read further than
    it may be long.
    """
    from exchange.json.files import MAX_LINE

    lines = iter(lambda: file.readline(MAX_LINE + 1), b"")
    if progress is None or not file.seekable():
        yield from lines
        return
    size = os.fstat(file.fileno()).st_size
    for line in lines:
        yield line
        progress(file.tell(), size)


def _list(
    asked: "ExportList", exported: "ExportListAnswer", form: str, **flag: Any
) -> "Answer | None":
    # programs read the rows; the footer of a published list stands beside them
    if (
        isinstance(exported.size, int)
        and isinstance(exported.root, str)
        and "json" not in (form, chosen_format())
    ):
        talk(root_footer(exported.size, exported.root))
    if "json" in (form, chosen_format()):
        click.echo(json_line(exported))
    elif form == "csv":
        _csv(asked, exported)
    else:
        from desk.exports.list_texts import TEXTS, list_as

        content = list_as(exported, form)
        # a screen gets letters; a program that reads another encoding gets its bytes
        click.echo(content.decode() if TEXTS[form][1] == "utf-8" else content, nl=False)
    return None


def _csv(asked: "ExportList | ExportAudit | ExportGames", exported: "Answer") -> None:
    sheet = asked.sheet(exported)
    if sheet is not None:
        click.echo(csv_text(sheet.rows, sheet.columns, sheet.numbers), nl=False)


def _text(
    asked: object, exported: "ExportTrfAnswer | ExportPgnAnswer"
) -> "Answer | None":
    for note in (*exported.notes, *getattr(exported, "lacking", ())):
        talk(note)
    if chosen_format() == "json":
        return exported
    click.echo(exported.text, nl=False)
    return None


def _rows(asked: "ExportAudit | ExportGames", exported: "Answer") -> "Answer | None":
    if chosen_format() == "json":
        return exported
    _csv(asked, exported)
    return None


def _player(asked: object, exported: "Answer") -> None:
    click.echo(json_line(exported))


@command("selo export ledger > ledger.jsonl")
def export_ledger_command() -> None:
    """Write every document as a line of JSON, in the order of recording, and at the end
    how many there are.
    The file holds names: keep it like a backup.
    """
    from desk.exports.documents import export_ledger_answer, exported_text

    with HERE.opened() as reading:
        if chosen_format() == "json":
            click.echo(json_line(export_ledger_answer(reading)))
            return
        for line in exported_text(reading):
            click.echo(line)


@command(
    "selo export tables selo-tables.db",
    argument("file"),
    option("--with-names", is_flag=True, help="Names, clubs and FIDE ids too."),
)
def export_tables_command(file: str, with_names: bool) -> None:
    """Write the read tables as a plain SQLite file, for example for Datasette. It has no
    events, and names only if you say so.
    """
    from desk.exports.lists import exported_tables

    with HERE.opened() as reading:
        exported = exported_tables(reading, file, with_names)
    counts = (
        counted("  {name}: {count} row", "  {name}: {count} rows", count, name=name)
        for name, count in exported.tables.items()
    )
    answer(exported, [f"{file}:", *counts])


# those of desk/exports/list_texts.py, which need not be loaded to know their names
TEXT_FORMS = ("fixed", "swiss-manager", "vega", "sharly-chess", "tasaselo", "trf")
_FORM = option(
    "--format",
    "form",
    type=click.Choice(["csv", "json", *TEXT_FORMS]),
    default="csv",
    show_default=True,
)
export_list_command = question(
    "desk.exports.lists:ExportList",
    otherwise=Otherwise(
        more=(_FORM, LIST_FLAG), adjust=which_list, finish=_list, exports=True
    ),
)
export_trf_command = question(
    "desk.exports.trf_file:ExportTrf", otherwise=Otherwise(finish=_text)
)
export_pgn_command = question(
    "desk.exports.pgn_file:ExportPgn", otherwise=Otherwise(finish=_text)
)
export_games_command = question(
    "desk.exports.games:ExportGames", otherwise=Otherwise(finish=_rows, exports=True)
)
export_audit_command = question(
    "desk.exports.games:ExportAudit", otherwise=Otherwise(finish=_rows, exports=True)
)
export_player_command = question(
    "desk.exports.documents:ExportPlayer", otherwise=Otherwise(finish=_player)
)
