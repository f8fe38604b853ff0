"""The document that a form comes to, as the file of a draft."""

import json
import re
from collections.abc import Mapping

from exchange.json.files import read_documents
from ledger.decide import nothing_new
from ledger.errors import Refused
from web.questions.from_address import number_in

_HALVES = re.compile(r"-?[0-9]{1,6}(?:[.,][05])?")
Fields = dict[str, object]  # of a document, as they are written
# fields of a document that say what it is about, in the order in which they are said;
# no name of a person, for the name of a draft stays when the draft is settled
ABOUT = ("list", "label", "player", "from", "into", "tournament", "title")
MOST_OF_NAME = 120


def as_file(document: Mapping[str, object]) -> tuple[str, bytes]:
    """Write the document as the file of a draft; what is wrong with it is refused here
    and not on the draft's page.
    """
    name = name_of(document)
    content = json.dumps(document, ensure_ascii=False).encode()
    try:
        read_documents(name, content)
    except Refused as refusal:
        # a form has no field by these names: it is told as the ledger tells it
        problems = []
        for problem in refusal.problems:
            if problem.code == "no-change":
                [problem] = nothing_new(str(document["tournament"])).problems
            problems.append(problem)
        refusal.problems = tuple(problems)
        raise

    return name, content


def name_of(document: Mapping[str, object]) -> str:
    """Name the draft of a document for what it holds: `publish selo 2026-06.json`.

    A longer name is cut to MOST_OF_NAME characters.
    """
    about = [str(document[field]) for field in ABOUT if document.get(field)]
    words = " ".join([str(document["kind"]), *about])
    return f"{words[:MOST_OF_NAME]}.json"


def number_or_text(text: str) -> int | str:
    """Read a number; a text that is none stays a text, and is refused in words where
    the document is read.
    """
    number = number_in(text)
    return text if number is None else number


def halves_or_text(text: str) -> float | str:
    """Read whole or half points likewise, with a comma or a point."""
    return float(text.replace(",", ".")) if _HALVES.fullmatch(text) else text
