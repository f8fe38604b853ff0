"""Texts of documents that may name a person, and the seals that stand in their place in
the log.

Who holds a tournament, or who decided something, is written in words, and the words may
be somebody's name. So they stand in a table beside the log, as the names of players do,
and an event holds a salted digest of them: a changed text no longer fits its seal, and
one that was erased stays provably erased. The same words have the same seal.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger.bodies import Body, HeaderFact

_SEAL = re.compile(r"sealed:[0-9a-f]{64}")
ERASED = "…"  # how words are shown that are erased, or that somebody may not see


def seals_in(stored: bytes) -> tuple[str, ...]:
    """Return the seals in stored bytes, in their order."""
    return tuple(_SEAL.findall(stored.decode()))


class NamedText(NamedTuple):
    """A text and its seal; without salt and words it was erased."""

    seal: str
    salt: str | None
    words: str | None


def sealed_text(salt: str, words: str) -> NamedText:
    """Return a text with its seal: sealed: and the SHA-256 of salt, line feed and
    words.

        sealed:9f86d081...
    """
    digest = hashlib.sha256(f"{salt}\n{words}".encode()).hexdigest()
    return NamedText(f"sealed:{digest}", salt, words)


def is_seal(text: str | None) -> bool:
    """Tell whether an event holds a seal and not the words, as a document does."""
    return text is not None and _SEAL.fullmatch(text) is not None


def header_in_words(header: HeaderFact, words_of: Callable[[str], str]) -> HeaderFact:
    """Return a header with the words of whoever holds the tournament in the place of
    their seal.
    """
    if not isinstance(header.organiser, str):
        return header
    return replace(header, organiser=words_of(header.organiser))


def texts_in(body: Any) -> Iterator[tuple[str, str]]:
    """Yield field and text of what an event says of people in words: a seal."""
    header = getattr(body, "header", None)
    if isinstance(header, HeaderFact) and header.organiser:
        yield "organiser", header.organiser
    if isinstance(body, Body):
        yield from body.seals()
