"""Decide an amend: what changes of a tournament's header and games, as one event."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from ledger.all_checked import all_checked
from ledger.bodies import GameFact, HeaderFact, TournamentAmended
from ledger.decide.amend_changes import AmendChanges
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.games import check_named, check_players, check_reported, game_facts
from ledger.decide.league import (
    changes_on_match_days,
    check_league,
    league_of,
    stated_league,
    with_day_of_match,
)
from ledger.decide.refusals import correctable_tournament, nothing_new, usable_id
from ledger.documents import Amend
from ledger.errors import Problem, Refused, Where
from ledger.events import tournament_stream
from ledger.header_checks import category_flaws, header_flaws
from ledger.league import League
from ledger.reported import json_if_changed
from ledger.timeline import TournamentNow
from messages import say

FIRST_GAMES = 20  # named where a correction means one that is not there


def decide_amendment(document: Amend, context: Context) -> Decision:
    """Decide a correction of header, single games, games struck out and added.

    All flaws of it are raised at once; one that changes nothing is refused.
    """
    tournament = correctable_tournament(
        document.tournament, context, document.expect_version
    )
    unknown = [*_unknown_games(document, tournament)]
    changes = AmendChanges(
        tournament,
        header=_new_header(tournament.header, document),
        changed=_changed_games(document, tournament),
        struck=tuple(name for name, game in document.games.items() if game is None),
        added=(),
    )

    stated = stated_league(document, tournament, context.timeline.resolve)
    league = stated or league_of(tournament)
    changes.added = _added_games(document, tournament, league, context)
    reported = json_if_changed(tournament.reported, document.reported)
    new_league = json_if_changed(tournament.league, stated)
    has_new_league = new_league is not UNSET
    days_move = has_new_league or changes.has_new_days
    if league is not None and days_move:
        changes = changes_on_match_days(changes, league, document, context)

    has_new_content = changes.has_new_header or changes.has_new_games
    changes_nothing = not has_new_content and reported is UNSET and not has_new_league
    if changes_nothing and not unknown:
        raise nothing_new(tournament.id)

    all_checked(
        lambda: _refuse_any([*unknown, *_flaws_of_result(changes)]),
        lambda: _check_players_of_games(changes, context),
        lambda: check_reported(document.reported, context),
        lambda: _check_header(changes, context),
    )

    body = TournamentAmended(
        tournament=tournament.id,
        reason=document.reason,
        header=changes.header if changes.has_new_header else None,
        changed=changes.changed,
        struck=changes.struck,
        added=changes.added,
        source=document.source,
        reported=reported,
        league=new_league,
    )
    games: Iterable[GameFact] = (*changes.changed, *changes.added)
    if has_new_league:
        games = changes.games_after().values()

    days = changes.header if days_move else None
    warnings = check_league(league, games, context, days=days)
    event = tournament_stream(tournament.id), body

    return Decision("amend", tournament.id, [event], warnings=warnings)


def _refuse_any(problems: Sequence[Problem]) -> None:
    """Refuse where there is a problem."""
    if problems:
        raise Refused(problems)


def _check_header(changes: AmendChanges, context: Context) -> None:
    """Refuse a new header whose arbiter or representatives nobody knows."""
    if changes.has_new_header:
        check_named(changes.header, context, "set.")


def _unknown_games(document: Amend, tournament: TournamentNow) -> Iterator[Problem]:
    """Yield a problem for each change of a game that the tournament does not have."""
    for name in document.games:
        if name in tournament.games:
            continue
        message = say(
            "{tournament} has no game {game}", tournament=tournament.id, game=repr(name)
        )
        hint = say("its games: {names}", names=_first_games(tournament))
        yield Problem("unknown-game", message, Where(field=f"games.{name}"), hint)


def _first_games(tournament: TournamentNow) -> str:
    """List the ids of a tournament's games, of many only the first ones."""
    names = list(tournament.games)
    if len(names) > FIRST_GAMES:
        return f"{' '.join(names[:FIRST_GAMES])} ..."
    return " ".join(names)


def _new_header(header: HeaderFact, document: Amend) -> HeaderFact:
    """Return the header with what the correction sets. Minutes and a time control stand
    for each other, so one that is set takes the other away.
    """
    if document.set is None:
        return header

    fields = _set_fields(document.set)
    if "minutes" in fields:
        fields["time_control"] = None
    elif "time_control" in fields:
        fields["minutes"] = None

    return replace(header, **fields)


def _set_fields(change: Struct) -> dict[str, object]:
    """Return the fields of a change that are set, None among them."""
    values = asdict(change)
    return {name: value for name, value in values.items() if value is not UNSET}


def _changed_games(document: Amend, tournament: TournamentNow) -> tuple[GameFact, ...]:
    """Return the games that the correction changes, as they will stand; without those
    that the tournament does not have.
    """
    changed = []
    for name, change in document.games.items():
        before = tournament.games.get(name)
        if change is None or before is None:
            continue
        after = replace(before, **_set_fields(change))
        if after != before:
            changed.append(after)

    return tuple(changed)


def _added_games(
    document: Amend,
    tournament: TournamentNow,
    league: League | None,
    context: Context,
) -> tuple[GameFact, ...]:
    """Return the games that the correction adds, each with an id that can be used."""
    games = [with_day_of_match(game, league, context) for game in document.add_games]
    added = game_facts(
        games,
        tournament.used_ids,
        dict(tournament.games_by_round),
        tournament.next_place,
    )
    for game in added:
        usable_id(game.game, "add_games", context)
    return tuple(added)


def _flaws_of_result(changes: AmendChanges) -> Iterator[Problem]:
    """Yield why what would stand afterwards is no tournament that could have been
    submitted.
    """
    header = changes.header
    flaws = [
        *header_flaws(header.start, header.end, header.minutes, header.time_control),
        *category_flaws(header.start_minutes, header.total_minutes),
    ]
    for path, code, message, hint in flaws:
        yield Problem(code, message, Where(field=f"set.{path[0]}"), hint)

    for game in changes.games_left().values():
        yield from _problems_of_game(game, header, f"games.{game.game}")
    for game, field in _added_with_fields(changes):
        yield from _problems_of_game(game, header, field)


def _added_with_fields(changes: AmendChanges) -> Iterator[tuple[GameFact, str]]:
    """Yield each new game with its field of the document, `add_games[0]`."""
    for index, game in enumerate(changes.added):
        yield game, f"add_games[{index}]"


def _check_players_of_games(changes: AmendChanges, context: Context) -> None:
    """Refuse games that change or are new in which somebody is unknown, or plays
    against themselves under two ids; under one id, `_problems_of_game` tells it.
    """
    with_fields = [(game, f"games.{game.game}") for game in changes.changed]
    with_fields += _added_with_fields(changes)

    games = []
    fields = []
    for game, field in with_fields:
        if game.white != game.black:
            games.append(game)
            fields.append(field)
    check_players(games, context, fields)


def _problems_of_game(
    game: GameFact, header: HeaderFact, field: str
) -> Iterator[Problem]:
    """Yield why a game cannot stand so in its tournament: one player on both sides, or
    no day where the header says that each game is rated by itself.

    `field`: of the game in the document.
    """
    where = Where(field=field)
    if game.white == game.black:
        message = say(
            "in game {game} {player} has both colours",
            game=game.game,
            player=game.white,
        )
        yield Problem("same-player", message, where)

    if header.each_game_rated and game.on is None:
        message = say(
            "game {game} has no day, and each game is rated by itself", game=game.game
        )
        yield Problem("no-day", message, where, say("add `on`"))
