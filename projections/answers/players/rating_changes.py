"""Tell how a player's ratings changed as more became known: each that is new, came out
otherwise, or does not count any more.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.answers.reading import Reading
from projections.replay.entry import Version
from rulebooks.entries import Entry


class RatingChange(NamedTuple):
    """What a submission did to an entry of a player. `seq`: its last event.

    was    the entry as it was before; None of one that is new
    now    the entry as it is afterwards; None of one that does not count any more
    """

    seq: int
    was: Entry | None
    now: Entry | None

    @property
    def entry(self) -> Entry:
        """The entry as it is, or as it was before it went."""
        entry = self.now or self.was
        assert entry is not None
        return entry


def rating_changes(reading: Reading, player: str) -> list[RatingChange]:
    """Return all changes of a player's ratings on all lists, the newest first.

    An entry whose rating came out the same is none, whatever else of it was computed
    again.
    """
    changes: list[RatingChange] = []
    for name in reading.lists():
        versions = reading.versions(player=player, list_name=name)
        changes += _changes_of_list(versions, reading.known_seq)
    changes.sort(key=_newest_first)
    return changes


def _changes_of_list(
    versions: Sequence[Version], known_seq: int
) -> Iterator[RatingChange]:
    """Yield what became of each entry. A later version of it begins where the one
    before ended, also when it has moved to another day.
    """
    written = {_key(version.entry, version.known_from) for version in versions}
    ended: dict[tuple[str, str, int], Entry] = {}
    for entry, _, known_to in versions:
        if known_to is None or known_to > known_seq:
            continue
        key = _key(entry, known_to)
        ended[key] = entry
        if key not in written:
            yield RatingChange(known_to, was=entry, now=None)

    for entry, known_from, _ in versions:
        was = ended.get(_key(entry, known_from))
        if was is None or was.figure.after != entry.figure.after:
            yield RatingChange(known_from, was=was, now=entry)


def _key(entry: Entry, seq: int) -> tuple[str, str, int]:
    """Return which entry it is on its list, and the submission at which it begins or
    ends.
    """
    return entry.unit, entry.figure.kind, seq


def _newest_first(change: RatingChange) -> tuple[int, str, str]:
    return -change.seq, change.entry.list, change.entry.place
