"""A national list as openings: the balances carried over from before the ledger, and players not registered yet."""

from collections.abc import Sequence

from desk.files import Settings
from desk.files.games_file import Entrant
from desk.files.open_file import bytes_of, plain
from desk.ledger_view import LedgerView
from desk.lists.fide import ListFacts, ListSubmitted, list_report
from desk.outcome import Outcome
from desk.people import Register, weigh
from desk.submit import PreparedSubmission
from exchange.json.documents import Placed, made
from exchange.lists.openings import NEEDED, Row, documents_of, openings_and_problems
from ledger.errors import Problem, Refused, Where
from messages import Message, say

MAX_PROBLEMS = 200
Lines = Sequence[tuple[int, Row]]  # line and fields of every player, as the reader gives them


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
    ) -> None:
        """Read the lines of the list. `content`: the bytes of the file, where they were read already; `games`: the
        number behind each rating, where the list does not state it.
        """
        self.file, self.list_name, self.on, self.preview = file, list_name, on, preview
        text = plain(bytes_of(file) if content is None else content, file, Settings()).data
        self.lines, self.problems = openings_and_problems(text, file, games)

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        return PreparedSubmission(
            opening_documents(self.lines, self.file, self.list_name, self.on, ledger, self.problems)
        )

    def report(self, outcome: Outcome) -> ListSubmitted:
        facts = ListFacts(
            file=self.file, format="openings", on=self.on, list=self.list_name, people=len(self.lines)
        )  # fmt: skip
        return list_report(facts, outcome, self.preview)


def opening_documents(
    lines: Lines, file: str, list_name: str, on: str, ledger: LedgerView, of_file: Sequence[Problem] = ()
) -> list[Placed]:
    """Return the players who are not in the ledger yet, and an opening for every row. All problems are raised at once,
    with those `of_file` that the reader found.
    """
    documents: list[Placed] = []
    problems: list[Problem] = []
    flawed = {problem.where.line for problem in of_file}
    register = ledger.register()
    for line, row in lines:
        if "player" not in row:
            continue
        where = Where(file, line)
        # an id of somebody else is a slip somewhere: an opening on the wrong player would spoil both ratings
        if (flaw := other_person(row, ledger.resolve(row["player"]), register)) is not None:
            problems.append(Problem("other-person", flaw, where, say("correct the number or the name")))
            continue
        if line in flawed or not row.keys() >= set(NEEDED):
            continue  # told already, of the line or of the header
        person, opening = documents_of(row, list_name, on)
        new = [] if ledger.exists(row["player"]) else [("player", person)]
        for kind, fields in (*new, ("opening", opening)):
            try:
                documents.append(made(kind, fields, where))
            except Refused as refused:
                problems.extend(problem for problem in refused.problems if problem not in problems)
    if problems or of_file:
        everything = sorted([*of_file, *problems], key=lambda problem: problem.where.line or 0)
        raise Refused(everything[:MAX_PROBLEMS])
    return documents


def other_person(row: Row, player: str, register: Register) -> Message | None:
    """Say what of a row contradicts what is known of the player that it names: name, birth or FIDE id."""
    named = Entrant("", row.get("name", ""), born=row.get("born"), fide_id=row.get("fide_id"))
    against = weigh(named, player, register).contradicts()
    if "name" in against:
        name = register.names(player)[0]
        return say("{player} is {name} here, not {other}", player=row["player"], name=name, other=named.name)
    if "birth" in against:
        born = register.born(player)
        return say("{player} has the birth {born} here, not {day}", player=row["player"], born=born, day=named.born)
    if "fide-id" in against:
        number = min(register.fide_ids(player))
        words = {"player": row["player"], "number": number, "other": named.fide_id}
        return say("{player} has the FIDE id {number} here, not {other}", **words)
    return None
