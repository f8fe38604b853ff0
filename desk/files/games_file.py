"""Hold every file of games in one shape, whatever its format: who played, who met whom,
what the file leaves open.

Byes that a file writes as a game against somebody: no opponent, no game, and never a
new player.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal, NamedTuple

from desk.files.settings import BYE, Settings
from desk.participants import participants
from exchange.byes import is_bye
from exchange.results.proposed_columns import ColumnsProposal
from exchange.text.cells import Bye
from exchange.text.decoding import TextFile
from exchange.text.notes import FileQuestion
from ledger.errors import Problem, Where
from ledger.federations import FEDERATIONS
from messages import counted
from messages.results import RESULTS

Fields = dict[str, Any]  # of a document, before it is checked


LEAST_FIDE = 100_000  # ids with fewer than six digits are not FIDE's


def fide_number(text: str) -> int | None:
    """Return the number if FIDE may have given it; local numbers in its column are too
    short.

        500001       500001
        1234         None: FIDE's have six digits or more
        P0042        None
    """

    if not text.isascii() or not text.isdigit() or len(text) > 11:
        return None

    number = int(text)
    return number if number >= LEAST_FIDE else None


def federation_of(text: str) -> str | None:
    """Return the code of a federation, or None where the text is none.

        fin        FIN
        Finland    None: a club or a country's name is no code

    FIDE's codes are the only ones.
    """
    code = text.upper()
    return code if code in FEDERATIONS else None


class Entrant(NamedTuple):
    """A player's row. `key` is what the officer calls it by: the starting number, or
    the text of the table.
    """

    key: str
    name: str  # empty where the file has an id only
    line: int | None = None  # of the file, from 1
    sex: str | None = None  # m, f
    born: str | None = None  # YYYY-MM-DD, or the year alone
    federation: str | None = None  # a code of FIDE: FIN
    fide_id: int | None = None
    # of the ledger, as far as the file knows; whether there is such a player is looked
    # up later
    national_id: str | None = None
    club: str | None = None


class FileGame(NamedTuple):
    """A game as the file has it, between the keys of two rows. `reason`: why it was not
    played; empty when it was.
    """

    round: int
    white: str
    black: str
    result: str  # as documents write it: 1-0, 1/2-1/2, 0-1F, *
    reason: str = ""
    on: str | None = None  # YYYY-MM-DD
    board: int | None = None  # from 1
    line: int | None = None  # of the file, from 1


class FileBye(NamedTuple):
    """Who had no opponent in a round, by the key of the row, and why: `reason`."""

    round: int
    player: str
    reason: str


def byes_of(byes: Iterable[Bye]) -> tuple[FileBye, ...]:
    """Return the byes that a reader found, whose players are numbers of rows."""
    return tuple(FileBye(bye.round, str(bye.player), bye.reason) for bye in byes)


def distinct_byes(byes: Iterable[FileBye]) -> tuple[FileBye, ...]:
    """Return the byes of several files with each once: of a player in a round the first
    counts.

        round 2, row 5, "bye" and "half-point bye"    "bye"
    """
    once: dict[tuple[int, str], FileBye] = {}
    for bye in byes:
        once.setdefault((bye.round, bye.player), bye)

    return tuple(once.values())


class FileReport(NamedTuple):
    """What a report says beside its games: `facts` of the event, and of each row what
    documents hold of a player.
    """

    facts: Mapping[str, object]
    players: Mapping[str, Mapping[str, object]]  # by the key of the row

    def fields(self, ids: Mapping[str, str]) -> Fields:
        """Return what documents hold of it, by the ids of the players; nobody stands in
        it twice.

        `ids`: by the keys of the rows, of those who have one.

            {
                "place": "Helsinki",
                "players": [{"player": "P0042", "number": 3, "rating": 1850}],
            }

        Rows of people without an id are left out. Of two rows of one player the first
        counts.
        """

        rows: dict[str, Fields] = {}
        for key, row in self.players.items():
            player = ids.get(key)
            if player is not None and player not in rows:
                rows[player] = {"player": player, **row}

        return {**self.facts, "players": list(rows.values())}


@dataclass(frozen=True, slots=True)
class Source:
    """A file and how its bytes were read."""

    file: str
    format: str  # as people read it: pairing table, crosstable (club)
    sha256: str  # of the bytes as they were sent
    encoding: str
    line_ends: str


def source_of(text: TextFile, form: str) -> Source:
    """Return a file of text as one of games; every file that comes here has a name.

    `form`: what the format is called to people, such as `pairing table`.
    """
    assert text.file is not None
    return Source(text.file, form, text.sha256, text.encoding, text.line_ends)


@dataclass(frozen=True, slots=True)
class GamesFile:
    """Everything that one file of games states."""

    source: Source
    entrants: Sequence[Entrant]
    games: Sequence[FileGame]
    name: str = ""
    start: date | None = None
    end: date | None = None
    federation: str = ""
    time_text: str = ""  # as the organiser wrote it
    time_control: str | None = None  # what it seems to mean
    # the file says it in a field of its own, so it is not asked about
    is_time_stated: bool = False
    online: str = ""  # what in it says that the games were played online
    byes: Sequence[FileBye] = ()
    # what the ids of the file look like: fide, mixed, text (an id or a name)
    ids: str = "fide"
    warnings: Sequence[Problem] = ()
    questions: Sequence[FileQuestion] = ()
    # of which it does not show who had White
    without_colours: Literal["matrix", "matches"] | None = None
    # two points a game; it may also be a match of two games
    doubled: Literal["games", "matches"] | None = None
    # a table under unknown headings: what its columns were taken for
    columns: ColumnsProposal | None = None
    people_only: bool = False  # a starting list: nobody has played yet
    # lines of the officer's map that made a bye of a row
    answered_byes: frozenset[str] = frozenset()
    # of the fields of the event, where the file has them
    lines: Mapping[str, int] = field(default_factory=dict)
    report: FileReport | None = None
    # as documents have it, with rows for players
    league: Mapping[str, Any] | None = None

    @property
    def rounds(self) -> int:
        """The number of the last round that has a game; 0 without games."""
        return max((game.round for game in self.games), default=0)

    def people(self) -> list[Entrant]:
        """List everybody who needs an id, in the order of the file: players with a
        game, and in a report or a list all other names too.

        A row without a game and without a name is nobody, even in a report.
        """

        if self.people_only:
            return list(self.entrants)

        met = self.players_met()

        # a row without games may be an empty one; with a name in a report it is
        # somebody
        rows = () if self.report is None else self.report.players
        listed = participants((), self.league, rows)

        return [
            row
            for row in self.entrants
            if row.key in met or (row.key in listed and row.name)
        ]

    def players_met(self) -> set[str]:
        """Return the keys of all who have a game, one that was not played too."""
        return participants(self.games, None, ())


def first_and_last_day(
    days: Iterable[date], settings: Settings
) -> tuple[date | None, date | None]:
    """Return the first and last day of the games, unless the officer gave others. None
    where neither is known.

    `days`: in any order, each as often as it comes.

        10, 11, 12 January; the officer says that it ended on the 13th    10, 13
    """

    known = sorted(days)
    first = known[0] if known else None
    last = known[-1] if known else None

    if settings.start:
        first = date.fromisoformat(settings.start)
    if settings.end:
        last = date.fromisoformat(settings.end)

    return first, last


def rows_by_text(rows: Sequence[Entrant], texts: Iterable[str]) -> dict[str, list[str]]:
    """Map each text of the officer's map to the keys of the rows it means, by number or
    name.

        12           ["12"]
        aho,  aino   ["3"]: capitals and blanks make no difference
        Salo, Eero   ["4", "9"]: two rows have that name
        77           []: there is no such row

    Any number of rows but one is a flaw, which whoever asks tells.
    """

    keys = {row.key for row in rows}
    by_name: dict[str, list[str]] = {}
    for row in rows:
        by_name.setdefault(folded(row.name), []).append(row.key)

    meant: dict[str, list[str]] = {}
    for text in texts:
        # a number is a key of its own, so it counts before a name
        if text in keys:
            meant[text] = [text]
        else:
            meant[text] = by_name.get(folded(text), [])

    return meant


def game_of_stated_result(
    text: str, rows: Collection[str]
) -> tuple[int, str, str | None]:
    """Read which game a stated result belongs to: round and row of White (`3/12`), or
    with the row of Black (`3/12/7`) where it is stated even against the file. Rows
    without numbers are names, which may have a slash in them.

    `rows`: the keys of all rows; they tell where one name ends.

        3/12               3, "12", None
        3/12/7             3, "12", "7"
        1/Aho A/B/Salo     1, "Aho A/B", "Salo": there is a row of each
        1/Nobody           1, "Nobody", None: whoever asks finds no such game

    `text` begins with a round, as Settings have checked.
    """

    number, _, rest = text.partition("/")
    if rest in rows:
        return int(number), rest, None

    # the slash between two names is the one with a row on either side
    for position, sign in enumerate(rest):
        if sign != "/":
            continue
        white, black = rest[:position], rest[position + 1 :]
        if white in rows and black in rows:
            return int(number), white, black

    return int(number), rest, None


def folded(name: str) -> str:
    """Fold a name: capitals and blanks make no difference.

        " Aho,  AINO "    "aho, aino"

    A comma stays: `Aho Aino` is another text.
    """
    return " ".join(name.casefold().split())


def seats_of(file: GamesFile) -> set[tuple[int, str]]:
    """Return each round and player with a game in it, or with a cell of the report in
    the place of one.

        {(1, "3"), (1, "7"), (2, "3")}

    So somebody with a bye in round 2 has a seat there, and somebody who was not paired
    has none.
    """

    seats: set[tuple[int, str]] = set()
    for game in file.games:
        seats.add((game.round, game.white))
        seats.add((game.round, game.black))

    if file.report is None:
        return seats

    for player, row in file.report.players.items():
        cells = row.get("cells")
        if isinstance(cells, dict):
            seats.update((int(number), player) for number in cells)

    return seats


SHOWN = 3
_CODE_OF_HALF_POINTS = {2: "U", 1: "H", 0: "Z"}


def without_byes(file: GamesFile, answers: Mapping[str, str]) -> GamesFile:
    """Return the file without its games against a bye; they are counted as byes, and a
    warning says which row was one.

    `answers` are the officer's, by number or name of a row: some name that only reads
    like a bye may be one. Answers that name a player are not looked at.

        4 Aho - 9 Bye, 1-0    no game; a bye of row 4; the cell of Aho's row is U

    A file without such games is returned as it is, but for `answered_byes`: the lines
    of the map that named a row. In a starting list the rows that were answered are left
    out.
    """

    answered = _rows_answered_bye(file, answers)
    file = replace(file, answered_byes=frozenset(answered))
    keys = set(answered.values())

    # nobody has a game in a starting list

    if file.people_only:
        people = [row for row in file.entrants if row.key not in keys]
        return replace(file, entrants=people)

    byes = _bye_rows(file, keys)
    games: list[FileGame] = []
    read_as_byes: list[FileBye] = []

    for game in file.games:
        if game.black in byes:
            read_as_byes.append(FileBye(game.round, game.white, BYE))
        elif game.white in byes:
            read_as_byes.append(FileBye(game.round, game.black, BYE))
        else:
            games.append(game)

    file = replace(file, report=_without_rows(file, byes))

    if not read_as_byes:
        return file

    met = file.players_met()
    rows = [row for key, row in byes.items() if key in met]
    warning = _warning_of_byes(len(read_as_byes), rows, file.source.file)

    return replace(
        file,
        games=games,
        byes=(*file.byes, *read_as_byes),
        warnings=[*file.warnings, warning],
    )


def _bye_rows(file: GamesFile, answered: Collection[str]) -> dict[str, Entrant]:
    """Return the rows that are byes, by their keys: by themselves or because the
    officer says so.

    `answered`: the keys of the rows that the officer calls byes.
    """
    byes = {row.key: row for row in file.entrants if _means_bye(row)}

    if any(game.white in byes and game.black in byes for game in file.games):
        # names left out of a report: who they are is a question, like for other names
        # that read like a bye
        byes = {}

    for row in file.entrants:
        if row.key in answered:
            byes[row.key] = row

    return byes


def _warning_of_byes(dropped: int, rows: Sequence[Entrant], file: str) -> Problem:
    """Say against whom the games were that are no games.

    `dropped`: how many they are. `rows`: those of the byes, at least one; three are
    shown, and the line of the first is the place.

        2 games against 'Bye': read as a bye, not as a game    (bye-as-player)
    """
    shown = [repr(row.name or row.key) for row in rows[:SHOWN]]
    message = counted(
        "{count} game against {names}: read as a bye, not as a game",
        "{count} games against {names}: read as a bye, not as a game",
        dropped,
        names=", ".join(dict.fromkeys(shown)),
    )

    return Problem("bye-as-player", message, Where(file, rows[0].line))


def _without_rows(file: GamesFile, byes: Collection[str]) -> FileReport | None:
    """Return the report without the rows that are byes; who would have met one has a
    bye in that round instead.

    `byes`: the keys of their rows. None where the file has no report.

    The report of the file itself stays as it is: rows are copied before they are
    changed.
    """

    if file.report is None or not byes:
        return file.report

    players = file.report.players
    rows: dict[str, Fields] = {
        key: dict(row) for key, row in players.items() if key not in byes
    }

    for game in file.games:
        if game.black in byes and game.white in rows:
            _add_bye(rows[game.white], game, side=0)
        if game.white in byes and game.black in rows:
            _add_bye(rows[game.black], game, side=1)

    return file.report._replace(players=rows)


def _add_bye(row: Fields, game: FileGame, side: int) -> None:
    """Put a bye with the score of a game into the cell of its round: half a point, a
    whole one, or none.

    `side`: of the player, 0 White and 1 Black.

        1-0, 1-0F with White     U
        0-1F with Black          U
        1-0 with Black           Z
        1/2-1/2                  H
        *                        Z
    """
    scored = RESULTS[game.result].scored or (0, 0)
    code = _CODE_OF_HALF_POINTS[scored[side]]
    row["cells"] = {**row.get("cells", {}), str(game.round): code}


def _rows_answered_bye(file: GamesFile, answers: Mapping[str, str]) -> dict[str, str]:
    """Map each text that is answered `bye` to the key of its row; a text that names no
    row, or several, is refused later.

        {"9": "bye", "Salo, Eero": "P0051"}    {"9": "9"}
    """

    texts = [text for text, answer in answers.items() if answer == BYE]
    answered: dict[str, str] = {}

    if not texts:
        return answered

    # texts are looked for among those who need an id only

    for text, keys in rows_by_text(file.people(), texts).items():
        if len(keys) == 1:
            answered[text] = keys[0]

    return answered


def _means_bye(entrant: Entrant) -> bool:
    """Return whether a row is a bye: it has no birth and no FIDE id.

    A row that has one is asked about, like other names that read like a bye.

        Bye              a bye
        vapaa            a bye
        Bye, born 1990   somebody
        Frei, Hans       somebody
    """

    if entrant.born or entrant.fide_id:
        return False

    text = entrant.name

    # in a table the only text may be taken for an id
    if not text and entrant.national_id == entrant.key:
        text = entrant.key

    return is_bye(text)
