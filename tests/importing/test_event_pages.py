"""Saved pages of chess-results and Vega, in any language: their games, who plays, and
what they say of the event; several pages of one event are one tournament.
"""

import random
import re
import secrets
from collections import Counter

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.pages.round_headings import round_heading, time_control_of
from ledger.errors import Refused
from tests.exchange.pages_made import (
    DETAILS,
    LANGUAGES,
    Board,
    Seat,
    Words,
    chess_results,
    crosstable,
    linked,
    matches,
    pairings,
    players,
    tabled,
    vega,
    vega_crosstable,
    vega_pairings,
)
from tests.importing.importing_world import World

AHO, BERG = Seat(1, "Aho, Aino", 500001), Seat(2, "Berg, Bea", 500002)
SALO, URHO = Seat(3, "Salo, Eero"), Seat(4, "Urho, Unto", 500004)
SEATS = (AHO, BERG, SALO, URHO)
OPEN = "Open of Espoo 2026"
Game = tuple[int, str, str, str]


def read(*pages: bytes) -> GamesFile:
    return read_games_file(b"\n".join(pages), "page.html", Settings())


def games(file: GamesFile) -> list[Game]:
    """The games by the names of their players."""
    names = {row.key: row.name for row in file.entrants}
    return sorted(
        (game.round, names[game.white], names[game.black], game.result)
        for game in file.games
    )


def byes(file: GamesFile) -> dict[str, int]:
    """The byes by their reasons."""
    return dict(Counter(bye.reason for bye in file.byes))


def refusal(*pages: bytes) -> str:
    with pytest.raises(Refused) as refused:
        read(*pages)
    return str(refused.value.problems[0].message)


def round_page(
    words: Words, number: int, *boards: Board, is_linked: bool = True, name: str = OPEN
) -> bytes:
    table = pairings(words, number, boards, is_linked=is_linked)
    return chess_results(name, "Paarungen", table)


FIRST = (
    Board(AHO, "1 - 0", SALO),
    Board(Seat(2, "Berg, Bea *)"), "- - +", URHO),
    Board(Seat(5, "Ek, Eva"), "½", None, "nincs párosítva"),
)
SECOND = (Board(URHO, "½ - ½", AHO), Board(SALO, "", BERG))


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("is_linked", [True, False])
def test_a_round_in_any_language(words: Words, is_linked: bool) -> None:
    boards = FIRST if is_linked else FIRST[:2]
    file = read(round_page(words, 3, *boards, is_linked=is_linked))
    assert games(file) == [
        (3, "Aho, Aino", "Salo, Eero", "1-0"),
        (3, "Berg, Bea", "Urho, Unto", "0-1F"),
    ]
    assert {row.key for row in file.entrants} >= {"1", "2", "3", "4"}
    assert byes(file) == ({"bye": 1} if is_linked else {})
    assert file.name == OPEN
    assert str(file.start) == "2024-03-04"


def test_a_round_of_which_nothing_is_finished() -> None:
    boards = [Board(AHO, "", SALO), Board(URHO, "", BERG)]
    file = read(round_page(Words.russian(), 1, *boards))
    assert [game[3] for game in games(file)] == ["*", "*"]


def test_a_page_that_was_saved_in_one_line() -> None:
    boards = [
        Board(Seat(2 * at, f"Aho, {at}"), "1 - 0", Seat(2 * at + 1, f"Berg, {at}"))
        for at in range(1, 60)
    ]
    page = chess_results(OPEN, "Pairings", pairings(Words.german(), 1, boards))
    in_one_line = b" ".join(page.split())
    assert len(in_one_line) > 20_000
    assert games(read(in_one_line)) == games(read(page))


def test_a_page_that_ends_in_the_middle_is_refused() -> None:
    whole = round_page(
        Words.german(), 1, Board(AHO, "1 - 0", BERG), Board(URHO, "", SALO)
    )
    for end in (b"Berg, Bea", b"Urho, Unto", b"Salo, Eero"):
        cut = whole[: whole.index(end)]
        assert refusal(cut) == "the page ends in the middle of a table"


def test_details_say_when_and_where_and_how_long() -> None:
    table = pairings(Words.german(), 1, FIRST)
    file = read(chess_results(OPEN, "Paarungen", table, details=DETAILS))
    assert (str(file.start), str(file.end)) == ("2024-03-02", "2024-03-08")
    assert (file.federation, file.time_control) == ("FIN", "90+30")
    assert file.report is not None and file.report.facts["place"] == "Espoo"


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_list_of_players_in_any_language(words: Words) -> None:
    file = read(chess_results(OPEN, "Liste", players(words, SEATS)))
    assert file.people_only
    assert [(row.key, row.name, row.fide_id) for row in file.entrants] == [
        ("1", "Aho, Aino", 500001),
        ("2", "Berg, Bea", 500002),
        ("3", "Salo, Eero", None),
        ("4", "Urho, Unto", 500004),
    ]
    assert {row.federation for row in file.entrants} == {"FIN"}


@pytest.mark.parametrize("words", LANGUAGES)
def test_colours_of_a_crosstable_are_those_of_its_language(words: Words) -> None:
    white, black = words.colours[0], words.colours[1]
    rows = [
        (AHO, [f"  3{white}1", f"  4{black}½"]),
        (BERG, [f"  4{white}-", f"  3{black}0"]),
        (SALO, [f"  1{black}0", f"  2{white}1"]),
        (URHO, [f"  2{black}+", f"  1{white}½"]),
    ]
    file = read(chess_results(OPEN, "Kreuztabelle", crosstable(words, rows)))
    assert games(file) == [
        (1, "Aho Aino", "Salo Eero", "1-0"),
        (1, "Berg Bea", "Urho Unto", "0-1F"),
        (2, "Salo Eero", "Berg Bea", "1-0"),
        (2, "Urho Unto", "Aho Aino", "1/2-1/2"),
    ]


def test_a_name_of_two_initials_is_no_title_and_no_federation() -> None:
    short = Seat(1, "M, K")
    rows = [(short, ["2w1"]), (BERG, ["1b0"]), (SALO, ["4w½"]), (URHO, ["3b½"])]
    table = crosstable(Words.german(), rows).replace(">M K<", ">M, K<")
    table = table.replace('<td class="CRc"></td>', '<td class="CRc">WGM</td>')
    assert games(read(chess_results(OPEN, "Table", table)))[0][1] == "M, K"

    board = Board(short, "1 - 0", BERG)
    page = chess_results(OPEN, "Boards", matches([("SalSK", "TuTS", [board, board])]))
    assert "M, K" in [row.name for row in read(page).entrants]


def test_a_club_that_is_called_like_a_game_is_none() -> None:
    club = "<td class='CRc'>Team 1w1</td><td class=\"CRc\">1900"
    boards = [Board(AHO, "1 - 0", BERG), Board(SALO, "½ - ½", URHO)]
    table = pairings(Words.german(), 1, boards).replace('<td class="CRc">1900', club)
    heads = '<th class="CRc">Verein</th><th class="CRc">Elo'
    table = table.replace('<th class="CRc">Elo', heads, 1)
    page = chess_results(OPEN, "Paarungen", table)
    assert [game[3] for game in games(read(page))] == ["1-0", "1/2-1/2"]

    rows = [(AHO, ["2w1"]), (BERG, ["1s0"]), (SALO, ["4w½"]), (URHO, ["3s½"])]
    table = crosstable(Words.german(), rows).replace(">FIN<", ">Klub 3z1<")
    page = chess_results(OPEN, "Tabelle", table)
    assert [game[3] for game in games(read(page))] == ["1-0", "1/2-1/2"]


def test_a_first_round_with_many_byes_at_the_top_of_its_crosstable() -> None:
    absent = [(Seat(at, f"Absent, {at} Anna"), ["-½"]) for at in range(1, 9)]
    rows = [*absent, (Seat(9, "Aho, Aino"), ["10w1"]), (Seat(10, "Berg, Bo"), ["9b0"])]
    page = chess_results(OPEN, "Table", crosstable(Words.german(), rows))
    assert games(read(page)) == [(1, "Aho Aino", "Berg Bo", "1-0")]


@pytest.mark.parametrize("result", ["", "1 - 0"])
def test_a_bye_in_any_words_where_nobody_is_linked(result: str) -> None:
    boards = [Board(AHO, result, SALO), Board(BERG, "½", None, "tidak dipasangkan")]
    file = read(round_page(Words.russian(), 1, *boards, is_linked=False))
    assert [game[1:] for game in games(file)] == [
        ("Aho, Aino", "Salo, Eero", result.replace(" ", "") or "*")
    ]
    assert byes(file) == {"bye": 1}


def test_letters_that_no_language_uses_together_are_not_guessed() -> None:
    rows = [(AHO, ["2q1", "2k0"]), (BERG, ["1k0", "1q1"])]
    table = crosstable(Words.german(), rows)
    assert refusal(chess_results(OPEN, "Kreuztabelle", table)) == (
        "the crosstable has letters for the colours that are not known here"
    )


def test_a_crosstable_without_the_names_is_no_table_of_titles() -> None:
    rows = [(AHO, ["2s1"]), (BERG, ["1w0"])]
    table = crosstable(Words.german(), rows)
    for seat in (AHO, BERG):
        table = table.replace(f">{seat.name.replace(',', '')}<", "><")
    assert refusal(chess_results(OPEN, "Kreuztabelle", table)) == (
        "the page has no table of games or players that is known here"
    )


def test_rounds_are_those_that_the_columns_are_headed_with() -> None:
    rows = [(AHO, ["2w1", "3s1"]), (BERG, ["1s0", "4w½"])]
    rows += [(SALO, ["4w½", "1w0"]), (URHO, ["3s½", "2s½"])]
    table = crosstable(Words.german(), rows).replace("2.Rd", "5.Rd")
    rounds = {game[0] for game in games(read(chess_results(OPEN, "Table", table)))}
    assert rounds == {1, 5}

    vegas = [(AHO, ["1 cw 2", "0 cw 2"]), (BERG, ["0 cb 1", "1 cb 1"])]
    heads = "<th>Elo</th><th>3</th><th>4</th>"
    table = vega_crosstable(vegas).replace("<th>Elo</th>", heads)
    assert [game[0] for game in games(read(vega(OPEN, "Table", table)))] == [3, 4]


def test_a_column_between_the_rounds_of_vega_is_no_round() -> None:
    rows = [(AHO, ["1 cw 2", "1 cb 2"]), (BERG, ["0 cb 1", "0 cw 1"])]
    table = vega_crosstable(rows).replace("<td>12.5</td>", "")
    table = table.replace("<th>Elo</th>", "<th>Elo</th><th>1</th><th>2</th>")
    second = '</td><td><div class="res">'
    beside = table.replace("<th>2</th>", "<th>Pts</th><th>2</th>")
    beside = beside.replace(second + " 1 ", f"</td><td>1{second} 1 ")
    beside = beside.replace(second + " 0 ", f"</td><td>0{second} 0 ")
    # the rating stands in front of the first round
    beside = beside.replace("<td>1900</td><td>1</td>", "<td>1900</td>")
    beside = beside.replace("<td>1900</td><td>0</td>", "<td>1900</td>")
    plain, with_points = read(vega(OPEN, "Table", table)), read(vega(OPEN, "T", beside))
    assert with_points.games == plain.games
    assert [game[0] for game in games(plain)] == [1, 2]
    assert byes(with_points) == {}

    # where nobody plays in a round its heading still counts it
    rows = [(AHO, ["1 cw 2", "", "1 cb 2"]), (BERG, ["0 cb 1", "", "0 cw 1"])]
    missed = vega_crosstable(rows)
    missed = missed.replace(
        "<th>Elo</th>", "<th>Elo</th><th>1</th><th>2</th><th>3</th>"
    )
    assert [game[0] for game in games(read(vega(OPEN, "Table", missed)))] == [1, 3]


def test_pairings_that_lost_a_column_are_not_taken_for_a_list_of_people() -> None:
    page = round_page(
        Words.german(), 1, Board(AHO, "1 - 0", BERG), Board(SALO, "", URHO)
    )
    for text in (b"1 - 0", b"Ergebnis"):
        page = page.replace(b">" + text + b"<", b">Remis<")
    unknown = "the page has no table of games or players that is known here"
    assert refusal(page) == unknown

    # nobody is linked to: who sits there cannot be told from a bye
    table = vega_pairings([Board(AHO, "1 - 0", BERG), Board(SALO, "1 - 0", URHO)])
    assert (
        refusal(vega(OPEN, "round 1, 02/03/2024", table.replace("href", "id")))
        == unknown
    )


def test_a_crosstable_of_vega_that_lost_its_marks_is_no_list_of_people() -> None:
    """A program that tidies a page takes its classes away, and colours with them."""
    table = vega_crosstable([(AHO, ["1 cw 2", "1 cb 2"]), (BERG, ["0 cb 1", "0 cw 1"])])
    table = table.replace("<th>Elo</th>", "<th>Elo</th><th>1</th><th>2</th>")
    bare = re.sub(r' class="[^"]*"', "", table)

    assert len(games(read(vega(OPEN, "Table", table)))) == 2
    unknown = "the page has no table of games or players that is known here"
    assert refusal(vega(OPEN, "Table", bare)) == unknown


def test_a_comma_behind_a_name_parts_nothing() -> None:
    seats = (Seat(1, "Aino Aho,"), Seat(2, "Berg, Bea"))
    listed = read(chess_results(OPEN, "Starting rank", players(Words.russian(), seats)))
    assert [row.name for row in listed.entrants] == ["Aino Aho", "Berg, Bea"]
    played = read(round_page(Words.german(), 1, Board(seats[0], "1 - 0", seats[1])))
    assert [row.name for row in played.entrants] == ["Aino Aho", "Berg, Bea"]


def test_boards_of_teams_show_who_had_white() -> None:
    boards = [Board(AHO, "1 - 0", SALO), Board(BERG, "", URHO)]
    file = read(chess_results(OPEN, "Bretter", matches([("SalSK", "TuTS", boards)])))
    assert file.without_colours is None
    assert games(file) == [
        (2, "Aho, Aino", "Salo, Eero", "1-0"),
        (2, "Urho, Unto", "Berg, Bea", "*"),
    ]


@pytest.mark.parametrize("rating", ["Rtg", "Vahvuusluku", "Рейт.", "Stig"])
def test_boards_of_teams_whatever_heads_the_ratings(rating: str) -> None:
    table = matches([("SalSK", "TuTS", [Board(AHO, "1 - 0", SALO)])])
    page = chess_results(OPEN, "Boards", table.replace("<th>Elo", f"<th>{rating}"))
    assert games(read(page)) == [(2, "Aho, Aino", "Salo, Eero", "1-0")]


def test_a_page_without_games_is_named_for_what_it_is() -> None:
    missing = tabled(
        ["SNo", "", "Name", "Rtg", "1.Rd", "2.Rd"],
        [["4", "", "Urho, Unto", "1700", "*", ""], ["3", "", "Ek, Eva", "", "", "bye"]],
    )
    scored = tabled(
        ["Bo.", "Name", "1", "2"],
        [["1", linked(AHO), "1", "½"], ["2", linked(BERG), "+", "0"]],
        above="1. SalSK",
    )
    teams = tabled(
        ["No.", "Team", "Team", "Res.", ":", "Res."],
        [["1", "SalSK", "TuTS", "2½", ":", "1½"]],
    )
    said = [
        refusal(chess_results(OPEN, "Page", one)) for one in (missing, scored, teams)
    ]
    assert said == [
        "the page shows who was not paired, and no games",
        "the page shows what each player scored, and not against whom",
        "the page shows which teams met, and not who played",
    ]


def test_teams_and_countries_are_no_people() -> None:
    teams = tabled(
        ["Rk.", "SNo", "Team", "Games", "TB1"],
        [
            [
                "1",
                "3",
                '<a href="tnr77.aspx?lan=1&amp;art=20&amp;snr=3">Salon Shakki</a>',
                "7",
                "12",
            ],
            [
                "2",
                "1",
                '<a href="tnr77.aspx?lan=1&amp;art=20&amp;snr=1">Turun Shakki</a>',
                "7",
                "9",
            ],
        ],
    )
    rounds = tabled(["Rd.", "Date", "Time"], [["1", "2024/03/02", "10:00"]] * 2)
    card = tabled(
        ["Rd.", "SNo", "Name", "Res."],
        [["1", "3", linked(SALO), '<div class="FarbewT"></div> 1']],
    )
    unknown = "the page has no table of games or players that is known here"
    assert refusal(chess_results(OPEN, "Ranking", teams)) == unknown
    assert refusal(chess_results(OPEN, "Schedule", rounds)) == unknown
    one = refusal(chess_results(OPEN, "Player", card))
    assert one == "the page shows the games of one player"
    summary = "<table><tr><th>Team</th><th>Pts</th></tr>" + "".join(
        f"<tr><td>{name}</td><td>{at}</td></tr>"
        for at, name in enumerate(["Salon Shakki", "Turun Shakki"])
    )
    assert refusal(vega(OPEN, "Rank Teams", summary + "</table>")) == unknown
    cards = vega_pairings([Board(AHO, "1 - 0", SALO)]).replace('class="result"', "")
    both = cards.replace(
        "</table>", "<tr><td>2</td><td>" + linked(BERG) + "</td></tr></table>"
    )
    assert refusal(vega(OPEN, "Player cards", both + both)) == unknown


def test_pages_of_one_event_are_one_tournament() -> None:
    words = Words.german()
    table = crosstable(
        words,
        [
            (AHO, ["3w1", "4s½"]),
            (BERG, ["4w-", "3s"]),
            (SALO, ["1s0", "2w"]),
            (URHO, ["2s+", "1w½"]),
        ],
    )
    file = read(
        round_page(words, 2, *SECOND),
        chess_results(OPEN, "Liste", players(words, SEATS), details=DETAILS),
        round_page(words, 1, *FIRST[:2]),
        chess_results(OPEN, "Kreuztabelle", table),
        round_page(words, 2, SECOND[0], Board(SALO, "0 - 1", BERG)),
    )
    assert games(file) == [
        (1, "Aho, Aino", "Salo, Eero", "1-0"),
        (1, "Berg, Bea", "Urho, Unto", "0-1F"),
        (2, "Salo, Eero", "Berg, Bea", "0-1"),
        (2, "Urho, Unto", "Aho, Aino", "1/2-1/2"),
    ]
    assert {row.fide_id for row in file.entrants} == {500001, 500002, None, 500004}
    assert file.name == OPEN


def test_pages_that_differ_are_refused() -> None:
    words = Words.french()
    one = round_page(words, 1, Board(AHO, "1 - 0", SALO))
    assert "differ about" in refusal(
        one, round_page(words, 1, Board(AHO, "0 - 1", SALO))
    )
    assert "differ about" in refusal(
        one, round_page(words, 1, Board(AHO, "1 - 0", URHO))
    )
    other = chess_results("Open of Turku", "P", players(words, SEATS), event=78)
    assert "pages of two events" in refusal(one, other)


def test_pages_named_together_are_asked_about_once(world: World) -> None:
    words = Words.german()
    table = players(words, [*SEATS, Seat(5, "Ek, Eva")])
    world.file("list.html", chess_results(OPEN, "Liste", table, details=DETAILS))
    world.file("r1.html", round_page(words, 1, *FIRST))
    world.file("r2.html", round_page(words, 2, SECOND[0]))
    report = world.submit("list.html", "r1.html", "r2.html", "--dry-run").value
    assert report["source"]["name"] == OPEN
    assert [one["field"] for one in report["questions"]] == ["tournament", "new_ids"]
    options = ("--id", "open-26", "--new-ids", "N")
    booked = world.submit("list.html", "r1.html", "r2.html", *options).value
    assert [one["target"] for one in booked["recorded"]][-1] == "open-26"


VEGA_ROUND = (
    Board(AHO, "1F-0F", SALO),
    Board(BERG, "½ - ½", URHO),
    Board(Seat(5, "Ek, Eva"), "½    ", None, "half point bye"),
)


def test_a_round_of_vega() -> None:
    heading = "Abbinamento del turno 3, alle 19:30 del 04/03/2024"
    file = read(vega(OPEN, heading, vega_pairings(VEGA_ROUND)))
    assert games(file) == [
        (3, "Aho, Aino", "Salo, Eero", "1-0F"),
        (3, "Berg, Bea", "Urho, Unto", "1/2-1/2"),
    ]
    assert byes(file) == {"bye": 1}
    assert (file.name, str(file.start), str(file.end)) == (
        OPEN,
        "2024-03-02",
        "2024-03-30",
    )


@pytest.mark.parametrize("by", ["row", "number"])
def test_a_crosstable_of_vega_in_either_order(by: str) -> None:
    """Opponents are called by the rows of the table or by their starting numbers."""
    order = (SALO, AHO, URHO, BERG)
    called = {
        seat: str(at if by == "row" else seat.number)
        for at, seat in enumerate(order, 1)
    }
    rows = [
        (SALO, [f"0 cb {called[AHO]}", ""]),
        (AHO, [f"1 cw {called[SALO]}", f"1 cf {called[URHO]}"]),
        (URHO, [f"½ cb {called[BERG]}", f"0 cf {called[AHO]}"]),
        (BERG, [f"½ cw {called[URHO]}", "1 cf BYE"]),
    ]
    file = read(vega(OPEN, "Cross Table at round 2", vega_crosstable(rows)))
    assert games(file)[:2] == [
        (1, "Aho, Aino", "Salo, Eero", "1-0"),
        (1, "Berg, Bea", "Urho, Unto", "1/2-1/2"),
    ]
    assert games(file)[2:] == [(2, "Aho, Aino", "Urho, Unto", "1-0F")]
    assert byes(file) == {"pairing-allocated bye": 1}


def test_absent_players_at_the_top_of_a_crosstable_of_vega_keep_their_rows() -> None:
    rows = [(AHO, ["1 cf BYE"]), (BERG, [""])]
    rows += [(SALO, ["1 cw 4"]), (URHO, ["0 cb 3"])]
    file = read(vega(OPEN, "Cross Table at round 1", vega_crosstable(rows)))
    assert games(file) == [(1, "Salo, Eero", "Urho, Unto", "1-0")]


def test_players_that_vega_numbered_anew_are_found_by_name() -> None:
    first = vega(
        OPEN, "round 1, 02/03/2024", vega_pairings([Board(AHO, "1 - 0", SALO)])
    )
    late = Seat(1, "Abo, Abe")
    moved = [Seat(seat.number + 1, seat.name) for seat in (AHO, SALO)]
    second = vega(
        f"Spring {OPEN}",
        "round 2, 09/03/2024",
        vega_pairings(
            [
                Board(moved[1], "1 - 0", late),
                Board(moved[0], "0 - 1", Seat(5, URHO.name)),
            ]
        ),
    )
    assert games(read(first, second)) == [
        (1, "Aho, Aino", "Salo, Eero", "1-0"),
        (2, "Aho, Aino", "Urho, Unto", "0-1"),
        (2, "Salo, Eero", "Abo, Abe", "1-0"),
    ]


def test_whom_vega_numbered_anew_is_one_person_though_nobody_has_the_old_number() -> (
    None
):
    first = vega(
        OPEN, "round 1, 02/03/2024", vega_pairings([Board(AHO, "1 - 0", SALO)])
    )
    moved = [Seat(7, AHO.name), Seat(8, SALO.name)]
    second = vega(
        OPEN, "round 2, 09/03/2024", vega_pairings([Board(moved[1], "1 - 0", moved[0])])
    )
    assert sorted(row.name for row in read(first, second).entrants) == [
        "Aho, Aino",
        "Salo, Eero",
    ]


def test_a_crosstable_beside_some_of_the_rounds_says_so() -> None:
    heads = ["No.", "", "Name", "Rtg", "1", "2", "3"]
    rows = [
        ["1", "", linked(AHO), "1900", "*", "1", "½"],
        ["2", "", linked(BERG), "1800", "0", "*", "1"],
        ["3", "", linked(SALO), "1700", "½", "0", "*"],
    ]
    table = chess_results(OPEN, "Crosstable", tabled(heads, rows))
    one = round_page(Words.german(), 1, Board(AHO, "1 - 0", BERG))
    assert refusal(table, one) == (
        "the crosstable has 2 games that no round among the pages has"
    )


def test_random_events_are_the_same_from_every_page() -> None:
    """Rounds, a crosstable and both together have the games that were made up."""
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(30):
        words = chance.choice(LANGUAGES)
        seats = [
            Seat(number, f"{name}, {chance.choice('ABCDEFGH')}{number * 'a'}")
            for number, name in enumerate(_surnames(chance.randint(4, 11)), 1)
        ]
        rounds: list[bytes] = []
        meant: list[Game] = []
        cells: dict[Seat, list[str]] = {seat: [] for seat in seats}
        for number in range(1, chance.randint(2, 6)):
            boards = _a_round(seats, chance)
            rounds.append(round_page(words, number, *boards))
            for board in boards:
                _add_cells(cells, board, words.colours)
                if board.black is not None:
                    meant.append(
                        (
                            number,
                            board.white.name,
                            board.black.name,
                            RESULTS[board.result],
                        )
                    )
        table = crosstable(words, list(cells.items()))
        whole = chess_results(OPEN, "Table", table)
        plain = [
            (number, white.replace(",", ""), black.replace(",", ""), result)
            for number, white, black, result in meant
        ]
        assert games(read(*rounds)) == sorted(meant)
        if any(result != "*" for *_, result in meant):
            assert games(read(whole)) == sorted(plain)
            assert games(read(whole, *rounds)) == sorted(meant)


RESULTS = {
    "1 - 0": "1-0",
    "0 - 1": "0-1",
    "½ - ½": "1/2-1/2",
    "+ - -": "1-0F",
    "- - +": "0-1F",
    "": "*",
}
SCORES = {
    "1 - 0": ("1", "0"),
    "0 - 1": ("0", "1"),
    "½ - ½": ("½", "½"),
    "+ - -": ("+", "-"),
    "- - +": ("-", "+"),
    "": ("", ""),
}


def _surnames(count: int) -> list[str]:
    return [f"{letter}{letter.lower()}nen" for letter in "BCDEFGHKLMN"[:count]]


def _a_round(seats: list[Seat], chance: random.Random) -> list[Board]:
    order = chance.sample(seats, len(seats))
    boards = [
        Board(white, chance.choice(list(RESULTS)), black)
        for white, black in zip(order[::2], order[1::2], strict=False)
    ]
    if len(order) % 2:
        boards.append(Board(order[-1], "1", None))
    return boards


def _add_cells(cells: dict[Seat, list[str]], board: Board, colours: str) -> None:
    if board.black is None:
        cells[board.white].append("-1")
        return
    white, black = SCORES[board.result]
    cells[board.white].append(f"{board.black.number}{colours[0]}{white}")
    cells[board.black].append(f"{board.white.number}{colours[1]}{black}")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Round 3 on 2026/08/03 at 14:30", 3),
        ("12. forduló 2026/08/03", 12),
        ("Тур 7, 03.08.2026 10:00", 7),
        ("2026/08/03", None),
        ("Open 2026", None),
    ],
)
def test_the_round_of_a_heading(text: str, number: int | None) -> None:
    heading = round_heading(text, day_first=False)
    assert (heading and heading.number) == number


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("90' + 30\" por cada lance", "90+30"),
        ("90’ + 30” par coup", "90+30"),
        ("Standard: 90min +30sec increment per move", "90+30"),
        ("jaettu", None),
    ],
)
def test_the_time_control_of_the_details(text: str, control: str | None) -> None:
    assert time_control_of(text) == control
