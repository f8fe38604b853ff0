"""Find out whose the licences are in a register of members.

Nobody is guessed: the register is kept beside the ledger and never in it, so that no
rating depends on it.
"""

from collections.abc import Iterable, Iterator, Sequence

from desk.files.open_file import plain
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


def member_licences(
    ledger: str, file: str, content: bytes, now: str
) -> tuple[Licence, ...]:
    """Read a register against the ledger, which is not changed, or refuse it with
    everything that is wrong.
    """
    text = plain(content, file, Settings()).data
    with snapshot(ledger) as connection:
        view = LedgerView(connection)
        rows, problems = licences_and_problems(
            text, file, local_day(now, settings_of(connection).time_zone)
        )
        register = register_of(view)
        licences: list[tuple[int, Licence]] = []
        unfit: list[Problem] = []
        for row in rows:
            player = _whose(row, Where(file, row.line), view, register)
            if isinstance(player, Problem):
                unfit.append(player)
                # who is like a name takes long to find, and no more of it is told
                if len(unfit) > MAX_PROBLEMS:
                    break
            # what is missing is told already
            elif player and row.begins and row.ends and row.fee is not None:
                licences.append(
                    (
                        row.line,
                        Licence(
                            player, row.begins, row.ends, row.fee, row.paid, row.club
                        ),
                    )
                )
    problems += [*unfit, *_overlaps(licences, file)]
    if len(problems) > MAX_PROBLEMS:
        message, hint = (
            say("only the first problems are told"),
            say("correct the first ones and try again"),
        )
        more = [Problem("too-many", message, Where(file), hint)]
        raise Refused(
            [
                *sorted(problems, key=lambda problem: problem.where.line or 0)[
                    :MAX_PROBLEMS
                ],
                *more,
            ]
        )
    if problems:
        raise Refused(sorted(problems, key=lambda problem: problem.where.line or 0))
    return tuple(licence for _, licence in licences)


def _whose(
    row: ListedLicence, where: Where, view: LedgerView, register: Register
) -> str | Problem:
    """Return the player that a line means, or what is wrong with it; empty where the
    line identifies nobody.

    Its id decides, else its FIDE id, else its name and birth; what else it says may not
    contradict.
    """
    if not (row.player or row.fide_id or row.name):
        return ""
    if row.player:
        candidates, unknown = (
            register.national(row.player),
            say("nobody has the id {name}", name=repr(row.player)),
        )
        candidates = candidates and candidates | register.fide(row.fide_id)
    elif row.fide_id:
        candidates = register.fide(row.fide_id)
        unknown = say("nobody here has the FIDE id {number}", number=row.fide_id)
    else:
        namesakes = register.alike(row.name)
        candidates = {
            player
            for player in namesakes
            if births(row.born, register.born(player)) >= Birth.YEAR
        }
        unknown = _not_by_name(row, namesakes, register)
    if not candidates:
        return Problem("members-unknown", unknown, where, _near(row, register))
    if len(candidates) > 1:
        message = say(
            "several people can be meant: {people}",
            people=_people(candidates, register),
        )
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
    if (flaw := other_person(named, player, register)) is not None:
        return Problem(
            "other-person", flaw, where, say("correct the number or the name")
        )
    return player


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


def _near(row: ListedLicence, register: Register) -> Message:
    """Suggest who may be meant, by a similar name. A player of the very same name is
    mentioned elsewhere already.
    """
    near = (
        register.close(row.name) if row.name and not register.alike(row.name) else set()
    )
    return (
        say(
            "did you mean {people}? Else {hint}",
            people=_people(near, register),
            hint=GIVE_MORE,
        )
        if near
        else GIVE_MORE
    )


def _people(players: Iterable[str], register: Register) -> str:
    """Name people so that they can be told apart."""
    named = []
    for player in sorted(players)[:NAMED]:
        names, person = register.names(player)[:1], register.person(player)
        club = f"({person.club})" if person is not None and person.club else None
        named.append(
            " ".join(filter(None, (player, *names, register.born(player), club)))
        )
    return "; ".join(named)


def _overlaps(licences: Sequence[tuple[int, Licence]], file: str) -> Iterator[Problem]:
    """Yield a problem for each licence that begins before another of the same person
    has ended.
    """
    until: dict[str, tuple[int, Licence]] = {}
    for line, licence in sorted(
        licences, key=lambda row: (row[1].player, row[1].begins, row[0])
    ):
        other = until.get(licence.player)
        if other is not None and licence.begins <= other[1].ends:
            first, second = sorted((other[0], line))
            message = say(
                "{player} has another licence on the same days in line {line}",
                player=licence.player,
                line=first,
            )
            yield Problem(
                "members-overlap",
                message,
                Where(file, second),
                say("one licence a day: correct the days"),
            )
        if other is None or licence.ends > other[1].ends:
            until[licence.player] = line, licence
