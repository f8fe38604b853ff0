"""Draw the pages of the log: every event in words, one event, how far it reached, two
states compared; and what events are about, by the names that people know: a tournament
or a player, and their pages. And for whoever does not take our word: the newest
checkpoint that was signed, how to check, and proofs of single events.
"""

import hashlib
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from audit.prove import proven, refuse_personal, verifier
from audit.questions import Prove, Verify
from ledger.bodies import PlayersMerged
from ledger.errors import NotFound, Refused
from ledger.events import KINDS, Event
from ledger.store.checkpoints import head, own_checkpoints
from messages import Message
from projections.answers.career import known_player, names_of, player_name, subject
from projections.answers.events.changed import (
    Diff,
    DiffAnswer,
    EventAsked,
    diff,
    event_content,
)
from projections.answers.events.impact import ChangedEntry, Impact, impact, moved_of
from projections.answers.events.log import Log, log
from projections.answers.lists.published import lists
from projections.answers.reading import Reading
from projections.answers.times import asked_times
from projections.answers.tournaments.tournament import tournament_names
from web.pages.charts import impact_charts
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit

TOURNAMENTS, PLAYERS = "tournaments", "players"  # the sections of their pages


class OfEvent(Protocol):
    """A line about an event."""

    @property
    def seq(self) -> int: ...


class Subject(NamedTuple):
    """The subject of an event: the section of its page, its id, and its name, if the
    asker may know one.
    """

    section: str
    id: str
    name: str | None


def subjects(reading: Reading, lines: Iterable[OfEvent]) -> dict[int, Subject]:
    """Return what these events are about, by their seq. One about a list, the rules or
    the office is not in it.

        {17: Subject("players", "P12", "Berg, Ada")}
    """
    known = (
        (seq, reading.known_events.event(seq))
        for seq in dict.fromkeys(line.seq for line in lines)
    )
    about = {seq: subject(event, reading) for seq, event in known if event is not None}
    sections = {seq: _section(event) for seq, event in about.items()}

    # names are asked for together, however many events there are
    ids = {
        place: {about[seq].target for seq in about if sections[seq] == place}
        for place in (TOURNAMENTS, PLAYERS)
    }

    names = {
        TOURNAMENTS: tournament_names(reading, ids[TOURNAMENTS]),
        PLAYERS: names_of(reading, sorted(ids[PLAYERS])),
    }

    return {
        seq: Subject(place, event.target, names[place].get(event.target))
        for seq, event in about.items()
        if (place := sections[seq])
    }


def _section(event: Event) -> str:
    """Return the section of the page of what an event is about; empty for the office,
    its lists and its rules.

    The stream of an event says it: that of a decision, or of what somebody vouched for,
    has the owner's stream after its own word.
    """
    owner = event.stream.removeprefix("decided:").removeprefix("vouched:")
    if owner.startswith("tournament"):
        return TOURNAMENTS

    return (
        PLAYERS
        if owner.startswith("player") or isinstance(event.body, PlayersMerged)
        else ""
    )


def in_names(reading: Reading, event: Event | None, text: Message) -> Message:
    """Return what an event says with the names of people instead of their ids. Only a
    merge speaks of people by id; of two who have one name it goes on to do so.
    """
    if event is None or not isinstance(event.body, PlayersMerged):
        return text
    names = names_of(reading, [event.body.merged, event.body.into])

    if len({*names.values()}) < 2:
        return text
    return text.mapped(lambda value: names.get(value, value))


PAGE = 100  # events of a log that names no limit
SHOWN = 300  # changed entries of one impact, rows of one comparison
PUBLISHED = 6  # days of published lists that are offered to compare with


def log_page(reading: Reading, asked: Log, visit: Visit) -> str:
    """Make a page of the log, with a link to more if there may be more events."""
    limit = asked.limit or PAGE
    answer = log(reading, replace(asked, limit=limit))
    more = limit + PAGE if len(answer.events) == limit else None

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
        more=more,
        about=subjects(reading, answer.events),
        times=times_of(asked, visit.today),
    )


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
    moved = moved_of(answer.rows)
    names = tournament_names(
        reading, {row.unit.partition("/")[0] for row in moved[:SHOWN]}
    )

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
        chart=impact_charts(answer, visit.language) if differs else None,
        names={row.player: row.name for row in answer.rows if row.name is not None},
        moved=moved[:SHOWN],
        total=len(moved),
        players=len({row.player for row in moved}),
        left_out=max(0, len(moved) - SHOWN),
        alike=len(answer.rows) - len(moved),
        units=answer.units or None,
        rest=answer.rest or None,
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

    player = (
        player_name(reading, known_player(reading, asked.players[0]))
        if len(asked.players) == 1
        else None
    )
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
        since=(date.fromisoformat(reading.basis().until) - timedelta(30)).isoformat(),
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


class Signed(NamedTuple):
    """A checkpoint of our own: how many events it covers, their root, its text and the
    key it was signed with.
    """

    size: int
    root: str
    note: str
    key: str | None


class Checked(NamedTuple):
    """A thing that somebody brought, and how the verifier judged it: a proof, a bundle
    or a receipt; proven, altered, unproven or unreadable; how many events that is
    about, and which event a proof, or events a receipt, has in it.

    `root`: over so many events, as a receipt says it; `here`: whether that is the root
    of this ledger too.
    """

    kind: str
    status: str
    events: int
    seq: int | None
    problems: tuple[str, ...]
    last: int | None = None
    root: str | None = None
    here: bool = False


def verify_page(reading: Reading, asked: Verify, visit: Visit) -> str:
    """Make the page, which only says how to run the audit: that reads every byte of the
    ledger.
    """
    return checked_page(reading, visit, None)


def checked_page(reading: Reading, visit: Visit, checked: Checked | None) -> str:
    """Make the page on which anybody checks what they hold against the ledger.

    `checked`: what came of it; None before anything was brought.
    """
    now = head(reading.events)
    lines = now.text().split("\n")
    program = hashlib.sha256(verifier()).hexdigest()

    return rendered(
        "verify.html",
        visit,
        size=now.size,
        root=lines[2],
        signed=newest_checkpoint(reading),
        program=program,
        basis=reading.basis(),
        checked=checked,
    )


def proof_page(reading: Reading, asked: Prove, visit: Visit) -> str:
    """Make the page of a proof. Without a checkpoint that covers the event there is
    none yet.
    """
    if not 1 <= asked.seq <= head(reading.events).size:
        proven(reading.events, asked.seq)  # says that there is no such event

    refuse_personal(reading.events, asked.seq, reading.policy)

    try:
        proof = proven(reading.events, asked.seq)
    except (NotFound, Refused):
        proof = None

    return rendered(
        "proof.html", visit, seq=asked.seq, proof=proof, basis=reading.basis()
    )


def files_to_check(signed: Signed | None) -> dict[str, bytes]:
    """Return what somebody takes home, by the name it has in the folder of the page:
    the program that checks, and as far as anything is signed the checkpoint and the
    public key.

    `signed`: the newest checkpoint of our own; None leaves the program alone.
    """
    files = {"verify.py": verifier()}

    if signed is not None:
        files["checkpoint.txt"] = signed.note.encode()
    if signed is not None and signed.key is not None:
        files["key.txt"] = f"{signed.key}\n".encode()

    return files


def newest_checkpoint(reading: Reading) -> Signed | None:
    """Return the newest checkpoint of our own that was kept; None where there is none.

    The first three lines of its note are the log's name, its size and its root.
    """
    own = own_checkpoints(reading.events)
    if not own:
        return None

    newest = own[-1]
    _, size, root = newest.note.split("\n")[:3]
    return Signed(int(size), root, newest.note, newest.signer)
