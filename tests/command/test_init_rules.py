"""`selo init --rules`: which lists a ledger keeps from its first day."""

import pytest

from rulebooks import rules
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament


@pytest.fixture
def selo(selo_without_ledger: Selo) -> Selo:
    return selo_without_ledger


def lists(selo: Selo) -> list[str]:
    return [row["target"] for row in reversed(selo.ask("log")["events"])]


def test_finland_without_a_word(selo: Selo) -> None:
    value = selo.ask("init")
    assert value["lists"] == ["selo", "pelo"]
    assert lists(selo) == ["selo"] * 3 + ["pelo"] * 3


WORDS: list[tuple[list[str], dict[str, list[str]]]] = [
    (
        ["fi"],
        {
            "selo": ["fi-1990", "fi-2011", "fi-2023"],
            "pelo": ["fi-1990", "fi-2011", "fi-2023"],
        },
    ),
    (["no"], {"elo-no": ["no"]}),
    (["psm"], {"elo-psm": ["psm"]}),
    (["elo"], {"elo": ["elo-32"]}),
    (["elo-32"], {"elo": ["elo-32"]}),
    (["elo-16-32"], {"elo": ["elo-16-32"]}),
    (["elo-uscf"], {"elo": ["elo-uscf"]}),
    (["uscf"], {"elo-uscf": ["uscf"]}),
    (["fide-2009"], {"elo-fide": ["fide-2009"]}),
    (["fide-2024"], {"elo-fide": ["fide-2024"]}),
    (["fide"], {"elo-fide": ["fide-2009", "fide-2024"]}),
    (["glicko-2"], {"glicko": ["glicko-2"]}),
    (["no,psm"], {"elo-no": ["no"], "elo-psm": ["psm"]}),
    (
        ["fide-2009", "no, psm", "no"],
        {"elo-no": ["no"], "elo-psm": ["psm"], "elo-fide": ["fide-2009"]},
    ),
]


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
@pytest.mark.parametrize(("words", "expected"), WORDS)
def test_the_lists_of_a_word(
    selo: Selo, words: list[str], expected: dict[str, list[str]]
) -> None:
    value = selo.ask("init", *(part for word in words for part in ("--rules", word)))
    assert value["lists"] == list(expected)
    found: dict[str, list[str]] = {}
    for row in selo.ask("rules")["rows"]:
        if row["adopted_from"] is not None:
            found.setdefault(row["list"], []).append(row["edition"])
    assert found == expected


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_every_word_is_tried() -> None:
    assert {
        word for words, _ in WORDS for word in words if "," not in word
    } == rules().keys()


@pytest.mark.lists("elo-no")
def test_the_order_of_the_words_makes_no_difference(selo: Selo) -> None:
    assert selo.ask("init", "--rules", "no,fi")["lists"] == ["selo", "pelo", "elo-no"]


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_it_is_said_what_is_kept(selo: Selo) -> None:
    assert (
        selo.run("init", "--rules", "no,uscf").out
        == f"A new ledger: {selo.ledger} with elo-no, elo-uscf\n"
    )


@pytest.mark.lists("elo-uscf")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "xx",
            (
                "there are no rules 'xx'; there are fi, no, psm, elo, elo-32,"
                " elo-16-32, elo-uscf, uscf, fide-2009"
            ),
        ),
        ("", "there are no rules ''; there are fi,"),
        ("fi,,no", "there are no rules '';"),
        ("NO", "there are no rules 'NO';"),
        (
            "elo-32,no,elo-uscf",
            "elo-32 and elo-uscf are both for the list elo; take one",
        ),
    ],
)
def test_unknown_and_rival_rules_are_refused(
    selo: Selo, words: str, message: str
) -> None:
    ran = selo.run("init", "--rules", words, "--json")
    assert ran.code == 2 and message in ran.out
    assert selo.rows() == {} and not selo.path.exists()


BEFORE = "2010-01-01"
GAME = tournament("T", "2010-06-01", "a b 1-0", time_control="90+30")


@pytest.mark.lists("elo-no")
def test_a_norwegian_ledger_answers_for_its_list(selo: Selo) -> None:
    """show, history, list, replay and tournament without a Finnish list."""
    assert selo.run("init", "--rules", "no").code == 0
    selo.submit(
        player("a"),
        player("b"),
        opening("a", 1500, "elo-no", on=BEFORE),
        opening("b", 1500, "elo-no", on=BEFORE),
        GAME,
    )
    assert list(selo.ask("show", "a")["lists"]) == ["elo-no"]
    assert selo.ask("show", "a")["titles"] == []
    value = selo.ask("history", "a")
    assert (value["list"], [row["after"] for row in value["rows"]]) == (
        "elo-no",
        [1500, 1510],
    )
    assert selo.ask("ledger", "replay")["list"] == "elo-no"
    assert selo.ask("tournament", "T")["games"][0]["lists"] == ["elo-no"]
    assert selo.ask("show", "a")["basis"]["rules"] == "no"
    assert (
        selo.ask("history", "a", "--known-seq", "2", "--as-of", "2010-06-01")["rows"]
        == []
    )
    # nothing is adopted before the first event
    assert selo.ask("ledger", "replay", "--known-seq", "0")["list"] == "selo"
    assert selo.run("ledger", "rebuild", "--check").code == 0


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide")
def test_the_same_games_on_six_lists(selo: Selo) -> None:
    selo.run("init", "--rules", "fi,no,psm,elo-32,uscf,fide-2009")
    names = ["selo", "pelo", "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide"]
    selo.submit(
        player("a"),
        player("b"),
        *(
            opening(p, 1500, name, on=BEFORE)
            for p in "ab"
            for name in names
            if name != "pelo"
        ),
        GAME,
    )
    shown = selo.ask("show", "a")["lists"]
    assert list(shown) == names
    assert [row["list"] for row in selo.ask("explain", "a", "T")["entries"]] == [
        n for n in names if n != "pelo"
    ]
    assert {name: found["rating"] for name, found in shown.items()} == {
        "selo": 1523,
        "pelo": None,
        "elo-no": 1510,
        "elo-psm": 1518,
        "elo": 1516,
        "elo-uscf": 1523,
        "elo-fide": 1508,
    }


@pytest.mark.lists("elo", "elo-uscf")
@pytest.mark.parametrize(
    ("called", "edition"),
    [
        ("elo", "elo-32"),
        ("32", "elo-32"),
        ("16-32", "elo-16-32"),
        ("uscf", "elo-uscf"),
        ("elo-uscf", "elo-uscf"),
    ],
)
def test_an_edition_of_elo_may_be_called_by_its_k(
    selo: Selo, called: str, edition: str
) -> None:
    """And the full name again is the same content."""
    selo.run("init")
    for said, again in ((called, False), (edition, True)):
        document = {
            "kind": "adopt-rules",
            "list": "elo",
            "edition": said,
            "from": "2000-01-01",
        }
        assert selo.submit(document)["recorded"][0]["repeated"] is again
    adopted = [
        row["edition"]
        for row in selo.ask("rules")["rows"]
        if row["adopted_from"] and row["list"] == "elo"
    ]
    assert adopted == [edition]


@pytest.mark.lists("elo-uscf")
def test_another_lists_edition_is_none_of_elo(selo: Selo) -> None:
    selo.run("init")
    document = {
        "kind": "adopt-rules",
        "list": "elo-uscf",
        "edition": "elo-uscf",
        "from": "2000-01-01",
    }
    assert [problem["code"] for problem in selo.refuse(document)] == ["unknown-edition"]
