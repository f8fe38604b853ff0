"""Decide the games of a tournament: their ids, and who plays in them."""

from collections.abc import Collection, Iterable
from itertools import groupby
from operator import eq

from msgspec.structs import replace

from ledger.bodies import GameFact, HeaderFact
from ledger.columns import TournamentColumns, in_columns
from ledger.decide.context import Context
from ledger.decide.refusals import refuse
from ledger.documents import GameIn, Tournament
from ledger.errors import Problem, Refused, Where
from ledger.reported import Reported, stored
from messages import Message, say
from messages.results import LETTER_OF


def game_facts(
    games: Iterable[GameIn], used: frozenset[str], counts: dict[int, int], place: int
) -> list[GameFact]:
    """Make facts of games, with ids: `round.running number in the round`, a number
    never used in its round.
    """
    facts: list[GameFact] = []
    taken = set(used)
    for game in games:
        counts[game.round] = number = counts.get(game.round, 0) + 1
        name = game.game
        if name is None:
            while f"{game.round}.{number}" in used:
                number += 1
            name, counts[game.round] = f"{game.round}.{number}", number
        if name in taken:
            raise refuse(
                "id-taken",
                say("the game id {name} is taken", name=repr(name)),
                "game",
                say("a struck-out game's id stays taken"),
            )
        taken.add(name)
        facts.append(
            GameFact(
                name,
                game.round,
                place + len(facts),
                game.white,
                game.black,
                game.result,
                game.on,
                game.minutes,
                game.minutes_black,
                game.tiebreak,
                game.board,
            )
        )
    return facts


def columns_of(document: Tournament, header: HeaderFact) -> TournamentColumns:
    """Put the games of a new tournament into columns, as they will be stored.

    Games are looked at one by one only if some have ids of their own.
    """
    games = document.columns
    if any(games.game):
        facts = game_facts(document.games, frozenset(), {}, 1)
        body = in_columns(document.tournament, header, facts, document.source)
        return replace(
            body, reported=stored(document.reported), league=stored(document.league)
        )
    seat = {player: number for number, player in enumerate(document.seated)}
    rounds: list[int] = []
    for number, of_round in groupby(games.round):
        rounds += (number, len(list(of_round)))
    return TournamentColumns(
        document.tournament,
        header,
        document.seated,
        tuple(rounds),
        tuple(map(seat.__getitem__, games.white)),
        tuple(map(seat.__getitem__, games.black)),
        "".join(map(LETTER_OF.__getitem__, games.result)),
        (),
        games.on if any(games.on) else (),
        games.minutes if any(games.minutes) else (),
        games.minutes_black if any(games.minutes_black) else (),
        games.tiebreak if any(games.tiebreak) else (),
        games.board if any(games.board) else (),
        document.source,
        stored(document.reported),
        stored(document.league),
    )


def check_all_players(
    body: TournamentColumns, context: Context, introduced: Collection[str]
) -> None:
    """Check that everybody in a new tournament is known and nobody plays against
    themselves, looking each player up once.
    """
    unknown = [
        player
        for player in body.players
        if player not in context.known and player not in introduced
    ]
    context.timeline.expect(unknown)
    known = [
        player for player in unknown if context.timeline.player(player) is not None
    ]
    # nobody who is known is ever forgotten: asked once in a submission
    context.known.update(known)
    same = any(map(eq, body.white, body.black))
    if context.timeline.merges():
        ids = list(map(context.timeline.resolve, body.players))
        same = any(
            ids[white] == ids[black]
            for white, black in zip(body.white, body.black, strict=True)
        )
    if same or len(known) < len(unknown):
        check_players(
            body.games,
            context,
            [f"games[{index}]" for index in range(len(body.games))],
            introduced,
        )


def check_reported(
    reported: Reported | None, context: Context, introduced: Collection[str] = ()
) -> None:
    """Check that everybody in the report beside the games is known, including people
    without a game.
    """
    if reported is None:
        return
    rows = [*enumerate(reported.players)]
    unknown = [
        (at, row)
        for at, row in rows
        if row.player not in introduced and row.player not in context.known
    ]
    context.timeline.expect([row.player for _, row in unknown])
    problems = [
        unknown_player(
            row.player,
            say(
                "nobody has the id {name} (in what is reported)", name=repr(row.player)
            ),
            f"reported.players[{index}].player",
        )
        for index, row in unknown
        if context.timeline.player(row.player) is None
    ]
    if problems:
        raise Refused(problems)


def check_named(
    header: HeaderFact, context: Context, path: str, introduced: Collection[str] = ()
) -> None:
    """Check that the arbiter and everybody on an official mission are known."""
    named = {
        f"representatives[{index}]": player
        for index, player in enumerate(header.representatives or ())
    }
    if header.arbiter:
        named["arbiter"] = header.arbiter
    problems = [
        unknown_player(
            player, say("nobody has the id {name}", name=repr(player)), path + field
        )
        for field, player in named.items()
        if player not in introduced
        and player not in context.known
        and context.timeline.player(player) is None
    ]
    if problems:
        raise Refused(problems)


def check_players(
    games: Iterable[GameFact],
    context: Context,
    spots: Iterable[str],
    introduced: Iterable[str] = (),
) -> None:
    """Check that everybody is known, and nobody plays against themselves under two ids.
    `spots`: the field of each game.
    """
    known = set(introduced)
    unknown: dict[str, tuple[str, str]] = {}
    problems: list[Problem] = []
    for game, spot in zip(games, spots, strict=False):
        for colour, player in (("white", game.white), ("black", game.black)):
            if player in known or player in unknown:
                continue
            if context.timeline.player(player) is None:
                unknown[player] = game.game, f"{spot}.{colour}"
            else:
                known.add(player)
        if context.timeline.resolve(game.white) == context.timeline.resolve(game.black):
            message = say(
                "in game {game} {white} and {black} are the same player",
                game=game.game,
                white=game.white,
                black=game.black,
            )
            problems.append(
                Problem(
                    "same-player",
                    message,
                    Where(field=spot),
                    say("their ids were merged"),
                )
            )
    problems.extend(
        unknown_player(
            player,
            say("nobody has the id {name} (game {game})", name=repr(player), game=game),
            spot,
        )
        for player, (game, spot) in unknown.items()
    )
    if problems:
        raise Refused(problems)


def unknown_player(player: str, message: Message, field: str) -> Problem:
    hint = say(
        "submit a player document first, or name them in `players` of the tournament"
    )
    return Problem("unknown-player", message, Where(field=field), hint, (player,))
