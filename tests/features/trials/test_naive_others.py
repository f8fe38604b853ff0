"""The systems beside Finland's, held beside a naive second implementation written from
their texts alone.

Every list is run virtually over random stories, the Finnish ones and some made for
these systems, and compared entry by entry. Then faults are planted in the naive book:
each must be seen.
"""

import functools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from projections.runs.over_all_games import Facts
from tests.features.trials.beside_others import (
    beside,
    differences,
    product_line,
    product_lines,
)
from tests.naive.formulas import percent
from tests.naive.others import elo, fide, fide_now, glicko, norway, pages, psm
from tests.naive.others.book import LABELS, lines_of
from tests.naive.others.pages import Line
from tests.naive.others.stories import SCENES, story
from tests.naive.records import Document
from tests.properties.telling import FOREVER, current, fresh, ledger_of, long_story
from tests.world.ledger import every_fact

FINNISH, OWN, KEPT = 6, 24, 6
HALF = range(OWN // 2)  # planted faults are looked for in all of them
TWENTY_TIMES = 20


def differing(documents: Sequence[Document]) -> list[str]:
    """All lists over one story."""
    found: list[str] = []
    with fresh() as new:
        new.tell_together(documents)
        facts = Facts(every_fact(new.connection))
        for label in LABELS:
            found += [
                f"{label}: {line}" for line in beside(facts, list(documents), label)
            ]
    return found


def check_finnish(seed: int) -> None:
    found = differing(long_story(seed).documents())
    assert not found, f"long_story({seed})\n" + "\n".join(found)


def check_own(seed: int) -> None:
    found = differing(story(seed))
    assert not found, f"naive.others.stories.story({seed})\n" + "\n".join(found)


@pytest.mark.parametrize("seed", range(FINNISH))
def test_other_systems_agree_on_finnish_stories(seed: int) -> None:
    check_finnish(seed)


@pytest.mark.parametrize("seed", HALF)
def test_stories_of_the_systems(seed: int) -> None:
    check_own(seed)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(1000, 1000 + TWENTY_TIMES * FINNISH))
def test_other_systems_agree_on_many_finnish_stories(seed: int) -> None:
    check_finnish(seed)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(1000, 1000 + TWENTY_TIMES * len(HALF)))
def test_many_stories_of_the_systems(seed: int) -> None:
    check_own(seed)


# Lists that the ledger keeps, told one by one: the same numbers, by the incremental
# way.


ADOPTED = (
    ("elo", "elo-32", "0001-01-01"),
    ("elo", "elo-16-32", "2006-01-01"),
    ("elo", "elo-uscf", "2008-04-01"),
)
NORWAY_ENDS = "2018-01-31"


def check_own_device(seed: int) -> None:
    scene = SCENES[seed % len(SCENES)]
    own = next(label for label in LABELS if label.startswith(f"{scene.list}:"))
    editions = [*ADOPTED, (scene.list, own.split(":")[1], "0001-01-01")]
    documents: list[Document] = [
        {
            "kind": "adopt-rules",
            "list": name,
            "edition": edition,
            "from": since,
            "_seq": number,
        }
        for number, (name, edition, since) in enumerate(editions, start=1)
    ]
    for document in story(seed):
        documents.append(document)
        if document["kind"] == "opening":  # a kept list has no openings but its own
            documents.append(
                {**document, "list": "elo", "_seq": 1000 + document["_seq"]}
            )
    last = NORWAY_ENDS if scene.list == "elo-no" else FOREVER
    with ledger_of(documents) as kept:
        rows = sorted(
            row for row in current(kept.connection) if row[0] in ("elo", scene.list)
        )
    for label, name in ((own, scene.list), ("elo", "elo")):
        product = [product_line(row) for row in rows if row[0] == name]
        naive = [
            line
            for line in lines_of(documents, label)
            if name == "elo" or line.on <= last
        ]
        product = [line for line in product if name == "elo" or line.on <= last]
        found = differences(product, naive)
        assert not found, (
            f"naive.others.stories.story({seed}), {name} kept\n" + "\n".join(found)
        )


@pytest.mark.parametrize("seed", range(KEPT))
def test_lists_that_are_kept(seed: int) -> None:
    check_own_device(seed)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(1000, 1000 + TWENTY_TIMES * KEPT))
def test_many_lists_that_are_kept(seed: int) -> None:
    check_own_device(seed)


# What the stories must reach for the comparison to mean something.


@functools.cache
def told_lines(seed: int) -> dict[str, list[Line]]:
    """The product's lines of one story, list by list."""
    with fresh() as new:
        new.tell_together(story(seed))
        facts = Facts(every_fact(new.connection))
        return {label: product_lines(facts, label) for label in LABELS}


@pytest.mark.parametrize("label", LABELS)
def test_the_stories_rate_much_and_rule_a_little(label: str) -> None:
    lines = [line for seed in range(len(SCENES)) for line in told_lines(seed)[label]]
    kinds = [line.kind for line in lines]
    assert kinds.count("unit") > 80 and kinds.count("opening") > 20
    assert label.startswith("elo:") or "ruling" in kinds


# Planted faults


class Fault(NamedTuple):
    """`plant` breaks the naive book; the list must then differ in a story."""

    name: str
    label: str
    where: Any
    what: str
    wrong: Any


def other_years(years: int) -> Callable[[str], str]:
    return lambda day: f"{int(day[:4]) + years:04}{day[4:]}"


def uncapped(own: int, opponent: int) -> Fraction:
    return Fraction(percent(own - opponent), 100)


def on_that_day(day: str) -> str:
    return day if day[5:] in ("01-01", "04-01", "07-01", "10-01") else NEXT_LIST(day)


def always_two_a(n: int, own: int, m: int, performance: int) -> Fraction:
    return norway.formula_2a(n, own, m, performance)


def cut_down(value: Fraction) -> int:
    return int(value // 1)


def ten_while_there(person: fide.Person, own: int) -> int:
    return 25 if person.games < 30 else (10 if own >= 2400 else 15)


def half_an_hour_is_serious(game: Any) -> bool:
    return pages.played(game) and game.white_minutes > 12


NEXT_LIST = fide.next_list
NO, FIDE, PSM, USCF = "elo-no:no", "elo-fide:fide-2009", "elo-psm:psm", "elo-uscf:uscf"
GLICKO, NOW = "glicko:glicko-2", "elo-fide:fide-2024"
HALF_MORE = {
    name: {**row, "C": row["C"] + Fraction(1, 2)} for name, row in norway.K.items()
}
FAULTS = (
    Fault("K of class C", NO, norway, "K", HALF_MORE),
    Fault("one more counts as uncertain", NO, norway, "UNCERTAIN", 6),
    Fault("established one game late", NO, norway, "ESTABLISHED", 31),
    Fault("opponents within 351", NO, norway, "LIMIT", 351),
    Fault("no lowest number", NO, norway, "LOWEST", 0),
    Fault("one round of the cycle", NO, norway, "MOST_ROUNDS", 1),
    Fault("IIa for going up too", NO, norway, "formula_2", norway.formula_2a),
    Fault("no mean of an all-play-all", NO, norway, "all_play_all", lambda unit: False),
    Fault("struck off after six years", NO, norway, "five_years_later", other_years(6)),
    Fault("always IIa", NO, norway, "formula_2", always_two_a),
    Fault("nobody is young", NO, norway, "under_20", lambda born, day: False),
    Fault("half K never halved", NO, norway, "HALF", Fraction(1)),
    Fault(
        "the table of D one point off",
        NO,
        norway,
        "TABLE",
        [*norway.TABLE[:22], 167, *norway.TABLE[23:]],
    ),
    Fault("a list holds what ends on its day", FIDE, fide, "next_list", on_that_day),
    Fault("no limit of 400", FIDE, fide, "expected", uncapped),
    Fault("K 10 only while there", FIDE, fide, "coefficient", ten_while_there),
    Fault("d(p) of nothing", FIDE, fide, "d_of", lambda p: Fraction(0)),
    Fault("changes rounded down", FIDE, fide, "rounded", cut_down),
    Fault("changes rounded down", PSM, psm, "rounded", cut_down),
    Fault("too short games", PSM, pages, "serious", half_an_hour_is_serious),
    Fault("newcomers from 1501", USCF, elo, "START", 1501),
    Fault("no closing date", NOW, fide_now, "target", lambda end: fide_now.after(end)),
    Fault(
        "K 40 for nobody", NOW, fide_now, "coefficient", lambda person, born, base: 20
    ),
    Fault("the 400 rule for everybody", NOW, fide_now, "UNCUT", 4000),
    Fault("no floor", NOW, fide_now, "FLOOR", 0),
    Fault("drawn with 1900", NOW, fide_now, "FIRST_NUMBERS", (1900, 1900)),
    Fault("results of a year", NOW, fide_now, "MONTHS", 3),
    Fault("four games are enough", NOW, fide_now, "ENOUGH", 4),
    Fault("tau of 1.2", GLICKO, glicko, "TAU", 1.2),
    Fault(
        "opponents' deviations make no difference",
        GLICKO,
        glicko,
        "weight",
        lambda phi: 1.0,
    ),
    Fault(
        "idle months leave the deviation", GLICKO, glicko, "vaguer", lambda person: None
    ),
    Fault(
        "a quarter for a month",
        GLICKO,
        glicko,
        "month_of",
        lambda day: f"{day[:4]}-{(int(day[5:7]) - 1) // 3 * 3 + 1:02}",
    ),
    Fault(
        "every opening is as unsure as nobody",
        GLICKO,
        glicko,
        "opening_deviation",
        lambda games: 350.0,
    ),
    Fault(
        "Ne by games alone",
        USCF,
        elo,
        "effective_games",
        lambda rating, games: Fraction(min(games, 50)),
    ),
)


@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{fault.label} {fault.name}"
)
def test_a_planted_fault_is_seen(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault.where, fault.what, fault.wrong)
    assert any(
        differences(told_lines(seed)[fault.label], lines_of(story(seed), fault.label))
        for seed in range(OWN)
    )


@pytest.mark.parametrize(
    "scheme", [label for label in elo.SCHEMES if label.startswith("elo:")]
)
def test_a_planted_k_is_seen(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = elo.SCHEMES[scheme]
    monkeypatch.setitem(
        elo.SCHEMES,
        scheme,
        lambda *told: right(*told) + (told[0] == 2400) + (told[0] == 2100),
    )
    assert any(
        differences(told_lines(seed)[scheme], lines_of(story(seed), scheme))
        for seed in range(OWN)
    )
