"""selo live: events while they run."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.booking.waiting import SETTINGS
from cli.command_frames import act, argument, group
from cli.output import table, table_of_rows
from messages import say

if TYPE_CHECKING:
    from desk.submit import Outside
    from features.live.standing import LiveAnswer, LiveRow
    from features.live.store import LiveEvent


def _live_put(
    ledger: str,
    event: str,
    file: str | None,
    draft: int | None,
    settings: str | None,
    all_played: bool,
    sure: tuple[str, ...],
    by: str,
    now: str,
    outside: "Outside",
) -> "LiveEvent":
    """Show a report as the next of an event, from a file or from a draft that is kept.

    Exactly one of `file` and `draft` is given. settings: a file with answers, which
    stand instead of those kept with the draft.
    """
    from desk.files.open_file import bytes_of
    from features.live.store import Report, next_report, show, with_games_played
    from web.store.drafts import waiting_draft

    if (file is None) == (draft is None):
        raise click.UsageError(say("name a file, or a --draft"))

    given = bytes_of(settings) if settings else None
    if draft is not None:
        row, content, answers = waiting_draft(ledger, draft)
        report = Report(row.name, content, given or answers, draft)
    else:
        assert file is not None
        report = Report(os.path.basename(file), bytes_of(file), given)

    if all_played:
        report = with_games_played(report)

    taken = next_report(ledger, event, report, sure, outside)

    return show(ledger, event, taken, by, now)


def _live_lines(state: "LiveAnswer") -> Iterator[str]:
    """Yield the lines of an event while it runs: how far it is, and a row for each
    player and list. One that waits for the office has only a line that says so.
    """
    if state.waits:
        yield say(
            "{event}: something in the report is to be answered first", event=state.name
        )
        return

    yield say(
        "{event}, round {round}: {played} games ended, {playing} in play",
        event=state.name,
        round=state.round,
        played=state.played,
        playing=state.in_play,
    )
    yield from table(
        (
            "player",
            "name",
            "list",
            "points",
            "start",
            "so far",
            "win",
            "draw",
            "loss",
            "opponent",
        ),
        [_live_row(row, name) for row in state.rows for name in row.lists],
    )


def _live_row(row: "LiveRow", list_name: str) -> tuple[object, ...]:
    """Return the cells of a player on one list; the three ends are those of the game in
    play.
    """
    rating = row.lists[list_name]
    so_far = None
    if rating.so_far is not None:
        so_far = _rating_with_marks(rating.so_far, rating.peak, rating.titles)

    ends: list[str | None] = []
    for end in (rating.win, rating.draw, rating.loss):
        if end is None:
            ends.append(None)
        else:
            ends.append(_rating_with_marks(end.rating, end.peak, end.titles))

    opponent = None
    if row.playing is not None:
        opponent = row.opponent_name or row.playing.opponent

    return (
        row.player,
        row.name,
        list_name,
        row.points,
        rating.start,
        so_far,
        *ends,
        opponent,
    )


def _rating_with_marks(rating: int, peak: bool, titles: tuple[str, ...]) -> str:
    """Write a rating with the titles it brings, and a mark where it is the highest so
    far.
    """
    return " ".join([f"{rating}{'^' if peak else ''}", *titles])


_PUT_PARAMETERS = (
    "event",
    argument("file", required=False),
    "draft",
    SETTINGS,
    "all_played",
    "sure",
)

live_command = group(
    "Events while they run: ratings so far, and what each end of a game in play would"
    " make of them.",
    "selo live list",
    {
        "hide": act(
            "Show an event no longer; its report stays as a draft.",
            "selo live hide autumn-open",
            lambda one: [say("{event} is not shown any more", event=one.event)],
            "event",
            does="features.live.store:hide",
            asks=("features.live.questions:OneLive",),
        ),
        "list": act(
            "The events that are shown.",
            "selo live list",
            table_of_rows(say("no event is shown"), "event", "name", "changed_at"),
            does="features.live.store:live_events",
            rows=True,
        ),
        "put": act(
            "Show a report as the next of an event: TRF, a table or PGN. EVENT is the"
            " id that the tournament will have. The answers about the report before are"
            " taken over. PGN is a relay's: its games come beside those of the report."
            " Nothing is recorded.",
            "selo live put autumn-open report.trf --settings answers.json",
            lambda one: [
                say("{event} is shown as of {at}", event=one.event, at=one.changed_at)
            ],
            *_PUT_PARAMETERS,
            does=_live_put,
            asks=(
                "features.live.questions:NextReport",
                "features.live.questions:NextDraft",
            ),
        ),
        "show": act(
            "How an event stands now, by its newest report.",
            "selo live show autumn-open",
            _live_lines,
            "event",
            does="features.live.store:live_state",
            asks=("features.live.questions:OneLive",),
        ),
    },
)
