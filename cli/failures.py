"""Say what goes wrong: refusals at most a screenful, exit codes, streams that are
closed or full.
"""

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple, TextIO, cast

import click

from cli.output import printable, spoken, talk
from messages import NOTHING, Message, counted, either, joined_message, say, template

OUTPUT, INPUT = "standard output", "standard input"


class ClosedStream(io.TextIOBase):
    """A stand-in for a stream that was closed before the program began; using it raises
    an error that says so.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def _closed(self) -> OSError:
        return OSError(errno.EBADF, "it is closed", self._name)

    def write(self, text: str) -> int:
        raise self._closed()

    def fileno(self) -> int:
        raise self._closed()

    @property
    def buffer(self) -> BinaryIO:
        raise self._closed()

    def isatty(self) -> bool:
        return False


class _Output:
    """Standard output, or the bytes behind it, that names itself in the errors of
    writing to it. A file or the disk of the ledger that is full says the same
    otherwise, and not always its name.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @property
    def buffer(self) -> "_Output":
        return _Output(self._stream.buffer)

    def write(self, content: Any) -> Any:
        with _naming_itself():
            return self._stream.write(content)

    def flush(self) -> None:
        with _naming_itself():
            self._stream.flush()


@contextmanager
def _naming_itself() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = OUTPUT
        raise


@contextmanager
def named_output() -> Iterator[None]:
    """Have standard output name itself in its errors, for as long as a command runs."""
    before, named = sys.stdout, cast(TextIO, _Output(sys.stdout))
    sys.stdout = named
    try:
        yield
    finally:
        if sys.stdout is named:  # not silenced meanwhile
            sys.stdout = before


def fill_missing_streams() -> None:
    """Put a stand-in in the place of every stream that is missing."""
    if sys.stdin is None:
        sys.stdin = ClosedStream(INPUT)
    if sys.stdout is None:
        sys.stdout = ClosedStream(OUTPUT)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def is_of_output(error: OSError) -> bool:
    """Tell whether it is the answer that could not be written."""
    return bool(error.filename == OUTPUT)


def silence() -> None:
    """Send what is still in the buffer nowhere, so that the end of the process has
    nothing to complain about.
    """
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


FIRST = 3  # places of one reason
MOST = 24  # lines of all reasons together


class ProblemLine(NamedTuple):
    """One problem as it is printed. A plain tuple: a wrong option must not wait for the
    ledger's imports.
    """

    code: str
    message: Message
    hint: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def as_json(self) -> dict[str, object]:
        where = {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "field": self.field,
        }
        return {
            "code": self.code,
            "message": self.message,
            "where": where,
            "hint": self.hint,
        }

    def as_text(self, hint: bool = True) -> str:
        """Return the problem in one line, with where it is and what to do.

            FILE:LINE:COLUMN: what is wrong (field) - what to do

        hint: whether what to do is said too
        """
        text = spoken(self.message)
        place = self.place
        if place and place not in self.message:
            text = f"{place}: {text}"
        if self.field:
            field = spoken(self.field)
            text += f" ({field})"
        if self.hint and hint:
            what_to_do = spoken(self.hint)
            text += f" - {what_to_do}"
        return text

    @property
    def place(self) -> str:
        """The file, line and column, as far as they are known: `games.txt:3:1`."""
        parts = (self.file, self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)

    @property
    def reason(self) -> tuple[str, str, str]:
        """The key that problems of one kind share. Questions are told apart by the
        option that answers them.
        """
        field = ""
        if self.code == "needs-answer":
            field = self.field or ""
        return self.code, self.file or "", field


def problem_texts(lines: Sequence[ProblemLine]) -> list[str]:
    """Write the problems in their order, those of one reason together where there are
    many of them.
    """
    by_reason: dict[tuple[str, str, str], list[ProblemLine]] = {}
    for line in lines:
        by_reason.setdefault(line.reason, []).append(line)

    text: list[str] = []
    left = 0
    for group in by_reason.values():
        if len(text) >= MOST:
            left += len(group)
        else:
            text += _of_one_reason(group)

    if left:
        text.append(
            counted(
                "and {count} more problem; --json shows all",
                "and {count} more problems; --json shows all",
                left,
            )
        )

    return text


def _of_one_reason(lines: Sequence[ProblemLine]) -> Iterator[str]:
    """Yield the lines of problems of one reason; a hint that was just given is not
    given again.
    """
    before = ""
    # a line about one more problem would be no shorter than that problem
    are_many = len(lines) > FIRST + 1
    for line in lines[:FIRST] if are_many else lines:
        yield line.as_text(hint=line.hint != before)
        before = line.hint
    if are_many:
        rest = lines[FIRST:]
        places = [str(line.line) for line in rest if line.line is not None]
        where = NOTHING
        if places:
            numbers = ", ".join(places[:10])
            if len(places) > 10:
                numbers += ", ..."
            where = say(" (lines {numbers})", numbers=numbers)

        yield say(
            "and {count} more like these{where}; --json shows all",
            count=len(rest),
            where=where,
        )


# what the system says of files and click of command lines, as their languages are found
# in ours
SYSTEM = frozenset(
    [
        template("No such file or directory"),
        template("Permission denied"),
        template("Is a directory"),
        template("Not a directory"),
        template("File exists"),
        template("No space left on device"),
        template("Read-only file system"),
        template("File too large"),
        template("Input/output error"),
        template("File name too long"),
        template("Bad file descriptor"),
        template("it is closed"),
    ]
)
CLICK = {
    "{value!r} is not a valid {number_type}.": template(
        "{value!r} is not {number_type}."
    ),
    **{
        text: text
        for text in (
            template("Invalid value for {param_hint}: {message}"),
            template("Invalid value: {message}"),
            template("No such option {name!r}."),
            template("No such command {name!r}."),
            template("Option {name!r} requires an argument."),
            template("Option {name!r} requires {nargs} arguments."),
            template("Option {name!r} does not take a value."),
            template("Got unexpected extra argument ({args})"),
            template("Got unexpected extra arguments ({args})"),
            template("{value!r} is not one of {choices}."),
            template("{value} is not in the range {range}."),
            template("Choose from:\n\t{choices}"),
            template("{name} {filename!r} is a directory."),
            template("Could not open file {filename!r}: {message}"),
        )
    },
}
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]*([eE][+-]?[0-9]+)?|[+-]?(inf|nan)")


def _whole(text: object) -> int:
    """Read a whole number of ASCII digits alone: Python takes those of other scripts,
    and 1_000.
    """
    if isinstance(text, str) and not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text)  # type: ignore[call-overload,no-any-return]


def _number(text: object) -> float:
    if isinstance(text, str) and not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return float(text)  # type: ignore[arg-type]


NUMBERS = {
    "integer": say("a whole number"),
    "integer range": say("a whole number"),
    "float": say("a number"),
}


class _OfClick(str):
    """Make a translatable message of a text of click, when its places are filled."""

    def format(self, *places: object, **values: Any) -> str:
        template_of_ours = CLICK.get(self)
        if template_of_ours is None:
            return super().format(*places, **values)

        kind = values.get("number_type")
        if kind is not None:
            values["number_type"] = NUMBERS.get(kind, kind)
        return say(template_of_ours, **values)


def translate_click() -> None:
    """Have click complain in messages, where it would look for a catalogue of its own."""
    vars_of_numbers = (
        (click.types.IntParamType, _whole),
        (click.types.FloatParamType, _number),
    )
    for kind, reads in vars_of_numbers:
        kind._number_class = staticmethod(reads)  # type: ignore[assignment]

    for module in (
        click.core,
        click.decorators,
        click.exceptions,
        click.parser,
        click.types,
    ):
        vars(module).update(
            {
                "_": _OfClick,
                "ngettext": lambda one, many, count: _OfClick(
                    one if count == 1 else many
                ),
            }
        )


def usage(error: click.ClickException) -> Message:
    """Make a message of a complaint of click, put together again where click makes a
    plain text.
    """
    whole = error.format_message()
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.get_error_hint(error.ctx)
        of_option = isinstance(error.param, click.Option)
        if of_option:
            missing = say("Missing option {name}.", name=name)
        else:
            missing = say("Missing argument {name}.", name=name)
        more = error.param.type.get_missing_message(param=error.param, ctx=error.ctx)
        return (
            joined_message([missing, more], " ")
            if isinstance(more, Message)
            else missing
        )
    if isinstance(error, click.NoSuchOption):
        from messages.near import near_words

        # click guesses too, from farther away
        words = {option.lstrip("-"): option for option in error.possibilities or ()}
        likely = sorted(
            words[word] for word in near_words(error.option_name.lstrip("-"), words, 3)
        )
        named = ", ".join(map(repr, likely))
        if len(likely) == 1:
            guess = say("Did you mean {possibility}?", possibility=named)
        else:
            guess = say("(Did you mean one of: {possibilities}?)", possibilities=named)
        if isinstance(error.message, Message):
            sentence = error.message
        else:
            sentence = say("{what}", what=error.message)
        if likely:
            return say("{sentence} {guess}", sentence=sentence, guess=guess)
        return sentence
    return whole if isinstance(whole, Message) else say("{what}", what=whole)


def system_reason(error: OSError) -> Message:
    """Say why the system could not do it."""
    why = error.strerror or str(error)
    return say(why) if why in SYSTEM else say("{why}", why=why)


def did_you_mean(word: str, known: Iterable[str]) -> Message:
    """Suggest the words that look like one that is not known, as a sentence after a
    blank; empty when none does.
    """
    from messages.near import near_words

    likely = near_words(word, known, 3)
    return say(" Did you mean {names}?", names=either(likely)) if likely else NOTHING


AGAIN = say("Running the command again is safe: nothing is recorded twice.")


def has_recorded() -> bool:
    """Tell whether this process committed anything."""
    store = sys.modules.get("ledger.store.event_log")
    return store is not None and bool(store.Store.recorded)


def interrupt_message() -> Message:
    """Return what to say after an interrupt; one that comes after the commit takes
    nothing back.
    """
    if has_recorded():
        return say(
            "Stopped, but something was recorded: see `selo log`. {again}", again=AGAIN
        )
    return say("Stopped; nothing was recorded.")


def is_interrupt(error: BaseException) -> bool:
    """Tell whether Ctrl-C is behind an error: Python raises another one when it comes
    while a class is being made.
    """
    behind: BaseException | None = error
    while behind is not None:
        if isinstance(behind, KeyboardInterrupt):
            return True
        behind = behind.__cause__ or behind.__context__
    return False


def report_failure(error: Exception, as_json: bool, arguments: Sequence[str]) -> int:
    """Print any failure of a command, and return the exit code."""
    from ledger.errors import SeloError

    if isinstance(error, SeloError):
        lines = [
            ProblemLine(
                code=p.code,
                message=p.message,
                hint=p.hint,
                file=p.where.file,
                line=p.where.line,
                column=p.where.column,
                field=p.where.field,
            )
            for p in error.problems
        ]
        return refuse(lines, as_json, error.exit_code)

    if os.environ.get("SELO_DEBUG"):
        raise error
    if isinstance(error, OSError) and is_of_output(error):
        return _report_closed_output(error)

    if isinstance(error, OSError):
        file = str(error.filename) if error.filename else None
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        if full:
            hint = say("free some disk space, then run the command again")
        else:
            hint = say("check the file")

        return refuse(
            [ProblemLine("file", say("{what}", what=system_reason(error)), hint, file)],
            as_json,
            1,
        )

    if isinstance(error, UnicodeEncodeError) and (
        broken := [a for a in arguments if not _is_text(a)]
    ):
        message = say(
            "{broken} is not text in UTF-8", broken=repr(printable(broken[0])[:40])
        )
        return refuse(
            [ProblemLine("usage", message, say("set the terminal to UTF-8"))],
            as_json,
            2,
        )

    message = say(
        "internal error, this should never happen: {name}: {error}",
        name=type(error).__name__,
        error=error,
    )
    hint = say("please report it; SELO_DEBUG=1 shows where")
    return refuse([ProblemLine("defect", message, hint)], as_json, 1)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _report_closed_output(error: OSError) -> int:
    """Report that standard output is closed or full. What was recorded stays recorded,
    so that comes first.
    """
    silence()
    why = system_reason(error)
    if has_recorded():
        sentence = say(
            "recorded, but the answer could not be written: standard output: {why} -"
            " see `selo log`. {again}",
            why=why,
            again=AGAIN,
        )
    else:
        sentence = say(
            "the answer could not be written: standard output: {why}", why=why
        )
    talk(sentence)
    return 1


def refuse(lines: Sequence[ProblemLine], as_json: bool, code: int) -> int:
    """Print a refusal, one line a problem for people and one JSON value for scripts,
    and return the exit code.
    """
    if as_json:
        import json

        from messages.visible import visible_json

        problems = [line.as_json() for line in lines]
        try:
            click.echo(
                visible_json(json.dumps({"problems": problems}, ensure_ascii=False))
            )
            sys.stdout.flush()
        except BrokenPipeError:
            silence()
        except OSError:
            silence()
            as_json = False
    if not as_json:
        for text in problem_texts(lines):
            click.echo(printable(text), err=True)
    return code
