"""One file, one or two tournaments: preliminary and final of an event are two (rules 1.3), cut at a round."""

from collections.abc import Sequence
from typing import NamedTuple

from desk.files.games_file import Fields as Fields
from desk.files.games_file import FileGame, GamesFile
from desk.files.settings import Settings
from desk.games.questions import OpenQuestion, round_day
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


def stages(file: GamesFile, settings: Settings) -> tuple[list[Stage], list[OpenQuestion]]:
    """Return the tournaments of the file, and ask for the days that are missing to cut it; the id must be known."""
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
        message = (
            say("no game is in or after round {number}", number=first)
            if before
            else say("no game is before round {number}", number=first)
        )
        where = Where(file.source.file, field="stage_from_round")
        raise Refused(Problem("one-stage", message, where, say("is this the first round of the final?")))
    # the two are rated one after the other, so each needs a day of its own
    last_day = max((game.on for game in before if game.on), default=None)
    first_day = min((game.on for game in after if game.on), default=None)
    final = settings.final or f"{tournament}-final"
    both = [
        Stage(tournament, name, start, last_day, order, before),
        Stage(final, f"{name}, final"[:200], first_day, end, order + 1, after),
    ]
    return both, [*_missing(last_day, first - 1, file), *_missing(first_day, first, file)]


def _missing(day: str | None, number: int, file: GamesFile) -> list[OpenQuestion]:
    if day is not None:
        return []
    message = say("preliminary and final are cut at round {number}, which has no day", number=number)
    return [OpenQuestion("round_days", message, round_day(number), where=Where(file.source.file))]


FLAGS = ("domestic", "fide_accepted", "official_representation", "accepted", "age_group", "each_game_rated", "category",
         "event_kind", "start_minutes", "total_minutes", "representatives", "organiser", "place",
         "arbiter")  # fmt: skip


def header(stage: Stage, settings: Settings) -> Fields:
    """Return the header fields that the file or the officer states."""
    fields: Fields = {"name": stage.name or None, "start": stage.start, "end": stage.end}
    fields |= {name: getattr(settings, name) for name in ("minutes", "time_control", *FLAGS)}
    if stage.order_no or settings.order_no is not None:
        fields["order_no"] = stage.order_no
    return {name: value for name, value in fields.items() if value is not None}


def with_ids(stage: Stage, ids: dict[str, str]) -> list[FileGame]:
    """Return the games between player ids instead of rows."""
    return [game._replace(white=ids[game.white], black=ids[game.black]) for game in stage.games]


def game_fields(game: FileGame) -> Fields:
    """Return the fields of a game as documents write it."""
    fields = {name: getattr(game, name) for name in ("round", "white", "black", "result", "on", "board")}
    return {name: value for name, value in fields.items() if value is not None}
