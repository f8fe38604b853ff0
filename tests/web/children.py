"""A ledger of children with days of birth of their own, of whom one asks not to be listed; and what is read of it."""

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
    selo.submit(*(
        {**player(name), "name": f"Lapsi {NAMED.get(name, 'Numero' + name)}", "born": born(number),
         "sex": "fm"[number % 2], "club": "Seura"}
        for number, name in enumerate(ids)
    ))  # fmt: skip
    selo.submit({"kind": "player", "player": UNLISTED, "name": "Lapsi Salainen", "club": "Oma", "unlisted": True,
                 "change": True})  # fmt: skip
    selo.submit(*(opening(name, 1000 + 3 * number) for number, name in enumerate(ids)))
    pairs = [f"{one} {other} 1-0" for one, other in zip(ids[:24:2], ids[1:24:2], strict=True)]
    kept = {"kind": "keep-title", "title": "I", "on": "2024-02-01", "reason": "by the committee"}
    selo.submit(*({**kept, "player": name} for name in ("E0", UNLISTED, ERASED)))
    teams = [{"team": name, "name": f"Joukkue {name}", "players": [pair.split()[at] for pair in pairs]}
             for at, name in enumerate(("one", "two"))]  # fmt: skip
    league = {"teams": teams, "matches": [{"round": 1, "home": "one", "away": "two"}]}
    selo.submit(tournament("cup", "2024-03-01", *pairs, league=league))
    selo.submit({"kind": "publish", "list": "selo", "label": "2024-04", "as_of": "2024-04-01"})
    selo.submit({"kind": "player", "player": "E1", "born": "2012-12-29", "change": True})
    new_key(str(tmp_path / "selo.key"))
    checkpoint(str(selo.path), str(tmp_path / "selo.key"))
    return selo


def asked(service: Served, person: Person | None, address: str) -> Reply:
    return service.ask(address, fields={} if person is None else person.fields)


def found(reply: Reply, words: Iterable[str]) -> list[str]:
    text = reply.text
    return [word for word in words if word in text]
