"""selo lists, and a published list beside the ratings of today."""

from collections.abc import Iterator
from typing import Any

import click

from cli import row_columns
from cli.options import asked, times
from cli.output import answer, chosen_format, row_options, table, talk
from cli.which_list import LIST


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
    from projections.answers.publishing import lists

    with asked(as_of, known_on, known_seq) as reading:
        value = lists(reading, list_name)
    columns = ("list", "label", "revision", "as_of", "seq", "rows", "root")
    rows = [[row[c] for c in columns] for row in value["rows"]]
    lines = table([c.replace("_", " ") for c in columns], rows) if rows else ["nothing published"]
    answer(value, lines, value["rows"], row_columns.LISTS)


def show_published(
    list_name: str, label: str, revision: int | None, top: int | None, known_on: str | None, known_seq: int | None
) -> None:
    """`selo list LIST --list LABEL`."""
    from projections.answers.publishing import beside_today

    with asked(None, known_on, known_seq) as reading:
        value = beside_today(reading, list_name, label, revision, top)
    answer(value, [*_lines(value), rooted(value)], value["rows"], row_columns.PUBLISHED)
    if chosen_format() in ("csv", "jsonl"):
        talk(rooted(value))


def rooted(value: dict[str, Any]) -> str:
    """The footer of a published list: `selo verify --root SIZE ROOT` holds a ledger to it."""
    return f"root of {value['size']} events: {value['root']}"


def _lines(value: dict[str, Any]) -> Iterator[str]:
    said = f"{value['list']} {value['label']}, revision {value['revision']}, as of {value['as_of']}"
    yield f"{said}; published in event {value['seq']}, known at seq {value['known_seq']}"
    rows = [
        (row["rank"], row["player"], row["name"], row["rating"], row["games"], row["now"], _signed(row["change"]),
         _moved(row))
        for row in value["rows"]
    ]  # fmt: skip
    yield from table(("rank", "player", "name", "published", "games", "now", "change", "moved by"), rows)
    for row in value["missing"]:
        yield f"not on it, but would be today: {row['player']} {row['name'] or ''} {row['now']}, {_moved(row)}"


def _signed(change: int | None) -> str | None:
    return None if not change else f"{change:+d}"


def _moved(row: dict[str, Any]) -> str:
    """The events that moved it, the first three of them."""
    said = [f"seq {m['seq']} {m['kind']} {m['target']}" for m in row["moved_by"]]
    more = f" and {len(said) - 3} more" if len(said) > 3 else ""
    merged = f"merged into {row['merged_into']}; " if "merged_into" in row else ""
    return (merged + ", ".join(said[:3]) + more).removesuffix("; ")
