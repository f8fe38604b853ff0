"""Who a row is: by number, by name and birth, or nobody yet; in doubt the officer is
asked.
"""

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from desk.people import evidence
from desk.people.matching import Match, match
from desk.people.register import Register, Stated
from exchange.names.likeness import Likeness, has_same_words, likeness, share_a_word
from exchange.names.words import key_of
from ledger.store.persons import Personal
from tests.importing.importing_world import World, row, trf


class Row(NamedTuple):
    key: str
    name: str = ""
    born: str | None = None
    fide_id: int | None = None
    national_id: str | None = None
    sex: str | None = None
    federation: str | None = None


PEOPLE = (
    Personal("P1", "Hämäläinen, Åke", fide_id=500001),
    Personal("P2", "Korhonen, Matti"),
    Personal("P3", "Korhonen, Matti"),
    Personal("P4", "Virtanen, Aino"),
    Personal("P5", "Öhman, Maria-Christina Elisabeth Wilhelmina"),
    Personal("OLD", "Virtanen-Salo, Aino"),
)
BORN = {"P1": "1980-02-29", "P2": "1990", "P3": "1995", "P5": "1970"}


def register() -> Register:
    def resolve(player: str) -> str:
        return {"OLD": "P4"}.get(player, player)

    def exists(player: str) -> bool:
        return any(person.player == player for person in PEOPLE)

    return Register(PEOPLE, lambda player: Stated(BORN.get(player)), resolve, exists)


def one(asked: Row, **more: object) -> tuple[str, str | None, str, tuple[str, ...]]:
    [found] = match([asked], register(), {}, **more)  # type: ignore[arg-type]
    return found.status, found.player, found.by, found.candidates


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hämäläinen", "Haemaelaeinen"),
        ("Hämäläinen", "Hamalainen"),
        ("Öhman", "Oehman"),
        ("Åberg", "Aaberg"),
        ("Åberg", "Aberg"),
        ("Müller", "Mueller"),
        ("Strauß", "Strauss"),
        ("Sørensen", "Soerensen"),
        ("Sørensen", "Sorensen"),
        ("Ærø", "Aeroe"),
        ("Łukasz", "Lukasz"),
        ("Đorđe", "Dorde"),
        ("Last, First", "First Last"),
        ("O'Brien", "OBrien"),
        ("Wäyrynen", "Väyrynen"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_the_same_is_more_than_alike() -> None:
    assert has_same_words("Last, First", "first  LAST") and not has_same_words(
        "Hämäläinen", "Hamalainen"
    )
    assert has_same_words("Ha\u0308ma", "Häma")  # two ways to store one letter
    assert share_a_word("Virtanen, Aino", "Salo, Aino") and not share_a_word(
        "Virtanen, Aino", "Salo, Eero"
    )


@pytest.mark.parametrize(
    ("asked", "status", "player", "by"),
    [
        (
            Row("1", "Hämäläinen, Åke", "1980", 500001),
            "matched",
            "P1",
            "FIDE id, name and birth",
        ),
        (Row("1", "Hamalainen Ake", None, 500001), "matched", "P1", "FIDE id and name"),
        (Row("1", "", None, 500001), "matched", "P1", "FIDE id"),
        (
            Row("1", "Salo, Åke", None, 500001),
            "doubtful",
            None,
            "the FIDE id fits, but the name is Hämäläinen, Åke",
        ),
        (
            Row("1", "Salo, Eero", None, 500001),
            "doubtful",
            None,
            "the FIDE id fits, but the name is Hämäläinen, Åke",
        ),
        (
            Row("1", "Hämäläinen, Åke", "1981", 500001),
            "doubtful",
            None,
            "the FIDE id fits, but the date of birth is different",
        ),
        (
            Row("1", "Hämäläinen, Åke", "1980-02-28", 500001),
            "doubtful",
            None,
            "the FIDE id fits, but the date of birth is different",
        ),
        (
            Row("1", "Hämäläinen, Åke", None, 500001, "P2"),
            "doubtful",
            None,
            "the ids of the row belong to several players",
        ),
        (
            Row("1", "Korhonen, Matti", None, None, "P2"),
            "matched",
            "P2",
            "national number and name",
        ),
        (Row("1", "", None, None, "OLD"), "matched", "P4", "national number"),
        (
            Row("1", "Hämäläinen, Åke", "1980", 500009),
            "doubtful",
            None,
            "same name, but another FIDE id (500001)",
        ),
        (Row("1", "Hämäläinen, Åke", "1980"), "matched", "P1", "name and birth"),
        (Row("1", "ÅKE hämäläinen", "1980-02-29"), "matched", "P1", "name and birth"),
        (
            Row("1", "Hamalainen, Ake", "1980"),
            "proposed",
            "P1",
            "birth, name spelt differently",
        ),
        (
            Row("1", "Hamalainen, Ake"),
            "doubtful",
            None,
            "the name is spelt differently",
        ),
        (Row("1", "Hämäläinen, Åke"), "proposed", "P1", "name"),
        (
            Row("1", "Hämäläinen, Åke", "1999"),
            "doubtful",
            None,
            "same name, but the date of birth is different",
        ),
        (Row("1", "Korhonen, Matti", "1990"), "matched", "P2", "name and birth"),
        (
            Row("1", "Korhonen, Matti"),
            "doubtful",
            None,
            "several players have that name",
        ),
        (
            Row("1", "Korhonen, Matti", "1990", None, "77"),
            "doubtful",
            None,
            "same name, but no player has the number 77",
        ),
        (
            Row("1", "Öhman, Maria-Christina Elisabeth Wilhelmina"[:33], "1970"),
            "proposed",
            "P5",
            "birth, name spelt differently",
        ),
        (
            Row("1", "Virtanen-Salo, Aino", None, 500004),
            "doubtful",
            None,
            "same name, but a date of birth is missing",
        ),
        (Row("1", "Uusi, Ulla"), "new", None, "no player has that name"),
        (
            Row("1", "", None, None, "P99"),
            "doubtful",
            None,
            "no player has the number P99",
        ),
        (Row("1"), "doubtful", None, "the row has no name"),
    ],
)
def test_one_row_is_matched_or_asked_about(
    asked: Row, status: str, player: str | None, by: str
) -> None:
    assert one(asked)[:3] == (status, player, by)


def test_names_alone_only_when_the_officer_says_so() -> None:
    assert one(Row("1", "Hämäläinen, Åke"), names_alone=True)[:3] == (
        "matched",
        "P1",
        "name",
    )
    assert one(Row("1", "Hamalainen, Ake"), names_alone=True)[0] == "doubtful"
    assert one(Row("1", "Korhonen, Matti"), names_alone=True)[0] == "doubtful"


def test_who_plays_in_it_already_is_known_by_his_name() -> None:
    assert one(Row("1", "Korhonen Matti"), among={"P3"})[:3] == (
        "matched",
        "P3",
        "plays in it already",
    )
    assert one(Row("1", "Korhonen Matti"), among={"P2", "P3"})[0] == "doubtful"


def statuses(found: list[Match]) -> list[tuple[str, str | None]]:
    return [(one.status, one.player) for one in found]


def test_two_rows_are_two_persons() -> None:
    rows = [
        Row("1", "Hämäläinen, Åke", "1980"),
        Row("2", "Hämäläinen, Åke", "1980"),
        Row("3", "Uusi", None, 777777),
        Row("4", "Toinen", None, 777777),
        Row("5", "A", None, None, "9"),
        Row("6", "B", None, None, "9"),
    ]
    found = match(rows, register(), {})
    assert statuses(found) == [("doubtful", None)] * 6
    assert [one.by for one in found][1:5:2] == [
        "two rows would be P1",
        "the FIDE id 777777 is on two rows",
    ]
    said = {"1": "P1", "2": "new", "3": "new", "4": "OLD"}
    assert statuses(match(rows, register(), said))[:4] == [
        ("matched", "P1"),
        ("new", None),
        ("new", None),
        ("matched", "P4"),
    ]


def report(*names: str, born: str = "") -> bytes:
    pairs = [
        row(n, name, (n + 1 if n % 2 else n - 1, "w" if n % 2 else "b", "="), born=born)
        for n, name in enumerate(names, 1)
    ]
    return trf(*pairs)


FLAGS = ("--id", "kesa", "--minutes", "90", "--new-ids", "N")


def test_doubtful_rows_need_a_map(world: World) -> None:
    world.player("P1", "Hämäläinen, Aino", born="1980")
    world.player("P2", "Salo, Eero")
    world.file("a.trf", report("Hamalainen, Aino", "Salo, Eero", born="1980"))
    ran = world.submit("a.trf", *FLAGS, code=1)
    assert ran.codes == ["needs-answer", "needs-answer"]
    assert (
        "1 Hamalainen, Aino: the name is spelt differently; perhaps P1" in ran.messages
    )
    assert "use --map 1=P1 or --map 1=new" in ran.value["problems"][0]["hint"]
    doubt = world.submit("a.trf", *FLAGS, "--dry-run").value["players"]["doubtful"]
    assert doubt[0] == {
        "number": "1",
        "name": "Hamalainen, Aino",
        "by": "the name is spelt differently",
        "born": "1980",
        "fide_id": None,
        "national_id": None,
        "because": "spelling",
        "likely": None,
        "candidates": [
            {
                "player": "P1",
                "name": "Hämäläinen, Aino",
                "born": "1980",
                "club": None,
                "fide_id": None,
                "agrees": ["name", "birth"],
                "contradicts": [],
            }
        ],
    }
    world.file("map.csv", 'number;player\n# who is who\n1;P1\n"Salo, Eero";new\n')
    value = world.submit("a.trf", *FLAGS, "--map", "map.csv").value
    assert [one["player"] for one in value["players"]["matched"]] == ["P1"]
    assert [one["name"] for one in value["players"]["new"]] == ["Salo, Eero"]
    assert any(
        "Salo, Eero is also the name of P2" in w["message"] for w in value["warnings"]
    )


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("9 P1", ["map-row"]),
        ("1 P9", ["map-player"]),
        ("1 P1\n1 new", ["map-twice"]),
        ("nonsense", ["map-line"]),
        ("Same P1", ["map-row"]),
        ("\x00", ["control-character"]),
    ],
)
def test_a_map_that_does_not_fit_is_refused(
    world: World, text: str, codes: list[str]
) -> None:
    world.player("P1", "Hämäläinen, Aino", born="1980")
    world.file("a.trf", report("Same", "Same"))
    world.file("map", text)
    assert world.submit("a.trf", *FLAGS, "--map", "map", code=1).codes == codes


def test_two_rows_that_met_are_two_people_whatever_the_map_says(world: World) -> None:
    world.player("P1", "Berg, Bea")
    world.file(
        "kesa.trf",
        trf(row(1, "Berg, Bea", (2, "w", "1")), row(2, "Bergh, Bea", (1, "b", "0"))),
    )
    refused = world.submit("kesa.trf", *FLAGS, "--map", "1=P1", "--map", "2=P1", code=1)
    assert refused.codes == ["same-player"]
    assert (
        refused.messages
        == "1 Berg, Bea and 2 Bergh, Bea would both be P1, and they met in round 1"
    )
    assert refused.value["problems"][0]["hint"] == "use --map 2=new, or another id"


def test_the_id_column_is_what_the_officer_says(world: World) -> None:
    world.player("12", "Salo, Eero")
    rows = (
        row(1, "Salo, Eero", (2, "w", "="), ident="12"),
        row(2, "Uusi, Ulla", (1, "b", "="), ident="13"),
    )
    world.file("a.trf", trf(*rows))
    assert world.submit("a.trf", *FLAGS, code=1).fields[0] == "players_by"
    value = world.submit("a.trf", *FLAGS, "--players-by", "national").value
    assert [one["by"] for one in value["players"]["matched"]] == [
        "national number and name"
    ]
    assert {
        p
        for g in world.ask("tournament", "kesa")["games"]
        for p in (g["white"], g["black"])
    } == {"12", "13"}


def test_a_national_record_names_the_player(world: World) -> None:
    world.player("12345", "Salo, Eero")
    rows = (
        row(1, "Salo, Eero", (2, "w", "=")),
        row(2, "Uusi, Ulla", (1, "b", "="), ident="500002"),
        row(1, "", tag="FIN", ident="12345", rating="1900"),
    )
    world.file("a.trf", trf(*rows))
    value = world.submit("a.trf", *FLAGS).value
    assert value["players"]["matched"] == [
        {
            "number": "1",
            "name": "Salo, Eero",
            "by": "national number and name",
            "player": "12345",
            "agrees": ["number", "name"],
            "contradicts": [],
        }
    ]


def test_who_met_nobody_is_a_person_of_the_report_too(world: World) -> None:
    world.file(
        "a.trf",
        trf(
            row(1, "Aho", (2, "w", "1")),
            row(2, "Berg", (1, "b", "0")),
            row(3, "Cho"),
            row(4, ""),
        ),
    )
    new = world.submit("a.trf", *FLAGS).value["players"]["new"]
    # nobody can be called by no name
    assert [player["name"] for player in new] == ["Aho", "Berg", "Cho"]
    rows = world.ask("tournament", "kesa")["reported"]["rows"]
    assert [(row["name"], row["number"]) for row in rows] == [
        ("Aho", 1),
        ("Berg", 2),
        ("Cho", 3),
    ]


def test_new_ids_go_on_from_the_highest(world: World) -> None:
    world.player("N0041", "Somebody Else")
    world.file("a.trf", report("Aho", "Berg"))
    world.submit("a.trf", *FLAGS)
    games = world.ask("tournament", "kesa")["games"]
    assert (games[0]["white"], games[0]["black"]) == ("N0042", "N0043")


def test_what_the_file_knows_more_is_told_and_not_taken(world: World) -> None:
    world.player("P1", "Salo, Eero", fide_id=500001)
    rows = (
        row(1, "Salo, Eero", (2, "w", "="), ident="500001", born="1990"),
        row(2, "Aho", (1, "b", "=")),
    )
    world.file("a.trf", trf(*rows))
    warnings = [w["message"] for w in world.submit("a.trf", *FLAGS).value["warnings"]]
    assert (
        "the file says more about P1 than the ledger; to record it: selo player add P1 --born 1990"
        in warnings
    )
    assert world.ask("player", "show", "P1")["player"]["born"] is None


def test_clubs_in_the_federation_column_are_left_out(world: World) -> None:
    rows = (
        row(1, "Aho", (2, "w", "="), federation="KIL"),
        row(2, "Berg", (1, "b", "="), federation="EST"),
    )
    world.file("a.trf", trf(*rows))
    value = world.submit("a.trf", *FLAGS).value
    assert any("no federation of FIDE" in w["message"] for w in value["warnings"])
    assert [
        world.ask("player", "show", p)["player"]["federation"]
        for p in ("N0001", "N0002")
    ] == ["FIN", "EST"]


def test_namesakes_of_a_stranger_are_read_together_and_compared_by_birth_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = [Personal(f"P{year}", f"Suku{year}, Maija") for year in range(1950, 2000)]
    read, compared = list[str](), list[str]()

    def expect(players: Iterable[str]) -> None:
        read.extend(players)

    def compare(name: str, other: str) -> Likeness:
        compared.append(other)
        return likeness(name, other)

    monkeypatch.setattr(evidence, "likeness", compare)
    register = Register(
        people,
        lambda player: Stated(f"{player[1:]}-03-04"),
        lambda player: player,
        lambda player: True,
        expect,
    )
    rows = [
        Row("1", "Aalto, Maija", "1970-03-04"),
        Row("2", "Salo, Maija", "1971-08-09"),
    ]
    first, second = match(rows, register, {})
    assert (first.because, first.candidates) == ("born-alike", ("P1970",))
    assert second.status == "new"
    assert sorted(read) == [person.player for person in people], "once for both rows"
    assert {*compared} == {"Suku1970, Maija"}


def test_a_tournament_that_is_renamed_whole_is_not_compared_each_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = [Personal(f"P{at}", f"Vanha{at}, Nimi{at}") for at in range(100, 160)]
    compared = list[str]()

    def compare(name: str, other: str) -> Likeness:
        compared.append(other)
        return likeness(name, other)

    monkeypatch.setattr(evidence, "likeness", compare)
    register = Register(
        people,
        lambda player: Stated(f"19{player[2:]}" if player == "P150" else None),
        lambda player: player,
        lambda player: True,
    )
    rows = [
        Row("1", "Uusi, Nimi107"),
        Row("2", "Toinen, Erkki", "1950-03-04"),
        *(Row(f"{at}", f"Outo{at}, Aivan{at}") for at in range(3, 60)),
    ]
    named, born, *others = match(
        rows, register, {}, among=[person.player for person in people]
    )
    assert (named.because, named.candidates) == ("missing-now", ("P107",))
    assert (born.because, born.candidates) == ("missing-now", ("P150",))
    assert {found.because for found in others} == {"missing-now"}
    # a few to choose from for each row, whatever the number of players
    assert {len(found.candidates) for found in others} == {10}
    assert len(compared) <= 10 * len(rows)
