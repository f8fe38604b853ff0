"""Keep keys; sign and check notes (c2sp.org/signed-note, Ed25519). Owner of
`cryptography`, which is read when used.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ledger.errors import Problem, Usage, Where
from ledger.proof_texts import bytes_of, text_of
from ledger.whole_files import refuse_taken_name, write_new
from messages import by_command, say
from messages.answer import Answer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# who signs a text, and who says when they saw it (c2sp.org/tlog-cosignature)
ED25519, COSIGNER = b"\x01", b"\x04"
MOST_SIGNATURES = 64
PUBLIC_KEY_HINT = by_command(
    "give the line that `selo --ledger FILE proof key` prints where the ledger is, or a"
    " file with it"
)


class PublicKey(NamedTuple):
    """A key with the name it signs under; its text is what others keep to check us."""

    name: str
    raw: bytes
    sort: bytes = ED25519

    @property
    def id(self) -> bytes:
        return hashlib.sha256(
            self.name.encode() + b"\n" + self.sort + self.raw
        ).digest()[:4]

    def text(self) -> str:
        """Write the key as `selo proof key` prints it."""
        content = text_of(self.sort + self.raw)
        return f"{self.name}+{self.id.hex()}+{content}"


class KeyFile(Answer, frozen=True, kw_only=True):
    """A key file and its public half; no `public_key` where there is no ledger to sign
    for yet.
    """

    file: str
    public_key: str | None
    raw: str


class Signature(NamedTuple):
    name: str
    key_id: bytes
    value: bytes


class Note(NamedTuple):
    """A text and those who signed it; to be trusted only after `judged`."""

    text: str
    signatures: tuple[Signature, ...]


# Keys


def new_key(path: str) -> PublicKey:
    """Make a key in a file of its own that only its owner may read; nothing is ever
    overwritten.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    refuse_taken_name(path, say("keep it, or name another file"))
    write_new(path, pem, private=True)

    return PublicKey("", key.public_key().public_bytes_raw())


def _private_key(path: str) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        pem = Path(path).read_bytes()
    except FileNotFoundError:
        hint = by_command(
            "make one with `selo proof new-key`, or name it with --key FILE or SELO_KEY"
        )
        raise Usage(
            Problem(
                "no-key", say("there is no key at {path}", path=path), Where(path), hint
            )
        ) from None
    except OSError as error:
        message = say(
            "the key at {path} cannot be read: {what}",
            path=path,
            what=error.strerror or str(error),
        )
        raise Usage(Problem("bad-key", message, Where(path))) from None

    try:
        key = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        message = say(
            "{path} is not a signing key of this program: {error}",
            path=path,
            error=error,
        )
        raise Usage(Problem("bad-key", message, Where(path))) from error

    if not isinstance(key, Ed25519PrivateKey):
        raise Usage(
            Problem(
                "bad-key",
                say("{path} is a key of another kind than Ed25519", path=path),
                Where(path),
            )
        )

    return key


def public_key(path: str, name: str) -> PublicKey:
    """Read the public half of a key file, under the name of a ledger."""
    return PublicKey(name, _private_key(path).public_key().public_bytes_raw())


def key_file(path: str, name: str) -> KeyFile:
    """Read the public half of a key file for an answer, under the name of a ledger if
    there is one.
    """
    public = public_key(path, name)
    return KeyFile(
        file=path, public_key=public.text() if name else None, raw=text_of(public.raw)
    )


def read_public_key(text: str) -> PublicKey:
    """Read a public key written as `name+id+base64`, as `selo proof key` prints it."""
    name, _, rest = text.strip().partition("+")
    stated, _, encoded = rest.partition("+")
    try:
        decoded = bytes_of(encoded)
        key = PublicKey(name, decoded[1:], decoded[:1])
        right = (
            name != ""
            and key.sort in (ED25519, COSIGNER)
            and len(decoded) == 33
            and key.id.hex() == stated
        )
    except ValueError:
        right = False

    if not right:
        message = say("{text} is not a public key", text=repr(text.strip()[:80]))
        raise Usage(Problem("bad-public-key", message, hint=PUBLIC_KEY_HINT))

    return key


def of_logs(keys: Iterable[PublicKey]) -> list[PublicKey]:
    """Return the keys that sign a log; the others are those of witnesses."""
    return [key for key in keys if key.sort != COSIGNER]


def of_witnesses(keys: Iterable[PublicKey]) -> list[PublicKey]:
    """Return the keys that cosign logs."""
    return [key for key in keys if key.sort == COSIGNER]


# Notes


def sign(text: str, name: str, path: str) -> str:
    """Sign a text with the key in a file, and return it as a signed note. `name`: the
    ledger's, or a witness's.
    """
    key = _private_key(path)
    public = PublicKey(name, key.public_key().public_bytes_raw())
    signature = key.sign(text.encode())
    return f"{text}\n{_signature_line(name, public.id + signature)}"


def _signature_line(name: str, value: bytes) -> str:
    return f"\u2014 {name} {text_of(value)}\n"


def cosign(content: str, name: str, path: str, moment: int) -> tuple[str, PublicKey]:
    """Add to a note that a witness saw it at a moment, in seconds since 1970; return it
    with its public key.
    """
    key = _private_key(path)
    raw = key.public_key().public_bytes_raw()
    public = PublicKey(name, raw, COSIGNER)
    note = read_note(content)
    signature = key.sign(_cosigned_bytes(note.text, moment))
    value = public.id + moment.to_bytes(8, "big") + signature
    line = _signature_line(name, value)

    return content + line, public


def _cosigned_bytes(text: str, moment: int) -> bytes:
    """Return what a witness signs of a note."""
    return f"cosignature/v1\ntime {moment}\n{text}".encode()


def read_note(content: str) -> Note:
    """Read a signed note; raise ValueError when the text does not have the form of one."""
    if any(letter < " " and letter != "\n" for letter in content):
        raise ValueError("it holds control characters")

    text, gap, lines = content.rpartition("\n\n")
    if not gap or not lines.endswith("\n"):
        raise ValueError("it is not a signed note")

    signed = lines.removesuffix("\n").split("\n")
    if len(signed) > MOST_SIGNATURES:
        raise ValueError("it has too many signatures")

    signatures = tuple(_signature(line) for line in signed)

    return Note(text + "\n", signatures)


def _signature(line: str) -> Signature:
    """Read a line under a note: a dash, a name, and base64 of a key's id and its
    signature.
    """
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    decoded = bytes_of(encoded)

    is_name = len(name.split()) == 1 and "+" not in name
    if dash != "\u2014" or not is_name or len(decoded) < 5:
        raise ValueError(f"{line[:60]!r} is not a signature line")

    key_id = decoded[:4]
    value = decoded[4:]
    return Signature(name, key_id=key_id, value=value)


def judge_note(note: Note, keys: Iterable[PublicKey]) -> str:
    """Judge a note: `valid`; `bad` when a known key did not sign this text; `unknown`
    when no known key signed it.
    """
    known = {(key.name, key.id): key for key in keys}
    verdict = "unknown"
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue

        signed, value = note.text.encode(), signature.value
        if key.sort == COSIGNER:
            moment = int.from_bytes(value[:8], "big")
            signed, value = _cosigned_bytes(note.text, moment), value[8:]

        if not _fits(key.raw, value, signed):
            return "bad"
        verdict = "valid"

    return verdict


def _fits(raw: bytes, signature: bytes, data: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False

    return True
