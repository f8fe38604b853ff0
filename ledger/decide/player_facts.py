"""Decide the dated facts of a player: openings, foreign ratings, notes, decisions on
titles, rulings.
"""

import msgspec

from ledger.bodies import EloOnlyGamesNoted, ExternalRatingTold, OpeningSet, RulingGiven
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import need_player, refuse
from ledger.decisions import TITLE_DECISIONS, TitleDecision
from ledger.documents import EloOnlyGames, ExternalRating, Opening, Ruling, kind_of
from ledger.events import player_stream
from ledger.timeline import Fact
from messages import say

FactDocument = Opening | ExternalRating | EloOnlyGames | TitleDecision | Ruling


def player_fact(document: FactDocument, context: Context) -> Decision:
    """Decide one dated fact of one player: an opening, a foreign rating, a note, a
    title decision or a ruling.
    """
    player = document.player
    need_player(player, context, "player")
    if isinstance(document, Opening):
        refuse_second_opening(player, document.list, context)
    body = _body_of(document)
    return Decision(kind_of(document), player, [(player_stream(player), body)])


def _body_of(document: FactDocument) -> msgspec.Struct:
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
            resolution: str | msgspec.UnsetType = msgspec.UNSET
            if document.resolution is not None:
                resolution = document.resolution
            kind = TITLE_DECISIONS[kind_of(document)]
            return kind(
                player=document.player,
                title=document.title,
                on=document.on,
                reason=document.reason,
                resolution=resolution,
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


def refuse_second_opening(
    player: str, list_name: str, context: Context, except_seq: int | None = None
) -> None:
    """Refuse a second opening of a player on a list; the first has to be withdrawn to
    set another. `except_seq`: an opening that does not count as one.
    """
    root = context.timeline.resolve(player)
    openings: list[Fact] = []
    for state in context.timeline.under_every_id(root):
        openings += state.live(OpeningSet)

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
