"""Lists as they come out of other programs' accidents: letters of another encoding, a
line above the header.
"""

import pytest

from exchange.lists.people import read_people
from exchange.lists.published import read_published
from exchange.results.games import read_games
from ledger.errors import Refused
from tests.importing.importing_world import World

OPENINGS = (
    "id;name;born;rating;games\nZ1;Öljymäki, Åke;1980;1500;10\nZ2;Aho,"
    " Aino;1990;1600;20\n"
)
AS = ("--as", "openings", "--list", "selo", "--on", "2024-01-01", "--dry-run")


@pytest.mark.parametrize(
    ("data", "sentences"),
    [
        (OPENINGS.encode(), []),
        (OPENINGS.encode("cp1252"), []),
        (OPENINGS.encode("utf-16"), []),
        (
            OPENINGS.replace("Å", "A").encode("cp437"),
            [
                "the letters of the name look like another encoding: in cp850 it is"
                " Öljymäki, Ake"
            ],
        ),
        (
            OPENINGS.encode() + b"Z3;Salo\x80, Eero;1970;1700;1\n",
            [
                (
                    "the name was written as UTF-8 and read as something else: in"
                    " twice-utf-8 it is Öljymäki, Åke"
                ),
                "the name has characters that are not letters",
            ],
        ),
        (
            OPENINGS.replace("Ö", "?").replace("ä", "?").encode(),
            ["letters of the name were lost"],
        ),
    ],
)
def test_names_that_would_be_registered_with_broken_letters_are_told(
    world: World, data: bytes, sentences: list[str]
) -> None:
    """Nothing is mended: the list may be right, and there is nobody to ask."""
    world.file("list.csv", data)
    warnings = [
        row["message"] for row in world.submit("list.csv", *AS).value["warnings"]
    ]
    assert [row.split(": ", 1)[1] for row in warnings[:-1]] == sentences
    assert len(warnings) == (len(sentences) + 1 if sentences else 0)
    assert all("look at the preview again" in row for row in warnings[-1:])


def test_a_line_above_the_header_is_not_left_out_in_silence(world: World) -> None:
    head, first, second = OPENINGS.splitlines()
    world.file("list.csv", "\n".join([first, "", head, second, ""]))
    [problem] = world.submit("list.csv", *AS, code=1).value["problems"]
    assert (problem["code"], problem["where"]["line"]) == ("row-above-header", 1)
    for title in ("The list of 2024", "Liitto;;2024", ";;;;", "Liitto;1.1.2024;Oy;;"):
        world.file("list.csv", "\n".join([title, head, first, second, ""]))
        assert len(world.submit("list.csv", *AS).value["moved"]) == 2, title


@pytest.mark.parametrize(
    ("read", "head", "row"),
    [
        (read_games, "round;white;black;result", "1;Aho, Aino;Berg, Bea;1-0"),
        (read_published, "id;name;rating", "Z1;Aho, Aino;1500"),
        (read_people, "No.;Name;FideID;FED", "1;Aho, Aino;500001;FIN"),
    ],
)
def test_every_table_under_a_header_says_so(read: object, head: str, row: str) -> None:
    assert callable(read)
    other = row.replace("1", "2", 1)
    with pytest.raises(Refused) as refused:
        _, problems = read(f"{row}\n{head}\n{other}\n".encode())
        raise Refused(problems)
    assert [(one.code, one.where.line) for one in refused.value.problems] == [
        ("row-above-header", 1)
    ]
    read(f"{head}\n{row}\n{other}\n".encode())
