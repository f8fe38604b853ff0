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
from ledger.checks import host_flaws
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import known_tournament, need_player, refuse, usable_id
from ledger.flaws import Flaw, flaw, not_days
from ledger.header_checks import ends_first
from ledger.timeline import Fact, Timeline
from ledger.visible_text import untidy_text_flaws
from messages import say


def announced_flaws(document: Announce) -> Iterator[Flaw]:
    """Yield what is wrong in an announcement that its fields do not say."""
    report_by = document.report_by
    end = document.end
    path = ("report_by",)
    yield from not_days([(path, report_by)])
    yield from ends_first(document.start, end)
    if report_by is not None and report_by < end:
        message = say("the report cannot be due before the end {end}", end=end)
        yield flaw(path, "due-before-end", message)

    yield from untidy_text_flaws(document.name, ("name",))
    yield from host_flaws(document, ())


def decision_flaws(document: Decide) -> Iterator[Flaw]:
    """Yield what is wrong in a decision that its fields do not say."""
    yield from untidy_text_flaws(document.by, ("by",))
    if document.resolution is not None:
        yield from untidy_text_flaws(document.resolution, ("resolution",))


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
    if not context.importing:
        for fact in context.timeline.office_facts(stream):
            if fact.live and fact.body == body:
                return Decision("decision", tournament, repeated=fact.seq)
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
    # the event has the fields of the document that it has itself, by their names
    fields = TournamentAnnounced.__struct_fields__
    body = TournamentAnnounced(**{field: getattr(document, field) for field in fields})

    newest = newest_announcements(context.timeline).get(name)
    if newest is not None and newest.body == body and not context.importing:
        return Decision("announce", name, repeated=newest.seq)
    return Decision("announce", name, [(CALENDAR, body)])


def newest_announcements(timeline: Timeline) -> dict[str, Fact]:
    """Return what was announced last of each tournament, by its id. One whose newest
    announcement is withdrawn is called off: the days it was moved from do not come back.
    """
    newest: dict[str, Fact] = {}
    for fact in timeline.office_facts(CALENDAR):
        newest[fact.body.tournament] = fact
    return {name: fact for name, fact in newest.items() if fact.live}
