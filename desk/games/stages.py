"""Cut a file into the tournaments that it is: one, or a preliminary and a final."""

from collections.abc import Sequence
from typing import NamedTuple

from desk.files.games_file import FileGame, GamesFile
from desk.files.settings import Settings
from desk.games.day_words import round_day
from desk.games.open_question import OpenQuestion
from ledger.errors import Problem, Refused, Where
from messages import say


class Stage(NamedTuple):
    """A tournament to be, as the file states it; days that are not known are None."""

    id: str
    name: str
    start: str | None
    end: str | None
    order_no: int
    games: Sequence[FileGame]


def stages(
    file: GamesFile, settings: Settings
) -> tuple[list[Stage], list[OpenQuestion]]:
    """Return the tournaments of the file, and ask for the days that are missing to cut
    it; the id must be known.

    A file is one tournament, unless `stage_from_round` says with which round the final
    begins. The final gets an id and a name of its own and the next order number.
    `Refused` where one of the two parts would have no games.

    For example, with `stage_from_round` 6:

        kesa        rounds 1 to 5, up to the last day of these
        kesa-final  rounds 6 and on, from the first day of these
    """
    start = file.start.isoformat() if file.start else None
    end = file.end.isoformat() if file.end else None
    name, order = settings.name or file.name, settings.order_no or 0
    first = settings.stage_from_round
    tournament = settings.tournament or ""

    if first is None:
        return [Stage(tournament, name, start, end, order, list(file.games))], []

    before = [game for game in file.games if game.round < first]
    after = [game for game in file.games if game.round >= first]
    if not before or not after:
        if before:
            message = say("no game is in or after round {number}", number=first)
        else:
            message = say("no game is before round {number}", number=first)
        where = Where(file.source.file, field="stage_from_round")
        raise Refused(
            Problem(
                "one-stage",
                message,
                where,
                say("is this the first round of the final?"),
            )
        )

    # the two are rated one after the other, so each needs a day of its own
    last_day = max((game.on for game in before if game.on), default=None)
    first_day = min((game.on for game in after if game.on), default=None)
    final = settings.final or f"{tournament}-final"
    both = [
        Stage(tournament, name, start, last_day, order, before),
        Stage(final, f"{name}, final"[:200], first_day, end, order + 1, after),
    ]

    return both, [
        *_questions_of_day(last_day, first - 1, file),
        *_questions_of_day(first_day, first, file),
    ]


def _questions_of_day(
    day: str | None, number: int, file: GamesFile
) -> list[OpenQuestion]:
    """Ask for the day of the round at which a file is cut, unless it is known.

    `day`: YYYY-MM-DD. `number`: the round that is asked about.
    """
    if day is not None:
        return []

    message = say(
        "preliminary and final are cut at round {number}, which has no day",
        number=number,
    )

    return [
        OpenQuestion(
            "round_days", message, round_day(number), where=Where(file.source.file)
        )
    ]


def games_between_ids(stage: Stage, ids: dict[str, str]) -> list[FileGame]:
    """Return the games between player ids instead of rows.

    `ids`: the player of each row, by its key; every row with a game must be in it.

        ids {"1": "F020", "2": "F021"}
        1 1-0 2  ->  F020 1-0 F021
    """
    return [
        game._replace(white=ids[game.white], black=ids[game.black])
        for game in stage.games
    ]
