"""Read the files of JSON that hold documents: one in a file, one on each line, or the
lines of `selo export ledger`.

Their bytes are text first. A line of an exported ledger has beside its document what
that alone does not hold. An object that is no document, as of a rule to try, is read
with the places of its fields.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from json import JSONDecodeError
from typing import Annotated, Any, BinaryIO, NamedTuple

import msgspec
from msgspec import Meta, Raw, Struct

from exchange import MAX_BYTES
from exchange.json.documents import MAX_PROBLEMS, document_of
from exchange.json.foreign import refusal_of_foreign
from exchange.json.positions import Chart, line_and_column
from ledger.actors import flaw_of, not_an_actor, spelled
from ledger.bodies import PublishedRow
from ledger.decide import Listing
from ledger.decide.publication import rows_digest
from ledger.documents import Document
from ledger.errors import Problem, Refused, Where, field_name
from ledger.field_types import Actor, Sha256
from ledger.flaws import Flaw, flaw
from ledger.placed import Placed
from ledger.whole_files import LinesCounted, read_end_mark
from messages import NOTHING, Message, by_command, counted, say


def text_of(
    name: str, data: bytes, line: int | None = None, hint: Message = NOTHING
) -> str:
    """Return the text of a file, or of one line of it; refuse it at the place of the
    first bad byte.

    `line`: which one it is, from 1; None: the whole file. At most 10 MiB are read.
    Raised is Refused.
    """
    if len(data) > MAX_BYTES:
        if line is None:
            message = say(
                "the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES
            )
        else:
            message = say(
                "the line has more than 10 MiB ({count} bytes)", count=MAX_BYTES
            )

        raise Refused(Problem("too-large", message, Where(name, line), hint))

    if line in (None, 1):
        # a byte order mark stands at the beginning of a file, nowhere else
        data = data.removeprefix(b"\xef\xbb\xbf")

    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        lines_before = data.count(b"\n", 0, error.start)
        where = Where(name, (line or 1) + lines_before)
        code = f"{data[error.start]:#04x}"
        message = say("byte {code} is not UTF-8", code=code)
        hint = say("save the file as UTF-8")
        raise Refused(Problem("not-utf8", message, where, hint)) from None


def read_documents(name: str, data: bytes) -> list[Placed]:
    """Read all documents of a file: one from a .json file, one a line from a .jsonl
    file.

    For any other name the content decides. A file with problems is refused, with all of
    them at once.

    JSON that another program wrote is refused by what it is, and not field by field.
    """
    try:
        return _documents(name, data)
    except Refused:
        problem = refusal_of_foreign(name, data)
        if problem is None:
            raise
        raise Refused(problem) from None


def _documents(name: str, data: bytes) -> list[Placed]:
    """Read the documents of a file: one of a whole file, where its name or its content
    says so, else one a line.

    name: it decides where it ends in .json or .jsonl. A whole file may have ten
    megabytes, of lines each one.
    """
    if not name.endswith(".jsonl"):
        hint = say(
            "a file with one document on each line may be larger: name it .jsonl"
        )
        text = text_of(name, data, hint=hint)
        if text.strip() and (name.endswith(".json") or _is_one_value(text)):
            try:
                return [document_of(name, 1, text)]
            except Refused as refused:
                raise _refusal_of_documents(name, refused.problems) from None

    return list(read_lines(name, BytesIO(data)))


def read_lines(name: str, file: BinaryIO) -> Iterator[Placed]:
    """Read a document from each line, however many there are; the problems of all lines
    are raised together at the end.

    After the first problem no document is yielded: nothing of such a file will be
    booked.

    Lines that are blank are passed over. Raised is Refused for a file without a
    document.
    """
    is_empty = True
    problems: list[Problem] = []
    lines = iter(lambda: file.readline(MAX_BYTES + 1), b"")
    for number, line in enumerate(lines, 1):
        try:
            text = text_of(name, line.removesuffix(b"\n"), number)
            if text.strip():
                is_empty = False
                document = document_of(name, number, text)
                if not problems:
                    yield document
        except Refused as refused:
            problems.extend(refused.problems)

        # where the next line begins is not known
        is_cut_off = len(line) > MAX_BYTES and not line.endswith(b"\n")
        if is_cut_off or len(problems) > MAX_PROBLEMS:
            break

    if problems:
        raise _refusal_of_documents(name, problems)
    if is_empty:
        raise Refused(Problem("empty", say("the file has no document"), Where(name)))


def _refusal_of_documents(name: str, problems: Sequence[Problem]) -> Refused:
    """Make the refusal of a file; one that is wrong in every line shows only the first
    problems, and says that there are more.
    """
    if len(problems) <= MAX_PROBLEMS:
        return Refused(problems)

    message = say("and more; only the first {count} are shown", count=MAX_PROBLEMS)
    more = Problem("too-many", message, Where(name))
    return Refused([*problems[:MAX_PROBLEMS], more])


def _is_one_value(text: str) -> bool:
    """Return whether a text is one JSON value, of any kind; lines of documents are
    several.
    """
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False

    return True


class ChartedObject:
    """A JSON object with the places of its fields.

    name: of the file. value: the object as it was read.
    """

    def __init__(self, name: str, value: dict[str, Any], chart: Chart) -> None:
        """Keep what was read, and `chart`: where each of its fields stands."""
        self.name = name
        self.value = value
        self._chart = chart

    def refusal(self, flaws: Sequence[Flaw]) -> Refused:
        """Make a refusal of all flaws at once, each at the line and column of its
        field, or of what is around a field that is missing.

        flaws: each with a path, a code, what is wrong and what to do.
        """
        problems = []
        for path, code, message, hint in flaws:
            line, column = self._chart.position_of(path)
            where = Where(self.name, line, column, field_name(path))
            problems.append(Problem(code, message, where, hint))

        return Refused(problems)


def read_object(name: str, data: bytes, like: str) -> ChartedObject:
    """Read the object or refuse it; `like` shows what it should look like.

    Raised is Refused: no JSON, no object, or a field that comes twice.

        read_object("rule.json", b'{"k": 20}', '{"k": 40}').value    {"k": 20}
    """
    text = text_of(name, data)
    hint = say("write {like}", like=like)
    try:
        value = json.loads(text)
        chart = Chart(text)
    except JSONDecodeError as error:
        where = Where(name, *line_and_column(text, error.pos))
        message = say("not valid JSON: {what}", what=error.msg)
        raise Refused(Problem("not-json", message, where, hint)) from None
    except (RecursionError, ValueError, IndexError):
        message = say("nested too deeply, or a number that cannot be read")
        raise Refused(Problem("not-json", message, Where(name))) from None

    if not isinstance(value, dict):
        message = say("one JSON object is needed")
        raise Refused(Problem("wrong-type", message, Where(name, 1), hint))

    paper = ChartedObject(name, value, chart)
    flaws = _repeated_key_flaws(chart)
    if flaws:
        raise paper.refusal(flaws)

    return paper


def _repeated_key_flaws(chart: Chart) -> list[Flaw]:
    """Return a flaw for each member that appears again in its object.

    They come in the order of their paths, as these are written.
    """
    counts = Counter(path for path, _ in chart.positions)
    twice = [path for path, count in counts.items() if count > 1]
    flaws = []
    for path in sorted(twice, key=str):
        message = say("{name} appears twice", name=repr(path[-1]))
        flaws.append(flaw(path, "key-twice", message, say("keep one")))

    return flaws


MAX_LINE = 64 * 1024 * 1024


_Details = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
_Salt = Annotated[str, Meta(pattern=r"\A[!-~]{1,200}\Z")]
_Moment = Annotated[str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z\Z")]


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """The digests in the event and their salts, which keep a name provable, and what is
    under the event's seal.

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
    """A line of an exported ledger: a document, where it stood, and what was kept of
    its people and words.
    """

    submission: int
    seq: int
    recorded_at: _Moment
    actor: Actor
    document: Raw
    digest: Sha256 | None = None
    people: dict[str, Known] = {}
    texts: dict[str, _Salt] = {}
    erased_texts: dict[str, tuple[str, ...]] = {}
    published: Frozen | None = None


class LedgerLine(NamedTuple):
    """A document that another ledger recorded, and how it was recorded.

    submission, seq: the numbers of its submission and of its event there.

    digest: of the document, where it has one. people: what stood beside the log of its
    people, by id.

    listing, revision: of a published list; None of other documents.
    """

    document: Document
    where: Where
    submission: int
    seq: int
    digest: str | None
    people: dict[str, Known]
    listing: Listing | None
    revision: int | None = None  # of a published list
    # the words of the document that are sealed, and their salts
    texts: Mapping[str, str] = {}
    # by id: the seals of words that went with them
    erased_texts: Mapping[str, tuple[str, ...]] = {}


_LINE = msgspec.json.Decoder(Line)


def read_ledger_lines(name: str, lines: Iterable[bytes]) -> Iterator[LedgerLine]:
    """Read one line after the other, however many there are; the first flaw refuses the
    file.

    Lines stand in the order of their events: `seq` goes up. Blank lines are passed
    over.
    """
    last = 0
    for number, data in enumerate(lines, 1):
        if not data.strip():
            continue

        ledger_line = _ledger_line(name, number, data)
        seq = ledger_line.seq
        if seq <= last:
            message = say("event {seq} comes after event {last}", seq=seq, last=last)
            raise _refusal_of_ledger("order", message, name, number)

        last = seq
        yield ledger_line

    if not last:
        raise _refusal_of_ledger("empty", say("the file has no line"), name, None)


def lines_before_end_mark(name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines before the end mark, which must come, fit them, and be the last.

    Whoever takes the lines must take all: the mark is only compared at the end. Raised
    is Refused where it is missing (cut-off), differs, or something follows it.
    """
    passed = LinesCounted()
    mark = None
    for data in lines:
        if not data.strip():
            continue
        if mark is not None:
            message = say("there is something after the end mark")
            raise _refusal_of_ledger("after-end", message, name, passed.lines + 2)
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
        raise _refusal_of_ledger("cut-off", message, name, None)

    if mark.lines != passed.lines or mark.sha256 != passed.sha256:
        message = say(
            "the end mark is of {lines} other lines, {came} came: something was changed"
            " or lost",
            lines=mark.lines,
            came=passed.lines,
        )
        raise _refusal_of_ledger("end-differs", message, name, passed.lines + 1)


def _ledger_line(name: str, number: int, data: bytes) -> LedgerLine:
    """Read a line, or refuse it.

    name: of the file. number: of the line, from 1. data: the bytes of it.

    Its document is read as strictly as any. Rows of a published list have to fit their
    SHA-256.
    """
    if len(data) > MAX_LINE:
        message = say(
            "the line has {count} bytes; at most {max_line} are read",
            count=f"{len(data):,}",
            max_line=f"{MAX_LINE:,}",
        )
        raise _refusal_of_ledger("too-large", message, name, number)

    try:
        line = _LINE.decode(data)
        text = bytes(line.document).decode("utf-8")
        why = flaw_of(spelled(line.actor))
        if why is not None:
            raise ValueError(not_an_actor(line.actor, why))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = say("this is not a line of an exported ledger: {error}", error=error)
        raise _refusal_of_ledger("not-a-line", message, name, number) from None

    placed = document_of(name, number, text)
    listing = revision = None
    frozen = line.published
    if frozen is not None:
        if rows_digest(frozen.rows) != frozen.sha256:
            message = say("the published rows do not match their SHA-256")
            raise _refusal_of_ledger("rows-differ", message, name, number)
        listing = Listing(frozen.known_seq, frozen.rules, frozen.rows)
        revision = frozen.revision

    return LedgerLine(
        document=placed.document,
        where=placed.where,
        submission=line.submission,
        seq=line.seq,
        digest=line.digest,
        people=line.people,
        listing=listing,
        revision=revision,
        texts=line.texts,
        erased_texts=line.erased_texts,
    )


def _refusal_of_ledger(
    code: str, message: Message, name: str, line: int | None
) -> Refused:
    """Make the refusal of an exported ledger.

    code: what is wrong, to which `import-` is put. name: of the file. line: which one,
    from 1; None: it is about the whole file.
    """
    hint = by_command("use a file written by `selo export ledger`")
    return Refused(Problem(f"import-{code}", message, Where(name, line), hint))
