"""Decide a new tournament, one more game of it, and that it does not count or counts."""

from itertools import repeat
from operator import attrgetter

from ledger.bodies import (
    GameAdded,
    HeaderFact,
    PlayersMerged,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.games import (
    check_all_players,
    check_named,
    check_players,
    check_reported,
    columns_of,
    game_facts,
)
from ledger.decide.league import (
    check_league,
    league_of,
    rated_by_league,
    with_day_of_match,
)
from ledger.decide.other_content import differences
from ledger.decide.refusals import (
    correctable_tournament,
    known_tournament,
    refuse,
    refuse_too_many_corrections,
    usable_id,
)
from ledger.decisions import Slip
from ledger.documents import Game, Reinstate, Tournament, Withdraw
from ledger.errors import Conflict
from ledger.events import tournament_stream
from ledger.merges import Families
from ledger.timeline import TournamentNow
from messages import Message, say

_HEADER = attrgetter(*HeaderFact.__struct_fields__)


def header_of(document: Tournament) -> HeaderFact:
    """Return the header as an event has it; the document has fields of the same
    names.
    """
    return HeaderFact(*_HEADER(document))


def decide_tournament(document: Tournament, context: Context) -> Decision:
    """Decide a new tournament.

    The same again is a repetition; another one under the id of a tournament that is
    there is a conflict.
    """
    if document.league is not None:
        document = rated_by_league(document.league, document)
    body = columns_of(document, header_of(document))
    there = context.timeline.tournament(document.tournament)
    if there is not None:
        return _decide_known_tournament(there, body, context)
    return _decide_new_tournament(document, body, context)


def _decide_known_tournament(
    tournament: TournamentNow, body: TournamentColumns, context: Context
) -> Decision:
    """Decide a document under the id of a tournament that is there."""
    problems = differences(tournament, body, context)
    if problems:
        raise Conflict(problems)

    return Decision(
        "tournament",
        tournament.id,
        repeated=tournament.submitted,
        warnings=[*repeated_warning(tournament, tournament.submitted)],
    )


def _decide_new_tournament(
    document: Tournament, body: TournamentColumns, context: Context
) -> Decision:
    """Decide a tournament whose id is free: nothing is compared, so ids, players, what
    was reported and the league are checked by themselves.
    """
    name = document.tournament
    usable_id(name, "tournament", context)
    for game in document.columns.game:
        if game:
            usable_id(game, "games", context)

    introduced = {details.player for details in document.players}
    check_all_players(body, context, introduced)
    check_reported(document.reported, context, introduced)
    check_named(body.header, context, "", introduced)
    warnings: list[Message | Slip] = []
    if document.league is not None:
        warnings = check_league(
            document.league, body.games, context, introduced, body.header
        )

    event = tournament_stream(name), body

    return Decision("tournament", name, [event], warnings=warnings)


def unchanged_by_repeat(tournament: TournamentNow) -> Message:
    """Say that a document sent again changed nothing, although its tournament stands
    otherwise now.
    """
    about: dict[str, object] = {"tournament": tournament.id, "seq": tournament.version}
    if tournament.withdrawn:
        return say(
            "{tournament} is withdrawn (seq {seq}); it was not recorded again", **about
        )

    return say(
        "{tournament} was amended since (seq {seq}); it was not recorded again", **about
    )


def repeated_warning(tournament: TournamentNow | None, seq: int) -> list[Message]:
    """Return a warning where something happened to a tournament after the event that is
    repeated.
    """
    if tournament is None or tournament.version == seq:
        return []
    return [unchanged_by_repeat(tournament)]


def decide_game(document: Game, context: Context) -> Decision:
    """Decide a game that is added to a tournament."""
    tournament = correctable_tournament(
        document.tournament, context, document.expect_version
    )
    league = league_of(tournament)
    details = with_day_of_match(document.details(), league, context)
    [game] = game_facts(
        [details],
        tournament.used_ids,
        dict(tournament.games_by_round),
        tournament.next_place,
    )
    usable_id(game.game, "game", context)
    if tournament.header.each_game_rated and game.on is None:
        message = say("each_game_rated needs `on` for every game")
        raise refuse("no-day", message, "on", say("add the day it was played"))

    check_players([game], context, ["white"])
    warnings = check_league(league, [game], context)
    event = tournament_stream(tournament.id), GameAdded(tournament.id, game)

    return Decision("game", tournament.id, [event], warnings=warnings)


def decide_withdrawal(document: Withdraw, context: Context) -> Decision:
    """Decide that a tournament no longer counts; refuse one that is withdrawn."""
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if tournament.withdrawn:
        message = say(
            "{tournament} is withdrawn already (seq {seq})",
            tournament=tournament.id,
            seq=tournament.version,
        )
        raise refuse("withdrawn", message, "tournament")

    body = TournamentWithdrawn(tournament.id, document.reason)
    event = tournament_stream(tournament.id), body

    return Decision("withdraw", tournament.id, [event])


def decide_reinstatement(document: Reinstate, context: Context) -> Decision:
    """Decide that a withdrawn tournament counts; refuse one that is not withdrawn.

    Refused is a tournament that is not withdrawn (`not-withdrawn`), one with too many
    corrections, one in which somebody by now plays against themselves, and one in which
    two ids that were merged while it did not count have games (`played-together`).
    """
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if not tournament.withdrawn:
        message = say("{tournament} is not withdrawn", tournament=tournament.id)
        raise refuse("not-withdrawn", message, "tournament")

    refuse_too_many_corrections(tournament, context)
    check_players(tournament.games.values(), context, repeat("tournament"))
    if not context.importing:
        _refuse_two_seats(tournament, context)
    body = TournamentReinstated(tournament.id, document.reason)
    event = tournament_stream(tournament.id), body

    return Decision("reinstate", tournament.id, [event])


def _refuse_two_seats(tournament: TournamentNow, context: Context) -> None:
    """Refuse a tournament in which two ids have games that came to mean one player
    after it was withdrawn, as a merge refuses two ids that played in one tournament.

    Ids that meant one player before are no news: their games were recorded as theirs.
    """
    timeline = context.timeline
    # of a withdrawn tournament, the version is the seq of the withdrawal
    families_then = Families(
        (body.merged, body.into)
        for seq, body in timeline.office(PlayersMerged)
        if seq < tournament.version
    )

    seats: dict[str, str] = {}
    for game in tournament.games.values():
        for player in (game.white, game.black):
            other = seats.setdefault(timeline.resolve(player), player)
            if families_then.resolve(other) != families_then.resolve(player):
                message = say(
                    "{merged} and {into} both played in {tournaments}",
                    merged=player,
                    into=other,
                    tournaments=tournament.id,
                )
                hint = say("withdraw that merge first")
                raise refuse("played-together", message, "tournament", hint)
