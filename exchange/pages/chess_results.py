"""Read a page of chess-results.com, whatever its language.

    tnr1452107.aspx?lan=1&art=9&snr=2     a player: the tournament and the starting number
    CRg1b, CRng1b                         the class of a row of headings
    FarbewT, FarbesT                      White and Black at a board of a team match
    Time control (Standard)               details: the kind of rating behind the label

Its headings are in forty languages, and so are the letters for the colours in a
crosstable (exchange/results/colour_letters.py).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from exchange.byes import is_bye
from exchange.lists.people_columns import MEANING
from exchange.pages.columns_by_content import (
    column_of_names,
    column_of_numbers,
    fide_id_in,
)
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
    days_in,
    has_only_days,
    round_heading,
    time_control_of,
)
from exchange.results.colour_letters import has_cells, has_games, with_plain_colours
from exchange.results.layout import is_crosstable
from exchange.results.matrix import matrix_rows
from exchange.results.names_in_rows import WORD
from exchange.results.written_results import result
from exchange.spreadsheets.rows import joined_cells
from exchange.spreadsheets.web_page import (
    PageCell,
    PageLink,
    PageRow,
    PageTable,
    WebPage,
)
from exchange.text.numbers import whole_number
from messages.results import PENDING

_EVENT = re.compile(r"\btnr([0-9]{3,8})\.aspx", re.IGNORECASE)
# looked for behind the first `art` alone: of thousands each would look through the rest
_PLAYER = re.compile(r"\A(?>.*?[?&]art=9&)(?:.*&)?snr=([0-9]{1,4})\b")
_TEAM = re.compile(r"\A(?>.*?[?&]art=2[0-9]&)(?:.*&)?snr=[0-9]")
_MAIN = re.compile(r"\bCRs[0-9]\b")
_HEAD = re.compile(r"\bCRn?g[0-9]b\b")
_WHITE, _BLACK = "FarbewT", "FarbesT"
_MAP = re.compile(r"google\.[a-z.]{2,20}/maps/")
_FEDERATION = re.compile(r".*\(\s*([A-Z]{3})\s*\)")
_KIND_OF_RATING = re.compile(r"\((?:standard|rapid|blitz)\)", re.IGNORECASE)
_KIND_FIRST = re.compile(r"(?:standard|rapid|blitz)\s*:", re.IGNORECASE)
_TITLE_OF_PAGE = re.compile(r"\A.*chess-results\.com\s*-\s*", re.IGNORECASE)
_FIXED_BOARD = re.compile(r" ?\*\)\Z")  # behind a name: they always sit at this board
_FIDE_HEAD = re.compile("fide", re.IGNORECASE)
_BOARD = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}")
_OF_A_ROUND = re.compile(r"([0-9]{1,3})[^0-9]*")  # 1.Rd; TB1 is a tie-break
# of a list of those who were not paired: not there, or there without a game
_NOT_PAIRED = re.compile(r"\*|-?[01½]F?|-")
_RESULT_ALONE = re.compile(r"[-+=01½]|[01½]F|")


def is_chess_results(page: WebPage) -> bool:
    """Return whether a page is one of chess-results: it has a table of theirs, and
    links or a title with their name.

    A page of one player is one too: what it shows is told by `read_chess_results`.

    A page that was saved and sent on has no title at times, and one without players no
    links: either will do.
    """
    if not _main_tables(page):
        return False
    return bool(_linked_tournaments(page)) or "chess-results" in page.title.casefold()


def read_chess_results(page: WebPage) -> EventPage:
    """Read what a page of chess-results shows; its `kind` is "details" when none of its
    tables is known.

    The first table that is known says what kind of page it is. Pairings of several
    rounds may stand in a table each: the later ones are put behind the first.

    `event` is the number of the tournament, as in tnr1452107.aspx: the one that most
    links name. A page without such links has the name of the event there.

    The lines are those of one table, as if somebody had saved it; nothing of them is
    judged here.
    """
    facts = _facts(page)
    shown = TableOfPage("details", [], [])

    for table in _main_tables(page):
        read = _table(table)
        if read is None:
            continue

        if not shown.lines:
            shown = read
        elif read.kind == shown.kind and read.kind in ("pairings", "team-pairings"):
            shown.lines.extend(read.lines)

    # without a number the name still tells two events apart
    event = facts.name
    events = _linked_tournaments(page)
    if events:
        [(event, _)] = events.most_common(1)

    return EventPage(
        program="chess-results",
        event=event,
        facts=facts,
        kind=shown.kind,
        lines=tuple(shown.lines),
        numbers=tuple(shown.numbers),
    )


def _main_tables(page: WebPage) -> list[PageTable]:
    """Return the tables that chess-results marks as its own, in their order: class
    CRs1, CRs2, ...

    Menus, advertisements and the details of the event stand in tables of other classes.
    """
    return [table for table in page.tables if _MAIN.search(table.mark)]


def _linked_tournaments(page: WebPage) -> Counter[str]:
    """Count the numbers of tournaments that the page links to: its own, where players
    are linked.

        tnr1452107.aspx?lan=1&art=9&snr=2     1452107

    The page may link to other tournaments as well, as those of the same series, but its
    players are of its own.
    """
    addresses: list[str] = []
    for table in page.tables:
        for row in table.rows:
            addresses += [link.address for link in _links(row)]

    of_players = [address for address in addresses if _PLAYER.search(address)]
    telling = of_players or [*addresses, *page.addresses]

    events: Counter[str] = Counter()
    for address in telling:
        match = _EVENT.search(address)
        if match is not None:
            events[match[1]] += 1

    return events


def _facts(page: WebPage) -> PageFacts:
    """Read the details of the event where the page shows them, and its name.

    The details are a table of two columns, a label and a value, in any language. The
    name is the first heading of the second level (h2), or what the title has behind the
    name of the site. What the page does not show is empty.
    """
    title = _TITLE_OF_PAGE.sub("", page.title)
    own = [heading.text for heading in page.headings if heading.level == "h2"]
    facts = PageFacts(name=(own[0] if own else title).strip())

    for table in page.tables:
        for row in table.rows:
            if len(row.cells) == 2 and row.cells[0].text:
                facts = _with_detail(facts, *row.cells)

    return facts


def _with_detail(facts: PageFacts, label: PageCell, value: PageCell) -> PageFacts:
    """Add what a line of the details says; the first of a kind counts.

    Labels are in forty languages, so the form of a value tells what it is:

        a link to a map with all of the text     the place
        Suomen Shakkiliitto ( FIN )              the federation, three capitals
        2026/01/03 to 2026/01/05                 the days, when in order
        90 min + 30 sec                          the time, when it reads like one
    """
    if [link.text for link in value.links if _MAP.search(link.address)] == [value.text]:
        return facts._replace(place=facts.place or value.text)

    if match := _FEDERATION.fullmatch(value.text):
        return facts._replace(federation=facts.federation or match[1])

    if facts.start is None and has_only_days(value.text):
        days = days_in(value.text, day_first=False)
        if days and days == sorted(days):
            return facts._replace(start=days[0], end=days[-1])

    if not facts.time and _is_time(label.text, value.text):
        return facts._replace(time=value.text)

    return facts


def _is_time(label: str, value: str) -> bool:
    """Return whether a line of the details is about how long the games are: it names
    the kind of rating, or reads like minutes and an increment.

    `Standard: 90'+30''` and any value whose label has (rapid) count whatever they say;
    `90+30` counts because it can be read. An empty value says nothing.

        Time control (Standard)  90 min     True: the label has the kind
        Bedenkzeit               90+30      True: it can be read
        Bedenkzeit               see rules  False
    """
    if _KIND_OF_RATING.search(label) or _KIND_FIRST.match(value):
        return bool(value)

    return "+" in value and time_control_of(value) is not None


def _table(table: PageTable) -> TableOfPage | None:
    """Read a table of results or people; None: it is none of those known here.

    Returned are the kind, the lines with a row of headings first, and the starting
    numbers of the rows. Kinds that are recognised without reading them (matches without
    boards, one player's games) have no lines.

    The order of the questions matters: what fewer things look like is asked for first.

        boards 1.1, 1.2, ...                 kind team-pairings
        two columns of links, a result       pairings
        a crosstable of a Swiss              crosstable, with its lines
        a round robin without colours        matrix
        two columns of players, a result     pairings
        names, ratings, federations          people
    """
    heads = [row for row in table.rows if _HEAD.search(row.mark)]
    bodies = [row for row in table.rows if not _HEAD.search(row.mark)]
    columns = next((row for row in heads if _count_of_texts(row) > 2), None)
    if columns is None or not bodies:
        return None

    rows = [row.texts for row in bodies]
    texts = with_plain_colours([joined_cells(cells) for cells in rows])
    names = _column_of_players(bodies)

    # a board of a match is 1.1, 1.2, ...
    if any(_BOARD.fullmatch(row.cells[0].text) for row in bodies):
        return TableOfPage("team-pairings", list(_matches(table)), [])

    # a crosstable links its names alone
    pairings = _pairings(table, columns, bodies)
    if pairings is not None and len(_links_by_column(bodies)) > 1:
        return TableOfPage("pairings", pairings, [])

    # who met whom, with colours; then without them
    if any(map(has_cells, texts)) and is_crosstable(texts):
        if names is None:
            return None
        return _crosstable(columns, bodies, texts, names)

    plain = [joined_cells(cells) for cells in rows]
    if names is not None and matrix_rows(plain):
        head = joined_cells(_headings_with_name(columns, names))
        return TableOfPage("matrix", [head, *plain], _numbers(bodies, names))

    # cells like games that do not agree: the letters of the colours are not known
    if 2 * sum(map(has_games, texts)) > len(texts):
        return TableOfPage("colours-unknown", [], [])

    if pairings is not None:
        return TableOfPage("pairings", pairings, [])

    # known, but with too little to tell the games
    if any(":" in cells for cells in rows):
        return TableOfPage("matches-alone", [], [])
    if any(_colour(cell) for row in bodies for cell in row.cells):
        return TableOfPage("one-player", [], [])

    if names is None or _columns_of_players(columns, bodies) is not None:
        return None

    return _list_of_people(columns, bodies, names, has_one_heading=len(heads) == 1)


def _list_of_people(
    columns: PageRow, rows: Sequence[PageRow], names: int, *, has_one_heading: bool
) -> TableOfPage | None:
    """Return a list of people, with or without results behind the names; None: it is
    of something else.

    columns: the row of headings. rows: those below it. names: the column of the names.

    Results without opponents are told of as what they are: those of people who were not
    paired, or of a table that shows only how the rounds ended.

        1  Aho, Aino   1  ½  0      results-alone: nothing of opponents
        1  Aho, Aino   -  ½  -      not-paired, under one heading
        1  Aho, Aino   FIN  1980    people
    """
    people = _people(columns, rows, names)

    in_rounds: set[str] = set()
    for row in rows:
        in_rounds.update(_cells_of_rounds(columns, row, names))

    in_rounds.discard("")
    if not in_rounds:
        if not _are_people(rows, names):
            return None
        return TableOfPage("people", people, _starting_numbers(people))

    # a list of those without a game has one heading and no results of games
    has_no_game = all(is_bye(text) or _NOT_PAIRED.fullmatch(text) for text in in_rounds)
    if has_one_heading and has_no_game:
        return TableOfPage("not-paired", people, _starting_numbers(people))

    return TableOfPage("results-alone", people, _starting_numbers(people))


def _are_people(rows: Sequence[PageRow], names: int) -> bool:
    """Return whether rows are of players, and not of teams, rounds or countries: they
    link to players, or have FIDE ids, or federations beside the names.

    names: the column of the names. A link to a team decides, whatever else there is.

        a name that links to art=9&snr=2      a player
        a name that links to art=20&snr=2     a team
        a name beside FIN, without links      a player
    """
    if any(_TEAM.search(link.address) for row in rows for link in _links(row)):
        return False
    if any(_linked_number(cell) for row in rows for cell in row.cells):
        return True
    if any(fide_id_in(row.cells) for row in rows):
        return True

    return _column_of_federations([row.texts for row in rows], names) is not None


def _links(row: PageRow) -> list[PageLink]:
    """Return all links of a row, from left to right, whatever they lead to.

    A cell may have several, as a name and the flag beside it.
    """
    return [link for cell in row.cells for link in cell.links]


def _count_of_texts(row: PageRow) -> int:
    """Count the cells of a row that have a text. A row with one is a heading over all
    columns, as of a round.

        Round 2 on 2026/01/04            1
        Bo.  No.  White  Result  Black   5
    """
    return sum(bool(cell.text) for cell in row.cells)


def _linked_number(cell: PageCell) -> str:
    """Return the starting number of the player that a cell links to.

        tnr1452107.aspx?lan=1&art=9&snr=2     2

    Empty where the cell links to no player.
    """
    for link in cell.links:
        match = _PLAYER.search(link.address)
        if match is not None:
            return match[1]

    return ""


def _column_of_players(rows: Sequence[PageRow]) -> int | None:
    """Return the column whose cells link to players; else the first of names.

    Where several columns do, it is the one with most links, and of equals the left one.
    None: no column looks like names.
    """
    linked = _links_by_column(rows)
    if linked:
        return min(linked, key=lambda at: (-linked[at], at))

    # nobody is linked, as in text that was copied into a page
    width = max(len(row.cells) for row in rows)
    texts = [row.texts for row in rows]
    places = [at for at in range(width) if _tells_apart(texts, at)]
    return column_of_names(texts, places)


def _tells_apart(texts: Sequence[Sequence[str]], at: int) -> bool:
    """Return whether most cells of a column are different, as names are, and titles and
    federations are not.

        Aho, Aino; Berg, Bea; Salo, Eero    True
        FIN; FIN; SWE; FIN                  False: two of four

    Empty cells count for neither.
    """
    cells = [row[at] for row in texts if at < len(row) and row[at]]

    return 2 * len(set(cells)) > len(cells)


def _links_by_column(rows: Sequence[PageRow]) -> Counter[int]:
    """Count, by column from 0, the rows whose cell there links to a player.

    A crosstable links its names alone; pairings link White and Black, which makes two.
    """
    linked: Counter[int] = Counter()
    for row in rows:
        linked.update(at for at, cell in enumerate(row.cells) if _linked_number(cell))

    return linked


def _name(text: str) -> str:
    """Return a name without the sign of a fixed board.

    Aho, Aino *)     Aho, Aino: they always sit at this board
    """
    return _FIXED_BOARD.sub("", text)


def _numbers(rows: Sequence[PageRow], names: int) -> list[str]:
    """Return the starting number of each row: those that the names link to; nothing
    where a row has none.

    names: the column of the names. A shorter list would give numbers to the wrong
    rows, so it is all of them or none.
    """
    numbers = []
    for row in rows:
        number = _linked_number(row.cells[names]) if names < len(row.cells) else ""
        if not number:
            return []
        numbers.append(number)

    return numbers


def _headings_with_name(columns: PageRow, names: int) -> list[str]:
    """Return the headings with that of the names as every reader knows it, `Name`, in
    whatever language the page is.

    names: the column of the names.

        Rg.  Snr  Naam   Rtg    Rg.  Snr  Name  Rtg
    """
    return [
        "Name" if at == names else cell.text for at, cell in enumerate(columns.cells)
    ]


def _crosstable(
    columns: PageRow, rows: Sequence[PageRow], texts: Sequence[str], names: int
) -> TableOfPage:
    """Return a crosstable as `_table` does.

    columns: the row of headings. texts: the rows with colours of w and b, as lines.

    `rows`: those cells with their links, of which the starting numbers are read.
    """
    head = joined_cells(_headings_with_name(columns, names))
    return TableOfPage("crosstable", [head, *texts], _numbers(rows, names))


def _seat(row: PageRow, at: int, linked: bool) -> PageSeat:
    """Return who sits there; where players are linked, whoever is not is a bye.

    row: of a table of pairings. at: the column of the player. linked: whether players
    are linked in this table.

    A row that is too short, or an empty cell, is a bye as well.

        Aho, Aino, linked with snr=2           PageSeat("Aho, Aino", "2")
        spielfrei, in a table with links       a bye
        Aho, Aino, in a table without links    PageSeat("Aho, Aino", "")
    """
    cell = row.cells[at] if at < len(row.cells) else PageCell("")

    number = _linked_number(cell)
    if is_bye(cell.text) or not cell.text or (linked and not number):
        return BYE_SEAT

    return PageSeat(_name(cell.text), number)


def _pairings(
    table: PageTable, columns: PageRow, rows: Sequence[PageRow]
) -> list[str] | None:
    """Write pairings, round by round; None: the table has no two columns of players
    with one of results between them.

    columns: the row of headings. rows: those below it. table: has both, with the
    headings of further rounds between them.

        Round 2 on 2026-01-04
        Bo.  No.  White      Result  Black      No.
        1    1    Aho, Aino  1 - 0   Berg, Bea  2

    A row that does not reach to Black's column is a remark, and has no line.
    """
    players = _columns_of_players(columns, rows)
    if players is None:
        return None

    white, black = players
    middle = _column_of_results(columns, rows, white, black)
    if middle is None:
        return None

    linked = any(
        _linked_number(row.cells[white]) for row in rows if white < len(row.cells)
    )
    numbered = _columns_of_numbers(columns, rows, white, black)
    heading = table.headings[-1] if table.headings else ""

    lines = _headed_round(heading)
    for row in table.rows:
        # a row of headings with one text begins the next round
        if row.mark and _HEAD.search(row.mark):
            if _count_of_texts(row) == 1:
                lines += _headed_round(next(filter(None, row.texts)))
            continue

        if len(row.cells) <= black:
            continue

        white_seat = _seat(row, white, linked)
        black_seat = _seat(row, black, linked)
        if not linked and numbered is not None:
            left, right = numbered
            white_seat = _with_number(white_seat, row, left)
            black_seat = _with_number(black_seat, row, right)

        board = row.cells[0].text
        score = row.cells[middle].text
        # the points of one side, by whatever word in the place of Black
        if not linked and score and _RESULT_ALONE.fullmatch(score):
            black_seat = BYE_SEAT

        lines.append(board_line(board, white_seat, score, black_seat))

    return lines


def _with_number(seat: PageSeat, row: PageRow, column: int) -> PageSeat:
    """Return a seat with the number in a column of its row; a bye has none."""
    if seat == BYE_SEAT:
        return seat
    return seat._replace(number=_text_at(row, column))


def _headed_round(text: str) -> list[str]:
    """Return the lines that begin a round; no round where the heading names none.

    text: the heading, as `Round 2 on 2026/01/04 at 10:00`. The row of headings of
    pairings is always among them, so that what follows is read as pairings.

        Round 2 on 2026/01/04 at 10:00    Round 2 on 2026-01-04, and the headings
        Final standings                   the headings alone
    """
    heads = joined_cells(PAIRING_HEADS)
    heading = round_heading(text, day_first=False)

    return [heads] if heading is None else [round_line(heading), heads]


def _columns_of_players(
    columns: PageRow, rows: Sequence[PageRow]
) -> tuple[int, int] | None:
    """Return the columns of White and Black, from 0: both link to players; else the two
    that have names, with a result between them.

    columns: the row of headings. None: there are not two of them. Links in one column
    alone, or in three, are no pairings, so names are not asked then.

        1  Aho, Aino  2210  1 - 0  Salo, Eero  2105    1 and 4

    Between the two there is one column of results, whether or not names are linked;
    with links its reader looks for it.
    """
    linked = _links_by_column(rows)
    if len(linked) == 2:
        white, black = sorted(linked)
        return white, black

    if linked:
        return None

    # nobody is linked: the names and the results must tell it
    texts = [row.texts for row in rows]

    width = max(map(len, texts))
    white_at = column_of_names(texts, range(width))
    if white_at is None:
        return None

    results = []
    for at in range(white_at + 1, width):
        column = [cells[at] for cells in texts if at < len(cells)]
        if _are_results(column) or (
            _are_to_come(column) and _stands_in_the_middle(columns, at)
        ):
            results.append(at)

    if len(results) != 1:
        return None

    black_at = column_of_names(texts, range(results[0] + 1, width))

    return None if black_at is None else (white_at, black_at)


def _are_results(cells: Sequence[str]) -> bool:
    """Return whether cells are results, some of them with two sides.

    A column of 1, 2, 3 may be anything, but `1 - 0` is a result. Empty cells are games
    to come, and count for neither.

        1 - 0, ½ - ½, and nothing    True
        1, 0, 1                      False: none has two sides
        1 - 0, 2210                  False
    """
    written = [cell for cell in cells if cell]
    two_sided = [cell for cell in written if len(cell) > 2 and result(cell) is not None]

    return bool(two_sided) and all(_may_be_result(cell) for cell in written)


def _are_to_come(cells: Sequence[str]) -> bool:
    """Return whether cells may be results of a round that has not begun: nothing, or
    the points of a bye.
    """
    return all(_may_be_result(cell) for cell in cells) and not all(cells)


def _stands_in_the_middle(columns: PageRow, at: int) -> bool:
    """Return whether a column is headed as no other is, with something of both players
    on its two sides: the same heading.

        Bo.  White  Rtg  Result  Black  Rtg    Result does
        No.  Name   Rtg  sex     FED           sex does not
    """
    heads = columns.texts
    if at >= len(heads) or not heads[at] or heads.count(heads[at]) > 1:
        return False

    left = set(filter(None, heads[:at]))
    return not left.isdisjoint(heads[at + 1 :])


def _may_be_result(text: str) -> bool:
    """Return whether a text could stand in a column of results: `1 - 0`, `½`, `1F`, or
    nothing while the game is not finished. A rating or a rank could not.
    """
    return not text or result(text) is not None or bool(_RESULT_ALONE.fullmatch(text))


def _column_of_results(
    columns: PageRow, rows: Sequence[PageRow], white: int, black: int
) -> int | None:
    """Return the column between the players whose heading stands there alone: points
    and ratings are on both sides.

    white, black: the columns of the players. None: there is no such column, or more
    than one.

        Bo.  White  Rtg  Pts  Result  Pts  Black  Rtg    Result: it stands once
    """
    heads = Counter(cell.text for cell in columns.cells if cell.text)

    between = []
    for at in range(white + 1, min(black, len(columns.cells))):
        head = columns.cells[at].text
        cells = [row.cells[at].text for row in rows if at < len(row.cells)]
        if heads[head] == 1 and all(_may_be_result(cell) for cell in cells):
            between.append(at)

    return between[0] if len(between) == 1 else None


def _columns_of_numbers(
    columns: PageRow, rows: Sequence[PageRow], white: int, black: int
) -> tuple[int, int] | None:
    """Return the columns of starting numbers where no name is linked: under one
    heading, each number one player's.

    white, black: the columns of the players. White's are to the left of the name and
    Black's to the right of theirs. Numbers of more than three digits are ratings. None:
    no two columns are like that.

        Bo.  No.  White  Result  Black  No.     1 and 5
        Bo.  Rtg  White  Result  Black  Rtg     None: four digits
    """
    for left in range(1, white):
        head = _text_at(columns, left)
        behind = range(black + 1, len(columns.cells))
        alike = [at for at in behind if head and columns.cells[at].text == head]
        if not alike:
            continue

        right = alike[0]
        numbers = []
        for row in rows:
            if right < len(row.cells):
                both = (row.cells[left].text, row.cells[right].text)
                numbers += [text for text in both if text]

        if numbers and all(whole_number(text) for text in numbers):
            is_rating = any(len(text) > 3 for text in numbers)
            if not is_rating:
                return left, right

    return None


def _matches(table: PageTable) -> Iterator[str]:
    """Yield the lines of team matches, with the colour of home in front of its player.

    table: with the lines of its matches between the boards. A line is board, colour of
    home, home, -, away, result, with tabs between them; a board that nobody is named
    for is left out:

        1.1  w  Aho, Aino  -  Berg, Bea  1 - 0
    """
    heading = table.headings[-1] if table.headings else ""
    named = round_heading(heading, day_first=False)
    if named is not None:
        yield round_line(named)

    for row in table.rows:
        first = row.cells[0].text
        if _HEAD.search(row.mark):
            # one text over all columns names a round, several name the teams
            if _count_of_texts(row) == 1:
                named = round_heading(next(filter(None, row.texts)), day_first=False)
                if named is not None:
                    yield round_line(named)
                continue

            yield joined_cells(["Bo.", *_headings_not_repeated(row.texts[1:])])
        elif _BOARD.fullmatch(first):
            line = _board_of_match(row)
            if line:
                yield line


def _headings_not_repeated(heads: Sequence[str]) -> list[str]:
    """Empty the headings that both teams have, as of ratings: the teams are left.

        SalSK, Rtg, -, TuTS, Rtg, 2 : 0    SalSK, , -, TuTS, , 2 : 0

    What heads ratings is another word in each language, but it stands twice in all.
    """
    times = Counter(heads)
    return [head if times[head] == 1 else "" for head in heads]


def _board_of_match(row: PageRow) -> str:
    """Write a board of a match; empty where nobody has been named for it yet.

    The dash parts home from away. A row without it is returned as it is, and is told of
    by who reads the lines. A game of two named players without a result is to come.

        1.1  FM Aho, Aino  -  Berg, Bea  1 - 0     the colour is in the marks of the cells
    """
    middle = next((at for at, cell in enumerate(row.cells) if cell.text == "-"), None)
    if middle is None:
        return joined_cells(row.texts)

    home = _player_at(row.cells[1:middle])
    away = _player_at(row.cells[middle + 1 :])
    score = row.cells[-1].text

    if home is None and away is None:
        return ""

    colour = ""
    if home is not None and away is not None:
        score = score or PENDING

        # both sides must be marked, and differently
        shades = [_colour(home), _colour(away)]
        if sorted(shades) == ["b", "w"]:
            colour = shades[0]
    elif not score:
        return ""  # the other team has not named anybody yet

    names = ["" if cell is None else _name(cell.text) for cell in (home, away)]

    return joined_cells([row.cells[0].text, colour, names[0], "-", names[1], score])


def _player_at(cells: Sequence[PageCell]) -> PageCell | None:
    """Return the cell of the player: the one that is linked, or marked with a colour,
    or has a name of two words.

    cells: those of one side of the dash, which may also hold a title or a rating. None:
    nobody has been named.

        FM | Aho, Aino | 2210    the second: it is linked
        Aho, Aino | FIN          the first: two words

    A name of one word that has no link is not seen.
    """
    for cell in cells:
        if cell.text and (_linked_number(cell) or _colour(cell)):
            return cell

    return next((cell for cell in cells if len(WORD.findall(cell.text)) > 1), None)


def _colour(cell: PageCell) -> str:
    """Return w or b by the mark of a cell, FarbewT or FarbesT; empty: it has none.

    <td class="FarbewT">    w
    <td class="FarbesT">    b
    """
    names = {mark.name for mark in cell.marks}
    if _WHITE in names:
        return "w"

    return "b" if _BLACK in names else ""


def _columns_of_rounds(columns: PageRow, names: int) -> list[int]:
    """Return the columns behind the names that are headed 1, 2, 3, ... and any word;
    none where there is only one, which may be anything.

    names: the column of the names. A heading like `1.Rd` or `2. kierros` is of a round;
    TB1 is a tie-break. The first that is out of turn ends them.

        Name  FED  1.Rd  2.Rd  Pts  TB1    2, 3
    """
    rounds: list[int] = []
    for at in range(names + 1, len(columns.cells)):
        match = _OF_A_ROUND.fullmatch(columns.cells[at].text)
        is_next = match is not None and int(match[1]) == len(rounds) + 1
        if is_next:
            rounds.append(at)
        elif rounds:
            break

    return rounds if len(rounds) > 1 else []


def _cells_of_rounds(columns: PageRow, row: PageRow, names: int) -> list[str]:
    """Return what a row has in the columns of the rounds, in their order; empty: the
    table has none.

        Aho, Aino  FIN  1  ½  1.5    1, ½
    """
    return [_text_at(row, at) for at in _columns_of_rounds(columns, names)]


def _text_at(row: PageRow, at: int | None) -> str:
    """Return the text of a column of a row; empty: no such column, or a shorter row.

    at: the column, from 0; None where the table has no such column.
    """
    if at is None or at >= len(row.cells):
        return ""
    return row.cells[at].text


def _people(columns: PageRow, rows: Sequence[PageRow], names: int) -> list[str]:
    """Write a list of people: number, name, FIDE id, federation, and the columns whose
    headings the readers of lists know.

    The first line has the headings: those that every such list has, and those of the
    columns that are known by their words (a birth, a sex, a club). Rows without a name
    are left out.

        No.  Name       FideID  FED  Club
        1    Aho, Aino  500001  FIN  Rooks
    """
    named = [row for row in rows if _text_at(row, names)]
    texts = [row.texts for row in named]

    # the number is in the link, or in the column of numbers
    linked = all(_linked_number(row.cells[names]) for row in named)
    numbered = None if linked else column_of_numbers(texts, names)
    federation = _column_of_federations(texts, names)
    fide = _column_headed(columns, _FIDE_HEAD)
    known = _known_columns(columns, {names, federation, fide})

    lines = [joined_cells([*PEOPLE_HEADS, *known])]
    for row in named:
        number = _linked_number(row.cells[names]) if linked else _text_at(row, numbered)
        fide_id = fide_id_in(row.cells) or _text_at(row, fide)
        cells = [number.rstrip("."), _name(_text_at(row, names)), fide_id]
        cells += [_text_at(row, at) for at in (federation, *known.values())]

        # nobody has the number 0: they have none
        lines.append(joined_cells(["" if cell == "0" else cell for cell in cells]))

    return lines


def _starting_numbers(lines: Sequence[str]) -> list[str]:
    """Return the starting numbers of a list of people; nothing where some have none.

    lines: as `_people` writes them, with the headings first and a tab behind each cell.

        1 | Aho, Aino, 2 | Berg, Bea     1, 2
        1 | Aho, Aino,   | Berg, Bea     nothing

    As with `_numbers`, it is all of them or none.
    """
    numbers = [line.partition("\t")[0] for line in lines[1:]]

    return numbers if all(numbers) else []


def _column_headed(columns: PageRow, words: re.Pattern[str]) -> int | None:
    """Return the first column, from 0, whose heading has one of the words; None: none
    has.

        No.  Name  FideID  FED, with "fide" as the word    2

    Capitals are no matter where the pattern says so.
    """
    for at, cell in enumerate(columns.cells):
        if words.search(cell.text):
            return at

    return None


def _known_columns(columns: PageRow, taken: Set[int | None]) -> dict[str, int]:
    """Return the columns that lists of people have, by their headings: an id, a birth,
    a club.

    columns: the row of headings. taken: columns that are in use already. Where two have
    the same heading, the left one counts. The result maps each heading, as it is
    written, to its column.

        No.  Name  Club  Rtg    {"Club": 2}
    """
    known: dict[str, int] = {}
    for at, cell in enumerate(columns.cells):
        word = cell.text.casefold().rstrip(".:")

        is_more = MEANING.get(word) in ("player", "born", "sex", "club")
        if is_more and at not in taken and cell.text not in known:
            known[cell.text] = at

    return known


def _column_of_federations(texts: Sequence[Sequence[str]], names: int) -> int | None:
    """Return the first column behind the names that has three capitals in most rows.

    texts: of each row. names: the column of the names.

    Cells that are filled must all be such codes, so that a column of titles and remarks
    is none. None: no column is like that.

        2210 | FIN, 2105 | SWE, 1890 |         the second: two of three rows
        GM | FIN, FM | SWE, remark | FIN       the second: the first has a remark
    """
    width = max(map(len, texts), default=0)
    for at in range(names + 1, width):
        cells = [cells[at] for cells in texts if at < len(cells) and cells[at]]

        codes = [cell for cell in cells if re.fullmatch("[A-Z]{3}", cell)]

        if cells and 2 * len(codes) > len(texts) and len(codes) == len(cells):
            return at

    return None
