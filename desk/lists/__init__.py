"""Turn rating lists into documents. Here: what every list is asked and answers, and
FIDE's list as external ratings.

What a list does not state about itself, its day and what it is for, is for whoever left
it to answer. FIDE's list is taken for the players already in the ledger, or for
everybody of a federation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

import msgspec

from desk import (
    Caution,
    DoubtRow,
    EntryChange,
    LostTitle,
    Move,
    Outcome,
    Receipt,
    caution,
    told,
)
from desk.doubtful_days import NAMED
from desk.files.open_file import opened, plain
from desk.files.settings import PlayersBy, Prefix, Settings
from desk.files.sidecar import one_object
from desk.ledger_view import LedgerView
from desk.people.register import fide_ids
from desk.submit import PreparedSubmission
from exchange.json.documents import made
from exchange.json.flaws import flaws, refusal
from exchange.lists.fide import FidePlayer, read_list
from exchange.lists.fide import Kind as ListedKind
from exchange.names.likeness import close
from exchange.recognise import Kind, kind_of
from ledger.errors import Problem, Refused, Where
from ledger.placed import Placed
from ledger.store.receipts import LogReceipt
from ledger.words import Count, Day, Federation, ListName, Strict
from messages import by_command, counted, named, say
from messages.answer import UNSET, Answer, Date, UnsetType

OPENINGS: Kind = "openings"
LIST_KINDS: tuple[Kind | None, ...] = (OPENINGS, "fide-xml", "fide-text")


def list_kind(name: str, data: bytes) -> Kind | None:
    """Recognise the kind of a file, as `kind_of` does; a spreadsheet of openings is one
    of openings.
    """
    kind = kind_of(name, data)
    if kind in ("packed", "excel"):
        with suppress(Refused):
            return (
                OPENINGS
                if kind_of("", plain(data, name, Settings()).data) == OPENINGS
                else kind
            )
    return kind


class ListSettings(Strict, frozen=True, kw_only=True):
    """Every answer about one list; None: not given. `everybody`: of a FIDE list also
    those who are not here yet, of one federation if it is named; `games`: behind each
    rating, where a table of openings does not tell; `kind`: of the ratings of a FIDE
    list that has no others; `new_ids` and `players_by`: who the people of openings
    without ids are.
    """

    on: Day | None = None
    list: ListName | None = None
    everybody: bool | None = None
    federation: Federation | None = None
    games: Count | None = None
    kind: ListedKind | None = None
    new_ids: Prefix | None = None
    players_by: PlayersBy | None = None


def read_list_settings(name: str, data: bytes) -> ListSettings:
    """Read the settings of a list from one JSON object with the fields of ListSettings,
    or refuse it with every flaw at once.
    """
    fields = one_object(name, data)
    if problems := [*flaws(fields, ListSettings)]:
        raise refusal(problems, Where(name))
    return msgspec.convert(fields, ListSettings)


def openings_told(settings: ListSettings, file: str) -> tuple[str, str]:
    """Return the list and the day, or refuse with everything that is missing."""
    missing = []
    if settings.list is None:
        message = say("the table does not say which list its ratings are on")
        missing.append(
            Problem(
                "openings-no-list",
                message,
                Where(file, field="list"),
                say("name the list"),
            )
        )
    if settings.on is None:
        missing.append(_no_day("openings-no-day", file))
    if settings.list is None or settings.on is None:
        raise Refused(missing)
    return settings.list, settings.on


def day_told(settings: ListSettings, file: str) -> str:
    """Return the day of a FIDE list, or refuse where nobody gave it."""
    if settings.on is None:
        raise Refused(_no_day("fide-list-no-day", file))
    return settings.on


def _no_day(code: str, file: str) -> Problem:
    return Problem(
        code,
        say("the file does not say which day its ratings are of"),
        Where(file, field="on"),
        say("name the day"),
    )


class ListFacts(Answer, frozen=True, kw_only=True):
    """The list as it was read. `here`, `new`: how many of its people are in the ledger,
    and would be registered.
    """

    file: str
    format: str
    on: Date
    list: str | UnsetType = UNSET
    people: int
    here: int | UnsetType = UNSET
    new: int | UnsetType = UNSET


class ListSubmitted(Answer, frozen=True, kw_only=True):
    """What a submitted list answers with."""

    source: ListFacts
    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    preview: str | UnsetType = UNSET


def list_report(facts: ListFacts, outcome: Outcome, dry_run: bool) -> ListSubmitted:
    return ListSubmitted(source=facts, **told(outcome, dry_run))


SOURCES = (("fide-standard", "standard"), ("fide-rapid", "rapid"))
MAX_DOCUMENTS = 200_000
MAX_WARNINGS = 1000
PREFIX = "fide-"


class WantedPeople(NamedTuple):
    """The people to take besides the players already in the ledger: nobody, or
    everybody of a federation.
    """

    everybody: bool = False
    federation: str | None = None
    prefix: str = PREFIX  # of the ids of new players, before their FIDE id
    kind: ListedKind | None = None  # of the ratings, where the list has no others


NOBODY_ELSE = WantedPeople()


@dataclass
class PeopleCounted:
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
        self.tally = PeopleCounted()
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
        if absent := [
            " or ".join(ids)
            for number, ids in here.items()
            if number not in self.tally.met
        ]:
            message = counted(
                "{count} player here has a FIDE id that is not in the list: {names}; is"
                " it the whole list?",
                "{count} players here have FIDE ids that are not in the list: {names};"
                " is it the whole list?",
                len(absent),
                names=named(sorted(absent), NAMED),
            )
            self._warn(
                Problem(
                    "fide-absent",
                    message,
                    Where(file),
                    say("fetch the list again, or correct the FIDE ids"),
                )
            )

    def _warn(self, problem: Problem) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(problem)

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        warnings = [
            caution(problem.message, problem.where) for problem in self.warnings
        ]
        return PreparedSubmission(self.documents, warnings=warnings)

    def report(self, outcome: Outcome) -> ListSubmitted:
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
    tally: PeopleCounted,
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
        # who is not, and not here, is not remembered
        rated = person.standard or person.rapid
        if ids or (rated and _is_wanted(person, wanted)):
            _refuse_another(person, tally.met.setdefault(number, person), where)
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
            documents.insert(0, made("player", _details(person, new_id), where))
            tally.new += 1
        taken += len(documents)
        if taken > MAX_DOCUMENTS:
            message = say(
                "more than {count} documents would come of it", count=MAX_DOCUMENTS
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
        and not any(close(person.name, name) for name in called)
    ):
        values = {
            "number": person.fide_id,
            "name": person.name,
            "player": ids[0],
            "other": called[0],
        }
        message = say(
            "FIDE id {number} is {name} in the list, and {player} {other} here",
            **values,
        )
        return Problem(
            "fide-name", message, where, say("correct the FIDE id or the name")
        )
    return None


def _refuse_another(person: FidePlayer, first: FidePlayer, where: Where) -> None:
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
                say("fetch the list again, or take out the wrong line"),
            )
        )


def _is_wanted(person: FidePlayer, wanted: WantedPeople) -> bool:
    return wanted.everybody and (
        not wanted.federation or person.federation == wanted.federation
    )


def _ratings(
    person: FidePlayer, player: str, on: str, where: Where
) -> Iterator[Placed]:
    for source, name in SOURCES:
        rating = getattr(person, name)
        if rating is not None:
            yield made(
                "external-rating",
                {"player": player, "source": source, "on": on, "rating": rating},
                where,
            )


def _details(person: FidePlayer, player: str) -> dict[str, object]:
    born = str(person.born) if person.born and 1850 <= person.born <= 2100 else None
    return {
        "player": player,
        "name": person.name or f"FIDE {person.fide_id}",
        "sex": person.sex or None,
        "born": born,
        "federation": person.federation if len(person.federation) == 3 else None,
        "fide_id": int(person.fide_id),
    }
