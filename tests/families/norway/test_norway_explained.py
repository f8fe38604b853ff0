"""Every entry comes out again from what its explanation prints, by formulas written a
second time.
"""

import bisect
import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.entries import WorkedEntry
from tests.families.norway.norway_build import entry, play
from tests.families.norway.norway_examples import DAY
from tests.families.norway.test_norway_examples import tell_berger
from tests.printed_sheets import as_printed
from tests.world.ledger import Ledger, ledger

# the printed table once more, as "from this percentage" rows
ROWS = (
    "50:0 51:7 52:14 53:21 54:29 55:36 56:43 57:50 58:57 59:65 60:72 61:80 62:87 63:95"
    " 64:102 65:110 66:117 67:125 68:133 69:141 70:149 71:158 72:166 73:175 74:184"
    " 75:193 76:202 77:211 78:220 79:230 80:240 81:251 82:262 83:273 84:284 85:296"
    " 86:309 87:322 88:336 89:351 90:366 91:383 92:401"
)
PERCENTS, DIFFERENCES = zip(
    *(map(int, row.split(":")) for row in ROWS.split()), strict=True
)


def d_of(percent: Fraction) -> int:
    size = max(percent, 100 - percent)
    at = bisect.bisect_right(PERCENTS, size) - 1
    if size > 92:
        value = Fraction(400)
    elif size == PERCENTS[at]:
        value = Fraction(DIFFERENCES[at])
    else:
        value = DIFFERENCES[at] + (size - PERCENTS[at]) * (
            DIFFERENCES[at + 1] - DIFFERENCES[at]
        )
    return math.floor((value if percent >= 50 else -value) + Fraction(1, 2))


def nearest(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


def recomputed(told: Mapping[str, Any]) -> int:
    """From the dictionary alone: the games' numbers, the score, and the few words of
    the formula.
    """
    if told["given"] is not None:
        return int(told["given"]["number"])
    met = [game["number"] for game in told["games"]]
    made, before = Fraction(str(told["score"])), told["before"]
    if told["formula"] == "III":
        mean = sum(met) / len(met)
        expected = len(met) / (1 + 10 ** ((mean - before) / 400))
        value = before + float(Fraction(told["k"])) * (float(made) - expected)
        return max(400, math.floor(round(float(value), 6) + 0.5))
    reached = nearest(Fraction(sum(met), len(met))) + d_of(100 * made / len(met))
    if "reached" in told:
        reached = int(told["reached"])
    n, m = told["n"], len(met)
    if told["formula"] == "I":
        return max(400, reached)
    if told["formula"] in ("IIa", "I+IIa"):
        return max(400, nearest(Fraction(n * before + m * reached, n + m)))
    assert told["formula"] in ("IIb", "I+IIb") and reached >= before
    return max(
        400, reached if n < m else nearest(Fraction((n - m) * before + m * reached, n))
    )


def adds_up(one: WorkedEntry) -> dict[str, Any]:
    told = as_printed(rulebook("elo-no").explain(one, {}))
    assert recomputed(told) == told["rounded"] == told["after"] == one.change.after, (
        told
    )
    for game in told["games"]:
        if game["capped"]:
            assert game["number"] == before_350(told["before"], game["own"])
    lines = rulebook("elo-no").explain(one, {}).lines()
    assert not any("DOES NOT ADD UP" in line or len(line) > 109 for line in lines), (
        lines
    )
    return told


def before_350(rating: int, own: int) -> int:
    return rating + 350 if own > rating else rating - 350


def story(rng: random.Random) -> Iterator[list[dict[str, Any]]]:
    """Openings of every size, then tournaments of every kind over twelve years:
    strikings-off too.
    """
    players = [f"p{i:02d}" for i in range(14)]
    # the last five are juniors until 2013 at least
    born = {
        p: f"{rng.randint(1975, 1998) if p < 'p09' else 1994}-0{rng.randint(1, 9)}-15"
        for p in players
    }
    yield [
        {"kind": "adopt-rules", "list": "elo-no", "edition": "no", "from": "0001-01-01"}
    ]
    yield [{"kind": "player", "player": p, "name": p, "born": born[p]} for p in players]
    yield [
        {
            "kind": "opening",
            "player": p,
            "list": "elo-no",
            "on": "2000-01-01",
            "rating": 2380 if p == "p00" else rng.randint(420, 2500),
            "games": 50 if p == "p00" else rng.choice((0, 3, 6, 20, 29, 30, 50)),
        }
        for p in players[:9]
    ]
    for number in range(32):
        year = 2001 + number // 2
        names = rng.sample(players if number % 4 else players[9:], rng.randint(3, 5))
        pairs = [(a, b) for a in names for b in names if a < b]
        kept = (
            pairs if rng.random() < 0.4 else rng.sample(pairs, max(2, len(pairs) // 2))
        )
        games = [
            {
                "round": i,
                "white": a,
                "black": b,
                "result": rng.choice(("1-0", "0-1", "1/2-1/2", "1-0", "1-0F")),
            }
            for i, (a, b) in enumerate(kept, 1)
        ]
        end = f"{year}-0{1 + 5 * (number % 2)}-15"
        yield [
            {
                "kind": "tournament",
                "tournament": f"t{number}",
                "name": "T",
                "start": end,
                "end": end,
                "games": games,
                "time_control": rng.choice(("40/120:60", "90+30", "120", "90", "25")),
                **(
                    {"event_kind": rng.choice(("landsturneringen", "nordic"))}
                    if rng.random() < 0.3
                    else {}
                ),
            }
        ]


def tell(book: Ledger, seed: int) -> list[WorkedEntry]:
    for documents in story(random.Random(seed)):
        book.submit(*documents)
    return [one for one in book.entries() if one.list == "elo-no"]


@pytest.mark.parametrize(
    "seed",
    [
        *range(6),
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(6, 24)),
    ],
)
def test_every_entry_adds_up(tmp_path: Path, seed: int) -> None:
    with ledger(tmp_path) as book:
        found = tell(book, seed)
    for one in found:
        adds_up(one)
    assert len(found) > 60


def test_the_stories_come_to_everything(tmp_path: Path) -> None:
    """Every formula and every detail of one is met in a few of them."""
    seen: set[str] = set()
    for seed in range(4):
        with ledger(tmp_path, f"{seed}.db") as book:
            for one in tell(book, seed):
                seen.add(one.change.formula)
                seen |= {
                    "struck" if key == "struck" else f"{key}={value}"
                    for key, value in one.change.detail.items()
                }
    assert {
        "I",
        "I+IIa",
        "I+IIb",
        "IIa",
        "IIb",
        "III",
        "how=alone",
        "how=cycle",
        "how=mean",
        "struck",
        "opening",
    } <= seen
    assert {
        "factor=half",
        "factor=double",
        "class=A",
        "class=B",
        "class=C",
        "category=I",
        "category=V",
    } <= seen


def test_the_berger_adds_up_and_reads_well(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        tell_berger(book)
        sheets = {
            e.change.player: (adds_up(e), e)
            for e in book.entries()
            if (e.list, e.unit) == ("elo-no", "berger")
        }
    told, one = sheets["04"]
    assert (told["performance"], told["mean"], told["difference"], told["exact"]) == (
        1256,
        1474,
        -218,
        40014 / 31,
    )
    assert rulebook("elo-no").explain(one, {"04": "Kari Fjell"}).lines()[:3] == [
        "elo-no of Kari Fjell (04): 1305 -> 1291",
        f"berger, {DAY}",
        "not established: fewer than 30 games before; the rating goes down",
    ]
    first = sheets["01"][0]
    assert first["working"] == [
        "new: no rating before; the new rating from this tournament, computed first",
        (
            "junior: the new rating from this tournament: juniors are computed before"
            " the others"
        ),
        "an opponent counts as at most 350 away from 1500",
        "K 20: category II, class C",
        "mean of the opponents: 13523/9 = 1502.555556",
        "expected at 1500 - 1502.555556 = -2.555556: 4.466900936",
        "1500 + 20 x (5 - 4.466900936) = 1510.661981 (III)",
        "rounded to the nearest, a half up: 1511",
    ]
    assert first["sections"][:3] == [
        "Beregningsregler III",
        "Koeffisienten (K-en)",
        "350-grensen",
    ]


def test_openings_and_rulings_are_told_as_given(tmp_path: Path) -> None:
    with ledger(tmp_path) as book:
        book.submit(
            {
                "kind": "adopt-rules",
                "list": "elo-no",
                "edition": "no",
                "from": "0001-01-01",
            }
        )
        book.submit({"kind": "player", "player": "a", "name": "a"})
        book.submit(
            {
                "kind": "opening",
                "player": "a",
                "list": "elo-no",
                "on": "2010-01-01",
                "rating": 1500,
                "games": 9,
            }
        )
        book.submit(
            {
                "kind": "ruling",
                "player": "a",
                "list": "elo-no",
                "on": "2010-02-01",
                "delta": 25,
                "reason": "level",
            }
        )
        told = [adds_up(one) for one in book.entries()]
    assert [(one["kind"], one["after"]) for one in told] == [
        ("opening", 1500),
        ("ruling", 1525),
    ]


def test_a_floor_is_said() -> None:
    change = play(
        {
            "a": Standing(405, 30, (0, "2010-01-01")),
            "b": Standing(405, 30, (0, "2010-01-01")),
        },
        "b a 1-0",
    )["a"]
    assert "no rating is below 400" in adds_up(entry(change))["working"]
