"""Decide what the office says of the ledger itself: settings, a clock resumed, a
checkpoint taken back; a published list, whose rows are handed in; and the erasure of a
person, after which no document brings the name back.

All ids that mean this person now are erased together. The way back is a new id that the
old one is merged into.
"""

import hashlib
from calendar import monthrange
from collections.abc import Iterator, Sequence

import msgspec

from ledger.bodies import (
    CheckpointRetracted,
    ClockResumed,
    ListPublished,
    PersonErased,
    PublishedRow,
    SettingsStated,
)
from ledger.decide import (
    FIND_PLAYER,
    Context,
    Decision,
    known_tournament,
    need_player,
    refuse,
)
from ledger.decisions import Vouch, Vouched, vouching_stream
from ledger.documents import (
    ErasePerson,
    Player,
    Publish,
    ResumeClock,
    RetractCheckpoint,
    Settings,
)
from ledger.errors import Refused
from ledger.events import (
    OFFICE,
    SETTINGS,
    PlayerRegistered,
    list_stream,
    player_stream,
)
from ledger.office import SETTABLE, known_zone, unknown_zone
from ledger.timeline import Fact, Timeline
from messages import Message, by_command, counted, say

LEAP_YEAR = 2024


def settings(document: Settings, context: Context) -> Decision:
    """Decide all settings: those not mentioned stay as they stood, and the same again
    is a repetition.
    """
    if document.time_zone is not None and not known_zone(document.time_zone):
        raise Refused(unknown_zone(document.time_zone))

    earlier = context.timeline.office_facts(SETTINGS)
    last = earlier[-1].body if earlier else SettingsStated()
    for day in document.list_days or ():
        name = day.partition(" ")[0]
        if not context.again and not context.timeline.schedule(name):
            message = say("the ledger keeps no list {list}", list=name)
            raise refuse(
                "no-rules", message, "list_days", say("adopt rules for it first")
            )

    given = {field: getattr(document, field) for field in SETTABLE}
    stated = {
        field: getattr(last, field) if value is None else value
        for field, value in given.items()
    }
    body = SettingsStated(**stated, reason=document.reason)
    same = msgspec.structs.replace(body, reason=last.reason) == last
    if same and earlier and not context.again:
        return Decision("settings", SETTINGS, repeated=earlier[-1].seq)

    return Decision(
        "settings",
        SETTINGS,
        [(SETTINGS, body)],
        warnings=[*_days_of_no_calendar(document)],
    )


def _days_of_no_calendar(document: Settings) -> Iterator[Message]:
    """Yield the days of a list that no year has, as 30 February."""
    for day in document.list_days or ():
        month, _, number = day.rpartition(" ")[2].rpartition("-")
        if month and int(number) > monthrange(LEAP_YEAR, int(month))[1]:
            yield say(
                "{day} is not a day of the calendar: the list is due on the last day of"
                " that month",
                day=day,
            )


def resumed(document: ResumeClock) -> Decision:
    """Resume the clock; whether there is anything to resume, and how far, was checked
    with the clock.
    """
    return Decision("resume-clock", OFFICE, [(OFFICE, ClockResumed(document.reason))])


def retracted(document: RetractCheckpoint, context: Context) -> Decision:
    """Retract a checkpoint once, and only one from elsewhere that is kept.

    A ledger that was exported and imported has kept none, so there nothing is asked.
    """
    number = document.checkpoint
    if not context.again and not context.kept_from_elsewhere(number):
        message = say(
            "no checkpoint {number} from elsewhere is kept; those of the ledger itself"
            " cannot be retracted",
            number=number,
        )
        raise refuse(
            "unknown-checkpoint",
            message,
            "checkpoint",
            by_command("see `selo verify --json`"),
            about=(str(number),),
        )

    bodies = context.timeline.office(CheckpointRetracted)
    if (
        earlier := next(
            (seq for seq, body in bodies if body.checkpoint == number), None
        )
    ) is not None:
        return Decision("retract-checkpoint", str(number), repeated=earlier)

    return Decision(
        "retract-checkpoint",
        str(number),
        [(OFFICE, CheckpointRetracted(number, document.reason))],
    )


def vouched(document: Vouch, context: Context) -> Decision:
    """Note that somebody looked, and it is right; the same again is a repetition as
    long as it still holds.
    """
    tournament, player = document.tournament, document.player
    of = tournament or player or ""
    if tournament is not None:
        known_tournament(tournament, context, None)
    if player is not None:
        need_player(player, context, "player")

    earlier = vouched_for(context.timeline, document.doubt, tournament, player)
    if (
        earlier is not None
        and not context.again
        and (earlier.body.always or not document.always)
    ):
        return Decision("vouch", of, repeated=earlier.seq)

    body = Vouched(document.doubt, tournament, player, document.always, document.reason)

    return Decision("vouch", of, [(vouching_stream(tournament, player), body)])


def vouched_for(
    timeline: Timeline, doubt: str, tournament: str | None, player: str | None
) -> Fact | None:
    """Return what vouches for a possible slip of a tournament or a player: an answer
    for good, or one that is newer than everything else that was recorded of it.
    """
    now = timeline.tournament(tournament) if tournament is not None else None
    last = now.version if now is not None else 0
    if player is not None:
        last = max(
            (fact.seq for fact in timeline.office_facts(player_stream(player))),
            default=0,
        )

    facts = timeline.office_facts(vouching_stream(tournament, player))
    holding = [
        fact
        for fact in facts
        if fact.live
        and isinstance(fact.body, Vouched)
        and fact.body.doubt == doubt
        and (fact.body.always or fact.seq > last)
    ]

    return max(holding, key=lambda fact: (fact.body.always, fact.seq), default=None)


def publish(document: Publish, context: Context) -> Decision:
    """Publish the list as known now under its label; if it differs from the latest
    revision, it becomes the next.
    """
    if not context.timeline.schedule(document.list):
        raise refuse(
            "no-rules",
            say("the ledger keeps no list {list}", list=document.list),
            "list",
            say("adopt rules for it first"),
        )

    begins = context.timeline.begins(document.list)
    if document.as_of < begins and not context.again:
        message = say("the list {list} begins on {day}", list=document.list, day=begins)
        raise refuse(
            "list-not-begun", message, "as_of", say("give that day or a later one")
        )

    listing = context.listing(document.list, document.as_of)
    stream = list_stream(document.list, document.label)
    target = stream.partition(":")[2]
    earlier = context.timeline.publications(document.list, document.label)
    last = earlier[-1] if earlier else None
    sha256 = rows_digest(listing.rows)
    if (
        last is not None
        and not context.again
        and (last.body.as_of, last.body.sha256) == (document.as_of, sha256)
    ):
        return Decision("publish", target, repeated=last.seq)

    body = ListPublished(
        list=document.list,
        label=document.label,
        revision=len(earlier) + 1,
        as_of=document.as_of,
        known_seq=listing.known_seq,
        rules=listing.rules,
        rows=listing.rows,
        sha256=sha256,
    )

    return Decision("publish", target, [(stream, body)])


def rows_digest(rows: tuple[PublishedRow, ...]) -> str:
    """Hash the rows as the event holds them: the SHA-256 of a JSON list of lists
    without blanks.
    """
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()


MOST_TOLD = 20
BESIDE = ("sex", "unlisted")
DETAILS = ("name", "club", "fide_id", *BESIDE)


def erased_at(player: str, context: Context) -> int | None:
    """Return the seq that erased this very id; None where none did."""
    state = context.timeline.player(player)
    if state is None:
        return None
    for erasure in state.live(PersonErased):
        return erasure.seq
    return None


def erase(document: ErasePerson, context: Context) -> Decision:
    """Erase a person: one event on the stream of each of their ids; the id that counts
    comes last.
    """
    if context.timeline.player(document.player) is None:
        message = say("nobody has the id {name}", name=repr(document.player))
        raise refuse(
            "unknown-player", message, "player", FIND_PLAYER, about=(document.player,)
        )

    target = context.timeline.resolve(document.player)
    ids = [
        alias
        for alias in reversed(context.timeline.aliases(target))
        if erased_at(alias, context) is None
    ]
    if not ids:
        return Decision("erase-person", target, repeated=erased_at(target, context))

    bodies: list[tuple[str, msgspec.Struct]] = []
    for alias in ids:
        texts = tuple(context.lookups.texts_naming(alias))
        bodies.append(
            (player_stream(alias), PersonErased(alias, document.reason, texts))
        )

    return Decision(
        "erase-person",
        target,
        bodies,
        erased=ids,
        warnings=[*_left_in_the_log(ids, context)],
    )


def _left_in_the_log(ids: Sequence[str], context: Context) -> Iterator[Message]:
    """Yield a warning for each thing that no erasure reaches, because events never
    change.
    """
    naming = sorted({*context.lookups.events_naming(ids)})
    for seq, path in naming[:MOST_TOLD]:
        yield say(
            "event {seq} names them in its {field}, and cannot be changed",
            seq=seq,
            field=path,
        )

    if len(naming) > MOST_TOLD:
        more = len(naming) - MOST_TOLD
        yield counted(
            "{count} more text of events names them",
            "{count} more texts of events name them",
            more,
        )

    for alias in ids:
        state = context.timeline.player(alias)
        for fact in state.facts if state is not None else ():
            body = fact.body
            if not isinstance(body, PlayerRegistered):
                continue
            if len(body.read or "") > len("YYYY"):
                _, list_name = context.birth_read(body.read or "")
                yield say(
                    "event {seq} keeps the day of birth of {player}, which the rules of"
                    " {list} read; anybody sees the year at most",
                    seq=fact.seq,
                    player=alias,
                    list=list_name,
                )


def refuse_erased(document: Player, context: Context) -> None:
    """Refuse details of somebody erased: only what the rules read, federation and year
    of birth, may be corrected.
    """
    details = [field for field in DETAILS if getattr(document, field) is not None]
    # a ledger from before format 1 may have corrected the sex of somebody erased
    if context.again:
        details = [field for field in details if field not in BESIDE]

    seq = erased_at(document.player, context) if details else None
    if seq is not None:
        raise refuse(
            "erased",
            say(
                "{player} was erased (seq {seq}); {fields} cannot be recorded under"
                " this id",
                player=document.player,
                seq=seq,
                fields=", ".join(details),
            ),
            details[0],
            say(
                "to name this person again, register a new id, then merge the old one"
                " into it"
            ),
        )
