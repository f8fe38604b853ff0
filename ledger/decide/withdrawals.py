"""Decide that a fact of a player or the office counts no longer, or counts again."""

from ledger.bodies import (
    Body,
    CheckpointRetracted,
    EloOnlyGamesNoted,
    ExternalRatingTold,
    FactReinstated,
    FactWithdrawn,
    OpeningSet,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    RulingGiven,
)
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.merges import refuse_merge
from ledger.decide.player_facts import refuse_second_opening
from ledger.decide.refusals import refuse
from ledger.decide.rules import need_rules_meant, refuse_waiting
from ledger.decisions import TitleDecided, Vouched
from ledger.documents import Reinstate, Withdraw
from ledger.events import PlayerRegistered
from ledger.kinds import EVENTS
from ledger.timeline import Fact
from messages import NOTHING, by_command, say


def fact_of(seq: int, context: Context) -> Fact | None:
    """Return the fact of a player or the office that an event brought; None where it
    brought none.
    """
    event = context.lookups.event(seq)
    if event is None or event.stream.startswith("tournament:"):
        return None
    for fact in context.timeline.office_facts(event.stream):
        if fact.seq == seq:
            return fact
    return None


# what a player or the office can have taken back by its seq
_WITHDRAWABLE: tuple[type[Body], ...] = (
    OpeningSet,
    ExternalRatingTold,
    EloOnlyGamesNoted,
    RulingGiven,
    PlayersMerged,
    RulesAdopted,
    TitleDecided,
    PlayerRegistered,
    CheckpointRetracted,
    RulesRevised,
    Vouched,
    *EVENTS,
)


def _fact_to_withdraw(seq: int, context: Context) -> tuple[str, Fact]:
    """Return the fact that an event brought, with the stream that it is in; it may be
    withdrawn already.

    Refuse a seq that no event has, tournaments and corrections, which are taken back in
    other ways, and the first registration of a player, by which the ledger knows them.
    """
    event = context.lookups.event(seq)
    if event is None:
        message = say("there is no event {seq}", seq=seq)
        raise refuse("unknown-seq", message, "seq", by_command("see `selo log`"))

    fact = fact_of(seq, context)
    if fact is None or not isinstance(fact.body, _WITHDRAWABLE):
        message = say(
            "seq {seq} ({kind}) cannot be withdrawn", seq=seq, kind=event.kind
        )
        hint = NOTHING
        if event.stream.startswith("tournament:"):
            hint = by_command(
                "use `selo undo {seq}`, or withdraw the tournament by its id",
                "withdraw the tournament by its id",
                seq=seq,
            )
        raise refuse("not-withdrawable", message, "seq", hint)

    if isinstance(fact.body, PlayerRegistered) and _is_first(fact, context):
        message = say(
            "seq {seq} is how the ledger knows {player}", seq=seq, player=event.target
        )
        hint = say("submit the player again with other details, or merge them")
        raise refuse("first-registration", message, "seq", hint)

    return event.stream, fact


def _is_first(fact: Fact, context: Context) -> bool:
    """Tell whether a registration is the first of its player."""
    state = context.timeline.player(fact.body.player)
    return state is not None and state.facts[0].seq == fact.seq


def _refuse_version(document: Withdraw | Reinstate) -> None:
    """Refuse a version, which only tournaments have."""
    if document.expect_version is not None:
        message = say("expect_version goes with a tournament")
        raise refuse("no-version", message, "expect_version", say("leave it out"))


def withdraw_fact(document: Withdraw, context: Context) -> Decision:
    """Decide that a fact of a player or the office no longer counts."""
    assert document.seq is not None
    _refuse_version(document)
    stream, fact = _fact_to_withdraw(document.seq, context)
    if not fact.live:
        message = say("seq {seq} is withdrawn already", seq=document.seq)
        raise refuse("withdrawn", message, "seq")
    if isinstance(fact.body, RulesAdopted):
        need_rules_meant(document, fact.body, context)

    body = FactWithdrawn(document.seq, document.reason)
    target = fact.body.target(stream)

    return Decision("withdraw", target, [(stream, body)])


def reinstate_fact(document: Reinstate, context: Context) -> Decision:
    """Decide that a withdrawn fact counts, unless what was recorded since does not go
    with it.
    """
    assert document.seq is not None
    _refuse_version(document)
    stream, fact = _fact_to_withdraw(document.seq, context)
    if fact.live:
        message = say("seq {seq} is not withdrawn", seq=document.seq)
        raise refuse("not-withdrawn", message, "seq")

    match fact.body:
        case PlayersMerged(merged=merged, into=into):
            refuse_merge(merged, into, context)
        case OpeningSet(player=player, list=list_name):
            refuse_second_opening(player, list_name, context, except_seq=fact.seq)
        case RulesAdopted():
            refuse_waiting(fact.body, _adoptions_with(fact, context), context)

    body = FactReinstated(document.seq, document.reason)

    return Decision("reinstate", fact.body.target(stream), [(stream, body)])


def _adoptions_with(fact: Fact, context: Context) -> list[RulesAdopted]:
    """Return the adoptions in force and another one, in recorded order.

    The new one takes its place by its seq.
    """
    by_seq = dict(context.timeline.office(RulesAdopted))
    by_seq[fact.seq] = fact.body
    return [by_seq[seq] for seq in sorted(by_seq)]
