"""Decide the games of a tournament: their ids, and who plays in them."""

from collections.abc import Collection, Iterable
from operator import eq

from msgspec.structs import replace

from ledger.bodies import GameFact, HeaderFact
from ledger.columns import TournamentColumns, games_by_round, tournament_in_columns
from ledger.decide.context import Context
from ledger.decide.refusals import refuse
from ledger.documents import GameIn, Tournament
from ledger.errors import Problem, Refused, Where
from ledger.reported import Reported, json_if_stated
from messages import Message, say
from messages.results import LETTER_OF


def game_facts(
    games: Iterable[GameIn], used: frozenset[str], counts: dict[int, int], place: int
) -> list[GameFact]:
    """Make facts of games. One without an id of its own gets `round.running number in
    the round`, such as `3.2`; a number that was never used in its round.

    `used`: ids of all games that there ever were. `counts`: the number of games that
    each round was given; it is counted on here. `place`: the running place of the first
    game in its tournament. Refuse an id that is taken.
    """
    facts: list[GameFact] = []
    taken = set(used)
    for game in games:
        number = counts.get(game.round, 0) + 1
        name = game.game
        if name is None:
            while f"{game.round}.{number}" in used:
                number += 1
            name = f"{game.round}.{number}"

        counts[game.round] = number
        if name in taken:
            message = say("the game id {name} is taken", name=repr(name))
            hint = say("a struck-out game's id stays taken")
            raise refuse("id-taken", message, "game", hint)

        taken.add(name)
        fact = GameFact(
            game=name,
            round=game.round,
            place=place + len(facts),
            white=game.white,
            black=game.black,
            result=game.result,
            on=game.on,
            minutes=game.minutes,
            minutes_black=game.minutes_black,
            tiebreak=game.tiebreak,
            board=game.board,
        )
        facts.append(fact)

    return facts


def columns_of(document: Tournament, header: HeaderFact) -> TournamentColumns:
    """Put the games of a new tournament into columns, as they will be stored.

    Games are looked at one by one only if some have ids of their own.
    """
    games = document.columns
    reported = json_if_stated(document.reported)
    league = json_if_stated(document.league)
    if any(games.game):
        facts = game_facts(document.games, frozenset(), {}, 1)
        body = tournament_in_columns(
            document.tournament, header, facts, document.source
        )
        return replace(body, reported=reported, league=league)

    seat_of = {player: seat for seat, player in enumerate(document.seated)}

    return TournamentColumns(
        tournament=document.tournament,
        header=header,
        players=document.seated,
        rounds=tuple(games_by_round(games.round)),
        white=tuple([seat_of[player] for player in games.white]),
        black=tuple([seat_of[player] for player in games.black]),
        results="".join([LETTER_OF[result] for result in games.result]),
        ids=(),
        on=games.on if any(games.on) else (),
        minutes=games.minutes if any(games.minutes) else (),
        minutes_black=games.minutes_black if any(games.minutes_black) else (),
        tiebreak=games.tiebreak if any(games.tiebreak) else (),
        board=games.board if any(games.board) else (),
        source=document.source,
        reported=reported,
        league=league,
    )


def check_all_players(
    body: TournamentColumns, context: Context, introduced: Collection[str]
) -> None:
    """Refuse a new tournament in which somebody is unknown, or plays against
    themselves. Each player is looked up once.

    `introduced`: ids that come with the document.
    """
    unseen = [
        player
        for player in body.players
        if player not in context.known and player not in introduced
    ]
    context.timeline.expect(unseen)
    known = [player for player in unseen if context.timeline.player(player) is not None]
    # nobody who is known is ever forgotten: asked once in a submission
    context.known.update(known)
    if len(known) < len(unseen) or _has_a_game_against_oneself(body, context):
        fields = [f"games[{index}]" for index in range(len(body.games))]
        check_players(body.games, context, fields, introduced)


def _has_a_game_against_oneself(body: TournamentColumns, context: Context) -> bool:
    """Tell whether both sides of a game are one player, under two ids perhaps.

    Two ids are one player if they were merged; without merges the seats alone tell.
    """
    timeline = context.timeline
    if not timeline.merges():
        return any(map(eq, body.white, body.black))

    resolved = [timeline.resolve(player) for player in body.players]
    white = (resolved[seat] for seat in body.white)
    black = (resolved[seat] for seat in body.black)

    return any(map(eq, white, black))


def check_reported(
    reported: Reported | None, context: Context, introduced: Collection[str] = ()
) -> None:
    """Refuse a report in which somebody is unknown, people without a game too.

    `introduced`: ids that come with the document.
    """
    if reported is None:
        return

    unseen = [
        (index, row.player)
        for index, row in enumerate(reported.players)
        if row.player not in introduced and row.player not in context.known
    ]
    context.timeline.expect([player for _, player in unseen])
    problems = []
    for index, player in unseen:
        if context.timeline.player(player) is None:
            message = say(
                "nobody has the id {name} (in the report's details)", name=repr(player)
            )
            field = f"reported.players[{index}].player"
            problems.append(unknown_player(player, message, field))

    if problems:
        raise Refused(problems)


def check_named(
    header: HeaderFact, context: Context, path: str, introduced: Collection[str] = ()
) -> None:
    """Refuse an arbiter, or somebody on an official mission, whom nobody knows.

    `path`: what stands before the name of a field, such as `set.`; `introduced`: ids
    that come with the document.
    """
    people = {
        f"representatives[{index}]": player
        for index, player in enumerate(header.representatives or ())
    }
    if header.arbiter:
        people["arbiter"] = header.arbiter

    problems = []
    for field, player in people.items():
        is_known = player in introduced or player in context.known
        if not is_known and context.timeline.player(player) is None:
            message = say("nobody has the id {name}", name=repr(player))
            problems.append(unknown_player(player, message, path + field))

    if problems:
        raise Refused(problems)


def check_players(
    games: Iterable[GameFact],
    context: Context,
    fields: Iterable[str],
    introduced: Iterable[str] = (),
) -> None:
    """Refuse games in which somebody is unknown, or plays against themselves under two
    ids; all of them at once.

    `fields`: the field of each game in the document; `introduced`: ids that come with
    the document.
    """
    known = set(introduced)
    unknown: dict[str, Problem] = {}
    problems: list[Problem] = []
    for game, field in zip(games, fields, strict=False):
        for colour, player in (("white", game.white), ("black", game.black)):
            if player in known or player in unknown:
                continue
            if context.timeline.player(player) is not None:
                known.add(player)
                continue
            message = say(
                "nobody has the id {name} (game {game})",
                name=repr(player),
                game=game.game,
            )
            unknown[player] = unknown_player(player, message, f"{field}.{colour}")
        if context.timeline.resolve(game.white) == context.timeline.resolve(game.black):
            problems.append(_same_player(game, field))

    problems += unknown.values()
    if problems:
        raise Refused(problems)


def _same_player(game: GameFact, field: str) -> Problem:
    """Say that both sides of a game are one person by now: their ids were merged after
    the game was named.
    """
    message = say(
        "in game {game} {white} and {black} are the same player",
        game=game.game,
        white=game.white,
        black=game.black,
    )
    hint = say("their ids were merged")
    return Problem("same-player", message, Where(field=field), hint)


def unknown_player(player: str, message: Message, field: str) -> Problem:
    """Make the problem of a tournament that somebody in it is unknown."""
    hint = say(
        "submit a player document first, or name them in `players` of the tournament"
    )
    return Problem("unknown-player", message, Where(field=field), hint, (player,))
