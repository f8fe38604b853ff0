"""Documents as the tests write them: every builder has sensible defaults, and fields of
its document replace them.
"""

from collections.abc import Iterable
from typing import Any

Document = dict[str, Any]
Line = str | tuple[str, str, str]

SIDES = ("white", "black")
# before any game: rules adopted from here are in force throughout
ALWAYS = "0001-01-01"


def player(name: str, /, **fields: Any) -> Document:
    return {"kind": "player", "player": name, "name": f"Pelaaja {name}", **fields}


def opening(
    name: str, rating: int = 1600, list: str = "selo", **fields: Any
) -> Document:
    return {
        "kind": "opening",
        "player": name,
        "list": list,
        "on": "2023-06-01",
        "rating": rating,
        "games": 50,
        **fields,
    }


def external(name: str, rating: int = 1900, **fields: Any) -> Document:
    return {
        "kind": "external-rating",
        "player": name,
        "source": "fide-standard",
        "on": "2024-01-01",
        "rating": rating,
        **fields,
    }


def amend(name: str, /, **fields: Any) -> Document:
    return {
        "kind": "amend",
        "tournament": name,
        "reason": "the slip was misread",
        **fields,
    }


def adopt(list_name: str, edition: str, on: str = ALWAYS) -> Document:
    return {"kind": "adopt-rules", "list": list_name, "edition": edition, "from": on}


def one_game(
    name: str, round_no: int, white: str, black: str, result: str = "1-0", **fields: Any
) -> Document:
    """A game that is submitted alone, after its tournament."""
    return {
        "kind": "game",
        "tournament": name,
        **game(round_no, white, black, result, **fields),
    }


def game(
    round_no: int, white: str, black: str, result: str = "1-0", **fields: Any
) -> Document:
    return {
        "round": round_no,
        "white": white,
        "black": black,
        "result": result,
        **fields,
    }


def tournament(
    name: str, end: str, /, *games: Document | Line, **fields: Any
) -> Document:
    """A line is 'A B 1-0' or ('A', 'B', '1-0'), played in the round of its number. A
    field that is None is left out.
    """
    document = {
        "kind": "tournament",
        "tournament": name,
        "name": f"Kilpailu {name}",
        "start": end,
        "end": end,
        "minutes": None if "time_control" in fields else 90,
        "games": played(*games),
        **fields,
    }
    return {key: value for key, value in document.items() if value is not None}


def played(*games: Document | Line) -> list[Document]:
    """The games of a tournament as documents."""
    lines = (line.split() if isinstance(line, str) else line for line in games)
    return [
        line if isinstance(line, dict) else game(at, *line)
        for at, line in enumerate(lines, start=1)
    ]


def introduced(documents: Iterable[Document]) -> list[Document]:
    """A player document for everybody whom the documents name and do not introduce."""
    documents = list(documents)
    lines = [
        line
        for document in documents
        if document["kind"] == "tournament"
        for line in document["games"]
    ]
    named = {line[side] for line in lines for side in SIDES} | {
        d["player"] for d in documents if "player" in d
    }
    known = {
        document["player"] for document in documents if document["kind"] == "player"
    }
    return [player(name, name=name) for name in sorted(named - known)]


PEOPLE = ("A", "B", "C", "D")


def founding() -> list[Document]:
    """Four established players."""
    return [player(name) for name in PEOPLE] + [
        opening(name, 1600 + 100 * i) for i, name in enumerate(PEOPLE)
    ]


def open_2024() -> Document:
    return tournament(
        "open-2024",
        "2024-02-10",
        game(1, "A", "B"),
        game(1, "C", "D", "0-1"),
        game(2, "A", "C", "1/2-1/2"),
        game(2, "B", "D"),
        game(3, "A", "D", "0-1"),
        game(3, "B", "C"),
    )
