"""Signed notes, checkpoints and keys: published vectors, both readings, and everything
that is refused.
"""

import hashlib
import random
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from audit.signing import (
    PublicKey,
    cosign,
    judge_note,
    new_key,
    public_key,
    read_note,
    read_public_key,
    sign,
)
from ledger.errors import LedgerUnusable, Usage
from ledger.proof_texts import Checkpoint, bytes_of, read_checkpoint
from tests.proof.proof_world import STAND_ALONE

# of golang.org/x/mod/sumdb/note
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NOTE = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
# RFC 8032, section 7.1: public key, message, signature
ED25519 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
            "55141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb"
            "00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc"
            "027beceea1ec40a"
        ),
    ),
]
ORIGIN = "selokirja/0123456789abcdef"
CHECKPOINT = Checkpoint(ORIGIN, 7, bytes(range(32)))


@pytest.mark.parametrize(("key", "message", "signature"), ED25519)
def test_published_signatures_are_valid(key: str, message: str, signature: str) -> None:
    raw, data, signed = (bytes.fromhex(text) for text in (key, message, signature))
    assert STAND_ALONE.signed(raw, signed, data)
    assert not STAND_ALONE.signed(raw, signed, data + b"x")
    assert not STAND_ALONE.signed(raw, signed[:32] + bytes(32), data)


def test_both_readings_of_ed25519_agree() -> None:
    """Signatures, and the same with a bit turned, beside `cryptography`; and what is no
    point and no number.
    """
    rng = random.Random(8032)
    for _ in range(25):
        key = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        public, data = (
            key.public_key().public_bytes_raw(),
            rng.randbytes(rng.randrange(100)),
        )
        signature = key.sign(data)
        assert STAND_ALONE.signed(public, signature, data)
        for turned in range(3):
            parts = [public, signature, data + b"."]
            place = rng.randrange(len(parts[turned]) * 8)
            changed = bytearray(parts[turned])
            changed[place // 8] ^= 1 << place % 8
            parts[turned] = bytes(changed)
            parts[2] = parts[2] if turned == 2 else data
            assert not STAND_ALONE.signed(*parts)
    order = STAND_ALONE.ORDER.to_bytes(32, "little")
    larger = (int.from_bytes(signature[32:], "little") + STAND_ALONE.ORDER).to_bytes(
        32, "little"
    )
    for wrong in (
        signature[:32] + larger,
        signature[:32] + order,
        signature[:63],
        b"",
        b"\xff" * 64,
    ):
        assert not STAND_ALONE.signed(public, wrong, data)
    assert not STAND_ALONE.signed(b"\xff" * 32, signature, data)


def test_a_published_note_is_valid() -> None:
    key = read_public_key(PETER)
    assert (key.name, key.id.hex(), key.text()) == ("PeterNeumann", "c74f20a3", PETER)
    assert judge_note(read_note(NOTE), [key]) == "valid"
    assert judge_note(read_note(NOTE.replace("answer", "anwser")), [key]) == "bad"
    assert judge_note(read_note(NOTE), []) == "unknown"
    assert STAND_ALONE.read_key(PETER) == ("PeterNeumann", key.id, key.raw, key.sort)


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("key") / "selo.key")
    new_key(path)
    return path


def test_what_is_signed_is_read_back(key_file: str) -> None:
    note = sign(CHECKPOINT.text(), ORIGIN, key_file)
    key = public_key(key_file, ORIGIN)
    assert read_checkpoint(read_note(note).text) == CHECKPOINT
    assert judge_note(read_note(note), [key]) == "valid"
    assert (
        judge_note(read_note(note), [PublicKey("selokirja/other", key.raw)])
        == "unknown"
    )
    told = STAND_ALONE.Checkpoint(
        note, [STAND_ALONE.read_key(key.text())], "given", "here"
    )
    assert (told.origin, told.size, told.root, told.signature) == (*CHECKPOINT, "valid")
    assert len(note.encode()) < 250


def test_more_signatures_are_welcome_and_a_bad_one_is_not(
    key_file: str, tmp_path: Path
) -> None:
    """A witness adds its line; unknown lines are left alone, a line of a known key must
    be right.
    """
    note, key = sign(CHECKPOINT.text(), ORIGIN, key_file), public_key(key_file, ORIGIN)
    other = str(tmp_path / "witness.key")
    new_key(other)
    line = sign(CHECKPOINT.text(), "witness.example", other).rpartition("\n\n")[2]
    both = read_note(note + line)
    assert len(both.signatures) == 2
    assert judge_note(both, [key]) == "valid"
    assert judge_note(both, [key, public_key(other, "witness.example")]) == "valid"
    wrong = sign("something else\n", "witness.example", other).rpartition("\n\n")[2]
    assert (
        judge_note(read_note(note + wrong), [key, public_key(other, "witness.example")])
        == "bad"
    )


def test_openssl_reads_the_key_and_accepts_the_signature(
    key_file: str, tmp_path: Path
) -> None:
    note = sign(CHECKPOINT.text(), ORIGIN, key_file)
    (tmp_path / "text").write_text(CHECKPOINT.text())
    (tmp_path / "signature").write_bytes(read_note(note).signatures[0].value)
    command = [
        "openssl",
        "pkeyutl",
        "-verify",
        "-inkey",
        key_file,
        "-rawin",
        "-in",
        str(tmp_path / "text"),
        "-sigfile",
        str(tmp_path / "signature"),
    ]
    try:
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        pytest.skip("no openssl on this machine (Debian: apt-get install openssl)")
    (tmp_path / "text").write_text(CHECKPOINT.text().replace("7", "8"))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        "text",
        "text\n",
        "text\n\n",
        "text\n\n\n",
        "text\n\nno dash\n",
        "text\n\n\u2014 name\n",
        "text\n\n\u2014 na+me AAAAAAA=\n",
        "text\n\n\u2014 name !!!\n",
        "te\rxt\n\n\u2014 name AAAAAAA=\n",
        "text\n\n\u2014 name AAAA\n",
        "text\n\n\u2014 name AAAAAAA=",
        "text\n\n\u2014  AAAAAAA=\n",
        "text\n\n" + "\u2014 n AAAAAAA=\n" * 65,
    ],
)
def test_what_is_no_note(content: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_note(content)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n7\n",
        "a\n07\nAAAA\n",
        "a\n-7\nAAAA\n",
        "a\n+7\nAAAA\n",
        "a\n\u0667\nAAAA\n",
        "a\n7\nAAAA\n",
        "a\n7\nnot base64\n",
        f"a\n{10**40}\nAAAA\n",
        CHECKPOINT.text() + "\n",
        CHECKPOINT.text()[:-1],
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_checkpoint(text)


@pytest.mark.parametrize(
    "text",
    ["", "x", "a+b+c", PETER[:-1], PETER.replace("c7", "c8"), PETER[12:], "+" + PETER],
)
def test_what_is_no_public_key(text: str) -> None:
    with pytest.raises(Usage):
        read_public_key(text)
    with pytest.raises(ValueError, match=r"."):
        STAND_ALONE.read_key(text)


def test_base64_has_one_spelling() -> None:
    assert bytes_of("AA==") == b"\0"
    for wrong in ("AB==", "AA", "AA==\n", " AA==", "AA=", "A-=="):
        with pytest.raises(ValueError, match="base64"):
            bytes_of(wrong)


def test_a_key_is_never_overwritten_and_only_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "selo.key"
    new_key(str(path))
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    with pytest.raises(LedgerUnusable, match="already there"):
        new_key(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ],
)
def test_what_is_no_key(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(Usage, match="not a signing key"):
        public_key(str(path), ORIGIN)
    with pytest.raises(Usage, match="no key"):
        public_key(str(tmp_path / "missing"), ORIGIN)


def test_the_bytes_that_a_witness_signs(tmp_path: Path) -> None:
    """By the text of c2sp.org/tlog-cosignature, put together once more."""
    new_key(str(tmp_path / "k"))
    note, public = cosign(
        "log\n1\nAAAA\n\n\u2014 log AAAAAAAA\n", "w", str(tmp_path / "k"), 1679315147
    )
    value = read_note(note).signatures[-1].value
    signed = b"cosignature/v1\ntime 1679315147\nlog\n1\nAAAA\n"
    Ed25519PublicKey.from_public_bytes(public.raw).verify(value[8:], signed)
    assert value[:8] == (1679315147).to_bytes(8, "big")
    assert public.id == hashlib.sha256(b"w\n\x04" + public.raw).digest()[:4]
