"""One file, one or two tournaments: preliminary and final of an event are two (rules 1.3), cut at a round."""

from typing import Any, NamedTuple

from desk.files.intake import Intake, Meeting
from desk.files.needed import Needed
from desk.files.settings import Settings
from ledger.errors import Problem, Refused, Where


class Stage(NamedTuple):
    """A tournament to be: what the file says of it. Days that are not known are None."""

    id: str
    name: str
    start: str | None
    end: str | None
    order_no: int
    games: list[Meeting]


def stages(intake: Intake, settings: Settings) -> tuple[list[Stage], list[Needed]]:
    """The tournaments of the file, and the days that are missing to cut it. The id must be known."""
    start = intake.start.isoformat() if intake.start else None
    end = intake.end.isoformat() if intake.end else None
    name, order = settings.name or intake.name, settings.order_no or 0
    first = settings.stage_from_round
    given = settings.tournament or ""
    if first is None:
        return [Stage(given, name, start, end, order, list(intake.games))], []
    before = [game for game in intake.games if game.round < first]
    after = [game for game in intake.games if game.round >= first]
    if not before or not after:
        said = f"no game is {'before' if not before else 'in or after'} round {first}"
        where = Where(intake.source.file, field="stage_from_round")
        raise Refused(Problem("one-stage", said, where, "is this the first round of the final?"))
    last_day = max((game.on for game in before if game.on), default=None)
    first_day = min((game.on for game in after if game.on), default=None)
    both = [
        Stage(given, name, start, last_day, order, before),
        Stage(settings.final or f"{given}-final", f"{name}, final"[:200], first_day, end, order + 1, after),
    ]
    return both, [*_missing(last_day, first - 1, intake), *_missing(first_day, first, intake)]


def _missing(day: str | None, number: int, intake: Intake) -> list[Needed]:
    if day is not None:
        return []
    message = f"preliminary and final are cut at round {number}, which has no day"
    return [Needed("round_days", message, f"--round-day {number}=DAY", where=Where(intake.source.file))]


FLAGS = ("domestic", "fide_accepted", "official_representation", "age_group", "each_game_rated", "category",
         "event_kind", "start_minutes", "total_minutes")  # fmt: skip


def header(stage: Stage, settings: Settings) -> dict[str, Any]:
    """The header fields that are said, by the file or the officer."""
    said: dict[str, Any] = {"name": stage.name or None, "start": stage.start, "end": stage.end}
    said |= {name: getattr(settings, name) for name in ("minutes", "time_control", *FLAGS)}
    if stage.order_no or settings.order_no is not None:
        said["order_no"] = stage.order_no
    return {name: value for name, value in said.items() if value is not None}


def games(stage: Stage, ids: dict[str, str]) -> list[dict[str, Any]]:
    """The games as documents write them."""
    found = []
    for game in stage.games:
        said = {
            "round": game.round, "white": ids[game.white], "black": ids[game.black], "result": game.result,
            "on": game.on, "board": game.board,
        }  # fmt: skip
        found.append({name: value for name, value in said.items() if value is not None})
    return found
