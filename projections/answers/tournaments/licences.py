"""Answer `selo members licences` and `selo members dues`: who in a tournament has a licence, and what
each club owes for a quarter.

Both come from the register of members as it was read last, which is kept beside the
ledger; no rating depends on it. An erased person is in neither answer, even where the
register still has them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated

from ledger.errors import Problem, Usage, Where
from ledger.office import Licence, MemberRegister
from ledger.reported import as_read
from ledger.store.persons import club_names
from messages import say
from messages.answer import UNSET, Answer, Date, Moment, UnsetType, columns, plain
from projections.answers import Question
from projections.answers.asking import (
    A_DAY,
    Asked,
    CsvSheet,
    Ledger,
    TournamentId,
    about,
)
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_at
from projections.replay.persons import is_erased

NONE, ENDS_BEFORE, BEGINS_AFTER, UNPAID, PAID = STATES = (
    "none",
    "ends-before",
    "begins-after",
    "unpaid",
    "paid",
)
_QUARTER = re.compile(r"((?:19|20)[0-9]{2})-?[Qq]([1-4])")
LAST_DAYS = ("03-31", "06-30", "09-30", "12-31")


class RegisterRead(Answer, frozen=True, kw_only=True):
    """The register of members that an answer follows from: when it was read, and which
    days its licences reach.
    """

    file: str
    read_at: Moment
    read_by: str
    licences: int
    people: int
    begins: Date
    ends: Date


class LicenceRow(Answer, frozen=True, kw_only=True):
    """A player of a tournament and their licence: `state` is of its first and its last
    day together.
    """

    player: str
    name: str | None
    club: str | None
    state: str
    begins: Date | None
    ends: Date | None
    paid: Date | None


class LicencesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `members licences`: those without a paid licence first. `register`: null
    where none was read.
    """

    tournament: str
    name: str
    start: Date
    end: Date
    register: RegisterRead | None
    rows: tuple[LicenceRow, ...]
    basis: Basis


class DuesOfClub(Answer, frozen=True, kw_only=True):
    """What the licences of a club that begin in a quarter cost, how much of it was
    paid, and what is left; amounts are exact, with two decimals.
    """

    club: str | None
    licences: int
    people: int
    fees: str
    paid: str
    owed: str


class DuesOfPerson(Answer, frozen=True, kw_only=True):
    """One licence that begins in the quarter. `paid`: the day, where it counts already."""

    club: str | None
    player: str
    name: str | None
    begins: Date
    ends: Date
    fee: str
    paid: Date | None
    owed: str


class DuesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `members dues`: by club, those of none last. `until`: the last day whose
    payments count.
    """

    quarter: str
    begins: Date
    ends: Date
    until: Date
    register: RegisterRead | None
    rows: tuple[DuesOfClub, ...]
    total: DuesOfClub
    people: tuple[DuesOfPerson, ...] | UnsetType = UNSET
    basis: Basis


class OfMembers(Asked, frozen=True, kw_only=True):
    """A question that the register of members answers, which is kept beside the ledger."""

    @contextmanager
    def seen(self, ledger: Ledger, today: str) -> Iterator[Reading]:
        with super().seen(ledger, today) as reading:
            reading.register = ledger.register()
            yield reading


class Licences(OfMembers, frozen=True, kw_only=True):
    """Who in a tournament has a licence on its first and its last day, and whether it
    is paid.
    """

    line = ("tournament",)
    examples = ("selo members licences kuusilahti-open-2024",)
    table = "rows"
    tournament: TournamentId

    def ask(self, reading: Reading) -> LicencesAnswer:
        return licences(reading, self.tournament)


Quarter = Annotated[
    str,
    about(
        "A quarter of a year, such as 2026Q1.",
        schema={"type": "string", "pattern": "^(19|20)[0-9]{2}-?[Qq][1-4]$"},
    ),
]
Until = Annotated[
    str | None,
    about(
        "Payments up to this day. Default: the end of the quarter, or today.",
        "DAY",
        schema=A_DAY,
    ),
]


class Dues(OfMembers, frozen=True, kw_only=True):
    """What each club owes for the licences that begin in a quarter: what they cost, and
    what was paid of it.
    """

    line = ("quarter",)
    examples = ("selo members dues 2026Q1", "selo members dues 2026Q1 --people")
    quarter: Quarter
    people: Annotated[bool, about("Each licence of each person too.")] = False
    as_of: Until = None

    def times(self) -> Question:
        return Question(self.as_of)

    def ask(self, reading: Reading) -> DuesAnswer:
        return dues(reading, self.quarter, self.as_of, self.people)

    def sheet(self, answer: Answer) -> CsvSheet:
        assert isinstance(answer, DuesAnswer)
        if answer.people is not UNSET:
            return CsvSheet(
                [plain(row) for row in answer.people], columns(DuesOfPerson)
            )
        return CsvSheet([plain(row) for row in answer.rows], columns(DuesOfClub))


def by_player(
    register: MemberRegister, resolve: Callable[[str], str]
) -> dict[str, list[Licence]]:
    """Return the licences of each person by the id that counts now, in the order of
    their days.
    """
    own: dict[str, list[Licence]] = {}
    for licence in sorted(register.licences, key=lambda one: (one.begins, one.ends)):
        own.setdefault(resolve(licence.player), []).append(licence)
    return own


def is_settled(licence: Licence, until: str = "9999-12-31") -> bool:
    """Tell whether nothing is owed for a licence: it was paid by the day, or costs
    nothing.
    """
    return licence.fee == 0 or (licence.paid is not None and licence.paid <= until)


def state_of(
    own: Sequence[Licence], first: str, last: str
) -> tuple[str, Licence | None, Licence | None]:
    """Return the state of somebody's licences for an event, and the licences of its
    first and last day: over a new year they may be two.
    """
    on_first, on_last = (
        next((one for one in own if one.begins <= day <= one.ends), None)
        for day in (first, last)
    )
    if on_first is None:
        return BEGINS_AFTER if on_last else NONE, on_first, on_last
    if on_last is None:
        return ENDS_BEFORE, on_first, on_last
    return (
        PAID if is_settled(on_first) and is_settled(on_last) else UNPAID,
        on_first,
        on_last,
    )


def licences(reading: Reading, name: str) -> LicencesAnswer:
    """Return the licence of everybody in a tournament."""
    tournament, resolve = tournament_at(reading, name), reading.timeline.resolve
    header, register = tournament.header, reading.register
    seats = {
        seat for game in tournament.games.values() for seat in (game.white, game.black)
    }
    seats |= (
        {row.player for row in as_read(tournament.reported).players}
        if tournament.reported is not None
        else set()
    )
    own = _kept(reading)
    players = sorted({resolve(seat) for seat in seats}) if register is not None else []
    names, clubs = names_of(reading, players), _clubs(reading)
    rows = []
    for player in players:
        state, on_first, on_last = state_of(
            own.get(player, ()), header.start, header.end
        )
        shown = on_first or on_last
        rows.append(
            LicenceRow(
                player=player,
                name=names.get(player),
                club=(shown and shown.club) or clubs.get(player),
                state=state,
                begins=shown.begins if shown else None,
                ends=(on_last or shown).ends if shown else None,
                paid=_paid(on_first, on_last),
            )
        )
    rows.sort(key=lambda row: (STATES.index(row.state), row.name or "", row.player))
    return LicencesAnswer(
        tournament=tournament.id,
        name=header.name,
        start=header.start,
        end=header.end,
        register=register_read(register),
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _paid(first: Licence | None, last: Licence | None) -> str | None:
    """Return the day on which the later of the payments came; None where one is
    missing.
    """
    days = [one.paid for one in (first, last) if one is not None]
    return None if None in days else max(filter(None, days), default=None)


def _kept(reading: Reading) -> Mapping[str, list[Licence]]:
    """Return the licences by player, without people who were erased."""
    timeline, register = reading.timeline, reading.register
    own = {} if register is None else by_player(register, timeline.resolve)
    return {
        player: licences
        for player, licences in own.items()
        if not is_erased(player, timeline)
    }


def _clubs(reading: Reading) -> dict[str, str]:
    return {one.player: one.club for one in reading.policy.everybody() if one.club}


def register_read(register: MemberRegister | None) -> RegisterRead | None:
    """Say which register an answer follows from; None where none was read, or nobody is
    left in it.
    """
    if register is None or not register.licences:
        return None
    every = register.licences
    return RegisterRead(
        file=register.file,
        read_at=register.read_at,
        read_by=register.read_by,
        licences=len(every),
        people=len({one.player for one in every}),
        begins=min(one.begins for one in every),
        ends=max(one.ends for one in every),
    )


def quarter_of(text: str) -> tuple[str, str, str]:
    """Read a quarter, such as 2026Q1: return how it is written, its first day and its
    last.
    """
    match = _QUARTER.fullmatch(text.strip())
    if match is None:
        message = say("{text} is not a quarter of a year", text=repr(text[:20]))
        raise Usage(
            Problem(
                "parameter", message, Where(field="quarter"), say("write it as 2026Q1")
            )
        )
    year, number = match[1], int(match[2])
    return (
        f"{year}Q{number}",
        f"{year}-{3 * number - 2:02}-01",
        f"{year}-{LAST_DAYS[number - 1]}",
    )


def quarter_on(day: str) -> str:
    """Return the quarter of a day, as an address writes it."""
    return f"{day[:4]}Q{(int(day[5:7]) + 2) // 3}"


def dues(
    reading: Reading, text: str, as_of: str | None = None, people: bool = False
) -> DuesAnswer:
    """Return what the licences that begin in a quarter cost, and what of it was paid by
    a day.
    """
    quarter, begins, ends = quarter_of(text)
    until = reading.as_of if as_of else min(ends, reading.as_of)
    clubs = _clubs(reading)
    own = [
        (licence.club or clubs.get(player), player, licence)
        for player, every in _kept(reading).items()
        for licence in every
        if begins <= licence.begins <= ends
    ]
    # what reads the same is one club, with one bill
    spelt = club_names(club for club, *_ in own)
    own = [(club and spelt[club], player, licence) for club, player, licence in own]
    by_club: dict[str | None, list[tuple[str | None, str, Licence]]] = {}
    for row in sorted(
        own, key=lambda row: (row[0] is None, row[0] or "", row[1], row[2].begins)
    ):
        by_club.setdefault(row[0], []).append(row)
    names = (
        names_of(reading, sorted({player for _, player, _ in own})) if people else {}
    )
    return DuesAnswer(
        quarter=quarter,
        begins=begins,
        ends=ends,
        until=until,
        register=register_read(reading.register),
        rows=tuple(_sum(club, rows, until) for club, rows in by_club.items()),
        total=_sum(None, own, until),
        people=(
            tuple(
                _person(row, names, until) for rows in by_club.values() for row in rows
            )
            if people
            else UNSET
        ),
        basis=reading.basis(),
    )


def _sum(
    club: str | None, rows: Sequence[tuple[str | None, str, Licence]], until: str
) -> DuesOfClub:
    fees = sum(licence.fee for *_, licence in rows)
    paid = sum(licence.fee for *_, licence in rows if is_settled(licence, until))
    return DuesOfClub(
        club=club,
        licences=len(rows),
        people=len({player for _, player, _ in rows}),
        fees=amount(fees),
        paid=amount(paid),
        owed=amount(fees - paid),
    )


def _person(
    row: tuple[str | None, str, Licence], names: Mapping[str, str], until: str
) -> DuesOfPerson:
    club, player, licence = row
    counts = licence.paid is not None and licence.paid <= until
    return DuesOfPerson(
        club=club,
        player=player,
        name=names.get(player),
        begins=licence.begins,
        ends=licence.ends,
        fee=amount(licence.fee),
        paid=licence.paid if counts else None,
        owed=amount(0 if is_settled(licence, until) else licence.fee),
    )


def amount(hundredths: int) -> str:
    """Write hundredths with two decimals: 4550 is 45.50."""
    return f"{hundredths // 100}.{hundredths % 100:02}"
