"""Read CSV and TSV of games, as spreadsheets save them: a header in English or Finnish
and one game a line.

    kierros;valkea;musta;tulos;päivä
    1;Aho, Aino;Salo, Eero;0,5-0,5;12.1.2024

Separators are `,` `;` and tab; the one that makes a header of a line is taken. Titles
may stand above the header. White and Black are texts: an id or a name, as the caller
says. The columns of `selo export games` are among those known.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from exchange.byes import is_bye
from exchange.results.written_results import (
    Points,
    as_unplayed,
    doubled_result_in,
    result,
)
from exchange.text.dates import (
    ORDERS,
    Order,
    are_finnish_days,
    readings,
    settle_separate_days,
)
from exchange.text.decoding import Decoded, TextFile, decode
from exchange.text.notes import FileQuestion, Notes
from exchange.text.numbers import whole_number
from exchange.text.tables import (
    SEPARATORS,
    header_line,
    header_words,
    refuse_rows_above,
    rows_of,
)
from ledger.errors import Problem, Where
from messages import Message, say
from messages.results import PENDING, RESULTS

_CODES = ("table-quotes", "table-fields")
MAX_FIELD = 1000
COLUMNS = {
    "round": ("round", "rd", "rnd", "kierros", "krs"),
    "white": ("white", "valkea", "valkeat", "valkoinen", "valkoiset"),
    "black": ("black", "musta", "mustat"),
    "result": ("result", "score", "tulos"),
    "date": ("date", "day", "on", "päivä", "päiväys", "päivämäärä", "pvm"),
    "board": ("board", "bd", "pöytä"),
    "played": ("played", "pelattu"),
    "game": ("game",),
    "white_name": ("white_name", "white name"),
    "black_name": ("black_name", "black name"),
    "white_fide_id": ("white_fide_id", "white fide id"),
    "black_fide_id": ("black_fide_id", "black fide id"),
    "white_team": (
        "white_team",
        "white team",
        "valkean joukkue",
        "vits lag",
        "vitt lag",
    ),
    "black_team": (
        "black_team",
        "black team",
        "mustan joukkue",
        "svarts lag",
        "svart lag",
    ),
    "home": ("home", "home team", "kotijoukkue", "koti", "hemmalag", "hemma"),
    # ratings are of the day, and nothing is read from them
    "white_rating": ("white_rating", "white rating"),
    "black_rating": ("black_rating", "black rating"),
}

_NEEDED = ("round", "white", "black", "result")
MEANING = {word: name for name, words in COLUMNS.items() for word in words}
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YES = ("yes", "y", "kyllä", "k", "1", "true")
_NO = (
    "no",
    "n",
    "ei",
    "e",
    "0",
    "false",
)


@dataclass(frozen=True, slots=True)
class TableGame:
    """A line of the table; `result` is written as in documents.

    line: its number in the file. on: its day, where the table says it.

    white, black: an id or a name, as the caller knows. white_name and the like are of
    columns beside them.
    """

    line: int
    round: int
    white: str
    black: str
    result: str
    on: date | None = None
    board: int | None = None
    number: str = ""  # of the game, where games of one pair are told apart by it
    white_name: str = ""
    black_name: str = ""
    white_fide_id: str = ""
    black_fide_id: str = ""
    white_team: str = ""
    black_team: str = ""
    home: str = ""  # the name of the team that plays at home


@dataclass(frozen=True, slots=True)
class GamesTable:
    """The games of a table, in the order of its lines.

    questions: days that can be read in two ways.
    """

    source: TextFile
    separator: str
    games: tuple[TableGame, ...]
    warnings: tuple[Problem, ...]
    questions: tuple[FileQuestion, ...]
    doubled: bool  # two points a game, as it is stated or as the results look


def read_games(
    data: bytes,
    file: str | None = None,
    *,
    date_order: Order | None = None,
    points: Points | None = None,
) -> GamesTable:
    """Read a table of games or refuse it, all problems at once.

    date_order: the order of day and month, where the officer said it.

    points: whether a win counts one point or two; None: what the results look like.

    Raised is Refused. Days that can be read in two ways come as `questions`, and have
    no day until answered.

        kierros;valkea;musta;tulos
        1;Aho, Aino;Salo, Eero;1-0     round 1, 1-0
    """
    decoded = decode(data, file)
    notes = Notes(file)
    separator, header, rows = _table(decoded, notes)

    twice = points == "doubled" or (points is None and _looks_doubled(header, rows))
    read = [
        _game(line, header, fields, notes, doubled_result_in if twice else result)
        for line, fields in rows
    ]

    if not read and not notes.problems:
        notes.refuse(
            "table-empty",
            say("the table has no games"),
            say("one game a line under the header"),
        )

    # the days are read together: one text may show in which order all of them are
    days, questions = _days(
        [(line, fields, header) for line, fields in rows], date_order, notes
    )
    games = tuple(
        replace(game, on=day) for game, day in zip(read, days, strict=True) if game
    )
    _refuse_repeated_games(games, notes)
    _warn_of_two_games(games, notes)

    return GamesTable(
        warnings=notes.done(),
        source=decoded.source,
        separator=separator,
        games=games,
        questions=questions,
        doubled=twice,
    )


def _looks_doubled(
    header: Sequence[str], rows: Sequence[tuple[int, list[str]]]
) -> bool:
    """Return whether there is a result that only two points a game explain, and none
    that they do not.

    header: what each column means. rows: the lines with their numbers. Lines without a
    result say nothing.

        2-0, 1-1, 0-2    True
        1-1, =           True: 1-1 is no result of one point a game
        2-0, 1-0         False: 1-0 is none of two points
        =, *             False: they are the same in both
    """
    results = []
    for _, fields in rows:
        cells = dict(zip(header, fields, strict=False))
        text = cells.get("result")
        if text:
            results.append(text)

    if not all(doubled_result_in(text) for text in results):
        return False

    return any(result(text) is None for text in results)


def _table(
    decoded: Decoded, notes: Notes
) -> tuple[str, list[str], list[tuple[int, list[str]]]]:
    """Find the separator, the meaning of each column, and the lines under the header.

    The lines come with their numbers in the file; empty ones are left out. A column
    that is not known has an empty meaning, and is refused.

    Of this table the separator is `;`, and the header means round, white, black,
    result:

        Kierros;Valkea;Musta;Tulos
        1;Aho, Aino;Salo, Eero;1-0

    The comma in a name is no separator: it makes fewer known words of the header.
    """
    start = header_line(decoded.lines, MEANING, 3)
    lines = decoded.lines[start:]
    if not lines:
        notes.refuse(
            "table-empty", say("the file is empty"), say("a header and one game a line")
        )
        notes.done()

    separator = max(
        SEPARATORS, key=lambda mark: len(_known_columns(header_words(lines[0], mark)))
    )

    words = header_words(lines[0], separator)
    header = [MEANING.get(cell, "") for cell in words]

    refuse_rows_above(decoded.lines[:start], separator, words, notes)
    _check_header(words, header, start + 1, notes)

    numbered = enumerate(lines[1:], start + 2)
    rows = rows_of(numbered, separator, len(header), MAX_FIELD, _CODES, notes)

    return separator, header, [(line, fields) for line, fields in rows if any(fields)]


def _known_columns(cells: Sequence[str]) -> set[str]:
    """Return which columns the words of a header mean; words that mean none are left
    out.

        round, valkea, pvm, tuomari  ->  round, white, date
    """
    return {MEANING[cell] for cell in cells if cell in MEANING}


def _check_header(
    cells: Sequence[str], header: Sequence[str], line: int, notes: Notes
) -> None:
    """Refuse columns that nobody knows, two that mean the same, and needed ones that
    are not there.

    cells: the words of the header. header: what they mean. line: where it stands. All
    of them are told at once.

        round;white;valkea;result;referee

    has no Black, White twice, and a column that means nothing here: three problems. A
    heading without a word heads nothing, and is let be.
    """
    hint = say(
        "columns: {names}",
        names="; ".join("/".join(words) for words in COLUMNS.values()),
    )
    for at, (cell, name) in enumerate(zip(cells, header, strict=True)):
        if cell and not name:
            notes.refuse(
                "table-unknown-column",
                say("unknown column {name}", name=repr(cell[:40])),
                hint,
                line,
                cell[:40],
            )
        elif name and name in header[:at]:
            notes.refuse(
                "table-column-twice",
                say("two columns mean {name}", name=name),
                hint,
                line,
                name,
            )

    for name in _NEEDED:
        if name not in header:
            notes.refuse(
                "table-missing-column",
                say("there is no column {name}", name=name),
                hint,
                line,
                name,
            )


def _game(
    line: int,
    header: Sequence[str],
    texts: Sequence[str],
    notes: Notes,
    read: Callable[[str], str | None],
) -> TableGame | None:
    """Read the game of a line. A missing column is reported once, on the header.

    header: what each column means. texts: the cells of the line. read: what reads a
    result.

    None: something is wrong with the line, and noted. The day is read later, for all
    lines together.

        round 1, white "Aho, Aino", black "Salo, Eero", result "0,5-0,5"
        ->  TableGame(line=2, round=1, ..., result="1/2-1/2")

    A game with a bye keeps its line, and is pending: it has no result.
    """
    # a short line has nothing in the columns that it does not reach
    fields = {name: "" for name in _NEEDED if name in header}
    fields |= zip(header, texts, strict=False)
    before = len(notes.problems)

    number = _number("round", line, fields, notes)
    board = _number("board", line, fields, notes)

    white = fields.get("white", "")
    black = fields.get("black", "")
    for name, text in (("white", white), ("black", black)):
        if not text and name in fields:
            notes.refuse(
                "table-no-player",
                say("{name} is empty", name=name),
                say("leave byes out"),
                line,
                name,
            )

    if white and white.casefold() == black.casefold():
        notes.refuse(
            "table-own-opponent",
            say("one player has both colours"),
            say("correct it"),
            line,
            "black",
        )

    # whatever stands as the result of a bye, it is not one of a game
    if is_bye(white) or is_bye(black):
        score: str | None = PENDING
    else:
        score = _score(line, fields, notes, read)

    if number is None or score is None or len(notes.problems) > before:
        return None
    # the header has been refused for what it lacks
    if not fields.keys() >= set(_NEEDED):
        return None

    _check_teams(line, fields, notes)

    return TableGame(
        line=line,
        round=number,
        white=white,
        black=black,
        result=score,
        board=board,
        number=fields.get("game", ""),
        white_name=fields.get("white_name", ""),
        black_name=fields.get("black_name", ""),
        white_fide_id=fields.get("white_fide_id", ""),
        black_fide_id=fields.get("black_fide_id", ""),
        white_team=fields.get("white_team", ""),
        black_team=fields.get("black_team", ""),
        home=fields.get("home", ""),
    )


def _check_teams(line: int, fields: dict[str, str], notes: Notes) -> None:
    """Refuse a game of one team alone, or between players of one, and a home team that
    is neither.

    fields: of the line, by their columns. Without any team there is nothing to check.
    Capitals and blanks do not matter.

        SalSK   TuTS   home TuTS    right
        SalSK          home SalSK   refused: black_team is empty
        SalSK   salsk               refused: one team
        SalSK   TuTS   home Espoo   refused: home is neither
    """

    def team(name: str) -> str:
        """Return the name of a team to compare by; empty where there is none."""
        words = fields.get(name, "").split()
        return " ".join(words).casefold()

    white = team("white_team")
    black = team("black_team")
    home = team("home")
    if not white and not black and not home:
        return

    if not white or not black:
        name = "black_team" if white else "white_team"
        hint = say("name both teams of a game, or neither")
        notes.refuse("table-team", say("{name} is empty", name=name), hint, line, name)
    elif white == black:
        hint = say(
            "two players of one team do not meet in a match: leave both teams out"
        )
        notes.refuse(
            "table-team", say("both players are of one team"), hint, line, "black_team"
        )
    elif home and home not in (white, black):
        message = say(
            "{text} is neither team of the game", text=repr(fields["home"][:40])
        )
        notes.refuse(
            "table-team",
            message,
            say("name the home team as in its column"),
            line,
            "home",
        )


def _number(name: str, line: int, fields: dict[str, str], notes: Notes) -> int | None:
    """Read a round or board: 3, 3. and 3,0 (as spreadsheets save whole numbers).

    name: round or board. None: the text is none, which is refused, or it is empty,
    which only a round may not be.

        3      3
        3.     3
        3,0    3
        3,5    refused
        0      refused
    """
    text = fields.get(name, "")
    plain = text
    # spreadsheets write 3,0 for 3; what stays of 3,5 is no whole number
    if "," in text or "." in text:
        plain = text.replace(",", ".").removesuffix("0").removesuffix(".")

    number = whole_number(plain)
    is_missed = name in _NEEDED and name in fields
    if not number and (text or is_missed):
        shown = repr(text[:40])
        if name == "round":
            message = say("{text} is not a round number", text=shown)
        else:
            message = say("{text} is not a board number", text=shown)

        notes.refuse(f"table-{name}", message, say("a whole number from 1"), line, name)

    return number or None


def _score(
    line: int, fields: dict[str, str], notes: Notes, read: Callable[[str], str | None]
) -> str | None:
    """Read the result of a line, as documents write it; None: it is refused.

    read: what reads a result, of one point a game or of two.

    A column `played` may say that a 1-0 was a forfeit. It must not say that 1-0F was
    played.

        result 1-0, played no      1-0F
        result 1-0, played yes     1-0
        result 1-0F, played yes    refused
        result 1-0, played empty   refused: it does not say it
    """
    if "result" not in fields:
        return None

    text = fields["result"]
    score = read(text)
    if score is None:
        hint = say(
            "1-0, 0-1, ½-½, 0-0; 1-0F, 0-1F, 0-0F for forfeits; * when not finished"
        )
        notes.refuse(
            "table-result",
            say("{text} is not a result", text=repr(text[:40])),
            hint,
            line,
            "result",
        )
        return None

    if "played" not in fields:
        return score

    # the column is there, so it has to say something in each line
    played = fields["played"].casefold()
    if played not in (*_YES, *_NO):
        message = say(
            "{text} does not say whether the game was played", text=repr(played[:40])
        )
        notes.refuse(
            "table-played", message, say("yes or no, kyllä or ei"), line, "played"
        )
        return None

    if played in _YES and RESULTS[score].is_forfeit:
        message = say("played, but with the forfeit {result}", result=score)
        notes.refuse("table-played", message, say("correct either"), line, "result")

    return as_unplayed(score) if played in _NO else score


def _days(
    rows: Sequence[tuple[int, list[str], list[str]]], order: Order | None, notes: Notes
) -> tuple[list[date | None], tuple[FileQuestion, ...]]:
    """Read the day of each line, and make one question of each text that can be read in
    two ways.

    rows: each with its line, its cells, and what its columns mean. order: the one that
    the officer said; None: dots decide it, or nothing does.

    A text that is no day is refused.

    One text that can be read in one order alone settles it for all of them:

        1/2/2024, 13/1/2024    2024-02-01, 2024-01-13
        1/2/2024, 3/2/2024     no days yet, and a question for each
    """
    texts = []
    known = []
    for _, fields, header in rows:
        cells = dict(zip(header, fields, strict=False))
        text = cells.get("date", "")
        texts.append(text)

        # 2024-01-12 is the same day whatever the order in the rest of the table
        iso = _day_as_iso(text)
        known.append(dict.fromkeys(ORDERS, iso) if iso else readings(text))

    for (line, _, _), text, reading in zip(rows, texts, known, strict=True):
        if text and not reading:
            message = say("{text} is not a day", text=repr(text[:40]))
            notes.refuse(
                "table-date", message, say("2024-01-31 or 31.1.2024"), line, "date"
            )

    # with dots the day is first, as in all files seen; a month in front would show in a
    # day that cannot be one
    others = [text.strip() for text in texts if text and not _day_as_iso(text)]
    settled = settle_separate_days(
        known, order or ("dmy" if are_finnish_days(others) else None)
    )

    questions: dict[str, FileQuestion] = {}
    # one question for each text, at the first line that has it
    for at, choices in sorted(settled.open.items()):
        where: Where = notes.at(rows[at][0], None, "date")
        message = say(
            "{text} can be read in {count} ways",
            text=repr(texts[at]),
            count=len(choices),
        )
        questions.setdefault(texts[at], FileQuestion("date", message, choices, where))

    return list(settled.days), tuple(questions.values())


def _day_as_iso(text: str) -> date | None:
    """Return the day of a text as YYYY-MM-DD; None for any other text.

    2024-01-31    2024-01-31
    2024-02-30    None: February has no such day
    31.1.2024     None
    """
    try:
        return date.fromisoformat(text) if _ISO.fullmatch(text) else None
    except ValueError:
        return None


def _refuse_repeated_games(games: Sequence[TableGame], notes: Notes) -> None:
    """Refuse a line that comes again, which would count a game twice.

    A line is the same if everything that tells games apart is: round, players, result,
    day, board and number. Capitals of names are no matter.

        1;Aho;Salo;1-0 and 1;aho;salo;1-0    refused: one game twice

    Two games of one pair in a round are told apart by day, board or number.
    """
    whole_games = []
    for game in games:
        columns_of_game = (
            game.round,
            game.white.casefold(),
            game.black.casefold(),
            game.result,
            game.on,
            game.board,
            game.number,
        )
        whole_games.append((game.line, columns_of_game))

    notes.refuse_twice("table-line-twice", whole_games, say("board, day or round"))


def _warn_of_two_games(games: Sequence[TableGame], notes: Notes) -> None:
    """Warn of the second game of a player in a round. Capitals of names are no matter.

    1;Aho;Salo;1-0 and 1;Aho;Berg;1-0    warned: Aho has two games in round 1
    """
    first_lines: dict[tuple[int, str], int] = {}
    for game in games:
        for column, player in (("white", game.white), ("black", game.black)):
            seat = game.round, player.casefold()
            first = first_lines.setdefault(seat, game.line)
            # every bye of a round has the same name, and is nobody
            if first == game.line or is_bye(player):
                continue

            message = _second_game(column, game.round, first)
            notes.warn("table-two-games", message, line=game.line, field=column)


def _second_game(column: str, number: int, line: int) -> Message:
    """Say that the player of a column, `white` or `black`, has a game in a round
    already, and in which line.
    """
    if column == "white":
        return say(
            "the white player has a game in round {number} already (line {line})",
            number=number,
            line=line,
        )

    return say(
        "the black player has a game in round {number} already (line {line})",
        number=number,
        line=line,
    )
