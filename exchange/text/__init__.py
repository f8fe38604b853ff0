"""Share what the readers of text files need: days, cells, time controls. Here, where every reader of text begins: bytes
to lines, with the encoding and line ends of the file.

The order that read every real file we have seen: byte order mark, ASCII, strict UTF-8, cp1252 when bytes 80 to 9F occur
(latin-1 has only control characters there), else latin-1. Nothing is replaced or dropped: bytes that fit none of these,
and control characters, refuse the file.

An officer may name another encoding for a file whose own is guessed wrongly. What a reader notes while it reads is kept
here too: problems refuse the file, all at once; the rest goes with the report.
"""

import hashlib
import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from dataclasses import field as default
from datetime import date
from typing import Literal, get_args

from exchange import MAX_BYTES as MAX_BYTES
from exchange.names.broken import TWICE, mended_twice
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, by_command, say, template

Encoding = Literal[
    "utf-8", "utf-16", "twice-utf-8", "cp1250", "cp1251", "cp1252", "cp1257", "latin-1", "iso8859-2", "iso8859-4",
    "iso8859-5", "iso8859-10", "iso8859-13", "iso8859-15", "cp437", "cp775", "cp850", "cp852", "cp865", "cp866",
    "koi8-r", "mac-roman",
]  # fmt: skip
ENCODINGS: tuple[str, ...] = get_args(Encoding)


def recoded(data: bytes, encoding: str, file: str | None) -> bytes:
    """Write a text anew as UTF-8; refuse the file where it has bytes that the encoding does not have."""
    try:
        if encoding == TWICE:
            return mended_twice(data.decode("utf-8-sig")).encode()
        return data.decode("utf-8-sig" if encoding == "utf-8" else encoding).encode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = say("the file is not {encoding} (byte {code})", encoding=encoding, code=f"{data[error.start]:02X}")
        raise Refused(
            Problem(
                "text-encoding",
                message,
                Where(file, line),
                by_command("try another --encoding", "answer another encoding"),
            )
        ) from None


EIGHT_BIT = ("cp1252", "latin-1")  # guessed: nothing in the file shows that it is not another one
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # byte order marks
MAX_LINES = 200_000
MAX_LINE = 20_000
MAX_PROBLEMS = 200  # a file wrong in every line is not reported a million times

_BREAK = re.compile(r"\r\n|\r|\n")
# Besides C0 and C1: line separators only Unicode knows, direction overrides that make a name read
# otherwise than it is stored, and byte order marks inside the text. Tab, CR and LF may stay.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text beside what it holds; the officer sees `encoding` and `line_ends`."""

    file: str | None
    sha256: str
    encoding: str  # ascii, utf-8, utf-8-sig (with byte order mark), utf-16, cp1252, latin-1
    line_ends: str  # lf, crlf, cr, mixed, none


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file as lines without their ends, and the file."""

    lines: tuple[str, ...]
    source: TextFile


def decode(data: bytes, file: str | None = None) -> Decoded:
    """Read bytes as lines of text, or refuse them; every reader of text files begins here: `decode(data,
    "report.trf").lines`.

    The encoding is found (UTF-8, UTF-16, else one byte a letter) and told, since the officer may know better; files
    that are too large, or hold control characters, are refused.
    """
    if len(data) > MAX_BYTES:
        raise Refused([too_large(file)])
    text, encoding = _text(data, file)
    lines = tuple(_BREAK.split(text))
    if lines[-1] == "":
        lines = lines[:-1]
    problems = [*_limits(lines, file), *_controls(lines, file)]
    refuse_if(problems, file)
    return Decoded(lines, TextFile(file, hashlib.sha256(data).hexdigest(), encoding, _line_ends(text)))


def refuse_if(problems: list[Problem], file: str | None = None) -> None:
    """Raise Refused with all problems at once, the list cut at MAX_PROBLEMS and saying so."""
    if not problems:
        return
    shown = problems[:MAX_PROBLEMS]
    if len(problems) > len(shown):
        rest = say("and {count} more problems of this file are not shown", count=len(problems) - len(shown))
        shown.append(Problem("too-many", rest, Where(file=file), say("correct the first ones and try again")))
    raise Refused(shown)


def _text(data: bytes, file: str | None) -> tuple[str, str]:
    if data.startswith(UTF_16):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as err:
            raise Refused([_undecodable(_NOT_UTF_16, err.start, data, file)]) from None
    if data.startswith(b"\xef\xbb\xbf"):
        try:
            return data[3:].decode("utf-8"), "utf-8-sig"
        except UnicodeDecodeError as err:
            raise Refused([_undecodable(_NOT_UTF_8, err.start + 3, data, file)]) from None
    for encoding in ("ascii", "utf-8"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    if not any(0x80 <= byte <= 0x9F for byte in data):
        return data.decode("latin-1"), "latin-1"
    try:
        return data.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as err:
        raise Refused([_undecodable(_NEITHER, err.start, data, file)]) from None


_NOT_UTF_8 = template("the file begins with a UTF-8 mark but is not UTF-8 (byte {code})")
_NOT_UTF_16 = template("the file begins with a UTF-16 mark but is not UTF-16 (byte {code})")
_NEITHER = template("the file is neither UTF-8 nor cp1252 (byte {code})")


def _undecodable(words: str, at: int, data: bytes, file: str | None) -> Problem:
    before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line, column = before.count(b"\n") + 1, at - max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at))
    where = Where(file=file, line=line, column=column)
    hint = by_command(
        "save the file as UTF-8, or name the encoding of a report or a table: --encoding cp850",
        "save the file as UTF-8 and try again",
    )
    return Problem("text-encoding", say(words, code=f"{data[at]:02X}"), where, hint)


def too_large(file: str | None) -> Problem:
    """Make the problem of a file that is too large, without its actual size: reading stops at the limit."""
    message = say("the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
    return Problem("too-large", message, Where(file=file), say("send one tournament in a file"))


def _limits(lines: tuple[str, ...], file: str | None) -> list[Problem]:
    problems = []
    if len(lines) > MAX_LINES:
        message = say("the file has {count} lines; at most {most} are read", count=len(lines), most=MAX_LINES)
        problems.append(Problem("too-many-lines", message, Where(file=file), say("send one tournament in a file")))
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            where = Where(file=file, line=number, column=MAX_LINE + 1)
            message = say("the line has {count} characters; at most {most} are read", count=len(line), most=MAX_LINE)
            problems.append(Problem("line-too-long", message, where, say("check that the line ends were not lost")))
    return problems


def _controls(lines: tuple[str, ...], file: str | None) -> list[Problem]:
    problems = []
    for number, line in enumerate(lines, 1):
        if match := _CONTROL.search(line):
            where = Where(file=file, line=number, column=match.start() + 1)
            message = say("control character U+{code} in the text", code=f"{ord(match.group()):04X}")
            problems.append(Problem("control-character", message, where, say("remove it; is this really a text file?")))
    return problems


def _line_ends(text: str) -> str:
    pairs = text.count("\r\n")
    kinds = {"crlf": pairs, "cr": text.count("\r") - pairs, "lf": text.count("\n") - pairs}
    used = [name for name, count in kinds.items() if count]
    return "none" if not used else used[0] if len(used) == 1 else "mixed"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the file leaves open. The officer answers by the name of the field; the reader never chooses."""

    field: str  # start, end, round 3, date
    message: Message
    choices: tuple[date, ...]
    where: Where


@dataclass(slots=True)
class Notes:
    """The notes of a reader, collected in the order of reading; `done` sorts them by place and refuses."""

    file: str | None = None
    problems: list[Problem] = default(default_factory=list)
    warnings: list[Problem] = default(default_factory=list)

    def at(self, line: int | None = None, column: int | None = None, name: str | None = None) -> Where:
        return Where(file=self.file, line=line, column=column, field=name)

    def refuse(self, code: str, message: Message, where: Where, hint: Message) -> None:
        self.problems.append(Problem(code, message, where, hint))

    def warn(self, code: str, message: Message, where: Where, hint: Message = NOTHING) -> None:
        self.warnings.append(Problem(code, message, where, hint))

    def refuse_twice(self, code: str, games: Iterable[tuple[int, Hashable]], by: str) -> None:
        """Refuse games that come again, for they would count twice.

        `games`: the line of each, and what tells it from the others.
        """
        lines: dict[Hashable, int] = {}
        for line, game in games:
            if (first := lines.setdefault(game, line)) != line:
                hint = say("remove one; if both were played, tell them apart by {what}", what=by)
                self.refuse(code, say("the same game is in line {line} already", line=first), self.at(line), hint)

    def sorted_problems(self) -> list[Problem]:
        return sorted(self.problems, key=_place)

    def done(self) -> tuple[Problem, ...]:
        """Return the warnings in order of place, or refuse with all problems."""
        refuse_if(self.sorted_problems(), self.file)
        return tuple(sorted(self.warnings, key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.where.line or 0, problem.where.column or 0
