"""What somebody brings to /verify is judged in words, by the verifier that they could
run themselves.
"""

import io
import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest

from audit.prove import bundle
from ledger.store.database import snapshot
from ledger.store.receipts import receipt_of
from messages.answer import json_text
from tests.web.pages.reading_html import Page
from tests.web.serving import Served
from web.sandbox import Bounds

FIELDS = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
PARTS = {
    "Content-Type": "multipart/form-data; boundary=frontier",
    "Accept": "text/html",
}


@pytest.fixture(scope="module")
def key(service: Served) -> str:
    return (
        service.ask("/en/verify")
        .text.partition('name="key"')[2]
        .partition('value="')[2]
        .partition('"')[0]
    )


def asked(service: Served, proof: str, key: str) -> str:
    body = urlencode({"proof": proof, "key": key}).encode()
    reply = service.ask("/en/verify", "POST", body, FIELDS)
    assert (
        reply.status == 200
        and Page(reply.text).flaws == []
        and reply.fields["cache-control"] == "no-store"
    )
    return reply.text


def sent(service: Served, content: bytes, key: str) -> str:
    head = b'--frontier\r\nContent-Disposition: form-data; name="'
    body = (
        head
        + b'key"\r\n\r\n'
        + key.encode()
        + b"\r\n"
        + head
        + b'file"; filename="b.zip"\r\n\r\n'
        + content
    )
    reply = service.ask("/en/verify", "POST", body + b"\r\n--frontier--\r\n", PARTS)
    assert reply.status == 200 and Page(reply.text).flaws == []
    return reply.text


def test_a_proof_is_proven_as_it_was_copied(service: Served, key: str) -> None:
    proof: str = json.loads(service.ask("/log/200/proof.json").body)["proof"]
    page = asked(service, proof.replace("\n", "\r\n"), key)
    assert "<b>Proven.</b>" in page and "Event 200 is in the log" in page


def receipt(ledger: str, seq: int) -> str:
    with snapshot(ledger) as connection:
        made = receipt_of(connection, [seq])
    assert made is not None
    return json_text(made)


def test_a_receipt_is_held_against_the_ledger(service: Served, key: str) -> None:
    page = asked(service, receipt(service.settings.ledger, 200), key)
    assert (
        "are in this ledger as they were acknowledged" in page
        and "does not hold" not in page
    )


def test_a_receipt_of_what_is_not_in_the_ledger_does_not_hold(
    service: Served, key: str, club_ledger: Path
) -> None:
    """It is whole in itself, as is that of an event which was taken back."""
    page = asked(service, receipt(str(club_ledger), 2), key)
    assert (
        "<b>This does not hold.</b>" in page
        and "this ledger does not have the events" in page
    )


def test_a_receipt_that_does_not_add_up_is_seen(service: Served, key: str) -> None:
    whole = json.loads(receipt(service.settings.ledger, 200))
    page = asked(service, json.dumps({**whole, "hashes": whole["hashes"][::-1]}), key)
    assert (
        "<b>This does not hold.</b>" in page
        and "it does not add up to its own checkpoint" in page
    )


def test_another_index_does_not_hold(service: Served, key: str) -> None:
    proof: str = json.loads(service.ask("/log/200/proof.json").body)["proof"]
    page = asked(service, proof.replace("\nindex 199\n", "\nindex 198\n"), key)
    assert (
        "<b>This does not hold.</b>" in page
        and "the path does not lead to the signed root" in page
    )


@pytest.mark.parametrize(
    "text",
    ["hello", "c2sp.org/tlog-proof@v1\n", "é" * 50],
    ids=["word", "head", "letters"],
)
def test_what_is_no_proof_is_said_so_without_our_paths(
    service: Served, key: str, text: str
) -> None:
    page = asked(service, text, key)
    assert (
        "<b>This cannot be checked.</b>" in page
        and "/tmp" not in page
        and "selo-check" not in page
    )


@pytest.mark.parametrize("name", ["/etc/passwd", "nobody"])
def test_a_key_is_never_read_from_a_file(service: Served, name: str) -> None:
    page = asked(service, "c2sp.org/tlog-proof@v1\n", name)
    assert "is not a public key" in page and "root:" not in page


def test_a_bundle_is_proven_and_an_altered_one_is_not(
    service: Served, key: str, published_ledger: str, tmp_path: Path
) -> None:
    bundle(published_ledger, str(tmp_path / "b.zip"))
    content = (tmp_path / "b.zip").read_bytes()
    assert "<b>Proven.</b>" in sent(service, content, key)
    altered = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(altered, "w") as new,
    ):
        for name in old.namelist():
            new.writestr(
                name, old.read(name).replace(b"kuusilahti-open", b"kuusilahti-opem")
            )
    assert "<b>Proven.</b>" not in sent(service, altered.getvalue(), key)


def test_nothing_brought_and_too_much_are_refused(service: Served, key: str) -> None:
    assert (
        service.ask("/verify", "POST", urlencode({"key": key}).encode(), FIELDS).status
        == 400
    )
    stated = {**FIELDS, "Content-Length": str(8 * 2**20 + 1)}
    assert service.ask("/verify", "POST", b"proof=x", stated).status == 413


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            lambda: {"events.jsonl": b"[" + b"[]," * 20_000_000 + b"[]]\n"},
            "cut off, or longer than any event",
        ),
        (
            lambda: {f"checkpoints/{number}-own.txt": b"" for number in range(1001)},
            "more than 1000 files",
        ),
        (lambda: {"events.jsonl": bytes(300 * 2**20)}, "unpacks to more than 256 MiB"),
    ],
    ids=["long line", "files", "swollen"],
)
def test_a_small_file_that_grows_large_is_refused_soon(
    service: Served, key: str, files: Callable[[], dict[str, bytes]], said: str
) -> None:
    """57 KB took two gigabytes and seven seconds of everybody."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files().items():
            archive.writestr(name, content)
    assert said in sent(service, packed.getvalue(), key)


def test_what_takes_too_much_takes_nobody_elses(
    service: Served, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.checking.verdict", greedy)
    assert "more memory or time than is given" in asked(service, "memory", key)
    monkeypatch.setattr("web.checking.BOUNDS", Bounds(512 * 2**20, 0.5))
    assert "took more than 0.5 seconds" in asked(service, "time", key)


def greedy(content: bytes, key: str, notes: object) -> object:
    if content.startswith(b"time"):
        time.sleep(30)
    return [bytes(2**20) for _ in range(10_000)]
