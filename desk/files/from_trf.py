"""A tournament report (TRF): the meaning of its id column is for the officer to state."""

from collections import Counter
from datetime import date

from desk.files.games_file import Entrant, FileGame, GamesFile, Source
from desk.files.settings import Settings
from exchange.text.federations import FEDERATIONS, HOME
from exchange.text.notes import Question
from exchange.text.time_control import proposed
from exchange.trf.read import read_trf
from exchange.trf.report import NationalRecord, Player, TrfReport
from ledger.errors import Problem, Where
from messages import say

LEAST_FIDE = 100_000  # ids with fewer than six digits are not FIDE's


def read(data: bytes, file: str, settings: Settings) -> GamesFile:
    report = read_trf(data, file, date_order=settings.date_order, answers=_answers(settings))
    header = report.header
    return GamesFile(
        source=Source(file, "trf", report.sha256, report.encoding, report.line_ends),
        entrants=[_entrant(player, report.national.get(player.number, ()), settings) for player in report.players],
        games=_games(report, settings),
        name=header.name,
        start=_day(settings.start, report.start),
        end=_day(settings.end, report.end),
        federation=federation_of(header.federation) or "",
        time_text=" / ".join(filter(None, (header.time_control_code, header.time_control))),
        time_control=proposed(header.time_control_code, header.time_control),
        byes=dict(Counter(bye.reason for bye in report.byes)),
        ids=_kind_of_ids(report),
        warnings=[*report.warnings, *_federation_warnings(report)],
        questions=[question for question in report.questions if _matters(question, report, settings)],
        lines=_lines(report),
    )


# which record states which field of the event
_RECORDS = {"name": ("012",), "domestic": ("032",), "start": ("042",), "end": ("052",), "time_control": ("222", "122")}


def _lines(report: TrfReport) -> dict[str, int]:
    lines = report.header.lines
    return {name: lines[tag] for name, tags in _RECORDS.items() for tag in tags[::-1] if tag in lines}


def _answers(settings: Settings) -> dict[str, date]:
    """Return the days that the reader may take for granted, by its own names for them."""
    days = {"start": settings.start, "end": settings.end}
    days |= {f"round {number}": day for number, day in settings.round_days.items()}
    return {name: date.fromisoformat(day) for name, day in days.items() if day}


def _day(given: str | None, read: date | None) -> date | None:
    return date.fromisoformat(given) if given else read


def _games(report: TrfReport, settings: Settings) -> list[FileGame]:
    """List the games; round dates count when they lie inside the event, or when each game is rated by its day."""
    days = {number: day for number, day in report.round_dates.items() if _inside(day, report, settings)}
    days |= {int(number): date.fromisoformat(day) for number, day in settings.round_days.items()}
    return [
        FileGame(
            game.round, str(game.white), str(game.black), game.result, game.reason,
            days[game.round].isoformat() if game.round in days else None, None, game.line,
        )
        for game in report.games
    ]  # fmt: skip


def _inside(day: date, report: TrfReport, settings: Settings) -> bool:
    start, end = _day(settings.start, report.start), _day(settings.end, report.end)
    return bool(settings.each_game_rated) or ((start or day) <= day <= (end or day))


def _matters(question: Question, report: TrfReport, settings: Settings) -> bool:
    """Return whether a question matters: not if all readings of a round's day are outside the event and left out."""
    return not question.field.startswith("round ") or any(_inside(day, report, settings) for day in question.choices)


def _entrant(player: Player, records: tuple[NationalRecord, ...], settings: Settings) -> Entrant:
    national = next((record.national_id for record in records if record.federation == HOME), "")
    fide_id = None
    if settings.players_by == "national":
        national = player.id_text or national
    else:
        # also where names are enough: an id of a known player still counts first
        fide_id = fide_number(player.id_text)
    return Entrant(
        key=str(player.number),
        name=player.name,
        line=player.line,
        sex=player.sex or None,
        born=player.born or None,
        federation=federation_of(player.federation),
        fide_id=fide_id,
        national_id=national or None,
    )


def fide_number(text: str) -> int | None:
    """Return the number if FIDE may have given it; local numbers in its column are too short."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 11 else 0
    return number if number >= LEAST_FIDE else None


def federation_of(text: str) -> str | None:
    return text.upper() if text.upper() in FEDERATIONS else None


def _kind_of_ids(report: TrfReport) -> str:
    texts = [player.id_text for player in report.players if player.id_text]
    return "fide" if all(fide_number(text) for text in texts) else "mixed"


def _federation_warnings(report: TrfReport) -> list[Problem]:
    """Warn once where the column of federations has something else, such as clubs."""
    odd = [player for player in report.players if player.federation and not federation_of(player.federation)]
    if not odd:
        return []
    examples = ", ".join(sorted({player.federation for player in odd})[:5])
    message = say(
        "{count} players have no federation of FIDE in columns 54-56 ({examples}); it was left out",
        count=len(odd),
        examples=examples,
    )
    return [Problem("import-federation", message, Where(report.file, odd[0].line, 54, "federation"))]
