"""Read a page of the site that Vega makes of a tournament, whatever its language.

    playercard.html#12                                  a player, by starting number
    <td class="result">1F-0F</td>                       a result, here a forfeit
    <div class="res">1</div><div class="cw">28</div>    won with White against row 28
    <div class="res">1</div><div class="cf">11</div>    won by forfeit; colours are not shown
    <td class="hole">                                   the diagonal of a round robin

Its days are written day, month, year. A crosstable shows no colours of a forfeit: White
is written for the upper row, and no rating follows from it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from exchange.byes import is_bye
from exchange.pages.columns_by_content import column_of_names, fide_id_in
from exchange.pages.event_page import EventPage, PageFacts, TableOfPage
from exchange.pages.lines import (
    BYE_SEAT,
    PAIRING_HEADS,
    PEOPLE_HEADS,
    PageSeat,
    board_line,
    round_line,
)
from exchange.pages.round_headings import (
    RoundHeading,
    days_in,
    has_only_days,
    round_heading,
)
from exchange.results.heads import round_numbers
from exchange.spreadsheets.rows import joined_cells
from exchange.spreadsheets.web_page import PageCell, PageRow, PageTable, WebPage
from exchange.text.numbers import whole_number
from exchange.text.tables import tabbed_cells
from ledger.federations import FEDERATIONS

_CARD = re.compile(r"(?:\A|/)playercard\.html#([0-9]{1,4})\b")
_SITE = ("playercard.html", "crosstable.html", "crosstablescore.html", "standings.html")
_HOST = re.compile(r"(?P<place>.*?) ?\( ?(?P<federation>[A-Z]{3}) ?\)")
_TITLED = re.compile(r"\A(?:W?[GIFC]M|[GIFCN]M)\s+")
_WITHDRAWN = re.compile(r" ?\(W\)\Z")
_FLAG = re.compile(r"flag/([a-z]{3})\.png", re.IGNORECASE)
_NUMBER_ALONE = re.compile(r"\A[0-9]{1,4}\s+")
_CELL = ("cw", "cb", "cf")
_BYES = {"1": "-1", "½": "-½", "1/2": "-½", "0": "-0", "": ""}
_BOX = "player-name-box"
_OF_A_PLAYER = ("idn", "title", "notitle")
LEAST_ROWS = 2


def is_vega(page: WebPage) -> bool:
    """Return whether a page is one of Vega's site: it links to others of the site, or
    to cards of its players.

    Two different files of the site, as crosstable.html and standings.html, are enough.
    One alone may be linked by anybody.

        ../crosstable.html, ../standings.html#3    True
        ../standings.html, ../standings.html#3     False: one file
    """
    names = {address.partition("#")[0] for address in page.addresses}
    files = {name.rpartition("/")[2] for name in names}

    return len(files.intersection(_SITE)) > 1


def read_vega(page: WebPage) -> EventPage:
    """Read what a page of Vega's site shows; its `kind` is "details" when none of its
    tables is known.

    The first table that is known says what the page is. Two lists of people on a page
    are cards of players or groups of them, of which none is the list of the event.

    `event` is the name: Vega's pages have no number of the tournament.
    """
    facts = _facts(page)
    heading = _round_of(page)
    nothing_known = TableOfPage("details", [], [])
    shown = nothing_known

    for table in page.tables:
        read = _table(table, heading)
        if read is None:
            continue

        if not shown.lines:
            shown = read
        elif read.kind == shown.kind == "people":
            # cards of players, or groups of them: none is the list
            shown = nothing_known
            break

    return EventPage(
        program="Vega",
        event=facts.name,
        facts=facts,
        kind=shown.kind,
        lines=tuple(shown.lines),
        numbers=tuple(shown.numbers),
    )


def _facts(page: WebPage) -> PageFacts:
    """Read the event from the top of the page: its name, where it is, its days.

        Saaren avoin                       the first heading of the first level (h1)
        Turku (FIN)                        the place and the federation
        03/01/2026 - 05/01/2026            two days, the day before the month

    A page without such a heading has the name of its title; what is not there is empty.
    """
    first = next((one.text for one in page.headings if one.level == "h1"), "")
    facts = PageFacts(name=first or page.title)

    for heading in page.headings:
        host = _HOST.fullmatch(heading.text)
        if host and not facts.federation:
            facts = facts._replace(place=host["place"], federation=host["federation"])

        days = days_in(heading.text, day_first=True)
        if len(days) == 2 and has_only_days(heading.text) and days == sorted(days):
            facts = facts._replace(start=days[0], end=days[1])

    return facts


def _round_of(page: WebPage) -> RoundHeading | None:
    """Return the round of a page of pairings: the last heading that has a day beside
    its number, or the last with a number where none has a day.

        Round 3, Round 3 - 04/01/2026, Standings after 4    round 3: it has a day

    Headings without a number, as the name of the event, are passed over.
    """
    read = [round_heading(one.text, day_first=True) for one in page.headings]

    known = [one for one in read if one is not None]
    dated = [one for one in known if one.day is not None]
    own = [one for one in dated if one.number]

    if own:
        return own[-1]

    return known[-1] if known else None


def _table(table: PageTable, heading: RoundHeading | None) -> TableOfPage | None:
    """Read a table of results or people; None: it is none of those known here.

    Returned are the kind, the lines with a row of headings first, and the starting
    numbers of the rows.

    heading: the round that the page is about; a page of pairings needs it, no other
    does.

        <td class="hole">       matrix
        <div class="res">       crosstable
        <td class="result">     pairings, with two players in a row
        cards or titles         people
    """
    # a line below the table, over all of its columns, says what they mean
    bodies = [row for row in table.rows[1:] if sum(map(bool, row.texts)) > 1]
    if not bodies:
        return None

    if any(cell.mark == "hole" for row in bodies for cell in row.cells):
        return _matrix(bodies)

    if any(_is_game(cell) for row in bodies for cell in row.cells):
        return _crosstable(table.rows[0], bodies)

    # two players in a row have met, whatever became of the marks
    are_pairs = any(len(_numbers_in(row)) > 1 for row in bodies)
    has_results = any(cell.mark == "result" for row in bodies for cell in row.cells)
    if are_pairs and has_results:
        return TableOfPage("pairings", list(_pairings(bodies, heading)), [])
    # half of what pairings have: who met whom is not told
    if are_pairs or has_results:
        return None
    # a crosstable that lost its marks is no list of people, of whom none has played
    if _has_rounds(table.rows[0]):
        return None

    return _people(bodies)


def _has_rounds(headings: PageRow) -> bool:
    """Return whether columns stand beside each other that are headed 1 and 2: a list
    of people has no rounds.

        Player  Pts  1  2    True
        Pos  Player  Pts     False
    """
    numbers = [whole_number(text) for text in headings.texts]
    return (1, 2) in pairwise(numbers)


def _is_game(cell: PageCell) -> bool:
    """Return whether a cell of a crosstable has a place for a result, even an empty
    one: an element of the class `res`.

        <div class="res"></div><div class="cw">28</div>    True: a game to come
        <td></td>                                          False
    """
    return cell.marked("res") is not None


def card_number(cell: PageCell) -> str:
    """Return the starting number of the player that a cell is about; empty: nobody.

        <a href="playercard.html#12">    12
        <a href="playercard.html#0">     empty: Vega's number of the bye

    Of several links to cards the first one counts.
    """
    for link in cell.links:
        match = _CARD.search(link.address)
        if match is not None:
            number = match[1]
            return number if number.strip("0") else ""

    return ""


def _numbers_in(row: PageRow) -> set[str]:
    """Return the starting numbers of the players that a row is about.

    A row of a list has one, and one of pairings has two; the bye has none.
    """
    return {number for cell in row.cells if (number := card_number(cell))}


def card_name(cell: PageCell) -> str:
    """Return the name of the player that a cell is about, without title and number.

        FM Aho, Aino        Aho, Aino
        12 Aho, Aino (W)    Aho, Aino     they have withdrawn

    Where nobody is linked it is the name in their box, else all of the text.
    """
    linked = [link.text for link in cell.links if _CARD.search(link.address)]
    name = next(filter(None, linked), "")
    if not name:
        name = _name_in_box(cell) or _NUMBER_ALONE.sub("", cell.text)

    return _WITHDRAWN.sub("", _TITLED.sub("", " ".join(name.split())))


def _name_in_box(cell: PageCell) -> str:
    """Return the name of a player who is shown in a box of their own; empty: there is
    no such box.

        <div class="player-name-box">Aho, Aino</div>    Aho, Aino
    """
    for mark in cell.marks:
        if mark.name.startswith(_BOX) and mark.text:
            return mark.text

    return ""


def _seat(cell: PageCell) -> PageSeat:
    """Return who sits in a cell of pairings; without a number they are a bye, and so is
    a name that means one.

        12 Aho, Aino, linked to card 12    PageSeat("Aho, Aino", "12")
        BYE, linked to card 0              a bye
    """
    number = card_number(cell)
    name = card_name(cell)
    if not number or is_bye(name):
        return BYE_SEAT

    return PageSeat(name, number)


def _pairings(rows: Sequence[PageRow], heading: RoundHeading | None) -> Iterator[str]:
    """Yield the lines of a round: on both sides of the result the cell of a player.

    rows: without the headings. heading: None: no line names the round. Rows without a
    cell of a result are left out.

        Round 3 on 2026-01-04
        Bo.  No.  White      Result  Black      No.
        1    12   Aho, Aino  1-0F    Berg, Bea  4
    """
    if heading is not None:
        yield round_line(heading)

    yield joined_cells(PAIRING_HEADS)
    for row in rows:
        marks = [cell.mark for cell in row.cells]
        if "result" not in marks:
            continue
        middle = marks.index("result")

        white = _seat(_player_among(row.cells[:middle]))
        black = _seat(_player_among(row.cells[middle + 1 :]))
        result = row.cells[middle].text
        yield board_line(row.cells[0].text, white, result, black)


def _player_among(cells: Sequence[PageCell]) -> PageCell:
    """Return the cell of the player among those on one side; an empty one: there is
    none, and it is a bye.
    """
    return next((cell for cell in cells if card_number(cell)), PageCell(""))


def _crosstable(headings: PageRow, rows: Sequence[PageRow]) -> TableOfPage | None:
    """Write a crosstable, its rounds as they are headed. Opponents are called by their
    rows, or by their starting numbers where that is the order in which most rows agree.

        No.  Name       1    2     3
        4    Aho, Aino  3w1  2b0k  -½

    None: a row has no number. In the lines opponents are always called by their rows,
    from 1.

    `headings`: the first row of the table. `rows`: those below it, one for each player.
    """
    players = [_player_among(row.cells) for row in rows]
    numbers = [card_number(cell) for cell in players]
    if not all(numbers):
        return None

    # the page does not say how it calls opponents: the way that fits better is its own
    by_row = {str(at): at for at in range(1, len(rows) + 1)}
    by_number = {number: at for at, number in enumerate(numbers, 1)}
    called = by_row
    columns = _rounds(headings, rows)
    if _count_agreeing_cells(rows, columns, by_number) > _count_agreeing_cells(
        rows, columns, by_row
    ):
        called = by_number

    heads = [_heading(headings, column) for column in columns]
    rounds = [str(number) for number in round_numbers([heads], 0, len(columns))]

    lines = [joined_cells(["No.", "Name", *rounds])]
    for at, (row, player) in enumerate(zip(rows, players, strict=True), 1):
        cells = [_game_text(row.cells[column], at, called) for column in columns]
        head = [card_number(player), card_name(player)]
        # an empty cell at the end is a round without a game, and is one of the row
        lines.append(tabbed_cells([*head, *cells]))

    return TableOfPage("crosstable", lines, numbers)


def _rounds(headings: PageRow, rows: Sequence[PageRow]) -> list[int]:
    """Return the columns of the rounds, from the first that has a game to the last: a
    column with a game, or with a number for its heading and nobody who played.

    headings: the first row of the table. rows: of a crosstable, with at least one game;
    a cell of them may be empty. A row that is shorter than others ends the rounds:
    every row has all of them.

        Player  Pts  1  2  Rtg+-  3, games below 1 and 3    2, 3, 5
    """
    games: set[int] = set()
    for row in rows:
        games.update(at for at, cell in enumerate(row.cells) if _is_game(cell))

    shortest = min(len(row.cells) for row in rows)
    end = min(max(games) + 1, shortest)

    return [
        at
        for at in range(min(games), end)
        if at in games or whole_number(_heading(headings, at)) is not None
    ]


def _heading(headings: PageRow, column: int) -> str:
    """Return the heading of a column, from 0; empty: there are fewer headings."""
    texts = headings.texts
    return texts[column] if column < len(texts) else ""


def _named_opponent(cell: PageCell) -> str:
    """Return whom a cell of a round names, as the page calls them; empty: nobody.

    The class of the cell is cw with White, cb with Black, and cf of a forfeit.

        <div class="cw">28</div>    28
        <div class="cf">11</div>    11
    """
    for name in _CELL:
        text = cell.marked(name)
        if text is not None:
            return text

    return ""


def _count_agreeing_cells(
    rows: Sequence[PageRow], columns: Sequence[int], places: Mapping[str, int]
) -> int:
    """Count the cells whose opponent names this row in the same round.

    columns: those of the rounds. places: the row of each opponent, as cells call them,
    from 1.

        row 1 names 2, row 2 names 1, row 3 names 1    2
    """
    agreeing = 0
    for column in columns:
        met = [places.get(_named_opponent(row.cells[column])) for row in rows]

        for at, other in enumerate(met, 1):
            if other is not None and met[other - 1] == at:
                agreeing += 1

    return agreeing


def _game_text(cell: PageCell, own: int, places: Mapping[str, int]) -> str:
    """Write a cell as Swiss-Manager does: 28w1, 11b0k for a forfeit, -½ for a bye.

    own: the row itself, from 1. places: the row of each opponent as cells call them.
    What is neither a game nor a bye is returned as it stands.

        28 with White, 1        28w1
        11 by forfeit, 0        11w0k in row 3, whose opponent stands below
        nobody, ½               -½
    """
    score = (cell.marked("res") or "").strip()
    met = _named_opponent(cell)
    other = places.get(met)

    if other is None:
        # an opponent whom no row has is refused by who reads the table
        return f"{met}w{score}" if whole_number(met) else _BYES.get(score, score)

    # a forfeit shows no colour, so the upper row gets White
    if cell.marked("cf") is not None:
        colour = "w" if own < other else "b"
        return f"{other}{colour}{score}k"

    colour = "w" if cell.marked("cw") is not None else "b"
    return f"{other}{colour}{score}"


def _matrix(rows: Sequence[PageRow]) -> TableOfPage:
    """Write a round robin with its diagonal marked.

        No.  Name        1  2  3
        1    Aho, Aino   *  1  ½
        2    Berg, Bea   0  *  1

    A row without its hole has its results where rows with one have them. The starting
    numbers are returned only if every row has one.
    """
    lines = []
    numbers = []
    for at, row in enumerate(rows, 1):
        player = _player_among(row.cells)
        marks = [cell.mark for cell in row.cells]
        hole = marks.index("hole") if "hole" in marks else at
        # the hole of row n is its n-th cell of results, whatever stands before them
        first = hole - at + 1

        cells = []
        for cell in row.cells[first:]:
            cells.append("*" if cell.mark == "hole" else cell.text)

        numbers.append(card_number(player))
        lines.append(joined_cells([str(at), card_name(player), *cells]))

    columns = [str(at) for at in range(1, len(rows) + 1)]
    heads = ["No.", "Name", *columns]

    if not all(numbers):
        numbers = []

    return TableOfPage("matrix", [joined_cells(heads), *lines], numbers)


def _people(rows: Sequence[PageRow]) -> TableOfPage | None:
    """Write a list of people or standings; None: the table is of something else.

    rows: without the headings. The rest of a table of standings (points, tie-breaks) is
    not written.

        No.  Name       FideID  FED
        4    Aho, Aino  500001  FIN
    """
    if len(rows) < LEAST_ROWS:
        return None
    if not any(_is_of_a_player(row) for row in rows):
        return None

    texts = [row.texts for row in rows]
    names = column_of_names(texts, range(max(map(len, texts))))

    seats = [_listed_player(row, names) for row in rows]
    if not all(seat is not None and seat.name for seat in seats):
        return None

    lines = [joined_cells(PEOPLE_HEADS)]
    for row, seat in zip(rows, seats, strict=True):
        if seat is not None:
            fields = [seat.number, seat.name, fide_id_in(row.cells), _federation(row)]
            lines.append(joined_cells(fields))

    numbers = [seat.number for seat in seats if seat is not None]

    if not all(numbers):
        numbers = []

    return TableOfPage("people", lines, numbers)


def _is_of_a_player(row: PageRow) -> bool:
    """Return whether a row is of a player, and not of a team or country: it links to
    their card, or to FIDE's page of them, or has a place for their number or title.

        <a href="playercard.html#12">    True
        <td class="idn">                 True: the place of a number
        Suomi  3  12.5                   False: a country with its points
    """
    if fide_id_in(row.cells) or any(card_number(cell) for cell in row.cells):
        return True

    for cell in row.cells:
        for mark in cell.marks:
            if not set(mark.name.split()).isdisjoint(_OF_A_PLAYER):
                return True

    return False


def _listed_player(row: PageRow, names: int | None) -> PageSeat | None:
    """Return who a row of a list is about: the player whose card it links to; else the
    name in that column, and the number in front of it.

    names: the column of names, or None. None is returned where the row names nobody.

        12 | FM Aho, Aino, without a link    PageSeat("Aho, Aino", "12")
    """
    player = _player_among(row.cells)
    if card_number(player):
        return PageSeat(card_name(player), card_number(player))

    if names is None or names >= len(row.cells) or not row.cells[names].text:
        return None

    before = [cell.text for cell in row.cells[:names]]
    numbers = [text for text in before if whole_number(text) is not None]
    number = numbers[0] if numbers else ""

    without_title = _TITLED.sub("", row.cells[names].text)
    name = _WITHDRAWN.sub("", without_title)
    return PageSeat(name, number)


def _federation(row: PageRow) -> str:
    """Return the federation whose flag a row shows, if it is one of FIDE's; empty: it
    shows none.

        <img src="flag/fin.png">    FIN
        <img src="flag/xyz.png">    empty: no federation has this code
    """
    for cell in row.cells:
        images = [mark.text for mark in cell.marks if mark.name == "img"]
        for image in images:
            flag = _FLAG.search(image)
            code = flag[1].upper() if flag else ""
            if code in FEDERATIONS:
                return code

    return ""
