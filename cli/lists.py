"""selo list, list published, list compare, list next and ledger replay: how
their answers read.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.awaited import DUE
from cli.command_frames import option
from cli.honours import TITLES
from cli.output import (
    CHANGE,
    bold,
    chosen_format,
    fields_table,
    signed,
    table_of_rows,
    talk,
    word,
)
from cli.question_commands import Otherwise, Values, question
from messages import Message, counted, joined_message, listed_names, say

if TYPE_CHECKING:
    from messages.answer import UnsetType
    from projections.answers.events.movers import MovedBy
    from projections.answers.lists.compared_lists import ComparedLists, ListDifference
    from projections.answers.lists.next_list import NextList, NextListsAnswer
    from projections.answers.lists.published import PublishedAnswer
    from projections.answers.lists.rating_list import BandsAnswer, ListAnswer

EVENTS_SHOWN = 3


def _list(answered: "ListAnswer") -> list[str]:
    """Make a row a player; live ratings have a column where the list shows any, changes
    where they were asked for.
    """
    from messages.answer import UNSET

    rows = answered.rows
    if not rows:
        return [say("nobody on the list")]
    live = []
    for name in ("live", "deviation", "us_class", "peak"):
        if any(getattr(row, name) for row in rows):
            live.append(name)
    if rows[0].change is not UNSET:
        return fields_table(
            rows,
            "rank player name rating",
            ("change", lambda row: _change_in_words(row.change)),
            "games last_played",
        )
    return fields_table(rows, "rank player name rating", *live, "games last_played")


def _replayed(answered: "ListAnswer") -> Iterator[str]:
    yield from _list(answered)
    if answered.peaks:
        peak = (
            ("peak", "peak.rating"),
            ("on", "peak.on"),
            ("tournament", "peak.tournament"),
            ("game", "peak.game"),
        )
        yield from ("", *fields_table(answered.peaks, "player name", *peak))
    if answered.titles:
        yield from ("", *fields_table(answered.titles, TITLES))


def _change_in_words(change: "int | UnsetType | None") -> str | None:
    """Write what a rating moved since a list; None where no list was asked for."""
    if change is None:
        return say("new")
    return signed(change) if isinstance(change, int) else None


def _bands(answered: "BandsAnswer") -> list[str]:
    most = max((row.players for row in answered.rows), default=1)
    columns = (
        ("from", "low"),
        ("to", "high"),
        "players",
        ("", lambda row: "#" * round(40 * row.players / most)),
    )
    if answered.rows:
        return fields_table(answered.rows, *columns)
    return [say("nobody on the list")]


def _published(answered: "PublishedAnswer") -> Iterator[str]:
    yield say(
        "{list} {label}, revision {revision}, as of {as_of}; published in event {seq},"
        " known at seq {known}",
        list=answered.list,
        label=answered.label,
        revision=answered.revision,
        as_of=answered.as_of,
        seq=answered.seq,
        known=answered.known_seq,
    )
    yield from fields_table(
        answered.rows,
        "rank player name",
        ("published", "rating"),
        "games now",
        CHANGE,
        (
            "moved by",
            lambda row: _moving_events(
                row.moved_by,
                row.merged_into if isinstance(row.merged_into, str) else "",
            ),
        ),
    )

    for player in answered.missing:
        moved = _moving_events(player.moved_by)
        who = f"{player.player} {player.name or ''} {player.now}"
        yield say("not on it, but would be today: {who}, {moved}", who=who, moved=moved)

    yield root_footer(answered.size, answered.root)


def root_footer(size: int, root: str) -> Message:
    """Write the footer of a published list: `selo verify --root SIZE ROOT` holds a
    ledger to it.
    """
    return counted(
        "root of {count} event: {root}",
        "root of {count} events: {root}",
        size,
        root=root,
    )


def _moving_events(moved_by: "Sequence[MovedBy]", merged_into: str = "") -> Message:
    """Name the events that moved a rating, the first three of them."""
    named = []
    for event in moved_by[:EVENTS_SHOWN]:
        named.append(
            say(
                "seq {seq} {kind} {target}",
                seq=event.seq,
                kind=event.kind,
                target=event.target,
            )
        )

    events = joined_message(named, ", ")
    if len(moved_by) > EVENTS_SHOWN:
        events = say(
            "{events} and {count} more",
            events=events,
            count=len(moved_by) - EVENTS_SHOWN,
        )

    if not merged_into:
        return events
    merged = say("merged into {player}", player=merged_into)
    if not moved_by:
        return merged

    return joined_message([merged, events])


def _with_footer(asked: object, answered: Any, list_flag: str | None) -> Any:
    """Print the footer of a published list on stderr when programs read the rows;
    return the answer, which is still to be printed.
    """
    is_published = hasattr(answered, "root")
    is_for_programs = chosen_format() in ("csv", "jsonl")
    if is_published and is_for_programs:
        footer = root_footer(answered.size, answered.root)
        talk(footer)
    return answered


def _list_and_label(
    argument: str | None, flag: str | None, label: str | None
) -> tuple[str | None, str | None]:
    """Return the list by argument or by --list, and the label of a published one. A
    label behind --list still counts.
    """
    if flag is None:
        return argument, label
    from rulebooks import LISTS as KEPT

    if flag in KEPT:
        if argument not in (None, flag):
            raise click.UsageError(
                say(
                    "you named two lists: {list} and --list {flag}",
                    list=argument,
                    flag=flag,
                )
            )
        return flag, label

    if label is not None:
        raise click.UsageError(
            say(
                "there is no list {flag!r}; there are {known}",
                flag=flag,
                known=", ".join(KEPT),
            )
        )

    return argument, flag


def which_list(stated: Values) -> None:
    """Put list and label into the values: the list may be given as --list too, and a
    label behind --list still counts.
    """
    flag = stated.pop("list_flag", None)
    name, label = _list_and_label(stated.get("list_name"), flag, stated.get("label"))
    stated |= {
        field: value
        for field, value in (("list_name", name), ("label", label))
        if value is not None
    }


def _which_answer(stated: Values) -> None:
    which_list(stated)
    if "svg" in stated and "width" not in stated:
        raise click.UsageError(
            say("{option} goes with {other}", option="--svg", other="--bands")
        )


def _comparison_lines(answered: "ComparedLists | NextList") -> list[str]:
    columns = (
        "rank",
        ("before", "rank_before"),
        "player name old new",
        ("change", _difference),
        "games",
    )
    rows = fields_table(
        answered.rows, *columns, ("why", lambda row: listed_names(row.why, 3))
    )
    counts = {"moved": answered.moved, "added": answered.added, "gone": answered.gone}
    return [*rows, say("{moved} changed, {added} new, {gone} gone", **counts)]


def _next_list_lines(answered: "NextListsAnswer") -> Iterator[str]:
    for each in answered.lists:
        beside = {"list": each.list, "day": each.as_of}
        heading = say("{list} of {day}, the first", **beside)
        if each.published:
            heading = say(
                "{list} of {day}, compared with {label} of {on}",
                **beside,
                label=each.published,
                on=each.published_as_of,
            )

        yield bold(heading)
        yield from _comparison_lines(each)
        if each.titles:
            yield from ("", *fields_table(each.titles, TITLES))

        yield ""

    if answered.missing:
        yield counted(
            "{count} report is missing",
            "{count} reports are missing",
            len(answered.missing),
        )
        yield from fields_table(answered.missing, *DUE)

    for waiting in answered.open:
        yield say(
            "{what} {number} waits since {at}",
            what=word(waiting.what),
            number=waiting.number,
            at=waiting.at,
        )


def _difference(row: "ListDifference") -> str | None:
    if row.change is not None:
        return signed(row.change)
    return say("new") if row.old is None else say("gone")


LISTS = "projections.answers.lists"
LIST_FLAG = option(
    "--list", "list_flag", metavar="LIST", help="The list, as an option."
)
list_command = question(
    f"{LISTS}.rating_list:List",
    f"{LISTS}.rating_list:Bands",
    f"{LISTS}.published:PublishedList",
    text={"List": _list, "Bands": _bands, "PublishedList": _published},
    picture="projections.charts.listed:bands_chart",
    otherwise=Otherwise(more=(LIST_FLAG,), adjust=_which_answer, finish=_with_footer),
)
ledger_replay_command = question(f"{LISTS}.rating_list:Replay", text=_replayed)
list_compare_command = question(
    f"{LISTS}.compared_lists:ListsCompared", text=_comparison_lines
)
list_next_command = question(f"{LISTS}.next_list:ListsNext", text=_next_list_lines)
list_published_command = question(
    f"{LISTS}.published:Lists",
    text=table_of_rows(
        say("nothing published"),
        "list label revision as_of seq rows root",
    ),
)
