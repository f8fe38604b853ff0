"""Long answers in parts: so many rows, and a cursor for those that follow.

A cursor says which state the first part was taken from: whatever is recorded meanwhile, the parts fit together. It
says of which question too, so that the rows behind a hundred of one list are never those of another.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple, TypeVar

import msgspec

from ledger.errors import Problem, Usage, Where
from messages import say
from messages.answer import Answer
from projections.answers.asking import Asked
from web.questions.parameters import query_pairs

ROWS, CURSOR = "rows", "cursor"
A = TypeVar("A", bound=Asked)


class Part(NamedTuple):
    """Which rows of an answer, and the state they are of."""

    rows: int
    first: int = 0
    as_of: str | None = None
    known_seq: int | None = None
    question: int = 0


def taken_out(query: bytes) -> tuple[bytes, Part | None]:
    """Return the query string of the question alone, and the part that is asked for."""
    if b"rows=" not in query and b"cursor=" not in query:
        return query, None
    given: dict[str, str] = {}
    left: list[bytes] = []
    for piece in query.split(b"&"):
        pair = next(iter(query_pairs(piece)), None)
        if pair is None or pair[0] not in (ROWS, CURSOR):
            left.append(piece)
        elif pair[0] in given:
            raise Usage(
                Problem(
                    "parameter-twice",
                    say("{name} is given twice", name=pair[0]),
                    Where(field=pair[0]),
                    say("give it once"),
                )
            )
        else:
            given[pair[0]] = pair[1]
    part = _part_of(given[CURSOR]) if CURSOR in given else None
    if ROWS in given:
        part = (part or Part(0))._replace(rows=_rows_of(given[ROWS]))
    return b"&".join(left), part


def _rows_of(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0:
        return int(text)
    message = say("rows: {text} is not a whole number from 1", text=repr(text[:60]))
    raise Usage(Problem("parameter", message, Where(field=ROWS), say("it takes a whole number from 1")))


def _part_of(cursor: str) -> Part:
    try:
        part = msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=Part)
        if part.rows > 0 and part.first > 0:
            return part
    except (ValueError, msgspec.MsgspecError):
        pass
    message = say("cursor: {cursor} was not given out here", cursor=repr(cursor[:60]))
    raise Usage(
        Problem("parameter", message, Where(field=CURSOR), say("take it from the Link field of the part before"))
    )


def continued(asked: A, part: Part) -> tuple[A, Part]:
    """Put the question to the state of the first part, and a mark of the question on the part."""
    mark = zlib.crc32(repr(asked).encode())
    if part.first and part.question != mark:
        message, hint = (
            say("the cursor is of another question"),
            say("ask as for the part before, and take its Link as it is"),
        )
        raise Usage(Problem("parameter", message, Where(field=CURSOR), hint))
    return _in_state(asked, part), part._replace(question=mark)


def _in_state(asked: A, part: Part) -> A:
    """Fix the times of a question to a state; what it says itself stays, but for a day on which more may still be
    recorded.
    """
    given = {name: getattr(asked, name) for name in asked.__struct_fields__}
    state: dict[str, str | int | None] = {}
    if part.as_of is not None and given.get("as_of", "") is None:
        state["as_of"] = part.as_of
    known_on = given.get("known_on", "..")
    if part.known_seq is not None and given.get("known_seq", "") is None and ".." not in (known_on or ""):
        state |= {"known_seq": part.known_seq, "known_on": None}
    return msgspec.structs.replace(asked, **state)


def cut(asked: Asked, answer: Answer, part: Part) -> tuple[Answer, str]:
    """Return the rows of the part, and the cursor for those behind it; "" where there are none."""
    assert asked.table is not None
    rows = getattr(answer, asked.table)
    last = part.first + part.rows
    following = ""
    if last < len(rows):
        basis = getattr(answer, "basis", None)
        as_of, known_seq = (None, None) if basis is None else (basis.as_of, basis.known_seq)
        packed = msgspec.json.encode(Part(part.rows, last, as_of, known_seq, part.question))
        following = urlsafe_b64encode(packed).decode().rstrip("=")
    return msgspec.structs.replace(answer, **{asked.table: rows[part.first : last]}), following
