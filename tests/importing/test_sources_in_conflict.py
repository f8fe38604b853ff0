"""Two sources that mean different people are a question, in a first report and a later
one, whatever was said before.

And two events of a hundred beside a register of a thousand: how much is asked.
"""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import desk.people.register
from desk.people.matching import match
from desk.people.register import Register, Stated
from exchange.names.index import NameIndex
from ledger.store.persons import Personal
from tests.importing.importing_world import World, row, trf
from tests.importing.labelled import Row
from tests.world.documents import Document, player

FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "Q")
BORN = "1961/01/02"
OTHER = ("Ahti, Unto", "1990/09/09")


@pytest.fixture
def twins(world: World) -> World:
    world.player("M012", "Lehtonen, Kari", born="1961-01-02", fide_id=501001)
    world.player("M013", "Lehtonen, Pertti", born="1961-01-02", fide_id=501002)
    world.player("M020", OTHER[0], born="1990-09-09", fide_id=503001)
    return world


def report(name: str, ident: str = "", result: str = "1", born: str = BORN) -> bytes:
    back = {"1": "0", "=": "=", "0": "1"}[result]
    return trf(
        row(1, name, (2, "w", result), ident=ident, born=born),
        row(2, OTHER[0], (1, "b", back), ident="503001", born=OTHER[1]),
    )


def test_the_wrong_line_of_the_search_is_asked_about(twins: World) -> None:
    twins.file("a.trf", report("Lehtonen, Kari", "501002"))
    ran = twins.submit("a.trf", *FLAGS, code=1)
    assert (
        "1 Lehtonen, Kari: the FIDE id is that of Lehtonen, Pertti, but name and birth"
        " are those of Lehtonen, Kari" in (ran.messages)
    )
    [doubt] = twins.submit("a.trf", *FLAGS, "--dry-run").value["players"]["doubtful"]
    assert doubt["because"] == "other-person"
    assert [
        (one["player"], one["agrees"], one["contradicts"])
        for one in doubt["candidates"]
    ] == [
        ("M012", ["name", "birth"], ["fide-id"]),
        ("M013", ["fide-id", "birth"], ["name"]),
    ]
    players = twins.submit("a.trf", *FLAGS, "--map", "1=M012").value["players"]
    assert [
        (one["player"], one["by"], one["contradicts"]) for one in players["matched"]
    ] == [
        ("M012", "the map", ["fide-id"]),
        ("M020", "FIDE id, name and birth", []),
    ]


def test_a_later_state_asks_again_unless_just_that_was_answered(twins: World) -> None:
    """Whoever plays in it already is known by the name, and not against a number of the
    row.
    """
    twins.file("a.trf", report("Lehtonen, Kari", "501001"))
    twins.submit("a.trf", *FLAGS)
    twins.file("b.trf", report("Lehtonen, Kari", "501002", "="))
    correction = ("--id", "kesa", "--as-correction", "--reason", "a slip")
    assert twins.submit("b.trf", *correction, code=1).fields == ["map"]
    twins.file("c.trf", report("Lehtonen, Kari", "509999", "="))
    assert (
        "same name, but another FIDE id (501001)"
        in twins.submit("c.trf", *correction, code=1).messages
    )
    twins.submit("b.trf", *correction, "--map", "1=M012")
    twins.file("d.trf", report("Lehtonen, Kari", "501002", "0"))
    found = twins.submit("d.trf", *correction).value["players"]["matched"]
    assert (found[0]["player"], found[0]["by"]) == ("M012", "an earlier answer")


def test_what_was_answered_about_a_name_says_nothing_of_a_number(twins: World) -> None:
    """The answer was about a spelling; the FIDE id of the other twin was not there to
    be seen.
    """
    twins.file("a.trf", report("Lehtonnen, Kari"))
    twins.submit("a.trf", *FLAGS, "--map", "1=M012")
    flags = (
        "--id",
        "syksy",
        "--time-control",
        "90+30",
        "--start",
        "2024-06-08",
        "--end",
        "2024-06-09",
        "--new-ids",
        "Q",
    )
    twins.file("b.trf", report("Lehtonnen, Kari", result="="))
    by = twins.submit("b.trf", *flags, "--dry-run", "--name", "B").value["players"][
        "matched"
    ][0]["by"]
    assert by == "an earlier answer"
    for number in ("501002", "509999"):
        twins.file("b.trf", report("Lehtonnen, Kari", number))
        assert twins.submit("b.trf", *flags, code=1).fields == ["map"], number


def test_an_answer_between_namesakes_is_for_once(world: World) -> None:
    """A name alone, of two who have it: the next time the other one may play."""
    world.player("P1", "Korhonen, Matti", born="1950")
    world.player("M020", OTHER[0], born="1990-09-09", fide_id=503001)
    world.file("a.trf", report("Korhonen, Matti", born=""))
    world.submit("a.trf", *FLAGS, "--map", "1=P1")
    world.player("P2", "Korhonen, Matti", born="1983")
    flags = (
        "--id",
        "syksy",
        "--time-control",
        "90+30",
        "--start",
        "2024-06-08",
        "--end",
        "2024-06-09",
    )
    world.file("b.trf", report("Korhonen, Matti", born="", result="0"))
    assert (
        "several players have that name"
        in world.submit("b.trf", *flags, code=1).messages
    )


def test_the_last_answer_counts(world: World) -> None:
    world.player("P1", "Korhonen, Matti", born="1950")
    world.player("M020", OTHER[0], born="1990-09-09", fide_id=503001)
    flags = ("--time-control", "90+30", "--new-ids", "Q")
    world.player("P2", "Korhoinen, Matti", born="1950")
    for name, ident, result in (("one", "P2", "0"), ("two", "P1", "1")):
        world.file("a.trf", report("Korhonnen, Matti", born="1950", result=result))
        days = ("--start", "2024-06-15", "--end", "2024-06-16") if name == "two" else ()
        world.submit("a.trf", *flags, "--id", name, "--map", f"1={ident}", *days)
    assert (world.folder / "selo.db.who").read_text("utf-8").splitlines() == [
        "Korhonnen, Matti 1950 P2",
        "Korhonnen, Matti 1950 P1",
    ]


def test_an_opening_of_the_twin_is_refused(twins: World) -> None:
    head = "player;name;born;fide_id;rating;games\n"
    for cells, word in (
        (
            "M013;Lehtonen, Kari;1961;;1800;40",
            "M013 is Lehtonen, Pertti here, not Lehtonen, Kari",
        ),
        (
            "M013;Lehtonen, Pertti;1962;;1800;40",
            "M013 has the birth 1961-01-02 here, not 1962",
        ),
        (
            "M013;Lehtonen, Pertti;1961;501001;1800;40",
            "M013 has the FIDE id 501002 here, not 501001",
        ),
    ):
        twins.file("list.csv", head + cells + "\n")
        ran = twins.submit(
            "list.csv",
            "--as",
            "openings",
            "--list",
            "selo",
            "--on",
            "2024-01-01",
            code=1,
        )
        assert ran.codes == ["other-person"] and ran.messages == word
    twins.file("list.csv", head + "M013;Lehtonen, P.;1961;501002;1800;40\n")
    twins.submit("list.csv", "--as", "openings", "--list", "selo", "--on", "2024-01-01")


def test_a_name_of_fides_list_that_is_not_theirs_is_warned_of(twins: World) -> None:
    people = (("501001", "Lehtonen, K."), ("501002", "Lehtonen, Kari"))
    rows = "".join(
        f"<player><fideid>{number}</fideid><name>{name}</name><rating>2000</rating></player>"
        for number, name in people
    )
    twins.file("list.xml", f"<playerslist>{rows}</playerslist>")
    value = twins.submit("list.xml", "--as", "fide-list", "--on", "2024-06-01").value
    assert [warning["message"] for warning in value["warnings"]] == [
        "FIDE id 501002 is Lehtonen, Kari in the list, but M013 Lehtonen, Pertti here",
        (
            "1 player here has a FIDE id that is not in the list: M020; is it the whole"
            " list?"
        ),
    ]


SURNAMES = tuple(
    a + b + c
    for a, b, c in product(
        ("Kor", "Lah", "Mur", "Sep", "Vil", "Tam"),
        ("ma", "pe", "si", "lo"),
        ("nen", "la", "ri", "sto"),
    )
)
GIVEN = (
    "Aimo",
    "Eeva",
    "Ilpo",
    "Kerttu",
    "Lasse",
    "Maija",
    "Niilo",
    "Ritva",
    "Sulo",
    "Toini",
    "Usko",
    "Vieno",
    "Yrjö",
)


def register() -> Iterator[tuple[str, str, str, int | None]]:
    """A thousand members: id, name, birth, and the FIDE ids of most of them."""
    names = [f"{surname}, {given}" for given in GIVEN for surname in SURNAMES][:1000]
    for at, name in enumerate(names):
        born = f"{1936 + at % 79}-{1 + at % 12:02}-{1 + at % 28:02}"
        yield f"M{at:04}", name, born, 600000 + at if at % 5 < 3 else None


def event(born: bool) -> tuple[bytes, dict[str, str]]:
    """Ninety members and ten others, and who is who; a few of their names are written
    in another way.
    """
    members = [*register()][3::11][:90]
    people = [
        (name, day if born else "", number if born else None)
        for _, name, day, number in members
    ]
    people[7:10] = [(name.upper(), day, number) for name, day, number in people[7:10]]
    strangers = [
        (f"Outo{letter}, Jalmari", "1977-07-07" if born else "", None)
        for letter in "bcdfghjklm"
    ]
    rows = [
        row(
            at,
            name,
            (at + 1 if at % 2 else at - 1, "w" if at % 2 else "b", "="),
            born=day.replace("-", "/"),
            ident=str(number or ""),
        )
        for at, (name, day, number) in enumerate([*people, *strangers], 1)
    ]
    return trf(*rows), {str(at): ident for at, (ident, *_) in enumerate(members, 1)}


@pytest.mark.parametrize(("born", "most"), [(True, 3), (False, 10)])
def test_an_event_of_a_hundred(world: World, born: bool, most: int) -> None:
    people: list[Document] = [
        player(ident, name=name, born=day, **({"fide_id": number} if number else {}))
        for ident, name, day, number in register()
    ]
    world.submit(world.file("people.jsonl", *people))
    content, truth = event(born)
    world.file("a.trf", content)
    value = world.submit("a.trf", *FLAGS, "--dry-run").value
    questions = [question["field"] for question in value["questions"]]
    assert len(questions) <= most and questions == ([] if born else ["agreed"])
    flags = () if born else ("--agree", value["questions"][0]["proposal"])
    players = world.submit("a.trf", *FLAGS, *flags).value["players"]
    assert {
        one["number"]: one["player"] for one in players["matched"]
    } == truth and len(players["new"]) == 10


SEED = random.randrange(1_000_000)


def one_slip(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    match chance.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + text[at] + text[at:]
        case 2:
            return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        case _:
            return text[:at] + chance.choice("aeioukstnlx") + text[at + 1 :]


def lost_by_a_slip(known: str) -> list[str]:
    """Rows of members with one slip in a word of four letters or more that came out as
    new or as somebody else.
    """
    lost = []
    people = {ident: (name, born, number) for ident, name, born, number in register()}
    here = Register(
        [
            Personal(ident, name, fide_id=number)
            for ident, (name, _, number) in people.items()
        ],
        lambda ident: Stated(people[ident][1]),
        lambda ident: ident,
        people.__contains__,
    )
    chance = random.Random(f"{SEED} {known}")
    for _ in range(200):
        ident = chance.choice([*people])
        name, day, _ = people[ident]
        surname, _, given = name.partition(", ")
        halves = (
            (one_slip(surname, chance), given)
            if chance.random() < 0.5
            else (surname, one_slip(given, chance))
        )
        born = {"year": day[:4], "day": day, "another id": day}.get(known)
        number = people[chance.choice([*people])][2] if known == "another id" else None
        [found] = match([Row("", "", None, ", ".join(halves), born, number)], here, {})
        if found.status == "new" or found.player not in (None, ident):
            lost.append(f"{name}, written {halves}: {found.status} {found.player}")
    return lost


@pytest.mark.parametrize("known", ["name", "year", "day", "another id"])
def test_no_slip_of_a_finger_makes_anybody_new_or_another(known: str) -> None:
    assert lost_by_a_slip(known) == [], SEED


def test_an_index_that_forgives_less_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: looking for names as the search field does."""
    monkeypatch.setattr(
        desk.people.register, "NameIndex", lambda names, slips: NameIndex(names)
    )
    assert lost_by_a_slip("name")
