"""A tournament as a program kept it in its own file, checked before anything is made of
it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from exchange.text.cells import Bye, Cell, PairedGame, pair
from exchange.text.notes import Notes
from ledger.errors import Problem, Refused, Where
from messages import Message, say

MOST_PEOPLE = 20_000
MOST_ROUNDS = 99
MOST_CELLS = 100_000  # players in all rounds


class Person(NamedTuple):
    """A player as the program has them; what it does not say is empty.

    number: what cells call them by. born: a year, or a day as YYYY-MM-DD. rating: 0 is
    none.
    """

    number: int
    name: str
    sex: str = ""  # m, f
    born: str = ""  # a year or a day
    federation: str = ""
    fide_id: str = ""
    national_id: str = ""
    club: str = ""
    rating: int = 0
    title: str = ""


class Event(NamedTuple):
    """What the program says of the event; what it does not say is empty.

    rounds: how many there are to be; 0: it is not said.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    time_control: str = ""
    arbiter: str = ""
    start: date | None = None
    end: date | None = None
    rounds: int = 0


class SentFile(NamedTuple):
    """A file as it was sent.

    file: its name. program: which wrote it. instead: what to send where it cannot be
    read. encoding: of its texts.
    """

    data: bytes
    file: str
    program: str
    instead: Message
    encoding: str = "utf-8"  # of its texts

    def refusal(self, code: str, message: Message) -> Refused:
        """Return the refusal of the whole file, with what to send in its place."""
        return Refused(Problem(code, message, Where(self.file), self.instead))

    def broken(self) -> Refused:
        """Return the refusal of a file not laid out as its program writes it, whatever
        it was that did not fit.
        """
        message = say(
            "the file is cut short, or is not laid out as {program} is known to write it",
            program=self.program,
        )
        return self.refusal("program-file", message)

    def check_size(self, cells: int) -> None:
        """Refuse a tournament with more than is read, before it is read: a small file
        may say that it has a million players.

        cells: players in all rounds, at most 100,000.
        """
        if cells > MOST_CELLS:
            message = say("the tournament has more players and rounds than are read")
            raise self.refusal("too-many-games", message)

    def cell_problem(self, code: str, message: Message, cell: Cell) -> Problem:
        """Turn a fault of a cell into a problem: there are no lines to point at.

        code: follows `program-` in the code of the problem. message: what is wrong. The
        field of the problem is the round.
        """
        where = Where(self.file, field=f"round {cell.round}")
        sentence = say(
            "round {number}: {sentence}", number=cell.round, sentence=message
        )
        return Problem(f"program-{code}", sentence, where, self.instead)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as a program keeps it, checked: cells, and the games and byes that
    they come to.

    sha256: of the file, in hexadecimal. warnings: what does not keep it from being
    read.
    """

    file: str
    program: str
    sha256: str
    encoding: str
    event: Event
    people: Sequence[Person]
    cells: Sequence[Cell]
    games: Sequence[PairedGame]
    byes: Sequence[Bye]
    warnings: Sequence[Problem]


def checked_tournament(
    sent: SentFile,
    event: Event,
    people: Sequence[Person],
    cells: Iterable[Cell],
    notes: Notes,
) -> Tournament:
    """Put a tournament together, or refuse it with everything that is wrong with it.

    people: with a number each. cells: one for each player and round that the file says
    something of.

    notes: what the reader has noted already; it is refused or told of with the rest.

    Raised is Refused: nobody is in it, two have one number, somebody is paired twice,
    two rows of a game differ.
    """
    cells = list(cells)
    _check_people(people, sent, notes)
    _check_cells(cells, sent, notes)
    paired = pair(cells, {one.number for one in people}, (), sent.cell_problem)
    notes.problems.extend(paired.problems)
    warnings = [*notes.done(), *paired.warnings]

    return Tournament(
        file=sent.file,
        program=sent.program,
        sha256=hashlib.sha256(sent.data).hexdigest(),
        encoding=sent.encoding,
        event=event,
        people=people,
        cells=cells,
        games=paired.games,
        byes=paired.byes,
        warnings=warnings,
    )


def _check_people(people: Sequence[Person], sent: SentFile, notes: Notes) -> None:
    """Note that nobody is there, or two have one number; refuse above 20,000 at once,
    as no tournament has so many.
    """
    if not people:
        message = say("the tournament has no players")
        notes.refuse("program-empty", message, sent.instead)

    if len(people) > MOST_PEOPLE:
        raise sent.broken()

    seen = set[int]()
    for one in people:
        if one.number in seen:
            message = say("two players have the number {number}", number=one.number)
            notes.refuse("program-number", message, sent.instead)
        seen.add(one.number)


def _check_cells(cells: Sequence[Cell], sent: SentFile, notes: Notes) -> None:
    """Note whoever is in two cells of a round; refuse a round that is not 1 to 99 at
    once: numbers were read from the wrong place.
    """
    seen: set[tuple[int, int]] = set()
    for cell in cells:
        if not 1 <= cell.round <= MOST_ROUNDS:
            raise sent.broken()

        seat = cell.round, cell.player
        if seat in seen:
            message = say("{player} is paired twice", player=cell.player)
            problem = sent.cell_problem("paired-twice", message, cell)
            notes.problems.append(problem)

        seen.add(seat)
