"""What of a person is public: every address, form and role over a ledger of children, before and after erasures.

Anybody may know the year of birth, and nobody an erased name. The office and its auditors see the day.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from audit.checkpoint import checkpoint
from audit.signing import new_key
from service.tokens import Role
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament
from web.questions.registry import QUESTIONS

CHILDREN = [pytest.param(24, id="24"), pytest.param(1000, id="1000", marks=pytest.mark.torture)]
ERASED = "E5"
STRANGERS, OFFICE = (None, Role.READER, Role.SUBMITTER), (Role.OFFICER, Role.PUBLISHER, Role.AUDITOR, Role.ADMIN)
FORMS = ("", ".json", ".csv", ".atom")
MOST_IDS = 3
# what an address asks for beside its parts
QUERIES = {
    "need": "?opponents=1800&target=1900", "performance": "?opponents=1800&score=1", "diff": "?known_seq=10..40",
    "player find": "?name=Lapsi", "letters": "?since=2024-01-01", "selection": "?on=2024-06-01",
    "export player": "", "log": "?limit=200", "follow": "?limit=200", "what-if": "", "predict": "",
}  # fmt: skip


def born(number: int) -> str:
    """Each child has a day of their own, and none of them is a day of anything else."""
    return f"{2009 + number % 5}-{1 + number % 9:02}-{11 + number % 17:02}"


def written(day: str) -> Iterator[str]:
    year, month, date = day.split("-")
    for order in ((year, month, date), (date, month, year)):
        yield from (mark.join(order) for mark in ("-", "/", ".", ""))
    yield f"{int(date)}.{int(month)}.{year}"


@pytest.fixture(params=CHILDREN)
def children(request: pytest.FixtureRequest, new_ledger: Path, tmp_path: Path) -> tuple[Selo, int]:
    selo, count = Selo(tmp_path, new_ledger), int(request.param)
    ids = [f"E{number}" for number in range(count)]
    selo.submit(*(
        {**player(name), "name": f"Lapsi Numero{name}", "born": born(number), "sex": "fm"[number % 2], "club": "Seura"}
        for number, name in enumerate(ids)
    ))  # fmt: skip
    selo.submit(*(opening(name, 1000 + 3 * number) for number, name in enumerate(ids)))
    pairs = [f"{one} {other} 1-0" for one, other in zip(ids[::2], ids[1::2], strict=False)]
    selo.submit(tournament("cup", "2024-03-01", *pairs))
    selo.submit({"kind": "publish", "list": "selo", "label": "2024-04", "as_of": "2024-04-01"})
    selo.submit({"kind": "player", "player": "E1", "born": "2012-12-29", "change": True})
    new_key(str(tmp_path / "selo.key"))
    checkpoint(str(selo.path), str(tmp_path / "selo.key"))
    return selo, count


def addresses(selo: Selo, count: int) -> Iterator[str]:
    """Every question in every form it has, with the ids of this ledger in it."""
    newest = selo.events()
    parts = {
        "player": [f"E{number}" for number in (0, 1, 5)], "tournament": ["cup"], "list": ["selo"], "label": ["2024-04"],
        "seq": [str(seq) for seq in (*range(7, 7 + MOST_IDS), *range(newest - 6, newest + 1))], "older": ["2024-04"],
        "newer": ["2024-04"], "edition": ["fi-2023"], "club": ["Seura"],
    }  # fmt: skip
    for entry in QUESTIONS:
        for address in _filled(entry.address, parts):
            query = QUERIES.get(entry.command, "")
            yield from (f"{place}{address}{form}{query}" for place in ("", "/api") for form in FORMS)
            yield f"/api{address}{query or '?'}&known_seq={newest - 1}"
            yield f"/fi{address}{query}"
    yield from ("/lists/selo/file", "/lists/selo/file?format=fixed", "/lists/selo/file?format=swiss-manager",
                "/lists/selo/file?label=2024-04", "/tournaments/cup/trf/file", "/api/openapi.json", "/api", "/",
                "/log.atom", "/lists.atom", "/metrics", "/healthz", "/readyz", "/api/tlog/checkpoint",
                "/api/notifications/1,100", "/api/drafts", "/desk", "/desk/player?player=E1",
                "/desk/merge?from=E1&into=E2")  # fmt: skip


def _filled(address: str, parts: dict[str, list[str]]) -> Iterable[str]:
    match = re.search(r"{(\w+)(:\w+)?}", address)
    if match is None:
        return [address]
    return [each for value in parts[match[1]] for each in _filled(address.replace(match[0], value), parts)]


def asked(service: Served, person: Person | None, address: str) -> Reply:
    return service.ask(address, fields={} if person is None else person.fields)


def found(reply: Reply, words: Iterable[str]) -> list[str]:
    return [word for word in words if word in reply.text]


def test_nobody_but_the_office_sees_a_day_of_birth_and_nobody_an_erased_name(children: tuple[Selo, int]) -> None:
    selo, count = children
    days = sorted({word for number in range(count) for word in written(born(number))} | {*written("2012-12-29")})
    erased = [f"Numero{ERASED}"]
    with served(selo.ledger, now=lambda: AT) as service:
        people = {role: None if role is None else Person(service, selo.ledger, role, f"p-{role}")
                  for role in (*STRANGERS, *OFFICE)}  # fmt: skip
        for erasure in (False, True):
            if erasure:
                selo.done("player", "erase", ERASED, "--reason", "the guardian asked")
            answered, seen = 0, dict.fromkeys(OFFICE, 0)
            for address in addresses(selo, count):
                for role, person in people.items():
                    reply = asked(service, person, address)
                    assert reply.status < 500, (role, address, reply.status)
                    answered += reply.status == 200
                    if role in STRANGERS:
                        assert found(reply, days) == [], (role, address)
                    elif reply.status == 200:
                        seen[role] += bool(found(reply, days))
                    if erasure:
                        assert found(reply, erased) == [], (role, address)
            # the controls: most of it answers, and the office does see the days
            assert answered > 500 and min(seen.values()) > 3, (answered, seen)


def test_the_year_is_there_and_the_sex_is_not(children: tuple[Selo, int]) -> None:
    selo, _ = children
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for person, expected in ((None, ("2009", None)), (officer, (born(0), "f"))):
            details = asked(service, person, "/api/players/E0/details").value
            assert (details["player"]["born"], details["player"]["sex"]) == expected
            [row] = [
                row for row in asked(service, person, "/api/lists/selo/people").value["rows"] if row["player"] == "E0"
            ]
            assert (row["born"], row["sex"]) == expected
        assert "2009/00/00" in asked(service, None, "/tournaments/cup/trf/file").text
        assert born(0).replace("-", "/") in asked(service, officer, "/tournaments/cup/trf/file").text
        told = asked(service, None, f"/api/events/{selo.events()}").text
        assert "born: 2010 became 2012" in told
        selo.submit({"kind": "player", "player": "E1", "born": "2012-12-30", "change": True})
        assert "syntynyt muuttui" in asked(service, None, f"/fi/events/{selo.events()}").text
        refused = asked(service, None, "/api/log/7/proof")
        assert (refused.status, refused.codes) == (403, ["not-allowed"])
        assert asked(service, officer, "/api/log/7/proof").status == 200


def test_an_answer_for_the_office_is_kept_for_nobody_else(children: tuple[Selo, int]) -> None:
    """The same address, the same state: whoever asks first must not decide what the next one sees."""
    selo, _ = children
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for first, second in ((officer, None), (None, officer)):
            one, other = (asked(service, person, "/api/players/E2/details") for person in (first, second))
            assert one.fields["etag"] != other.fields["etag"] and one.text != other.text
        assert asked(service, None, "/api/players/E2/details").fields["cache-control"] == "no-cache"
        told = asked(service, officer, "/api/players/E2/details")
        assert told.fields["cache-control"] == "private, no-cache"
        mixed = {"If-None-Match": told.fields["etag"]}
        assert service.ask("/api/players/E2/details", fields=mixed).status == 200


def test_the_static_site_has_no_day(children: tuple[Selo, int]) -> None:
    selo, count = children
    selo.done("site", str(selo.folder / "site"))
    text = b"".join(path.read_bytes() for path in (selo.folder / "site").rglob("*") if path.is_file()).decode()
    assert [day for number in range(count) for day in written(born(number)) if day in text and len(day) > 8] == []
    assert "Lapsi NumeroE0" in text
