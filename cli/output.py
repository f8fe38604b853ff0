"""Print answers on stdout as text, JSON, JSON lines or CSV; everything else, a progress
bar too, on stderr.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import click

from messages import Message, say

if TYPE_CHECKING:
    from projections.replay.loop import Progress

_FORMAT = "selokirja.format"
LANGUAGE: ContextVar[str] = ContextVar("language", default="en")
F = TypeVar("F", bound=Callable[..., Any])


def _choose(context: click.Context, parameter: click.Parameter, chosen: bool) -> None:
    if chosen and parameter.name is not None:
        form = parameter.name.removeprefix("as_")
        if context.meta.get(_FORMAT, form) != form:
            raise click.UsageError(
                say(
                    "--{form} and --{other} answer the same question: give only one of"
                    " them",
                    form=context.meta[_FORMAT],
                    other=form,
                )
            )
        context.meta[_FORMAT] = form


def json_option(command: F) -> F:
    """Add --json to a command. It is on the group and on every command, so it counts
    before and behind the command's name; it chooses the form in which `answer` prints.
    """
    option = click.option(
        "--json",
        "as_json",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_choose,
        help="Print one JSON value.",
    )
    return option(command)


def row_options(command: F) -> F:
    """Add --json, --jsonl and --csv, for answers that are rows."""
    for name, words in (
        ("csv", "Print the rows as CSV."),
        ("jsonl", "Print each row as a line of JSON."),
    ):
        option = click.option(
            f"--{name}",
            f"as_{name}",
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_choose,
            help=words,
        )
        command = option(command)
    return json_option(command)


def chosen_format() -> str:
    """Return the chosen form: text, json, jsonl or csv."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(_FORMAT, "text")) if context is not None else "text"


def answer(
    value: Any,
    lines: Iterable[str],
    rows: Sequence[Any] | None = None,
    columns: Sequence[str] = (),
) -> None:
    """Print an answer on stdout in the chosen form: `lines` for people, `value` as one
    JSON value; `rows` are for --jsonl and --csv, and `columns` is the CSV header.

    `value` and `rows` are Answers, or still dicts; `columns` come from
    `messages.answer.columns` of the row's type.
    """
    form = chosen_format()
    if form in ("csv", "jsonl") and rows is not None:
        from messages.answer import (
            json_value,  # here, because `selo --help` imports no room
        )

        rows = [json_value(row) for row in rows]
    if form == "text":
        # lines that are made one by one may have warnings between them; a table of ten
        # thousand is one write
        made = map(printable, lines)
        for text in ["\n".join(made)] if isinstance(lines, list) and lines else made:
            click.echo(text)
    elif form == "csv" and rows is not None:
        click.echo(csv_text(rows, columns), nl=False)
    elif form == "jsonl" and rows is not None:
        for row in rows:
            click.echo(json_line(row))
    else:
        click.echo(json_line(value))
    _basis(value)


def json_line(value: Any) -> str:
    from messages.answer import json_text

    return json_text(value)


def spoken(text: str) -> str:
    """Say a message in the language of this command, such as `spoken(say("no title
    gained or lost"))`. Any other text, like the name of a tournament, stays as it is.
    """
    language = LANGUAGE.get()
    if language == "en" or not isinstance(text, Message):
        return text
    from messages.translated import said

    return said(text, language)


def word(name: str) -> str:
    """Say the name of a column or a field, or a state, which JSON has as a code, in the
    language of this command, such as `word("last_played")`.
    """
    language = LANGUAGE.get()
    if language == "en" or isinstance(name, Message):
        return spoken(name)
    from messages.translated import catalogue

    plain = name.replace("_", " ")
    words = catalogue(language).pgettext("word", plain)
    return name if words == plain else words


def printable(text: str) -> str:
    """Make a line for people, in their language. Text from a file can neither colour
    the screen nor end the line.
    """
    from messages.visible import visible_styled

    return visible_styled(spoken(text))


def _basis(value: Any) -> None:
    """Print below the answer what it rests on, where people read it on a terminal."""
    if chosen_format() == "text" and sys.stdout.isatty() and sys.stderr.isatty():
        if isinstance(value, dict):
            basis = value.get("basis")
        else:
            basis = getattr(value, "basis", None)
        if basis is not None:
            message = say(
                "as of {as_of}, known at seq {seq} ({moment}), rules {rules}",
                as_of=basis.as_of,
                seq=basis.known_seq,
                moment=basis.known_at,
                rules=basis.rules,
            )
            click.echo(dim(message), err=True)


def csv_text(
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str] = (),
    numbers: Collection[str] = (),
) -> str:
    """Write CSV: the columns as given, even without rows, and after them the fields
    that only some rows have.
    """
    from exchange.text.csv_written import sheet_text

    return sheet_text(rows, columns, numbers)


def colourful() -> bool:
    """Tell whether to use colours: on a terminal, unless NO_COLOR is set and not empty."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def bold(text: str) -> str:
    return click.style(spoken(text), bold=True) if colourful() else text


def dim(text: str) -> str:
    return click.style(spoken(text), dim=True) if colourful() else spoken(text)


YES, NO = say("yes"), say("no")
WIDEST = 40  # characters of a name in a table
# the columns they stand in
NAMES = frozenset(["name", "best name", "club", "white", "black", "doubtful"])
WORDS = frozenset(["status", "state"])  # and those whose cells are words of the program
# texts, also those of digits alone
IDS = frozenset(["id", "player", "tournament", "draft"])


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """Return the lines of a table with aligned columns: numbers to the right, texts to
    the left, None as an empty cell.

    One long name must not make every row as wide: it is cut here, and whole in JSON and
    CSV.
    """
    # column by column: a table may have ten thousand lines, and the values of a column
    # are of one kind
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    heads, cells, formats = [], [], []
    for name, column in zip(columns, values, strict=True):
        are_numbers = set(map(type, column)) == {int}
        write = str if are_numbers else _writer(name)
        texts = [write(value) for value in column]
        head = word(name)

        to_the_right = are_numbers or all(map(_is_number, texts))
        side = ">" if to_the_right and name not in IDS else "<"
        width = max(map(len, (head, *texts)))
        heads.append(head)
        cells.append(texts)
        formats.append(f"{{:{side}{width}}}")

    line = "  ".join(formats).format
    lines = [bold(line(*heads).rstrip())]
    for row in zip(*cells, strict=True):
        lines.append(line(*row).rstrip())
    return lines


def _writer(name: str) -> Callable[[Any], str]:
    """Return what writes a value of a column that is not all numbers."""
    if name in NAMES:
        return _cell_cut
    if name in WORDS:
        return _cell_word
    return _cell_text


Column = str | tuple[str, str | Callable[[Any], object]]


def fields_table(rows: Iterable[object], *columns: Column) -> list[str]:
    """Return the lines of a table of some fields of the rows: `"player last_played",
    ("gain", lambda row: ...)` are three columns. A pair is a heading, and the field or
    function that its cells come from. A field that is left out is an empty cell.
    """
    from messages.answer import UNSET

    heads: list[str] = []
    cells: list[Callable[[Any], object]] = []
    for column in columns:
        if isinstance(column, str):
            for name in column.split():
                heads.append(name.replace("_", " "))
                cells.append(attrgetter(name))
        else:
            head, source = column
            heads.append(head)
            cells.append(attrgetter(source) if isinstance(source, str) else source)

    lines = []
    for row in rows:
        values = [cell(row) for cell in cells]
        lines.append([None if value is UNSET else value for value in values])
    return table(heads, lines)


def first_rows(rows: Sequence[object], most: int, *columns: Column) -> Iterator[str]:
    """Yield a table of the first rows, and how many more there are; nothing without
    rows.
    """
    if rows:
        yield from fields_table(rows[:most], *columns)
    if len(rows) > most:
        yield say("and {count} more; --json shows all", count=len(rows) - most)


def table_of_rows(none: Message | None, *shown: Column) -> Callable[[Any], list[str]]:
    """Return what makes a table of an answer's rows, with the columns of CSV unless
    some are named; `none` is said where there are no rows.
    """

    def lines(answered: Any) -> list[str]:
        from messages.answer import columns_of

        if not answered.rows and none is not None:
            return [none]
        return fields_table(answered.rows, *(shown or columns_of(answered)))

    return lines


def _cell_text(value: Any) -> str:
    if isinstance(value, str):
        return spoken(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return spoken(YES if value else NO)
    if isinstance(value, tuple):
        return "; ".join(
            _cell_text(part) for part in value
        )  # names have commas in them
    return str(value)


def _cell_word(value: Any) -> str:
    return word(_cell_text(value))


def _cell_cut(value: Any) -> str:
    text = _cell_text(value)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1].rstrip()}…"


def _is_number(text: str) -> bool:
    return not text or text.lstrip("+-").replace(".", "", 1).isdigit()


def signed(change: int | None) -> str | None:
    """Write a change with its sign; nothing for none."""
    return f"{change:+d}" if change else None


CHANGE: Column = ("change", lambda row: signed(row.change))


def talk(text: str) -> None:
    """Print a message on stderr, so that stdout, which has the answer, can be piped
    into another program: warnings, progress and whatever is not the answer itself, such
    as `talk(say("drawn: {file}", file=file))`.
    """
    click.echo(printable(text), err=True)


def warn(text: str) -> None:
    """Print a warning beside the answer."""
    talk(say("warning: {sentence}", sentence=text))


WAIT = 1.0  # seconds before anything is shown
PAUSE = 0.1  # and between two states of the bar


@contextmanager
def bar(label: str) -> Iterator["Progress | None"]:
    """Show a progress bar on stderr for work that takes over a second, on a terminal
    only; again for each such
    piece.
    """
    import time

    if not sys.stderr.isatty():
        yield None
        return
    shown: list[Any] = []
    due = time.monotonic() + WAIT

    def progress(done: int, total: int) -> None:
        nonlocal due
        moment = time.monotonic()
        if done >= total:
            finish()  # its line ends here, so that another bar has one of its own
            due = moment + WAIT
        elif moment >= due:
            due = moment + PAUSE
            if not shown:
                shown.append(
                    click.progressbar(
                        length=total, label=spoken(label), file=sys.stderr
                    )
                )
                shown[0].__enter__()
            shown[0].length = total
            shown[0].update(done - shown[0].pos)

    def finish() -> None:
        while shown:
            shown[0].update(shown[0].length - shown[0].pos)
            shown.pop().__exit__(None, None, None)

    try:
        yield progress
    finally:
        finish()
