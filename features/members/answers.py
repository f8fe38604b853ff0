"""Answer `selo members licences` and `selo members dues`: who in a tournament has a
licence, and what each club owes for a quarter.

Both come from the register of members as it was read last, which is kept beside the
ledger; no rating depends on it. An erased person is in neither answer, even where the
register still has them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from features.members.licences import (
    STATES,
    Licence,
    MemberRegister,
    by_player,
    is_paid_by,
    is_settled,
    state_of,
)
from features.members.store import kept_register
from ledger.errors import Problem, Usage, Where
from ledger.store.persons import club_names
from messages import say
from messages.answer import UNSET, Answer, Date, Moment, UnsetType, columns, json_value
from projections.answers import Question
from projections.answers.asking import (
    A_DAY,
    Asked,
    CsvSheet,
    TournamentId,
    about,
)
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import players_in, tournament_at
from projections.replay.persons import is_erased

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


class Licences(Asked, frozen=True, kw_only=True):
    """Who in a tournament has a licence on its first and its last day, and whether it
    is paid.
    """

    line = ("tournament",)
    examples = ("selo members licences kuusilahti-open-2024",)
    table = "rows"
    tournament: TournamentId

    def ask(self, reading: Reading) -> LicencesAnswer:
        """Return the licence of everybody in the tournament."""
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


class Dues(Asked, frozen=True, kw_only=True):
    """What each club owes for the licences that begin in a quarter: what they cost, and
    what was paid of it.
    """

    line = ("quarter",)
    examples = ("selo members dues 2026Q1", "selo members dues 2026Q1 --people")
    quarter: Quarter
    people: Annotated[bool, about("Each licence of each person too.")] = False
    as_of: Until = None

    def times(self) -> Question:
        """Ask about the day up to which payments count; without one, about today."""
        return Question(self.as_of)

    def ask(self, reading: Reading) -> DuesAnswer:
        """Return what the clubs owe for the quarter."""
        return dues(reading, self.quarter, self.as_of, self.people)

    def sheet(self, answer: Answer) -> CsvSheet:
        """Make a row of each licence where people were asked for, else of each club."""
        assert isinstance(answer, DuesAnswer)

        if answer.people is UNSET:
            clubs = [json_value(row) for row in answer.rows]
            return CsvSheet(clubs, columns(DuesOfClub))

        people = [json_value(row) for row in answer.people]
        return CsvSheet(people, columns(DuesOfPerson))


def licences(reading: Reading, name: str) -> LicencesAnswer:
    """Return the licence of everybody in a tournament.

    People without a paid licence come first. Without a register there are no rows. A
    tournament that nobody knows is refused.
    """
    tournament = tournament_at(reading, name)
    header = tournament.header
    register = kept_register(reading.path)

    players = []
    if register is not None:
        players = sorted(players_in(tournament, reading))

    own = _licences_by_player(reading, register)
    names = names_of(reading, players)
    clubs = _clubs(reading)

    rows = []
    for player in players:
        licences_of = own.get(player, ())
        state, on_first, on_last = state_of(licences_of, header.start, header.end)

        # a licence of one end of the event tells of the person too
        first = on_first or on_last
        last = on_last or on_first
        club = None if first is None else first.club

        row = LicenceRow(
            player=player,
            name=names.get(player),
            club=club or clubs.get(player),
            state=state,
            begins=None if first is None else first.begins,
            ends=None if last is None else last.ends,
            paid=_day_paid(on_first, on_last),
        )
        rows.append(row)

    rows.sort(key=_unpaid_first)

    return LicencesAnswer(
        tournament=tournament.id,
        name=header.name,
        start=header.start,
        end=header.end,
        register=register_read(register),
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _unpaid_first(row: LicenceRow) -> tuple[int, str, str]:
    """Those without a paid licence come first.

    Then by name and id. The states are in the order of STATES.
    """
    return STATES.index(row.state), row.name or "", row.player


def _day_paid(first: Licence | None, last: Licence | None) -> str | None:
    """Return the day on which the later of the payments came; None where one is
    missing.

    One licence that is there for both days counts once.
    """

    days = []
    for licence in (first, last):
        if licence is None:
            continue

        if licence.paid is None:
            return None
        days.append(licence.paid)

    return max(days, default=None)


def _licences_by_player(
    reading: Reading, register: MemberRegister | None
) -> Mapping[str, list[Licence]]:
    """Return the licences by player, without people who were erased.

    Empty where no register was read.
    """
    if register is None:
        return {}

    timeline = reading.timeline
    licences = by_player(register, timeline.resolve)

    return {
        player: own
        for player, own in licences.items()
        if not is_erased(player, timeline)
    }


def _clubs(reading: Reading) -> dict[str, str]:
    """Return the club that the ledger names, by player.

    It stands in for the club that a licence does not name.
    """
    clubs = {}
    for person in reading.policy.everybody():
        if person.club:
            clubs[person.player] = person.club

    return clubs


def register_read(register: MemberRegister | None) -> RegisterRead | None:
    """Say which register an answer follows from; None where none was read, or nobody is
    left in it.

    Days of the register are the first on which a licence begins and the last on which
    one ends.
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

        "2026q1"  ->  ("2026Q1", "2026-01-01", "2026-03-31")

    `Usage` for anything else.
    """
    match = _QUARTER.fullmatch(text.strip())

    if match is None:
        message = say("{text} is not a quarter of a year", text=repr(text[:20]))
        hint = say("write it as 2026Q1")
        raise Usage(Problem("parameter", message, Where(field="quarter"), hint))

    year = match[1]
    number = int(match[2])

    first_month = 3 * number - 2
    last_day = LAST_DAYS[number - 1]

    return (
        f"{year}Q{number}",
        f"{year}-{first_month:02}-01",
        f"{year}-{last_day}",
    )


def quarter_on(day: str) -> str:
    """Return the quarter of a day, as an address writes it.

    For example:

        "2026-05-12"  ->  "2026Q2"
    """
    month = int(day[5:7])
    return f"{day[:4]}Q{(month + 2) // 3}"


class _Due(NamedTuple):
    """A licence that begins in the quarter, and the club that pays for it."""

    club: str | None
    player: str
    licence: Licence


def dues(
    reading: Reading, text: str, as_of: str | None = None, people: bool = False
) -> DuesAnswer:
    """Return what the licences that begin in a quarter cost, and what of it was paid by
    a day.

    `text`: the quarter; `as_of`: the day up to which payments count, the last of the
    quarter where none is given. `people`: also each licence. `Usage`: it is no quarter.
    """
    quarter, begins, ends = quarter_of(text)

    until = reading.as_of
    if not as_of:
        until = min(ends, reading.as_of)

    register = kept_register(reading.path)
    every_due = _dues_between(reading, register, begins, ends)
    by_club: dict[str | None, list[_Due]] = {}

    for due in every_due:
        by_club.setdefault(due.club, []).append(due)

    of_people: tuple[DuesOfPerson, ...] | UnsetType = UNSET
    if people:
        players = {due.player for due in every_due}
        names = names_of(reading, sorted(players))
        of_people = tuple(_person(due, names, until) for due in every_due)

    return DuesAnswer(
        quarter=quarter,
        begins=begins,
        ends=ends,
        until=until,
        register=register_read(register),
        rows=tuple(_sum(club, own, until) for club, own in by_club.items()),
        total=_sum(None, every_due, until),
        people=of_people,
        basis=reading.basis(),
    )


def _dues_between(
    reading: Reading, register: MemberRegister | None, begins: str, ends: str
) -> list[_Due]:
    """Return the licences that begin between two days, by club, those of none last, and
    player.

    A licence without a club is one of the club that the ledger names.
    """

    clubs = _clubs(reading)
    every_due = []

    for player, own in _licences_by_player(reading, register).items():
        for licence in own:
            if begins <= licence.begins <= ends:
                club = licence.club or clubs.get(player)
                every_due.append(_Due(club, player, licence))
    # what reads the same is one club, with one bill
    spelt = club_names(due.club for due in every_due)
    billed = []

    for due in every_due:
        if due.club:
            due = due._replace(club=spelt[due.club])
        billed.append(due)

    return sorted(billed, key=_order_of_bills)


def _order_of_bills(due: _Due) -> tuple[bool, str, str, str]:
    """Return what bills are sorted by: club, player, first day; without a club last."""
    return due.club is None, due.club or "", due.player, due.licence.begins


def _sum(club: str | None, own: Sequence[_Due], until: str) -> DuesOfClub:
    """Add up what a club owes; fees are hundredths of the currency until they are
    written.
    """
    fees = paid = 0
    for due in own:
        fees += due.licence.fee

        if is_settled(due.licence, until):
            paid += due.licence.fee

    return DuesOfClub(
        club=club,
        licences=len(own),
        people=len({due.player for due in own}),
        fees=amount(fees),
        paid=amount(paid),
        owed=amount(fees - paid),
    )


def _person(due: _Due, names: Mapping[str, str], until: str) -> DuesOfPerson:
    """Return what one licence costs and what of it is owed on a day."""
    licence = due.licence
    owed = 0 if is_settled(licence, until) else licence.fee

    return DuesOfPerson(
        club=due.club,
        player=due.player,
        name=names.get(due.player),
        begins=licence.begins,
        ends=licence.ends,
        fee=amount(licence.fee),
        paid=licence.paid if is_paid_by(licence, until) else None,
        owed=amount(owed),
    )


def amount(hundredths: int) -> str:
    """Write hundredths with two decimals: 4550 is 45.50."""
    return f"{hundredths // 100}.{hundredths % 100:02}"
