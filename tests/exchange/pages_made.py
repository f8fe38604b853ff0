"""Pages as chess-results and Vega make them, of invented events: the same marks, links
and order of columns, under headings in any words.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

SERVER = "https://chess-results.com/tnr77.aspx"
NOTE = "<h3>Note: To reduce the load 7w1 all links are shown after a click</h3>"
FOOTER = "<table><tr><td>The server of this page, Node S3</td></tr></table>"
DETAILS = """
<table><tr><td class="CR">Föderation</td><td class="CR">Finnland ( FIN )</td></tr>
<tr><td class="CR">Schiedsrichter</td><td class="CR">IA Aho, Aino</td></tr>
<tr><td class="CR">Bedenkzeit (Standard)</td><td class="CR">90' + 30&quot; pro Zug</td></tr>
<tr><td class="CR">Ort</td><td class="CR">
<a href="https://www.google.com/maps/search/Espoo">Espoo</a></td></tr>
<tr><td class="CR">Runden</td><td class="CR">9</td></tr>
<tr><td class="CR">Datum</td><td class="CR">2024/03/02 bis 2024/03/08</td></tr>
<tr><td class="CR">Elo-Ø</td><td class="CR">1812</td></tr></table>
"""


class Seat(NamedTuple):
    """A player of a page: starting number, name, FIDE id."""

    number: int
    name: str
    fide_id: int = 0


class Board(NamedTuple):
    """A board of a round; without Black it is a bye, in the words of the page."""

    white: Seat
    result: str
    black: Seat | None
    bye: str = "bye"


class Words(NamedTuple):
    """The headings of a language."""

    board: str
    number: str
    name: str
    rating: str
    points: str
    result: str
    white: str
    black: str
    round: str  # with {} for the number
    colours: str  # of White and Black in a crosstable

    @classmethod
    def german(cls) -> "Words":
        return cls(
            "Br.", "Nr.", "Name", "Elo", "Pkt.", "Ergebnis", "Weiß", "Schwarz",
            "{}. Runde", "ws",
        )  # fmt: skip

    @classmethod
    def russian(cls) -> "Words":
        return cls(
            "Дос.", "Ном.", "Имя", "Рейт.", "Очки", "Результат", "Белые", "Черные",
            "Тур {}", "бч",
        )  # fmt: skip

    @classmethod
    def french(cls) -> "Words":
        return cls(
            "Ech.", "No.", "Nom", "Elo", "Pts", "Résultat", "Blancs", "Noirs",
            "Ronde {}", "bn",
        )  # fmt: skip


LANGUAGES = (Words.german(), Words.russian(), Words.french())


def chess_results(
    name: str, section: str, table: str, *, details: str = "", event: int = 77
) -> bytes:
    """A page of chess-results: a notice, the event, the section, the table, a footer."""
    text = (
        f"<!DOCTYPE html><html><head><title>Chess-Results Server Chess-results.com - "
        f"{escape(name[:20])}</title></head><body>{NOTE}<h2>{escape(name)}</h2>{details}"
        f'<a href="{SERVER}?lan=1&amp;art=1">1</a><h2>{escape(section)}</h2>{table}'
        f"{FOOTER}</body></html>"
    )
    return text.replace("tnr77", f"tnr{event}").encode()


def linked(seat: Seat, *, is_linked: bool = True) -> str:
    name = escape(seat.name)
    if not is_linked:
        return name
    return f'<a href="{SERVER}?lan=1&amp;art=9&amp;fed=FIN&amp;snr={seat.number}">{name}</a>'


def tabled(heads: Sequence[str], rows: Sequence[Sequence[str]], above: str = "") -> str:
    """A table of chess-results; the cells are markup."""
    head = "".join(f'<th class="CRc">{cell}</th>' for cell in heads)
    body = "".join(
        f'<tr class="CRg{1 + at % 2} FIN">'
        + "".join(f'<td class="CRc">{cell}</td>' for cell in row)
        + "</tr>"
        for at, row in enumerate(rows)
    )
    wide = (
        f'<tr class="CRg1b"><td class="none" colspan="{len(heads)}">{above}</td></tr>'
        if above
        else ""
    )
    return f'<table class="CRs1">{wide}<tr class="CRg1b">{head}</tr>{body}</table>'


def pairings(
    words: Words, number: int, boards: Sequence[Board], *, is_linked: bool = True
) -> str:
    """A round of chess-results, with the points and ratings on both sides."""
    heads = [
        words.board, words.number, "", words.white, words.rating, words.points,
        words.result, words.points, "", words.black, words.rating, words.number,
    ]  # fmt: skip
    rows = [
        [
            str(at), str(board.white.number), "FM",
            linked(board.white, is_linked=is_linked), "1900", "1",
            board.result, "½" if board.black else "", "",
            linked(board.black, is_linked=is_linked) if board.black else board.bye,
            "1800" if board.black else "0",
            str(board.black.number) if board.black else "",
        ]
        for at, board in enumerate(boards, 1)
    ]  # fmt: skip
    day = f"{words.round.format(number)} am 2024/03/{number + 1:02} um 10:00"
    return f"<h3>{day}</h3>{tabled(heads, rows)}"


def players(words: Words, seats: Sequence[Seat]) -> str:
    """A starting list of chess-results, with age groups that look like games."""
    heads = [words.number, "", words.name, "FideID", "FED", words.rating, "Typ"]
    rows = [
        [
            str(seat.number), "FM", linked(seat),
            f'<a href="http://ratings.fide.com/profile/{seat.fide_id}">{seat.fide_id}</a>'
            if seat.fide_id else "0",
            "FIN", "1900", f"S{60 + seat.number}",
        ]
        for seat in seats
    ]  # fmt: skip
    return tabled(heads, rows)


def crosstable(words: Words, rows: Sequence[tuple[Seat, Sequence[str]]]) -> str:
    """A crosstable of chess-results; names without a comma, as some pages have them."""
    count = len(rows[0][1])
    heads = [words.number, "", words.name, words.rating, "FED"]
    heads += [f"{number}.Rd" for number in range(1, count + 1)]
    cells = [
        [str(seat.number), "", seat.name.replace(",", ""), "1900", "FIN", *games]
        for seat, games in rows
    ]
    return tabled([*heads, "Rg.", "TB1"], [[*row, "1", "2,5"] for row in cells])


def matches(teams: Sequence[tuple[str, str, Sequence[Board]]]) -> str:
    """Boards of team matches at chess-results: home has White on the odd boards."""
    rows = ""
    for match, (home, away, boards) in enumerate(teams, 1):
        rows += (
            f'<tr class="CRng1b"><th>Br.</th><th>4</th><th>{home}</th><th>Elo</th>'
            f"<th>-</th><th>2</th><th>{away}</th><th>Elo</th><th>1 : 1</th></tr>"
        )
        for at, board in enumerate(boards, 1):
            shades = ("FarbewT", "FarbesT") if at % 2 else ("FarbesT", "FarbewT")
            sides = [
                f'<table><tr><td><div class="{shade}"></div></td>'
                f'<td class="CR">{linked(seat)}</td></tr></table>' if seat else ""
                for shade, seat in zip(shades, (board.white, board.black), strict=True)
            ]  # fmt: skip
            rows += (
                f'<tr class="CRng2"><td>{match}.{at}</td><td></td><td>{sides[0]}</td>'
                f"<td>1900</td><td>-</td><td>FM</td><td>{sides[1]}</td><td>1800</td>"
                f"<td>{board.result}</td></tr>"
            )
    return (
        '<table class="CRs1"><tr class="CRg1b"><td colspan="9">2. kolo 2024/03/03</td>'
        f"</tr>{rows}</table>"
    )


def vega(name: str, heading: str, table: str) -> bytes:
    """A page of Vega's site."""
    return (
        f"<!DOCTYPE html><html><head><title>{name}</title></head><body>"
        '<a href="pairs5.html">P</a><a href="standings.html">S</a>'
        '<a href="crosstable.html">C</a>'
        f"<h1>{name}</h1><h5>Espoo (FIN)</h5><h5> 02/03/2024 - 30/03/2024</h5>"
        f"<h5>{heading}</h5>{table}</body></html>"
    ).encode()


def card(seat: Seat) -> str:
    return (
        f'<span class="idwhite"> {seat.number} </span><span class="title male"> CM</span>'
        f' <a href="playercard.html#{seat.number}"> {escape(seat.name)}</a>'
    )


def vega_pairings(boards: Sequence[Board]) -> str:
    rows = "".join(
        f"<tr><td>{at}</td><td>{card(board.white)}</td><td>1</td>"
        f'<td class="result">{board.result}</td><td>1</td>'
        f"<td>{card(board.black) if board.black else f'( {board.bye} )'}</td></tr>"
        for at, board in enumerate(boards, 1)
    )
    return f"<table><tr><th>Sc.</th><th>Bianco</th></tr>{rows}</table>"


def vega_crosstable(rows: Sequence[tuple[Seat, Sequence[str]]]) -> str:
    """A crosstable of Vega: cells like `1 cw 28`, `½ cf BYE`, or nothing."""
    body = ""
    for seat, games in rows:
        body += f"<tr><td>{card(seat)}</td><td>1900</td>"
        for game in games:
            if not game:
                body += "<td> </td>"
                continue
            score, mark, met = game.split()
            body += (
                f'<td><div class="res"> {score} </div><div class="{mark}">{met}  </div>'
                "</td>"
            )
        body += "<td>12.5</td></tr>"
    heads = "<th>Giocatore</th><th>Elo</th>"
    return f"<table><tr>{heads}</tr>{body}</table>"
