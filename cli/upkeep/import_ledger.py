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
@json_option
def import_command(file: str) -> None:
    """Book the lines of `selo export ledger`, submission by submission, into a ledger that holds nothing yet.

    Every event gets the seq it had. recorded_at is when it is recorded here; single documents go with `submit`.

    \b
    Example:
        selo --ledger copy.db import ledger.jsonl
    """
    from cli.progress import bar
    from desk.files.open_file import opened
    from desk.import_ledger import import_ledger
    from exchange.json.ledger_lines import read_lines

    with opened(file) as lines, bar("reading") as reading, bar("rating") as progress:
        value = import_ledger(ledger_path(), read_lines(file, _watched(lines, reading)), outside(), progress)
    counts = f"{value.documents} documents in {value.submissions} submissions, {value.events} events"
    answer(value, [counts, "prove it: `selo rebuild --check`, `selo verify`"])


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
