"""Propose the id of a new player: the next number in the shape that the ids of all
others have.
"""

from desk.people.register import OF_FIDE
from projections.answers.reading import Reading
from web.desk.form_documents import name_of
from web.store.draft_steps import WAITING
from web.store.drafts import drafts


def free_id(reading: Reading, ledger: str) -> str:
    """Return an id that nobody has, and that no draft of a new player waits for; empty
    where the ids of the ledger have no shape in common.

    `ledger`: whose drafts are looked at. After F062, with a draft of F063: F064
    """
    waiting = {row.name for row in drafts(ledger, WAITING).rows}
    for player in reading.known_events.free_player_ids(OF_FIDE):
        if name_of({"kind": "player", "player": player}) not in waiting:
            return player

    return ""
