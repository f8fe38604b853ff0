"""The receipt of a submission over HTTP and of the command, held against the service by
a machine without a key.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.checkpoint import sign_growth
from audit.signing import judge_note, public_key, read_note
from tests.proof.proof_world import alone
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT, played
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.reached import copy_of, replaced
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


def held(
    club: Selo, service: Served, *files: str, more: tuple[str, ...] = ()
) -> tuple[int, Any]:
    given = [part for file in files for part in ("--receipt", file)]
    return club.answer(
        "proof", "witness", f"http://127.0.0.1:{service.port}", *given, *more
    )


def test_what_is_acknowledged_and_rolled_back_before_anybody_looked(
    club: Selo, service: Served, key: Path
) -> None:
    """No witness saw it, and whoever rolls back has the office's key."""
    before = copy_of(club, "before.db")
    officer = Person(service, club.ledger, Role.OFFICER, "aino")
    receipt = kept(club, officer.submit(played(), player("N1")))
    fields = json.loads(Path(receipt).read_text("utf-8"))["receipt"]
    assert fields["last"] - fields["first"] == 1
    assert held(club, service, receipt)[0] == 0
    is_signed = bool(service.settings.signing_key)
    assert (fields["signer"] is not None) == is_signed
    if is_signed:
        signer = public_key(str(key), fields["checkpoint"].split("\n")[0])
        assert (
            fields["signer"] == signer.text()
            and judge_note(read_note(fields["checkpoint"]), [signer]) == "valid"
        )
        assert alone("receipt", receipt, "--key", signer.text())[0] == 0
    officer.submit(player("N2"))
    later = kept(club, officer.submit(player("N3")), "later.json")
    code, value = held(club, service, receipt, later)
    assert (code, [one["first"] for one in value["receipts"]]) == (
        0,
        [fields["first"], fields["first"] + 3],
    )
    before.done("proof", "checkpoint", "--key", str(key))
    other = copy_of(before, "other.db")
    replaced(club, before)
    code, value = held(club, service, receipt, later)
    assert (code, [problem["code"] for problem in value["problems"]]) == (
        1,
        ["events-missing"] * 2,
    )
    other.submit(*(player(f"M{number}") for number in range(9)))
    other.done("proof", "checkpoint", "--key", str(key))
    replaced(club, other)
    code, value = held(club, service, receipt)
    assert (code, [problem["code"] for problem in value["problems"]]) == (
        1,
        ["root-differs"],
    )
    assert club.answer("verify", "--receipt", receipt)[1]["status"] == "altered"


def test_the_command_gives_one_too(club: Selo, service: Served) -> None:
    file = club.folder / "printed.json"
    file.write_text(
        club.done("submit", club.file("p.jsonl", played()), "--json"), "utf-8"
    )
    code, value = held(club, service, str(file))
    assert (code, value["receipts"][0]["signature"], value["events"]) == (
        0,
        "none",
        club.events(),
    )
    assert (
        "nobody signed it"
        in club.run(
            "proof",
            "witness",
            f"http://127.0.0.1:{service.port}",
            "--receipt",
            str(file),
        ).err
    )


def test_a_key_that_did_not_sign_is_heard_of(
    club: Selo, service: Served, key: Path
) -> None:
    receipt = kept(
        club, Person(service, club.ledger, Role.OFFICER, "aino").submit(played())
    )
    club.done("proof", "checkpoint", "--key", str(key))
    public = club.done("proof", "key", "--key", str(key)).strip()
    assert held(club, service, receipt, more=("--public-key", public))[0] == (
        0 if service.settings.signing_key else 2
    )
    club.done("proof", "new-key", str(club.folder / "other.key"))
    other = club.done("proof", "key", "--key", str(club.folder / "other.key")).strip()
    assert held(club, service, receipt, more=("--public-key", other))[0] == 2


def test_a_receipt_of_another_ledger_or_none(club: Selo, service: Served) -> None:
    receipt = kept(
        club, Person(service, club.ledger, Role.OFFICER, "aino").submit(played())
    )
    fields = json.loads(Path(receipt).read_text("utf-8"))["receipt"]
    other = club.folder / "other.json"
    head = fields["checkpoint"].split("\n")[0]
    other.write_text(
        json.dumps(
            fields | {"checkpoint": fields["checkpoint"].replace(head, "selokirja/0")}
        ),
        "utf-8",
    )
    code, value = held(club, service, str(other))
    assert (code, value["problems"][0]["code"]) == (1, "other-ledger")
    other.write_text("{}", "utf-8")
    assert held(club, service, str(other))[1]["problems"][0]["code"] == "no-receipt"
    assert held(club, service, receipt, more=("--file", "x"))[0] == 2
