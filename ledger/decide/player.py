"""Decide who is new, and what a change of details comes to. Names go to the person
table, never into an event.

Another name, birth or sex of a known id is refused unless the document says that a
change is meant: a mistyped id must not turn one person into another.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ledger.bodies import PersonErased
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.digests import content_digest, digest_of, digest_of_details
from ledger.decide.refusals import refuse, usable_id
from ledger.documents import Details, Player
from ledger.errors import Conflict, Problem, Where
from ledger.events import PlayerRegistered, player_stream
from ledger.federations import HOME
from ledger.store.details import details_to_seal, seal_of_details
from ledger.store.persons import Personal, digest
from ledger.timeline import PlayerNow
from messages import by_command, say, template

# the field of a document that a differing detail stands in: two births that differ in
# their year ("birth") and two that differ in the day alone ("day") are told in other
# words, and both stand in `born`
IDENTITY = {"name": "name", "birth": "born", "day": "born", "sex": "sex"}


class Registration(NamedTuple):
    """Somebody new: the event, and the person beside the log with their salt. Nobody
    stands beside the log of somebody who was erased before an export.
    """

    event: tuple[str, PlayerRegistered]
    salted: tuple[str, Personal] | None


def registered_person(details: Details | Player, context: Context) -> Registration:
    """Register somebody new; without a name only in an import, for somebody who was
    erased before the export.
    """
    usable_id(details.player, "player", context)
    salt = context.new_salt()
    person = _new_person(details)
    salted = None if person is None else (salt, person)
    body = PlayerRegistered(
        player=details.player,
        details="" if person is None else digest(salt, person),
        federation=details.federation,
        federation_from=details.federation_from,
        born=details.born,
        sex=details.sex,
        unlisted=details.unlisted or None,
    )
    event = player_stream(details.player), _body_under_seal(body, context)

    return Registration(event, salted)


def _new_person(details: Details | Player) -> Personal | None:
    """Return what stands beside the log of somebody new; None of somebody without a
    name.
    """
    if details.name is None:
        return None
    return Personal(details.player, details.name, details.club, details.fide_id)


def _body_under_seal(body: PlayerRegistered, context: Context) -> PlayerRegistered:
    """Put under a seal what of a person does not belong in the log, which keeps only
    what the rules read of a birth.
    """
    read = None
    if body.born is not None:
        read, _ = context.birth_read(body.born)

    body = replace(body, read=read)
    nothing_sealed = body.born == read and body.sex is None and body.unlisted is None
    if nothing_sealed:
        return body

    body = replace(body, salt=context.new_salt())

    return replace(body, seal=seal_of_details(body.player, details_to_seal(body)))


def decide_player(document: Player, context: Context) -> Decision:
    """Decide a new player, or a change of details: fields left out keep their value.

    A merged id means the one it went into.
    """
    meant = context.timeline.resolve(document.player)
    registered = context.timeline.player(meant)
    if registered is None:
        return _new_player(document, context)

    decision = _changed_player(document, registered, context)
    if meant != document.player:
        warning = say(
            "{player} was merged into {into}; the details are theirs",
            player=document.player,
            into=meant,
        )
        decision.warnings.append(warning)
    return decision


def _new_player(document: Player, context: Context) -> Decision:
    """Register somebody whom the ledger does not know. A name is needed, but where a
    stored event is decided once more: the person may have been erased since.
    """
    if document.name is None and not context.importing:
        message = say("{player} is new and has no name", player=document.player)
        raise refuse("no-name", message, "name", say("add the name"))

    registration = registered_person(document, context)
    decision = Decision("player", document.player, [registration.event])
    salt = ""
    if registration.salted is not None:
        salt, _ = registration.salted
        decision.persons = [registration.salted]

    decision.digest = content_digest(document, salt)

    return decision


def _changed_player(
    submitted: Player, registered: PlayerNow, context: Context
) -> Decision:
    """Decide a change of details of somebody known, whose document may name them by an
    id that was merged.

    A repetition where nothing changes. Another name, birth or sex is refused unless the
    document says that it means a change.
    """
    document = replace(
        submitted,
        player=registered.id,
        born=_birth_to_keep(submitted, registered, context),
    )
    under_every_id = context.timeline.under_every_id(document.player)
    federation_stated = any(known.federations() for known in under_every_id)
    changes = _changed_details(document, registered, federation_stated)
    unlisted = document.unlisted
    if unlisted == (registered.unlisted() or False):
        unlisted = None

    before = context.lookups.person(document.player)
    after = _person_after(document, before)
    nothing_changes = not changes and unlisted is None and after == before
    if nothing_changes and not context.importing:
        first = registered.facts[0].seq
        return Decision("player", document.player, repeated=first)

    decision = Decision("player", document.player)
    if not context.importing:
        differing = _differing_identity(document, registered, before)
        if differing and not document.change:
            return _repeated_or_refused(submitted, document, differing, context)
        decision.warnings += [
            say(
                _CHANGED[detail.field],
                player=document.player,
                old=detail.old,
                new=detail.new,
            )
            for detail in differing
        ]

    salt = context.lookups.salt(document.player) or context.new_salt()
    if after is not None:
        decision.persons = [(salt, after)]

    body = PlayerRegistered(
        player=document.player,
        details="" if after is None else digest(salt, after),
        **changes,
        unlisted=unlisted,
        earlier_names=_earlier_names(before, after, context),
    )
    decision.bodies = [
        (player_stream(document.player), _body_under_seal(body, context))
    ]
    # of the document as it came: the same again is the same document
    decision.digest = digest_of_details(submitted, context, new_salt=salt)

    return decision


def _birth_to_keep(
    document: Player, registered: PlayerNow, context: Context
) -> str | None:
    """Return what is to be known of a birth that a document states; None where it
    states nothing new.

    Of somebody erased the day does not come back. The year of a day that is known says
    nothing new, unless the document says that it means a change: then the day goes.
    """
    born = document.born
    if born is None:
        return None
    if registered.live(PersonErased):
        born, _ = context.birth_read(born)
        return born
    means_change = document.change or context.importing
    if states_less(born, registered.detail("born")) and not means_change:
        return None
    return born


def states_less(stated: str, known: str | None) -> bool:
    """Return whether a birth is the year alone of a day that is known.

    1983 of 1983-03-12
    """
    return known is not None and known != stated and known.startswith(stated)


def _earlier_names(
    person: Personal | None, after: Personal | None, context: Context
) -> int | UnsetType:
    """Count the earlier names of somebody renamed: names are not in the log, so one
    taken away beside it shows here.
    """
    if person is None or after is None or person.name == after.name:
        return UNSET
    names = {former.name for former in context.lookups.former_names(person.player)}
    names.add(person.name)
    names.discard(after.name)
    return len(names)


# submitters read these too, and a day of birth is for the office. `less`: the year
# alone of a day that was known
_CHANGED = {
    "name": template("the name of {player} was {old} and is {new} now"),
    "birth": template("the birth of {player} was {old} and is {new} now"),
    "day": template(
        "the birth of {player} was on another day of {old} and is {new} now"
    ),
    "less": template(
        "the day of birth of {player} was known and is taken away: {new} is left"
    ),
    "sex": template("the sex of {player} was {old} and is {new} now"),
}
_DIFFERS = {
    "name": template("the name of {player} is {old}, not {new}"),
    "birth": template("the birth of {player} is {old}, not {new}"),
    "day": template("the birth of {player} is on another day of {old}, not {new}"),
    "sex": template("the sex of {player} is {old}, not {new}"),
}


class DifferingDetail(NamedTuple):
    """A detail that tells one person from another and differs: which, the known value,
    and that of the document.

    field: a key of `IDENTITY`, or `less` of a change that takes a day of birth away.
    """

    field: str
    old: str
    new: str


def _differing_identity(
    document: Player, registered: PlayerNow, person: Personal | None
) -> list[DifferingDetail]:
    """List what tells one person from another and differs.

    A day in a year that is known is no difference.
    """
    differing = []
    if person is not None and document.name and document.name != person.name:
        differing.append(DifferingDetail("name", person.name, document.name))

    born = registered.detail("born")
    if born and document.born and not document.born.startswith(born):
        differing.append(_differing_birth(born, document.born))

    sex = registered.detail("sex")
    if sex and document.sex and document.sex != sex:
        differing.append(DifferingDetail("sex", sex, document.sex))

    return differing


def _differing_birth(old: str, new: str) -> DifferingDetail:
    """Return how two births differ, without the known day: submitters read this."""
    year = old[:4]
    field = "day" if year == new[:4] else "birth"
    if states_less(new, old):
        field = "less"
    return DifferingDetail(field, year, new)


def _repeated_or_refused(
    submitted: Player,
    document: Player,
    differing: Sequence[DifferingDetail],
    context: Context,
) -> Decision:
    """Decide a document with other details: a repetition if it was recorded once and
    changed since, else a refusal. `document`: what was submitted, under the id that
    counts.
    """
    earlier = context.lookups.by_digest(digest_of(submitted, context))
    if earlier is None:
        # earlier versions stored the digest of this one
        earlier = context.lookups.by_digest(digest_of(document, context))
    if earlier is not None:
        warning = say(
            "{player} was changed since (seq {seq} is no longer in force); it was not"
            " recorded again",
            player=document.player,
            seq=earlier.seq,
        )
        return Decision(
            "player", document.player, repeated=earlier.seq, warnings=[warning]
        )

    hint = by_command(
        'if it is the same person: --change, or "change": true in a document;'
        " otherwise use another id",
        "if it is the same person, open and change the known player (in a document:"
        ' "change": true); otherwise use another id',
    )
    problems = []
    for detail in differing:
        message = say(
            _DIFFERS[detail.field],
            player=document.player,
            old=detail.old,
            new=detail.new,
        )
        where = Where(field=IDENTITY[detail.field])
        problems.append(Problem("details-differ", message, where, hint))

    raise Conflict(problems)


def _person_after(document: Player, person: Personal | None) -> Personal | None:
    """Return what will stand beside the log of a person; None of one without a name."""
    if person is None:
        return _new_person(document)
    return person._replace(
        name=document.name or person.name,
        club=document.club or person.club,
        fide_id=document.fide_id or person.fide_id,
    )


def _changed_details(
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

    if document.federation is None:
        return changes

    stated = [("", HOME)]
    if federation_stated:
        stated = registered.federations()
    if document.federation_from is not None:
        if (document.federation_from, document.federation) not in stated:
            changes["federation"] = document.federation
            changes["federation_from"] = document.federation_from
    elif stated != [("", document.federation)]:
        changes["federation"] = document.federation

    return changes
