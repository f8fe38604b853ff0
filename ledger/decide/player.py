"""Decide who is new, and what a change of details comes to. Names go to the person
table, never into an event.

Another name, birth or sex of a known id is refused unless the document says that a
change is meant: a mistyped id must not turn one person into another.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ledger.bodies import PersonErased
from ledger.decide import tournament as tournaments
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.digests import content_digest, digest_of
from ledger.decide.refusals import refuse, usable_id
from ledger.decisions import FIELDS
from ledger.documents import Details, Player, Tournament
from ledger.errors import Conflict, Problem, Where
from ledger.events import PlayerRegistered, player_stream
from ledger.federations import HOME
from ledger.store.details import seal, under_seal
from ledger.store.persons import Personal, digest
from ledger.timeline import PlayerNow
from messages import Message, by_command, say, template

IDENTITY = {"name": "name", "birth": "born", "day": "born", "sex": "sex"}


def tournament(document: Tournament, context: Context) -> Decision:
    """Decide a tournament together with the people it introduces, who come first."""
    new, warnings = _introductions(document, context)
    nameless = [details.player for details in new if details.name is None]
    if nameless and not context.again:
        raise refuse(
            "no-name",
            say("{names}: a new player needs a name", names=", ".join(nameless)),
            "players",
        )
    decision = tournaments.submitted(document, context)
    decision.warnings.extend(warnings)
    if decision.repeated is None:
        introduced = [_registered(details, context) for details in new]
        decision.bodies = [*(body for body, _ in introduced), *decision.bodies]
        decision.persons = [person for _, person in introduced if person is not None]
    return decision


def _introductions(
    document: Tournament, context: Context
) -> tuple[list[Details], list[Message]]:
    """Return the people a tournament introduces, and a warning for each detail that
    differs from what is known.
    """
    new: list[Details] = []
    warnings: list[Message] = []
    for details in document.players:
        if context.timeline.player(details.player) is None:
            new.append(details)
            continue
        known = _known_details(details, context)
        for field, there in known.items():
            stated = getattr(details, field)
            if stated is not None and stated != there:
                about = {
                    "player": details.player,
                    "field": FIELDS[field],
                    "here": repr(stated),
                    "there": _told(field, there),
                }
                warnings.append(
                    say(
                        "{player}: {field} {here} here, {there} in the ledger; kept as"
                        " it was",
                        **about,
                    )
                )
    return new, warnings


def _told(field: str, value: str | int | None) -> Message:
    """Say a detail as the ledger has it, but no birth and no sex: a submitter reads
    this too and may not know them.
    """
    if value is None or field in ("born", "sex"):
        return say("nothing") if value is None else say("another")
    return say("{text}", text=repr(value))


def _known_details(details: Details, context: Context) -> dict[str, str | int | None]:
    """Return what the ledger says of the person behind an id; of an erased one no name,
    club and FIDE id.
    """
    name = context.timeline.resolve(details.player)
    person, registered = context.lookups.person(name), context.timeline.player(name)
    known = (
        {}
        if person is None
        else {field: getattr(person, field) for field in ("name", "club", "fide_id")}
    )
    if registered is None:
        return known
    federations = [federation for _, federation in registered.federations()] or ["FIN"]
    federation = (
        details.federation if details.federation in federations else federations[-1]
    )
    return known | {
        "born": registered.detail("born"),
        "sex": registered.detail("sex"),
        "federation": federation,
    }


def _registered(
    details: Details | Player, context: Context
) -> tuple[tuple[str, PlayerRegistered], tuple[str, Personal] | None]:
    """Register somebody new; without a name only in an import, for somebody who was
    erased before the export.
    """
    usable_id(details.player, "player", context)
    salt = context.new_salt()
    name = details.name
    person = (
        None
        if name is None
        else Personal(details.player, name, details.club, details.fide_id)
    )
    body = PlayerRegistered(
        details.player,
        digest(salt, person) if person is not None else "",
        details.federation,
        details.federation_from,
        details.born,
        details.sex,
        details.unlisted or None,
    )
    return (player_stream(details.player), _sealed(body, context)), (
        None if person is None else (salt, person)
    )


def _sealed(body: PlayerRegistered, context: Context) -> PlayerRegistered:
    """Put under a seal what of a person does not belong in the log, which keeps only
    what the rules read of a birth.
    """
    body = replace(
        body, read=None if body.born is None else context.birth_read(body.born)[0]
    )
    if (body.born, body.sex, body.unlisted) == (body.read, None, None):
        return body
    body = replace(body, salt=context.new_salt())
    return replace(body, seal=seal(body.player, under_seal(body)))


def player(document: Player, context: Context) -> Decision:
    """Decide a new player, or a change of details: fields left out keep their value.

    A merged id means the one it went into.
    """
    meant = context.timeline.resolve(document.player)
    if meant != document.player:
        decision = player(msgspec.structs.replace(document, player=meant), context)
        decision.warnings.append(
            say(
                "{player} was merged into {into}; the details are theirs",
                player=document.player,
                into=meant,
            )
        )
        return decision
    registered = context.timeline.player(document.player)
    if registered is None:
        if document.name is None and not context.again:
            raise refuse(
                "no-name",
                say("{player} is new and has no name", player=document.player),
                "name",
                say("add the name"),
            )
        event, kept = _registered(document, context)
        salt, persons = (kept[0], [kept]) if kept is not None else ("", [])
        return Decision(
            "player",
            document.player,
            [event],
            persons,
            digest=content_digest(document, salt),
        )
    family = context.timeline.under_every_id(document.player)
    if document.born is not None and registered.live(PersonErased):
        # the day does not come back
        document = replace(document, born=context.birth_read(document.born)[0])
    changes = _changes(
        document, registered, any(known.federations() for known in family)
    )
    unlisted = (
        None
        if document.unlisted == (registered.unlisted() or False)
        else document.unlisted
    )
    person = context.lookups.person(document.player)
    after = _after(document, person)
    if not changes and unlisted is None and after == person and not context.again:
        return Decision("player", document.player, repeated=registered.facts[0].seq)
    warnings: list[Message] = []
    if (others := _other_identity(document, registered, person)) and not context.again:
        if not document.change:
            return _sent_before(document, others, context)
        warnings = [
            say(_NOW[field], player=document.player, old=old, new=new)
            for field, old, new in others
        ]
    salt = context.lookups.salt(document.player) or context.new_salt()
    kept_persons = [] if after is None else [(salt, after)]
    details = digest(salt, after) if after is not None else ""
    body = PlayerRegistered(
        document.player,
        details,
        **changes,
        unlisted=unlisted,
        earlier_names=_earlier_names(person, after, context),
    )
    event = player_stream(document.player), _sealed(body, context)
    return Decision(
        "player",
        document.player,
        [event],
        kept_persons,
        warnings=[*warnings],
        digest=content_digest(document, salt),
    )


def _earlier_names(
    person: Personal | None, after: Personal | None, context: Context
) -> int | UnsetType:
    """Count the earlier names of somebody renamed: names are not in the log, so one
    taken away beside it shows here.
    """
    if person is None or after is None or person.name == after.name:
        return UNSET
    before = {
        person.name,
        *(former.name for former in context.lookups.former_names(person.player)),
    }
    return len(before - {after.name})


# submitters read these too, and a day of birth is for the office
_NOW = {
    "name": template("the name of {player} was {old} and is {new} now"),
    "birth": template("the birth of {player} was {old} and is {new} now"),
    "day": template(
        "the birth of {player} was on another day of {old} and is {new} now"
    ),
    "sex": template("the sex of {player} was {old} and is {new} now"),
}
_NOT = {
    "name": template("the name of {player} is {old}, not {new}"),
    "birth": template("the birth of {player} is {old}, not {new}"),
    "day": template("the birth of {player} is on another day of {old}, not {new}"),
    "sex": template("the sex of {player} is {old}, not {new}"),
}


def _other_identity(
    document: Player, registered: PlayerNow, person: Personal | None
) -> list[tuple[str, str, str]]:
    """List what tells one person from another and differs: field, known value, other
    value.

    A day in a year that is known is no difference.
    """
    born, sex = registered.detail("born"), registered.detail("sex")
    pairs = [
        ("name", person.name if person is not None else None, document.name),
        (
            "birth",
            born,
            None if (document.born or "").startswith(born or "") else document.born,
        ),
        ("sex", sex, document.sex),
    ]
    return [
        _in_years(field, old, new)
        for field, old, new in pairs
        if old and new and old != new
    ]


def _in_years(field: str, old: str, new: str) -> tuple[str, str, str]:
    if field != "birth":
        return field, old, new
    return "day" if old[:4] == new[:4] else field, old[:4], new


def _sent_before(
    document: Player, others: Sequence[tuple[str, str, str]], context: Context
) -> Decision:
    """Decide a document with other details: a repetition if it was recorded once and
    changed since, else a refusal.
    """
    earlier = context.lookups.by_digest(digest_of(document, context))
    if earlier is not None:
        text = say(
            "{player} was changed since (seq {seq} is no longer in force); it was not"
            " recorded again",
            player=document.player,
            seq=earlier.seq,
        )
        return Decision(
            "player", document.player, repeated=earlier.seq, warnings=[text]
        )
    hint = by_command(
        'if the same person is meant: --change, or "change": true in a document;'
        " otherwise use another id",
        'if the same person is meant, say so in the form, or with "change": true;'
        " otherwise use another id",
    )
    raise Conflict(
        [
            Problem(
                "details-differ",
                say(_NOT[field], player=document.player, old=old, new=new),
                Where(field=IDENTITY[field]),
                hint,
            )
            for field, old, new in others
        ]
    )


def _after(document: Player, person: Personal | None) -> Personal | None:
    if person is None:
        name = document.name
        return (
            None
            if name is None
            else Personal(document.player, name, document.club, document.fide_id)
        )
    return person._replace(
        name=document.name or person.name,
        club=document.club or person.club,
        fide_id=document.fide_id or person.fide_id,
    )


def _changes(
    document: Player, registered: PlayerNow, federation_stated: bool
) -> dict[str, str]:
    """Collect what the rules read of a person, as far as it is new.

    Finland is implied until another federation is stated.
    """
    changes: dict[str, str] = {}
    for field in ("born", "sex"):
        value = getattr(document, field)
        if value is not None and value != registered.detail(field):
            changes[field] = value
    if document.federation is not None:
        stated = registered.federations() if federation_stated else [("", HOME)]
        new = (document.federation_from or "", document.federation)
        if stated != [new] if document.federation_from is None else new not in stated:
            changes["federation"] = document.federation
            if document.federation_from is not None:
                changes["federation_from"] = document.federation_from
    return changes
