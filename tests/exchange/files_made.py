"""Files of every kind, made of invented events, each with what is in it: for the table
of docs/reference/files.md.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.exchange.pages_made import (
    Board,
    Seat,
    Words,
    chess_results,
    crosstable,
    matches,
    pairings,
    players,
    tabled,
    vega,
    vega_crosstable,
    vega_pairings,
)
from tests.exchange.programs_made import Made, Met, swar, swissperfect, tunx, written
from tests.exchange.trf_text import row, trf

WITHOUT = "-"  # a language
# headings as pages of chess-results have them; the reader knows none of them
LANGUAGES = {
    "Czech": Words(
        "Š.", "St.č.", "Jméno", "Rtg", "Body", "Výsledek", "Bílý", "Černý",
        "{}. kolo", "bč",
    ),
    "Dutch": Words(
        "Bord", "Nr.", "Naam", "Rtg", "Ptn.", "Uitslag", "Wit", "Zwart", "Ronde {}",
        "wz",
    ),
    "English": Words(
        "Bo.", "No.", "Name", "Rtg", "Pts.", "Result", "White", "Black", "Round {}",
        "wb",
    ),
    "Finnish": Words(
        "P.", "Nro", "Nimi", "Elo", "Pist.", "Tulos", "Valkea", "Musta",
        "{}. kierros", "vm",
    ),
    "French": Words.french(),
    "German": Words.german(),
    "Hungarian": Words(
        "Asz", "Rsz.", "Név", "Élő", "Pont", "Eredm.", "Világos", "Sötét",
        "{}. forduló", "vs",
    ),
    "Italian": Words(
        "Sc.", "N.", "Nome", "Elo", "Pti", "Risult.", "Bianco", "Nero", "Turno {}",
        "bn",
    ),
    "Latvian": Words(
        "G.", "Nr.", "Vārds", "Reit.", "Punkti", "Rez.", "Baltie", "Melnie",
        "{}. kārta", "bm",
    ),
    "Norwegian": Words(
        "Bo.", "Nr.", "Navn", "Rtg", "Poeng", "Resultat", "Hvit", "Sort",
        "Runde {}", "hs",
    ),
    "Polish": Words(
        "Sz.", "Nr", "Nazwisko", "Rank", "Pkt", "Wynik", "Białe", "Czarne",
        "Runda {}", "bc",
    ),
    "Portuguese": Words(
        "M.", "Nº", "Nome", "Elo", "Pts.", "Resultado", "Brancas", "Pretas",
        "Ronda {}", "bp",
    ),
    "Russian": Words.russian(),
    "Spanish": Words(
        "M.", "No.", "Nombre", "Elo", "Pts.", "Resultado", "Blancas", "Negras",
        "Ronda {}", "bn",
    ),
    "Swedish": Words(
        "Bd.", "Nr.", "Namn", "Rtg", "Poäng", "Resultat", "Vit", "Svart", "Rond {}",
        "vs",
    ),
}  # fmt: skip
Game = tuple[int, str, str, str]
SHOWN = {
    "1-0": "1 - 0",
    "0-1": "0 - 1",
    "1/2-1/2": "½ - ½",
    "1-0F": "+ - -",
    "0-1F": "- - +",
}
SCORES = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("½", "½"),
    "1-0F": ("+", "-"),
    "0-1F": ("-", "+"),
}
TURNED = {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F"}
CODES = {**SCORES, "1/2-1/2": ("=", "=")}


class Event(NamedTuple):
    """An invented event: eight players, three rounds; nobody is left over."""

    seats: Sequence[Seat]
    rounds: Sequence[Sequence[tuple[Seat, Seat, str]]]

    def games(self, *numbers: int) -> set[Game]:
        """The games of these rounds, or of all."""
        return {
            (number, white.name, black.name, result)
            for number, pairs in enumerate(self.rounds, 1)
            for white, black, result in pairs
            if not numbers or number in numbers
        }


class Expected(NamedTuple):
    """What a file holds, or `refused`: a word of what has to be sent instead."""

    games: frozenset[Game] = frozenset()
    people: frozenset[str] = frozenset()
    refused: str = ""


class MadeFile(NamedTuple):
    kind: str
    language: str
    name: str
    data: bytes
    expected: Expected


def invented(chance: random.Random) -> Event:
    names = chance.sample(
        ("Aho", "Berg", "Cay", "Dahl", "Ek", "Fors", "Holm", "Ivik", "Joki"), 8
    )
    given = ("Aino", "Bo", "Cia", "Dan")
    seats = [
        Seat(number, f"{name}, {chance.choice(given)}", 500000 + number)
        for number, name in enumerate(names, 1)
    ]
    rounds = []
    for _ in range(3):
        order = chance.sample(seats, 8)
        pairs = zip(order[::2], order[1::2], strict=True)
        # each result once, so that no round is of forfeits alone
        results = chance.sample(sorted(SHOWN), 4)
        rounds.append([(*pair, one) for pair, one in zip(pairs, results, strict=True)])
    return Event(seats, rounds)


def _boards(event: Event, number: int) -> list[Board]:
    return [
        Board(white, SHOWN[result], black)
        for white, black, result in event.rounds[number - 1]
    ]


def _cells(event: Event, seat: Seat, colours: str) -> list[str]:
    """The cells of a crosstable: opponent, colour, score."""
    cells = []
    for pairs in event.rounds:
        white, black, result = next(one for one in pairs if seat in one[:2])
        is_white = seat == white
        other, at = (black, 0) if is_white else (white, 1)
        cells.append(f"{other.number}{colours[at]}{SCORES[result][at]}")
    return cells


def _pages(event: Event, language: str, words: Words) -> Iterator[MadeFile]:
    """One page of each kind of chess-results."""

    def page(kind: str, table: str, expected: Expected) -> MadeFile:
        data = chess_results("Open of Espoo", "x", table)
        return MadeFile(f"chess-results: {kind}", language, "a.html", data, expected)

    people = Expected(people=frozenset(seat.name for seat in event.seats))
    yield page("starting list", players(words, event.seats), people)
    of_round = Expected(frozenset(event.games(2)))
    yield page("pairings", pairings(words, 2, _boards(event, 2)), of_round)
    # names are without a comma there
    bare = frozenset(
        (number, white.replace(",", ""), black.replace(",", ""), result)
        for number, white, black, result in event.games()
    )
    rows = [(seat, _cells(event, seat, words.colours)) for seat in event.seats]
    yield page("crosstable", crosstable(words, rows), Expected(bare))
    # home has White on the odd boards of a match
    boards = _boards(event, 2)
    of_teams = frozenset(
        (2, white.name, black.name, result)
        if at % 2
        else (2, black.name, white.name, TURNED.get(result, result))
        for at, (white, black, result) in enumerate(event.rounds[1], 1)
    )
    yield page(
        "boards of teams", matches([("Rooks", "Pawns", boards)]), Expected(of_teams)
    )
    standings = tabled(
        [words.number, "", words.name, "FED", words.rating, words.points, "TB1"],
        [
            [str(at), "", f'<a href="x?art=9&snr={at}">{seat.name}</a>', "FIN", "1900", "2", "5"]
            for at, seat in enumerate(event.seats, 1)
        ],
    )  # fmt: skip
    yield page("ranking", standings, people)


def _vega(event: Event) -> Iterator[MadeFile]:
    forfeits = {"1-0F": "1F-0F", "0-1F": "0F-1F"}
    boards = [
        Board(white, forfeits.get(result, SHOWN[result].replace(" ", "")), black)
        for white, black, result in event.rounds[1]
    ]
    page = vega("Open", "round 2, 02/03/2024", vega_pairings(boards))
    of_round = Expected(frozenset(event.games(2)))
    yield MadeFile("Vega's site: pairings", WITHOUT, "pairs2.html", page, of_round)
    rows = [(seat, _vega_cells(event, seat)) for seat in event.seats]
    page = vega("Open", "Table", vega_crosstable(rows))
    # the colours of a forfeit are not shown: the upper row is White
    whole = Expected(frozenset(_upper_white(event)))
    yield MadeFile("Vega's site: crosstable", WITHOUT, "c.html", page, whole)


def _upper_white(event: Event) -> Iterator[Game]:
    for number, pairs in enumerate(event.rounds, 1):
        for white, black, result in pairs:
            if result.endswith("F") and white.number > black.number:
                yield number, black.name, white.name, TURNED[result]
            else:
                yield number, white.name, black.name, result


def _vega_cells(event: Event, seat: Seat) -> list[str]:
    cells = []
    for pairs in event.rounds:
        white, black, result = next(one for one in pairs if seat in one[:2])
        at = 0 if seat == white else 1
        other = black if seat == white else white
        score = SCORES[result][at].replace("+", "1").replace("-", "0")
        mark = "cf" if result.endswith("F") else ("cw", "cb")[at]
        cells.append(f"{score} {mark} {other.number}")
    return cells


def _player(seat: Seat) -> Made:
    surname, given = seat.name.split(", ")
    return Made(surname, given, seat.fide_id)


def _programs(event: Event) -> Iterator[MadeFile]:
    made = [_player(seat) for seat in event.seats]
    met = [
        [Met(white.number, black.number, result) for white, black, result in pairs]
        for pairs in event.rounds
    ]
    whole = Expected(frozenset(event.games()))
    files = (
        ("Swiss-Manager's file", "a.TUNX", tunx(met, made)),
        ("SwissPerfect's archive", "a.zip", swissperfect(met, made)),
        ("SWAR's JSON", "a.json", written(swar(met, made))),
    )
    for kind, name, data in files:
        yield MadeFile(kind, WITHOUT, name, data, whole)
    teams = Expected(refused="TRF16")
    yield MadeFile(
        "Swiss-Manager's file of teams",
        WITHOUT,
        "a.TUMX",
        tunx(met, made, kind=2),
        teams,
    )


def _tables(event: Event) -> Iterator[MadeFile]:
    whole = Expected(frozenset(event.games()))
    lines = [
        row(seat.number, *_trf_cells(event, seat), name=seat.name)
        for seat in event.seats
    ]
    report = trf("012 Open", "042 2024/03/02", "052 2024/03/08", *lines)
    yield MadeFile("report (TRF)", WITHOUT, "a.trf", report, whole)
    games = sorted(event.games())
    rows = [
        f'{number};"{white}";"{black}";{result}'
        for number, white, black, result in games
    ]
    table = "\n".join(["round;white;black;result", *rows])
    yield MadeFile("table of games", WITHOUT, "a.csv", table.encode(), whole)
    head = "No;Name;" + ";".join(f"{number}.Rd" for number in (1, 2, 3))
    cross = [
        ";".join([str(seat.number), seat.name, *_cells(event, seat, "wb")])
        for seat in event.seats
    ]
    table = "\n".join([head, *cross])
    yield MadeFile("crosstable", WITHOUT, "a.txt", table.encode(), whole)
    people = "\n".join(
        ["No;Name;Club", *(f"{seat.number};{seat.name};TuTS" for seat in event.seats)]
    )
    names = Expected(people=frozenset(seat.name for seat in event.seats))
    yield MadeFile("list of people", WITHOUT, "b.csv", people.encode(), names)


def _trf_cells(event: Event, seat: Seat) -> Iterator[tuple[int, str, str]]:
    for pairs in event.rounds:
        white, black, result = next(one for one in pairs if seat in one[:2])
        at = 0 if seat == white else 1
        other = black if seat == white else white
        yield other.number, "wb"[at], CODES[result][at]


def files_made(chance: random.Random, events: int) -> Iterator[MadeFile]:
    """Files of this many events, of every kind and language."""
    without: tuple[Callable[[Event], Iterator[MadeFile]], ...] = (
        _vega,
        _programs,
        _tables,
    )
    for _ in range(events):
        event = invented(chance)
        for language, words in LANGUAGES.items():
            yield from _pages(event, language, words)
        for made in without:
            yield from made(event)
