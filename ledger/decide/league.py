"""Decide the league of a tournament: the days of its games, and who plays for whom."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from ledger.bodies import GameFact, HeaderFact
from ledger.decide.context import Context
from ledger.decide.games import game_facts, unknown_player
from ledger.decide.refusals import refuse
from ledger.decisions import Slip
from ledger.documents import Amend, GameIn, Tournament
from ledger.errors import Problem, Refused, Where, field_name
from ledger.league import (
    League,
    LeagueSeats,
    by_game,
    changed_league,
    days_of_games,
    league_as_read,
    league_flaws,
    people_of,
    seats_of,
)
from ledger.reported import Reported, as_read
from ledger.timeline import TournamentNow
from messages import Message, counted, named, say
from messages.results import RESULTS

SHOWN = 5
YEAR = 366


def as_meant_by(league: League, document: Tournament) -> Tournament:
    """Return a tournament as its league wants it rated: a long one game by game, each
    game on the day of its match.
    """
    alone = document.each_game_rated or by_game(league, document.start, document.end)
    facts = game_facts(document.games, frozenset(), {}, 1)
    days = days_of_games(league, facts, round_days(document.reported) if alone else {})
    games = [
        replace(game, on=days.get(fact.game, game.on))
        for game, fact in zip(document.games, facts, strict=True)
    ]
    if alone:
        problems = [
            Problem(
                "no-day",
                say("each_game_rated needs `on` for every game"),
                Where(field=f"games[{index}]"),
                say("add the day it was played, or the day of its match"),
            )
            for index, game in enumerate(games)
            if game.on is None
        ]
        if problems:
            raise Refused(problems)
    return replace(document, each_game_rated=alone, games=games)


def league_of(tournament: TournamentNow) -> League | None:
    return None if tournament.league is None else league_as_read(tournament.league)


def with_one_id(league: League, resolve: Callable[[str], str]) -> League:
    """Return the league with each player under the id that counts after merges."""

    def now(players: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(map(resolve, players)))

    teams = [replace(team, players=now(team.players)) for team in league.teams]
    matches = [
        replace(one, unopposed=now(one.unopposed)) if one.unopposed else one
        for one in league.matches
    ]
    return replace(league, teams=teams, matches=matches)


def stated_league(
    document: Amend, tournament: TournamentNow, resolve: Callable[[str], str]
) -> League | None:
    """Return the league that a correction states, whole or by its changes; None where
    the correction does not mention it.
    """
    if document.change_league is None:
        return document.league
    before = document.league or league_of(tournament) or League()
    after = changed_league(with_one_id(before, resolve), document.change_league)
    if isinstance(after, str):
        where = Where(field="change_league")
        message = say(
            "the league has no {name} to change, and too little is said to add it",
            name=repr(after),
        )
        hint = say(
            "a new team needs `name`, a new match `home`; a match is called by round"
            " and team, like 3:kuusila"
        )
        raise Refused(Problem("unknown-team", message, where, hint))
    if problems := [
        Problem(code, message, Where(field=field_name(_as_changed(path, after))), hint)
        for path, code, message, hint in league_flaws(after)
    ]:
        raise Refused(problems)
    return after


def _as_changed(path: tuple[str | int, ...], league: League) -> tuple[str | int, ...]:
    """Return the path of a field of a league as a correction has it, where teams and
    matches are called by name.
    """
    match path:
        case "league", "teams", int(place), *rest:
            return ("change_league", "teams", league.teams[place].team, *rest)
        case "league", "matches", int(place), *rest:
            match_of = league.matches[place]
            return (
                "change_league",
                "matches",
                f"{match_of.round}:{match_of.home}",
                *rest,
            )
    return ("change_league", *path[1:])


def dated(
    document: Amend,
    league: League,
    tournament: TournamentNow,
    header: HeaderFact,
    changed: Sequence[GameFact],
    struck: Sequence[str],
    context: Context,
) -> tuple[HeaderFact, tuple[GameFact, ...]]:
    """Return header and changed games as another league, or other days, mean them: a
    league that became long is rated game by game, and one that is no longer long at
    once, unless the correction says itself how the games are rated.
    """
    stated = document.set is not None and document.set.each_game_rated is not UNSET
    alone, former = by_game(league, header.start, header.end), league_of(tournament)
    was_alone = former is not None and by_game(
        former, tournament.header.start, tournament.header.end
    )
    if not stated and alone != was_alone:
        header = replace(header, each_game_rated=alone)
    games = {
        name: game for name, game in tournament.games.items() if name not in struck
    }
    games |= {game.game: game for game in changed}
    games |= (
        {} if former is None else _moved(former, league, tournament, games, context)
    )
    reported = document.reported or (
        None if tournament.reported is None else as_read(tournament.reported)
    )
    rounds = round_days(reported) if header.each_game_rated else {}
    days = days_of_games(league, games.values(), rounds, context.timeline.resolve)
    games |= {name: replace(games[name], on=day) for name, day in days.items()}
    return header, tuple(
        game for name, game in games.items() if game != tournament.games[name]
    )


def _moved(
    former: League,
    league: League,
    tournament: TournamentNow,
    games: Mapping[str, GameFact],
    context: Context,
) -> dict[str, GameFact]:
    """Return the games that move with their match to its new day: those that had the
    day of the match.
    """
    plain = [replace(game, on=None) for game in games.values()]
    before, after = (
        days_of_games(one, plain, {}, context.timeline.resolve)
        for one in (former, league)
    )
    return {
        name: replace(game, on=after[name])
        for name, game in games.items()
        if name in after
        and game.on == before.get(name) != after[name]
        and game.on == tournament.games[name].on
    }


def round_days(reported: Reported | None) -> Mapping[str, str]:
    return {} if reported is None else reported.round_days


def with_day(game: GameIn, league: League | None, context: Context) -> GameIn:
    """Return a new game with the day of its match, where it names none."""
    if league is None or game.on is not None:
        return game
    [fact] = game_facts([game], frozenset(), {}, 1)
    return replace(
        game,
        on=days_of_games(league, [fact], {}, context.timeline.resolve).get(fact.game),
    )


def check_league(
    league: League | None,
    games: Iterable[GameFact],
    context: Context,
    introduced: Collection[str] = (),
    days: HeaderFact | None = None,
) -> list[Message | Slip]:
    """Check that everybody in the teams is known and every game may be of one match
    only; warn of games of none. `days`: the header whose days the matches should lie
    in, where either is new.
    """
    people = people_of(league)
    if league is None:
        return []
    known = {*context.known, *introduced}
    context.timeline.expect([player for player, _ in people if player not in known])
    problems = [
        unknown_player(
            player, say("nobody has the id {name} (in a team)", name=repr(player)), spot
        )
        for player, spot in people
        if player not in known and context.timeline.player(player) is None
    ]
    if problems:
        raise Refused(problems)
    seats = seats_of(league, games, context.timeline.resolve)
    _not_before_the_match(seats, context)
    if seats.doubtful:
        names = named([game.game for game in seats.doubtful], SHOWN)
        message = say(
            "a player of {games} is in several teams that meet in the round",
            games=names,
        )
        raise refuse(
            "two-matches",
            message,
            "league.matches",
            say("name each player in one of the teams"),
        )
    odd: list[Message | Slip] = [
        *_odd_boards(league, seats, context),
        *_odd_absences(league, seats),
    ]
    odd += _odd_days(league, days, context.today) if days is not None else []
    if not (loose := [game.game for game in seats.loose]) or not league.matches:
        return odd
    return [
        *odd,
        counted(
            "game {games} is of no match of the league: it counts for ratings and for"
            " no team",
            "games {games} are of no match of the league: they count for ratings and"
            " for no team",
            len(loose),
            games=named(loose, SHOWN),
        ),
    ]


def _not_before_the_match(seats: LeagueSeats, context: Context) -> None:
    """Refuse games that were played, and whose day is that of a match to come: their
    day is not in the document, where every other day is held against today.
    """
    played = [
        seat.game
        for own in seats.by_match.values()
        for seat in own
        if RESULTS[seat.game.result].is_played
    ]
    last = max((game.on for game in played if game.on is not None), default="")
    early = [game.game for game in played if game.on == last]
    if last > context.today and not context.again:
        message = counted(
            "game {games} was played, and its match is on {day}, after today ({today})",
            "games {games} were played, and their match is on {day}, after today"
            " ({today})",
            len(early),
            games=named(early, SHOWN),
            day=last,
            today=context.today,
        )
        raise refuse(
            "future",
            message,
            "league.matches",
            say("give the day on which they played, or wait for the day"),
        )


def _odd_days(league: League, header: HeaderFact, today: str) -> Iterator[Message]:
    """Warn of matches on days on which the tournament is not played. The last day of
    one that is going on is today at the latest, so a match to come lies behind it, but
    no season lasts more than a year.
    """
    season = date.fromisoformat(header.start) + timedelta(YEAR)
    for match in league.matches:
        if (
            match.away is None
            or match.on is None
            or header.start <= match.on <= header.end
        ):
            continue
        if not today < match.on <= season.isoformat():
            yield say(
                "round {number}, {home} - {away}: {day} is outside the days of the"
                " tournament, {start} to {end}",
                number=match.round,
                home=match.home,
                away=match.away,
                day=match.on,
                start=header.start,
                end=header.end,
            )


def _odd_boards(
    league: League, seats: LeagueSeats, context: Context
) -> Iterator[Message]:
    """Warn of matches of more games than there are boards, and of who played and won a
    board without a game.
    """
    resolve = context.timeline.resolve
    for at, own in sorted(seats.by_match.items()):
        match = league.matches[at]
        about = {"number": match.round, "home": match.home, "away": match.away}
        if (
            league.boards is not None
            and (count := len(own) + len(match.unopposed)) > league.boards
        ):
            yield say(
                "round {number}, {home} - {away}: {count} games on {boards} boards",
                count=count,
                boards=league.boards,
                **about,
            )
        played = {
            resolve(player)
            for seat in own
            for player in (seat.game.white, seat.game.black)
        }
        for player in match.unopposed:
            if resolve(player) in played:
                yield say(
                    "round {number}, {home} - {away}: {player} has a game, and won a"
                    " board without one",
                    player=player,
                    **about,
                )


def _odd_absences(league: League, seats: LeagueSeats) -> Iterator[Message]:
    """Warn of a team that did not come, and whose players have played in the match, or
    won a board of it.
    """
    players = {team.team: team.players for team in league.teams}
    for at, match in enumerate(league.matches):
        if match.absent is None or match.away is None:
            continue
        away = {
            "home": [match.home],
            "away": [match.away],
            "both": [match.home, match.away],
        }[match.absent]
        about = {
            "number": match.round,
            "home": match.home,
            "away": match.away,
            "names": ", ".join(away),
        }
        games = [
            seat.game.game
            for seat in seats.by_match.get(at, ())
            if RESULTS[seat.game.result].is_played
        ]
        if games:
            yield counted(
                "round {number}, {home} - {away}: {names} did not come, and game"
                " {games} was played",
                "round {number}, {home} - {away}: {names} did not come, and games"
                " {games} were played",
                len(games),
                games=named(games, SHOWN),
                **about,
            )
        won = [
            player
            for player in match.unopposed
            if any(player in players[team] for team in away)
        ]
        if won:
            yield say(
                "round {number}, {home} - {away}: {names} did not come, and {players}"
                " won a board for them",
                players=named(won, SHOWN),
                **about,
            )
