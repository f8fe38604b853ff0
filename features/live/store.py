"""Keep the events that are shown while they run, outside the event log.

Each is a draft, the newest report of the event, which an officer made public: a newer
report is another draft with the same answers, and the one before it is dropped.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from desk.files.games_file import game_meant
from desk.files.open_file import NamedFile
from desk.files.settings import Settings, over
from desk.files.sidecar import read_sidecar
from desk.games.relay import following
from desk.named_files import proposal_at
from desk.submit import Outside
from exchange.recognise import kind_of
from features.live.standing import LiveAnswer, live, waiting_for_answers
from ledger.errors import Conflict, NotFound, Problem, Refused, Usage, Where
from ledger.store.connection import Connection
from ledger.words import Id, Result
from messages import by_command, say
from messages.answer import Answer, Moment
from messages.results import PENDING
from web.store import Quota
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
from web.store.drafts import draft, keep_settings, kept, settled, waiting

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


class Taken(NamedTuple):
    """A report that was taken in: with all answers, what was shown then, and how the
    event stands by it. `joined`: the draft of a PGN that became a part of it.
    """

    report: Report
    after: ShownEvent | None
    state: LiveAnswer
    joined: int | None = None


def live_events(ledger: str) -> LiveEvents:
    return LiveEvents(rows=tuple(shown.event for shown in shown_events(ledger)))


def shown_events(ledger: str) -> list[ShownEvent]:
    """Return the events that are shown, in the order of their ids: those whose draft is
    neither booked nor dropped.
    """
    with looking(ledger) as connection:
        return [] if connection is None else _shown_in(connection)


def _shown_in(connection: Connection) -> list[ShownEvent]:
    rows = connection.execute(
        "SELECT event, name, draft FROM live ORDER BY event"
    ).fetchall()
    changes = newest_steps(connection, _CHANGES)
    return [
        ShownEvent(
            LiveEvent(event=event, name=name, changed_at=changes[number].at),
            number,
            changes[number].step,
        )
        for event, name, number in rows
        if number in changes
    ]


def shown_event(ledger: str, event: str) -> ShownEvent:
    event_shown = _found(ledger, event)
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


def _found(ledger: str, event: str) -> ShownEvent | None:
    return next(
        (shown for shown in shown_events(ledger) if shown.event.event == event), None
    )


def live_state(
    ledger: str, event: str, outside: Outside, copy: str | None = None, wait: float = 30
) -> LiveAnswer:
    """Return how a shown event stands, as anybody may see it.

    Where its report cannot be read as it is, because something in the ledger has
    changed since, it waits for the office.
    """
    shown = shown_event(ledger, event)
    there = draft(ledger, shown.draft)
    try:
        state = _state(
            ledger,
            there.row.name,
            there.content,
            _read(there.settings),
            outside,
            copy,
            wait,
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
) -> Taken:
    """Read a report as the next of an event, or refuse it with everything that has to
    be answered. Nothing is kept before `show` does it.
    """
    _check_event(event)
    shown = _found(ledger, event)
    earlier = (
        None
        if shown is None or shown.draft == report.number
        else draft(ledger, shown.draft)
    )
    given = over(_read(report.settings), Settings(tournament=event))
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
        file, given = following(
            copy or ledger,
            partial(proposal_at, ledger),
            event,
            sure,
            (last, _read(earlier.settings)),
            (_games(report.name, report.content), given),
        )
        if file.content != report.content:
            joined, number = report.number, earlier.row.number if file is last else None
            report = Report(file.name, file.content, number=number)

    state = _state(ledger, report.name, report.content, given, outside, copy, wait)

    return Taken(
        report._replace(settings=msgspec.json.encode(given)), shown, state, joined
    )


def next_results(
    ledger: str,
    event: str,
    results: Mapping[str, Result],
    outside: Outside,
    copy: str | None = None,
    wait: float = 30,
) -> Taken:
    """Add results to games that the newest report has without one, `*` to take one
    back, or refuse with what has to be answered. Nothing is kept before `show` does it.
    """
    shown = shown_event(ledger, event)
    there = draft(ledger, shown.draft)
    settings = _read(there.settings)
    whole = {game.key for game in open_games(ledger, event) if game.relayed}
    stated = {
        game: result
        for game, result in {**settings.results, **results}.items()
        if result != PENDING or game in whole
    }
    answers = msgspec.json.encode(replace(settings, results=stated))
    state = _state(
        ledger, there.row.name, there.content, _read(answers), outside, copy, wait
    )

    return Taken(
        Report(there.row.name, there.content, answers, shown.draft), shown, state
    )


class OpenGame(NamedTuple):
    """A game without a result in the newest report, or missing there, with the result
    that was stated since;
    else `*`.
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
    settings, content = _read(there.settings), _games(there.row.name, there.content)
    file = proposal_at(ledger, content, replace(settings, results={})).file
    names = {row.key: row.name or row.key for row in file.entrants}
    own = {(game.round, game.white, game.black) for game in file.games}
    pending = [
        (game.round, game.white, game.black, f"{game.round}/{game.white}", False)
        for game in file.games
        if game.result == PENDING
    ]
    relayed = [
        (number, white, black, text, True)
        for text in settings.results
        for number, white, black in [game_meant(text, names)]
        if black is not None and (number, white, black) not in own
    ]
    made = [
        OpenGame(
            key,
            number,
            names[white],
            names[black],
            settings.results.get(key, PENDING),
            whole,
        )
        for number, white, black, key, whole in (*pending, *relayed)
    ]

    return sorted(made, key=lambda game: -game.round)


def show(
    ledger: str, event: str, taken: Taken, by: str, now: str, quota: Quota | None = None
) -> LiveEvent:
    """Show a report that was read, in place of the one shown then, provided that one is
    still shown. A new report is kept in the same transaction: whatever stops it leaves
    no draft that waits for the office.
    """
    report, after, name = taken.report, taken.after, taken.state.name
    before = None if report.number is None else waiting(ledger, report.number).settings
    with changing(ledger, leaving_nothing=True) as connection:
        others = _shown_in(connection)
        shown_now = next((one for one in others if one.event.event == event), None)
        if (shown_now and (shown_now.draft, shown_now.revision)) != (
            after and (after.draft, after.revision)
        ):
            message = say(
                "somebody else changed what is shown of {event} meanwhile", event=event
            )
            raise Conflict(
                Problem(
                    "live-changed",
                    message,
                    hint=say("look at it again, and show what is right"),
                )
            )

        if after is None and len(others) >= MOST:
            message = say(
                "{count} events are shown already, and no more may be", count=MOST
            )
            raise Refused(
                Problem("live-too-many", message, hint=say("book or hide one of them"))
            )

        number = report.number
        if number is None:
            number = kept(
                connection, report.name, report.content, report.settings, by, now, quota
            ).number
        else:
            keep_settings(connection, number, report.settings)
            if (
                changed := changed_answers(before, report.settings or b"{}")
            ) is not None:
                note(connection, number, now, by, ANSWERED, changed)

        connection.execute(
            "INSERT INTO live (event, name, draft, shown_at, shown_by) VALUES (?, ?, ?,"
            " ?, ?) ON CONFLICT (event) DO UPDATE SET name = excluded.name, draft ="
            " excluded.draft, shown_at = excluded.shown_at, shown_by ="
            " excluded.shown_by",
            (event, name, number, now, by),
        )
        note(connection, number, now, by, SHOWN, event)
        for gone in {
            one
            for one in (taken.joined, after and after.draft)
            if one not in (None, number)
        }:
            with suppress(Conflict):  # somebody dropped it already
                settled(connection, gone, DROPPED, (), by, now)

    return shown_event(ledger, event).event


def hide(ledger: str, event: str, by: str, now: str) -> LiveEvent:
    """Show an event no longer; its report stays as a draft, to be booked or dropped."""
    shown = shown_event(ledger, event)
    with changing(ledger) as connection:
        connection.execute("DELETE FROM live WHERE event = ?", (event,))
        note(connection, shown.draft, now, by, HIDDEN, event)

    return shown.event


def answered(relayed: Mapping[str, str]) -> bytes:
    """Return the answers that say which player of the report each name of a relay is."""
    return msgspec.json.encode(Settings(relayed=dict(relayed)))


def confirmed(report: Report) -> Report:
    """Return a report with the statement that all its games were played, which PGN does
    not say.
    """
    return report._replace(
        settings=msgspec.json.encode(replace(_read(report.settings), all_played=True))
    )


def _check_event(event: str) -> None:
    try:
        msgspec.convert(event, Id)
    except msgspec.ValidationError:
        message = say(
            "{event} cannot be the id of a tournament", event=repr(event[:64])
        )
        hint = say("write 1 to 64 of A-Z a-z 0-9 . _ -")
        raise Usage(Problem("parameter", message, Where(field="event"), hint)) from None


def _read(settings: bytes | None) -> Settings:
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
    """Read a report as booking it would, except that its last day may be in the future."""
    proposal = proposal_at(ledger, _games(name, content), settings)
    return live(copy or ledger, proposal.prepare, while_it_runs(outside), wait)


def _games(name: str, content: bytes) -> NamedFile:
    if kind_of(name, content) == "json":
        message = say("only a report of an event is shown while it runs")
        raise Refused(
            Problem(
                "live-no-event", message, Where(name), say("send a TRF, a table or PGN")
            )
        )

    return NamedFile(name, content)
