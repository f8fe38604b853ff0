"""Read a file of games of any known format into one shape: the one place that knows
which reader reads what.

A list of people, such as a starting list: rows without games, matched like those of a
report.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from desk.files.event_pages import INSTEAD as INSTEAD_OF_PAGES
from desk.files.event_pages import event_pages, read_event
from desk.files.from_program import program_file, read_program
from desk.files.from_report import read_cross, read_report, read_round_robin
from desk.files.from_table import (
    read_abroad,
    read_boards,
    read_match_cards,
    read_matches,
    read_table,
    read_tags,
    reason_of,
)
from desk.files.games_file import (
    Entrant,
    FileGame,
    GamesFile,
    federation_of,
    fide_number,
    game_of_stated_result,
    source_of,
    without_byes,
)
from desk.files.open_file import PlainText, plain_text
from desk.files.settings import Settings
from exchange import MAX_BYTES
from exchange.lists.people import ListedPerson, read_people
from exchange.recognise import Kind, kind_of
from exchange.results.proposed_columns import (
    ColumnsProposal,
    proposal,
    table_under_heads,
)
from exchange.spreadsheets.rows import plain_bytes
from exchange.text.decoding import decode, size_problem
from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, counted, option, say
from messages.results import PENDING

_FORMATS = by_command(
    "the program reads JSON documents, TRF, PGN, and tables of games, pairings or"
    " results as CSV, text, xlsx, ods or web page; with --as, lists and openings",
    "the program reads JSON documents, TRF, PGN, and tables of games, pairings or"
    " results as CSV, text, xlsx, ods or web page; lists and openings too",
)
_FIDE_LIST = (
    say("this looks like FIDE's rating list"),
    by_command(
        "use --as fide-list --on DAY", "unpack FIDE's list and drop it here as it is"
    ),
)
INSTEAD: dict[Kind | None, tuple[Message, Message]] = {
    "json": (
        say("this is a JSON document, not a file of games"),
        say("submit it without the options for a file of games"),
    ),
    "empty": (say("the file is empty"), _FORMATS),
    "packed": (
        say("the file is a zip archive"),
        say("unpack it and send what is inside"),
    ),
    "gzip": (say("the file is packed (gzip)"), say("unpack it first")),
    # copied from a page
    "colours-unknown": INSTEAD_OF_PAGES["colours-unknown"],
    "rich-text": (
        say("the file is a text document (RTF)"),
        say("save it as plain text, or ask for the report (TRF)"),
    ),
    "excel": (
        say("the file is an old spreadsheet or another office file"),
        by_command(
            "save it as .xlsx, or the sheet as CSV (the extra selokirja[xls] reads"
            " .xls)",
            "save it as .xlsx, or the sheet as CSV",
        ),
    ),
    "locked": (
        say("the spreadsheet is protected by a password"),
        say("save it without the password"),
    ),
    "document": (
        say("the file is a document or a presentation of an office program"),
        say(
            "copy the table of results into a spreadsheet and save that, or ask for the"
            " report (TRF)"
        ),
    ),
    "other-spreadsheet": (
        say("the file is a spreadsheet of a kind that is not read"),
        say("save it as .xlsx, or the sheet as CSV"),
    ),
    "picture": (
        say("the file is a picture, from which no results can be read"),
        say("ask the organiser for the report (TRF)"),
    ),
    "archive": (
        say("the file is packed"),
        say("unpack it and send what is inside"),
    ),
    "unmarked-utf-16": (
        say("the file is text in UTF-16, but does not say so"),
        by_command("save it as UTF-8, or use --encoding utf-16", "save it as UTF-8"),
    ),
    "pdf": (
        say("the file is a PDF, from which no results can be read"),
        say("ask the organiser for the report (TRF)"),
    ),
    "web-page": (
        say("the web page has no table of games that is known here"),
        say("save the page with the crosstable"),
    ),
    "wall-chart": (
        say("the table has results like W12, which do not say who had White"),
        say(
            "export the report (TRF) from the pairing program, or send TDEXPORT.DBF of"
            " the report to US Chess"
        ),
    ),
    "mhtml": (
        say("the file is a web page that was saved as a single file (MHTML)"),
        say("open it in the browser and save it as HTML only"),
    ),
    "swiss-manager": (
        say("the file is a tournament of an earlier Swiss-Manager"),
        say("export the report (TRF16) from Swiss-Manager"),
    ),
    "access": (
        say("the file is a database of Access, as Papi writes it"),
        say("export the report (TRF) from Papi, or save the table of results as CSV"),
    ),
    "swissperfect": (
        say("the file is one of the three in which SwissPerfect keeps a tournament"),
        say("pack the three (.ini, .trn and .sco) into one zip archive and send that"),
    ),
    "us-chess": (
        say(
            "the file is a part of a rating report to US Chess (DBF) without names and"
            " results"
        ),
        say(
            "send TDEXPORT.DBF of format 2C, which has them, or save the table of"
            " results as CSV"
        ),
    ),
    "dbase": (
        say("the file is a table of dBase (DBF)"),
        say("open it in a spreadsheet and save it as CSV"),
    ),
    "swisssys": (
        say("the file is an event of SwissSys"),
        say("export each section from SwissSys as a report (TRF)"),
    ),
    "sqlite": (
        say("the file is a database (SQLite), as Sharly-Chess keeps an event"),
        say("export the tournament from Sharly-Chess as TRF"),
    ),
    "vega": (
        say("the file is one of Vega's own tournament files"),
        say("send the report (TRF) that Vega writes, or its PGN"),
    ),
    "swiss-chess": (
        say("the file is a tournament of Swiss-Chess"),
        say(
            "export the report (TRF) from Swiss-Chess, or save the table of results as"
            " text"
        ),
    ),
    "tasaselo-list": (
        say("this is the rating list that Tasaselo reads: it has no ids and no games"),
        say("send the table of results that Tasaselo writes (TULOKSET.TXT)"),
    ),
    "xml": (
        say("the file is XML of a kind that is not known here"),
        say("export the report (TRF) from the program that wrote it"),
    ),
    "binary": (
        say("the file is not text: it is in another program's own format"),
        say(
            "export the report (TRF) from that program, or save the table of results"
            " as CSV"
        ),
    ),
    "fide-xml": _FIDE_LIST,
    "fide-text": _FIDE_LIST,
    "openings": (
        say("this is a table with ratings, not one of games"),
        by_command(
            "use --as openings --list selo --on DAY",
            "save the table as CSV and leave it here",
        ),
    ),
    None: (say("the program cannot tell what this file is"), _FORMATS),
}


def read_list_of_people(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a list of people; rows are called by starting number, or by position where
    that is missing or given twice.

        No;Name;Rating
        1;Aho, Aino;1850     Entrant("1", "Aho, Aino", ...)
        2;Salo, Eero;1790    Entrant("2", "Salo, Eero", ...)

    The file has no games, and `people_only` says that this is no mistake.
    """
    table = read_people(data, file)
    keys = [person.number for person in table.people]
    if not all(keys) or len(set(keys)) < len(keys):
        keys = [str(position) for position in range(1, len(keys) + 1)]

    return GamesFile(
        source=source_of(table.source, say("list of people")),
        entrants=list(map(_entrant, keys, table.people)),
        games=[],
        name=table.title,
        warnings=table.warnings,
        people_only=True,
    )


def _entrant(key: str, person: ListedPerson) -> Entrant:
    """Make the row of a person on a list.

    `key`: what the row is called. An id of the ledger on the list is the national one.
    What the list does not say is None.
    """
    return Entrant(
        key=key,
        name=person.name,
        line=person.line,
        sex=person.sex or None,
        born=person.born or None,
        federation=federation_of(person.federation),
        fide_id=fide_number(str(person.fide_id or "")),
        national_id=person.player or None,
        club=person.club or None,
    )


READERS: dict[str, Callable[[bytes, str, Settings], GamesFile]] = {
    "trf": read_report,
    "games": read_table,
    "crosstable": read_cross,
    "pairings": read_boards,
    "team-pairings": read_matches,
    "matrix": read_round_robin,
    "pgn": read_tags,
    "people": read_list_of_people,
    "foreign": read_abroad,
    "ecf-lms": read_match_cards,
}
MAX_GAMES = 20_000


def read_games_file(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a file of games or refuse it, all problems at once.

    What it is, is found out in this order: saved pages of an event, a program's own
    file, a text inside something else (a workbook, a page), a text of a known kind, and
    a table under headings that nobody here knows, whose columns are then asked about.
    `settings` are the officer's answers so far.

    `other-format`: it is known, and cannot be read; the hint says what to send instead.
    `unknown-format`, `empty`, `too-large`, `no-games` and `too-many-games` say what
    their names say; a reader has codes of its own.
    """
    pages = event_pages(data, file, settings)
    if pages:
        event = read_event(pages, data, file, settings, READERS)
        return _checked_file(event, settings)

    program = program_file(data, file)
    if program is not None:
        tournament = read_program(program, data, file, settings)
        return _checked_file(tournament, settings)

    text = plain_text(data, file, settings)
    kind = text.kind
    # taken out of a spreadsheet, or read in another encoding
    if kind is None and text.sha256:
        kind = kind_of(file, text.data)
    if kind is None and len(data) > MAX_BYTES:
        raise Refused(size_problem(file))

    if settings.columns is not None:
        return _read_by_columns(text, file, settings, None)
    if kind is None:
        proposed = _proposed_columns(text.data, file)
        if proposed is not None:
            return _read_by_columns(text, file, settings, proposed)

    return _read_text(text, kind, file, settings)


def _proposed_columns(data: bytes, file: str) -> ColumnsProposal | None:
    """Propose which column of an unknown table is what; None: it is no table.

        Krs;V;M;Tulos                 "round=1,white=2,black=3,result=4"
        1;Aho, Aino;Salo, Eero;1-0

    The officer says yes to it, or states `columns`.
    """
    try:
        return proposal(decode(data, file).lines)
    except Refused:  # no text at all
        return None


def _read_by_columns(
    text: PlainText, file: str, settings: Settings, proposed: ColumnsProposal | None
) -> GamesFile:
    """Read a table by the columns that were stated, or by those that are proposed,
    which is then a question.

    `proposed`: None where the officer has stated them. The table is written again under
    known headings, line by line, so that what is refused has the line of the file.

    `table-columns`: the columns are not in the table, or nothing could be proposed; the
    headings are shown with their numbers. A table that begins with a game has none, and
    is told so.
    """
    decoded = decode(text.data, file)
    columns = settings.columns
    heads = ""

    if proposed is not None:
        columns = columns or proposed.text
        heads = proposed.heads

    lines = None
    if columns:
        lines = table_under_heads(decoded.lines, columns, settings.round)

    if not columns and proposed is not None and proposed.is_headless:
        message = say(
            "the table has no line of headings: it begins with {heads}", heads=heads
        )
        hint = say("put a line like round;white;black;result above the games")
        where = Where(file, field="columns")
        raise Refused(Problem("table-columns", message, where, hint))

    if lines is None:
        message = say("which column is what? {heads}", heads=heads)
        hint = by_command(
            "--columns round=1,white=2,black=4,result=5: columns are counted from 1,"
            " under a line of headings; use --round N if no column has the round",
            "like round=1,white=2,black=4,result=5, columns counted from 1 under a line"
            " of headings; and the round, where no column has it",
        )
        where = Where(file, field="columns")
        raise Refused(Problem("table-columns", message, where, hint))

    sent = replace(
        text,
        data=plain_bytes(lines),
        sha256=text.sha256 or decoded.source.sha256,
        encoding=text.encoding or decoded.source.encoding,
    )
    read = _read_text(sent, "games", file, settings)

    return replace(read, columns=proposed)


def _read_text(
    text: PlainText, kind: Kind | None, file: str, settings: Settings
) -> GamesFile:
    """Read a text by the reader of its kind, or say what to send instead.

    `kind`: None where nothing shows what it is; of a workbook it may be another sheet
    that has the games. Refused by the kind are `empty`,
    `unknown-format`, and else `other-format`.
    """
    if kind is None and text.inside in ("xlsx", "ods", "xls"):
        message = say("the program cannot tell what this sheet holds")
        hint = say(
            "if the games are on another sheet, name it ({sheet})",
            sheet=option("sheet"),
        )
        raise Refused(
            Problem("unknown-format", message, Where(file, field="sheet"), hint)
        )

    if kind in INSTEAD:
        code = "other-format"
        if kind == "empty":
            code = "empty"
        elif kind is None:
            code = "unknown-format"
        message, hint = INSTEAD[kind]
        raise Refused(Problem(code, message, Where(file), hint))

    reader = READERS[str(kind)]
    read = reader(text.data, file, settings)
    return _checked_file(text.stamped(read), settings)


def _checked_file(read: GamesFile, settings: Settings) -> GamesFile:
    """Return the file with the officer's answers about its byes and results, or refuse
    it if it has no games, or too many.

    `no-games`: none is left when byes are taken out, and it is no list of people.
    `too-many-games`: more than 20,000. A day for a round that the file does not have is
    warned of.
    """
    where = Where(read.source.file)
    read = replace(read, entrants=[*map(_without_lone_comma, read.entrants)])
    games_file = _file_with_results(without_byes(read, settings.map), settings)

    count = len(games_file.games)
    if count > MAX_GAMES:
        message = say(
            "{count} games; at most {most} are read", count=count, most=MAX_GAMES
        )
        hint = say("send one tournament in a file")
        raise Refused(Problem("too-many-games", message, where, hint))

    if not count and not games_file.people_only:
        message = say("there is no game in the file")
        hint = say("is it finished?")
        raise Refused(Problem("no-games", message, where, hint))

    odd = list(_days_of_no_round(games_file, settings))
    if not odd:
        return games_file

    return replace(games_file, warnings=[*games_file.warnings, *odd])


def _without_lone_comma(entrant: Entrant) -> Entrant:
    """Return the row without a comma that parts nothing, as programs write it behind
    somebody whose whole name stands in the field of the surname.

        Aino Aho,    Aino Aho
    """
    return entrant._replace(name=entrant.name.strip(" ,"))


def _file_with_results(file: GamesFile, settings: Settings) -> GamesFile:
    """Give games that the file has without a result the one that the officer states; no
    other result is changed, unless both players are named. Such a game is one of the
    file even where the file does not have it yet.

        {"3/12": "1-0"}      round 3, White in row 12: the file has `*` there
        {"3/12/7": "0-1"}    the same with row 7 as Black: counts against the file too

    A stated result that the file has already is no flaw. Refused, all at once, is one
    without Black that differs from the file's, or whose game the file does not have
    (`no-pending-game`).
    """
    if not settings.results:
        return file

    unused = dict(settings.results)
    games: list[FileGame] = []
    refused: list[Message] = []
    for game in file.games:
        # who names both players means this game, whatever the file has
        by_both = unused.pop(f"{game.round}/{game.white}/{game.black}", None)
        by_white = None
        if by_both is None:
            by_white = unused.pop(f"{game.round}/{game.white}", None)

        stated = by_both or by_white
        if stated and (by_both or game.result == PENDING):
            game = game._replace(result=stated, reason=reason_of(stated))
        elif stated not in (None, game.result):
            message = say(
                "round {round}, row {row}: the file has {result}",
                round=game.round,
                row=game.white,
                result=game.result,
            )
            refused.append(message)

        games.append(game)

    rows = {row.key for row in file.entrants}

    # what no game of the file used: a game to come, if both players are named
    for name, result in unused.items():
        number, white, black = game_of_stated_result(name, rows)
        if black is None:
            refused.append(say("{game}: the file has no such game", game=name))
            continue
        on = settings.round_days.get(str(number))
        games.append(FileGame(number, white, black, result, reason_of(result), on))

    if refused:
        where = Where(file.source.file, field="results")
        hint = say("take the result out of the answers")
        problems = [
            Problem("no-pending-game", message, where, hint) for message in refused
        ]
        raise Refused(problems)

    return replace(file, games=games)


def _days_of_no_round(file: GamesFile, settings: Settings) -> Iterator[Problem]:
    """Warn of days for rounds that the file does not have: a slip, or rounds that are
    still to come.

        a day is given for round 8, and the file has rounds 1 to 7    (no-such-round)

    The days of all rounds may stand beside every state of a report.
    """
    without = [number for number in settings.round_days if int(number) > file.rounds]
    if not without:
        return

    message = counted(
        "you gave a day for round {numbers}, but the file has only round 1",
        "a day is given for round {numbers}, and the file has rounds 1 to {count}",
        file.rounds,
        numbers=", ".join(without),
    )
    where = Where(file.source.file, field="round_days")
    yield Problem("no-such-round", message, where)
