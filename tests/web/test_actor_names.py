"""Names of tokens are names of letters: what is recorded with them, shown of them and
asked by them; and one person under two spellings is one pair of eyes.
"""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from ledger.errors import Usage
from tests.web.desk.officer import Officer
from tests.web.serving import Served
from tests.web.test_drafts import Person
from tests.web.test_tokens import token
from tests.web.test_two_people import named, serving
from tests.web.test_writing import AT, encoded, played
from tests.world.command import Selo
from tests.world.documents import player
from web.store.roles import Role
from web.store.sessions import new_link
from web.store.tokens import new_token, revoke, tokens

NAMES = ("Åsa", "Aino M. O'Hara-Öst", "Анна", "小林 さくら", "aino@example.org")
ALIKE = (
    ("aino", "Aino"),
    ("Åsa", "åsa"),
    ("Сара", "Capa"),
    ("ΑΝΝΑ", "ANNA"),
    ("İpek", "ipek"),
)


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with serving(club, "tournament") as running:
        yield running


@pytest.mark.parametrize("name", NAMES)
def test_the_log_shows_who_recorded_it(service: Served, club: Selo, name: str) -> None:
    person = Person(service, club.ledger, Role.ADMIN, name)
    assert person.submit(player("Z1"), **{"Idempotency-Key": "once"}).status == 201
    assert person.submit(player("Z1"), **{"Idempotency-Key": "once"}).status == 200
    seq = club.events()
    asked = f"by={quote(name)}"
    assert [
        row["actor"] for row in service.ask(f"/api/log?{asked}").value["events"]
    ] == [name]
    assert name in service.ask(f"/api/log?{asked}", fields={"Accept": "text/csv"}).text
    shown = name.replace("'", "&#39;")
    for address in (f"/log?{asked}", "/log", f"/events/{seq}", f"/log?{asked}&limit=1"):
        assert shown in service.ask(address).text
    assert service.ask("/api/log?by=somebody").value["events"] == []
    assert service.ask("/metrics", fields=person.fields).status == 200
    assert name in Officer(club, service, "officer", name).page("/desk")
    assert [
        row["name"]
        for row in service.ask("/api/sessions", fields=person.fields).value["rows"]
    ] == [name]


def test_a_document_names_its_token_in_any_spelling(
    service: Served, club: Selo
) -> None:
    person = Person(service, club.ledger, Role.OFFICER, "A\u030asa")
    assert [row.name for row in tokens(club.ledger).rows] == ["Åsa"]
    assert person.submit({**player("Z1"), "actor": "A\u030asa"}).status == 201
    assert person.submit({**player("Z2"), "actor": "Ösa"}).codes == ["other-actor"]
    refused = person.submit({**player("Z2"), "actor": "Åsa\u202e"})
    assert (refused.status, refused.codes) == (422, ["actor-name"])


@pytest.mark.parametrize("alike", ALIKE, ids=" ".join)
def test_nobody_gets_a_name_that_looks_like_another(
    club: Selo, alike: tuple[str, str]
) -> None:
    one, other = alike
    made = new_token(club.ledger, one, Role.OFFICER, None, "tester", AT)
    for another in (
        lambda: new_token(club.ledger, other, Role.OFFICER, None, "tester", AT),
        lambda: new_link(club.ledger, "http://here", other, Role.OFFICER, "tester", AT),
    ):
        with pytest.raises(Usage, match="looks like"):
            another()
    # the same person may have two
    new_token(club.ledger, one, Role.ADMIN, None, "tester", AT)
    for row in tokens(club.ledger).rows:
        revoke(club.ledger, row.id, "tester", AT)
    assert (
        new_token(club.ledger, other, Role.OFFICER, None, "tester", AT).name
        == other
        != made.name
    )


@pytest.mark.parametrize("alike", ALIKE, ids=" ".join)
def test_two_spellings_are_one_pair_of_eyes(
    service: Served, club: Selo, alike: tuple[str, str]
) -> None:
    one = Person(service, club.ledger, Role.OFFICER, alike[0])
    assert one.submit(played()).status == 202
    [row] = tokens(club.ledger).rows
    revoke(club.ledger, row.id, "tester", AT)
    again = Person(service, club.ledger, Role.OFFICER, alike[1])
    assert named(again, 1, "book").codes == ["four-eyes"]
    assert named(again, 1, "agree").status == 200
    assert named(again, 1, "book").codes == ["four-eyes"]
    somebody = Person(service, club.ledger, Role.OFFICER, "Ösa")
    assert named(somebody, 1, "book").status == 201


def test_somebody_is_asked_to_look_by_any_name(service: Served, club: Selo) -> None:
    person = Person(service, club.ledger, Role.OFFICER, "Åsa")
    person.keep(encoded(played()))
    assert (
        person.do(1, f"comment?reviewer={quote('O' + chr(0x308) + 'sa')}").value[
            "reviewer"
        ]
        == "Ösa"
    )
    assert person.do(1, f"comment?reviewer={quote('Ösa/2')}").codes == ["parameter"]
    assert token(club.ledger, Role.OFFICER, "Ösa")
