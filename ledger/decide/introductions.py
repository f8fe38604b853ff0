"""Decide a tournament together with the people whom it introduces: who is new is
registered first, and what differs of people who are known is a warning.
"""

from collections.abc import Iterator

from ledger.decide import tournaments
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.player import registered_person, states_less
from ledger.decide.refusals import refuse
from ledger.decisions import FIELDS
from ledger.documents import Details, Tournament
from ledger.federations import HOME
from ledger.timeline import PlayerNow
from messages import Message, say


def decide_with_introductions(document: Tournament, context: Context) -> Decision:
    """Decide a tournament together with the people it introduces, who come first."""
    new, warnings = _introductions(document, context)
    nameless = [details.player for details in new if details.name is None]
    if nameless and not context.importing:
        message = say("{names}: a new player needs a name", names=", ".join(nameless))
        raise refuse("no-name", message, "players")

    decision = tournaments.decide_tournament(document, context)
    decision.warnings.extend(warnings)
    if decision.repeated is not None:
        return decision

    introduced = [registered_person(details, context) for details in new]
    events = [registration.event for registration in introduced]
    decision.bodies = [*events, *decision.bodies]
    decision.persons = [
        registration.salted
        for registration in introduced
        if registration.salted is not None
    ]

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
        else:
            warnings += _differing_details(details, context)

    return new, warnings


def _differing_details(details: Details, context: Context) -> Iterator[Message]:
    """Yield a warning for each stated detail of a known person that the ledger has
    otherwise.
    """
    for field, known in _known_details(details, context).items():
        stated = getattr(details, field)
        if stated is None or stated == known:
            continue
        if field == "born" and isinstance(known, str) and states_less(stated, known):
            continue
        about = {
            "player": details.player,
            "field": FIELDS[field],
            "here": repr(stated),
            "there": _value_in_words(field, known),
        }
        yield say(
            "{player}: {field} {here} here, {there} in the ledger; kept as it was",
            **about,
        )


def _value_in_words(field: str, value: str | int | None) -> Message:
    """Say a detail as the ledger has it, but no birth and no sex: a submitter reads
    this too and may not know them.
    """
    if value is None:
        return say("nothing")
    if field in ("born", "sex"):
        return say("another")
    return say("{text}", text=repr(value))


def _known_details(details: Details, context: Context) -> dict[str, str | int | None]:
    """Return what the ledger says of the person behind an id; of an erased one no name,
    club and FIDE id.
    """
    player = context.timeline.resolve(details.player)
    known: dict[str, str | int | None] = {}
    person = context.lookups.person(player)
    if person is not None:
        known = {"name": person.name, "club": person.club, "fide_id": person.fide_id}

    registered = context.timeline.player(player)
    if registered is not None:
        known["born"] = registered.detail("born")
        known["sex"] = registered.detail("sex")
        known["federation"] = _known_federation(details.federation, registered)

    return known


def _known_federation(stated: str | None, registered: PlayerNow) -> str:
    """Return the stated federation if the person ever played for it, else the one that
    they play for now.
    """
    federations = [federation for _, federation in registered.federations()]
    if not federations:
        federations = [HOME]
    if stated is not None and stated in federations:
        return stated
    return federations[-1]
