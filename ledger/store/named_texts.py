"""Keep the words that events hold a seal of, in a table beside the log, until the
person they name is erased.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from ledger.named_texts import ERASED, NamedText, is_seal, sealed_text
from ledger.store.connection import Connection
from ledger.store.dialects.dialect import dialect_of
from ledger.store.mentions import mentions
from ledger.store.persons import Personal, damaged
from ledger.store.tables import among, batches
from messages import say

_COLUMNS = "seal, salt, words"


def keep_text(connection: Connection, text: NamedText) -> None:
    """Write the words of a seal beside the log."""
    connection.execute(f"INSERT INTO named_text ({_COLUMNS}) VALUES (?, ?, ?)", text)


def seal_of(connection: Connection, words: str) -> str | None:
    """Return the seal that these words have in the ledger already."""
    for text in _checked_texts(connection, "WHERE words = ?", (words,)):
        return text.seal
    return None


def _checked_texts(
    connection: Connection, condition: str, values: Sequence[str] = ()
) -> Iterator[NamedText]:
    """Yield texts; refuse one that is not what was sealed."""
    query = f"SELECT {_COLUMNS} FROM named_text {condition}"
    for row in connection.execute(query, tuple(values)).fetchall():
        text = NamedText(*row)
        if not fits(text):
            raise damaged(
                say("the texts beside the log are not those that were sealed")
            )
        yield text


def has_seal(connection: Connection, seal: str) -> bool:
    """Tell whether the ledger has a seal, of words that are there or were erased."""
    query = "SELECT 1 FROM named_text WHERE seal = ?"
    return connection.execute(query, (seal,)).fetchone() is not None


def texts_of(connection: Connection, seals: Iterable[str]) -> dict[str, NamedText]:
    """Return the texts behind these seals; refuse if one is gone, or is not what was
    sealed.
    """
    wanted = list(dict.fromkeys(seals))
    texts: dict[str, NamedText] = {}
    for batch in batches(wanted):
        condition = among("seal", batch)
        for text in _checked_texts(connection, f"WHERE {condition}", batch):
            texts[text.seal] = text
    if len(texts) < len(wanted):
        raise damaged(say("texts that the log seals are gone"))
    return texts


def is_erased_text(connection: Connection, text: str) -> bool:
    """Tell whether a text of an event is a seal whose words were erased."""
    return is_seal(text) and texts_of(connection, [text])[text].words is None


def words_of(connection: Connection, text: str) -> str:
    """Return the words that a text of an event stands for: a seal is looked up, words
    are what they are.
    """
    if not is_seal(text):
        return text
    words = texts_of(connection, [text])[text].words
    return ERASED if words is None else words


def texts_naming(connection: Connection, people: Collection[Personal]) -> list[str]:
    """Return the seals of the texts that name somebody, under any of the names."""
    seals = []
    for text in _checked_texts(connection, "WHERE words IS NOT NULL ORDER BY seal"):
        words = (text.words or "").encode()
        if any(mentions(words, person) for person in people):
            seals.append(text.seal)
    return seals


def events_naming(
    connection: Connection, people: Collection[Personal]
) -> Iterator[tuple[int, str]]:
    """Yield seq and field of every text in an event that names somebody; an event never
    changes.
    """
    rows = dialect_of(connection).as_they_stand(
        connection, "SELECT seq, state FROM event ORDER BY seq"
    )
    for seq, state in rows:
        data = bytes(state)
        if not any(mentions(data, person) for person in people):
            continue
        envelope = json.loads(data)
        fields = {name: envelope.get(name) for name in ("actor", "note", "key")}
        for path, text in _texts_with_paths(fields | envelope["body"]):
            if _names_somebody(text, people):
                yield seq, path


def _names_somebody(text: str, people: Collection[Personal]) -> bool:
    """Tell whether a text names somebody; a FIDE id alone is no name."""
    data = text.encode()
    return any(
        mentions(data, person) and text != str(person.fide_id) for person in people
    )


def _texts_with_paths(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a value read from JSON, with its path:
    `body.header.organiser`.
    """
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts_with_paths(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for item in value:
            yield from _texts_with_paths(item, path)


def forget_texts(connection: Connection, seals: Iterable[str]) -> None:
    """Drop words and salts; the seals stay, and say nothing about anybody any more."""
    connection.executemany(
        "UPDATE named_text SET salt = NULL, words = NULL WHERE seal = ?",
        [(seal,) for seal in seals],
    )


def fits(text: NamedText) -> bool:
    """Tell whether a row is what its seal says, or an erased one."""
    salt, words = text.salt, text.words
    if salt is None and words is None:
        return True
    if salt is None or words is None:
        return False
    return sealed_text(salt, words).seal == text.seal
