"""Save what a form of the desk answers about the file of a draft."""

from collections.abc import Mapping

from web import Settings
from web.booking.seen_drafts import own_draft
from web.desk.answers import NOTHING_SHOWN, Shown, settings_bytes
from web.store.drafts import answer_draft
from web.store.prepared_draft import checked_answers
from web.store.tokens import Who


def save_answers(
    settings: Settings,
    number: int,
    who: Who,
    fields: Mapping[str, str],
    shown: Shown = NOTHING_SHOWN,
) -> None:
    """Put the answers of a form over those that a draft has; the others stay.

    `fields` and `shown`: as `settings_bytes` takes them. Refused are answers that do
    not fit the file, and any while somebody else answers at the same moment
    (`Conflict`).
    """
    draft = own_draft(settings.ledger, number, who)
    answers = settings_bytes(draft.settings, fields, shown)
    answer_draft(
        ledger=settings.ledger,
        number=number,
        settings=checked_answers(draft.row.name, draft.content, "answers", answers),
        by=who.name,
        now=settings.now(),
        over=draft.settings,
    )
