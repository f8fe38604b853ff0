"""Read and write the tag pairs of PGN games. Moves are skipped, so files with tags only
are read too; none are written.

A PGN result does not say whether the game was played, so the officer must confirm it
for all games of the file that do not say themselves that they were forfeited.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from exchange.byes import is_bye
from exchange.names.surnames import last_first
from exchange.online import mark_of_game
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from exchange.time_control import coded_time_control
from ledger.errors import Problem
from messages import by_command, counted, say
from messages.results import PENDING, RESULTS

_GAME = {"White", "Black", "Result"}
_TAGGED = {row.pgn[0] for row in RESULTS.values()}
# results that PGN has no word for: the tag Termination says the rest
_TERMINATED = {row.pgn: row.word for row in RESULTS.values() if row.pgn[1]}
MAX_TAGS = 100
_NEEDED = re.compile(r"\s*\[\s*(?:White|Black|Result|Round|Date)\b")
_PAIR = re.compile(r'\[\s*(\w{1,255})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LINE = re.compile(rf"\s*(?:{_PAIR.pattern}\s*)+")
_ESCAPED, _BACKSLASHED = re.compile(r"\\(.)"), re.compile(r'["\\]')
_DAY = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
# A game that ended in one of these ways was not played to a result over the board. Lost
# on time is played.
_NOT_PLAYED = ("abandoned", "unterminated", "forfeit", "not played", "unplayed")
_ON_TIME = "time forfeit"
# what the tag Variant says of a game of chess, in small letters. A game that a relay
# shows from a later position on is one too.
_CHESS = ("", "?", "-", "standard", "chess", "normal", "from position")


@dataclass(frozen=True, slots=True)
class PgnGame:
    """The tags of one game. Event and time control may differ from game to game; a day
    with question marks is None.

    line: of its first tag. round: without the board; None: the tag is missing or no
    number. result: as documents have it.
    """

    line: int
    event: str
    round: int | None
    white: str
    black: str
    white_id: str
    black_id: str
    white_national: str
    black_national: str
    result: str
    on: date | None
    time_control: str  # as written; ? (not known) and - (no clock) are empty
    online: str = ""  # the tag that says it was played online


@dataclass(frozen=True, slots=True)
class PgnFile:
    source: TextFile
    games: tuple[PgnGame, ...]
    warnings: tuple[Problem, ...]


def read_pgn(
    data: bytes, file: str | None = None, *, all_played: bool = False
) -> PgnFile:
    """Read the tags of every game, or refuse the file.

    all_played: the officer confirmed that all games were played; without it the file is
    refused. Refused as well: a tag that cannot be read, a game twice, a game of another
    kind of chess, no game.

        [White "Aho, Aino"]
        [Black "Berg, Bea"]
        [Result "1-0"]
        [Round "3.1"]          round 3; the board is not read

    A game that is not finished is read, with a warning.
    """
    notes = Notes(file)
    if not all_played:
        message = say("PGN does not say which games were played")
        hint = by_command(
            "look for forfeits, remove them, and confirm that all games were played"
            " (--all-played)",
            "look for forfeits, remove them, and confirm that all games were played",
        )
        notes.refuse("pgn-not-confirmed", message, hint)
        notes.done()

    decoded = decode(data, file)
    blocks = list(_blocks(decoded.lines, notes))
    games = [_game(line, tags, notes) for line, tags in blocks]
    _refuse_variants(blocks, notes)

    # without a round there is nothing to tell games apart by
    whole_games = []
    for line, tags in blocks:
        round_no, *_ = tags.get("Round", "").split(".")
        if whole_number(round_no):
            whole_games.append((line, frozenset(tags.items())))
    notes.refuse_twice("pgn-game-twice", whole_games, say("the tag Round or Date"))

    if not games:
        notes.refuse(
            "pgn-empty",
            say("the file has no game"),
            say('a game begins with tags like [White "..."]'),
        )

    return PgnFile(
        warnings=notes.done(),
        source=decoded.source,
        games=tuple(game for game in games if game),
    )


def _refuse_variants(
    blocks: Sequence[tuple[int, Mapping[str, str]]], notes: Notes
) -> None:
    """Refuse games of another kind of chess, in one sentence with their count and the
    line of the first (`pgn-variant`): their results say nothing about ratings of chess.

        [Variant "Chess960"]
    """
    others = []
    for line, tags in blocks:
        variant = tags.get("Variant", "")
        if variant.casefold() not in _CHESS:
            others.append((line, variant))

    if not others:
        return

    line, variant = others[0]
    message = counted(
        "the game is not of ordinary chess: {variant}",
        "{count} games are not of ordinary chess; the first is {variant}",
        len(others),
        variant=variant[:40],
    )
    hint = say("take them out, or the tag if it is wrong")
    notes.refuse("pgn-variant", message, hint, line, "Variant")


def pgn_with_earlier(before: bytes, now: bytes) -> bytes:
    """Return a file of games with those of an earlier one that it says nothing of:
    neither of the players has a game in that round. A relay may send a file for each
    round.

    before, now: both files as bytes, in any encoding. What is returned is UTF-8, the
    earlier games first.

        earlier: round 3, Aho and Berg; round 3, Cho and Salo
        now:     round 3, Aho and Berg, with its result
        ->       the second of the earlier ones, and that of now
    """
    newer = list(_pieces(now))
    seats: set[tuple[str, str]] = set()
    for piece in newer:
        seats |= piece.seats

    texts = [piece.text for piece in _pieces(before) if not seats & piece.seats]
    texts += [piece.text for piece in newer]

    return "\n".join(texts).encode()


class _Piece(NamedTuple):
    """A game of a file as it is written.

    seats: the round and the name of both players.

    text: the lines from its first tag up to the next game.
    """

    seats: set[tuple[str, str]]
    text: str


def _pieces(data: bytes) -> Iterator[_Piece]:
    """Yield each game of a file with who sits in it.

    The round is as its tag says, without the board: round 3 of `3.1`. Names are without
    needless blanks. What stands above the first game is left out.
    """
    lines = decode(data).lines
    blocks = list(_blocks(lines, Notes(None)))

    ends = [start - 1 for start, _ in blocks[1:]]
    ends.append(len(lines))

    for (start, tags), end in zip(blocks, ends, strict=False):
        round_no, *_ = tags.get("Round", "").split(".")
        seats = set()
        for colour in ("White", "Black"):
            name = " ".join(tags.get(colour, "").split())
            seats.add((round_no, name))

        text = "\n".join([*lines[start - 1 : end], ""])
        yield _Piece(seats, text)


def _blocks(
    lines: Iterable[str], notes: Notes
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the tags of one game after the other; tags in comments do not count.

    lines: of the file. With the tags comes the number of the line in which they begin,
    from 1.

    Moves end them, and an empty line as soon as both players and the result are known:
    some programs write empty lines between the tags.
    """
    tags: dict[str, str] = {}
    start = 0  # the line of the first tag; 0: no game is begun
    comment = False
    opened = 0  # the line in which the open comment begins
    blank = False  # whether the line before is empty

    for number, line in enumerate(lines, 1):
        if not comment and _LINE.fullmatch(line):
            if blank and any(match[1] in tags for match in _PAIR.finditer(line)):
                # a tag again: the next game, and this one is not whole
                yield start, tags
                tags, start = {}, 0

            blank = False
            start = start or number
            _take_tags(line, number, tags, notes)
            continue

        if not comment and line.lstrip().startswith("["):
            _check_tag(line, number, tags, blank, notes)
            if tags and not blank:
                continue

        if tags and (line.strip() or tags.keys() >= _GAME):
            yield start, tags
            tags, start = {}, 0

        blank = not line.strip()
        was = comment
        comment = _is_comment_open(line, comment)
        opened = number if comment and not was else opened

    if comment:
        notes.refuse(
            "pgn-comment",
            say("a comment is not closed"),
            say("close it with }}"),
            opened,
        )
    if tags:
        yield start, tags


def _check_tag(
    line: str, number: int, tags: Mapping[str, str], blank: bool, notes: Notes
) -> None:
    """Say what is wrong with a line that begins like a tag and is none: where it may be
    one that is needed, the file is refused; otherwise there is a warning.

    blank: whether an empty line stands before it, so that it may be of moves.

        [White Aho, Aino]     refused: no quotes around a name that is needed
        [Opening Sicilian]    a warning, between tags of a game
    """
    message = say('a tag is not of the form [Name "value"]')

    if not tags or _NEEDED.match(line):
        notes.refuse("pgn-tag", message, say("correct the line"), number)
    elif not blank:
        notes.warn("pgn-tag", message, line=number)  # nothing is read from it


def _take_tags(line: str, number: int, tags: dict[str, str], notes: Notes) -> None:
    r"""Take the tags of a line, with \" and \\ as the signs they stand for.

    A tag that comes twice in a game is refused, as are more than 100 of them.
    """
    for match in _PAIR.finditer(line):
        name, value = match[1], _ESCAPED.sub(r"\1", match[2]).strip()
        if name in tags:
            message = say("the tag {name} appears twice in one game", name=name[:40])
            notes.refuse(
                "pgn-tag-twice",
                message,
                say("an empty line ends the tags of a game"),
                number,
            )
        elif len(tags) >= MAX_TAGS:
            notes.refuse(
                "pgn-too-many-tags",
                say("more than {count} tags", count=MAX_TAGS),
                say("is this one game?"),
                number,
            )

        tags[name] = value


def _is_comment_open(line: str, comment: bool) -> bool:
    """Return whether a `{` comment is open after this line; `;` and a `%` in front hide
    the rest of a line.

    comment: whether one is open before the line. Comments are not in each other: the
    first `}` ends one.

        e4 {a good move      True
        } e5 ; {not this     False, where one was open before
        % {not this          False
    """
    if not comment and line.startswith("%"):
        return False

    at = 0
    while at < len(line):
        if comment:
            end = line.find("}", at)
            if end < 0:
                return True
            comment, at = False, end + 1
        else:
            positions = [line.find(mark, at) for mark in "{;"]
            marks = [position for position in positions if position >= 0]
            if not marks or line[min(marks)] == ";":
                return False
            comment, at = True, min(marks) + 1

    return comment


def _game(line: int, tags: Mapping[str, str], notes: Notes) -> PgnGame | None:
    """Make the game of its tags; None: something is wrong with it, and noted.

    line: of its first tag.

    A tag Termination tells how the game ended: "forfeit" beside 1-0 makes 1-0F where
    results have that word. Any other that was not played to a result refuses the file.
    """
    white, black = tags.get("White", ""), tags.get("Black", "")
    before = len(notes.problems)
    for name, text in (("White", white), ("Black", black)):
        if text.strip("?") == "":
            notes.refuse(
                "pgn-no-player",
                say("the tag {name} is missing", name=name),
                say("name both players"),
                line,
                name,
            )

    # whatever stands as the result of a bye, it is not one of a game
    bye = is_bye(white) or is_bye(black)
    result = PENDING if bye else tags.get("Result", "")
    if result not in _TAGGED:
        hint = say("1-0, 0-1, 1/2-1/2 or *; PGN cannot express a double forfeit")
        notes.refuse(
            "pgn-result",
            say("{text} is not a result", text=repr(result[:40])),
            hint,
            line,
            "Result",
        )

    ended = tags.get("Termination", "").casefold()

    if not bye and (result, ended) in _TERMINATED:
        result = _TERMINATED[result, ended]
    elif not bye and any(word in ended.replace(_ON_TIME, "") for word in _NOT_PLAYED):
        hint = say("remove the game, or the tag if it is wrong")
        message = say(
            "all games were confirmed as played, but this one ended: {what}",
            what=ended[:40],
        )
        notes.refuse("pgn-not-played", message, hint, line, "Termination")

    if result == PENDING and not bye:
        notes.warn(
            "pgn-not-finished",
            say("the game is not finished"),
            line=line,
            field="Result",
        )

    if len(notes.problems) > before:
        return None

    return PgnGame(
        line=line,
        event=tags.get("Event", "").strip("?"),
        round=whole_number(tags.get("Round", "").split(".")[0]),
        white=white,
        black=black,
        white_id=_id(tags.get("WhiteFideId", "")),
        black_id=_id(tags.get("BlackFideId", "")),
        white_national=_id(tags.get("WhiteNationalId", "")),
        black_national=_id(tags.get("BlackNationalId", "")),
        result=result,
        on=_day(tags.get("Date", "")) or _day(tags.get("UTCDate", "")),
        time_control=_time(tags.get("TimeControl", "")),
        online=mark_of_game(tags),
    )


def _id(text: str) -> str:
    """Return an id; empty where it is `?`, `-` or zeros alone, as programs write what
    they do not know.
    """
    return text if text.strip("0?-") else ""


def _time(text: str) -> str:
    """Return a time control as PGN has it; empty where it is `?` or `-`.

    5400+30    5400+30
    ?          empty
    """
    return text if text.strip("?-") else ""


def _day(text: str) -> date | None:
    """Read a day.

    2026.01.31     31 January 2026
    2026.??.??     None, as for any other text
    """
    match = _DAY.fullmatch(text)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


Row = Mapping[str, Any]


def pgn_text(tournament: Row, players: Sequence[Row], games: Sequence[Row]) -> str:
    """Write the tags of each game, in the order of the export format: the seven of the
    roster, then by the alphabet.

    tournament, players, games: the rows of a report (`trf_text`). A game of a
    tournament of one day has that day.

        [Event "Saaren avoin"]
        [Site "Turku FIN"]
        [Date "2026.01.03"]
        [Round "3.1"]

    In place of a day that is not known stands `????.??.??`.
    """
    people = {player["player"]: player for player in players}
    return "\n".join(_text_of_game(tournament, people, game) for game in games)


def _text_of_game(tournament: Row, people: Mapping[str, Row], game: Row) -> str:
    """Write the tags of one game, and its result below an empty line.

    Minutes of a game of its own become seconds; where the two players had different
    ones, no time is written, for PGN has none of each. Tags without a value are left
    out.

    people: by id, with the ratings of the report.
    """
    result, ended = RESULTS[game["result"]].pgn
    start, end = tournament["start"], tournament["end"]
    day = game["on"] or (start if start == end else None)

    own_minutes, minutes_black = game["minutes"], game["minutes_black"]
    control = tournament["time_control"]
    # PGN counts seconds
    if own_minutes or minutes_black:
        time = ""
        if minutes_black in (None, own_minutes):
            time = str(round(own_minutes * 60))
    elif control:
        time = coded_time_control(control)
    else:
        time = str(tournament["seconds"])

    # the id of a game is the number of its board where documents did not name it
    numbered = re.fullmatch(rf"{game['round']}\.[0-9]+", game["game"])
    site = [tournament.get("place"), tournament.get("federation")]
    roster = {
        "Event": tournament["name"],
        "Site": " ".join(part for part in site if part) or "?",
        "Date": day.replace("-", ".") if day else "????.??.??",
        "Round": game["game"] if numbered else str(game["round"]),
        "White": _name_for_pgn(people[game["white"]]),
        "Black": _name_for_pgn(people[game["black"]]),
        "Result": result,
    }

    others = {
        "EventDate": start.replace("-", "."),
        "Termination": ended,
        "TimeControl": time,
    }

    for colour in ("White", "Black"):
        person = people[game[colour.lower()]]
        others |= {
            f"{colour}Elo": person["fide_rating"],
            f"{colour}FideId": person["fide_id"],
            f"{colour}NationalElo": person["rating"],
            f"{colour}NationalId": person["player"],
        }

    # after the roster all others stand by the alphabet
    tags = dict(roster)
    for name, value in sorted(others.items()):
        if value not in (None, ""):
            tags[name] = str(value)

    lines = []
    for name, value in tags.items():
        escaped = _BACKSLASHED.sub(r"\\\g<0>", value)
        lines.append(f'[{name} "{escaped}"]\n')

    lines.append(f"\n{result}\n")

    return "".join(lines)


def _name_for_pgn(person: Row) -> str:
    """Return a name as PGN has it, the surname first; the id where no name is known.

    Aino Aho, as people are written here    Aho, Aino
    """
    return last_first(person["name"] or person["player"])
