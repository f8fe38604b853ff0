"""Read tournaments of single players as Swiss-Manager keeps them (.TUNX).

The file is binary, with the low byte first. Parts begin with four bytes, of which the
first tells which: 93 the head, 95 the settings, A5 the players, B3 the rounds, D3 a table
of where they stand, E3 the end. A text is its number of characters, then UTF-16.

    93      108 bytes, then texts: name of the event, ..., place (6th), ...,
            time control (15th), ..., federation (21st)
    95      rounds, kind of the tournament (byte 11), players (19), first and last day
            (71, 75)
    A5      each player: 30 texts (surname, given name, ..., national id, ..., club,
            federation), then 110 bytes: sex (6), rating (8), national rating (10),
            birth (14), FIDE id (24)
    B3      21 bytes for each pair: White, Black, the result, a mark that is rare and of
            which it is not known what it means; then zeros

Every player stands once in each round, so a round ends where a player comes again. In
the place of Black stands FFFF where there was nobody left, and FFFE for whoever did not
play. A result that is not known here is left open. Tournaments of teams are not read.
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from exchange.programs.tournament import (
    MOST_CELLS,
    MOST_PEOPLE,
    MOST_ROUNDS,
    Event,
    Person,
    SentFile,
    Tournament,
    checked_tournament,
)
from exchange.programs.values import MOST_CHARACTERS, birth_of, day_of, text_of
from exchange.text.cells import BLANK, Cell
from exchange.text.notes import Notes
from messages import say

BEGINNING = b"\x93\xff\x89\x44"
_SETTINGS = b"\x95\xff\x89\x44"
_PLAYERS = b"\xa5\xff\x89\x44"
_PAIRS = b"\xb3\xff\x89\x44"
_PARTS = b"\xd3\xff\x89\x44"
_END = b"\xe3\xff\x89\x44"
_MARK = 4
_HEAD = 0x6C
_TABLE = 36  # bytes of the table of parts and of the end
_MOST_TEXTS = 200  # of the head
_TEXTS, _NUMBERS = 30, 110  # of a player
_PAIR, _READ = 21, 7  # bytes of a pair, and how many of them are read
_SINGLE = (0, 1)  # Swiss and round robin
_ABSENT, _NOBODY = 0xFFFE, 0xFFFF
# by the number of the result: the codes of White and of Black
_RESULTS = {0: "  ", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+"}
# who did not play scored as Black would have
_SCORED_ABSENT = {0: BLANK, 1: "Z", 2: "H", 3: "Z"}
_NAME, _PLACE, _TIME, _FEDERATION = 0, 5, 14, 20
_SURNAME, _GIVEN, _TITLE, _NATIONAL_ID, _CLUB, _PLAYS_FOR = 0, 1, 4, 5, 9, 10
_INSTEAD = say("export the report (TRF16) from Swiss-Manager")


class _Settings(NamedTuple):
    """What the settings say of the tournament.

    rounds: how many. kind: 0 or 1 of single players. players: how many.

    start, end: days in eight digits, 20260328.
    """

    rounds: int
    kind: int
    players: int
    start: int
    end: int


class _Pair(NamedTuple):
    """A pair as it is stored.

    white, black: numbers of players from 1; FFFF as Black is nobody, FFFE who did not
    play.

    result: a number of _RESULTS. mark: 0, but for a few of which nobody here knows what
    they mean.
    """

    white: int
    black: int
    result: int
    mark: int


class _Bytes:
    """The bytes of the file from one place on; whoever reads past the end refuses it.

    at: where the next byte stands, counted from 0.
    """

    def __init__(self, sent: SentFile, at: int) -> None:
        """Begin to read at a byte of the file, counted from 0."""
        self._sent, self.at = sent, at

    def take(self, count: int) -> bytes:
        """Return the next bytes and go on behind them; a file that has fewer is
        refused.
        """
        piece = self._sent.data[self.at : self.at + count]
        if len(piece) < count:
            raise self._sent.broken()

        self.at += count
        return piece

    def text(self) -> str:
        """Return the next text, without needless blanks.

        Two bytes say how many characters of two bytes it has. One that is no UTF-16
        refuses the file.

            04 00  41 00 68 00 6f 00 20 00     "Aho"
        """
        length = int.from_bytes(self.take(2), "little")
        try:
            text = self.take(2 * length).decode("utf-16-le")
        except UnicodeDecodeError:
            raise self._sent.broken() from None

        return " ".join(text.split())

    def begins(self, mark: bytes) -> bool:
        """Return whether the mark of a part stands at the next byte; nothing is taken."""
        return self._sent.data.startswith(mark, self.at)


def read_tunx(data: bytes, file: str, encoding: str | None) -> Tournament:
    """Read the tournament, or refuse it.

    file: its name. encoding: none is asked for: the file has its own.

    Raised is Refused: the file is cut short, is of teams, or is larger than is read.
    How large it is to be is checked before its players are read.
    """
    sent = SentFile(data, file, "Swiss-Manager", _INSTEAD, "utf-16")
    parts = _starts_of_parts(sent)

    texts = _texts(sent)
    settings = _settings(sent, texts.at)
    if settings.kind not in _SINGLE:
        message = say("the file is a tournament of teams, or of a kind not known here")
        raise sent.refusal("other-format", message)

    if settings.players > MOST_PEOPLE or settings.rounds > MOST_ROUNDS:
        raise sent.broken()

    sent.check_size(settings.players * settings.rounds)

    reader = _Bytes(sent, parts.players + _MARK)
    numbers = range(1, settings.players + 1)
    people = [_person(reader, number, sent) for number in numbers]
    if reader.at != parts.pairs:
        raise sent.broken()

    pairs = islice(_pairs(sent, parts.pairs + _MARK), MOST_CELLS)
    notes = Notes(file)
    cells: list[Cell] = []
    for number, of_round in enumerate(_rounds(pairs, settings, sent), 1):
        for one in of_round:
            cells += _cells(number, one, sent, notes)

    event = _event(texts.read, settings, sent)
    return checked_tournament(sent, event, people, cells, notes)


class _PartsOfFile(NamedTuple):
    """Where two parts of the file begin, in bytes from 0."""

    players: int
    pairs: int


def _starts_of_parts(sent: SentFile) -> _PartsOfFile:
    """Return where the parts begin, as the table at the end says: it has four numbers,
    of the settings of rounds, of the players, of the pairs, and of the table itself.

    Raised is Refused where a part does not begin where the table says, or where there
    is no such table: the file is cut short.
    """
    data = sent.data
    at = len(data) - _TABLE
    if at < _HEAD or not data.startswith(_PARTS, at) or not data.endswith(_END):
        raise sent.broken()

    _, players, pairs, _ = struct.unpack_from("<4I", data, at + _MARK)
    if not data.startswith(_PLAYERS, players) or not data.startswith(_PAIRS, pairs):
        raise sent.broken()

    return _PartsOfFile(players, pairs)


class _Texts(NamedTuple):
    """The texts of the head, in their order, and where they end, in bytes from 0."""

    read: Sequence[str]
    at: int


def _texts(sent: SentFile) -> _Texts:
    """Read the texts of the head, up to the part of the settings; without the one of
    the federation the file is refused.
    """
    reader = _Bytes(sent, _HEAD)
    read: list[str] = []
    while not reader.begins(_SETTINGS) and len(read) < _MOST_TEXTS:
        read.append(reader.text())

    if len(read) <= _FEDERATION or not reader.begins(_SETTINGS):
        raise sent.broken()

    return _Texts(read, reader.at)


def _settings(sent: SentFile, at: int) -> _Settings:
    """Read the settings.

    at: where they begin, in bytes from 0.

    The kind is 0 for a Swiss tournament of single players, and 1 for a round robin.
    Days are as in 20260328.
    """
    block = _Bytes(sent, at + _MARK).take(79)
    rounds, kind, players, start, end = struct.unpack("<H9xB7xH50xII", block)
    return _Settings(rounds, kind, players, start, end)


def _event(texts: Sequence[str], settings: _Settings, sent: SentFile) -> Event:
    """Return what is said of the event; a long notice in the place of a text is left
    out.

    texts: those of the head, in their order; each has its number there.
    """
    short = [text if len(text) <= MOST_CHARACTERS else "" for text in texts]
    return Event(
        name=text_of(short[_NAME], sent),
        city=text_of(short[_PLACE], sent),
        federation=text_of(short[_FEDERATION], sent),
        time_control=text_of(short[_TIME], sent),
        start=day_of(settings.start),
        end=day_of(settings.end),
        rounds=settings.rounds,
    )


def _person(reader: _Bytes, number: int, sent: SentFile) -> Person:
    """Read the next player: 30 texts, then 110 bytes of numbers.

    number: what pairs call them by, from 1 in the order of the file.

    The rating is FIDE's; of whoever has none, the national one. 0 is none.
    """
    texts = [reader.text() for _ in range(_TEXTS)]
    sex, rating, national, born, fide = struct.unpack(
        "<6xBxHH2xI6xI82x", reader.take(_NUMBERS)
    )

    name = ", ".join(filter(None, (texts[_SURNAME], texts[_GIVEN])))
    return Person(
        number=number,
        name=text_of(name, sent),
        # 0 stands for a man, and where nothing is known
        sex="f" if sex == 1 else "",
        born=birth_of(born),
        federation=text_of(texts[_PLAYS_FOR], sent),
        fide_id=str(fide or ""),
        national_id=text_of(texts[_NATIONAL_ID], sent),
        club=text_of(texts[_CLUB], sent),
        rating=rating or national,
        title=text_of(texts[_TITLE], sent),
    )


def _pairs(sent: SentFile, at: int) -> Iterator[_Pair]:
    """Yield the pairs of all rounds up to the next part.

    at: where the first of them begins, in bytes from 0.

    Of each pair seven bytes are read. More that are not zero hold results of further
    games between the two, which nothing here can read: the file is refused.
    """
    reader = _Bytes(sent, at)
    while sent.data[reader.at + 1 : reader.at + _MARK] != _END[1:]:
        piece = reader.take(_PAIR)
        if any(piece[_READ:]):
            message = say("the file has results of several games between two players")
            raise sent.refusal("program-file", message)
        yield _Pair(*struct.unpack_from("<HHHB", piece))


def _rounds(
    pairs: Iterator[_Pair], settings: _Settings, sent: SentFile
) -> list[list[_Pair]]:
    """Return the pairs of each round: everybody is in one, and whoever comes again
    begins the next. Of rounds to come there are only those who will not play, and they
    are left out.

    Refused: somebody is missing in a round that was begun, or there are more rounds
    than the settings have.
    """
    rounds: list[list[_Pair]] = []
    seen = set[int]()
    for one in pairs:
        if not rounds or not seen.isdisjoint(_seats(one)):
            rounds.append([])
            seen = set()
        seen |= _seats(one)
        rounds[-1].append(one)

    if len(rounds) > settings.rounds:
        raise sent.broken()

    begun = [one for one in rounds if not _is_to_come(one)]
    everybody = set(range(1, settings.players + 1))
    for of_round in begun:
        there: set[int] = set()
        for pair in of_round:
            there |= _seats(pair)
        if there != everybody:
            raise sent.broken()

    return begun


def _seats(one: _Pair) -> set[int]:
    """Return the numbers of who is in a pair: two, or the one without an opponent. FFFF
    and FFFE are nobody's.
    """
    return {one.white, one.black} - {_ABSENT, _NOBODY}


def _is_to_come(pairs: Sequence[_Pair]) -> bool:
    """Return whether a round is not paired yet: all who are in it are those who will
    not play, and nobody has a result.
    """
    return all(one.black == _ABSENT and one.result == 0 for one in pairs)


def _cells(number: int, one: _Pair, sent: SentFile, notes: Notes) -> Iterator[Cell]:
    """Yield the cells of a pair; of whoever met nobody one alone.

    number: of the round, from 1.

        White 1, Black 2, result 1       1 has a 1, and 2 has a 0
        White 1, Black FFFF, result 9    U, the bye that the pairing gave
        White 1, Black FFFE, result 2    H, half a point though they did not play

    A mark and a result that are not known here are warned of, and the result is left
    open.
    """
    if one.mark:
        cell = Cell(number, one.white, 0, "w", BLANK)
        message = say(
            "the pair of {player} has a mark of Swiss-Manager that is not known here;"
            " look at its result",
            player=one.white,
        )
        notes.warnings.append(sent.cell_problem("mark", message, cell))

    if one.black == _NOBODY:
        yield Cell(number, one.white, 0, "-", "U" if one.result == 9 else BLANK)
        return

    if one.black == _ABSENT:
        code = _SCORED_ABSENT.get(one.result, "Z")
        yield Cell(number, one.white, 0, "-", code)
        return

    codes = _RESULTS.get(one.result, "  ")

    cell = Cell(number, one.white, one.black, "w", codes[0])
    if one.result not in _RESULTS:
        message = say(
            "{player} and {opponent}: what the result {number} of Swiss-Manager means is"
            " not known here, so it is left open",
            player=one.white,
            opponent=one.black,
            number=one.result,
        )
        notes.warnings.append(sent.cell_problem("result", message, cell))

    yield cell
    yield Cell(number, one.black, one.white, "b", codes[1])
