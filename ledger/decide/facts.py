"""Deciding the dated facts of a player and the office: openings, foreign numbers, rulings, merges, adopted rules."""

import msgspec

from ledger.decide.context import Decision, Held, refuse
from ledger.documents import (
    AcceptRules,
    AdoptRules,
    ConfirmTitle,
    Document,
    EloOnlyGames,
    ExternalRating,
    MergePlayers,
    Opening,
    Reinstate,
    RevokeConfirmation,
    Ruling,
    Withdraw,
    kind_of,
)
from ledger.events import (
    OFFICE,
    ConfirmationRevoked,
    EloOnlyGamesNoted,
    ExternalRatingTold,
    FactReinstated,
    FactWithdrawn,
    OpeningSet,
    PlayerRegistered,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    RulingGiven,
    TitleConfirmed,
    player_stream,
)
from ledger.timeline import Fact


def _need_player(player: str, held: Held, field: str) -> None:
    if held.timeline.player(player) is None:
        hint = "submit a player document first"
        raise refuse("unknown-player", f"nobody has the id {player!r}", field, hint, about=(player,))


def player_fact(document: Document, held: Held) -> Decision:
    """An opening, a foreign number, a note, a title decision, a ruling: one dated fact of one player."""
    player: str = document.player  # type: ignore[attr-defined]
    _need_player(player, held, "player")
    body: msgspec.Struct
    match document:
        case Opening():
            _one_opening(player, document.list, held, None)
            normal = document.games if document.normal_games is None else document.normal_games
            body = OpeningSet(
                player, document.list, document.on, document.rating, document.games, normal, document.peak,
                tuple(document.titles),
            )  # fmt: skip
        case ExternalRating():
            body = ExternalRatingTold(player, document.source, document.on, document.rating, document.comparable)
        case EloOnlyGames():
            body = EloOnlyGamesNoted(player, document.on)
        case ConfirmTitle():
            body = TitleConfirmed(player, document.title, document.on, document.reason)
        case RevokeConfirmation():
            body = ConfirmationRevoked(player, document.title, document.on, document.reason)
        case Ruling():
            body = RulingGiven(player, document.list, document.on, document.reason, document.rating, document.delta)
        case _:
            raise AssertionError(kind_of(document))
    return Decision(kind_of(document), player, [(player_stream(player), body)])


def _one_opening(player: str, list_name: str, held: Held, except_seq: int | None) -> None:
    """One opening a player and list; withdraw it to set another."""
    for alias in held.timeline.aliases(held.timeline.resolve(player)):
        now = held.timeline.player(alias)
        for fact in now.live(OpeningSet) if now is not None else ():
            if fact.body.list == list_name and fact.seq != except_seq:
                raise refuse(
                    "opening-exists",
                    f"{player} has an opening on {list_name} (seq {fact.seq})",
                    "player",
                    f"withdraw seq {fact.seq} first",
                )


def fact_of(seq: int, held: Held) -> Fact | None:
    event = held.lookups.event(seq)
    if event is None or event.stream.startswith("tournament:"):
        return None
    if event.stream == OFFICE:
        facts = held.timeline.office_facts()
    else:
        now = held.timeline.player(event.target)
        facts = now.facts if now is not None else ()
    return next((fact for fact in facts if fact.seq == seq), None)


def _withdrawable(seq: int, held: Held) -> tuple[str, Fact]:
    """The fact an event brought; tournaments and corrections are taken back in other ways."""
    event = held.lookups.event(seq)
    if event is None:
        raise refuse("unknown-seq", f"there is no event {seq}", "seq", "see `selo log`")
    fact = fact_of(seq, held)
    allowed = (
        OpeningSet, ExternalRatingTold, EloOnlyGamesNoted, RulingGiven, PlayersMerged, RulesAdopted, TitleConfirmed,
        ConfirmationRevoked, PlayerRegistered,
    )  # fmt: skip
    if fact is None or not isinstance(fact.body, allowed):
        hint = "withdraw the tournament by its id, or amend it" if event.stream.startswith("tournament:") else ""
        raise refuse("not-withdrawable", f"seq {seq} is a {event.kind} and cannot be withdrawn", "seq", hint)
    if isinstance(fact.body, PlayerRegistered) and _is_first(fact, held):
        raise refuse("first-registration", f"seq {seq} is how the ledger knows {event.target}", "seq",
                     "submit the player again with other details, or merge him")  # fmt: skip
    return event.stream, fact


def _is_first(fact: Fact, held: Held) -> bool:
    now = held.timeline.player(fact.body.player)
    return now is not None and now.facts[0].seq == fact.seq


def _version(document: Withdraw | Reinstate, held: Held) -> None:
    if document.expect_version is not None:
        raise refuse("no-version", "expect_version goes with a tournament", "expect_version", "leave it out")


def withdraw_fact(document: Withdraw, held: Held) -> Decision:
    assert document.seq is not None
    _version(document, held)
    stream, fact = _withdrawable(document.seq, held)
    if not fact.live:
        raise refuse("withdrawn", f"seq {document.seq} is withdrawn already", "seq")
    if isinstance(fact.body, RulesAdopted):
        others = [seq for seq, body in held.timeline.office(RulesAdopted) if body.list == fact.body.list]
        if others == [fact.seq]:
            raise refuse("last-rules", f"{fact.body.list} would be left without rules", "seq", "adopt others first")
    return Decision("withdraw", _said(stream, fact), [(stream, FactWithdrawn(document.seq, document.reason))])


def reinstate_fact(document: Reinstate, held: Held) -> Decision:
    assert document.seq is not None
    _version(document, held)
    stream, fact = _withdrawable(document.seq, held)
    if fact.live:
        raise refuse("not-withdrawn", f"seq {document.seq} is not withdrawn", "seq")
    if isinstance(fact.body, PlayersMerged):
        _may_merge(fact.body.merged, fact.body.into, held)
    if isinstance(fact.body, OpeningSet):
        _one_opening(fact.body.player, fact.body.list, held, fact.seq)
    return Decision("reinstate", _said(stream, fact), [(stream, FactReinstated(document.seq, document.reason))])


def _said(stream: str, fact: Fact) -> str:
    """Whom or what it is about: the player, or of the office's facts the list or the player merged into."""
    office = getattr(fact.body, "into", None) or getattr(fact.body, "list", None)
    return stream.partition(":")[2] or office or stream


def merge(document: MergePlayers, held: Held) -> Decision:
    _need_player(document.from_player, held, "from")
    _need_player(document.into, held, "into")
    _may_merge(document.from_player, document.into, held)
    body = PlayersMerged(document.from_player, document.into, document.reason)
    return Decision("merge-players", document.into, [(OFFICE, body)])


def _may_merge(merged: str, into: str, held: Held) -> None:
    """Two ids of one person never met, never played in one tournament, and have one opening a list at most."""
    timeline = held.timeline
    if merged in timeline.merges():
        raise refuse("merged", f"{merged} is merged into {timeline.resolve(merged)} already", "from",
                     "withdraw that merge first")  # fmt: skip
    if timeline.resolve(into) == merged:
        raise refuse("same-player", f"{into} already means {merged}", "into")
    sides = (timeline.aliases(merged), timeline.aliases(timeline.resolve(into)))
    played = [{name for alias in side for name in _live_tournaments(alias, held)} for side in sides]
    both = sorted(played[0] & played[1])
    if both:
        said = f"{merged} and {into} both played in {', '.join(both[:5])}"
        raise refuse("played-together", said, "from", "two who played in one tournament are two persons")
    lists = [
        {fact.body.list for alias in side if (now := timeline.player(alias)) for fact in now.live(OpeningSet)}
        for side in sides
    ]
    if shared := sorted(lists[0] & lists[1]):
        raise refuse("two-openings", f"both have an opening on {', '.join(shared)}", "from", "withdraw one first")


def _live_tournaments(player: str, held: Held) -> list[str]:
    """Tournaments that stand and name the player in a game that stands."""
    found = []
    for name in held.lookups.tournaments_of(player):
        now = held.timeline.tournament(name)
        if now and not now.withdrawn and any(player in (g.white, g.black) for g in now.games.values()):
            found.append(name)
    return found


def adopt(document: AdoptRules, held: Held) -> Decision:
    editions = held.editions.get(document.list, {})
    if document.edition not in editions:
        raise refuse("unknown-edition", f"{document.list} knows no edition {document.edition!r}", "edition",
                     f"known: {', '.join(editions)}")  # fmt: skip
    body = RulesAdopted(document.list, document.edition, document.from_day, editions[document.edition], document.reason)
    return Decision("adopt-rules", document.list, [(OFFICE, body)])


def accept(document: AcceptRules, held: Held) -> Decision:
    """Only what the code carries can be accepted, and only forwards."""
    carried = {edition: revision for found in held.editions.values() for edition, revision in found.items()}
    known_here = document.revision <= carried.get(document.edition, 0)
    if not known_here if held.again else carried.get(document.edition) != document.revision:
        known = carried.get(document.edition, "none")
        raise refuse("unknown-revision", f"this version carries revision {known} of {document.edition}", "revision")
    if not held.again and held.timeline.revisions().get(document.edition, 0) >= document.revision:
        raise refuse("accepted", f"revision {document.revision} of {document.edition} counts already", "revision")
    body = RulesRevised(document.edition, document.revision, document.reason)
    return Decision("accept-rules", document.edition, [(OFFICE, body)])
