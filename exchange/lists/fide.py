"""Read FIDE's rating list, XML or fixed-width text, one person after the other: 300 MB
are read in constant memory.

The XML is read by expat itself, not by ElementTree on top of it: only so can a document
type be refused as
soon as it begins, before an entity is declared, and no tree has to be cleared behind
the reader. The text list's columns come from its header line; they move from list to
list. A row whose titles run into the ratings is
skipped with a warning; the XML list has no such rows.

FIDE's archive has three lists a month, each with ratings of one kind under the same
heading, the month (SEP24), or the same tag. Which kind it is has to be said; the name
of the file often tells. Until 2012 columns stood closer (`TitlFed`, `GamesBorn`), and until
2006 not even below their headings (fide_early.py).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Literal, NamedTuple
from xml.parsers import expat

from exchange.lists.fide_early import early_row, is_early
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, by_command, say, template

CHUNK = 64 * 1024
MAX_UNPARSED = 1024 * 1024  # bytes without a single tag: not a rating list
MAX_VALUE = 500
MAX_DEPTH = 8
MAX_LINE = 1000
MAX_NAMES = 200  # a FIDE list has about twenty
_TAGS = frozenset(
    [
        "fideid",
        "name",
        "country",
        "sex",
        "rating",
        "rapid_rating",
        "blitz_rating",
        "birthday",
        "k",
    ]
)

Warn = Callable[[Problem], None]
# blitz is taken for no list here
Kind = Literal["standard", "rapid"]
KINDS: Mapping[Kind, str] = {"standard": "rating", "rapid": "rapid_rating"}


class FidePlayer(NamedTuple):
    """A person of the list; a rating is None where there is none."""

    fide_id: str
    name: str
    federation: str
    sex: str  # m, f or empty
    born: int | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    line: int | None = None


def read_list(
    stream: BinaryIO,
    file: str | None = None,
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of an XML or text list; the first bytes show which it is. `kind`:
    of a list whose ratings are of one kind.

    `file`: the name that warnings and refusals show. `warn` is told of each person who
    was skipped.

        reading = read_list(open("standard_rating_list.txt", "rb"), kind="standard")

    `Refused` comes with an archive at once, and with anything else that is wrong when
    the people before it have been taken: nothing is checked before.
    """
    head = stream.read(CHUNK)

    # an archive looks like a text of one very long line
    if head.startswith(b"PK\x03\x04"):
        message = say("the file is a zip archive")
        hint = say("unpack it first")
        raise _refused("fide-list-packed", message, Where(file=file), hint)

    # a mark of the byte order or blanks may stand in front of the XML
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_xml(stream, file, head, warn=warn, kind=kind)
    if is_early(head.removeprefix(b"\xef\xbb\xbf")):
        return read_early_text(stream, file, head, warn=warn, kind=kind)

    return read_text(stream, file, head, warn=warn, kind=kind)


def _refused(code: str, message: Message, where: Where, hint: Message) -> Refused:
    """Make the refusal of a list by one problem.

    `where`: as far as it is known; lines and columns count from 1.
    """
    return Refused([Problem(code, message, where, hint)])


_NO_LIST = say("is this a FIDE list?")
_KIND_IN_NAME = re.compile(r"(standard|rapid)[^/\\]*\Z", re.IGNORECASE)
_BLITZ_IN_NAME = re.compile(r"blitz[^/\\]*\Z", re.IGNORECASE)
_MONTH = re.compile(r"[A-Za-z]{3,4}([0-9]{2})")
_FIRST_RAPID = 12  # of the years, when FIDE began to rate rapid and blitz


def proposed_kind(file: str | None, month: str = "") -> Kind | None:
    """Return the kind that a list of one kind seems to be of: by the name of the file,
    or by its month, before which there was no other than standard.

    `month`: the heading of the ratings. None where neither tells; FIDE began to rate
    rapid and blitz in 2012.

        proposed_kind("rapid_rating_list.txt")  ->  "rapid"
        proposed_kind(None, "SEP09")  ->  "standard"
    """
    named = _KIND_IN_NAME.search(file or "")
    if named is not None:
        name = named[1].lower()
        return next(kind for kind in KINDS if kind == name)

    of_month = _MONTH.fullmatch(month)
    if of_month is None:
        return None

    year = int(of_month[1])

    return "standard" if year < _FIRST_RAPID else None


def _one_kind(file: str | None, where: Where, proposed: Kind | None) -> Refused:
    """Make the refusal of a list of one kind where nobody has said which.

    `proposed`: the kind that it seems to be, which the hint then names.
    """
    code = "fide-list-one-kind"
    if _BLITZ_IN_NAME.search(file or ""):
        message = say("the list seems to be of blitz, which no list here uses")
        hint = say("send the lists of standard and rapid ratings")
        return _refused(code, message, where, hint)

    if proposed is None:
        message = say("the list has ratings of one kind, and does not say of which")
        hint = by_command(
            "use --kind standard or rapid", "say whether they are standard or rapid"
        )
        return _refused(code, message, where, hint)

    message = say(
        "the list has ratings of one kind, which seem to be {kind}", kind=proposed
    )
    hint = by_command(
        "use --kind {kind} if they are", "say whether they are", kind=proposed
    )

    return _refused(code, message, where, hint)


@dataclass(slots=True)
class _People:
    """The handlers that expat calls, with the fields of the person at hand; `ready`
    keeps people for the next yield.
    """

    file: str | None
    warn: Warn
    parser: expat.XMLParserType
    kind: Kind | None = None
    path: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    ready: list[FidePlayer] = field(default_factory=list)

    def where(self) -> Where:
        """Return where the parser is.

        Lines and columns count from 1.
        """
        return Where(
            file=self.file,
            line=self.parser.CurrentLineNumber,
            column=self.parser.CurrentColumnNumber + 1,
        )

    def refuse(self, code: str, message: Message, hint: Message = _NO_LIST) -> Refused:
        """Make a refusal of the list where the parser is.

        The refusal is returned, for the caller to raise.
        """
        return _refused(code, message, self.where(), hint)

    def doctype(self, *_: object) -> None:
        """Refuse a list with a document type.

        Whatever it declares is not looked at.
        """

        # entities are declared there, and a few of them can fill the memory
        message = say("the file declares a document type")
        raise self.refuse("fide-list-doctype", message, say("a FIDE list has none"))

    def start(self, tag: str, _: Mapping[str, str]) -> None:
        """Take the beginning of an element: the list, a person in it, or their field.

        Refused are tags too deep, too many kinds of them, and a root that is no FIDE
        list.
        """
        self.path.append(tag)
        depth = len(self.path)

        if depth > MAX_DEPTH:
            raise self.refuse("fide-list-depth", say("tags are nested too deep"))
        # each is kept as long as the list is read
        if len(self.parser.intern) > MAX_NAMES:
            message = say("there are more than {count} kinds of tags", count=MAX_NAMES)
            raise self.refuse("fide-list-value", message)

        if depth == 1 and tag != "playerslist":
            message = say("the root is {name}, not playerslist", name=repr(tag[:40]))
            raise self.refuse("fide-list-root", message)

        if depth == 2:
            self.values = {}
        elif depth == 3 and tag in _TAGS:
            self.values.setdefault(tag, "")

    def text(self, data: str) -> None:
        """Take a piece of text, which may be of a field.

        Pieces are put together; more than MAX_VALUE characters of a field are refused.
        """

        if len(self.path) != 3:
            return

        name = self.path[-1]
        if name not in _TAGS:
            return

        value = self.values[name] + data
        if len(value) > MAX_VALUE:
            message = say("the text of {name} is too long", name=name[:40])
            raise self.refuse("fide-list-value", message)

        self.values[name] = value

    def end(self, tag: str) -> None:
        """Take the end of an element; behind a person, the person is ready.

        Whoever is no person is told to `warn`, and the list goes on.
        """

        self.path.pop()
        if len(self.path) != 1 or tag != "player":
            return
        # FIDE's lists of standard, rapid and blitz alone have the same tags: nothing in
        # one says which it is
        if "k" in self.values and "rapid_rating" not in self.values:
            if self.kind is None:
                raise _one_kind(self.file, self.where(), proposed_kind(self.file))
            self.values[KINDS[self.kind]] = self.values.pop("rating", "")

        player = _person(_of_kind(self.values, self.kind))
        if isinstance(player, FidePlayer):
            self.ready.append(player._replace(line=self.parser.CurrentLineNumber))
            return

        # one person that cannot be read does not cost the other million
        hint = say("the person was skipped")
        self.warn(Problem("fide-list-row", player, self.where(), hint))


def read_xml(
    stream: BinaryIO,
    file: str | None = None,
    head: bytes = b"",
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of an XML list.

    `head`: bytes that were read from the stream already. `kind`: as in `read_list`.

        <player><fideid>500003</fideid><name>Aho, Aino</name><country>FIN</country>...

    Refused are XML that is not well formed, a document type, another root, and tags
    that are too many, too deep or too long; people before the fault come first.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    people = _People(file, warn, parser, kind)

    # expat calls these as it reads on; whoever is whole then waits in `ready`
    parser.StartDoctypeDeclHandler = people.doctype
    parser.StartElementHandler = people.start
    parser.CharacterDataHandler = people.text
    parser.EndElementHandler = people.end

    size = 0
    chunk = head or stream.read(CHUNK)

    while True:
        try:
            parser.Parse(chunk, not chunk)
        except (expat.ExpatError, ValueError, LookupError) as err:
            message = say("not well-formed XML: {what}", what=err)
            hint = say("fetch the list again")
            raise people.refuse("fide-list-xml", message, hint) from None

        # what expat holds back grows with a tag that does not end
        size += len(chunk)
        unparsed = size - max(parser.CurrentByteIndex, 0)
        if unparsed > MAX_UNPARSED:
            raise people.refuse("fide-list-value", say("a tag has no end"))

        yield from people.ready
        people.ready.clear()

        if not chunk:
            return
        chunk = stream.read(CHUNK)


_NOT_A = {
    "rating": template("{text} is not a rating ({number})"),
    "rapid_rating": template("{text} is not a rapid rating ({number})"),
    "blitz_rating": template("{text} is not a blitz rating ({number})"),
    "birthday": template("{text} is not a birthday ({number})"),
}


def _of_kind(values: Mapping[str, str], kind: Kind | None) -> Mapping[str, str]:
    """Return the values without ratings of another kind than the one that is wanted;
    all of them where none is named.

    The wanted kind is that of the heading, so a combined list is read for one kind
    alone.
    """
    if kind is None:
        return values

    others = _RATINGS - {KINDS[kind]}
    return {name: text for name, text in values.items() if name not in others}


_NUMBER = re.compile(r"[0-9]{0,4}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SEX = {"m": "m", "f": "f", "w": "f"}


def _person(values: Mapping[str, str]) -> FidePlayer | Message:
    """Make a person of their values, or say why they are none.

    `values`: texts by the tags of the XML; blanks around them mean nothing.

    Refused is an id that is none, and a number of more than four digits. A number of 0,
    or none at all, becomes None; a sex of another letter becomes empty.
    """
    texts = {name: " ".join(text.split()) for name, text in values.items()}

    fide_id = texts.get("fideid", "")
    if not _is_fide_id(fide_id):
        return say("{text} is not a FIDE id", text=repr(fide_id[:20]))

    numbers: dict[str, int | None] = {}
    for name, is_none in _NOT_A.items():
        text = texts.get(name, "")
        if not _NUMBER.fullmatch(text):
            return say(is_none, text=repr(text[:20]), number=fide_id)
        numbers[name] = int(text or 0) or None

    return FidePlayer(
        fide_id=fide_id,
        name=texts.get("name", ""),
        federation=texts.get("country", ""),
        sex=_SEX.get(texts.get("sex", "").lower(), ""),
        born=numbers["birthday"],
        standard=numbers["rating"],
        rapid=numbers["rapid_rating"],
        blitz=numbers["blitz_rating"],
    )


def _is_fide_id(text: str) -> bool:
    """Return whether a text is a number of at most eleven digits, and not zero.

    FIDE writes 0 for people without an id.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 11:
        return False
    return int(text) > 0


# Header words and what they head. A list of one kind heads its ratings with the month
# (SEP24).
_HEADS = {
    "ID Number": "fideid",
    "Name": "name",
    "Fed": "country",
    "Sex": "sex",
    "SRtng": "rating",
    "RRtng": "rapid_rating",
    "BRtng": "blitz_rating",
    "B-day": "birthday",
    "Born": "birthday",
}
_NAMES = {head.casefold(): name for head, name in _HEADS.items()}
_FUSED = re.compile(r"(?<=Titl)(?=Fed)|(?<=Games)(?=Born)", re.IGNORECASE)
_WORD = re.compile(r"ID Number|\S+", re.IGNORECASE)
_NEEDED = {"fideid", "name", "country", "birthday"}
_RATINGS = {"rating", "rapid_rating", "blitz_rating"}
Columns = Mapping[str, tuple[int, int | None]]


def read_text(
    stream: BinaryIO,
    file: str | None = None,
    head: bytes = b"",
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of a fixed-width list.

    `head`: bytes that were read from the stream already. `kind`: as in `read_list`.

    Refused are a file without lines, one whose first line is no header, a line that is
    too long or has control characters, and a last line that was cut off.
    """
    columns: Columns | None = None
    borders: Sequence[int] = ()
    least = 0

    for number, (line, is_ended) in enumerate(_text_lines(stream, head, file), 1):
        if not line.strip():
            continue

        # the first line that is not blank is the header
        if columns is None:
            columns = _columns(line, file, kind)
            borders = _borders(columns)
            least = columns["birthday"][0] + len("1980")
            continue

        # a whole row reaches at least over the year of birth
        if not is_ended and len(line) < least:
            raise _cut(file, number, line)

        values = {name: line[first:last] for name, (first, last) in columns.items()}
        person = _person(_of_kind(values, kind))
        fault = person if isinstance(person, Message) else _overflow(line, borders)

        if fault:
            where = Where(file=file, line=number)
            hint = say("the person was skipped; the XML list has no such rows")
            warn(Problem("fide-list-row", fault, where, hint))
        elif isinstance(person, FidePlayer):
            yield person._replace(line=number)

    if columns is None:
        message = say("the file is empty")
        hint = say("fetch the list again")
        raise _refused("fide-list-empty", message, Where(file=file), hint)


def read_early_text(
    stream: BinaryIO,
    file: str | None = None,
    head: bytes = b"",
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of a list from before 2007, whose rows have a form and no columns.

    `kind` has to be given: the list does not say it, and is refused without.

    Lines in front of the first row may be headings. A later line that is no row is
    skipped with a warning.
    """
    if kind is None:
        raise _one_kind(file, Where(file=file, line=1), "standard")

    lines = _text_lines(stream, head, file, otherwise="cp850")
    width = 0
    may_be_headings = True
    for number, (line, is_ended) in enumerate(lines, 1):
        if not line.strip():
            continue

        row = early_row(line)

        # rows are as wide as the one before, unless the file stops within one
        is_whole = row is not None and row.width >= width
        if not is_ended and not is_whole:
            raise _cut(file, number, line)

        if row is not None:
            width = row.width
            yield FidePlayer(
                fide_id=row.fide_id,
                name=row.name,
                federation=row.federation,
                sex=row.sex,
                born=row.born,
                standard=row.rating if kind == "standard" else None,
                rapid=row.rating if kind == "rapid" else None,
                blitz=None,
                line=number,
            )
        elif not may_be_headings:
            message = say("{text} is no row of a FIDE list", text=repr(line[:40]))
            where = Where(file=file, line=number)
            hint = say("the person was skipped")
            warn(Problem("fide-list-row", message, where, hint))

        may_be_headings = False


def _cut(file: str | None, number: int, line: str) -> Refused:
    """Make the refusal of a list whose last line is not whole, at the column where it
    stops.

    `number`: of the line, from 1.
    """
    message = say("the list stops within a line")
    where = Where(file=file, line=number, column=len(line) + 1)
    hint = say("fetch the list again")
    return _refused("fide-list-cut", message, where, hint)


def _text_lines(
    stream: BinaryIO, head: bytes, file: str | None, otherwise: str = "latin-1"
) -> Iterator[tuple[str, bool]]:
    """Yield lines one by one, ended by LF or CRLF, and whether each is: the last may
    not be.

    They are read as UTF-8 where they are, `otherwise` where they are not: the lists are
    ASCII but for rare names.

    `head`: bytes that were read from the stream already. Memory stays bounded: a line
    of more than MAX_LINE bytes is refused before it has ended.
    """
    rest = head.removeprefix(b"\xef\xbb\xbf")
    number = 0
    while True:
        *whole, rest = rest.split(b"\n")
        for line in whole:
            number += 1
            yield _decoded(line.rstrip(b"\r"), number, file, otherwise), True

        if len(rest) > MAX_LINE:
            raise _too_long(number + 1, file)

        chunk = stream.read(CHUNK)
        if not chunk:
            break
        rest += chunk

    if rest:
        yield _decoded(rest.rstrip(b"\r"), number + 1, file, otherwise), False


def _too_long(number: int, file: str | None) -> Refused:
    """Make the refusal of a list with a line that is too long to be one of a person.
    The number of the line is counted from 1.

    Where it stops being one is told as a column, from 1.
    """
    message = say("the line has more than {count} bytes", count=MAX_LINE)
    where = Where(file=file, line=number, column=MAX_LINE + 1)
    return _refused("line-too-long", message, where, _NO_LIST)


def _decoded(line: bytes, number: int, file: str | None, otherwise: str) -> str:
    """Return the text of a line, or refuse the list.

    `number`: of the line, from 1. Refused are more than MAX_LINE bytes and control
    characters.
    """
    if len(line) > MAX_LINE:
        raise _too_long(number, file)

    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode(otherwise)

    control = _CONTROL.search(text)

    if control is not None:
        code = f"{ord(control.group()):04X}"
        message = say("control character U+{code} in the text", code=code)
        where = Where(file=file, line=number, column=control.start() + 1)
        raise _refused("control-character", message, where, _NO_LIST)

    return text


def _columns(header: str, file: str | None, kind: Kind | None) -> Columns:
    """Find where each field begins and ends, by the words of the header line:
    characters counted from 0, and None where the line ends.

    A list of one kind heads its ratings with the month, and the kind has to be known.

        {"fideid": (0, 15), "name": (15, 76), "country": (76, 80), ..., "birthday": (152, 158)}

    Words that mean nothing here end the column before them. Refused is a line without
    ratings, ids, names, federations or births.
    """
    words = list(_header_words(header))
    ends: list[int | None] = [start for _, start in words[1:]]
    ends.append(None)
    columns: dict[str, tuple[int, int | None]] = {}

    month = ""
    for (word, start), end in zip(words, ends, strict=True):
        name = _NAMES.get(word.casefold())

        # a list of one kind has its month there: SEP24
        if name is None and _MONTH.fullmatch(word):
            month = word
            name = KINDS.get(kind or "standard")

        if name is not None:
            columns[name] = (start, end)

    where = Where(file=file, line=1)
    has_ratings = not _RATINGS.isdisjoint(columns)
    if not has_ratings or not columns.keys() >= _NEEDED:
        message = say("the first line is not the header of a combined FIDE list")
        hint = say(
            "the list with standard, rapid and blitz in one (SRtng, RRtng, BRtng), or"
            " the XML"
        )
        raise _refused("fide-list-header", message, where, hint)

    if month and kind is None:
        raise _one_kind(file, where, proposed_kind(file, month))

    return columns


def _header_words(header: str) -> Iterator[tuple[str, int]]:
    """Yield the words of the header line with their columns; two that stand side by side
    without a blank are two.

    For example:

        "ID Number  Name   TitlFed"  ->  ("ID Number", 0), ("Name", 11), ("Titl", 18), ("Fed", 22)
    """
    for match in _WORD.finditer(header):
        words = match.group()

        start = 0
        for cut in _FUSED.finditer(words):
            yield words[start : cut.start()], match.start() + start
            start = cut.start()
        yield words[start:], match.start() + start


def _borders(columns: Columns) -> Sequence[int]:
    """Return where the columns of numbers begin and end, counted in characters from 0,
    in their order; the beginning and the end of a line are none.

    A number of a row that is in its place never has a sign on both sides of one.
    """
    borders: set[int] = set()
    for name in (*_RATINGS, "birthday"):
        begin, end = columns.get(name, (0, None))
        borders.update(border for border in (begin, end) if border)

    return sorted(borders)


def _overflow(line: str, borders: Sequence[int]) -> Message:
    """Say if titles too long for their column push the rest of a row to the right:
    ratings then cross its borders.

    NOTHING where the row is in its place.
    """
    for border in borders:
        beside = line[border - 1 : border + 1]
        if len(beside) == 2 and " " not in beside:
            return say("the titles run into the ratings")

    return NOTHING
