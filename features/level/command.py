"""selo list level: how far a list stands from FIDE's, and rulings, at a command line."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.command_frames import option
from cli.output import bold, fields_table, signed, talk
from cli.question_commands import Otherwise, Values, question
from messages import NOTHING, Message, counted, joined_message, say

if TYPE_CHECKING:
    from features.level.answers import Level, LevelAnswer, LevelRuling


def _level(answered: "LevelAnswer") -> Iterator[str]:
    name = answered.list
    if not answered.players:
        yield say(
            "nobody who is asked for is on {list} and has a standard rating of FIDE's"
            " by {as_of}",
            list=name,
            as_of=answered.basis.as_of,
        )
        yield say(
            "bring FIDE's list in with `selo submit`, or single ratings as"
            " external-rating documents"
        )
        return

    yield counted(
        "{count} player on both: {mean} on {list} and {fide_mean} by FIDE on average",
        "{count} players on both: {mean} on {list} and {fide_mean} by FIDE on average",
        answered.players,
        mean=answered.mean,
        list=name,
        fide_mean=answered.fide_mean,
    )
    yield say(
        "FIDE - {list}: {difference} on average, from {low} to {high}, standard"
        " deviation {spread}",
        list=name,
        difference=_signed_number(answered.difference),
        low=_signed_number(answered.lowest),
        high=_signed_number(answered.highest),
        spread=answered.spread,
    )

    if isinstance(answered.games, int):
        close = answered.points_to_close
        played = counted(
            "they played {count} rated game since {since}",
            "they played {count} rated games since {since}",
            answered.games,
            since=answered.since,
        )
        enough = say("{points} points a game would close the difference", points=close)
        yield joined_message([played, enough]) if isinstance(close, float) else played

    yield ""
    games = "games" if isinstance(answered.games, int) else ""
    yield from fields_table(
        answered.rows, "rank player name rating fide fide_on difference", games
    )
    if isinstance(answered.rulings, tuple):
        yield ""
        yield from _proposal(answered, answered.rulings)


def _signed_number(number: object) -> Message:
    return say("{sum}", sum=f"{number:+}")


def _proposal(
    answered: "LevelAnswer", rulings: tuple["LevelRuling", ...]
) -> Iterator[str]:
    most = NOTHING
    if isinstance(answered.at_most, int):
        most = say(", at most {most}", most=answered.at_most)
    total = sum(ruling.delta for ruling in rulings)
    yield bold(
        counted(
            "{points} points a game{most}: {count} ruling, {total} points in all",
            "{points} points a game{most}: {count} rulings, {total} points in all",
            len(rulings),
            points=answered.points,
            most=most,
            total=_signed_number(total),
        )
    )

    yield say(
        "the players above would then differ by {left} on average",
        left=_signed_number(answered.difference_left),
    )
    yield say("Norway's text gives no amount and no limit: the board decides them")
    yield ""
    yield from fields_table(
        rulings, "player", ("change", lambda ruling: signed(ruling.delta))
    )


def _write_rulings(
    asked: "Level", answered: "LevelAnswer", file: Path | None
) -> "LevelAnswer":
    """Write the rulings into a file, where one is named."""
    if file is not None and isinstance(answered.rulings, tuple):
        from ledger.whole_files import write_new
        from messages.answer import json_text

        write_new(
            str(file),
            "".join(f"{json_text(ruling)}\n" for ruling in answered.rulings).encode(),
        )
        talk(
            counted(
                "{count} ruling in {file}; `selo submit {file} --dry-run` shows what"
                " they would move",
                "{count} rulings in {file}; `selo submit {file} --dry-run` shows what"
                " they would move",
                len(answered.rulings),
                file=file,
            )
        )
    return answered


def _refuse_without_points(stated: Values) -> None:
    if "file" in stated and "points" not in stated:
        raise click.UsageError(
            say("--write goes with --points: without it there is nothing to write")
        )


_FILE = option(
    "--write",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the rulings into this new file, for `selo submit`.",
)
list_level_command = question(
    "features.level.answers:Level",
    text=_level,
    otherwise=Otherwise(
        more=(_FILE,), adjust=_refuse_without_points, finish=_write_rulings
    ),
)
