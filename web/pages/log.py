"""Draw the pages of the log: every event in words, one event, how far it reached, two
states compared.
"""

from msgspec.structs import replace

from ledger.days import days_later
from ledger.events import KINDS
from projections.answers.career import known_player, player_name
from projections.answers.events.changed import (
    Diff,
    DiffAnswer,
    EventAsked,
    diff,
    event_content,
)
from projections.answers.events.impact import (
    ChangedEntry,
    Impact,
    impact,
    with_moved_rating,
)
from projections.answers.events.log import Log, log
from projections.answers.lists.published import lists
from projections.answers.reading import Reading
from projections.answers.times import asked_times
from projections.answers.tournaments.tournament import tournament_names
from web.pages.charts import impact_charts
from web.pages.rendering import rendered
from web.pages.subjects import in_names, subjects
from web.pages.two_times import times_of
from web.pages.visit import Visit
from web.questions.registry import limits_of

PAGE = 100  # events of a log that names no limit
SHOWN = 300  # changed entries of one impact, rows of one comparison
PUBLISHED = 6  # days of published lists that are offered to compare with


def log_page(reading: Reading, asked: Log, visit: Visit) -> str:
    """Make a page of the log, with a link to the events before those it shows.

    `earlier`: the event before which that page begins; None where nothing is earlier.
    One event more than the page has is asked for: it tells that something follows.
    """
    limit = _events_on_page(asked)
    one_more = log(reading, replace(asked, limit=limit + 1))
    answer = replace(one_more, events=one_more.events[:limit])
    earlier = answer.events[-1].seq if len(one_more.events) > limit else None
    times = times_of(asked, visit.today)
    typed = {
        "kind": asked.kind,
        "by": asked.by,
        "since": asked.since,
        "until": asked.until,
    }
    chosen = {"player": asked.player, "tournament": asked.tournament}

    return rendered(
        "log.html",
        visit,
        answer=answer,
        asked=asked,
        texts={
            event.seq: in_names(
                reading, reading.known_events.event(event.seq), event.text
            )
            for event in answer.events
        },
        kinds=KINDS,
        earlier=earlier,
        about=subjects(reading, answer.events),
        times=times,
        filters=typed | chosen | {"before": asked.before},
        # the form has fields for the others, and begins with the newest event
        kept=times.query | chosen,
    )


def _events_on_page(asked: Log) -> int:
    """Return how many events a page of the log shows: as many as are asked for, but no
    more than a program is given at once.
    """
    most = limits_of(Log).rows_at_once
    assert most is not None
    return min(asked.limit or PAGE, most)


def event_page(reading: Reading, asked: EventAsked, visit: Visit) -> str:
    """Make the page of an event. `units`: how many its submission changed, where not
    all are here.
    """
    answer = event_content(reading, asked.seq)
    about = subjects(reading, [answer]).get(answer.seq)
    event = reading.known_events.event(asked.seq)

    return rendered(
        "event.html",
        visit,
        answer=answer,
        changes=tuple(in_names(reading, event, each.text) for each in answer.changes),
        units=answer.units or None,
        about=about,
    )


def impact_page(reading: Reading, asked: Impact, visit: Visit) -> str:
    """Make the page of an impact. `left_out`: moved ratings that are not in the table;
    `alike`: entries that came to the same rating another way; `units` and `rest`: of a
    part of the answer, how many units there are, and the first of those that follow.
    """
    answer = impact(reading, asked.seq, asked.after)
    moved = with_moved_rating(answer.rows)
    names = tournament_names(reading, {row.unit.partition("/")[0] for row in moved})

    # nothing can be drawn of somebody's first rating
    differs = any(
        row.rating_before is not None and row.rating_after is not None for row in moved
    )

    def where(row: ChangedEntry) -> str | None:
        """Return the name of the tournament that an entry comes from; None for a change
        without one.
        """
        return names.get(row.unit.partition("/")[0])

    return rendered(
        "impact.html",
        visit,
        answer=answer,
        chart=impact_charts(answer, names, visit.language) if differs else None,
        names={row.player: row.name for row in answer.rows if row.name is not None},
        moved=moved[:SHOWN],
        total=len(moved),
        players=len({row.player for row in moved}),
        left_out=max(0, len(moved) - SHOWN),
        alike=len(answer.rows) - len(moved),
        units=answer.units or None,
        rest=answer.rest or None,
        after=asked.after,
        about=subjects(reading, answer.events),
        where=where,
    )


def diff_page(reading: Reading, asked: Diff, visit: Visit) -> str:
    """Make the page of differences: without two states only the form, with a month ago
    as a first question.

    `SHOWN` rows are on the page; `left_out` says how many are not.
    """
    answer = None if asked.open else _diff(reading, asked, visit.today)
    rows = () if answer is None else answer.rows

    player = None
    if len(asked.players) == 1:
        player = player_name(reading, known_player(reading, asked.players[0]))
    days = {row.label: row.as_of for row in lists(reading).rows}

    return rendered(
        "diff.html",
        visit,
        asked=asked,
        given=asked.days(),
        answer=answer,
        shown=rows[:SHOWN],
        left_out=max(0, len(rows) - SHOWN),
        player=None if player is None else player.name or player.id,
        published=tuple(sorted(set(days.values()), reverse=True)[:PUBLISHED]),
        since=days_later(reading.basis().until, -30),
        about=subjects(reading, rows[:SHOWN]),
        basis=reading.basis(),
    )


def _diff(reading: Reading, asked: Diff, today: str) -> DiffAnswer:
    """Work out the difference; the reading is that of the later state."""
    after = asked_times(reading.ledger, asked.states()[0], today)[1]
    return diff(
        reading,
        after,
        reading.known_seq,
        asked.players,
        [asked.list_name] if asked.list_name else reading.lists(),
    )
