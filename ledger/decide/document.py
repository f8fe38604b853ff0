"""A document and what the ledger holds about its target, to events not yet stored, or a refusal."""

from ledger.checks import dated
from ledger.decide import erase, facts, player, publish
from ledger.decide import tournament as tournaments
from ledger.decide.context import Decision, Held, digest_of, repeated_key
from ledger.documents import (
    AcceptRules,
    AdoptRules,
    Amend,
    ConfirmTitle,
    Document,
    EloOnlyGames,
    ErasePerson,
    ExternalRating,
    Game,
    MergePlayers,
    Opening,
    Player,
    Publish,
    Reinstate,
    RevokeConfirmation,
    Ruling,
    Tournament,
    Withdraw,
    kind_of,
)
from ledger.errors import Conflict, Problem, Refused, Where, field_name

CREATING = (
    Opening,
    ExternalRating,
    EloOnlyGames,
    Tournament,
    Game,
    ConfirmTitle,
    RevokeConfirmation,
    Ruling,
    AdoptRules,
)


def decide(document: Document, held: Held) -> Decision:
    """The one way in: not from the future, not said before, then by kind."""
    _not_from_the_future(document, held.today)
    erase.refuse_erased(document, held)
    if held.again:
        return _with_digest(_by_kind(document, held), document, held)
    seq = repeated_key(document, held)
    if seq is None and isinstance(document, CREATING):
        said = held.lookups.by_digest(digest_of(document, held))
        seq = said.seq if said is not None else None
    if seq is not None:
        return _repeated(document, seq, held)
    try:
        decision = _by_kind(document, held)
    except (Refused, Conflict):
        # a correction that is in force already, sent again: a retry and not an error
        said = None if isinstance(document, CREATING) else held.lookups.by_digest(digest_of(document, held))
        if said is None or not _in_force(document, held):
            raise
        return _repeated(document, said.seq, held)
    return _with_digest(decision, document, held)


def _with_digest(decision: Decision, document: Document, held: Held) -> Decision:
    if decision.repeated is None:
        decision.digest = decision.digest or digest_of(document, held)
    return decision


def _not_from_the_future(document: Document, today: str) -> None:
    problems = [
        Problem("future", f"{day} is after today ({today})", Where(field=field_name(path)), "wait for the day")
        for path, day in dated(document)
        if day > today
    ]
    if problems:
        raise Refused(problems)


def _repeated(document: Document, seq: int, held: Held) -> Decision:
    decision = Decision(kind_of(document), target_of(document, held), repeated=seq)
    name = getattr(document, "tournament", None)
    if name is not None:
        decision.warnings.extend(tournaments.repeated_warning(held.timeline.tournament(name), seq))
    event = held.lookups.event(seq)
    if event is not None and not event.stream.startswith("tournament:"):
        fact = facts.fact_of(seq, held)
        if fact is not None and not fact.live:
            decision.warnings.append(f"seq {seq} is withdrawn; it was not recorded again")
    return decision


def target_of(document: Document, held: Held) -> str:
    """What a document is about, as the log shows it."""
    for field in ("tournament", "player", "into", "list", "edition"):
        value = getattr(document, field, None)
        if value is not None:
            return str(value)
    event = held.lookups.event(getattr(document, "seq", None) or 0)
    return event.target if event is not None else ""


def _in_force(document: Document, held: Held) -> bool:
    match document:
        case Withdraw(tournament=str(name)):
            now = held.timeline.tournament(name)
            return now is not None and now.withdrawn
        case Reinstate(tournament=str(name)):
            now = held.timeline.tournament(name)
            return now is not None and not now.withdrawn
        case Withdraw(seq=int(seq)) | Reinstate(seq=int(seq)):
            fact = facts.fact_of(seq, held)
            return fact is not None and fact.live == isinstance(document, Reinstate)
        case MergePlayers():
            return held.timeline.merges().get(document.from_player) == document.into
        case Amend():
            return _amend_stands(document, held)
        case _:
            return False


def _amend_stands(document: Amend, held: Held) -> bool:
    """Sent again, an amend that struck or added games stands if nothing happened to the tournament since."""
    said = held.lookups.by_digest(digest_of(document, held))
    now = held.timeline.tournament(document.tournament)
    return said is not None and now is not None and now.version == said.seq


def _by_kind(document: Document, held: Held) -> Decision:
    match document:
        case Player():
            return player.player(document, held)
        case Tournament():
            return player.tournament(document, held)
        case Game():
            return tournaments.one_game(document, held)
        case Amend():
            if not held.again and _amend_stands(document, held):
                return _repeated(document, held.lookups.by_digest(digest_of(document, held)).seq, held)  # type: ignore[union-attr]
            return tournaments.amended(document, held)
        case Withdraw(tournament=str()):
            return tournaments.withdrawn(document, held)
        case Reinstate(tournament=str()):
            return tournaments.reinstated(document, held)
        case Withdraw():
            return facts.withdraw_fact(document, held)
        case Reinstate():
            return facts.reinstate_fact(document, held)
        case MergePlayers():
            return facts.merge(document, held)
        case ErasePerson():
            return erase.erase(document, held)
        case AcceptRules():
            return facts.accept(document, held)
        case AdoptRules():
            return facts.adopt(document, held)
        case Publish():
            return publish.publish(document, held)
        case _:
            return facts.player_fact(document, held)
