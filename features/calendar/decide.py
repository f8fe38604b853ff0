"""Check and decide what is announced and decided of tournaments."""

from collections.abc import Iterator

from features.calendar.kinds import (
    CALENDAR,
    Announce,
    Decide,
    DecisionNoted,
    TournamentAnnounced,
    decisions_stream,
)
from ledger.checks import of_host
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import known_tournament, need_player, refuse, usable_id
from ledger.flaws import Flaw, flaw, not_days
from ledger.header_checks import ends_first
from ledger.visible_text import tidy
from messages import say


def announced_flaws(document: Announce) -> Iterator[Flaw]:
    """Yield what is wrong in an announcement that its fields do not say."""
    yield from not_days([(("report_by",), document.report_by)])
    yield from ends_first(document.start, document.end)
    if document.report_by is not None and document.report_by < document.end:
        message = say("the report cannot be due before the end {end}", end=document.end)
        yield flaw(("report_by",), "due-before-end", message)
    yield from tidy(document.name, ("name",))
    yield from of_host(document, ())


def decision_flaws(document: Decide) -> Iterator[Flaw]:
    """Yield what is wrong in a decision that its fields do not say."""
    yield from tidy(document.by, ("by",))
    if document.resolution is not None:
        yield from tidy(document.resolution, ("resolution",))


def noted(document: Decide, context: Context) -> Decision:
    """Note who decided what of a tournament; the same again is a repetition."""
    tournament = known_tournament(document.tournament, context, None).id
    body = DecisionNoted(
        tournament,
        document.about,
        document.by,
        document.on,
        document.resolution,
        document.reason,
    )
    stream = decisions_stream(tournament)
    facts = context.timeline.office_facts(stream)
    if (
        not context.importing
        and (earlier := next((f for f in facts if f.live and f.body == body), None))
        is not None
    ):
        return Decision("decision", tournament, repeated=earlier.seq)
    return Decision("decision", tournament, [(stream, body)])


def announced(document: Announce, context: Context) -> Decision:
    """Announce a tournament, or another day of it: what was said last holds. One that
    was reported is over.
    """
    name = document.tournament
    there = context.timeline.tournament(name)
    if there is not None and not there.withdrawn and not context.importing:
        message = say("{tournament} is in the ledger already", tournament=name)
        raise refuse(
            "other-content", message, "tournament", say("announce it under another id")
        )
    if there is None:
        usable_id(name, "tournament", context)
    for index, player in enumerate(document.representatives):
        need_player(player, context, f"representatives[{index}]")
    body = TournamentAnnounced(
        **{
            field: getattr(document, field)
            for field in TournamentAnnounced.__struct_fields__
        }
    )
    standing = [
        fact
        for fact in context.timeline.office_facts(CALENDAR)
        if fact.live and fact.body.tournament == name
    ]
    if standing and standing[-1].body == body and not context.importing:
        return Decision("announce", name, repeated=standing[-1].seq)
    return Decision("announce", name, [(CALENDAR, body)])
