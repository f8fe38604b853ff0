"""An event that runs, in which the children of tests/web/children.py play."""

import json

from features.live.store import Report, next_report, show
from tests.web.children import ERASED, NAMED, UNLISTED, born
from tests.world.command import Selo
from tests.world.ledger import outside


def running(selo: Selo, now: str) -> str:
    """An event that runs, of which a report and a relay's PGN have the children's
    names, and the report their days.
    """
    rows = [f"E{number}" for number in range(8)]
    cells = ["8 w 1", "7 w  ", "6 w =", "5 w 0", "4 b 1", "3 b =", "2 b  ", "1 b 0"]
    called = {
        name: (
            "Lapsi,"
            f" {NAMED.get(name, 'Salainen' if name == UNLISTED else 'Numero' + name)}"
        )
        for name in rows
    }
    days = [born(number).replace("-", "/") for number in range(8)]
    lines = [
        f"001 {at + 1:>4} m    {called[name]:<33} 1000 FIN {'':>11} {days[at]:<10}  0.0"
        f" {at + 1:>4}{cells[at]:>10}"
        for at, name in enumerate(rows)
    ]
    head = [
        "012 Summer",
        f"042 {now[:10].replace('-', '/')}",
        f"052 {now[:10].replace('-', '/')}",
        "032 FIN",
    ]
    answers = {
        "time_control": "90+30",
        "players_by": "national",
        "domestic": True,
        "map": {str(at): name for at, name in enumerate(rows, 1)},
    }
    games = (
        f'[Round "2"]\n[White "{called[ERASED]}"]\n[Black'
        f' "{called[UNLISTED]}"]\n[Result "*"]\n'
    )
    for report in (
        Report(
            "summer.trf",
            "\n".join([*head, *lines]).encode(),
            json.dumps(answers).encode(),
        ),
        Report("summer.pgn", games.encode(), b'{"all_played": true}'),
    ):
        show(
            selo.ledger,
            "summer",
            next_report(selo.ledger, "summer", report, (), outside(now)),
            "tester",
            now,
        )
    return "summer"
