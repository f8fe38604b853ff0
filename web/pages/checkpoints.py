"""The newest signed checkpoint, as pages show it."""

from typing import NamedTuple

from ledger.store.checkpoints import kept
from projections.answers.reading import Reading


class Signed(NamedTuple):
    """A checkpoint of our own: how many events it covers, their root, its text and the key it was signed with."""

    size: int
    root: str
    note: str
    key: str | None


def newest_checkpoint(reading: Reading) -> Signed | None:
    own = [row for row in kept(reading.events) if not row.outside]
    if not own:
        return None
    _, size, root = own[-1].note.split("\n")[:3]
    return Signed(int(size), root, own[-1].note, own[-1].signer)
