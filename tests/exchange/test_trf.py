"""The report of a tournament file, one oddity of real files at a time."""

from datetime import date

import pytest

from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from tests.exchange.trf_text import (
    BYE,
    HEADER,
    SMALL,
    codes,
    dates,
    refused,
    row,
    trf,
    two,
)

WHITE, BLACK = (2, "w", "1"), (1, "b", "0")


def played(report: TrfReport) -> int:
    return [game.fate for game in report.games].count("played")


def test_a_whole_report_is_read() -> None:
    report = read_trf(SMALL, "open.trf")
    header = report.header
    assert (header.name, header.city, header.federation) == (
        "Test Open",
        "Espoo",
        "FIN",
    )
    assert header.deputies == ("First, Deputy", "Second, Deputy")
    assert (header.time_control, header.time_control_code) == (
        "90 min + 30 s",
        "5400+30",
    )
    assert (report.start, report.end) == (date(2024, 1, 13), date(2024, 1, 14))
    assert report.round_dates == {
        1: date(2024, 1, 13),
        2: date(2024, 1, 14),
        3: date(2024, 1, 14),
    }
    assert [
        (game.round, game.white, game.black, game.result, game.fate)
        for game in report.games
    ] == [
        (1, 1, 2, "1-0", "played"),
        (1, 3, 4, "1-0F", "short"),
        (2, 3, 1, "1/2-1/2", "played"),
        (2, 2, 4, "0-0", "played"),
        (3, 1, 4, "1-0F", "forfeit"),
    ]
    assert [(bye.round, bye.player, bye.code) for bye in report.byes] == [
        (3, 2, "U"),
        (3, 3, "H"),
    ]
    assert [player.rating is None for player in report.players].count(True) == 1
    assert [player.id_text for player in report.players].count("") == 1
    assert (report.warnings, report.questions) == ((), ())


@pytest.mark.parametrize(
    ("end", "name"), [("\n", "lf"), ("\r\n", "crlf"), ("\r", "cr")]
)
def test_every_line_end_is_read(end: str, name: str) -> None:
    report = read_trf(trf(*HEADER, row(1, WHITE), row(2, BLACK), end=end))
    assert (report.source.line_ends, report.header.name, played(report)) == (
        name,
        "Test Open",
        1,
    )


def test_mixed_line_ends_are_read() -> None:
    data = b"\r".join(
        [
            b"012 Open\r\n022 Turku",
            row(1, WHITE).encode(),
            row(2, BLACK).encode() + b"\r\n",
        ]
    )
    report = read_trf(data)
    assert (report.source.line_ends, report.header.city, played(report)) == (
        "mixed",
        "Turku",
        1,
    )


def test_a_mark_before_the_name_does_not_lose_it() -> None:
    report = read_trf(b"\xef\xbb\xbf" + SMALL)
    assert (report.header.name, report.source.encoding) == ("Test Open", "utf-8-sig")


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "Hämäläinen, Åke"),
        ("latin-1", "Hämäläinen, Åke"),
        ("cp1252", "Žižek, Čeněk"[:5] + ", Åke"),
    ],
)
def test_columns_are_counted_in_characters(encoding: str, name: str) -> None:
    data = trf(row(1, WHITE, name=name, born="1980"), row(2, BLACK), encoding=encoding)
    report = read_trf(data)
    assert (report.source.encoding, report.players[0].name, played(report)) == (
        encoding,
        name,
        1,
    )
    assert report.players[0].born == "1980"


def test_rulers_are_no_header() -> None:
    data = trf(
        "0123456789" * 12,
        "1234567890" * 12,
        "         1         2",
        "DDD SSSS sTTT NNNNN RRRR FFF",
        "### 012 a comment",
        "012 The Name",
        row(1, WHITE),
        row(2, BLACK),
    )
    report = read_trf(data)
    assert (report.header.name, report.warnings) == ("The Name", ())


def test_a_line_without_a_tag_is_told() -> None:
    assert codes(read_trf(two(WHITE, BLACK, "Greetings from the arbiter"))) == [
        "trf-line-without-tag"
    ]


@pytest.mark.parametrize(
    ("said", "warned"),
    [("2 (1)", False), ("02", False), ("", False), ("many", False), ("129 (88)", True)],
)
def test_the_number_of_players_is_only_compared(said: str, warned: bool) -> None:
    report = read_trf(two(WHITE, BLACK, f"062 {said}"))
    assert codes(report) == (["trf-player-count"] if warned else [])
    assert report.header.declared_players == said


def test_opponent_zero_and_small_letters() -> None:
    report = read_trf(
        trf(
            row(1, (0, "-", "H"), ("0000", "-", "u")),
            row(2, (" ", " ", "z"), (" ", " ", "f")),
        )
    )
    assert [(bye.player, bye.code) for bye in report.byes] == [
        (1, "H"),
        (2, "Z"),
        (1, "U"),
        (2, "F"),
    ]


def test_short_rows_belong_to_players_who_left() -> None:
    data = trf(
        row(1, WHITE, (3, "b", "1")),
        row(2, BLACK),
        row(3, (" ", " ", " "), (1, "w", "0")),
    )
    report = read_trf(data)
    assert (played(report), report.byes) == (2, ())


def test_empty_columns_behind_the_last_round_are_nothing() -> None:
    data = trf("XXR 1", row(1, WHITE) + " " * 60, row(2, BLACK) + "  0000 - -")
    report = read_trf(data)
    assert played(report) == 1
    assert codes(report) == ["trf-empty-round"]


def test_a_game_to_come_gives_no_points_and_is_told() -> None:
    report = read_trf(
        trf(
            "162  A 1.0",
            row(1, (2, "w", " "), points="0.0"),
            row(2, (1, "b", " "), points="0.0"),
        )
    )
    assert ([game.fate for game in report.games], codes(report)) == (
        ["pending"],
        ["trf-pending-game"],
    )


def test_team_records_in_both_shapes() -> None:
    data = two(
        WHITE,
        BLACK,
        "013 " + "Éspoon Shakki".ljust(32) + "   1    2",
        "310   7 "
        + "Turku".ljust(32)
        + " TURKU   1500    2.0    1.0   1 "
        + "    2    1",
        "240 H   1    1",
        "801  1 IND",
    )
    teams = read_trf(data).teams
    assert [(team.tag, team.number, team.name, team.players) for team in teams] == [
        ("013", None, "Éspoon Shakki", (1, 2)),
        ("310", 7, "Turku", (2, 1)),
    ]
    broken = two(WHITE, BLACK, "013 " + "Espoo".ljust(32) + "   1 two")
    assert codes(read_trf(broken)) == ["trf-team-unreadable"]


def test_gaps_in_the_numbers_are_legal_once_there_are_games() -> None:
    report = read_trf(trf(row(1, (7, "w", "1")), row(7, (1, "b", "0"))))
    assert played(report) == 1


def test_a_missing_number_without_any_round_refuses() -> None:
    data = trf("XXR 5", row(1), row(2), row(4), row(5))
    assert refused(data) == [("trf-missing-starting-number", "4:5, starting number")]
    assert read_trf(trf("XXR 5", row(1), row(2))).games == ()


@pytest.mark.parametrize("declared", ["XXR 1", "142 1"])
def test_more_results_than_rounds_refuse(declared: str) -> None:
    data = trf(declared, row(1, WHITE, (2, "b", "1")), row(2, BLACK, (1, "w", "0")))
    assert refused(data) == [
        ("trf-too-many-results", "2:102, round 2"),
        ("trf-too-many-results", "3:102, round 2"),
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", ("trf-no-players", "")),
        (b"012 Only a name\n", ("trf-no-players", "")),
        (trf(row("", WHITE)), ("trf-starting-number", "1:5, starting number")),
        (trf(row(0)), ("trf-starting-number", "1:5, starting number")),
        (trf(row("x1")), ("trf-starting-number", "1:5, starting number")),
        (trf(row(1), row(1)), ("trf-starting-number-twice", "2:5, starting number")),
        (trf(row(1), " " + row(2)), ("trf-shifted-row", "2:1")),
        (trf(row(1), "0012 Somebody"), ("trf-shifted-row", "2:1")),
        (trf(row(1), row(2).replace("Player, ", "Player\t")), ("trf-tab", "2:21")),
        (trf(row(1).ljust(89) + "  x"), ("trf-opponent-unreadable", "1:92, round 1")),
        (trf(row(1).ljust(89) + " 0000 - U"), ("trf-shifted-cell", "1:92, round 1")),
        (trf(row(1).ljust(89) + "  0000 - Z" * 401), ("trf-too-many-rounds", "1:4092")),
    ],
)
def test_rows_that_would_be_lost_refuse_the_file(
    data: bytes, problem: tuple[str, str]
) -> None:
    assert problem in refused(data)


def test_a_report_whose_blanks_became_tabs_says_only_that() -> None:
    data = trf("012 Open", row(1), row(2)).replace(b"    ", b"\t")
    assert {code for code, _ in refused(data)} == {"trf-tab"}
    assert {code for code, _ in refused(trf(" " + row(1)))} == {"trf-shifted-row"}


def in_bytes(text: str) -> str:
    """A row as a program writes it that pads its fields to so many bytes."""
    more = len(text.encode()) - len(text)
    return text[: 47 - more] + text[47:]


@pytest.mark.parametrize("end", ["", "\ufeff"])
def test_columns_that_are_counted_in_bytes_are_those_in_characters(end: str) -> None:
    names = ("Äijälä, Åke", "Ødegård, Jørn", "Berg, Bea")
    cells = (((2, "w", "1"), BYE), ((1, "b", "0"), (3, "w", "=")), (BYE, (2, "b", "=")))
    rows = [
        row(number, *own, name=name, ident="500001", born="1980", points="1.0")
        for number, (name, own) in enumerate(zip(names, cells, strict=True), 1)
    ]
    counted = [in_bytes(text) for text in rows]
    assert [
        len(one) - len(other) for one, other in zip(rows, counted, strict=True)
    ] == [
        4,
        3,
        0,
    ]
    right = read_trf(trf("012 Open", *rows))
    for mixed in (counted, [counted[0], *rows[1:]]):
        read = read_trf((end + trf("012 Open", *mixed).decode()).encode())
        assert (read.players, read.games) == (right.players, right.games)

    # of one byte each: they are shifted for another reason
    shifted = refused(trf("012 Open", *counted, encoding="latin-1"))
    assert {code for code, _ in shifted} == {"trf-shifted-cell"}


def test_a_file_has_a_last_cell() -> None:
    rows = [row(number).ljust(89) + "  0000 - Z" * 400 for number in range(1, 503)]
    assert refused(trf(*rows)) == [("trf-too-many-cells", "502")]


def test_two_allocated_byes_in_a_round_are_odd() -> None:
    assert codes(read_trf(trf(row(1, BYE), row(2, BYE)))) == ["trf-several-byes"]


def test_round_dates_out_of_their_columns_are_told() -> None:
    assert codes(read_trf(two(WHITE, BLACK, "132 24/01/13"))) == [
        "trf-round-dates-misplaced"
    ]
    report = read_trf(two(WHITE, BLACK, "042 2024/01/13", dates("2024/01/13")))
    assert report.round_dates == {1: date(2024, 1, 13)}


def test_the_bytes_are_named() -> None:
    here, there = (read_trf(SMALL, name).source.sha256 for name in ("a", "other name"))
    assert here == there != read_trf(SMALL + b"\n").source.sha256
