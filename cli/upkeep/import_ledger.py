"""selo import: a whole ledger from the lines of `selo export ledger`."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from cli.options import ledger_path, outside
from cli.output import answer, json_option

if TYPE_CHECKING:
    from projections.replay.loop import Progress


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
    from cli.progress import bar
    from desk.files.open_file import opened
    from desk.import_ledger import import_ledger
    from exchange.json.ledger_lines import read_lines, whole

    with opened(file) as opened_file, bar("reading") as reading, bar("rating") as progress:
        lines = _watched(opened_file, reading)
        given = read_lines(file, lines if unfinished else whole(file, lines))
        value = import_ledger(ledger_path(), given, outside(), progress, problems_within)
    counts = f"{value.documents} documents in {value.submissions} submissions, {value.events} events"
    if value.already:
        answer(value, [f"{counts}: all of it is there already, by an earlier import"])
        return
    answer(value, [f"{counts}, verified", "look again: `selo rebuild --check`, `selo verify`"])


def _watched(file: BinaryIO, progress: "Progress | None") -> Iterator[bytes]:
    """The lines of a file that may be of any size, none of them read further than it may be long."""
    from exchange.json.ledger_lines import MAX_LINE

    lines = iter(lambda: file.readline(MAX_LINE + 1), b"")
    if progress is None or not file.seekable():
        yield from lines
        return
    size = os.fstat(file.fileno()).st_size
    for line in lines:
        yield line
        progress(file.tell(), size)
