"""Erasing a person: their details go, their ratings stay, and no document brings the name back.

All ids that mean this person now are erased together. The way back is a new id that the old one is merged into.
"""

from ledger.decide.context import Context, Decision, refuse
from ledger.documents import Document, ErasePerson, Player
from ledger.events import PersonErased, player_stream
from messages import by_command, say

DETAILS = ("name", "club", "fide_id")


def erased_at(player: str, context: Context) -> int | None:
    """The seq that erased this very id."""
    state = context.timeline.player(player)
    erasures = state.live(PersonErased) if state is not None else []
    return erasures[0].seq if erasures else None


def erase(document: ErasePerson, context: Context) -> Decision:
    """One event on the stream of every id of the person; the one that counts comes last."""
    if context.timeline.player(document.player) is None:
        message = say("nobody has the id {name}", name=repr(document.player))
        raise refuse(
            "unknown-player", message, "player", by_command("try `selo player find NAME`"), about=(document.player,)
        )
    target = context.timeline.resolve(document.player)
    ids = [alias for alias in reversed(context.timeline.aliases(target)) if erased_at(alias, context) is None]
    if not ids:
        return Decision("erase-person", target, repeated=erased_at(target, context))
    bodies = [(player_stream(alias), PersonErased(alias, document.reason)) for alias in ids]
    return Decision("erase-person", target, [*bodies], erased=ids)


def refuse_erased(document: Document, context: Context) -> None:
    """What the rules read (federation, born, sex) may still be corrected; name, club and FIDE id may not come back."""
    if not isinstance(document, Player):
        return
    details = [field for field in DETAILS if getattr(document, field) is not None]
    seq = erased_at(document.player, context) if details else None
    if seq is not None:
        raise refuse(
            "erased",
            say(
                "{player} was erased (seq {seq}); {fields} cannot be recorded under this id",
                player=document.player,
                seq=seq,
                fields=", ".join(details),
            ),
            details[0],
            say("to name this person again, register a new id, then merge the old one into it"),
        )
