"""FIDE's list as external ratings: of the players already here, or of everybody of a federation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exchange.json.documents import Placed
from exchange.json.made import made
from exchange.lists.fide import FidePlayer
from ledger.errors import Problem, Refused, Where

SOURCES = (("fide-standard", "standard"), ("fide-rapid", "rapid"))
MAX_DOCUMENTS = 200_000


@dataclass
class Tally:
    """How many people stood in the list, were here, and came new."""

    people: int = 0
    here: int = 0
    new: int = 0


def external_ratings(
    people: Iterable[FidePlayer],
    here: Mapping[int, list[str]],
    on: str,
    file: str,
    warn: Callable[[Problem], None],
    *,
    everybody: bool = False,
    federation: str | None = None,
    prefix: str = "fide-",
    tally: Tally,
) -> Iterator[Placed]:
    """Standard and rapid of each player; one who is in the list without a number has no document."""
    made_so_far = 0
    for person in people:
        tally.people += 1
        where = Where(file, person.line)
        ids = here.get(int(person.fide_id), [])
        if len(ids) > 1:
            said = f"FIDE id {person.fide_id} belongs to {' and '.join(ids)}; nothing was recorded for it"
            warn(Problem("fide-id-twice", said, where, "merge them, or correct one"))
            continue
        tally.here += len(ids)
        documents = [*_ratings(person, ids[0] if ids else f"{prefix}{person.fide_id}", on, where)]
        if not ids:
            if not everybody or (federation and person.federation != federation) or not documents:
                continue
            documents.insert(0, made("player", _details(person, f"{prefix}{person.fide_id}"), where))
            tally.new += 1
        made_so_far += len(documents)
        if made_so_far > MAX_DOCUMENTS:
            said = f"more than {MAX_DOCUMENTS} documents would come of it"
            raise Refused(Problem("too-many", said, where, "take one federation: --all --federation FIN"))
        yield from documents


def _ratings(person: FidePlayer, player: str, on: str, where: Where) -> Iterator[Placed]:
    for source, name in SOURCES:
        rating = getattr(person, name)
        if rating is not None:
            yield made("external-rating", {"player": player, "source": source, "on": on, "rating": rating}, where)


def _details(person: FidePlayer, player: str) -> dict[str, Any]:
    born = str(person.born) if person.born and 1850 <= person.born <= 2100 else None
    return {
        "player": player, "name": person.name or f"FIDE {person.fide_id}", "sex": person.sex or None, "born": born,
        "federation": person.federation if len(person.federation) == 3 else None, "fide_id": int(person.fide_id),
    }  # fmt: skip
