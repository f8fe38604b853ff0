"""List what differs between a tournament of the ledger and a document of the same id."""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict, replace

from ledger.bodies import (
    GameFact,
    HeaderFact,
)
from ledger.columns import TournamentColumns
from ledger.decide.context import Context, in_words
from ledger.decisions import FIELDS, value_in_sentence
from ledger.errors import Problem, Where
from ledger.reported import is_same_json
from ledger.timeline import TournamentNow
from messages import Message, say


def differences(
    tournament: TournamentNow, stated: TournamentColumns, context: Context
) -> list[Problem]:
    """List, game by game, what an amend would have to say so that the tournament of the
    ledger becomes the one of a document; [] where they are the same.
    """
    there = list(tournament.games.values())
    as_reported = is_same_json(tournament.reported, stated.reported or None)
    as_league = is_same_json(tournament.league, stated.league or None)
    same_header = tournament.header == stated.header
    same_games = there == list(stated.games)
    if same_header and same_games and as_reported and as_league:
        return []

    lead = say(
        "{tournament} is in the ledger with other content (version {version})",
        tournament=tournament.id,
        version=tournament.version,
    )
    hint = say("a correction is an `amend`")
    problems = [Problem("other-content", lead, Where(field="tournament"), hint)]
    problems += _header_differences(tournament.header, stated.header, context)
    if not as_reported:
        message = say(
            "the report's details beside the games are not those that the ledger has"
        )
        problems.append(Problem("reported-differs", message, Where(field="reported")))

    if not as_league:
        message = say(
            "the teams and matches of the league are not those that the ledger has"
        )
        problems.append(Problem("league-differs", message, Where(field="league")))

    problems += _game_differences(there, stated.games)

    return problems


def _header_differences(
    there: HeaderFact, here: HeaderFact, context: Context
) -> Iterator[Problem]:
    """Yield a problem for each field of the header that the document has otherwise than
    the ledger, with both values in words.
    """
    stated = asdict(here)
    for field, before in asdict(there).items():
        after = stated[field]
        if before == after:
            continue
        if field == "organiser":
            before = in_words(before, context)
            after = in_words(after, context)
        message = say(
            "{field}: {before} in the ledger, {after} here",
            field=FIELDS[field],
            before=value_in_sentence(before),
            after=value_in_sentence(after),
        )
        yield Problem("header-differs", message, Where(field=field))


def _game_differences(
    there: Sequence[GameFact], here: Sequence[GameFact]
) -> Iterator[Problem]:
    """Yield a problem for each game that differs: those of the ledger first, in their
    order.
    """
    before_by_id = {game.game: game for game in there}
    after_by_id = {game.game: game for game in here}
    for name in before_by_id | after_by_id:
        before = before_by_id.get(name)
        after = after_by_id.get(name)
        if before is None:
            message = say("game {game}: not in the ledger", game=name)
        elif after is None:
            message = say("game {game}: not in this document", game=name)
        elif replace(before, place=0) == replace(after, place=0):
            continue
        else:
            message = say(
                "game {game}: {before} in the ledger, {after} here",
                game=name,
                before=_game_words(before),
                after=_game_words(after),
            )

        yield Problem("game-differs", message, Where(field="games"))


def _game_words(game: GameFact) -> Message:
    """Write a game in a line, with its day and minutes where it has its own:

    round 3 F001 1-0 F002 on 2026-05-31
    """
    words = say(
        "round {number} {white} {result} {black}",
        number=game.round,
        white=game.white,
        result=game.result,
        black=game.black,
    )
    if game.on:
        words = say("{words} on {day}", words=words, day=game.on)
    if game.minutes:
        words = say("{words} {minutes} min", words=words, minutes=game.minutes)

    return words
