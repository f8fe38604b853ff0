"""selo level."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import a_day, asked, times
from cli.output import answer, bold, fields_table, printable, row_options, signed, table, talk
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.level import LevelAnswer, LevelRuling


@click.command("level")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Compare only the best N who are on both lists.")
@click.option("--federation", metavar="FED", help="Compare only players of this federation.")
@click.option("--since", callback=a_day, metavar="DAY", help="The first day of the period whose games count.")
@click.option("--points", metavar="P", help="Points for each game of the period, as the board decided.")
@click.option("--at-most", type=click.IntRange(1, 5000), metavar="N", help="Nobody moves by more.")
@click.option("--write", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the rulings into this new file, for `selo submit`.")  # fmt: skip
@times
@row_options
def level_command(
    list_name: str | None, top: int | None, federation: str | None, since: str | None, points: str | None,
    at_most: int | None, file: Path | None, as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """How far a list stands from FIDE's among its best, and rulings that adjust it.

    Norway adjusts the level of its list when its top players stand considerably higher on FIDE's on average, in
    proportion to the games each played in a period. What is considerable, which period, and how many points a game:
    the text leaves that to the board. --points (elo-no only) proposes a ruling for everybody on the list who played;
    nothing is recorded before the file is submitted. LIST is elo-no where the ledger keeps it.

    \b
    Example:
        selo level selo --top 20 --since 2024-01-01
    """
    from projections.answers.lists.level import ADJUSTED, LevelQuestion, LevelRow, level

    if file is not None and points is None:
        raise click.UsageError("--write goes with --points: without it there is nothing to write")
    with asked(as_of, known_on, known_seq) as reading:
        kept = reading.lists()
        named = list_name or next((name for name in ADJUSTED if name in kept), reading.first_list())
        answered = level(reading, named, LevelQuestion(top, federation, since, points, at_most))
    if file is not None and isinstance(answered.rulings, tuple):
        _write(file, answered.rulings)
    from ledger.answer import columns

    shown = columns(LevelRow, *(() if since is None else ("games",)))
    answer(answered, _lines(answered), answered.rows, shown)


def _write(file: Path, rulings: tuple["LevelRuling", ...]) -> None:
    from ledger.answer import json_text
    from ledger.outgoing import write_new

    write_new(str(file), "".join(f"{json_text(ruling)}\n" for ruling in rulings).encode())
    talk(printable(f"{len(rulings)} rulings in {file}; `selo submit {file} --dry-run` shows what they would move"))


def _lines(answered: "LevelAnswer") -> Iterator[str]:
    name = answered.list
    if not answered.players:
        yield f"nobody who is asked for is on {name} and has a standard rating of FIDE's by {answered.basis.as_of}"
        yield "bring FIDE's list in with `selo submit`, or single ratings as external-rating documents"
        return
    yield f"{answered.players} players on both: {answered.mean} on {name} and {answered.fide_mean} by FIDE on average"
    yield (
        f"FIDE - {name}: {answered.difference:+} on average, from {answered.lowest:+} to {answered.highest:+},"
        f" standard deviation {answered.spread}"
    )
    fields = ["rank", "player", "name", "rating", "fide", "fide_on", "difference"]
    if isinstance(answered.games, int):
        fields.append("games")
        close = answered.points_to_close
        yield f"they played {answered.games} rated games since {answered.since}" + (
            f"; {close} points a game would close the difference" if isinstance(close, float) else ""
        )
    yield ""
    yield from fields_table(answered.rows, fields)
    if isinstance(answered.rulings, tuple):
        yield ""
        yield from _proposal(answered, answered.rulings)


def _proposal(answered: "LevelAnswer", rulings: tuple["LevelRuling", ...]) -> Iterator[str]:
    most = f", at most {answered.at_most}" if isinstance(answered.at_most, int) else ""
    total = sum(ruling.delta for ruling in rulings)
    yield bold(f"{answered.points} points a game{most}: {len(rulings)} rulings, {total:+} points in all")
    yield f"the players above would then differ by {answered.difference_left:+} on average"
    yield "Norway's text gives no amount and no limit: the board decides them"
    yield ""
    yield from table(("player", "change"), [(ruling.player, signed(ruling.delta)) for ruling in rulings])
