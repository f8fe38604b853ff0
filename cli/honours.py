"""selo titles and due: how their answers read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.command_frames import option
from cli.output import (
    Column,
    fields_table,
    listed,
    spoken,
)
from cli.question_commands import question
from cli.texts import write_texts
from messages import counted, say, template

if TYPE_CHECKING:
    from projections.answers.lists.due import Due, DueAnswer, DueRow
    from projections.answers.titles import DecidedTitle, TitlesAnswer


TITLES = "player name title status on tournament game"


def _titles(answered: "TitlesAnswer") -> Iterator[str]:
    rows = answered.rows
    yield from fields_table(rows, TITLES) if rows else [say("no titles")]
    for row in rows:
        if row.event:
            cause = (
                f"{row.event.kind} {row.event.target} {row.event.reason or ''}".rstrip()
            )
            if row.was:
                was = " ".join(
                    part
                    for part in (row.was.on, row.was.tournament, row.was.game)
                    if part
                )
                yield say(
                    "{title} of {player} rested on {ground} until seq {seq}: {cause}",
                    title=row.title,
                    player=row.player,
                    ground=was,
                    seq=row.seq,
                    cause=cause,
                )
                continue
            yield say(
                "{title} of {player} lost its ground with seq {seq}: {cause}",
                title=row.title,
                player=row.player,
                seq=row.seq,
                cause=cause,
            )
        if row.decision:
            yield decided(row.player, row.title, row.decision)


def decided(player: str, title: str, decision: "DecidedTitle") -> str:
    """Say what was decided of a title, when, and by whom."""
    words = (
        decision.kind,
        f"({decision.resolution})" if decision.resolution else "",
        decision.reason or "",
    )
    return say(
        "{title} of {player}, {day}: {decision}, recorded by {actor} with seq {seq}",
        title=title,
        player=player,
        day=decision.on,
        decision=" ".join(word for word in words if word),
        actor=decision.by,
        seq=decision.seq,
    )


WHAT = {
    "report": template("report of the organiser"),
    "report-from-abroad": template("results from abroad, by the players"),
    "list": template("to be published"),
    "rules": template("rules that come into force"),
}


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
    if whom := _whose(row):
        yield from (say("To {name}", name=whom), "")
    yield counted(
        "The results of {name} were due on {day}: that is {count} day ago.",
        "The results of {name} were due on {day}: that is {count} days ago.",
        row.late,
        name=row.name,
        day=row.due,
    )
    yield say("Please send them to the rating office, with the id {id}.", id=row.id)


def _whose(row: "DueRow") -> str:
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
    ("whose", _whose),
)


_REMINDERS = option(
    "--to",
    "folder",
    metavar="FOLDER",
    help="A new folder, for letters about late reports.",
)
titles_command = question("projections.answers.titles:Titles", text=_titles)
due_command = question(
    "projections.answers.lists.due:Due",
    text=listed(say("nothing is due"), *DUE),
    more=(_REMINDERS,),
    then=_reminders,
)
