"""Which tournaments a question may mean whose id nobody has."""

from exchange.names.nearest_ids import SearchableIds
from messages import Message
from projections.answers.people import LEAST, LIKE, SHOWN, did_you_mean
from projections.answers.reading import Reading, cached_on_reading
from projections.tables.notes import all_tournaments

LOOKED_AT = 20  # tournaments with ids near


def near_tournaments(reading: Reading, text: str) -> Message:
    """Say `did you mean ...?` of the tournaments with ids near the text; empty when
    there are none.

    Those with a likely mistake in the id come first, then those that have the text in
    them, where it is long enough to say anything.

        autum-open     did you mean autumn-open?
        open           those with `open` in their ids
    """
    folded, ids = _tournament_ids(reading)
    asked = text.casefold()

    part = []
    if len(text) >= LEAST:
        part = [name for other, name in folded if asked in other]

    by_folded = dict(folded)
    near = [by_folded[name] for name in ids.near(asked, SHOWN, LIKE, half=False)]
    meant = [*dict.fromkeys([*near, *part])]
    # what was recorded later is none that can be meant
    known = []
    for name in meant[:LOOKED_AT]:
        if reading.timeline.tournament(name) is not None:
            known.append(name)

    return did_you_mean(known)


@cached_on_reading
def _tournament_ids(reading: Reading) -> tuple[list[tuple[str, str]], SearchableIds]:
    """Return the ids of all tournaments, each with itself in small letters before it.

    The second is a search of the ids in small letters, for those with a mistake in
    them.
    """
    folded = [(name.casefold(), name) for name in all_tournaments(reading.tables)]
    return folded, SearchableIds(name for name, _ in folded)
