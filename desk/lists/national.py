"""Find out whom a federation's national list means, which becomes openings: they carry
balances over from before the ledger, with players who are not registered yet.
"""

from collections.abc import Iterable, Iterator, Sequence

from desk.cautions import Caution, caution
from desk.files.games_file import Entrant
from desk.files.open_file import bytes_of, plain_text
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.lists.answers import ListFacts, ListSubmitted, list_report
from desk.lists.by_name import NOTHING_TOLD, AnswersByName, rows_with_players
from desk.outcomes import Outcome
from desk.people.evidence import weigh
from desk.people.register import Register, register_of
from desk.submit import PreparedSubmission
from exchange.causes import by_cause
from exchange.json.documents import document_from_fields
from exchange.lists.openings import NEEDED, Row, documents_of, read_openings
from exchange.text.encodings import EIGHT_BIT, fault_of_name, text_and_encoding
from ledger.documents import Player
from ledger.errors import Problem, Refused, Where
from ledger.placed import Placed
from messages import Message, counted, say

MAX_PROBLEMS = 200
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
        by_name: AnswersByName = NOTHING_TOLD,
    ) -> None:
        """Read the lines of the list. `content`: the bytes of the file, where they were
        read already; `games`: the number behind each rating, where the list does not
        state it; `by_name`: what is said about people without an id.
        """
        self.by_name = by_name
        self.file, self.list_name, self.on, self.preview = file, list_name, on, preview
        text = plain_text(
            bytes_of(file) if content is None else content, file, Settings()
        ).data
        self.lines, self.problems = read_openings(text, file, games)
        self._guessed = text_and_encoding(text, file)[1] in EIGHT_BIT

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        """Return an opening for each line of the list, as the ledger knows its player."""
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
            if (fault := fault_of_name(name, self._guessed)) is not None
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
        """Return what became of the list."""
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
    by_name: AnswersByName = NOTHING_TOLD,
) -> list[Placed]:
    """Return the players who are not in the ledger yet, and an opening for every row.
    All problems are raised at once, with those `of_file` that the reader found.
    """
    documents: list[Placed] = []
    problems: list[Problem] = []
    flawed = {problem.where.line for problem in of_file}
    register = register_of(ledger)
    if not of_file:
        lines, problems = rows_with_players(lines, file, ledger, register, by_name)
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
                documents.append(document_from_fields(kind, fields, where))
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
        name = register.name(player)
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
