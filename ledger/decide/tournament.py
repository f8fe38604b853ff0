"""Decide what a tournament, one more game, an amend or its withdrawal comes to."""

from collections.abc import Sequence
from itertools import repeat
from operator import attrgetter

import msgspec
from msgspec import UNSET

from ledger.bodies import (
    GameAdded,
    GameFact,
    HeaderFact,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.checks import category_flaws, header_flaws
from ledger.decide.context import Context, in_words
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
    as_meant_by,
    check_league,
    dated,
    league_of,
    stated_league,
    with_day,
)
from ledger.decide.refusals import known_tournament, nothing_new, refuse, usable_id
from ledger.decisions import FIELDS, shown
from ledger.documents import Amend, Game, Reinstate, Tournament, Withdraw
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import tournament_stream
from ledger.reported import if_new, same
from ledger.timeline import TournamentNow
from messages import Message, by_command, say

MOST_CORRECTIONS = 10_000  # of one tournament: the last of them takes 0.1 s
_HEADER = attrgetter(*HeaderFact.__struct_fields__)


def header_of(document: Tournament) -> HeaderFact:
    return HeaderFact(*_HEADER(document))


def submitted(document: Tournament, context: Context) -> Decision:
    """Decide a new tournament; the same again is a repetition, another one under its id
    a conflict.
    """
    if document.league is not None:
        document = as_meant_by(document.league, document)
    name = document.tournament
    header = header_of(document)
    body = columns_of(document, header)
    tournament = context.timeline.tournament(name)
    if tournament is not None:
        as_reported = same(tournament.reported, body.reported or None)
        as_league = same(tournament.league, body.league or None)
        stands = tournament.header == header and list(
            tournament.games.values()
        ) == list(body.games)
        if stands and as_reported and as_league:
            return Decision(
                "tournament",
                name,
                repeated=tournament.submitted,
                warnings=[*_since(tournament, tournament.submitted)],
            )
        raise Conflict(
            _differences(
                tournament, header, body.games, as_reported, as_league, context
            )
        )
    usable_id(name, "tournament", context)
    for game in filter(None, document.columns.game):
        usable_id(game, "games", context)
    introduced = {details.player for details in document.players}
    check_all_players(body, context, introduced)
    check_reported(document.reported, context, introduced)
    check_named(header, context, "", introduced)
    warnings = (
        []
        if document.league is None
        else check_league(document.league, body.games, context, introduced, header)
    )
    return Decision(
        "tournament", name, [(tournament_stream(name), body)], warnings=warnings
    )


def _since(tournament: TournamentNow, seq: int) -> list[Message]:
    """Warn of what happened to a tournament after the event that is repeated."""
    if tournament.version == seq:
        return []
    return [not_again(tournament)]


def not_again(tournament: TournamentNow) -> Message:
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
    return [] if tournament is None else _since(tournament, seq)


def _differences(
    tournament: TournamentNow,
    header: HeaderFact,
    games: Sequence[GameFact],
    as_reported: bool,
    as_league: bool,
    context: Context,
) -> list[Problem]:
    """List, game by game, what an amend would have to state."""
    hint = say("a correction is an `amend`")
    name, version = tournament.id, tournament.version
    lead = say(
        "{tournament} is in the ledger with other content (version {version})",
        tournament=name,
        version=version,
    )
    problems = [Problem("other-content", lead, Where(field="tournament"), hint)]
    there, here_stated = (
        msgspec.structs.asdict(one) for one in (tournament.header, header)
    )
    for field, before in there.items():
        after = here_stated[field]
        if before != after:
            if field == "organiser":
                before, after = in_words(before, context), in_words(after, context)
            about = {
                "field": FIELDS[field],
                "before": shown(before),
                "after": shown(after),
            }
            message = say("{field}: {before} in the ledger, {after} here", **about)
            problems.append(Problem("header-differs", message, Where(field=field)))
    if not as_reported:
        message = say("what is reported beside the games is not what the ledger has")
        problems.append(Problem("reported-differs", message, Where(field="reported")))
    if not as_league:
        message = say(
            "the teams and matches of the league are not those that the ledger has"
        )
        problems.append(Problem("league-differs", message, Where(field="league")))
    here = {game.game: game for game in games}
    for name in [
        *tournament.games,
        *(name for name in here if name not in tournament.games),
    ]:
        before, after = tournament.games.get(name), here.get(name)
        if before is None or after is None:
            absent = say("game {game}: not in the ledger", game=name)
            message = (
                absent
                if before is None
                else say("game {game}: not in this document", game=name)
            )
            problems.append(Problem("game-differs", message, Where(field="games")))
        elif msgspec.structs.replace(before, place=0) != msgspec.structs.replace(
            after, place=0
        ):
            words = _game_words(before), _game_words(after)
            message = say(
                "game {game}: {before} in the ledger, {after} here",
                game=name,
                before=words[0],
                after=words[1],
            )
            problems.append(Problem("game-differs", message, Where(field="games")))
    return problems


def _game_words(game: GameFact) -> Message:
    about: dict[str, object] = {
        "number": game.round,
        "white": game.white,
        "result": game.result,
        "black": game.black,
    }
    words = say("round {number} {white} {result} {black}", **about)
    if game.on:
        words = say("{words} on {day}", words=words, day=game.on)
    return (
        say("{words} {minutes} min", words=words, minutes=game.minutes)
        if game.minutes
        else words
    )


def one_game(document: Game, context: Context) -> Decision:
    tournament = _standing(document.tournament, context, document.expect_version)
    league = league_of(tournament)
    details = with_day(document.details(), league, context)
    [game] = game_facts(
        [details], tournament.used, dict(tournament.listed), tournament.next_place
    )
    usable_id(game.game, "game", context)
    if tournament.header.each_game_rated and game.on is None:
        raise refuse(
            "no-day",
            say("each_game_rated needs `on` for every game"),
            "on",
            say("add the day it was played"),
        )
    check_players([game], context, ["white"])
    warnings = check_league(league, [game], context)
    event = tournament_stream(tournament.id), GameAdded(tournament.id, game)
    return Decision("game", tournament.id, [event], warnings=warnings)


def _standing(name: str, context: Context, expect_version: int | None) -> TournamentNow:
    tournament = known_tournament(name, context, expect_version)
    if tournament.withdrawn:
        raise refuse(
            "withdrawn",
            say("{tournament} is withdrawn", tournament=name),
            "tournament",
            by_command(
                "`selo reinstate {name}` first", "reinstate it first", name=name
            ),
        )
    _not_too_often(tournament, context)
    return tournament


def _not_too_often(tournament: TournamentNow, context: Context) -> None:
    """Refuse more corrections of a tournament than there may be, for each of them reads
    all earlier ones.
    """
    if tournament.length > MOST_CORRECTIONS and not context.again:
        about = {"tournament": tournament.id, "count": f"{MOST_CORRECTIONS:,}"}
        message = say(
            "{tournament} was corrected {count} times, and there is no more than that",
            **about,
        )
        hint = say(
            "put several changes into one document, or withdraw it and submit it as it"
            " should be under another id"
        )
        raise refuse("too-many-corrections", message, "tournament", hint)


def amended(document: Amend, context: Context) -> Decision:
    """Decide a correction: the header, single games, games struck out and added; all
    flaws are raised at once.
    """
    tournament = _standing(document.tournament, context, document.expect_version)
    _refuse_unknown_games(document, tournament)
    header = _new_header(tournament.header, document)
    struck = tuple(name for name, change in document.games.items() if change is None)
    changed = tuple(
        game
        for name, change in document.games.items()
        if change is not None
        and (game := _changed(tournament.games[name], change)) != tournament.games[name]
    )
    other_league = stated_league(document, tournament, context.timeline.resolve)
    league = other_league or league_of(tournament)
    add_games = [with_day(game, league, context) for game in document.add_games]
    added = tuple(
        game_facts(
            add_games, tournament.used, dict(tournament.listed), tournament.next_place
        )
    )
    for game in added:
        usable_id(game.game, "add_games", context)
    reported = if_new(tournament.reported, document.reported)
    new_league = if_new(tournament.league, other_league)
    moved = new_league is not UNSET or (header.start, header.end) != (
        tournament.header.start,
        tournament.header.end,
    )
    if league is not None and moved:
        header, changed = dated(
            document, league, tournament, header, changed, struck, context
        )
    if (
        header == tournament.header
        and reported is UNSET is new_league
        and not (struck or changed or added)
    ):
        raise nothing_new(tournament.id)
    _check_result(tournament, header, struck, changed, added, context)
    check_reported(document.reported, context)
    if header != tournament.header:
        check_named(header, context, "set.")
    stated_header = header if header != tournament.header else None
    body = TournamentAmended(
        tournament.id,
        document.reason,
        stated_header,
        changed,
        struck,
        added,
        document.source,
        reported,
        new_league,
    )
    kept = () if new_league is UNSET else tournament.games.values()
    games = {
        game.game: game for game in (*kept, *changed, *added) if game.game not in struck
    }
    warnings = check_league(
        league, games.values(), context, days=header if moved else None
    )
    return Decision(
        "amend",
        tournament.id,
        [(tournament_stream(tournament.id), body)],
        warnings=warnings,
    )


def _refuse_unknown_games(document: Amend, tournament: TournamentNow) -> None:
    problems = []
    for name in (name for name in document.games if name not in tournament.games):
        message = say(
            "{tournament} has no game {game}", tournament=tournament.id, game=repr(name)
        )
        hint = say("its games: {names}", names=_first_games(tournament))
        problems.append(
            Problem("unknown-game", message, Where(field=f"games.{name}"), hint)
        )
    if problems:
        raise Refused(problems)


def _first_games(tournament: TournamentNow) -> str:
    names = list(tournament.games)
    return " ".join(names[:20]) + (" ..." if len(names) > 20 else "")


def _new_header(header: HeaderFact, document: Amend) -> HeaderFact:
    stated = () if document.set is None else document.set.__struct_fields__
    fields = {
        name: value
        for name in stated
        if (value := getattr(document.set, name)) is not UNSET
    }
    if "minutes" in fields:
        fields["time_control"] = None
    elif "time_control" in fields:
        fields["minutes"] = None
    return msgspec.structs.replace(header, **fields)


def _changed(game: GameFact, change: msgspec.Struct) -> GameFact:
    fields = {
        n: v for n in change.__struct_fields__ if (v := getattr(change, n)) is not UNSET
    }
    return msgspec.structs.replace(game, **fields)


def _check_result(
    tournament: TournamentNow,
    header: HeaderFact,
    struck: Sequence[str],
    changed: Sequence[GameFact],
    added: Sequence[GameFact],
    context: Context,
) -> None:
    """Check that what would stand afterwards is a tournament that could have been
    submitted.
    """
    flaws = list(
        header_flaws(header.start, header.end, header.minutes, header.time_control)
    )
    flaws += category_flaws(header.start_minutes, header.total_minutes)
    problems = [
        Problem(code, message, Where(field=f"set.{path[0]}"), hint)
        for path, code, message, hint in flaws
    ]
    games = {
        name: game for name, game in tournament.games.items() if name not in struck
    }
    games.update((game.game, game) for game in (*changed, *added))
    for game in games.values():
        where = Where(field=f"games.{game.game}")
        if game.white == game.black:
            message = say(
                "in game {game} {player} has both colours",
                game=game.game,
                player=game.white,
            )
            problems.append(Problem("same-player", message, where))
        if header.each_game_rated and game.on is None:
            message = say(
                "game {game} has no day, and each game is rated by itself",
                game=game.game,
            )
            problems.append(Problem("no-day", message, where, say("add `on`")))
    if problems:
        raise Refused(problems)
    spots = [
        *(f"games.{game.game}" for game in changed),
        *(f"add_games[{index}]" for index in range(len(added))),
    ]
    check_players([*changed, *added], context, spots)


def withdrawn(document: Withdraw, context: Context) -> Decision:
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if tournament.withdrawn:
        raise refuse(
            "withdrawn",
            say(
                "{tournament} is withdrawn already (seq {seq})",
                tournament=tournament.id,
                seq=tournament.version,
            ),
            "tournament",
        )
    return Decision(
        "withdraw",
        tournament.id,
        [
            (
                tournament_stream(tournament.id),
                TournamentWithdrawn(tournament.id, document.reason),
            )
        ],
    )


def reinstated(document: Reinstate, context: Context) -> Decision:
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if not tournament.withdrawn:
        raise refuse(
            "not-withdrawn",
            say("{tournament} is not withdrawn", tournament=tournament.id),
            "tournament",
        )
    _not_too_often(tournament, context)
    check_players(tournament.games.values(), context, repeat("tournament"))
    return Decision(
        "reinstate",
        tournament.id,
        [
            (
                tournament_stream(tournament.id),
                TournamentReinstated(tournament.id, document.reason),
            )
        ],
    )
