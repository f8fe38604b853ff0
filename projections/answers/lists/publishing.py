"""What `selo publish` needs to know: the list to freeze, and which list a label means."""

from collections.abc import Callable

from ledger.decide.context import Listing
from ledger.errors import NotFound, Problem
from ledger.events import ListPublished
from ledger.store.database import Connection
from messages import Message, by_command, say
from projections.answers.lists.rating_list import published_list
from projections.answers.reading import Reading, known_now
from projections.tables.published import Published, published


def listing(connection: Connection) -> Callable[[str, str], Listing]:
    """What `publish` asks inside a write transaction: a list on a day, as known now."""

    def list_on(list_name: str, as_of: str) -> Listing:
        with known_now(connection, as_of) as reading:
            return Listing(reading.known_seq, reading.rules(), published_list(reading, list_name))

    return list_on


def publications(reading: Reading, list_name: str | None = None) -> list[Published]:
    """What had been published by then, for days up to the day, in the order it was."""
    return published(reading.tables, reading.known_seq, reading.as_of, list_name)


SEE_LISTS = by_command("see `selo lists`")


def publication(
    reading: Reading,
    list_name: str,
    label: str,
    revision: int | None = None,
    hint: Message = SEE_LISTS,
) -> tuple[Published, ListPublished, str]:
    """A published list by its label: the latest revision, or the one asked for; with its event and when that was."""
    # a corrected list is a new revision under the same label, so a label alone means the newest that was known
    labelled = [row for row in publications(reading, list_name) if row.label == label]
    matches = [row for row in labelled if revision in (None, row.revision)]
    if not matches:
        about: dict[str, object] = {"list": list_name, "label": repr(label)}
        if revision is None or not labelled:
            message = say("{list} has no published list {label}, as known", **about)
        else:
            message = say(
                "{list} has no published list {label} revision {number}: there are {count}, as known",
                **about,
                number=revision,
                count=len(labelled),
            )
        raise NotFound(Problem("unknown-list", message, hint=hint))
    # the table only says where; the rows themselves are read from the event, which nobody can edit unnoticed
    event = reading.index.event(matches[-1].seq)
    assert event is not None and isinstance(event.body, ListPublished)
    return matches[-1], event.body, event.recorded_at
