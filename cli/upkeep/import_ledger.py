"""selo import: a whole ledger from the lines of `selo export ledger`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from cli.options import ledger_path, outside
from cli.output import answer, json_option


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
    from desk.import_ledger import import_ledger
    from exchange.json.ledger_lines import read_lines

    with opened(file) as lines, bar("importing") as progress:
        value = import_ledger(ledger_path(), read_lines(file, lines), outside(), progress)
    counts = f"{value.documents} documents in {value.submissions} submissions, {value.events} events"
    answer(value, [counts, "prove it: `selo rebuild --check`, `selo verify`"])


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    from ledger.errors import Problem, Refused, Where

    try:
        file = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        said = {2: "there is no such file", 21: "this is a folder", 13: "it may not be read"}
        words = said.get(error.errno or 0, error.strerror or str(error))
        raise Refused(Problem("no-file", words, Where(name), "check the name")) from None
    with file:
        yield file
