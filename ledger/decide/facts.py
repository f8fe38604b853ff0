"""Decide the dated facts of a player and the office: openings, foreign ratings,
rulings, merges, rules in force.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ledger.bodies import (
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
    TournamentAnnounced,
)
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import FIND_PLAYER, need_player, refuse
from ledger.decisions import (
    TITLE_DECISIONS,
    DecisionNoted,
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
from ledger.office import followed_revisions
from ledger.timeline import NO_SCHEDULE, Fact, schedules
from messages import NOTHING, by_command, say

PlayerFact = Opening | ExternalRating | EloOnlyGames | TitleDecision | Ruling


def player_fact(document: PlayerFact, context: Context) -> Decision:
    """Decide one dated fact of one player: an opening, a foreign rating, a note, a
    title decision or a ruling.
    """
    player = document.player
    need_player(player, context, "player")
    body: msgspec.Struct
    match document:
        case Opening():
            _one_opening(player, document.list, context, None)
            normal = (
                document.games
                if document.normal_games is None
                else document.normal_games
            )
            body = OpeningSet(
                player,
                document.list,
                document.on,
                document.rating,
                document.games,
                normal,
                document.peak,
                tuple(document.titles),
            )
        case ExternalRating():
            body = ExternalRatingTold(
                player,
                document.source,
                document.on,
                document.rating,
                document.comparable,
            )
        case EloOnlyGames():
            body = EloOnlyGamesNoted(player, document.on)
        case TitleDecision():
            number = (
                msgspec.UNSET if document.resolution is None else document.resolution
            )
            body = TITLE_DECISIONS[kind_of(document)](
                player, document.title, document.on, document.reason, number
            )
        case Ruling():
            body = RulingGiven(
                player,
                document.list,
                document.on,
                document.reason,
                document.rating,
                document.delta,
            )
    return Decision(kind_of(document), player, [(player_stream(player), body)])


def _one_opening(
    player: str, list_name: str, context: Context, except_seq: int | None
) -> None:
    """Refuse a second opening of a player on a list; the first has to be withdrawn to
    set another.
    """
    for state in context.timeline.under_every_id(context.timeline.resolve(player)):
        for fact in state.live(OpeningSet):
            if fact.body.list == list_name and fact.seq != except_seq:
                raise refuse(
                    "opening-exists",
                    say(
                        "{player} has an opening on {list} (seq {seq})",
                        player=player,
                        list=list_name,
                        seq=fact.seq,
                    ),
                    "player",
                    say("withdraw seq {seq} first", seq=fact.seq),
                )


def fact_of(seq: int, context: Context) -> Fact | None:
    event = context.lookups.event(seq)
    if event is None or event.stream.startswith("tournament:"):
        return None
    return next(
        (
            fact
            for fact in context.timeline.office_facts(event.stream)
            if fact.seq == seq
        ),
        None,
    )


def _withdrawable(seq: int, context: Context) -> tuple[str, Fact]:
    """Find the fact that an event brought; refuse tournaments and corrections, which
    are taken back in other ways.
    """
    event = context.lookups.event(seq)
    if event is None:
        raise refuse(
            "unknown-seq",
            say("there is no event {seq}", seq=seq),
            "seq",
            by_command("see `selo log`"),
        )
    fact = fact_of(seq, context)
    allowed = (
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
        DecisionNoted,
        TournamentAnnounced,
    )
    if fact is None or not isinstance(fact.body, allowed):
        hint = (
            by_command(
                "use `selo undo {seq}`, or withdraw the tournament by its id",
                "withdraw the tournament by its id",
                seq=seq,
            )
            if event.stream.startswith("tournament:")
            else NOTHING
        )
        raise refuse(
            "not-withdrawable",
            say("seq {seq} ({kind}) cannot be withdrawn", seq=seq, kind=event.kind),
            "seq",
            hint,
        )
    if isinstance(fact.body, PlayerRegistered) and _is_first(fact, context):
        raise refuse(
            "first-registration",
            say(
                "seq {seq} is how the ledger knows {player}",
                seq=seq,
                player=event.target,
            ),
            "seq",
            say("submit the player again with other details, or merge them"),
        )
    return event.stream, fact


def _is_first(fact: Fact, context: Context) -> bool:
    state = context.timeline.player(fact.body.player)
    return state is not None and state.facts[0].seq == fact.seq


def _version(document: Withdraw | Reinstate, context: Context) -> None:
    if document.expect_version is not None:
        raise refuse(
            "no-version",
            say("expect_version goes with a tournament"),
            "expect_version",
            say("leave it out"),
        )


def withdraw_fact(document: Withdraw, context: Context) -> Decision:
    assert document.seq is not None
    _version(document, context)
    stream, fact = _withdrawable(document.seq, context)
    if not fact.live:
        raise refuse(
            "withdrawn", say("seq {seq} is withdrawn already", seq=document.seq), "seq"
        )
    if isinstance(fact.body, RulesAdopted):
        _may_leave(document, fact.body, context)
    return Decision(
        "withdraw",
        fact.body.target(stream),
        [(stream, FactWithdrawn(document.seq, document.reason))],
    )


def reinstate_fact(document: Reinstate, context: Context) -> Decision:
    assert document.seq is not None
    _version(document, context)
    stream, fact = _withdrawable(document.seq, context)
    if fact.live:
        raise refuse(
            "not-withdrawn", say("seq {seq} is not withdrawn", seq=document.seq), "seq"
        )
    if isinstance(fact.body, PlayersMerged):
        _may_merge(fact.body.merged, fact.body.into, context)
    if isinstance(fact.body, OpeningSet):
        _one_opening(fact.body.player, fact.body.list, context, fact.seq)
    if isinstance(fact.body, RulesAdopted):
        by_seq = dict(
            [*context.timeline.office(RulesAdopted), (document.seq, fact.body)]
        )
        _may_wait(fact.body, [by_seq[seq] for seq in sorted(by_seq)], context)
    return Decision(
        "reinstate",
        fact.body.target(stream),
        [(stream, FactReinstated(document.seq, document.reason))],
    )


def merge(document: MergePlayers, context: Context) -> Decision:
    need_player(document.from_player, context, "from", FIND_PLAYER)
    need_player(document.into, context, "into", FIND_PLAYER)
    _may_merge(document.from_player, document.into, context)
    body = PlayersMerged(document.from_player, document.into, document.reason)
    return Decision("merge-players", document.into, [(OFFICE, body)])


def _may_merge(merged: str, into: str, context: Context) -> None:
    """Refuse to merge two ids that met, that played in one tournament, or that have two
    openings on one list.
    """
    timeline = context.timeline
    if merged in timeline.merges():
        raise refuse(
            "merged",
            say(
                "{merged} is merged into {into} already",
                merged=merged,
                into=timeline.resolve(merged),
            ),
            "from",
            say("withdraw that merge first"),
        )
    if timeline.resolve(into) == merged:
        raise refuse(
            "same-player",
            say("{into} already means {merged}", into=into, merged=merged),
            "into",
        )
    roots = (merged, timeline.resolve(into))
    # a family of thousands is not walked for one id that joins it: who else sits in the
    # few ones' tournaments?
    few, many = sorted(roots, key=timeline.family_size)
    both = sorted(
        {
            name
            for alias in timeline.aliases(few)
            for name in _live_tournaments(alias, many, context)
        }
    )
    if both:
        message = say(
            "{merged} and {into} both played in {tournaments}",
            merged=merged,
            into=into,
            tournaments=", ".join(both[:5]),
        )
        raise refuse(
            "played-together",
            message,
            "from",
            say("two ids in one tournament are two people"),
        )
    shared = _openings(few, context)
    if shared and (shared := shared & _openings(many, context)):
        lists = ", ".join(sorted(shared))
        raise refuse(
            "two-openings",
            say("both have an opening on {lists}", lists=lists),
            "from",
            say("withdraw one first"),
        )


def _openings(root: str, context: Context) -> set[str]:
    """Return the lists that somebody has an opening on, under any of their ids."""
    states = context.timeline.under_every_id(root)
    return {fact.body.list for state in states for fact in state.live(OpeningSet)}


def _live_tournaments(player: str, opponent: str, context: Context) -> list[str]:
    """List standing tournaments with standing games of a player and of another, who may
    have several ids.
    """
    names, resolve = [], context.timeline.resolve
    for name in context.lookups.named_in(player):
        tournament = context.timeline.tournament(name)
        if tournament is not None and not tournament.withdrawn:
            seated = {
                seat
                for game in tournament.games.values()
                for seat in (game.white, game.black)
            }
            if player in seated and any(resolve(seat) == opponent for seat in seated):
                names.append(name)
    return names


def adopt_rules(document: AdoptRules, context: Context) -> Decision:
    editions = context.editions.get(document.list, {})
    if document.edition not in editions:
        raise refuse(
            "unknown-edition",
            say(
                "{list} has no edition {edition}",
                list=document.list,
                edition=repr(document.edition),
            ),
            "edition",
            say("known: {names}", names=", ".join(editions)),
        )
    body = RulesAdopted(
        document.list,
        document.edition,
        document.from_day,
        editions[document.edition],
        document.reason,
        document.begins or _begins(document, context),
    )
    adopted = [other for _, other in context.timeline.office(RulesAdopted)]
    _may_wait(body, [*adopted, body], context)
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
    return (
        bool(schedule.begins)
        if schedule.editions
        else document.from_day > context.today
    )


def _may_wait(
    body: RulesAdopted, adopted: Sequence[RulesAdopted], context: Context
) -> None:
    """Refuse a day to come for an edition that is in force: an edition has one day, so
    it would not be in force until then, and what was rated by it would move. `adopted`:
    everything that would be adopted.
    """
    if context.again or body.since <= context.today:
        return
    before = context.timeline.whole_schedule(body.list).so_far(context.today)
    if before == schedules(adopted)[body.list].so_far(context.today):
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
    carried = {
        edition: revision
        for of_list in context.editions.values()
        for edition, revision in of_list.items()
    }
    known = carried.get(document.edition)
    if (
        context.again
        and known is not None
        and document.revision <= max(known, REVISIONS_BEFORE_FORMAT_1)
    ):
        document = replace(document, revision=min(document.revision, known))
    elif known != document.revision:
        raise refuse(
            "unknown-revision",
            say(
                "this version carries revision {known} of {edition}",
                known=known or "none",
                edition=document.edition,
            ),
            "revision",
        )
    followed = followed_revisions(context.timeline.office_facts()).get(document.edition)
    if not context.again and followed is None:
        message = say(
            "the ledger does not follow {edition}, so there is nothing of it to accept",
            edition=document.edition,
        )
        raise refuse(
            "not-followed",
            message,
            "edition",
            by_command("see `selo rules`; adopting an edition takes it as it is now"),
        )
    if not context.again and followed is not None and followed >= document.revision:
        raise refuse(
            "accepted",
            say(
                "revision {number} of {edition} is in force already",
                number=document.revision,
                edition=document.edition,
            ),
            "revision",
        )
    body = RulesRevised(
        document.edition, document.revision, document.reason, *context.moved()
    )
    return Decision("accept-rules", document.edition, [(OFFICE, body)])


def _may_leave(document: Withdraw, body: RulesAdopted, context: Context) -> None:
    """Refuse to withdraw an edition by the way: it has a seq like any fact, but taking
    it back is no small correction.

    It has to be said, and a list's only edition stays. Before its day it may be taken
    back like anything else.
    """
    if context.again:
        return
    today = context.today
    left = [
        other
        for seq, other in context.timeline.office(RulesAdopted)
        if seq != document.seq
    ]
    before = context.timeline.whole_schedule(body.list).so_far(today)
    after = schedules(left).get(body.list, NO_SCHEDULE).so_far(today)
    if before and not after:
        raise refuse(
            "last-rules",
            say("{list} would be left without rules", list=body.list),
            "seq",
            say("adopt another edition first"),
        )
    if body.since > today and before == after:
        return  # nothing has been rated by it
    if not document.rules:
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
