"""A ledger with a story in ten submissions, for the questions about two times and for
audits.
"""

from tests.world.command import Selo
from tests.world.documents import (
    Document,
    amend,
    external,
    founding,
    game,
    one_game,
    open_2024,
    opening,
    player,
    tournament,
)

# (day, submission): late arrivals, corrections, a merge and its withdrawal, facts of
# many days
STORY: list[tuple[str, list[Document]]] = [
    ("2024-01-10", founding()),
    ("2024-02-12", [open_2024()]),
    (
        "2024-02-12",
        [
            tournament(
                "feb",
                "2024-02-01",
                game(1, "A", "C"),
                game(2, "B", "D", "0-1"),
                minutes=10,
            ),
            player("E"),
            player("F"),
            opening("F", 1750, list="pelo"),
        ],
    ),
    (
        "2024-03-01",
        [
            tournament(
                "mar",
                "2024-02-28",
                game(1, "E", "A"),
                game(2, "F", "B"),
                game(3, "E", "C", "0-1"),
                minutes=60,
            )
        ],
    ),
    (
        "2024-03-02",
        [amend("open-2024", games={"1.1": {"result": "0-1"}}), external("B", 2100)],
    ),
    (
        "2024-03-15",
        [
            tournament(
                "jan", "2024-01-02", game(1, "D", "A", "1/2-1/2"), game(2, "B", "C")
            )
        ],
    ),
    (
        "2024-03-20",
        [
            {"kind": "withdraw", "tournament": "feb", "reason": "r"},
            one_game("mar", 4, "E", "D"),
        ],
    ),
    (
        "2024-04-01",
        [
            {
                "kind": "ruling",
                "player": "C",
                "list": "selo",
                "on": "2024-02-15",
                "delta": 25,
                "reason": "r",
            },
            {"kind": "withdraw", "seq": 11, "reason": "r"},
        ],
    ),
    (
        "2024-04-02",
        [
            {"kind": "reinstate", "tournament": "feb", "reason": "r"},
            {"kind": "reinstate", "seq": 11, "reason": "r"},
        ],
    ),
    (
        "2024-05-01",
        [
            {
                "kind": "adopt-rules",
                "list": "selo",
                "edition": "fi-2023",
                "from": "2024-02-05",
            }
        ],
    ),
]
LAST = 30


def begun(selo: Selo, name: str, upto: int | None = None) -> None:
    """The story in a new ledger, or as much of it as its first documents (each is one
    event).
    """
    selo.clock("2024-01-09")
    selo.elsewhere(name)
    selo.ask("init")
    left = 1000 if upto is None else upto - selo.events()
    for day, documents in STORY:
        selo.clock(f"{day}T09:30:00.123456Z")
        if left > 0:
            selo.submit(*documents[:left])
        left -= len(documents)
    selo.clock("2024-06-30")
