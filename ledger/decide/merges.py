"""Decide that two ids are one player; refuse it of ids that can only be two people."""

from ledger.bodies import OpeningSet, PlayersMerged
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import FIND_PLAYER, need_player, refuse
from ledger.documents import MergePlayers
from ledger.events import OFFICE
from messages import say


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

    # a family of thousands is not walked for one id that joins it: only the tournaments
    # of the smaller family are looked at
    roots = (merged, timeline.resolve(into))
    few, many = sorted(roots, key=timeline.family_size)
    shared_tournaments: set[str] = set()
    for alias in timeline.aliases(few):
        shared_tournaments.update(_live_tournaments(alias, many, context))
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
    lists: set[str] = set()
    for state in context.timeline.under_every_id(root):
        for opening in state.live(OpeningSet):
            lists.add(opening.body.list)
    return lists


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
