"""Find out whom a federation's own lists mean: its national list as openings, its
register of members with licences.

Openings carry balances over from before the ledger, with players who are not registered
yet. Of a licence nobody is guessed: the register of members is kept beside the ledger
and never in it, so that no rating depends on it; a preview of a report says who in it
has no licence.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import structs

from desk import Caution, Outcome, Unlicensed, caution
from desk.files.games_file import Entrant
from desk.files.open_file import bytes_of, plain
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.lists.answers import ListFacts, ListSubmitted, list_report
from desk.lists.by_name import NOTHING_TOLD, ByName, with_players
from desk.people.births import Birth, births
from desk.people.evidence import weigh
from desk.people.register import Register, register_of
from desk.submit import PreparedSubmission
from exchange.causes import by_cause
from exchange.json.documents import made
from exchange.lists.members import ListedLicence, licences_and_problems
from exchange.lists.openings import NEEDED, Row, documents_of, read_openings
from exchange.text.encodings import EIGHT_BIT, broken, guessed
from ledger.documents import Player
from ledger.errors import Problem, Refused, Where
from ledger.office import Licence, MemberRegister, local_day, settings_of
from ledger.placed import Placed
from ledger.store.database import snapshot
from messages import Message, counted, say
from messages.answer import Answer
from projections.answers.tournaments.licences import PAID, by_player, state_of

R = TypeVar("R", bound=Answer)
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


def with_unlicensed(
    ledger: str, report: R, outcome: Outcome, kept: MemberRegister
) -> R:
    """Return the report of a preview with everybody in it who has no licence by the
    register.
    """
    with snapshot(ledger) as connection:
        own = by_player(kept, LedgerView(connection).resolve)
    rows = [
        Unlicensed(tournament=event.tournament, player=player, name=name, state=state)
        for event in outcome.playing
        for player, name in event.players
        if (state := state_of(own.get(player, ()), event.start, event.end)[0]) != PAID
    ]
    return structs.replace(report, unlicensed=tuple(rows))


# line and fields of every player, as the reader gives them
Lines = Sequence[tuple[int, Row]]


class OpeningList:
    """A list of openings on its way in."""

    def __init__(
        self,
        file: str,
        list_name: str,
        on: str,
        preview: bool = False,
        content: bytes | None = None,
        games: int | None = None,
        by_name: ByName = NOTHING_TOLD,
    ) -> None:
        """Read the lines of the list. `content`: the bytes of the file, where they were
        read already; `games`: the number behind each rating, where the list does not
        state it; `by_name`: what is said about people without an id.
        """
        self.by_name = by_name
        self.file, self.list_name, self.on, self.preview = file, list_name, on, preview
        text = plain(
            bytes_of(file) if content is None else content, file, Settings()
        ).data
        self.lines, self.problems = read_openings(text, file, games)
        self._guessed = guessed(text, file)[1] in EIGHT_BIT

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        documents = opening_documents(
            self.lines,
            self.file,
            list_name=self.list_name,
            on=self.on,
            ledger=ledger,
            of_file=self.problems,
            by_name=self.by_name,
        )
        return PreparedSubmission(
            documents, warnings=list(self._broken_names(documents))
        )

    def _broken_names(self, documents: Iterable[Placed]) -> Iterator[Caution]:
        """Warn of names that would be registered with broken letters, the first of them
        in their own words.
        """
        new = [
            (one.document.name or "", one.where)
            for one in documents
            if isinstance(one.document, Player)
        ]
        faults = [
            (name, where, fault)
            for name, where in new
            if (fault := broken(name, self._guessed)) is not None
        ]
        for name, where, fault in faults[:MAX_PROBLEMS]:
            likely = say(
                "{sentence}: in {encoding} it is {name}",
                sentence=fault.why,
                encoding=fault.encoding,
                name=fault.meant,
            )
            yield caution(
                say(
                    "{name}: {sentence}",
                    name=name,
                    sentence=likely if fault.encoding else fault.why,
                ),
                where,
            )
        if faults:
            message = counted(
                "{count} name seems broken: save the file as UTF-8, and look at the"
                " preview again",
                "{count} names seem broken: save the file as UTF-8, and look at the"
                " preview again",
                len(faults),
            )
            yield caution(message, Where(self.file))

    def report(self, outcome: Outcome) -> ListSubmitted:
        facts = ListFacts(
            file=self.file,
            format="openings",
            on=self.on,
            list=self.list_name,
            people=len(self.lines),
        )
        return list_report(facts, outcome, self.preview)


def opening_documents(
    lines: Lines,
    file: str,
    list_name: str,
    on: str,
    ledger: LedgerView,
    of_file: Sequence[Problem],
    by_name: ByName = NOTHING_TOLD,
) -> list[Placed]:
    """Return the players who are not in the ledger yet, and an opening for every row.
    All problems are raised at once, with those `of_file` that the reader found.
    """
    documents: list[Placed] = []
    problems: list[Problem] = []
    flawed = {problem.where.line for problem in of_file}
    register = register_of(ledger)
    if not of_file:
        lines, problems = with_players(lines, file, ledger, register, by_name)
    for line, row in lines:
        if "player" not in row:
            continue
        where = Where(file, line)
        # an id of somebody else is a slip somewhere: an opening on the wrong player
        # would spoil both ratings
        if (
            flaw := other_person(row, ledger.resolve(row["player"]), register)
        ) is not None:
            problems.append(
                Problem(
                    "other-person", flaw, where, say("correct the number or the name")
                )
            )
            continue
        if line in flawed or not row.keys() >= set(NEEDED):
            continue  # told already, of the line or of the header
        person, opening = documents_of(row, list_name, on)
        new = [] if ledger.exists(row["player"]) else [("player", person)]
        for kind, fields in (*new, ("opening", opening)):
            try:
                documents.append(made(kind, fields, where))
            except Refused as refused:
                problems.extend(
                    problem for problem in refused.problems if problem not in problems
                )
    if problems or of_file:
        everything = sorted(
            [*of_file, *problems], key=lambda problem: problem.where.line or 0
        )
        raise Refused(by_cause(everything)[:MAX_PROBLEMS])
    return documents


def other_person(row: Row, player: str, register: Register) -> Message | None:
    """Say what of a row contradicts what is known of the player that it names: name,
    birth or FIDE id.
    """
    named = Entrant(
        "", row.get("name", ""), born=row.get("born"), fide_id=row.get("fide_id")
    )
    against = weigh(named, player, register).contradicts()
    if "name" in against:
        name = register.names(player)[0]
        return say(
            "{player} is {name} here, not {other}",
            player=row["player"],
            name=name,
            other=named.name,
        )
    if "birth" in against:
        born = register.born(player)
        return say(
            "{player} has the birth {born} here, not {day}",
            player=row["player"],
            born=born,
            day=named.born,
        )
    if "fide-id" in against:
        number = min(register.fide_ids(player))
        words = {"player": row["player"], "number": number, "other": named.fide_id}
        return say("{player} has the FIDE id {number} here, not {other}", **words)
    return None
