"""selo lists, and a published list beside the ratings of today."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli.options import asked, times
from cli.output import answer, chosen_format, fields_table, row_options, table, talk
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.movers import MovedBy
    from projections.answers.lists.published import PublishedAnswer

SHOWN = ("list", "label", "revision", "as_of", "seq", "rows", "root")
EVENTS_SHOWN = 3


@click.command("lists")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@times
@row_options
def lists_command(list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The published lists with their revisions, in the order they were published.

    \b
    Example:
        selo lists
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
