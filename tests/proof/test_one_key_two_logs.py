"""One key file signs several ledgers: what it signed of one is no proof of another. And
a witness, who sees many logs, vouches for none alone.
"""

from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from audit.signing import PublicKey, cosign, public_key
from tests.proof.proof_world import World, alone, forging
from tests.world.command import Command


class Elsewhere:
    """Another ledger that the same key file signed, and everything that is handed out of
    it: `o.db`, a proof of its last event, a proof that it grew, a bundle in `b`.
    """

    def __init__(self, office: Command, world: World) -> None:
        self.office = office
        office.path = office.folder / "o.db"
        office.run("init")
        office.run("player", "add", "P1", "--name", "Else, Somebody")
        office.run("proof", "checkpoint", "--out", "early.txt")
        office.run("player", "add", "P2", "--name", "Else, Another")
        signed = office.answer("proof", "checkpoint", "--out", "late.txt")[1]
        seq = str(signed["size"])
        office.run("proof", "prove", seq, "--out", "e.tlog-proof")
        office.run("proof", "prove", "--since", "early.txt", "--out", "g.txt")
        office.run("proof", "bundle", "b")
        self.signer = public_key(str(world.key), signed["origin"])
        self.files = [
            Path(name) for name in ("early.txt", "late.txt", "e.tlog-proof", "g.txt")
        ]
        self.files += [Path("b", "public-keys.txt"), *Path("b").glob("checkpoints/*")]

    def relabel(self, other: PublicKey) -> None:
        """Write the name and the id of another log's key into every line that this key
        signed; the signatures fit, since the key is the same.
        """
        for file in self.files:
            text = file.read_text("utf-8")
            file.write_text(self._relabelled(text, other), "utf-8")
        with forging(self.office.path) as connection:
            rows = connection.execute("SELECT number, note FROM checkpoint").fetchall()
            for number, note in rows:
                connection.execute(
                    "UPDATE checkpoint SET note = ?, signer = ? WHERE number = ?",
                    (self._relabelled(note, other), other.text(), number),
                )

    def _relabelled(self, text: str, other: PublicKey) -> str:
        lines = []
        for line in text.split("\n"):
            dash, _, rest = line.partition(" ")
            if dash == "\u2014":
                signature = b64decode(rest.partition(" ")[2])[4:]
                value = b64encode(other.id + signature).decode()
                line = f"\u2014 {other.name} {value}"
            lines.append(line)
        return "\n".join(lines).replace(self.signer.text(), other.text())

    def codes(self, *keys: PublicKey) -> dict[str, int]:
        """How each check ends with these keys: exit codes of both programs."""
        named = [word for key in keys for word in ("--key", key.text())]
        public = [word for key in keys for word in ("--public-key", key.text())]
        return {
            "proof": alone("proof", "e.tlog-proof", *named)[0],
            "growth": alone("growth", "g.txt", "early.txt", *named)[0],
            "bundle": alone("bundle", "b", *named)[0],
            "ledger": alone("ledger", str(self.office.path), *named)[0],
            "verify": self.office.run("verify", *public)[0],
        }


CHECKS = ("proof", "growth", "bundle", "ledger", "verify")


@pytest.fixture
def elsewhere(office: Command, world: World) -> Elsewhere:
    return Elsewhere(office, world)


def test_a_key_counts_for_the_log_that_it_names(
    elsewhere: Elsewhere, world: World
) -> None:
    """The control is the key under the name of the other ledger. A paper that another
    log's key did not sign says nothing (2); a ledger whose own checkpoints are signed by
    nobody is altered (1).
    """
    assert elsewhere.codes(elsewhere.signer) == dict.fromkeys(CHECKS, 0)
    elsewhere.relabel(world.signer)
    codes = elsewhere.codes(world.signer)
    assert codes == {"proof": 2, "growth": 2, "bundle": 1, "ledger": 1, "verify": 1}


def test_a_witness_alone_proves_nothing(elsewhere: Elsewhere) -> None:
    """They cosigned it all, and whoever trusts them never said which log they mean."""
    elsewhere.office.run("proof", "new-key", "watcher.key")
    name, key = "example.org/watch", "watcher.key"
    watcher = PublicKey("", b"")
    for file in elsewhere.files:
        text = file.read_text("utf-8")
        if file.name != "public-keys.txt":
            head, gap, note = "", "", text
            if file.name in ("e.tlog-proof", "g.txt"):
                head, gap, note = text.partition("\n\n")
            note, watcher = cosign(note, name, key, 1767225600)
            file.write_text(f"{head}{gap}{note}", "utf-8")
    with forging(elsewhere.office.path) as connection:
        rows = connection.execute("SELECT number, note FROM checkpoint").fetchall()
        for number, note in rows:
            cosigned, _ = cosign(note, name, key, 1767225600)
            connection.execute(
                "UPDATE checkpoint SET note = ? WHERE number = ?", (cosigned, number)
            )

    assert elsewhere.codes(watcher) == dict.fromkeys(CHECKS, 3)
    assert elsewhere.codes(elsewhere.signer, watcher) == dict.fromkeys(CHECKS, 0)


def test_a_witness_alone_makes_no_signer_known(office: Command, world: World) -> None:
    """A checkpoint from elsewhere is kept for the log's signature under it, and every
    witness whose key is given has to have cosigned it.
    """
    office.run("proof", "new-key", "watcher.key")
    note, watcher = cosign(
        world.outside.read_text("utf-8"), "example.org/watch", "watcher.key", 1767225600
    )
    Path("cosigned.txt").write_text(note, "utf-8")
    _, _, line = note.removesuffix("\n").rpartition("\n")
    text, _, _ = note.partition("\n\n")
    Path("unsigned.txt").write_text(f"{text}\n\n{line}\n", "utf-8")
    given = ("--public-key", watcher.text())
    add = ("proof", "checkpoint", "--add")
    assert office.run(*add, "cosigned.txt", *given)[0] == 0
    code, value = office.answer(*add, "unsigned.txt", *given)
    assert (code, value["problems"][0]["code"]) == (2, "unknown-signer")
    code, value = office.answer(*add, str(world.outside), *given)
    assert (code, value["problems"][0]["code"]) == (2, "unknown-signer")
