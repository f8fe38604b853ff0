"""Read a part of XML with expat.

A document type, which could name entities that grow without end, refuses the file.
"""

from xml.parsers import expat

from exchange.spreadsheets.refusals import refusal_of_file
from messages import say

MOST_DEEP = 256  # elements inside each other


class PartReader:
    """What is done with the tags and texts of a part, in their order; nothing, unless a
    class says more. Names come without their namespace.
    """

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""

    def ended(self, tag: str) -> None:
        """Take the end of an element."""

    def texts(self, piece: str) -> None:
        """Take a piece of the text inside an element."""


def parse(text: bytes, file: str | None, reader: PartReader) -> None:
    """Hand each tag and text of a part to its reader, or refuse the file.

    Refused: what is no XML, has a document type, or more than 256 elements inside each
    other.
    """
    depth = 0

    def begun(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            message = say(
                "more than {count} elements of the sheet stand inside each other",
                count=MOST_DEEP,
            )
            raise refusal_of_file("sheet-broken", message, file)

        local = {_local(key): value for key, value in attributes.items()}
        reader.begun(_local(name), local)

    def ended(name: str) -> None:
        nonlocal depth
        depth -= 1
        reader.ended(_local(name))

    def doctype(*_: object) -> None:
        message = say(
            "the sheet declares a document type, which no spreadsheet program writes"
        )
        raise refusal_of_file("sheet-doctype", message, file)

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = begun
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = reader.texts
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        message = say("the sheet is not well-formed XML: {what}", what=error)
        raise refusal_of_file("sheet-broken", message, file) from None


def _local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition(" ")[2]
