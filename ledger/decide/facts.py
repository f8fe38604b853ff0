"""Decide the dated facts of a player and the office: openings, foreign ratings,
rulings, merges, rules in force.
"""

from collections.abc import Sequence

import msgspec

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
from ledger.decide.refusals import FIND_PLAYER, need_player, refuse
from ledger.decisions import (
    TITLE_DECISIONS,
    TitleDecided,
    TitleDecision,
    Vouched,
)
from ledger.documents import (
    AcceptRules,
    AdoptRules,
    EloOnlyGames,
    ExternalRating,
    MergePlayers,
    Opening,
    Reinstate,
    Ruling,
    Withdraw,
    kind_of,
)
from ledger.events import OFFICE, PlayerRegistered, player_stream
from ledger.followed_rules import followed_revisions
from ledger.kinds import EVENTS
from ledger.schedules import NO_SCHEDULE, schedules
from ledger.timeline import Fact
from messages import NOTHING, by_command, say

PlayerFact = Opening | ExternalRating | EloOnlyGames | TitleDecision | Ruling


def player_fact(document: PlayerFact, context: Context) -> Decision:
    """Decide one dated fact of one player: an opening, a foreign rating, a note, a
    title decision or a ruling.
    """
    player = document.player
    need_player(player, context, "player")
    if isinstance(document, Opening):
        _refuse_second_opening(player, document.list, context)
    body = _body_of(document)
    return Decision(kind_of(document), player, [(player_stream(player), body)])


def _body_of(document: PlayerFact) -> msgspec.Struct:
    """Return the body of the event that a document becomes."""
    match document:
        case Opening():
            normal_games = document.normal_games
            if normal_games is None:
                normal_games = document.games
            return OpeningSet(
                player=document.player,
                list=document.list,
                on=document.on,
                rating=document.rating,
                games=document.games,
                normal_games=normal_games,
                peak=document.peak,
                titles=tuple(document.titles),
            )
        case ExternalRating():
            return ExternalRatingTold(
                player=document.player,
                source=document.source,
                on=document.on,
                rating=document.rating,
                comparable=document.comparable,
            )
        case EloOnlyGames():
            return EloOnlyGamesNoted(document.player, document.on)
        case TitleDecision():
            number: str | msgspec.UnsetType = msgspec.UNSET
            if document.resolution is not None:
                number = document.resolution
            kind = TITLE_DECISIONS[kind_of(document)]
            return kind(
                player=document.player,
                title=document.title,
                on=document.on,
                reason=document.reason,
                resolution=number,
            )
        case Ruling():
            return RulingGiven(
                player=document.player,
                list=document.list,
                on=document.on,
                reason=document.reason,
                rating=document.rating,
                delta=document.delta,
            )


def _refuse_second_opening(
    player: str, list_name: str, context: Context, except_seq: int | None = None
) -> None:
    """Refuse a second opening of a player on a list; the first has to be withdrawn to
    set another. `except_seq`: an opening that does not count as one.
    """
    openings = [
        fact
        for state in context.timeline.under_every_id(context.timeline.resolve(player))
        for fact in state.live(OpeningSet)
    ]
    for fact in openings:
        if fact.body.list != list_name or fact.seq == except_seq:
            continue
        message = say(
            "{player} has an opening on {list} (seq {seq})",
            player=player,
            list=list_name,
            seq=fact.seq,
        )
        hint = say("withdraw seq {seq} first", seq=fact.seq)
        raise refuse("opening-exists", message, "player", hint)


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


def _withdrawable(seq: int, context: Context) -> tuple[str, Fact]:
    """Return the fact that an event brought, with the stream that it is in.

    Refuse tournaments and corrections, which are taken back in other ways.
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
    stream, fact = _withdrawable(document.seq, context)
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
    stream, fact = _withdrawable(document.seq, context)
    if fact.live:
        message = say("seq {seq} is not withdrawn", seq=document.seq)
        raise refuse("not-withdrawn", message, "seq")

    match fact.body:
        case PlayersMerged(merged=merged, into=into):
            refuse_merge(merged, into, context)
        case OpeningSet(player=player, list=list_name):
            _refuse_second_opening(player, list_name, context, except_seq=fact.seq)
        case RulesAdopted():
            refuse_waiting(fact.body, _adopted_with(fact, context), context)

    body = FactReinstated(document.seq, document.reason)

    return Decision("reinstate", fact.body.target(stream), [(stream, body)])


def _adopted_with(fact: Fact, context: Context) -> list[RulesAdopted]:
    """Return the adoptions in force and another one, in recorded order.

    The new one takes its place by its seq.
    """
    by_seq = dict(context.timeline.office(RulesAdopted))
    by_seq[fact.seq] = fact.body
    return [by_seq[seq] for seq in sorted(by_seq)]


def merge(document: MergePlayers, context: Context) -> Decision:
    """Decide that one id means the player of another one from now on."""
    merged = document.from_player
    into = document.into
    need_player(merged, context, "from", FIND_PLAYER)
    need_player(into, context, "into", FIND_PLAYER)
    refuse_merge(merged, into, context)
    body = PlayersMerged(merged, into, document.reason)
    return Decision("merge-players", into, [(OFFICE, body)])


def refuse_merge(merged: str, into: str, context: Context) -> None:
    """Refuse to merge two ids that met, that played in one tournament, or that have two
    openings on one list; and an id that is merged already.
    """
    timeline = context.timeline
    if merged in timeline.merges():
        message = say(
            "{merged} is merged into {into} already",
            merged=merged,
            into=timeline.resolve(merged),
        )
        raise refuse("merged", message, "from", say("withdraw that merge first"))

    if timeline.resolve(into) == merged:
        message = say("{into} already means {merged}", into=into, merged=merged)
        raise refuse("same-player", message, "into")

    # a family of thousands is not walked for one id that joins it: who else sits in the
    # few ones' tournaments?
    roots = (merged, timeline.resolve(into))
    few, many = sorted(roots, key=timeline.family_size)
    shared_tournaments = {
        name
        for alias in timeline.aliases(few)
        for name in _live_tournaments(alias, many, context)
    }
    if shared_tournaments:
        message = say(
            "{merged} and {into} both played in {tournaments}",
            merged=merged,
            into=into,
            tournaments=", ".join(sorted(shared_tournaments)[:5]),
        )
        hint = say("two ids in one tournament are two people")
        raise refuse("played-together", message, "from", hint)

    shared_lists = _openings(few, context)
    if shared_lists:
        shared_lists &= _openings(many, context)
    if shared_lists:
        message = say(
            "both have an opening on {lists}", lists=", ".join(sorted(shared_lists))
        )
        raise refuse("two-openings", message, "from", say("withdraw one first"))


def _openings(root: str, context: Context) -> set[str]:
    """Return the lists that somebody has an opening on, under any of their ids."""
    states = context.timeline.under_every_id(root)
    return {fact.body.list for state in states for fact in state.live(OpeningSet)}


def _live_tournaments(player: str, opponent: str, context: Context) -> list[str]:
    """List the tournaments that count and in which a player has a game, and another
    one too, who may have several ids.
    """
    resolve = context.timeline.resolve
    names = []
    for name in context.lookups.named_in(player):
        tournament = context.timeline.tournament(name)
        if tournament is None or tournament.withdrawn:
            continue
        games = tournament.games.values()
        seated = {game.white for game in games} | {game.black for game in games}
        if player in seated and any(resolve(other) == opponent for other in seated):
            names.append(name)

    return names


def adopt_rules(document: AdoptRules, context: Context) -> Decision:
    """Decide that an edition counts on a list from a day on; refuse one that this
    program does not know.
    """
    editions = context.editions.get(document.list, {})
    if document.edition not in editions:
        message = say(
            "{list} has no edition {edition}",
            list=document.list,
            edition=repr(document.edition),
        )
        hint = say("known: {names}", names=", ".join(editions))
        raise refuse("unknown-edition", message, "edition", hint)

    body = RulesAdopted(
        list=document.list,
        edition=document.edition,
        since=document.from_day,
        revision=editions[document.edition],
        reason=document.reason,
        begins=document.begins or _begins(document, context),
    )
    adopted = [other for _, other in context.timeline.office(RulesAdopted)]
    refuse_waiting(body, [*adopted, body], context)

    return Decision("adopt-rules", document.list, [(OFFICE, body)])


def _begins(document: AdoptRules, context: Context) -> bool:
    """Tell whether the list begins on the day.

    A list that gets its first rules from a day to come has nothing before it; that
    stays so when the day is corrected. In a ledger that comes from elsewhere the
    document says it.
    """
    if context.again:
        return False
    schedule = context.timeline.whole_schedule(document.list)
    if schedule.editions:
        return bool(schedule.begins)
    return document.from_day > context.today


def refuse_waiting(
    body: RulesAdopted, adopted: Sequence[RulesAdopted], context: Context
) -> None:
    """Refuse a day to come for an edition that is in force: an edition has one day, so
    it would not be in force until then, and what was rated by it would move.

    `adopted`: everything that would be adopted, in recorded order.
    """
    if context.again or body.since <= context.today:
        return

    before = context.timeline.whole_schedule(body.list).so_far(context.today)
    after = schedules(adopted)[body.list].so_far(context.today)
    if before == after:
        return

    since = next(since for since, edition in before if edition == body.edition)
    message = say(
        "{edition} is in force on {list} since {since}: it cannot wait for {day}",
        edition=body.edition,
        list=body.list,
        since=since,
        day=body.since,
    )
    hint = say(
        "if it was adopted by mistake, withdraw that adoption first; what was rated by"
        " it will move"
    )
    raise refuse("in-force", message, "from", hint)


# Before format 1 editions had revisions up to this one. Their revision 1 of today holds
# all of these corrections.
REVISIONS_BEFORE_FORMAT_1 = 3


def accept_rules(document: AcceptRules, context: Context) -> Decision:
    """Accept a corrected edition: only what the code carries, only of an edition in
    force, and only forwards.

    A ledger that comes from elsewhere is rated by this code from its first event on. So
    an earlier revision may be accepted there once more; and one from before format 1 is
    noted in the one that this code has.
    """
    revision = _accepted_revision(document, context)
    if not context.again:
        _need_new_revision(document.edition, revision, context)

    moved = context.moved()
    body = RulesRevised(
        edition=document.edition,
        revision=revision,
        reason=document.reason,
        moved=moved.ratings,
        titles=moved.titles,
    )

    return Decision("accept-rules", document.edition, [(OFFICE, body)])


def _accepted_revision(document: AcceptRules, context: Context) -> int:
    """Return the revision of an edition that is accepted; refuse one that this program
    does not carry.
    """
    known: int | None = None
    for editions in context.editions.values():
        known = editions.get(document.edition, known)

    if context.again and known is not None:
        if document.revision <= max(known, REVISIONS_BEFORE_FORMAT_1):
            return min(document.revision, known)

    if document.revision == known:
        return document.revision

    message = say(
        "this version carries revision {known} of {edition}",
        known=known or "none",
        edition=document.edition,
    )
    raise refuse("unknown-revision", message, "revision")


def _need_new_revision(edition: str, revision: int, context: Context) -> None:
    """Refuse an edition that the ledger does not follow, and a revision that is in
    force or older.
    """
    followed = followed_revisions(context.timeline.office_facts()).get(edition)
    if followed is None:
        message = say(
            "the ledger does not follow {edition}, so there is nothing of it to accept",
            edition=edition,
        )
        hint = by_command("see `selo rules`; adopting an edition takes it as it is now")
        raise refuse("not-followed", message, "edition", hint)

    if followed >= revision:
        message = say(
            "revision {number} of {edition} is in force already",
            number=revision,
            edition=edition,
        )
        raise refuse("accepted", message, "revision")


def need_rules_meant(document: Withdraw, body: RulesAdopted, context: Context) -> None:
    """Refuse to withdraw an edition by the way: it has a seq like any fact, but taking
    it back is no small correction.

    It has to be said, and a list's only edition stays. Before its day it may be taken
    back like anything else.
    """
    if context.again:
        return

    today = context.today
    others = [
        other
        for seq, other in context.timeline.office(RulesAdopted)
        if seq != document.seq
    ]
    before = context.timeline.whole_schedule(body.list).so_far(today)
    after = schedules(others).get(body.list, NO_SCHEDULE).so_far(today)
    if before and not after:
        message = say("{list} would be left without rules", list=body.list)
        raise refuse("last-rules", message, "seq", say("adopt another edition first"))

    nothing_rated_by_it = body.since > today and before == after
    if nothing_rated_by_it or document.rules:
        return

    message = say(
        "seq {seq} put {edition} in force on {list} from {day}: without it every"
        " rating from that day on follows other rules",
        seq=document.seq,
        edition=body.edition,
        list=body.list,
        day=body.since,
    )
    hint = by_command(
        'if that is meant: --rules, or "rules": true in a document; see it first'
        " with --dry-run",
        'if that is meant: "rules": true in the document',
    )
    raise refuse("rules-meant", message, "seq", hint)
