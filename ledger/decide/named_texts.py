"""Put seals in the place of the words of a document that may name a person, before
anything is decided of it; and put the words back where a document is made of an event.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from ledger.changes import HeaderChange
from ledger.decide.context import Context
from ledger.documents import Amend, Document, Tournament
from ledger.named_texts import NamedText, is_seal, sealed_text


def with_texts(document: Document, of: Callable[[str], str]) -> Document:
    """Return the document with every text that may name a person changed."""
    match document:
        case Tournament(organiser=str(words)):
            return replace(document, organiser=of(words))
        case Amend(set=HeaderChange(organiser=str(words)) as change):
            return replace(document, set=replace(change, organiser=of(words)))

    changed = {}
    for name in document.sealed:
        text: str | None = getattr(document, name)
        if text is not None:
            changed[name] = of(text)

    if not changed:
        return document

    return replace(document, **changed)


def with_seals(
    document: Document, context: Context
) -> tuple[Document, list[NamedText]]:
    """Return the document with seals for words, and the texts that are new to the
    ledger.
    """
    new: list[NamedText] = []
    sealing = partial(_seal, context, new)
    if isinstance(document, Tournament):
        sealing = partial(_seal_in_header, document.tournament, context, new)
    return with_texts(document, sealing), new


def _seal(context: Context, new: list[NamedText], words: str) -> str:
    """Return the seal of the words, which is the one that they have already, or a new
    one.

    A seal is one itself: of what is taken back, and, in an import, of what was erased
    in the first ledger.
    """
    if is_seal(words):
        if context.lookups.has_seal(words):
            return words
        if context.importing:
            new.append(NamedText(words, None, None))
            return words

    known = context.lookups.seal_of(words)
    if known is not None:
        return known

    text = sealed_text(context.text_salts.get(words) or context.new_salt(), words)
    new.append(text)
    context.new_texts[text.seal] = words

    return text.seal


def _seal_in_header(
    tournament: str, context: Context, new: list[NamedText], words: str
) -> str:
    """Return what the header holds for the words. A seal whose words were erased stays:
    a report that comes again does not bring them back.
    """
    there = context.timeline.tournament(tournament)
    standing = None if there is None else there.header.organiser
    if standing is not None and context.lookups.is_erased_text(standing):
        return standing
    return _seal(context, new, words)
