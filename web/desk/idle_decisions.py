"""Tell of decisions about titles that would decide nothing: nothing was to be decided,
or it is so already.
"""

from ledger.decisions import TitleDecision
from ledger.documents import kind_of
from ledger.errors import SeloError
from messages import Message, say
from messages.answer import UNSET
from projections.answers.career import names_of
from projections.answers.reading import Reading
from projections.answers.title_states import (
    EARNED,
    HELD,
    LOST,
    DecidedTitle,
    TitleState,
    states_around,
)
from web.store.drafts import Draft
from web.store.prepared_draft import documents_in


def idle_decisions(waiting: Draft, reading: Reading) -> list[Message]:
    """Return a sentence for each decision of a draft that would decide nothing.

    None of a draft that has other documents as well: those may move the grounds of a
    title. Who is unknown has a problem of their own.
    """
    try:
        documents = [placed.document for placed in documents_in(waiting)]
    except SeloError:
        return []

    decisions = [each for each in documents if isinstance(each, TitleDecision)]
    if len(decisions) < len(documents):
        return []

    sentences = [
        _why_idle(decision, reading)
        for decision in decisions
        if reading.timeline.player(decision.player) is not None
    ]
    return [message for message in sentences if message is not None]


def _why_idle(decision: TitleDecision, reading: Reading) -> Message | None:
    """Say why a decision would decide nothing; None where it decides something."""
    player, kind = reading.timeline.resolve(decision.player), kind_of(decision)
    before, after = states_around(
        reading,
        player,
        decision.title,
        DecidedTitle(
            kind=kind,
            on=decision.on,
            seq=reading.known_seq + 1,
            by=None,
            reason=decision.reason,
        ),
    )
    about: dict[str, object] = {
        "title": decision.title,
        "player": names_of(reading, [player]).get(player, player),
    }

    if _stands_alike(before, after):
        return _why_unchanged(decision, before, about)

    last = None
    if before is not None and before.decision is not UNSET:
        last = before.decision.kind

    if kind == "revoke-confirmation" and last in (None, kind):
        return say(
            "the title {title} of {player} is not confirmed: there is nothing to"
            " revoke",
            **about,
        )
    if kind == "keep-title" and before is None:
        return say(
            "nothing in the ledger supports the title {title} of {player}", **about
        )
    if kind == "keep-title" and before is not None and before.status in (HELD, EARNED):
        return say(
            "the title {title} of {player} has not lost its grounds: there is nothing"
            " to keep",
            **about,
        )
    return None


def _stands_alike(before: TitleState | None, after: TitleState | None) -> bool:
    """Tell whether a title stands where it stood."""
    if before is None or after is None:
        return before is after

    if before.status != after.status:
        return False
    return before.standing == after.standing


def _why_unchanged(
    decision: TitleDecision, before: TitleState | None, about: dict[str, object]
) -> Message:
    """Say why a title stands where it stood."""
    if before is None:
        return say(
            "{player} has not reached the title {title}: this decides nothing", **about
        )

    last = before.decision
    if last is not UNSET and last.on > decision.on:
        return say(
            "the title {title} of {player} was decided on {day}, later than this, and"
            " that counts: this decides nothing",
            day=last.on,
            **about,
        )

    if before.on > decision.on:
        return say(
            "{player} reached the title {title} on {day}, after this decision: it"
            " decides nothing",
            day=before.on,
            **about,
        )

    if before.status == LOST:
        return say(
            "the grounds of the title {title} of {player} are gone: it can be kept or"
            " refused, and this decides nothing",
            **about,
        )

    if last is UNSET:
        return say(
            "nobody has to decide on the title {title} of {player}, which is held by"
            " what was played: this decides nothing",
            **about,
        )

    return say(
        "the same was decided of the title {title} of {player} on {day}: this decides"
        " nothing more",
        day=last.on,
        **about,
    )
