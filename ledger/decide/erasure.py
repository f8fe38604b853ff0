"""Decide the erasure of a person, after which no document brings the name back.

All ids that mean this person now are erased together. The way back is a new id that the
old one is merged into.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ledger.bodies import PersonErased
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import FIND_PLAYER, refuse
from ledger.documents import ErasePerson, Player
from ledger.errors import Refused
from ledger.events import PlayerRegistered, player_stream
from messages import Message, counted, say

MOST_TOLD = 20
# the details of a person that an event has under a seal, and those beside the log
SEALED = ("sex", "unlisted")
DETAILS = ("name", "club", "fide_id", *SEALED)


def seq_of_erasure(player: str, context: Context) -> int | None:
    """Return the last seq that erased this very id; None where none did."""
    state = context.timeline.player(player)
    if state is None:
        return None
    erasures = state.live(PersonErased)
    if not erasures:
        return None
    return erasures[-1].seq


def _is_to_be_erased(player: str, context: Context) -> bool:
    """Return whether this very id was never erased, or has details again since.

    Earlier versions took details for an erased id from a document about another id that
    was merged into it.
    """
    erased = seq_of_erasure(player, context)
    state = context.timeline.player(player)
    if erased is None or state is None:
        return True
    for fact in state.facts:
        if fact.seq > erased and isinstance(fact.body, PlayerRegistered):
            if fact.body.details or fact.body.seal:
                return True
    return False


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
        if _is_to_be_erased(alias, context)
    ]
    if not ids:
        return Decision(
            "erase-person", target, repeated=seq_of_erasure(target, context)
        )

    bodies: list[tuple[str, msgspec.Struct]] = []
    for alias in ids:
        texts = tuple(context.lookups.texts_naming(alias))
        body = PersonErased(alias, document.reason, texts)
        bodies.append((player_stream(alias), body))

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

    The details of a merged id would become those of the player that it was merged into,
    so neither of the two may have been erased.
    """
    details = [field for field in DETAILS if getattr(document, field) is not None]
    # a ledger from before format 1 may have corrected the sex of somebody erased
    if context.importing:
        details = [field for field in details if field not in SEALED]
    if not details:
        return

    for player in (document.player, context.timeline.resolve(document.player)):
        seq = seq_of_erasure(player, context)
        if seq is not None:
            raise _refusal_of_details(details, player, seq, document)


def _refusal_of_details(
    details: Sequence[str], erased: str, seq: int, document: Player
) -> Refused:
    """Make the refusal of a document that states these details of somebody whom the
    event `seq` erased under the id `erased`.
    """
    fields = ", ".join(details)
    message = say(
        "{player} was erased (seq {seq}); {fields} cannot be recorded under this id",
        player=erased,
        seq=seq,
        fields=fields,
    )
    if erased != document.player:
        message = say(
            "{player} was merged into {into}, who was erased (seq {seq}); {fields}"
            " cannot be recorded under this id",
            player=document.player,
            into=erased,
            seq=seq,
            fields=fields,
        )

    hint = say(
        "to name this person again, register a new id, then merge the old one into it"
    )
    first, *_ = details
    return refuse("erased", message, first, hint)
