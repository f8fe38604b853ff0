"""Read a part of XML with expat.

A document type, which could name entities that grow without end, refuses the file.
"""

from collections.abc import Callable
from xml.parsers import expat

from exchange.sheets.refusals import refused
from messages import say

Begun = Callable[[str, dict[str, str]], None]


def parse(
    text: bytes,
    file: str | None,
    begun: Begun,
    ended: Callable[[str], object],
    texts: Callable[[str], None],
) -> None:
    """Call the three functions for each tag and text; names come without their
    namespace.
    """

    def doctype(*_: object) -> None:
        raise refused(
            "sheet-doctype",
            say(
                "the sheet declares a document type, which no spreadsheet program"
                " writes"
            ),
            file,
        )

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: begun(
        _local(name), {_local(key): given[key] for key in given}
    )
    parser.EndElementHandler = lambda name: ended(_local(name))
    parser.CharacterDataHandler = texts
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise refused(
            "sheet-broken",
            say("the sheet is not well-formed XML: {what}", what=error),
            file,
        ) from None


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
