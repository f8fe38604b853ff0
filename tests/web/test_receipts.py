"""The receipt of a submission over HTTP: who gets it, and when it is signed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.checkpoint import sign_growth
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT, played
from tests.world.command import Selo
from tests.world.documents import player
from web.store.roles import Role


@pytest.fixture
def key(club: Selo) -> Path:
    club.done("proof", "new-key", str(club.folder / "office.key"))
    return club.folder / "office.key"


@pytest.fixture(params=["signing", "without a key"])
def service(request: pytest.FixtureRequest, club: Selo, key: Path) -> Iterator[Served]:
    named = {"signing_key": str(key)} if request.param == "signing" else {}
    if named:
        # as it does once it is started
        sign_growth(club.ledger, str(key), str(club.folder / "seen"), AT)
    with served(club.ledger, now=lambda: AT, **named) as running:
        yield running


def kept(club: Selo, reply: Reply, name: str = "receipt.json") -> str:
    (club.folder / name).write_bytes(reply.body)
    return str(club.folder / name)


def is_held(club: Selo, *files: str) -> bool:
    """Whether the ledger still has what receipts acknowledge."""
    given = [part for file in files for part in ("--receipt", file)]
    return bool(club.answer("verify", *given)[1]["status"] != "altered")


def test_whoever_left_a_draft_gets_the_receipt_of_it(
    club: Selo, service: Served
) -> None:
    submitter = Person(service, club.ledger, Role.SUBMITTER, "seura")
    officer = Person(service, club.ledger, Role.OFFICER, "aino")
    assert submitter.submit(played()).status == 202
    assert submitter.see("/1/receipt").codes == ["no-receipt"]
    booked = officer.do(1, "book")
    receipt = submitter.see("/1/receipt")
    assert receipt.value["first"] == booked.value["receipt"]["first"]
    assert (receipt.value["signer"] is not None) == bool(service.settings.signing_key)
    assert is_held(club, kept(club, receipt), kept(club, booked, "booked.json"))
    assert (
        Person(service, club.ledger, Role.SUBMITTER, "toinen").see("/1/receipt").status
        == 403
    )
    page = service.ask("/desk/drafts/1", fields=officer.fields)
    assert "/desk/drafts/1/receipt" in page.text
    saved = service.ask("/desk/drafts/1/receipt", fields=officer.fields)
    assert 'filename="receipt-1.json"' in saved.fields["content-disposition"]
    assert is_held(club, kept(club, saved))


def test_a_receipt_is_signed_only_after_the_service_has_signed_the_log(
    club: Selo, key: Path
) -> None:
    """Whoever submits hears so by `signer`; what was recorded is recorded."""
    club.submit(player("N1"))
    with served(club.ledger, now=lambda: AT, signing_key=str(key)) as service:
        officer = Person(service, club.ledger, Role.OFFICER, "aino")
        # nothing was signed yet
        assert officer.submit(player("N2")).value["receipt"]["signer"] is None
        sign_growth(club.ledger, str(key), str(club.folder / "seen"), AT)
        assert officer.submit(player("N3")).value["receipt"]["signer"] is not None
        key.rename(key.with_name("away"))
        reply = officer.submit(player("N4"))
        assert (reply.status, reply.value["receipt"]["signer"]) == (201, None)
