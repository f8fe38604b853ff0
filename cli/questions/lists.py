"""selo lists, and a published list beside the ratings of today."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from cli.options import asked, times
from cli.output import answer, chosen_format, fields_table, row_options, signed, table, talk
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.compared_lists import ListDifference
    from projections.answers.lists.movers import MovedBy
    from projections.answers.lists.published import PublishedAnswer

SHOWN = ("list", "label", "revision", "as_of", "seq", "rows", "root")
EVENTS_SHOWN = 3


class ListsGroup(click.Group):
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


@lists_command.command("compare")
@click.argument("older", metavar="OLDER")
@click.argument("newer", metavar="NEWER")
@click.option("--list", "list_name", type=LIST, help="Which list. Default: the first the ledger keeps.")
@click.option("--moved", is_flag=True, help="Only whose rating changed, and who is new or gone.")
@times
@row_options
def compare(
    older: str, newer: str, list_name: str | None, moved: bool, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """Two published lists by their labels: rank, rating, games between, and why a rating changed.

    \b
    Example:
        selo lists compare 2024-04 2024-07
    """
    from ledger.answer import columns
    from projections.answers.lists.compared_lists import ListDifference, compare_lists

    with asked(as_of, known_on, known_seq) as reading:
        answered = compare_lists(reading, list_name or reading.first_list(), older, newer)
    rows = [row for row in answered.rows if not moved or row.change != 0]
    cells = [
        (
            row.rank,
            row.rank_before,
            row.player,
            row.name,
            row.old,
            row.new,
            _difference(row),
            row.games,
            ", ".join(row.why),
        )
        for row in rows
    ]
    heads = ("rank", "before", "player", "name", "old", "new", "change", "games", "why")
    footer = f"{answered.moved} changed, {answered.added} new, {answered.gone} gone"
    answer(answered, [*table(heads, cells), footer], rows, columns(ListDifference))


def _difference(row: "ListDifference") -> str | None:
    return signed(row.change) if row.change is not None else "new" if row.old is None else "gone"


@lists_command.command("published")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@times
@row_options
def published(list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The published lists with their revisions, in the order they were published.

    \b
    Example:
        selo lists selo
    """
    from ledger.answer import columns
    from projections.answers.lists.published import PublishedListRow, lists

    with asked(as_of, known_on, known_seq) as reading:
        answered = lists(reading, list_name)
    lines = fields_table(answered.rows, SHOWN) if answered.rows else ["nothing published"]
    answer(answered, lines, answered.rows, columns(PublishedListRow))


def show_published(
    list_name: str, label: str, revision: int | None, top: int | None, known_on: str | None, known_seq: int | None
) -> None:
    """`selo list LIST --list LABEL`."""
    from ledger.answer import columns
    from projections.answers.lists.published import PublishedPlayer, beside_today

    with asked(None, known_on, known_seq) as reading:
        answered = beside_today(reading, list_name, label, revision, top)
    root = rooted(answered.size, answered.root)
    answer(answered, [*_lines(answered), root], answered.rows, columns(PublishedPlayer))
    if chosen_format() in ("csv", "jsonl"):
        talk(root)


def rooted(size: int, root: str) -> str:
    """The footer of a published list: `selo verify --root SIZE ROOT` holds a ledger to it."""
    return f"root of {size} events: {root}"


def _lines(answered: "PublishedAnswer") -> Iterator[str]:
    title = f"{answered.list} {answered.label}, revision {answered.revision}, as of {answered.as_of}"
    yield f"{title}; published in event {answered.seq}, known at seq {answered.known_seq}"
    rows = [
        (
            row.rank,
            row.player,
            row.name,
            row.rating,
            row.games,
            row.now,
            f"{row.change:+d}" if row.change else None,
            _moved(row.moved_by, row.merged_into if isinstance(row.merged_into, str) else ""),
        )
        for row in answered.rows
    ]
    yield from table(("rank", "player", "name", "published", "games", "now", "change", "moved by"), rows)
    for player in answered.missing:
        moved = _moved(player.moved_by)
        yield f"not on it, but would be today: {player.player} {player.name or ''} {player.now}, {moved}"


def _moved(moved_by: "Sequence[MovedBy]", merged_into: str = "") -> str:
    """The events that moved a rating, the first three of them."""
    events = [f"seq {event.seq} {event.kind} {event.target}" for event in moved_by]
    more = f" and {len(events) - EVENTS_SHOWN} more" if len(events) > EVENTS_SHOWN else ""
    merged = f"merged into {merged_into}; " if merged_into else ""
    return (merged + ", ".join(events[:EVENTS_SHOWN]) + more).removesuffix("; ")
