"""Deciding who is new, and what a change of details comes to. Names go to the person table, never into an event."""

from ledger import decide_tournament as tournaments
from ledger.documents import Details, Player, Tournament
from ledger.events import PlayerRegistered, player_stream
from ledger.held import Decision, Held, content_digest, refuse
from ledger.persons import Personal, digest
from ledger.timeline import PlayerNow


def tournament(document: Tournament, held: Held) -> Decision:
    """A tournament with the people it introduces, who come first."""
    new, warnings = tournaments.introductions(document, held)
    nameless = [details.player for details in new if details.name is None]
    if nameless:
        raise refuse("no-name", f"{', '.join(nameless)}: a new player needs a name", "players")
    decision = tournaments.submitted(document, held)
    decision.warnings.extend(warnings)
    if decision.repeated is None:
        introduced = [_registered(details, held) for details in new]
        decision.bodies = [*(body for body, _ in introduced), *decision.bodies]
        decision.persons = [person for _, person in introduced]
    return decision


def _registered(details: Details, held: Held) -> tuple[tuple[str, PlayerRegistered], tuple[str, Personal]]:
    assert details.name is not None
    salt = held.new_salt()
    person = Personal(details.player, details.name, details.club, details.fide_id)
    body = PlayerRegistered(
        details.player, digest(salt, person), details.federation, details.federation_from, details.born, details.sex
    )
    return (player_stream(details.player), body), (salt, person)


def player(document: Player, held: Held) -> Decision:
    """A new player, or a change of details: fields left out keep their value."""
    now = held.timeline.player(document.player)
    if now is None:
        if document.name is None:
            raise refuse("no-name", f"{document.player} is new and has no name", "name", "add the name")
        event, kept = _registered(document.details(), held)
        return Decision("player", document.player, [event], [kept], digest=content_digest(document, kept[0]))
    changes = _changes(document, now)
    person = held.lookups.person(document.player)
    after = _after(document, person)
    if not changes and after == person:
        return Decision("player", document.player, repeated=now.facts[0].seq)
    salt = held.lookups.salt(document.player) or held.new_salt()
    kept_persons = [] if after is None else [(salt, after)]
    details = digest(salt, after) if after is not None else ""
    body = PlayerRegistered(document.player, details, **changes)
    return Decision(
        "player", document.player, [(player_stream(document.player), body)], kept_persons,
        digest=content_digest(document, salt),
    )  # fmt: skip


def _after(document: Player, person: Personal | None) -> Personal | None:
    if person is None:
        name = document.name
        return None if name is None else Personal(document.player, name, document.club, document.fide_id)
    return person._replace(
        name=document.name or person.name,
        club=document.club or person.club,
        fide_id=document.fide_id or person.fide_id,
    )


def _changes(document: Player, now: PlayerNow) -> dict[str, str]:
    """What the rules read of a person, as far as it is new."""
    found: dict[str, str] = {}
    for field in ("born", "sex"):
        value = getattr(document, field)
        if value is not None and value != now.detail(field):
            found[field] = value
    if document.federation is not None:
        told = now.federations() or [("", "FIN")]
        this = (document.federation_from or "", document.federation)
        if told != [this] if document.federation_from is None else this not in told:
            found["federation"] = document.federation
            if document.federation_from is not None:
                found["federation_from"] = document.federation_from
    return found
