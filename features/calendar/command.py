"""selo calendar due, calendar announce and calendar decision: what is due, and how what
is announced and decided of tournaments is recorded.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.awaited import DUE, whose
from cli.booking.documents import document
from cli.command_frames import option
from cli.output import spoken, table_of_rows
from cli.question_commands import Otherwise, Values, question
from cli.texts import write_texts
from messages import counted, say

if TYPE_CHECKING:
    from features.calendar.answers import Due, DueAnswer
    from projections.answers.lists.awaited import DueRow


def _reminders(
    asked: "Due", answered: "DueAnswer", folder: str | None
) -> "DueAnswer | None":
    """Write a text file about each late report, for the person who owes it, where a
    folder is named.
    """
    if folder is None:
        return answered
    late = [row for row in answered.rows if row.late and row.what != "list"]
    reminders = {row.id: "\n".join(map(spoken, _reminder(row))) for row in late}
    write_texts(folder, reminders, say("no report is late"))
    return None


def _reminder(row: "DueRow") -> Iterator[str]:
    if whom := whose(row):
        yield from (say("To {name}", name=whom), "")
    yield counted(
        "The results of {name} were due on {day}, {count} day ago.",
        "The results of {name} were due on {day}, {count} days ago.",
        row.late,
        name=row.name,
        day=row.due,
    )
    yield say("Please send them to the rating office, with the id {id}.", id=row.id)


def _as_announced(stated: Values) -> None:
    if stated.pop("abroad", False):
        stated["domestic"] = False


_REMINDERS = option(
    "--to",
    "folder",
    metavar="FOLDER",
    help="A new folder, for letters about late reports.",
)
calendar_announce_command = document(
    "announce",
    ("tournament",),
    "Announce a tournament. Its report is due a week after it, or as the settings say.",
    (
        (
            'selo calendar announce spring-open-2026 --dry-run --name "Spring Open" --start'
            " 2026-04-04 --end 2026-04-06"
        ),
    ),
    {
        "name": "Its name.",
        "start": "Its first day.",
        "end": "Its last day.",
        "report_by": "When its report is due.",
        "organiser": "Who holds it and reports it.",
        "place": "Where it is played.",
    },
    more=(
        option(
            "--foreign",
            "abroad",
            is_flag=True,
            default=None,
            help="Abroad: the players report it (2.5).",
        ),
        option(
            "--representative",
            "representatives",
            multiple=True,
            metavar="PLAYER",
            help="Who plays there.",
        ),
    ),
    stated=_as_announced,
)
calendar_decision_command = document(
    "decision",
    ("tournament",),
    "Note who decided what of a tournament, and when. No rating moves by it.",
    (
        (
            'selo calendar decision kuusilahti-open-2024 --dry-run --about accepted --by "the'
            ' board" --on 2024-08-20'
        ),
    ),
    {
        "about": "What was decided.",
        "by": "Who decided: the board, a committee, an officer.",
        "on": "The day of the decision.",
        "resolution": "Its number, or that of the minutes.",
        "reason": "Why.",
    },
)
calendar_due_command = question(
    "features.calendar.answers:Due",
    text=table_of_rows(say("nothing is due"), *DUE),
    otherwise=Otherwise(more=(_REMINDERS,), finish=_reminders),
)
