"""The lines of `selo export ledger`, read back: a document each, with what the document alone does not hold."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Raw, Struct

from exchange.json.documents import Placed, document_of
from ledger.bodies import PublishedRow
from ledger.decide import Listing
from ledger.decide.office import rows_digest
from ledger.documents import Document
from ledger.errors import Problem, Refused, Where
from ledger.outgoing import Counted, read_end_mark
from ledger.words import Id, Sha256
from messages import Message, by_command, counted, say

MAX_LINE = 64 * 1024 * 1024


_Details = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
_Salt = Annotated[str, Meta(pattern=r"\A[!-~]{1,200}\Z")]
_Moment = Annotated[str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z\Z")]


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """The digests in the event and their salts, which keep a name provable, and what is under the event's seal.

    The salts are absent once these are erased.
    """

    details: _Details
    salt: _Salt | None = None
    seal: Sha256 | None = None
    seal_salt: _Salt | None = None


class Frozen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A list as it was published: it is taken over, not computed again."""

    revision: int
    known_seq: int
    rules: str
    sha256: Sha256
    rows: tuple[PublishedRow, ...]


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    submission: int
    seq: int
    recorded_at: _Moment
    actor: Id
    document: Raw
    digest: Sha256 | None = None
    people: dict[str, Known] = {}
    published: Frozen | None = None


class LedgerLine(NamedTuple):
    """A document that another ledger recorded, and how it was recorded."""

    document: Document
    where: Where
    submission: int
    seq: int
    digest: str | None
    people: dict[str, Known]
    listing: Listing | None
    revision: int | None = None  # of a published list


_LINE = msgspec.json.Decoder(Line)


def read_lines(name: str, lines: Iterable[bytes]) -> Iterator[LedgerLine]:
    """Read one line after the other, however many there are; the first flaw refuses the file."""
    last = 0
    for number, data in enumerate(lines, 1):
        if not data.strip():
            continue
        ledger_line = _ledger_line(name, number, data)
        if ledger_line.seq <= last:
            raise _refused(
                "order", say("event {seq} comes after event {last}", seq=ledger_line.seq, last=last), name, number
            )
        last = ledger_line.seq
        yield ledger_line
    if not last:
        raise _refused("empty", say("the file has no line"), name, None)


def whole(name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines before the end mark, which must come, fit them, and be the last."""
    passed, mark = Counted(), None
    for data in lines:
        if not data.strip():
            continue
        if mark is not None:
            raise _refused("after-end", say("there is something after the end mark"), name, passed.lines + 2)
        mark = read_end_mark(data)
        if mark is None:
            passed.take(data)
            yield data
    if mark is None:
        message = counted(
            "the file has no end mark, so it was cut off: {count} line came",
            "the file has no end mark, so it was cut off: {count} lines came",
            passed.lines,
        )
        raise _refused("cut-off", message, name, None)
    if (mark.lines, mark.sha256) != (passed.lines, passed.sha256):
        message = say(
            "the end mark is of {lines} other lines, {came} came: something was changed or lost",
            lines=mark.lines,
            came=passed.lines,
        )
        raise _refused("end-differs", message, name, passed.lines + 1)


def _ledger_line(name: str, number: int, data: bytes) -> LedgerLine:
    if len(data) > MAX_LINE:
        raise _refused(
            "too-large",
            say(
                "the line has {count} bytes; at most {max_line} are read",
                count=f"{len(data):,}",
                max_line=f"{MAX_LINE:,}",
            ),
            name,
            number,
        )
    try:
        line = _LINE.decode(data)
        text = bytes(line.document).decode("utf-8")
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _refused(
            "not-a-line", say("this is not a line of an exported ledger: {error}", error=error), name, number
        ) from None
    placed: Placed = document_of(name, number, text)
    frozen = line.published
    if frozen is not None and rows_digest(frozen.rows) != frozen.sha256:
        raise _refused("rows-differ", say("the published rows do not match their SHA-256"), name, number)
    listing = None if frozen is None else Listing(frozen.known_seq, frozen.rules, frozen.rows)
    return LedgerLine(
        placed.document, placed.where, line.submission, line.seq, line.digest, line.people, listing,
        None if frozen is None else frozen.revision,
    )  # fmt: skip


def _refused(code: str, message: Message, name: str, line: int | None) -> Refused:
    return Refused(
        Problem(f"import-{code}", message, Where(name, line), by_command("use a file written by `selo export ledger`"))
    )
