"""Read bytes as lines of text; the reader of every text file begins here.

Nothing is replaced or dropped: control characters refuse the file.
"""

import hashlib
import re
from dataclasses import dataclass

from exchange import MAX_BYTES
from exchange.text.encodings import text_and_encoding
from exchange.text.notes import refuse_if
from ledger.errors import Problem, Refused, Where
from messages import say

MAX_LINES = 200_000

MAX_LINE = 20_000

_BREAK = re.compile(r"\r\n|\r|\n")

_HALF_A_LETTER = re.compile("[\ud800-\udfff]")

# Besides C0 and C1: line separators only Unicode knows, direction overrides that make a
# name read otherwise than it is stored, and byte order marks inside the text. Tab, CR
# and LF may stay.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text beside what it holds; the officer sees `encoding` and `line_ends`."""

    file: str | None
    sha256: str
    # ascii, utf-8, utf-8-sig (with byte order mark), utf-16, cp1252, latin-1
    encoding: str
    line_ends: str  # lf, crlf, cr, mixed, none


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file as lines without their ends, and the file."""

    lines: tuple[str, ...]
    source: TextFile


def decode(
    data: bytes, file: str | None = None, *, max_line: int = MAX_LINE
) -> Decoded:
    """Read bytes as lines of text, or refuse them; every reader of text files begins
    here: `decode(data, "report.trf").lines`.

    The encoding is found (UTF-8, UTF-16, else one byte a letter) and told, since the
    officer may know better; files that are too large, or hold control characters, are
    refused.

    Refused with all problems at once: more than 200,000 lines, a line of more than
    20,000 characters (`max_line`), a control character other than tab. Without `file`
    problems name none.
    """
    if len(data) > MAX_BYTES:
        raise Refused([size_problem(file)])

    text, encoding = text_and_encoding(data, file)
    lines = tuple(_BREAK.split(text))
    if lines[-1] == "":
        lines = lines[:-1]

    problems = [
        *_limit_problems(lines, file, max_line),
        *_control_character_problems(lines, file),
    ]
    refuse_if(problems, file)

    sha256 = hashlib.sha256(data).hexdigest()
    source = TextFile(file, sha256, encoding, _line_ends(text))

    return Decoded(lines, source)


def size_problem(file: str | None) -> Problem:
    """Make the problem of a file that is too large, without its actual size: reading
    stops at the limit.
    """
    message = say("the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
    hint = say("send one tournament in a file")
    return Problem("too-large", message, Where(file=file), hint)


def _limit_problems(
    lines: tuple[str, ...], file: str | None, max_line: int
) -> list[Problem]:
    """Return a problem for too many lines, and for each of more than `max_line`
    characters.
    """
    problems = []
    if len(lines) > MAX_LINES:
        message = say(
            "the file has {count} lines; at most {most} are read",
            count=len(lines),
            most=MAX_LINES,
        )
        hint = say("send one tournament in a file")
        problems.append(Problem("too-many-lines", message, Where(file=file), hint))

    for number, line in enumerate(lines, 1):
        if len(line) > max_line:
            where = Where(file=file, line=number, column=max_line + 1)
            message = say(
                "the line has {count} characters; at most {most} are read",
                count=len(line),
                most=max_line,
            )
            hint = say("check that the line ends were not lost")
            problems.append(Problem("line-too-long", message, where, hint))

    return problems


def _control_character_problems(
    lines: tuple[str, ...], file: str | None
) -> list[Problem]:
    """Return a problem for each line with a control character, at the first of them; a
    text has none but tabs.
    """
    problems = []
    for number, line in enumerate(lines, 1):
        match = _CONTROL.search(line)
        if match is not None:
            where = Where(file=file, line=number, column=match.start() + 1)
            code = f"{ord(match.group()):04X}"
            message = say("control character U+{code} in the text", code=code)
            hint = say("remove it; is this really a text file?")
            problems.append(Problem("control-character", message, where, hint))

    return problems


def is_plain(text: str) -> bool:
    """Return whether a text of one line has nothing in it that refuses a file."""
    return refused_character(text) is None


def refused_character(text: str) -> str | None:
    """Return a character of a line for which a file is refused; None: there is none."""
    match = _CONTROL.search(text) or _HALF_A_LETTER.search(text)
    return None if match is None else match.group()


def _line_ends(text: str) -> str:
    """Return which line ends a text has: lf, crlf, cr, mixed, none.

    Ends of a single kind are named; mixed are two kinds or three.
    """
    pairs = text.count("\r\n")
    counts = {
        "crlf": pairs,
        "cr": text.count("\r") - pairs,
        "lf": text.count("\n") - pairs,
    }
    used = [name for name, count in counts.items() if count]
    if len(used) > 1:
        return "mixed"

    return used[0] if used else "none"
