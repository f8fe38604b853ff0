"""selo titles: how its answer reads."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import fields_table
from cli.question_commands import question
from messages import say

if TYPE_CHECKING:
    from projections.answers.title_states import DecidedTitle
    from projections.answers.titles import TitlesAnswer


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
            yield decision_line(row.player, row.title, row.decision)


def decision_line(player: str, title: str, decision: "DecidedTitle") -> str:
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


titles_command = question("projections.answers.titles:Titles", text=_titles)
