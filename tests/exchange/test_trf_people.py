"""The rows about people in a tournament file: columns, ids, national records, printed
points.
"""

from fractions import Fraction

import pytest

from exchange.trf.read import read_trf
from tests.exchange.trf_text import BYE, SMALL, codes, refused, row, trf, two

WHITE, BLACK = (2, "w", "1"), (1, "b", "0")


def test_the_columns_of_a_player() -> None:
    first, second, third, fourth = read_trf(SMALL).players
    assert (first.number, first.sex, first.title, first.name) == (
        1,
        "m",
        "g",
        "Player, 1",
    )
    assert (first.rating, first.federation, first.id_text) == (1500, "FIN", "500001")
    assert (first.born, second.born, third.born, fourth.born) == (
        "1980-02-29",
        "1990",
        "",
        "",
    )
    assert (first.points, first.rank, second.sex) == (Fraction(5, 2), None, "f")
    assert (third.rating, fourth.id_text) == (None, "")
    assert first.text.startswith("001    1 m  g Player, 1")


def test_national_records_by_starting_number() -> None:
    report = read_trf(SMALL)
    ((record,),) = report.national.values()
    assert list(report.national) == [1]
    assert (record.federation, record.rating, record.national_id) == (
        "FIN",
        2103,
        "12345",
    )


def test_national_records_are_told_from_other_words_of_three_letters() -> None:
    data = two(
        WHITE,
        BLACK,
        "BYE 20",
        "FOR 1 12",
        "TNR 6",
        "CCC SSS NNNNNN",
        "DDD SSSS sTTT",
        "XXR 5",
        "XXC white1",
    )
    report = read_trf(data)
    assert not report.national
    assert report.header.declared_rounds == 5


def test_national_records_need_their_player() -> None:
    stray = row(9, tag="FIN", ident="77", name="")
    assert refused(two(WHITE, BLACK, stray)) == [
        ("trf-national-unknown", "2:5, starting number")
    ]
    twice = row(1, tag="FIN", ident="77", name="")
    assert refused(two(WHITE, BLACK, twice, twice)) == [
        ("trf-national-twice", "3:5, starting number")
    ]
    named = row(1, tag="SWE", ident="77", name="Somebody, Else")
    assert codes(read_trf(two(WHITE, BLACK, named))) == ["trf-national-name"]


@pytest.mark.parametrize(
    ("columns", "sex", "title"),
    [
        ("m GM ", "m", "GM"),
        ("mGM  ", "m", "GM"),
        ("m GM ", "m", "GM"),
        ("m  g ", "m", "g"),
        ("mFM  ", "m", "FM"),
        ("wWGM ", "f", "WGM"),
        ("FWFM ", "f", "WFM"),
        ("M    ", "m", ""),
        (" 1N  ", "", "1N"),
        (" NC  ", "", "NC"),
        ("     ", "", ""),
    ],
)
def test_titles_glued_to_the_sex(columns: str, sex: str, title: str) -> None:
    first = row(1, WHITE)
    player = read_trf(trf(first[:9] + columns + first[14:], row(2, BLACK))).players[0]
    assert (player.sex, player.title, player.name) == (sex, title, "Player, 1")


@pytest.mark.parametrize("ident", ["", "0", "0000", "-----------"])
def test_no_id_is_no_id(ident: str) -> None:
    report = read_trf(trf(row(1, WHITE, ident=ident), row(2, BLACK, ident="500001")))
    assert (report.players[0].id_text, report.warnings) == ("", ())


def test_local_ids_are_kept_and_asked_about() -> None:
    report = read_trf(trf(row(1, WHITE, ident="505"), row(2, BLACK, ident="80085")))
    assert [player.id_text for player in report.players] == ["505", "80085"]
    assert codes(report) == ["trf-short-ids"]
    assert (
        report.warnings[0].message == "2 ids have fewer than 6 digits, first that of 1"
    )


def test_the_same_id_on_two_rows_merges_nobody() -> None:
    report = read_trf(trf(row(1, WHITE, ident="500001"), row(2, BLACK, ident="500001")))
    assert (len(report.players), codes(report)) == (2, ["trf-same-id"])


def test_an_id_that_is_no_number_is_told() -> None:
    report = read_trf(trf(row(1, WHITE, ident="GM 500001"), row(2, BLACK)))
    assert codes(report) == ["trf-id-not-a-number"]


def test_points_that_contradict_the_cells_are_a_warning() -> None:
    report = read_trf(
        trf(row(1, WHITE, points="1.5"), row(2, BLACK, points="0,0")), "x.trf"
    )
    (warning,) = report.warnings
    assert (warning.code, str(warning.where)) == (
        "trf-points-differ",
        "x.trf:1:81, points",
    )
    assert (
        warning.message == "number 1 has 1.5 points in the file; the results give 1.0"
    )


def test_byes_and_forfeits_make_points_too() -> None:
    first = row(
        1,
        WHITE,
        ("0000", "-", "U"),
        ("0000", "-", "H"),
        ("0000", "-", "+"),
        ("0000", "-", "Z"),
        points="3.5",
    )
    assert not read_trf(trf(first, row(2, BLACK, points="0.0"))).warnings


@pytest.mark.parametrize(
    ("record", "points"),
    [
        ("162  W 3.0    D 1.0    L 0.0", "6.0"),
        ("162  W 3.0    P 1.0", "4.0"),
        ("BBW  3.0", "4.0"),
        ("BBU 0.5", "1.5"),
        ("162 nonsense W", "2.0"),
    ],
)
def test_other_points_for_a_win(record: str, points: str) -> None:
    report = read_trf(
        trf(record, row(1, WHITE, BYE, points=points), row(2, BLACK, points="0.0"))
    )
    assert not report.warnings


@pytest.mark.parametrize(
    ("kwargs", "code"),
    [
        ({"name": ""}, "trf-no-name"),
        ({"rating": "15x0"}, "trf-rating-unreadable"),
        ({"points": "1..5"}, "trf-points-unreadable"),
        ({"rank": "1st"}, "trf-rank-unreadable"),
        ({"born": "long ago"}, "trf-birth-unreadable"),
    ],
)
def test_columns_that_cannot_be_read_are_told(
    kwargs: dict[str, str], code: str
) -> None:
    report = read_trf(trf(row(1, WHITE, **kwargs), row(2, BLACK)))
    assert codes(report) == [code]


def test_a_birth_one_column_late_is_read() -> None:
    first = row(1, WHITE, born="", points="1.0")
    shifted = first[:70] + "1963/04/13" + first[80:]
    report = read_trf(trf(shifted, row(2, BLACK)))
    assert (report.players[0].born, report.players[0].points) == (
        "1963-04-13",
        Fraction(1),
    )
