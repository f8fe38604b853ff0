"""Turn FIDE's list into documents: the ratings of the players already in the ledger, or
of everybody of a federation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

from desk.cautions import caution
from desk.files.open_file import opened
from desk.ledger_view import LedgerView
from desk.lists.answers import ListFacts, ListSubmitted, list_report
from desk.outcomes import Outcome
from desk.people.register import OF_FIDE, fide_ids
from desk.second_look.days import NAMED
from desk.submit import PreparedSubmission
from exchange.json.documents import document_from_fields
from exchange.lists.fide import read_list
from exchange.lists.fide_person import FidePlayer
from exchange.lists.fide_person import Kind as ListedKind
from exchange.names.likeness import is_close
from ledger.errors import Problem, Refused, Where
from ledger.placed import Placed
from messages import by_command, counted, listed_names, say

SOURCES = (("fide-standard", "standard"), ("fide-rapid", "rapid"))
MAX_DOCUMENTS = 200_000
MAX_WARNINGS = 1000


class WantedPeople(NamedTuple):
    """The people to take besides the players already in the ledger: nobody, or
    everybody of a federation.
    """

    everybody: bool = False
    federation: str | None = None
    prefix: str = OF_FIDE  # of the ids of new players, before their FIDE id
    kind: ListedKind | None = None  # of the ratings, where the list has no others


NOBODY_ELSE = WantedPeople()


@dataclass
class PeopleCounts:
    """The numbers of people in the list, in the ledger, and new; `met`: by FIDE id
    those who are here or wanted.
    """

    people: int = 0
    here: int = 0
    new: int = 0
    met: dict[int, FidePlayer] = field(default_factory=dict)


class FideList:
    """FIDE's list of a day on its way in."""

    def __init__(
        self,
        ledger_path: str,
        file: str,
        on: str,
        wanted: WantedPeople,
        preview: bool = False,
        content: bytes | None = None,
    ) -> None:
        """Read the people wanted from the list. `content`: the bytes of the file, where
        they were read already.
        """
        self.file, self.on, self.preview = file, on, preview
        self.tally = PeopleCounts()
        self.warnings: list[Problem] = []

        # read before the ledger is locked for writing: a million lines take their time
        here, register = fide_ids(ledger_path)
        with (
            opened(file) if content is None else nullcontext(BytesIO(content))
        ) as stream:
            people = read_list(stream, file, warn=self._warn, kind=wanted.kind)
            ratings = external_ratings(
                people,
                here,
                on,
                file,
                self._warn,
                wanted,
                tally=self.tally,
                names=register.names,
            )

            self.documents = list(ratings)

        self._warn_of_absent(here)

    def _warn_of_absent(self, here: Mapping[int, list[str]]) -> None:
        """Warn of players whose FIDE id is not in the list. `here`: those of the
        ledger, by FIDE id.
        """
        absent = [
            " or ".join(ids)
            for number, ids in here.items()
            if number not in self.tally.met
        ]
        if not absent:
            return

        message = counted(
            "{count} player here has a FIDE id that is not in the list: {names}; is"
            " it the whole list?",
            "{count} players here have FIDE ids that are not in the list: {names};"
            " is it the whole list?",
            len(absent),
            names=listed_names(sorted(absent), NAMED),
        )
        hint = say("download the list again, or correct the FIDE ids")
        self._warn(Problem("fide-absent", message, Where(self.file), hint))

    def _warn(self, problem: Problem) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(problem)

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        """Return the documents of the list, with what was odd in the file as warnings."""
        warnings = [
            caution(problem.message, problem.where) for problem in self.warnings
        ]
        return PreparedSubmission(self.documents, warnings=warnings)

    def report(self, outcome: Outcome) -> ListSubmitted:
        """Return what became of the list: how many people it has, and how many of them
        are here.
        """
        facts = ListFacts(
            file=self.file,
            format="FIDE list",
            on=self.on,
            people=self.tally.people,
            here=self.tally.here,
            new=self.tally.new,
        )
        return list_report(facts, outcome, self.preview)


def external_ratings(
    people: Iterable[FidePlayer],
    here: Mapping[int, list[str]],
    on: str,
    file: str,
    warn: Callable[[Problem], None],
    wanted: WantedPeople = NOBODY_ELSE,
    *,
    tally: PeopleCounts,
    names: Callable[[str], Sequence[str]] = lambda player: (),
) -> Iterator[Placed]:
    """Yield standard and rapid of each player; one who is in the list without a rating
    has no document.

    A FIDE id under which the list has another name than the ledger is a slip in one of
    the two, or somebody married: it is warned of. The list goes through while it is
    read: only documents about people wanted are ever in memory.
    """
    taken = 0
    for person in people:
        tally.people += 1
        where = Where(file, person.line)
        number = int(person.fide_id)
        ids = here.get(number, [])
        # somebody who is neither here nor wanted is not remembered
        rated = person.standard or person.rapid
        if ids or (rated and _is_wanted(person, wanted)):
            _refuse_second_row(person, tally.met.setdefault(number, person), where)
        if (doubt := _doubt(person, ids, names, where)) is not None:
            warn(doubt)
        if len(ids) > 1:
            continue

        tally.here += len(ids)
        new_id = f"{wanted.prefix}{person.fide_id}"
        documents = [*_ratings(person, ids[0] if ids else new_id, on, where)]

        if not ids:
            if not documents or not _is_wanted(person, wanted):
                continue
            documents.insert(
                0, document_from_fields("player", _details(person, new_id), where)
            )
            tally.new += 1

        taken += len(documents)
        if taken > MAX_DOCUMENTS:
            message = say(
                "it would make more than {count} documents", count=MAX_DOCUMENTS
            )
            hint = by_command("take one federation: --all --federation FIN")
            raise Refused(Problem("too-many", message, where, hint))

        yield from documents


def _doubt(
    person: FidePlayer,
    ids: Sequence[str],
    names: Callable[[str], Sequence[str]],
    where: Where,
) -> Problem | None:
    """Say that several players here have the FIDE id of a person, or that the one who
    has it is called otherwise.
    """
    if len(ids) > 1:
        message = say(
            "FIDE id {number} belongs to {names}; nothing was recorded for it",
            number=person.fide_id,
            names=" and ".join(ids),
        )
        return Problem(
            "fide-id-twice", message, where, say("merge them, or correct one")
        )

    if (
        ids
        and (called := names(ids[0]))
        and not any(is_close(person.name, name) for name in called)
    ):
        values = {
            "number": person.fide_id,
            "name": person.name,
            "player": ids[0],
            "other": called[0],
        }
        message = say(
            "FIDE id {number} is {name} in the list, but {player} {other} here",
            **values,
        )
        return Problem(
            "fide-name", message, where, say("correct the FIDE id or the name")
        )

    return None


def _refuse_second_row(person: FidePlayer, first: FidePlayer, where: Where) -> None:
    """Refuse a person who is in the list a second time with other values."""
    if first._replace(line=person.line) != person:
        number = int(person.fide_id)
        message = say(
            "FIDE id {number} is in line {line} already, with other values",
            number=number,
            line=first.line,
        )
        raise Refused(
            Problem(
                "fide-list-twice",
                message,
                where,
                say("download the list again, or remove the wrong line"),
            )
        )


def _is_wanted(person: FidePlayer, wanted: WantedPeople) -> bool:
    """Return whether somebody who is not in the ledger is taken from the list: only
    where everybody is wanted, or everybody of their federation.
    """
    return wanted.everybody and (
        not wanted.federation or person.federation == wanted.federation
    )


def _ratings(
    person: FidePlayer, player: str, on: str, where: Where
) -> Iterator[Placed]:
    """Yield a document for each rating that a person has on the list of a day,
    YYYY-MM-DD.
    """
    for source, name in SOURCES:
        rating = getattr(person, name)
        if rating is not None:
            yield document_from_fields(
                "external-rating",
                {"player": player, "source": source, "on": on, "rating": rating},
                where,
            )


def _details(person: FidePlayer, player: str) -> dict[str, object]:
    """Return what the list says of a new player, as a document states it.

    A birth is a year; one outside 1850 to 2100, or a federation that is not three
    letters, is left out. Whoever has no name is called by their number: FIDE 500123.
    """
    born = str(person.born) if person.born and 1850 <= person.born <= 2100 else None

    return {
        "player": player,
        "name": person.name or f"FIDE {person.fide_id}",
        "sex": person.sex or None,
        "born": born,
        "federation": person.federation if len(person.federation) == 3 else None,
        "fide_id": int(person.fide_id),
    }
