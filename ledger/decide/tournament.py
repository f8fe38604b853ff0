"""Deciding what a tournament, one more game, an amend or its withdrawal comes to."""

from collections.abc import Sequence
from itertools import repeat
from operator import attrgetter

import msgspec
from msgspec import UNSET

from ledger.bodies import as_meant, as_stored
from ledger.checks import category_flaws, header_flaws
from ledger.decide.context import Context, Decision, known_tournament, refuse, usable_id
from ledger.decide.games import check_all_players, check_players, columns_of, game_facts
from ledger.documents import Amend, Details, Game, Reinstate, Tournament, Withdraw
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import (
    GameAdded,
    GameFact,
    HeaderFact,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
    tournament_stream,
)
from ledger.timeline import TournamentNow

MOST_CORRECTIONS = 10_000  # of one tournament: the last of them takes 0.1 s
_HEADER = attrgetter(*HeaderFact.__struct_fields__)


def header_of(document: Tournament) -> HeaderFact:
    return as_stored(HeaderFact(*_HEADER(document)))


def submitted(document: Tournament, context: Context) -> Decision:
    """A new tournament; the same again is a repetition, another one under its id a conflict."""
    name = document.tournament
    header = header_of(document)
    body = columns_of(document, header)
    tournament = context.timeline.tournament(name)
    if tournament is not None:
        if tournament.header == header and list(tournament.games.values()) == list(body.games):
            return Decision(
                "tournament", name, repeated=tournament.submitted, warnings=_since(tournament, tournament.submitted)
            )
        raise Conflict(_differences(tournament, header, body.games))
    usable_id(name, "tournament", context)
    for game in filter(None, document.columns.game):
        usable_id(game, "games", context)
    check_all_players(body, context, {details.player for details in document.players})
    return Decision("tournament", name, [(tournament_stream(name), body)])


def _since(tournament: TournamentNow, seq: int) -> list[str]:
    """What happened to a tournament after the event that is repeated."""
    if tournament.version == seq:
        return []
    what = "is withdrawn" if tournament.withdrawn else "was amended since"
    return [f"{tournament.id} {what} (seq {tournament.version}); it was not recorded again"]


def repeated_warning(tournament: TournamentNow | None, seq: int) -> list[str]:
    return [] if tournament is None else _since(tournament, seq)


def _differences(tournament: TournamentNow, header: HeaderFact, games: Sequence[GameFact]) -> list[Problem]:
    """Game by game, what an amend would have to state."""
    hint = "a correction is an `amend`"
    lead = f"{tournament.id} is in the ledger with other content (version {tournament.version})"
    problems = [Problem("other-content", lead, Where(field="tournament"), hint)]
    there, here_stated = (msgspec.structs.asdict(as_meant(one)) for one in (tournament.header, header))
    for field, before in there.items():
        after = here_stated[field]
        if before != after:
            problems.append(
                Problem("header-differs", f"{field}: {before} in the ledger, {after} here", Where(field=field))
            )
    here = {game.game: game for game in games}
    for name in [*tournament.games, *(name for name in here if name not in tournament.games)]:
        before, after = tournament.games.get(name), here.get(name)
        if before is None or after is None:
            where = "not in the ledger" if before is None else "not in this document"
            problems.append(Problem("game-differs", f"game {name}: {where}", Where(field="games")))
        elif msgspec.structs.replace(before, place=0) != msgspec.structs.replace(after, place=0):
            message = f"game {name}: {_game_words(before)} in the ledger, {_game_words(after)} here"
            problems.append(Problem("game-differs", message, Where(field="games")))
    return problems


def _game_words(game: GameFact) -> str:
    on = f" on {game.on}" if game.on else ""
    minutes = f" {game.minutes} min" if game.minutes else ""
    return f"round {game.round} {game.white} {game.result} {game.black}{on}{minutes}"


def introductions(document: Tournament, context: Context) -> tuple[list[Details], list[str]]:
    """The people it introduces, and a warning for each detail that differs from what is known."""
    new: list[Details] = []
    warnings: list[str] = []
    for details in document.players:
        if context.timeline.player(details.player) is None:
            new.append(details)
            continue
        known = _known_details(details, context)
        for field, there in known.items():
            stated = getattr(details, field)
            if stated is not None and stated != there:
                words = "nothing" if there is None else repr(there)
                warnings.append(f"{details.player}: {field} {stated!r} here, {words} in the ledger; kept as it was")
    return new, warnings


def _known_details(details: Details, context: Context) -> dict[str, str | int | None]:
    """What the ledger says of the person behind an id; of an erased one no name, club and FIDE id."""
    name = context.timeline.resolve(details.player)
    person, registered = context.lookups.person(name), context.timeline.player(name)
    known = {} if person is None else {field: getattr(person, field) for field in ("name", "club", "fide_id")}
    if registered is None:
        return known
    federations = [federation for _, federation in registered.federations()] or ["FIN"]
    federation = details.federation if details.federation in federations else federations[-1]
    return known | {"born": registered.detail("born"), "sex": registered.detail("sex"), "federation": federation}


def one_game(document: Game, context: Context) -> Decision:
    tournament = _standing(document.tournament, context, document.expect_version)
    [game] = game_facts([document.details()], tournament.used, dict(tournament.listed), tournament.next_place)
    usable_id(game.game, "game", context)
    if tournament.header.each_game_rated and game.on is None:
        raise refuse("no-day", "each_game_rated needs `on` for every game", "on", "add the day it was played")
    check_players([game], context, ["white"])
    return Decision("game", tournament.id, [(tournament_stream(tournament.id), GameAdded(tournament.id, game))])


def _standing(name: str, context: Context, expect_version: int | None) -> TournamentNow:
    tournament = known_tournament(name, context, expect_version)
    if tournament.withdrawn:
        raise refuse("withdrawn", f"{name} is withdrawn", "tournament", f"`selo reinstate {name}` first")
    _not_too_often(tournament, context)
    return tournament


def _not_too_often(tournament: TournamentNow, context: Context) -> None:
    """Each correction reads all earlier ones of its tournament, so there is an end to them."""
    if tournament.length > MOST_CORRECTIONS and not context.again:
        message = f"{tournament.id} was corrected {MOST_CORRECTIONS:,} times, and there is no more than that"
        hint = "put several changes into one document, or withdraw it and submit it as it should be under another id"
        raise refuse("too-many-corrections", message, "tournament", hint)


def amended(document: Amend, context: Context) -> Decision:
    """A correction: the header, single games, games struck out and added; all flaws at once."""
    tournament = _standing(document.tournament, context, document.expect_version)
    problems = [
        Problem(
            "unknown-game",
            f"{tournament.id} has no game {name!r}",
            Where(field=f"games.{name}"),
            f"its games: {_first_games(tournament)}",
        )
        for name in document.games
        if name not in tournament.games
    ]
    if problems:
        raise Refused(problems)
    header = _new_header(tournament.header, document)
    struck = tuple(name for name, change in document.games.items() if change is None)
    changed = tuple(
        game
        for name, change in document.games.items()
        if change is not None and (game := _changed(tournament.games[name], change)) != tournament.games[name]
    )
    added = tuple(game_facts(document.add_games, tournament.used, dict(tournament.listed), tournament.next_place))
    for game in added:
        usable_id(game.game, "add_games", context)
    if header == tournament.header and not (struck or changed or added):
        raise refuse("no-change", f"nothing in {tournament.id} would change", None, "it is like this already")
    _check_result(tournament, header, struck, changed, added, context)
    body = TournamentAmended(
        tournament.id,
        document.reason,
        header if header != tournament.header else None,
        changed,
        struck,
        added,
        document.source,
    )
    return Decision("amend", tournament.id, [(tournament_stream(tournament.id), body)])


def _first_games(tournament: TournamentNow) -> str:
    names = list(tournament.games)
    return " ".join(names[:20]) + (" ..." if len(names) > 20 else "")


def _new_header(header: HeaderFact, document: Amend) -> HeaderFact:
    stated = () if document.set is None else document.set.__struct_fields__
    fields = {name: value for name in stated if (value := getattr(document.set, name)) is not UNSET}
    if "minutes" in fields:
        fields["time_control"] = None
    elif "time_control" in fields:
        fields["minutes"] = None
    return as_stored(msgspec.structs.replace(header, **fields))


def _changed(game: GameFact, change: msgspec.Struct) -> GameFact:
    fields = {n: v for n in change.__struct_fields__ if (v := getattr(change, n)) is not UNSET}
    return msgspec.structs.replace(game, **fields)


def _check_result(
    tournament: TournamentNow,
    header: HeaderFact,
    struck: Sequence[str],
    changed: Sequence[GameFact],
    added: Sequence[GameFact],
    context: Context,
) -> None:
    """What would stand afterwards must be a tournament that could have been submitted."""
    flaws = list(header_flaws(header.start, header.end, header.minutes, header.time_control))
    flaws += category_flaws(header.start_minutes, header.total_minutes)
    problems = [Problem(code, message, Where(field=f"set.{path[0]}"), hint) for path, code, message, hint in flaws]
    games = {name: game for name, game in tournament.games.items() if name not in struck}
    games.update((game.game, game) for game in (*changed, *added))
    for game in games.values():
        where = Where(field=f"games.{game.game}")
        if game.white == game.black:
            problems.append(Problem("same-player", f"in game {game.game} {game.white} has both colours", where))
        if header.each_game_rated and game.on is None:
            problems.append(
                Problem("no-day", f"game {game.game} has no day, and each game is rated by itself", where, "add `on`")
            )
    if problems:
        raise Refused(problems)
    spots = [*(f"games.{game.game}" for game in changed), *(f"add_games[{index}]" for index in range(len(added)))]
    check_players([*changed, *added], context, spots)


def withdrawn(document: Withdraw, context: Context) -> Decision:
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if tournament.withdrawn:
        raise refuse("withdrawn", f"{tournament.id} is withdrawn already (seq {tournament.version})", "tournament")
    return Decision(
        "withdraw",
        tournament.id,
        [(tournament_stream(tournament.id), TournamentWithdrawn(tournament.id, document.reason))],
    )


def reinstated(document: Reinstate, context: Context) -> Decision:
    assert document.tournament is not None
    tournament = known_tournament(document.tournament, context, document.expect_version)
    if not tournament.withdrawn:
        raise refuse("not-withdrawn", f"{tournament.id} is not withdrawn", "tournament")
    _not_too_often(tournament, context)
    check_players(tournament.games.values(), context, repeat("tournament"))
    return Decision(
        "reinstate",
        tournament.id,
        [(tournament_stream(tournament.id), TournamentReinstated(tournament.id, document.reason))],
    )
