"""Find out whose the licences are in a register of members.

Nobody is guessed: the register is kept beside the ledger and never in it, so that no
rating depends on it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from desk.files.open_file import plain_text
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.lists.national import other_person
from desk.people.births import Birth, births
from desk.people.register import Register, register_of
from features.members.licences import Licence
from features.members.listed import ListedLicence, licences_and_problems
from ledger.errors import Problem, Refused, Where
from ledger.office import local_day, settings_of
from ledger.store.database import snapshot
from messages import Message, say

MAX_PROBLEMS = 200
NAMED = 5  # candidates
GIVE_MORE = say("give the id, the FIDE id, or the name with the birth")


class _OfLine(NamedTuple):
    """A licence, and the line of the file that states it."""

    line: int
    licence: Licence


def member_licences(
    ledger: str, file: str, content: bytes, now: str
) -> tuple[Licence, ...]:
    """Read a register against the ledger, which is not changed, or refuse it with
    everything that is wrong.
    """
    text = plain_text(content, file, Settings()).data
    with snapshot(ledger) as connection:
        view = LedgerView(connection)
        today = local_day(now, settings_of(connection).time_zone)
        rows, problems = licences_and_problems(text, file, today)
        licences, unfit = _licences_of(rows, file, view)

    problems += [*unfit, *_overlaps(licences, file)]
    if problems:
        raise Refused(_first_problems(problems, file))

    return tuple(one.licence for one in licences)


def _licences_of(
    rows: Iterable[ListedLicence], file: str, view: LedgerView
) -> tuple[list[_OfLine], list[Problem]]:
    """Return the licence of each line that means somebody, and what is wrong with the
    others.
    """
    register = register_of(view)
    licences: list[_OfLine] = []
    unfit: list[Problem] = []

    for row in rows:
        player = _player_meant(row, Where(file, row.line), view, register)
        if isinstance(player, Problem):
            unfit.append(player)
            # who is like a name takes long to find, and no more of it is told
            if len(unfit) > MAX_PROBLEMS:
                break
            continue

        # what is missing is told already
        if player and row.begins and row.ends and row.fee is not None:
            licence = Licence(player, row.begins, row.ends, row.fee, row.paid, row.club)
            licences.append(_OfLine(row.line, licence))

    return licences, unfit


def _first_problems(problems: Iterable[Problem], file: str) -> list[Problem]:
    """Return the problems in the order of their lines; of too many the first, and one
    that says so.
    """
    in_order = sorted(problems, key=lambda problem: problem.where.line or 0)
    if len(in_order) <= MAX_PROBLEMS:
        return in_order

    message = say("only the first problems are told")
    hint = say("correct the first ones and try again")
    return [
        *in_order[:MAX_PROBLEMS],
        Problem("too-many", message, Where(file), hint),
    ]


def _player_meant(
    row: ListedLicence, where: Where, view: LedgerView, register: Register
) -> str | Problem:
    """Return the player that a line means, or what is wrong with it; empty where the
    line identifies nobody.

    Its id decides, else its FIDE id, else its name and birth; what else it says may not
    contradict.
    """
    if not (row.player or row.fide_id or row.name):
        return ""

    candidates = _candidates(row, register)
    if not candidates:
        unknown = _unknown(row, register)
        return Problem("members-unknown", unknown, where, _near_names(row, register))

    if len(candidates) > 1:
        people = _people(candidates, register)
        message = say("several people can be meant: {people}", people=people)
        return Problem("members-several", message, where, say("give the id"))

    (player,) = candidates
    if view.erased(player):
        message = say("{player} was erased from the ledger", player=player)
        return Problem("members-erased", message, where, say("leave the line out"))

    named = {
        "player": row.player or player,
        "name": row.name,
        "born": row.born or None,
        "fide_id": row.fide_id,
    }
    flaw = other_person(named, player, register)
    if flaw is not None:
        hint = say("correct the number or the name")
        return Problem("other-person", flaw, where, hint)

    return player


def _candidates(row: ListedLicence, register: Register) -> set[str]:
    """Return the players whom a line can mean. Two numbers of two people mean both."""
    if row.player:
        known = register.national(row.player)
        return known | register.fide(row.fide_id) if known else set()

    if row.fide_id:
        return register.fide(row.fide_id)

    return {
        player
        for player in register.alike(row.name)
        if births(row.born, register.born(player)) >= Birth.YEAR
    }


def _unknown(row: ListedLicence, register: Register) -> Message:
    """Say that a line means nobody here, by what it identifies its person with."""
    if row.player:
        return say("nobody has the id {name}", name=repr(row.player))

    if row.fide_id:
        return say("nobody here has the FIDE id {number}", number=row.fide_id)

    return _not_by_name(row, register.alike(row.name), register)


def _not_by_name(
    row: ListedLicence, namesakes: Iterable[str], register: Register
) -> Message:
    if not namesakes:
        return say("nobody here is called {name}", name=row.name)

    people = _people(namesakes, register)
    if not row.born:
        return say(
            "{name} does not say who it is without the birth: {people}",
            name=row.name,
            people=people,
        )

    return say(
        "nobody called {name} is known to be born {born}: {people}",
        name=row.name,
        born=row.born,
        people=people,
    )


def _near_names(row: ListedLicence, register: Register) -> Message:
    """Suggest who may be meant, by a similar name. A player of the very same name is
    mentioned elsewhere already.
    """
    if not row.name or register.alike(row.name):
        return GIVE_MORE

    near = register.close(row.name)
    if not near:
        return GIVE_MORE

    people = _people(near, register)
    return say("did you mean {people}? Otherwise {hint}", people=people, hint=GIVE_MORE)


def _people(players: Iterable[str], register: Register) -> str:
    """Name people so that they can be told apart."""
    named = [_in_full(player, register) for player in sorted(players)[:NAMED]]
    return "; ".join(named)


def _in_full(player: str, register: Register) -> str:
    """Name somebody by id, name, birth and club, as far as they are known."""
    person = register.person(player)
    club = ""
    if person is not None and person.club:
        club = f"({person.club})"

    name = next(iter(register.names(player)), "")
    words = (player, name, register.born(player), club)
    return " ".join(word for word in words if word)


def _overlaps(licences: Iterable[_OfLine], file: str) -> Iterator[Problem]:
    """Yield a problem for each licence that begins before another of the same person
    has ended.
    """
    until: dict[str, _OfLine] = {}
    for one in sorted(licences, key=_by_days):
        player = one.licence.player
        other = until.get(player)

        if other is not None and one.licence.begins <= other.licence.ends:
            first, second = sorted((other.line, one.line))
            message = say(
                "{player} has another licence on the same days in line {line}",
                player=player,
                line=first,
            )
            hint = say("one licence a day: correct the days")
            yield Problem("members-overlap", message, Where(file, second), hint)

        if other is None or one.licence.ends > other.licence.ends:
            until[player] = one


def _by_days(one: _OfLine) -> tuple[str, str, int]:
    """Return what licences are sorted by: player, first day, line."""
    return one.licence.player, one.licence.begins, one.line
