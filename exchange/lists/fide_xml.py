"""Read FIDE's rating list in XML.

It is read by expat itself, not by ElementTree on top of it: only so can a document type
be refused as soon as it begins, before an entity is declared, and no tree has to be
cleared behind the reader.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO
from xml.parsers import expat

from exchange.lists.fide_person import (
    CHUNK,
    KINDS,
    NO_LIST,
    FidePlayer,
    Kind,
    Warn,
    person_of,
    proposed_kind,
    refusal_of_list,
    refusal_without_kind,
    values_of_kind,
)
from ledger.errors import Problem, Refused, Where
from messages import Message, say

MAX_UNPARSED = 1024 * 1024  # bytes without a single tag: not a rating list
MAX_VALUE = 500
MAX_DEPTH = 8
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

    def refuse(self, code: str, message: Message, hint: Message = NO_LIST) -> Refused:
        """Make a refusal of the list where the parser is.

        The refusal is returned, for the caller to raise.
        """
        return refusal_of_list(code, message, self.where(), hint)

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
                raise refusal_without_kind(
                    self.file, self.where(), proposed_kind(self.file)
                )
            self.values[KINDS[self.kind]] = self.values.pop("rating", "")

        player = person_of(values_of_kind(self.values, self.kind))
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
