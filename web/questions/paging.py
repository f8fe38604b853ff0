"""Give long answers in parts: at most so many rows, and a cursor for those that follow.

A cursor says which state the first part was taken from: whatever is recorded meanwhile,
the parts fit together. It says of which question too, so that the rows behind a hundred
of one list are never those of another.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from ledger.days import is_day
from ledger.errors import Problem, Usage, Where
from ledger.store.events import LARGEST_SEQ
from messages import say
from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.events.changed import Diff
from web.questions.from_address import query_pairs
from web.questions.registry import limits_of

LIMIT, CURSOR, BEFORE = "limit", "cursor", "before"
_SOUGHT = re.compile(rb"(?:^|&)(?:limit|cursor)=")
A = TypeVar("A", bound=Asked)


DAY_FORM = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"
# whole numbers of a cursor, which strangers may have written: what a ledger can hold
Whole = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST_SEQ)]


class RowsPart(NamedTuple):
    """Which rows of an answer, and the state they are of. `asked`: somebody asked for a
    part. `before`: of the log, the event that the part before ended with. `from_seq`:
    the earlier state, where two are compared; `known_seq` is then the later one.
    """

    rows: Whole
    first: Whole = 0
    as_of: Annotated[str, msgspec.Meta(pattern=DAY_FORM)] | None = None
    known_seq: Whole | None = None
    question: Whole = 0
    asked: bool = True
    before: Whole | None = None
    from_seq: Whole | None = None


class SplitQuery(NamedTuple):
    """The query string of the question alone, and the part that is asked for."""

    query: bytes
    part: RowsPart | None = None


def split_query(query: bytes, asked: type[Asked]) -> SplitQuery:
    """Take what is said about parts out of the query string of a question whose answer
    can be given in parts. Of an answer that may grow without end there is always a
    part.

        list=standard&limit=50    list=standard, and a part of 50 rows

    `Usage`: a limit or a cursor is given twice, or is none.
    """
    out = _split_query(query) if _SOUGHT.search(query) else SplitQuery(query)
    most = limits_of(asked).rows_at_once
    if most is None:
        return out
    if out.part is None:
        return out._replace(part=RowsPart(most, asked=False))
    return out._replace(part=out.part._replace(rows=min(out.part.rows, most)))


def _split_query(query: bytes) -> SplitQuery:
    """Part a query string into the question, and what it says about parts.

    The limit goes before the number of rows that the cursor has.
    """
    given: dict[str, str] = {}
    left: list[bytes] = []
    for piece in query.split(b"&"):
        name, text = next(iter(query_pairs(piece)), ("", ""))
        if name not in (LIMIT, CURSOR):
            left.append(piece)
            continue
        if name in given:
            message = say("{name} is given twice", name=name)
            hint = say("give it once")
            raise Usage(Problem("parameter-twice", message, Where(field=name), hint))

        given[name] = text

    part = None
    if CURSOR in given:
        part = part_of(given[CURSOR])
    if LIMIT in given:
        rows = _rows_of(LIMIT, given[LIMIT])
        part = (part or RowsPart(0))._replace(rows=rows)

    return SplitQuery(b"&".join(left), part)


def query_of(query: bytes) -> str:
    """Return a query string without its cursor, for the next part to put its own
    behind:

        list=standard&cursor=abc    list=standard&
    """
    pieces = query.decode("latin-1").split("&")
    return "".join(
        f"{piece}&" for piece in pieces if piece and not piece.startswith("cursor=")
    )


def address_of(scope: Mapping[str, Any], base_path: str) -> str:
    """Return the address of a request as it was sent, relative to the host, to be asked
    with another cursor.
    """
    path = base_path + scope["raw_path"].decode("latin-1").removeprefix(base_path)
    return f"{path}?{query_of(scope['query_string'])}"


def _rows_of(name: str, text: str) -> int:
    """Read how many rows a part has: 1 to nine digits. `Usage`: anything else."""
    if text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0:
        return int(text)

    kind = say("a whole number from {least}", least=1)
    message = say(
        "{name}: {text} is not {kind}", name=name, text=repr(text[:60]), kind=kind
    )
    raise Usage(
        Problem(
            "parameter", message, Where(field=name), say("it takes {kind}", kind=kind)
        )
    )


def part_of(cursor: str) -> RowsPart:
    """Read a cursor. `Usage`: it is none that `cut_to_part` made."""
    try:
        part = msgspec.json.decode(
            urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=RowsPart
        )
        if _is_of_ours(part):
            return part
    except (ValueError, msgspec.MsgspecError):
        pass

    message = say("cursor: {cursor} was not given out here", cursor=repr(cursor[:60]))
    raise Usage(
        Problem(
            "parameter",
            message,
            Where(field=CURSOR),
            say("take it from the Link field of the part before"),
        )
    )


def _is_of_ours(part: RowsPart) -> bool:
    """Tell whether a cursor may have been given out: one always has rows before it."""
    has_day = part.as_of is None or is_day(part.as_of)
    return part.rows > 0 and part.first > 0 and part.before != 0 and has_day


def fixed_to_first_part(asked: A, part: RowsPart) -> tuple[A, RowsPart]:
    """Put the question to the state of the first part, and a mark of the question on
    the part.

    `Usage`: the cursor has the mark of another question, so its rows are not these.
    """
    mark = zlib.crc32(repr(asked).encode())
    if part.first and part.question != mark:
        message = say("the cursor belongs to another question")
        hint = say(
            "repeat the question of the part before, and follow its Link as it stands"
        )
        raise Usage(Problem("parameter", message, Where(field=CURSOR), hint))
    return in_state(asked, part), part._replace(question=mark)


def in_state(asked: A, part: RowsPart) -> A:
    """Fix the times of a question to a state; what it says itself stays, but for a day
    on which more may still be recorded.
    """
    if isinstance(asked, Diff):
        return msgspec.structs.replace(asked, **_two_states(part))

    given = {name: getattr(asked, name) for name in asked.__struct_fields__}
    state: dict[str, str | int | None] = {}
    if part.as_of is not None and given.get("as_of", "") is None:
        state["as_of"] = part.as_of

    if (
        part.known_seq is not None
        and given.get("known_seq", "") is None
        and "known_on" in given
    ):
        state |= {"known_seq": part.known_seq, "known_on": None}

    return msgspec.structs.replace(asked, **state)


def _two_states(part: RowsPart) -> dict[str, str | None]:
    """Return the two states of the first part by their seqs, in the place of whatever
    they were named by; nothing for the first part itself.
    """
    if part.from_seq is None or part.known_seq is None:
        return {}
    return {
        "as_of": part.as_of,
        "known_seq": f"{part.from_seq}..{part.known_seq}",
        "known_on": None,
        "from_day": None,
        "to_day": None,
    }


class Piece(NamedTuple):
    """A part of an answer; the cursor of the rows behind it, "" where there are none;
    how many rows there are in all, None where nobody counted.
    """

    answer: Answer
    following: str
    total: int | None


def bounded_question(asked: Asked, part: RowsPart) -> Asked:
    """Let the log begin where the part before ended, and stop one event behind the part:
    every event of a ledger would be much work for twenty of them.
    """
    if limits_of(type(asked)).rows_at_once is None:
        return asked
    stated: dict[str, int] = {LIMIT: part.rows + 1}
    if part.before is not None:
        stated[BEFORE] = part.before
    return msgspec.structs.replace(asked, **stated)


def cut_to_part(asked: Asked, answer: Answer, part: RowsPart) -> Piece:
    """Return the rows of the part, and what there is besides.

    The log was asked for one event more than the part has (`bounded_question`): that
    one tells that something follows, and nobody counts the rest.
    """
    assert asked.table is not None
    rows = getattr(answer, asked.table)
    is_bounded = limits_of(type(asked)).rows_at_once is not None
    first = 0 if is_bounded else part.first
    last = first + part.rows
    following = ""

    if last < len(rows):
        basis = getattr(answer, "basis", None)
        as_of, known_seq = (
            (None, None) if basis is None else (basis.as_of, basis.known_seq)
        )
        packed = msgspec.json.encode(
            RowsPart(
                part.rows,
                part.first + part.rows,
                as_of,
                known_seq,
                part.question,
                before=rows[last - 1].seq if is_bounded else None,
                from_seq=getattr(answer, "from_seq", None),
            )
        )
        following = urlsafe_b64encode(packed).decode().rstrip("=")

    total: int | None = len(rows)
    if is_bounded:
        total = None if following else part.first + len(rows)

    return Piece(
        msgspec.structs.replace(answer, **{asked.table: rows[first:last]}),
        following,
        total,
    )
