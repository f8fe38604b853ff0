"""A list that a question names is one the ledger keeps, whichever question it is."""

from ledger.errors import NotFound, Problem, Where
from ledger.store.events import head
from messages import say
from projections.answers.reading import Reading


def kept_list(reading: Reading, list_name: str) -> str:
    """Return the name of the list if the ledger keeps it now, and refuse it otherwise. As known earlier every list
    passes: before its rules were adopted it has nobody on it, and that is an answer.
    """
    kept = reading.lists() if reading.known_seq == head(reading.events) else []
    if kept and list_name not in kept:
        hint = say("it keeps {lists}", lists=", ".join(kept))
        raise NotFound(
            Problem("no-rules", say("the ledger keeps no list {list}", list=list_name), Where(field="list"), hint)
        )
    return list_name
