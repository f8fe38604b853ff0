"""Find the people of a list of openings that has no ids: by the name alone, or new.

Nobody is guessed. A name that nobody here has or is close to is somebody new, and gets an
id. The name of one player is theirs only where whoever submits the list says that names
are enough; any other name is refused.
"""

from collections.abc import Sequence
from typing import NamedTuple

from desk.ledger_view import LedgerView
from desk.people.register import Register
from exchange.lists.openings import Row
from ledger.errors import Problem, Where
from messages import Message, by_command, listed_names, say

Lines = Sequence[tuple[int, Row]]
NAMED = 5  # people


class AnswersByName(NamedTuple):
    """What was said about the people of such a list. `new_ids`: what the ids of new
    people begin with; `names_alone`: whoever has the name is meant.
    """

    new_ids: str | None = None
    names_alone: bool = False


NOTHING_TOLD = AnswersByName()


def rows_with_players(
    lines: Lines,
    file: str,
    ledger: LedgerView,
    register: Register,
    by_name: AnswersByName,
) -> tuple[Lines, list[Problem]]:
    """Return the rows with the ids of their players, and what is wrong. A row that has
    an id already, or no name, stays as it is.
    """
    rows: list[tuple[int, Row]] = []
    problems: list[Problem] = []
    new: list[int] = []
    for line, row in lines:
        name = row.get("name")
        if "player" not in row and name:
            alike, near = register.alike(name), register.close(name)
            where = Where(file, line, field="name")
            if not near | alike:
                new.append(len(rows))
            elif len(alike) == 1 and by_name.names_alone:
                [player] = alike
                row = {**row, "player": player}
            else:
                problems.append(_problem_of_name(name, alike or near, where))

        rows.append((line, row))

    if new and by_name.new_ids is None:
        message = say("the list has no ids, and {count} people are new", count=len(new))
        hint = by_command(
            "--new-ids PREFIX gives them the ids PREFIX0001, PREFIX0002 and so on",
            "say what the ids of new people begin with",
        )
        problems.append(
            Problem("openings-no-ids", message, Where(file, field="new_ids"), hint)
        )
    elif by_name.new_ids is not None:
        in_use = ledger.numbers_behind(by_name.new_ids)
        free = register.free_ids(by_name.new_ids, in_use)
        for at, player in zip(new, free, strict=False):
            line, row = rows[at]
            rows[at] = line, {**row, "player": player}

    return rows, problems


def _problem_of_name(name: str, people: set[str], where: Where) -> Problem:
    """Make the refusal of a name that may be somebody's here."""
    message: Message = say(
        "{name} may be {people}, and the list has no ids",
        name=name,
        people=listed_names(sorted(people), NAMED),
    )
    hint = by_command(
        "--players-by name takes the one player with exactly that name; for the"
        " others, make a table with a column of ids",
        "say that names are enough, which takes the one player of the very name; for"
        " others make a table with a column of ids",
    )
    return Problem("openings-who", message, where, hint)
