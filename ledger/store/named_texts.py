"""Keep the words that events hold a seal of, in a table beside the log, until the
person they name is erased.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ledger.named_texts import ERASED, NamedText, is_seal, sealed_text
from ledger.store.dialects import spoken
from ledger.store.mentions import mentions
from ledger.store.persons import Personal, damaged
from ledger.store.tables import Connection, batches
from messages import say

_COLUMNS = "seal, salt, words"


def keep_text(connection: Connection, text: NamedText) -> None:
    connection.execute(f"INSERT INTO named_text ({_COLUMNS}) VALUES (?, ?, ?)", text)


def seal_of(connection: Connection, words: str) -> str | None:
    """Return the seal that these words have in the ledger already."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM named_text WHERE words = ?", (words,)
    ).fetchall()
    return next((_fitting(NamedText(*row)).seal for row in rows), None)


def has_seal(connection: Connection, seal: str) -> bool:
    return (
        connection.execute(
            "SELECT 1 FROM named_text WHERE seal = ?", (seal,)
        ).fetchone()
        is not None
    )


def texts_of(connection: Connection, seals: Iterable[str]) -> dict[str, NamedText]:
    """Return the texts behind these seals; refuse if one is gone, or is not what was
    sealed.
    """
    wanted = [*dict.fromkeys(seals)]
    texts: dict[str, NamedText] = {}
    for some in batches(wanted):
        query = (
            f"SELECT {_COLUMNS} FROM named_text WHERE seal IN"
            f" ({', '.join('?' * len(some))})"
        )
        for row in connection.execute(query, tuple(some)).fetchall():
            text = _fitting(NamedText(*row))
            texts[text.seal] = text
    if len(texts) < len(wanted):
        raise damaged(say("words that the log holds a seal of are gone"))
    return texts


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
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM named_text WHERE words IS NOT NULL ORDER BY seal"
    ).fetchall()
    kept = [_fitting(NamedText(*row)) for row in rows]
    return [
        text.seal
        for text in kept
        if any(mentions((text.words or "").encode(), one) for one in people)
    ]


def events_naming(
    connection: Connection, people: Collection[Personal]
) -> Iterator[tuple[int, str]]:
    """Yield seq and field of every text in an event that names somebody; an event never
    changes.
    """
    rows = spoken(connection).as_they_stand(
        connection, "SELECT seq, state FROM event ORDER BY seq"
    )
    for seq, state in rows:
        if any(mentions(bytes(state), one) for one in people):
            envelope = json.loads(bytes(state))
            around = {name: envelope.get(name) for name in ("actor", "note", "key")}
            for path, text in _texts(around | envelope["body"]):
                if any(
                    mentions(text.encode(), one) and text != str(one.fide_id)
                    for one in people
                ):
                    yield seq, path


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a value read from JSON, with its path:
    `body.header.organiser`.
    """
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, path)


def forget_texts(connection: Connection, seals: Iterable[str]) -> None:
    """Drop words and salts; the seals stay, and say nothing about anybody any more."""
    connection.executemany(
        "UPDATE named_text SET salt = NULL, words = NULL WHERE seal = ?",
        [(seal,) for seal in seals],
    )


def fits(text: NamedText) -> bool:
    """Tell whether a row is what its seal says, or an erased one."""
    if text.salt is None or text.words is None:
        return text.salt is text.words
    return sealed_text(text.salt, text.words).seal == text.seal


def _fitting(text: NamedText) -> NamedText:
    if not fits(text):
        raise damaged(say("the words beside the log are not those that were sealed"))
    return text
