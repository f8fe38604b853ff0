"""A witness on another machine follows the log by its tiles, and refuses a rewritten
history.
"""

import fcntl
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from audit.signing import (
    judge_note,
    new_key,
    public_key,
    read_note,
    read_public_key,
    sign,
)
from features.witness import asking
from features.witness.shown import signed_checkpoint
from features.witness.tiles import WIDTH, tile, tile_name
from ledger.proof import leaf, subtree
from ledger.proof_texts import Checkpoint
from ledger.store.as_stored import states
from ledger.store.database import snapshot
from tests.web.serving import Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.reached import copy_of, replaced


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


def signed(selo: Selo, key: Path) -> None:
    selo.done("proof", "checkpoint", "--key", str(key))


@pytest.fixture
def key(club: Selo, tmp_path: Path) -> Path:
    club.done("proof", "new-key", str(tmp_path / "office.key"))
    return tmp_path / "office.key"


def look(club: Selo, service: Served, key: Path, code: int = 0) -> str:
    public = club.done("proof", "key", "--key", str(key)).strip()
    line = (
        "proof",
        "witness",
        f"http://127.0.0.1:{service.port}",
        "--file",
        str(club.folder / "seen.json"),
        "--public-key",
        public,
    )
    result = club.run(*line, "--json")
    assert result.code == code, result.out + result.err
    return result.out


def test_a_log_that_only_grows_is_followed(
    club: Selo, service: Served, key: Path
) -> None:
    signed(club, key)
    assert '"grew_from": null' in look(club, service, key)
    events = club.events()
    club.submit(*(player(f"N{number}") for number in range(300)))  # more than one tile
    signed(club, key)
    assert f'"grew_from": {events}' in look(club, service, key)
    assert '"signature": "valid"' in look(club, service, key)


def test_a_rewritten_history_is_refused(club: Selo, service: Served, key: Path) -> None:
    """The office's own machine with the office's own key: only somebody who kept what
    it said before can tell.
    """
    rewritten = copy_of(club, "rewritten.db")
    club.submit(player("N1", name="What was recorded"))
    signed(club, key)
    look(club, service, key)
    seen = (club.folder / "seen.json").read_bytes()
    rewritten.submit(player("N1", name="What somebody wished for"))
    rewritten.submit(player("N2"))
    signed(rewritten, key)
    replaced(club, rewritten)
    assert "its history was rewritten" in look(club, service, key, code=1)
    assert (club.folder / "seen.json").read_bytes() == seen


def test_events_that_are_gone_are_noticed(
    club: Selo, service: Served, key: Path
) -> None:
    signed(club, key)
    before = copy_of(club, "before.db")
    club.submit(player("N1"))
    signed(club, key)
    look(club, service, key)
    replaced(club, before)
    assert "events-missing" in look(club, service, key, code=1)


def test_what_nobody_signed_is_watched_too(
    club: Selo, service: Served, key: Path
) -> None:
    signed(club, key)
    before = copy_of(club, "before.db")
    club.submit(player("N1"))
    told = json.loads(look(club, service, key))
    assert (told["unsigned"], told["events"]) == (1, told["size"] + 1)
    seen = (club.folder / "seen.json").read_bytes()
    before.submit(player("N2"))
    replaced(club, before)
    assert "its history was rewritten" in look(club, service, key, code=1)
    assert (club.folder / "seen.json").read_bytes() == seen


def test_two_witnesses_compare_what_they_saw(
    club: Selo, service: Served, key: Path
) -> None:
    signed(club, key)
    other = copy_of(club, "other.db")
    saw = club.folder / "seen.json"
    look(club, service, key)
    one = saw.rename(club.folder / "one.json")
    club.submit(player("N1"))
    look(club, service, key)
    two = saw.rename(club.folder / "two.json")
    line = (
        "proof",
        "witness",
        f"http://127.0.0.1:{service.port}",
        "--compare",
        str(one),
    )
    assert club.ask(*line, str(two))["by"] == "roots"
    other.submit(player("N2"))
    signed(other, key)
    replaced(club, other)
    look(club, service, key)
    code, told = club.answer(*line[:-1], str(two), str(saw))
    assert code == 1 and "were shown two histories" in told["problems"][0]["message"]
    other_line = (*line[:-1], str(club.folder / "nothing.json"), str(saw))
    assert club.answer(*other_line)[0] != 0


def test_a_witness_signs_what_it_saw(club: Selo, service: Served, key: Path) -> None:
    signed(club, key)
    club.done("proof", "new-key", str(club.folder / "witness.key"))
    line = (
        "proof",
        "witness",
        f"http://127.0.0.1:{service.port}",
        "--file",
        str(club.folder / "seen.json"),
    )
    told = club.ask(
        *line, "--cosign", "example.org/watch", str(club.folder / "witness.key")
    )
    note = read_note(told["note"])
    assert [one.name for one in note.signatures][-1] == "example.org/watch"
    watcher = read_public_key(told["cosigner"])
    assert judge_note(note, [watcher]) == "valid"
    (club.folder / "cosigned.txt").write_text(told["note"])
    office = club.done("proof", "key", "--key", str(key)).strip()
    keys = ("--public-key", office, "--public-key", told["cosigner"])
    verdict = club.ask(
        "verify", "--checkpoint", str(club.folder / "cosigned.txt"), *keys
    )
    assert (verdict["status"], verdict["rests_on"]) == ("proven", "given")
    forged = told["note"].replace(f"\n{told['size']}\n", f"\n{told['size'] + 1}\n", 1)
    assert judge_note(read_note(forged), [watcher]) == "bad"
    assert (
        club.run(*line, "--cosign", "two words", str(club.folder / "witness.key")).code
        == 2
    )


def test_another_key_is_refused(
    club: Selo, service: Served, key: Path, tmp_path: Path
) -> None:
    club.done("proof", "new-key", str(tmp_path / "other.key"))
    signed(club, tmp_path / "other.key")
    assert "unknown-signer" in look(club, service, key, code=2)


def test_a_log_that_another_key_signs_from_now_on_is_told(
    club: Selo, service: Served, key: Path, tmp_path: Path
) -> None:
    signed(club, key)
    look(club, service, key)
    club.done("proof", "new-key", str(tmp_path / "other.key"))
    club.submit(player("N1"))
    signed(club, tmp_path / "other.key")
    assert "bad-signature" in look(club, service, key, code=1)


def test_no_second_run_begins_while_one_looks(
    club: Selo, service: Served, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow run would write over what a newer one saw. The control: afterwards another
    may.
    """
    signed(club, key)
    asked = asking.fetched
    tried: list[str] = []

    def try_lock() -> None:
        with open(club.folder / "seen.json.lock", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def fetched(address: str) -> bytes:
        with pytest.raises(BlockingIOError):
            try_lock()
        tried.append(address)
        return asked(address)

    with monkeypatch.context() as slow:
        slow.setattr(asking, "fetched", fetched)
        look(club, service, key)
    assert tried
    try_lock()


def test_a_key_counts_for_the_log_that_it_names(tmp_path: Path) -> None:
    """The same key file signs another log, whose checkpoint is shown with the signature
    under our name.
    """
    key_file = str(tmp_path / "office.key")
    new_key(key_file)
    ours = public_key(key_file, "selokirja/ours")
    for origin, signature in (("ours", "valid"), ("other", "unknown")):
        stated = Checkpoint(f"selokirja/{origin}", 5, bytes(32))
        note = sign(stated.text(), ours.name, key_file).encode()
        shown = signed_checkpoint(
            "http://log", {"checkpoint": note}.__getitem__, [ours]
        )
        assert (shown.checkpoint, shown.signature) == (stated, signature)


def test_where_nobody_answers(club: Selo) -> None:
    assert (
        club.answer(
            "proof", "witness", "http://127.0.0.1:1", "--file", str(club.folder / "x")
        )[0]
        == 1
    )
    assert (
        club.answer(
            "proof", "witness", "file:///etc/passwd", "--file", str(club.folder / "x")
        )[0]
        == 1
    )
    assert not (club.folder / "x").exists()


@pytest.mark.parametrize(
    "answer",
    [
        (
            b"HTTP/1.1 302 Found\r\nLocation:"
            b" http://127.0.0.1:{port}/secret\r\nContent-Length: 0\r\n\r\n"
        ),
        b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 3 * 2**20,
    ],
    ids=["elsewhere", "endless"],
)
def test_a_log_leads_its_witness_nowhere(club: Selo, answer: bytes) -> None:
    """Neither to a machine that only the witness reaches, nor through an answer without
    end.
    """
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as log:
        port = log.getsockname()[1]

        def serve() -> None:
            with suppress(OSError):
                while True:
                    with log.accept()[0] as client:
                        asked.append(client.recv(65536).partition(b" HTTP")[0])
                        with suppress(OSError):
                            client.sendall(answer.replace(b"{port}", b"%d" % port))

        threading.Thread(target=serve, daemon=True).start()
        code, told = club.answer(
            "proof",
            "witness",
            f"http://127.0.0.1:{port}",
            "--file",
            str(club.folder / "x"),
        )
        assert code == 1 and [problem["code"] for problem in told["problems"]] == [
            "unreachable"
        ]
        assert (
            asked == [b"GET /api/tlog/checkpoint"] and not (club.folder / "x").exists()
        )


def test_tiles_are_the_tree(club: Selo, service: Served) -> None:
    club.submit(*(player(f"N{number}") for number in range(600)))
    with snapshot(club.ledger) as connection:
        leaves = [leaf(state) for _, state in states(connection)]
    full = service.ask("/api/tlog/tile/0/001").body
    assert full == b"".join(leaves[WIDTH : 2 * WIDTH])
    above = service.ask("/api/tlog/tile/1/000.p/2").body
    assert above == subtree(leaves, 0, WIDTH) + subtree(leaves, WIDTH, 2 * WIDTH)
    assert tile(club.ledger, 1, 0, 2) == above


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("0/009", 404),
        ("1/000", 404),
        ("0/000.p/0", 404),
        ("0/000.p/300", 404),
        ("9/000", 404),
        ("0/1", 400),
        ("x/000", 400),
        ("0/000.p/", 400),
        ("0/x001/067", 404),
        ("-1/000", 400),
    ],
)
def test_a_tile_that_is_none(service: Served, name: str, status: int) -> None:
    assert service.ask(f"/api/tlog/tile/{name}").status == status


def test_names_of_tiles() -> None:
    assert tile_name(0, 1234067) == "tile/0/x001/x234/067"
    assert tile_name(1, 5, 17) == "tile/1/005.p/17"


def test_without_a_checkpoint(service: Served) -> None:
    assert service.ask("/api/tlog/checkpoint").codes == ["no-checkpoint"]


def test_what_shows_no_log_is_refused_in_words(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page at the address of the head, of some other service."""
    club.submit(player("N1"))
    receipt = club.folder / "receipt.json"
    receipt.write_text(
        club.done("player", "add", "N2", "--name", "Uusi", "--json"), "utf-8"
    )
    monkeypatch.setattr(asking, "fetched", lambda address: b"<h1>Hello</h1>")
    line = ("proof", "witness", "http://127.0.0.1:9")
    for more in (("--file", str(club.folder / "x")), ("--receipt", str(receipt))):
        code, told = club.answer(*line, *more)
        assert (code, told["problems"][0]["code"]) == (1, "no-checkpoint")


@pytest.mark.parametrize("root", ["abc", 7])
def test_a_kept_file_that_was_edited_is_refused_in_words(
    club: Selo, service: Served, key: Path, root: str | int
) -> None:
    signed(club, key)
    look(club, service, key)
    seen = club.folder / "seen.json"
    fields = json.loads(seen.read_text("utf-8"))
    seen.write_text(json.dumps(fields | {"root": root}), "utf-8")
    assert "no-checkpoint" in look(club, service, key, code=2)
