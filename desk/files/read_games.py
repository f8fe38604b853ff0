"""A file of games of any known format into one shape: the one place that knows which reader reads what."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from desk.files.from_people import read_list_of_people
from desk.files.from_table import read_boards, read_cross, read_round_robin, read_table, read_tags
from desk.files.from_trf import read as read_report
from desk.files.games_file import GamesFile
from desk.files.plain import plain
from desk.files.settings import Settings
from desk.files.without_byes import without_byes
from exchange.recognise import Kind, kind_of
from exchange.text.decoding import MAX_BYTES, too_large
from ledger.errors import Problem, Refused, Where

READERS: dict[str, Callable[[bytes, str, Settings], GamesFile]] = {
    "trf": read_report,
    "games": read_table,
    "crosstable": read_cross,
    "pairings": read_boards,
    "matrix": read_round_robin,
    "pgn": read_tags,
    "people": read_list_of_people,
}
MAX_GAMES = 20_000
_KNOWN = (
    "known are JSON documents, TRF, PGN, and tables of games, pairings or results as CSV, text, xlsx, ods or web page; "
    "with --as lists and openings"
)
_INSTEAD: dict[Kind | None, tuple[str, str]] = {
    "json": ("this is a JSON document, not a file of games", "submit it without the options for a file of games"),
    "empty": ("the file is empty", _KNOWN),
    "packed": ("the file is a zip archive", "unpack it and send what is inside"),
    "gzip": ("the file is packed (gzip)", "unpack it first"),
    "rich-text": ("the file is a text document (RTF)", "save it as plain text, or ask for the report (TRF)"),
    "excel": ("the file is an old spreadsheet or another office file", "save the sheet as CSV"),
    "pdf": ("the file is a PDF, which shows results and does not hold them", "ask the organiser for the report (TRF)"),
    "web-page": ("the web page has no table of games that is known here", "save the page with the crosstable"),
    "swiss-manager": ("the file is a tournament of Swiss-Manager", "export the report (TRF16) from Swiss-Manager"),
    "fide-xml": ("this looks like FIDE's rating list", "use --as fide-list --on DAY"),
    "fide-text": ("this looks like FIDE's rating list", "use --as fide-list --on DAY"),
    "openings": ("this is a table with ratings, not one of games", "use --as openings --list selo --on DAY"),
    None: ("nothing in the file shows what it is", _KNOWN),
}


def read_games_file(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a file of games or refuse it, all problems at once."""
    text = plain(data, file, settings)
    kind = kind_of(file, text.data)
    if kind is None and len(data) > MAX_BYTES:
        raise Refused(too_large(file))
    if kind in _INSTEAD:
        message, hint = _INSTEAD[kind]
        code = "empty" if kind == "empty" else "unknown-format" if kind is None else "other-format"
        raise Refused(Problem(code, message, Where(file), hint))
    games_file = without_byes(text.stamped(READERS[str(kind)](text.data, file, settings)), settings.map)
    if len(games_file.games) > MAX_GAMES:
        message = f"{len(games_file.games)} games; at most {MAX_GAMES} are read"
        raise Refused(Problem("too-many-games", message, Where(file), "send one tournament in a file"))
    if not games_file.games and not games_file.people_only:
        raise Refused(Problem("no-games", "there is no game in the file", Where(file), "is it finished?"))
    odd = list(_days_of_no_round(games_file, settings))
    return replace(games_file, warnings=[*games_file.warnings, *odd]) if odd else games_file


def _days_of_no_round(file: GamesFile, settings: Settings) -> Iterator[Problem]:
    """A slip, or rounds that are still to come: the days of all rounds may stand beside every state of a report."""
    if without := [number for number in settings.round_days if int(number) > file.rounds]:
        rounds = "only round 1" if file.rounds == 1 else f"rounds 1 to {file.rounds}"
        message = f"a day is given for round {', '.join(without)}, and the file has {rounds}"
        yield Problem("no-such-round", message, Where(file.source.file, field="round_days"))
