"""FIDE's list as external ratings: of the players already in the ledger, or of everybody of a federation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from desk.files.open_file import opened
from desk.ledger_view import LedgerView, fide_ids
from desk.lists.report import ListFacts, ListSubmitted, list_report
from desk.outcome import Outcome, caution
from desk.submit import PreparedSubmission
from exchange.json.documents import Placed
from exchange.json.made import made
from exchange.lists.fide import FidePlayer, read_list
from ledger.errors import Problem, Refused, Where
from messages import by_command, say

SOURCES = (("fide-standard", "standard"), ("fide-rapid", "rapid"))
MAX_DOCUMENTS = 200_000
MAX_WARNINGS = 1000
PREFIX = "fide-"


class Wanted(NamedTuple):
    """Whom to take besides the players already in the ledger: nobody, or everybody of a federation."""

    everybody: bool = False
    federation: str | None = None
    prefix: str = PREFIX  # of the ids of new players, before their FIDE id


NOBODY_ELSE = Wanted()


@dataclass
class Tally:
    """How many people are in the list, in the ledger, and new."""

    people: int = 0
    here: int = 0
    new: int = 0


class FideList:
    """FIDE's list of a day on its way in."""

    def __init__(
        self, ledger_path: str, file: str, on: str, wanted: Wanted, preview: bool = False,
        content: bytes | None = None,
    ) -> None:  # fmt: skip
        """`content`: that of the file, from whoever has it."""
        self.file, self.on, self.preview = file, on, preview
        self.tally = Tally()
        self.warnings: list[Problem] = []
        # read before the ledger is locked for writing: a million lines take their time
        here = fide_ids(ledger_path)
        with opened(file) if content is None else nullcontext(BytesIO(content)) as stream:
            people = read_list(stream, file, warn=self._warn)
            self.documents = list(external_ratings(people, here, on, file, self._warn, wanted, tally=self.tally))

    def _warn(self, problem: Problem) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(problem)

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        warnings = [caution(problem.message, problem.where) for problem in self.warnings]
        return PreparedSubmission(self.documents, warnings=warnings)

    def report(self, outcome: Outcome) -> ListSubmitted:
        facts = ListFacts(
            file=self.file, format="FIDE list", on=self.on, people=self.tally.people, here=self.tally.here,
            new=self.tally.new,
        )  # fmt: skip
        return list_report(facts, outcome, self.preview)


def external_ratings(
    people: Iterable[FidePlayer],
    here: Mapping[int, list[str]],
    on: str,
    file: str,
    warn: Callable[[Problem], None],
    wanted: Wanted = NOBODY_ELSE,
    *,
    tally: Tally,
) -> Iterator[Placed]:
    """Standard and rapid of each player; one who is in the list without a rating has no document.

    The list goes through while it is read: only documents about people wanted are ever in memory.
    """
    taken = 0
    for person in people:
        tally.people += 1
        where = Where(file, person.line)
        ids = here.get(int(person.fide_id), [])
        if len(ids) > 1:
            message = say(
                "FIDE id {number} belongs to {names}; nothing was recorded for it",
                number=person.fide_id,
                names=" and ".join(ids),
            )
            warn(Problem("fide-id-twice", message, where, say("merge them, or correct one")))
            continue
        tally.here += len(ids)
        new_id = f"{wanted.prefix}{person.fide_id}"
        documents = [*_ratings(person, ids[0] if ids else new_id, on, where)]
        if not ids:
            if not documents or not _is_wanted(person, wanted):
                continue
            documents.insert(0, made("player", _details(person, new_id), where))
            tally.new += 1
        taken += len(documents)
        if taken > MAX_DOCUMENTS:
            message = say("more than {count} documents would come of it", count=MAX_DOCUMENTS)
            raise Refused(
                Problem("too-many", message, where, by_command("take one federation: --all --federation FIN"))
            )
        yield from documents


def _is_wanted(person: FidePlayer, wanted: Wanted) -> bool:
    return wanted.everybody and (not wanted.federation or person.federation == wanted.federation)


def _ratings(person: FidePlayer, player: str, on: str, where: Where) -> Iterator[Placed]:
    for source, name in SOURCES:
        rating = getattr(person, name)
        if rating is not None:
            yield made("external-rating", {"player": player, "source": source, "on": on, "rating": rating}, where)


def _details(person: FidePlayer, player: str) -> dict[str, object]:
    born = str(person.born) if person.born and 1850 <= person.born <= 2100 else None
    return {
        "player": player, "name": person.name or f"FIDE {person.fide_id}", "sex": person.sex or None, "born": born,
        "federation": person.federation if len(person.federation) == 3 else None, "fide_id": int(person.fide_id),
    }  # fmt: skip
