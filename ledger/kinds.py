"""The kinds of documents and events that features have, beside those of the core.

An event of a feature moves no rating, and makes nothing dirty. It stands in a stream of
its own as a fact of the office, and may be withdrawn and reinstated like others.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from features import FEATURES
from features.feature import Kind, imported
from ledger.bodies import Body
from ledger.every_document import Document
from ledger.flaws import Flaw
from messages import Message

KINDS: Mapping[type[Document], Kind] = MappingProxyType(
    {imported(kind.document): kind for feature in FEATURES for kind in feature.kinds}
)
DOCUMENTS: tuple[type[Document], ...] = tuple(KINDS)
EVENTS: tuple[type[Body], ...] = tuple(imported(kind.event) for kind in KINDS.values())
# events that were stored before features had names in their topics, and whose they are
OF_OLD_TOPICS: Mapping[str, str] = MappingProxyType(
    {"decision-noted.v1": "calendar", "tournament-announced.v1": "calendar"}
)


def feature_of(topic: str) -> str | None:
    """Return the feature whose event a topic is: `birthdays.wish-noted.v1` is one of the
    feature birthdays. None: it is the core's, as `ruling-given.v1`.
    """
    if topic.count(".") == 2:
        return topic.partition(".")[0]
    return OF_OLD_TOPICS.get(topic)


def flaws_of(document: Document) -> Iterator[Flaw]:
    """Yield what a feature finds wrong in a document of its own; of one of the core
    there is nothing to say.
    """
    kind = KINDS.get(type(document))
    if kind is not None and kind.flaws is not None:
        yield from imported(kind.flaws)(document)


def names_of_fields() -> dict[str, Message]:
    """Return how people call the fields that documents of features have."""
    return {
        field: words for kind in DOCUMENTS for field, words in kind.in_words.items()
    }


def value_in_words(field: str, value: Any) -> Message | None:
    """Return the words for a value of a field that a feature has words for."""
    for kind in DOCUMENTS:
        if field in kind.value_words and value in kind.value_words[field]:
            return kind.value_words[field][value]
    return None
