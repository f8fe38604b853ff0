"""selo list, lists, level and replay: how their answers read."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.asking import Questions, Values, question
from cli.output import bold, chosen_format, fields_table, printable, signed, table, talk

if TYPE_CHECKING:
    from messages.answer import UnsetType
    from projections.answers.lists.compared_lists import ComparedLists, ListDifference
    from projections.answers.lists.level import Level, LevelAnswer, LevelRuling
    from projections.answers.lists.movers import MovedBy
    from projections.answers.lists.published import ListsAnswer, PublishedAnswer
    from projections.answers.lists.rating_list import BandsAnswer, ListAnswer
    from projections.answers.reading import Reading

EVENTS_SHOWN = 3


def _list(answered: "ListAnswer") -> list[str]:
    """A row a player; live ratings have a column where the list shows any, changes where they were asked for."""
    from messages.answer import UNSET

    rows = answered.rows
    if not rows:
        return ["nobody on the list"]
    live = [name for name in ("live", "deviation", "us_class", "peak") if any(getattr(row, name) for row in rows)]
    if rows[0].change is not UNSET:
        signs = [(r.rank, r.player, r.name, r.rating, _since(r.change), r.games, r.last_played) for r in rows]
        return table(("rank", "player", "name", "rating", "change", "games", "last played"), signs)
    return fields_table(rows, ("rank", "player", "name", "rating", *live, "games", "last_played"))


def _since(change: "int | UnsetType | None") -> str | None:
    return "new" if change is None else signed(change) if isinstance(change, int) else None


def _bands(answered: "BandsAnswer") -> list[str]:
    most = max((row.players for row in answered.rows), default=1)
    rows = [(row.low, row.high, row.players, "#" * round(40 * row.players / most)) for row in answered.rows]
    return table(("from", "to", "players", ""), rows) if rows else ["nobody on the list"]


def _columns(reading: "Reading", asked: object, answered: "BandsAnswer") -> str:
    from projections.charts.listed import banded

    return banded(answered)


def _published(answered: "PublishedAnswer") -> Iterator[str]:
    title = f"{answered.list} {answered.label}, revision {answered.revision}, as of {answered.as_of}"
    yield f"{title}; published in event {answered.seq}, known at seq {answered.known_seq}"
    rows = [
        (row.rank, row.player, row.name, row.rating, row.games, row.now, signed(row.change),
         _moved(row.moved_by, row.merged_into if isinstance(row.merged_into, str) else ""))
        for row in answered.rows
    ]  # fmt: skip
    yield from table(("rank", "player", "name", "published", "games", "now", "change", "moved by"), rows)
    for player in answered.missing:
        moved = _moved(player.moved_by)
        yield f"not on it, but would be today: {player.player} {player.name or ''} {player.now}, {moved}"
    yield rooted(answered.size, answered.root)


def rooted(size: int, root: str) -> str:
    """The footer of a published list: `selo verify --root SIZE ROOT` holds a ledger to it."""
    return f"root of {size} events: {root}"


def _moved(moved_by: "Sequence[MovedBy]", merged_into: str = "") -> str:
    """The events that moved a rating, the first three of them."""
    events = [f"seq {event.seq} {event.kind} {event.target}" for event in moved_by]
    more = f" and {len(events) - EVENTS_SHOWN} more" if len(events) > EVENTS_SHOWN else ""
    merged = f"merged into {merged_into}; " if merged_into else ""
    return (merged + ", ".join(events[:EVENTS_SHOWN]) + more).removesuffix("; ")


def _with_footer(asked: object, answered: Any, list_flag: str | None) -> Any:
    """Programs read the rows; the footer of a published list stands beside them."""
    if hasattr(answered, "root") and chosen_format() in ("csv", "jsonl"):
        talk(rooted(answered.size, answered.root))
    return answered


def _list_and_label(argument: str | None, flag: str | None, label: str | None) -> tuple[str | None, str | None]:
    """The list by argument or by --list, and the label of a published one. A label behind --list still counts."""
    if flag is None:
        return argument, label
    from rulebooks import LISTS as KEPT

    if flag in KEPT:
        if argument not in (None, flag):
            raise click.UsageError(f"two lists: {argument} and --list {flag}")
        return flag, label
    if label is not None:
        raise click.UsageError(f"there is no list {flag!r}; there are {', '.join(KEPT)}")
    return argument, flag


def which_list(stated: Values) -> None:
    """The list may be given as --list too, and a label behind --list still counts."""
    flag = stated.pop("list_flag", None)
    name, label = _list_and_label(stated.get("list_name"), flag, stated.get("label"))
    stated |= {field: value for field, value in (("list_name", name), ("label", label)) if value is not None}


def _which_answer(stated: Values) -> None:
    which_list(stated)
    if "svg" in stated and "width" not in stated:
        raise click.UsageError("--svg goes with --bands")


def _lists(answered: "ListsAnswer") -> list[str]:
    shown = ("list", "label", "revision", "as_of", "seq", "rows", "root")
    return fields_table(answered.rows, shown) if answered.rows else ["nothing published"]


def _compared(answered: "ComparedLists") -> list[str]:
    cells = [
        (row.rank, row.rank_before, row.player, row.name, row.old, row.new, _difference(row), row.games,
         ", ".join(row.why))
        for row in answered.rows
    ]  # fmt: skip
    heads = ("rank", "before", "player", "name", "old", "new", "change", "games", "why")
    return [*table(heads, cells), f"{answered.moved} changed, {answered.added} new, {answered.gone} gone"]


def _difference(row: "ListDifference") -> str | None:
    return signed(row.change) if row.change is not None else "new" if row.old is None else "gone"


def _level(answered: "LevelAnswer") -> Iterator[str]:
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


def _written(asked: "Level", answered: "LevelAnswer", file: Path | None) -> "LevelAnswer":
    """The rulings in a file, where one is named."""
    if file is not None and isinstance(answered.rulings, tuple):
        from ledger.outgoing import write_new
        from messages.answer import json_text

        write_new(str(file), "".join(f"{json_text(ruling)}\n" for ruling in answered.rulings).encode())
        shown = f"`selo submit {file} --dry-run` shows what they would move"
        talk(printable(f"{len(answered.rulings)} rulings in {file}; {shown}"))
    return answered


def _has_points(stated: Values) -> None:
    if "file" in stated and "points" not in stated:
        raise click.UsageError("--write goes with --points: without it there is nothing to write")


LISTS = "projections.answers.lists"
LIST_FLAG = click.Option(["--list", "list_flag"], metavar="LIST", help="The list, as an option.")
_FILE = click.Option(
    ["--write", "file"], type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write the rulings into this new file, for `selo submit`.",
)  # fmt: skip
list_command = question(
    f"{LISTS}.rating_list:List", f"{LISTS}.rating_list:Bands", f"{LISTS}.published:PublishedList",
    text={"List": _list, "Bands": _bands, "PublishedList": _published}, picture=_columns, more=(LIST_FLAG,),
    given=_which_answer, then=_with_footer,
)  # fmt: skip
replay_command = question(f"{LISTS}.rating_list:Replay", text=_list)
level_command = question(f"{LISTS}.level:Level", text=_level, more=(_FILE,), given=_has_points, then=_written)


class ListsGroup(Questions):
    """`selo lists [LIST]` shows what was published; a word that is no list is a command of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        forms = list(takewhile(("--json", "--jsonl", "--csv").__contains__, args))
        args = [*args[len(forms) : len(forms) + 1], *forms, *args[len(forms) + 1 :]]  # a form counts before it too
        if "compare" not in args[:1] and not {"-h", "--help"} & set(args):
            args = ["published", *args]
        return super().parse_args(ctx, args)


@click.group("lists", cls=ListsGroup)
def lists_command() -> None:
    """The published lists with their revisions, in the order they were published; or two of them compared.

    \b
    Examples:
        selo lists
        selo lists selo
        selo lists compare 2024-04 2024-07
    """


assert isinstance(lists_command, ListsGroup)
lists_command.makers |= {
    "compare": question(f"{LISTS}.compared_lists:ListsCompared", text=_compared),
    "published": question(f"{LISTS}.published:Lists", text=_lists),
}
