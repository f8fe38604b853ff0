"""Keep the events that are shown while they run, outside the event log.

Each is a draft, the newest report of the event, which an officer made public: a newer
report is another draft with the same answers, and the one before it is dropped.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from desk.file_proposals import proposal_at
from desk.files.games_file import game_of_stated_result
from desk.files.open_file import NamedFile
from desk.files.settings import Settings, settings_over
from desk.files.sidecar import read_sidecar
from desk.games.relay import report_to_show
from desk.submit import Outside
from exchange.recognise import is_json
from features.live.standing import LiveAnswer, live, waiting_for_answers
from ledger.errors import Conflict, NotFound, Problem, Refused, Usage, Where
from ledger.field_types import Id, Result
from ledger.store.connection import Connection
from messages import by_command, say
from messages.answer import Answer, Moment
from messages.results import PENDING
from web.store.beside import changing, looking
from web.store.booking import while_it_runs
from web.store.draft_steps import (
    ANSWERED,
    BOOKED,
    DROPPED,
    HIDDEN,
    SHOWN,
    changed_answers,
    newest_steps,
    note,
)
from web.store.drafts import (
    draft,
    keep_draft_on,
    keep_settings,
    settle_on,
    waiting_draft,
)
from web.store.quotas import Quota

MOST = 20  # events at once: each is worked out again with every event of the ledger
_CHANGES = (SHOWN, ANSWERED, BOOKED, DROPPED)


class LiveEvent(Answer, frozen=True, kw_only=True):
    """An event that is shown while it runs, and when what is shown was last changed."""

    event: str
    name: str
    changed_at: Moment


class LiveEvents(Answer, frozen=True, kw_only=True):
    """The events that are shown while they run, by their ids."""

    rows: tuple[LiveEvent, ...]


class ShownEvent(NamedTuple):
    """An event that is shown: the draft that is its newest report; another number with
    every change.
    """

    event: LiveEvent
    draft: int
    revision: int


class Report(NamedTuple):
    """A report on its way to be shown, with the answers about it. `number`: of the
    draft that it is already.
    """

    name: str
    content: bytes
    settings: bytes | None = None
    number: int | None = None


class ReportTakenIn(NamedTuple):
    """A report that was taken in: with all answers, what was shown then, and how the
    event stands by it. `joined`: the draft of a PGN that became a part of it.
    """

    report: Report
    after: ShownEvent | None
    state: LiveAnswer
    joined: int | None = None


def live_events(ledger: str) -> LiveEvents:
    """Return the events that are shown, as programs and people are told."""
    return LiveEvents(rows=tuple(shown.event for shown in shown_events(ledger)))


def shown_events(ledger: str) -> list[ShownEvent]:
    """Return the events that are shown, in the order of their ids: those whose draft is
    neither booked nor dropped.
    """
    with looking(ledger) as connection:
        return [] if connection is None else _shown_in(connection)


def _shown_in(connection: Connection) -> list[ShownEvent]:
    """Return the events that are shown, by the store's own connection. One whose draft
    was booked or dropped is not among them, though its row is still there.
    """
    rows = connection.execute(
        "SELECT event, name, draft FROM live ORDER BY event"
    ).fetchall()
    changes = newest_steps(connection, _CHANGES)
    shown = []
    for event, name, number in rows:
        change = changes.get(number)
        if change is not None:
            live_event = LiveEvent(event=event, name=name, changed_at=change.at)
            shown.append(ShownEvent(live_event, number, change.step))

    return shown


def shown_event(ledger: str, event: str) -> ShownEvent:
    """Return an event that is shown; `NotFound` where none is shown under this id."""
    event_shown = _event_if_shown(ledger, event)
    if event_shown is None:
        message = say("no event {event} is shown while it runs", event=repr(event[:64]))
        raise NotFound(
            Problem(
                "live-unknown",
                message,
                hint=by_command("see `selo live list`", "see /live"),
            )
        )

    return event_shown


def _event_if_shown(ledger: str, event: str) -> ShownEvent | None:
    """Return an event that is shown; None where none is shown under this id."""
    for shown in shown_events(ledger):
        if shown.event.event == event:
            return shown

    return None


def live_state(
    ledger: str, event: str, outside: Outside, copy: str | None = None, wait: float = 30
) -> LiveAnswer:
    """Return how a shown event stands, as anybody may see it.

    copy: where to try the report instead of in the ledger itself. wait: seconds to wait
    for another writer.

    Where its report cannot be read as it is, because something in the ledger has
    changed since, it waits for the office.
    """
    shown = shown_event(ledger, event)
    there = draft(ledger, shown.draft)
    try:
        state = _state(
            ledger,
            name=there.row.name,
            content=there.content,
            settings=_settings_in(there.settings),
            outside=outside,
            copy=copy,
            wait=wait,
        )
    except Refused:
        state = waiting_for_answers(event, shown.event.name)

    return replace(state, changed_at=shown.event.changed_at)


def next_report(
    ledger: str,
    event: str,
    report: Report,
    sure: Collection[str],
    outside: Outside,
    copy: str | None = None,
    wait: float = 30,
) -> ReportTakenIn:
    """Read a report as the next of an event, or refuse it with everything that has to
    be answered. Nothing is kept before `show` does it.

    sure: what somebody said is right although it was asked about.

    copy: where to try it instead of in the ledger itself. wait: seconds to wait for
    another writer.

    The answers that were given about the report before hold for this one too. PGN of a
    relay is no report of its own: its games are put to those of the report before.

    `Usage` is an id that no tournament can have, `Refused` a report that says it is of
    another event.
    """
    _check_event(event)
    shown = _event_if_shown(ledger, event)
    earlier = None
    if shown is not None and shown.draft != report.number:
        earlier = draft(ledger, shown.draft)

    given = settings_over(_settings_in(report.settings), Settings(tournament=event))
    if given.tournament != event:
        message = say(
            "the report is of {name}, and not of {event}",
            name=given.tournament,
            event=event,
        )
        hint = say("show it as an event of its own, or correct its id")
        raise Refused(
            Problem(
                "live-other-event",
                message,
                Where(report.name, field="tournament"),
                hint,
            )
        )

    joined = None
    if earlier is not None:
        last = NamedFile(earlier.row.name, earlier.content)
        file, given = report_to_show(
            copy or ledger,
            partial(proposal_at, ledger),
            event,
            sure,
            (last, _settings_in(earlier.settings)),
            (_report_file(report.name, report.content), given),
        )
        # the games of a relay were put to those of the report before
        if file.content != report.content:
            joined = report.number
            number = earlier.row.number if file is last else None
            report = Report(file.name, file.content, number=number)

    state = _state(
        ledger,
        name=report.name,
        content=report.content,
        settings=given,
        outside=outside,
        copy=copy,
        wait=wait,
    )
    answers = msgspec.json.encode(given)

    return ReportTakenIn(report._replace(settings=answers), shown, state, joined)


def next_results(
    ledger: str,
    event: str,
    results: Mapping[str, Result],
    outside: Outside,
    copy: str | None = None,
    wait: float = 30,
) -> ReportTakenIn:
    """Add results to games that the newest report has without one, or refuse with what
    has to be answered. Nothing is kept before `show` does it.

    results: by game, as `open_games` calls them; `*` takes one back.
    """
    shown = shown_event(ledger, event)
    there = draft(ledger, shown.draft)
    settings = _settings_in(there.settings)
    # a game that only a relay has stays in the answers without a result too
    relayed = {game.key for game in open_games(ledger, event) if game.relayed}
    stated = {}
    for game, result in {**settings.results, **results}.items():
        if result != PENDING or game in relayed:
            stated[game] = result

    answers = msgspec.json.encode(replace(settings, results=stated))
    report = Report(there.row.name, there.content, answers, shown.draft)
    state = _state(
        ledger,
        name=report.name,
        content=report.content,
        settings=_settings_in(answers),
        outside=outside,
        copy=copy,
        wait=wait,
    )

    return ReportTakenIn(report, shown, state)


class OpenGame(NamedTuple):
    """A game without a result in the newest report, or missing there.

    key: how results of it are stated: its round and White's row, `3/12`.

    stated: the result that was stated since; else `*`.

    relayed: whether only a relay has it.
    """

    key: str
    round: int
    white: str
    black: str
    stated: str
    relayed: bool  # only a relay has it


def open_games(ledger: str, event: str) -> list[OpenGame]:
    """Return the games of which a result may be stated, the latest round first: those
    that the report has without one, and those that only a relay had.
    """
    there = draft(ledger, shown_event(ledger, event).draft)
    settings = _settings_in(there.settings)
    report = _report_file(there.row.name, there.content)
    file = proposal_at(ledger, report, replace(settings, results={})).file
    names = {row.key: row.name or row.key for row in file.entrants}

    own = set()
    games = []
    for game in file.games:
        own.add((game.round, game.white, game.black))
        if game.result == PENDING:
            key = f"{game.round}/{game.white}"
            open_game = OpenGame(
                key=key,
                round=game.round,
                white=names[game.white],
                black=names[game.black],
                stated=settings.results.get(key, PENDING),
                relayed=False,
            )
            games.append(open_game)

    for key, stated in settings.results.items():
        number, white, black = game_of_stated_result(key, names)
        if black is None or (number, white, black) in own:
            continue

        open_game = OpenGame(
            key=key,
            round=number,
            white=names[white],
            black=names[black],
            stated=stated,
            relayed=True,
        )
        games.append(open_game)

    return sorted(games, key=lambda game: -game.round)


def show(
    ledger: str,
    event: str,
    taken: ReportTakenIn,
    by: str,
    now: str,
    quota: Quota | None = None,
) -> LiveEvent:
    """Show a report that was read, in place of the one shown then, provided that one is
    still shown. A new report is kept in the same transaction: whatever stops it leaves
    no draft that waits for the office.

    by: who shows it. now: the moment, as drafts have it. quota: how much whoever shows
    it may keep.

    `Conflict` is an event that somebody else changed since the report was read;
    `Refused` one more event than may be shown.
    """
    report = taken.report
    after = taken.after
    before = None
    if report.number is not None:
        before = waiting_draft(ledger, report.number).settings

    with changing(ledger, leaving_nothing=True) as connection:
        _check_shown(_shown_in(connection), event, after)

        number = report.number
        if number is None:
            row = keep_draft_on(
                connection,
                name=report.name,
                content=report.content,
                settings=report.settings,
                by=by,
                now=now,
                quota=quota,
            )
            number = row.number
        else:
            keep_settings(connection, number, report.settings)
            changed = changed_answers(before, report.settings or b"{}")
            if changed is not None:
                note(connection, number, now, by, ANSWERED, changed)

        connection.execute(
            "INSERT INTO live (event, name, draft, shown_at, shown_by) VALUES (?, ?, ?,"
            " ?, ?) ON CONFLICT (event) DO UPDATE SET name = excluded.name, draft ="
            " excluded.draft, shown_at = excluded.shown_at, shown_by ="
            " excluded.shown_by",
            (event, taken.state.name, number, now, by),
        )
        note(connection, number, now, by, SHOWN, event)

        # what became a part of the new report, and the report before it
        replaced: set[int] = set()
        if taken.joined is not None:
            replaced.add(taken.joined)
        if after is not None:
            replaced.add(after.draft)

        for gone in replaced - {number}:
            with suppress(Conflict):  # somebody dropped it already
                settle_on(connection, gone, DROPPED, (), by, now)

    return shown_event(ledger, event).event


def _check_shown(
    shown: Sequence[ShownEvent], event: str, after: ShownEvent | None
) -> None:
    """Refuse to show a report if what is shown of its event is not what it came after,
    or if it is a new one and too many are shown.

    shown: all events that are shown now.

    after: what was shown of this one when the report was read.
    """
    shown_now = None
    for one in shown:
        if one.event.event == event:
            shown_now = one

    if _revision(shown_now) != _revision(after):
        message = say(
            "somebody else changed what is shown of {event} meanwhile", event=event
        )
        hint = say("look at it again, and show what is right")
        raise Conflict(Problem("live-changed", message, hint=hint))

    if after is None and len(shown) >= MOST:
        message = say(
            "{count} events are shown already, and no more may be", count=MOST
        )
        hint = say("book or hide one of them")
        raise Refused(Problem("live-too-many", message, hint=hint))


def _revision(shown: ShownEvent | None) -> tuple[int, int] | None:
    """Return what changes with everything that is changed of an event."""
    if shown is None:
        return None
    return shown.draft, shown.revision


def hide(ledger: str, event: str, by: str, now: str) -> LiveEvent:
    """Show an event no longer; its report stays as a draft, to be booked or dropped.
    `NotFound` is an event that is not shown.
    """
    shown = shown_event(ledger, event)
    with changing(ledger) as connection:
        connection.execute("DELETE FROM live WHERE event = ?", (event,))
        note(connection, shown.draft, now, by, HIDDEN, event)

    return shown.event


def answers_of(relayed: Mapping[str, str]) -> bytes:
    """Return the answers that say which player of the report each name of a relay is."""
    return msgspec.json.encode(Settings(relayed=dict(relayed)))


def with_games_played(report: Report) -> Report:
    """Return a report with the statement that all its games were played, which PGN does
    not say.
    """
    settings = replace(_settings_in(report.settings), all_played=True)
    return report._replace(settings=msgspec.json.encode(settings))


def _check_event(event: str) -> None:
    """Refuse, with `Usage`, what cannot be the id of a tournament."""
    try:
        msgspec.convert(event, Id)
    except msgspec.ValidationError:
        message = say(
            "{event} cannot be the id of a tournament", event=repr(event[:64])
        )
        hint = say("write 1 to 64 of A-Z a-z 0-9 . _ -")
        raise Usage(Problem("parameter", message, Where(field="event"), hint)) from None


def _settings_in(settings: bytes | None) -> Settings:
    """Return the settings that are kept of a report; the usual ones where nothing is
    kept.
    """
    return read_sidecar("settings", settings) if settings else Settings()


def _state(
    ledger: str,
    name: str,
    content: bytes,
    settings: Settings,
    outside: Outside,
    copy: str | None,
    wait: float,
) -> LiveAnswer:
    """Read a report as booking it would, except that its last day may be in the future,
    and return how its event stands.
    """
    proposal = proposal_at(ledger, _report_file(name, content), settings)
    return live(copy or ledger, proposal.prepare, while_it_runs(outside), wait)


def _report_file(name: str, content: bytes) -> NamedFile:
    """Return a report with its name; refuse documents in JSON, which are booked and not
    shown.
    """
    if is_json(name, content):
        message = say("only a report of an event is shown while it runs")
        raise Refused(
            Problem(
                "live-no-event", message, Where(name), say("send a TRF, a table or PGN")
            )
        )

    return NamedFile(name, content)
