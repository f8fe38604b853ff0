"""How reports, lists and rules that are awaited read at a command line."""

from typing import TYPE_CHECKING

from cli.output import Column
from messages import counted, say, template

if TYPE_CHECKING:
    from projections.answers.lists.awaited import DueRow

WHAT = {
    "report": template("report of the organiser"),
    "report-from-abroad": template("results from abroad, by the players"),
    "list": template("to be published"),
    "rules": template("rules that come into force"),
}


def whose(row: "DueRow") -> str:
    """Name who has to send what is awaited."""
    return row.organiser or ", ".join(one.name or one.player for one in row.players)


DUE: tuple[Column, ...] = (
    "due",
    (
        "late",
        lambda row: (
            counted("{count} day late", "{count} days late", row.late)
            if row.late
            else ""
        ),
    ),
    "id",
    ("name", lambda row: "" if row.what == "list" else row.name),
    ("what", lambda row: say(WHAT[row.what])),
    ("whose", whose),
)
