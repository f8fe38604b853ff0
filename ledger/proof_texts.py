"""The C2SP texts that speak of the tree: checkpoints, proofs of inclusion and of growth."""

import binascii
from collections.abc import Sequence
from typing import NamedTuple

from ledger.proof import leaf

PROOF_LINE = "c2sp.org/tlog-proof@v1"


def text_of(value: bytes) -> str:
    """Write a hash as checkpoints and list footers print it: in base64, so that 32
    bytes take 44 characters, such as `47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=`.
    `bytes_of` reads it back.
    """
    return binascii.b2a_base64(value, newline=False).decode()


def bytes_of(text: str) -> bytes:
    """Read bytes back from base64; raise ValueError for anything that is not exactly
    what `text_of` writes.
    """
    try:
        decoded = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error as error:
        raise ValueError(f"{text!r} is not base64") from error
    if text_of(decoded) != text:
        raise ValueError(f"{text!r} is not base64")
    return decoded


def origin(first: bytes) -> str:
    """Name a ledger by the beginning of the hash of its first event, which never
    changes.
    """
    return f"selokirja/{leaf(first).hex()[:16]}"


class Checkpoint(NamedTuple):
    """A checkpoint: how many events there were, and the root over them
    (c2sp.org/tlog-checkpoint).
    """

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Write the three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{text_of(self.root)}\n"


def read_checkpoint(text: str) -> Checkpoint:
    """Read the checkpoint in the text of a note; raise ValueError when there is none.

    Lines behind the third are of others and stay unread.
    """
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise ValueError("it does not have the lines of a checkpoint")
    origin_line, size_line, root_line, *_ = lines
    if not _is_number(size_line):
        raise ValueError(f"{size_line!r} is not a number of events")
    root_hash = bytes_of(root_line)
    if len(root_hash) != 32:
        raise ValueError(f"{root_line!r} is not a SHA-256")
    return Checkpoint(origin_line, int(size_line), root_hash)


def _is_number(text: str) -> bool:
    """Tell whether a text is a number as a computer writes it, of at most 19 digits."""
    return text.isascii() and text.isdecimal() and str(int(text[:19])) == text


def inclusion_text(data: bytes, index: int, path: Sequence[bytes], note: str) -> str:
    """Write a .tlog-proof: the event itself as extra, its index from 0, the path, the
    signed checkpoint.
    """
    lines = [
        PROOF_LINE,
        f"extra {text_of(data)}",
        f"index {index}",
        *(text_of(one) for one in path),
        "",
    ]
    return "\n".join(lines) + "\n" + note


def consistency_text(old: int, path: Sequence[bytes], note: str) -> str:
    """Write what a witness is sent (c2sp.org/tlog-witness): the old size, the path, the
    signed checkpoint.
    """
    hashes = [text_of(one) for one in path]
    lines = [f"old {old}", *hashes, ""]
    return "\n".join(lines) + "\n" + note
