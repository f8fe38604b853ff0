"""Which text is a crosstable: rows agree with each other; a footer, a notice or an age
group never makes one.
"""

import os
import random
import re
import secrets

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import Crosstable, read_crosstable
from ledger.errors import Refused

PEOPLE = "No.;Name;FideID;FED;Rtg;Typ\n"
COLOURS = {"w": "b", "b": "w"}
SCORES = {"1": "0", "0": "1", "½": "½"}
AGE_GROUPS = ("S50", "S65", "W2", "B1", "B10", "B12", "M14", "W20", "B14-", "S65+", "")


def seed_of_today() -> int:
    """Return a new seed a run, or the one to look at again; a failing test shows what
    was printed.
    """
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    print(f"SELO_FUZZ_SEED={seed}")
    return seed


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (PEOPLE + "1;Virtanen, Aino;;FIN;1900;S65\n2;Berg, Bea;;SWE;1800;\n", "people"),
        (
            PEOPLE + "1;Virtanen, Aino;;FIN;1900;W2\n2;Berg, Bea;;SWE;1800;B1\n",
            "people",
        ),
        (
            PEOPLE + "1;Virtanen, Aino;;FIN;1900;W2\n2;Berg, Bea;;SWE;1800;B1\n3;Salo,"
            " Eero;;FIN;1700;S50\n",
            "people",
        ),
        (
            PEOPLE + "1;Virtanen, Aino;;FIN;1900;B3+\n2;Berg, Bea;;SWE;1800;\n3;Salo,"
            " Eero;;FIN;1;W1+\n",
            "people",
        ),
        (
            "Tournament selection B10, B12, B14\n"
            + PEOPLE
            + "1;Virtanen, Aino;;FIN;1900;\n",
            "people",
        ),
        (
            PEOPLE
            + "1;Virtanen, Aino;;FIN;1900;\n\nThe server of this page, Node S3\n",
            "people",
        ),
        (
            (
                "No;Name;FED;Rtg;Sex;K\n1;Virtanen, Aino;FIN;1900;w;1\n2;Berg,"
                " Bo;FIN;1800;m;0\n"
            ),
            "people",
        ),
        (
            (
                "No;Name;FED;No2;Sex;K\n1;Virtanen, Aino;FIN;2;w;1\n2;Berg,"
                " Bo;FIN;3;m;0\n3;Salo, Al;FIN;1;m;1\n"
            ),
            "people",
        ),
        ("The server of this page, Node S3\n", None),
        ("Tournament selection\tB10, B12, B14\n", None),
        ("1 Virtanen Aino W2\n2 Berg Bea B1\n", None),
        # a column of ratings makes no openings of games, whatever the names are under
        ("Pl.;Naam;rating;1\n1;Aho;2100;2w1\n2;Berg;2000;1b0\n", "crosstable"),
        ("Pl.;Naam;rating\n1;Aho;2100\n2;Berg;2000\n", "openings"),
        # what is paired and not played yet is a crosstable all the same: no age group
        # is written so
        ("1;Aho;2w\n2;Berg;1b\n", "crosstable"),
    ],
)
def test_words_that_look_like_games_make_no_crosstable(
    text: str, kind: str | None
) -> None:
    assert kind_of("a.csv", text.encode()) == kind


ROWS = (
    "1;Aho, Aino;S65;4w1;2b½;3w1;2,5",
    "2;Berg, Bea;W2;3b1;1w½;4b½;2",
    "3;Salo, Eero;B12;2w0;4b1;1b0;1",
    "4;Urho, Unto;;1b0;3w0;2w½;0,5",
)
GAMES = [
    (1, 1, 4, "1-0"),
    (1, 3, 2, "0-1"),
    (2, 2, 1, "1/2-1/2"),
    (2, 4, 3, "0-1"),
    (3, 1, 3, "1-0"),
    (3, 4, 2, "1/2-1/2"),
]
CLUB = (
    "1;Aho, Aino;S65;v4+;m2=;v3+",
    "2;Berg, Bea;W2;m3+;v1=;m4=",
    "3;Salo, Eero;B12;v2-;m4+;m1-",
    "4;Urho, Unto;;m1-;v3-;v2=",
)


@pytest.mark.parametrize("separator", list(";\t|"))
@pytest.mark.parametrize("rows", [ROWS, CLUB], ids=["opponent-first", "colour-first"])
@pytest.mark.parametrize(
    "head", ["", "Spring Open\nTournament selection;B10, B12, B14\n;;Typ\n"]
)
@pytest.mark.parametrize(
    "end", ["", "\nThe server of this page, Node S3\n", "\n;;S3\n"]
)
def test_age_groups_notices_and_footers_are_none_of_its_games(
    rows: tuple[str, ...], separator: str, head: str, end: str
) -> None:
    data = (head + "\n".join(rows) + end).replace(";", separator).encode()
    assert kind_of("a.csv", data) == "crosstable"
    assert games_of(read_crosstable(data)) == GAMES


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("1b0;3w0", "1b1;3w0", "crosstable-contradicting-results"),
        ("4w1", "4b1", "crosstable-same-colours"),
        ("4w1", "9w1", "crosstable-unknown-opponent"),
        ("4w1", "", "crosstable-one-sided-cell"),
        ("1b0;1\n", ";1\n", "crosstable-one-sided-cell"),
        (ROWS[0] + "\n", "", "crosstable-unknown-opponent"),
        (ROWS[1] + "\n", "", "crosstable-unknown-opponent"),
        ("\n".join(ROWS[2:]), "", "crosstable-unknown-opponent"),
    ],
    ids=[
        "results",
        "colours",
        "no-such-row",
        "cell-left-out",
        "last-cell",
        "first-row",
        "second-row",
        "half-pasted",
    ],
)
def test_a_crosstable_with_a_slip_is_refused_as_one(
    old: str, new: str, code: str
) -> None:
    """And not taken for the list of people that it would be without its rounds."""
    text = ("Nr;Name;Typ;1;2;3;Pts\n" + "\n".join(ROWS) + "\n").replace(old, new)
    assert kind_of("a.csv", text.encode()) == "crosstable"
    with pytest.raises(Refused) as refused:
        read_crosstable(text.encode())
    assert code in [problem.code for problem in refused.value.problems]


def test_no_row_with_a_result_is_left_out() -> None:
    """Two groups in one text, each with numbers of its own: the larger one does not
    hide the smaller.
    """
    group = "1;A, A;2w1\n2;B, B;1b0\n"
    larger = "1;C, C;2w1;3b1\n2;D, D;1b0;4w1\n3;E, E;4w1;1w0\n4;F, F;3b0;2b0\n"
    for text in (group + "Group B\n" + larger, larger + "Group B\n" + group):
        assert kind_of("a.csv", text.encode()) == "crosstable"
        with pytest.raises(Refused):
            read_crosstable(text.encode())


@pytest.mark.parametrize("rows", [ROWS, CLUB], ids=["opponent-first", "colour-first"])
def test_whoever_stands_first_and_met_nobody_is_a_row(rows: tuple[str, ...]) -> None:
    """The others are numbered from them on, and a heading above is none."""
    moved = [
        re.sub(
            r"(?<=;)([vm]?)(\d)(?=[wb+=-])",
            lambda cell: f"{cell[1]}{int(cell[2]) + 1}",
            row,
        )
        for row in rows
    ]
    text = "Spring Open\nNr;Name;Typ;1;2;3;Pts\n" + "\n".join(
        ["0;Late, Lea;W20;;;;0", *moved]
    )
    assert games_of(read_crosstable(text.encode())) == [
        (n, white + 1, black + 1, won) for n, white, black, won in GAMES
    ]


def games_of(table: Crosstable) -> list[tuple[int, int, int, str]]:
    return sorted(
        (game.round, game.white, game.black, game.result) for game in table.games
    )


def planted(
    chance: random.Random, rows: int, rounds: int
) -> tuple[list[list[str]], list[tuple[int, int, int, str]]]:
    """Pair everybody at random in every round, and write what each row says of it."""
    cells = [[""] * rounds for _ in range(rows)]
    games = []
    for number in range(rounds):
        order = chance.sample(range(rows), rows)
        for white, black in zip(order[::2], order[1::2], strict=False):
            score = chance.choice(list(SCORES))
            cells[white][number] = f"{black + 1}w{score}"
            cells[black][number] = f"{white + 1}b{SCORES[score]}"
            result = {"1": "1-0", "0": "0-1", "½": "1/2-1/2"}[score]
            games.append((number + 1, white + 1, black + 1, result))
    return cells, sorted(games)


def test_random_crosstables_between_age_groups_and_footers() -> None:
    """Every crosstable is read with its games; the same list without the rounds is
    none.
    """
    chance = random.Random(seed_of_today())
    for _ in range(150):
        rows, rounds = chance.randint(3, 40), chance.randint(2, 9)
        cells, games = planted(chance, rows, rounds)
        groups = chance.choices(AGE_GROUPS, k=rows)
        separator = chance.choice("\t;")
        people = [
            [str(at + 1), f"Aho, Aino {at}", "FIN", groups[at], "1900"]
            for at in range(rows)
        ]
        notices = [
            "Spring Open",
            separator.join(["Groups", "B10", "B12"]),
            "The server of this page, Node S3",
        ]
        head = separator.join(["No", "Name", "FED", "Typ", "Rtg"])
        table = [
            separator.join([*one, *row]) for one, row in zip(people, cells, strict=True)
        ]
        text = "\n".join([*notices[:2], head, *table, notices[2]])
        assert kind_of("a.csv", text.encode()) == "crosstable", text
        assert games_of(read_crosstable(text.encode())) == games, text
        names_alone = "\n".join(
            [*notices[:2], head, *map(separator.join, people), notices[2]]
        )
        assert kind_of("a.csv", names_alone.encode()) == "people", names_alone
