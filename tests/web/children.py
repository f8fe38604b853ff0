"""A ledger of children with days of birth of their own, of whom one asks not to be
listed; and what is read of it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from audit.checkpoint import checkpoint
from audit.signing import new_key
from tests.web.serving import Reply, Served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

ERASED, UNLISTED = "E5", "E1"
NAMED = {ERASED: "Katoava"}


def born(number: int) -> str:
    """Each child has a day of their own, and none of them is a day of anything else."""
    return f"{2009 + number % 5}-{1 + number % 9:02}-{11 + number % 17:02}"


def written(day: str) -> Iterator[str]:
    year, month, date = day.split("-")
    for order in ((year, month, date), (date, month, year)):
        yield from (mark.join(order) for mark in ("-", "/", ".", ""))
    yield f"{int(date)}.{int(month)}.{year}"


def registered(new_ledger: Path, tmp_path: Path, count: int) -> Selo:
    selo = Selo(tmp_path, new_ledger)
    ids = [f"E{number}" for number in range(count)]
    selo.submit(
        *(
            {
                **player(name),
                "name": f"Lapsi {NAMED.get(name, 'Numero' + name)}",
                "born": born(number),
                "sex": "fm"[number % 2],
                "club": "Seura",
            }
            for number, name in enumerate(ids)
        )
    )
    selo.submit(
        {
            "kind": "player",
            "player": UNLISTED,
            "name": "Lapsi Salainen",
            "club": "Oma",
            "unlisted": True,
            "change": True,
        }
    )
    selo.submit(*(opening(name, 1000 + 3 * number) for number, name in enumerate(ids)))
    pairs = [
        f"{one} {other} 1-0" for one, other in zip(ids[:24:2], ids[1:24:2], strict=True)
    ]
    kept = {
        "kind": "keep-title",
        "title": "I",
        "on": "2024-02-01",
        "reason": "by the committee",
    }
    selo.submit(*({**kept, "player": name} for name in ("E0", UNLISTED, ERASED)))
    teams = [
        {
            "team": name,
            "name": f"Joukkue {name}",
            "players": [pair.split()[at] for pair in pairs],
        }
        for at, name in enumerate(("one", "two"))
    ]
    league = {"teams": teams, "matches": [{"round": 1, "home": "one", "away": "two"}]}
    selo.submit(tournament("cup", "2024-03-01", *pairs, league=league))
    selo.submit(
        {"kind": "publish", "list": "selo", "label": "2024-04", "as_of": "2024-04-01"}
    )
    selo.submit(
        {"kind": "player", "player": "E1", "born": "2012-12-29", "change": True}
    )
    new_key(str(tmp_path / "selo.key"))
    checkpoint(str(selo.path), str(tmp_path / "selo.key"))
    return selo


def by_an_unlisted_arbiter(selo: Selo) -> None:
    """Book a tournament whose report names who asks not to be listed, as its arbiter."""
    lines = [
        "012 Autumn",
        "042 2024/06/01",
        "052 2024/06/01",
        "032 FIN",
        "102 Salainen, Lapsi (E1)",
        "112 LAPSI SALAINEN",
        "112 Lapsi NumeroE3",
    ]
    lines += [
        f"001 {at:>4} m    {f'Lapsi Numero{name}':<33} 1000 FIN {'':>11} {'':<10} "
        f" {points}.0 {at:>4}{cell:>10}"
        for at, name, points, cell in ((1, "E2", 1, "2 w 1"), (2, "E3", 0, "1 b 0"))
    ]
    selo.file(
        "autumn.trf.json",
        json.dumps(
            {
                "tournament": "autumn",
                "time_control": "90+30",
                "players_by": "national",
                "domestic": True,
                "map": {"1": "E2", "2": "E3"},
            }
        ),
    )
    selo.done("submit", selo.file("autumn.trf", "\n".join(lines)))


def asked(service: Served, person: Person | None, address: str) -> Reply:
    return service.ask(address, fields={} if person is None else person.fields)


# a day, however it is written, stands within one of these
FIGURES = re.compile(r"[0-9./-]{8,}")


def found(reply: Reply, words: Iterable[str]) -> list[str]:
    """The words that an answer has. Hundreds of days are looked for among its figures
    alone.
    """
    text = reply.text
    figures = " ".join(FIGURES.findall(text))
    return [
        word for word in words if word in (figures if FIGURES.fullmatch(word) else text)
    ]
