"""Say of a preview who in it has no licence that is paid and covers the event."""

from desk.ledger_view import LedgerView
from desk.outcomes import Outcome, Unlicensed
from features.members.licences import PAID, MemberRegister, by_player, state_of
from features.members.store import kept_register
from ledger.errors import SeloError
from ledger.store.database import snapshot


def unlicensed_in(ledger: str, outcome: Outcome) -> tuple[Unlicensed, ...] | None:
    """Return everybody in the tournaments of a preview who has no paid licence by the
    register; None where no register is kept.
    """
    register = _register_to_show(ledger)
    if register is None:
        return None

    with snapshot(ledger) as connection:
        own = by_player(register, LedgerView(connection).resolve)

    rows = []
    for event in outcome.playing:
        for player, name in event.players:
            state, _, _ = state_of(own.get(player, ()), event.start, event.end)
            if state != PAID:
                row = Unlicensed(
                    tournament=event.tournament, player=player, name=name, state=state
                )
                rows.append(row)

    return tuple(rows)


def _register_to_show(ledger: str) -> MemberRegister | None:
    """Return the register; None where it cannot be read, because that must not stop a
    booking.
    """
    try:
        return kept_register(ledger)
    except SeloError:
        return None
