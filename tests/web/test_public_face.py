"""What of a person is public: every address, form and role over a ledger of children,
before and after erasures.

Anybody may know the year of birth, unless the office keeps it back, and nobody an
erased name, or that of somebody who asked not to be listed. The office and its auditors
see the day and whoever asked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from projections.answers.asking import Unledgered
from tests.features import asked_of_features
from tests.torture.report import record
from tests.torture.workload import scaled
from tests.web.children import (
    ERASED,
    NAMED,
    UNLISTED,
    asked,
    born,
    found,
    registered,
    written,
)
from tests.web.serving import served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from web.questions.registry import QUESTIONS
from web.store.roles import Role

CHILDREN = [
    pytest.param(24, id="24"),
    pytest.param(scaled(1000), id="1000", marks=pytest.mark.torture),
]
STRANGERS, OFFICE = (
    (None, Role.READER, Role.SUBMITTER),
    (
        Role.OFFICER,
        Role.PUBLISHER,
        Role.AUDITOR,
        Role.ADMIN,
    ),
)
FORMS = ("", ".json", ".csv", ".atom")
MOST_IDS = 3
# what an address asks for beside its parts
QUERIES = {
    "player need": "?against=E1,E5&target=1900",
    "log diff": "?known_seq=10..40",
    "player find": "?words=Salain",
    "log": "?limit=200",
    "log follow": "?limit=200",
    "player ratings": "?ids=E0,E1,E5",
    "titles": "",
}
for feature in asked_of_features():
    QUERIES |= feature.queries
OTHERS = (
    "/lists/selo/file",
    "/lists/selo/file?format=fixed",
    "/lists/selo/file?format=swiss-manager",
    "/lists/selo/file?format=vega",
    "/lists/selo/file?format=sharly-chess",
    "/lists/selo/file?format=tasaselo",
    "/lists/selo/file?label=2024-04",
    "/tournaments/cup/trf/file",
    "/tournaments/cup/pgn/file",
    "/log/7/proof/file",
    "/verify/verify.py",
    "/verify/checkpoint.txt",
    "/verify/key.txt",
    "/api",
    "/",
    "/players/E0/picture.svg",
    "/players/E1/picture.svg",
    "/fi/players/E5/picture.svg",
    "/players/E0/picture.png",
    "/api/openapi.json",
    "/log.atom",
    "/lists.atom",
    "/metrics",
    "/healthz",
    "/readyz",
    "/api/checkpoint",
    "/api/notifications/1,100",
    "/api/drafts",
    "/desk",
    *(address for asked in asked_of_features() for address in asked.others),
    "/desk/correct",
    "/desk/tournaments/cup",
    "/desk/player?player=E1",
    "/desk/merge?from=E1&into=E2",
    "/search?words=Lapsi",
    "/search?words=salai",
    "/players/Salain",
    "/api/lists/selo?club=Oma",
    "/lists/selo?by=name",
    "/players/E0/against?opponent=Salain",
    "/players/E1/against?opponent=E0",
    "/desk/tournaments/cup/games/1.1",
    "/desk/tournaments/cup/withdraw",
    "/desk/publish?list=selo",
    *(address for asked in asked_of_features() for address in asked.of_children),
)
WORDS = (
    "Every address in every form as anybody and in each role over a ledger of minors,"
    " before and after an erasure."
)
# what features show nobody but the office
HIDDEN = [word for asked in asked_of_features() for word in asked.hidden]
OF_ROLES = {entry.command for entry in QUESTIONS if entry.role is not Role.ANYBODY}


@pytest.fixture(params=CHILDREN)
def children(
    request: pytest.FixtureRequest, new_ledger: Path, tmp_path: Path
) -> tuple[Selo, int]:
    return registered(new_ledger, tmp_path, int(request.param)), int(request.param)


def addresses(selo: Selo) -> Iterator[tuple[str, str]]:
    """Every question in every form it has, with the ids of this ledger in it, and what
    it is called.
    """
    newest = selo.events()
    parts = {
        "player": [f"E{number}" for number in (0, 1, 5)],
        "tournament": ["cup"],
        "list": ["selo"],
        "label": ["2024-04"],
        "seq": [
            str(seq)
            for seq in (*range(7, 7 + MOST_IDS), *range(newest - 6, newest + 1))
        ],
        "older": ["2024-04"],
        "newer": ["2024-04"],
        "edition": ["fi-2023"],
        "club": ["Seura", "Oma"],
        "title": ["I"],
        "opponent": [UNLISTED, ERASED],
        "quarter": ["2024Q1"],
        "team": ["one"],
    }
    for entry in QUESTIONS:
        for address in _filled(entry.address, parts):
            query = QUERIES.get(entry.command, "")
            yield from (
                (entry.command, f"{place}{address}{form}{query}")
                for place in ("", "/api")
                for form in FORMS
            )
            yield entry.command, f"/api{address}{query or '?'}&known_seq={newest - 1}"
            yield entry.command, f"/fi{address}{query}"
    yield from (("", address) for address in OTHERS)


def _filled(address: str, parts: dict[str, list[str]]) -> Iterable[str]:
    match = re.search(r"{(\w+)(:\w+)?}", address)
    if match is None:
        return [address]
    return [
        each
        for value in parts[match[1]]
        for each in _filled(address.replace(match[0], value), parts)
    ]


def test_nobody_but_the_office_sees_a_day_of_birth_and_nobody_an_erased_name(
    children: tuple[Selo, int],
) -> None:
    selo, count = children
    days = sorted(
        {word for number in range(count) for word in written(born(number))}
        | {*written("2012-12-29")}
    )
    for of_feature in asked_of_features():
        if of_feature.shows_children is not None:
            of_feature.shows_children(selo, AT)
    erased, unlisted = (
        [NAMED[ERASED]],
        [
            "Salainen",
            '"Oma"',
            f"Numero{UNLISTED}<",
            f'Numero{UNLISTED}"',
        ],
    )
    generous = {"searches_a_minute": 10**9}
    with served(selo.ledger, now=lambda: AT, **generous) as service:
        people = {
            role: (
                None
                if role is None
                else Person(service, selo.ledger, role, f"p-{role}")
            )
            for role in (*STRANGERS, *OFFICE)
        }
        requests = Counter[str]()
        for erasure in (False, True):
            if erasure:
                selo.done("player", "erase", ERASED, "--reason", "the guardian asked")
            answered, seen, known = Counter[str](), dict.fromkeys(OFFICE, 0), 0
            turns = Counter[str]()
            for command, address in addresses(selo):
                turns[command] += 1
                if not erasure and count < 1000 and turns[command] % 2 == 0:
                    continue  # what is found afterwards is looked for in all of them
                turn = turns[command] + len(turns) + 3 * erasure
                everybody = count >= 1000 or command in OF_ROLES
                for role, person in (
                    people.items() if everybody else _in_turn(people, turn)
                ):
                    reply = asked(service, person, address)
                    assert reply.status < 500, (role, address, reply.status)
                    answered[command] += reply.status == 200
                    requests["strangers" if role in STRANGERS else "office"] += 1
                    if role in STRANGERS:
                        assert found(reply, days) == [], (role, address)
                        told = [word for word in HIDDEN if word in reply.text]
                        assert told == [], (role, address)
                        assert "clubs/Oma" in address or found(reply, unlisted) == [], (
                            role,
                            address,
                        )
                    elif reply.status == 200:
                        seen[role] += bool(found(reply, days))
                        known += "Salainen" in reply.text
                    if erasure:
                        assert found(reply, erased) == [], (role, address)
            # the controls: most of it answers, and the office does see the days
            assert answered.total() > 500 and min(seen.values()) > 2 and known > 20, (
                answered,
                seen,
                known,
            )
            requests["with a day, to the office"] += sum(seen.values())
            silent = {
                entry.command
                for entry in QUESTIONS
                if not answered[entry.command]
                and not issubclass(entry.asked, Unledgered)
            }
            # a question that is answered by none of these addresses shows nothing of
            # the policy
            assert silent == set()
    if count >= 1000:
        record(
            "a public face",
            WORDS,
            0,
            {
                "minors": count,
                "requests of strangers": requests["strangers"],
                "requests of the office": requests["office"],
                "days of birth told to strangers": 0,
                "erased names told to anybody": 0,
                "names told to strangers of somebody who asks not to be listed": 0,
                "control, answers to the office with days of birth": requests[
                    "with a day, to the office"
                ],
            },
        )


def _in_turn(
    people: dict[Role | None, Person | None], turn: int
) -> list[tuple[Role | None, Person | None]]:
    """Anybody, and of those who have a token one, another one for the next address of a
    question; the long form has all of them at every address.
    """
    others = [*STRANGERS[1:], *OFFICE]
    role = others[turn % len(others)]
    return [(None, people[None]), (role, people[role])]


def test_the_year_is_there_and_the_sex_is_not(children: tuple[Selo, int]) -> None:
    selo, _ = children
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for person, expected in ((None, ("2009", None)), (officer, (born(0), "f"))):
            details = asked(service, person, "/api/players/E0/details").value
            assert (details["player"]["born"], details["player"]["sex"]) == expected
            [row] = [
                row
                for row in asked(service, person, "/api/lists/selo/people").value[
                    "rows"
                ]
                if row["player"] == "E0"
            ]
            assert (row["born"], row["sex"]) == expected
        assert "2009/00/00" in asked(service, None, "/tournaments/cup/trf/file").text
        assert (
            born(0).replace("-", "/")
            in asked(service, officer, "/tournaments/cup/trf/file").text
        )
        selo.submit(
            {"kind": "player", "player": "E3", "born": "2011-12-29", "change": True}
        )
        told = asked(service, None, f"/api/events/{selo.events()}").text
        assert "born: 2012 became 2011" in told
        selo.submit(
            {"kind": "player", "player": "E3", "born": "2011-12-30", "change": True}
        )
        assert (
            "syntynyt muuttui"
            in asked(service, None, f"/fi/events/{selo.events()}").text
        )


def test_everybody_may_have_the_proof_of_what_says_no_more_than_anybody_sees(
    children: tuple[Selo, int],
) -> None:
    selo, _ = children
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        # the year of E3, and a seal
        assert asked(service, None, "/api/log/7/proof").status == 200
        selo.submit({"kind": "settings", "years_of_birth": "adults"})
        refused = asked(service, None, "/api/log/7/proof")
        assert (refused.status, refused.codes) == (403, ["not-allowed"])
        for address in ("/api/log/7/proof", "/log/7/proof", "/log/7/proof/file"):
            shown = {"Accept": "text/html"} if address == "/log/7/proof" else {}
            assert service.ask(address, fields=shown).status == 403, address
            assert asked(service, officer, address).status == 200, address


def test_an_answer_for_the_office_is_kept_for_nobody_else(
    children: tuple[Selo, int],
) -> None:
    """The same address, the same state: whoever asks first must not decide what the
    next one sees.
    """
    selo, _ = children
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for first, second in ((officer, None), (None, officer)):
            one, other = (
                asked(service, person, "/api/players/E2/details")
                for person in (first, second)
            )
            assert one.fields["etag"] != other.fields["etag"] and one.text != other.text
        assert (
            asked(service, None, "/api/players/E2/details").fields["cache-control"]
            == "no-cache"
        )
        told = asked(service, officer, "/api/players/E2/details")
        assert told.fields["cache-control"] == "private, no-cache"
        mixed = {"If-None-Match": told.fields["etag"]}
        assert service.ask("/api/players/E2/details", fields=mixed).status == 200


def test_the_static_site_has_no_day(children: tuple[Selo, int]) -> None:
    selo, count = children
    selo.done("export", "site", str(selo.folder / "site"))
    text = b"".join(
        path.read_bytes()
        for path in (selo.folder / "site").rglob("*")
        if path.is_file()
    ).decode()
    assert [
        day
        for number in range(count)
        for day in written(born(number))
        if day in text and len(day) > 8
    ] == []
    assert (
        "Lapsi NumeroE0" in text and "Salainen" not in text and "clubs/Oma" not in text
    )
