"""What the tests that ask everything ask of the calculators."""

import re

from features.calculators import FEATURE
from features.calculators.curves import CURVES, TABLES
from features.calculators.families import K_SYSTEMS
from rulebooks import LISTS
from tests.features import Asked

HERE = {
    question.command
    for question in FEATURE.questions
    if set(question.lists) <= set(LISTS)
}
QUESTIONS: dict[str, list[tuple[str, str]]] = {
    "calc selo": [
        (
            "/calc/selo?rating=1660&minutes=90&game=-1995&game=%2B1695&game=-1930&game=1901",
            "calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
        )
    ],
    "calc pelo": [
        (
            "/calc/pelo?rating=1996&game=10.5+1977+2013+1923+1728+1638+1684+1977+2013+1923+1728+1638+1684",
            (
                "calc pelo --rating 1996 10.5 1977 2013 1923 1728 1638 1684 1977 2013 1923"
                " 1728 1638 1684"
            ),
        )
    ],
    "calc new-selo": [
        (
            "/calc/new-selo?rating=1525&games=8&game=%2B1525+%2B1441+-1973+/+%2B1718+-1784",
            "calc new-selo --rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784",
        )
    ],
    "calc new-pelo": [
        (
            "/calc/new-pelo?game=2%C2%BD+1622+1880+1683+1717",
            "calc new-pelo 2½ 1622 1880 1683 1717",
        )
    ],
    "calc need": [
        (
            "/calc/need?rating=2180&minutes=90&target=2200&game=2210+2195+2300+2150",
            "calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300 2150",
        )
    ],
    "calc no": [
        (
            "/calc/no?rating=1305&games=22&minutes=90%2B30&junior=true&game=2+1657+1810+1954+1766",
            (
                "calc no --rating 1305 --games 22 --minutes 90+30 --junior 2 1657 1810 1954"
                " 1766"
            ),
        )
    ],
    "calc psm": [
        ("/calc/psm?rating=1830&game=%3D1980", "calc psm --rating 1830 =1980")
    ],
    "calc elo": [
        (
            "/calc/elo?rating=1613&k=16-32&game=-1609&game=%3D1477",
            "calc elo --rating 1613 --k 16-32 -- -1609 =1477",
        )
    ],
    "calc uscf": [
        (
            "/calc/uscf?rating=1640&games=12&game=%2B1500+-1500",
            "calc uscf --rating 1640 --games 12 +1500 -1500",
        )
    ],
    "calc fide": [
        (
            "/calc/fide?rating=2395&games=80&shown_2400=true&game=%2B2380",
            "calc fide --rating 2395 --games 80 --shown-2400 +2380",
        )
    ],
    "calc performance": [
        ("/calc/performance?game=%2B1622+-1880", "calc performance +1622 -1880"),
        (
            "/calc/performance?method=all&game=%2B1622+-1880",
            "calc performance --method all +1622 -1880",
        ),
    ],
    "calc expectation": [
        (
            "/calc/expectation?rating=1700&opponent=1600",
            "calc expectation --rating 1700 --opponent 1600",
        )
    ],
    "calc difference": [
        (
            "/calc/difference?percent=4/7&by=normal",
            "calc difference --percent 4/7 --by normal",
        ),
        (
            "/calc/difference?percent=4/7&by=fide",
            "calc difference --percent 4/7 --by fide",
        ),
    ],
    "calc category": [
        (
            "/calc/category?minutes=40/120:60&event_kind=landskamp",
            "calc category --minutes 40/120:60 --event-kind landskamp",
        ),
        ("/calc/category?game=2500+2600", "calc category 2500 2600"),
    ],
    "calc class": [
        (
            "/calc/class?rating=2050&born=1999-05-05",
            "calc class --rating 2050 --born 1999-05-05",
        )
    ],
    "calc k": [
        (
            "/calc/k?system=fi&rating=1900",
            "calc k --system fi --rating 1900",
        ),
        (
            "/calc/k?system=no&category=II&class=C",
            "calc k --system no --category II --class C",
        ),
        (
            "/calc/k?system=uscf&rating=1640&games=12&now=4",
            "calc k --system uscf --rating 1640 --games 12 --now 4",
        ),
    ],
    "calc field": [
        (
            "/calc/field?game=a:+2.5+1500+1645+b+1305+/+b:+2+1187+865+a+1210",
            "calc field a: 2.5 1500 1645 b 1305 / b: 2 1187 865 a 1210",
        )
    ],
    "calc mean": [
        (
            "/calc/mean?average=1947&score=25&games=42",
            "calc mean --average 1947 --score 25 --games 42",
        )
    ],
    "calc q": [
        (
            "/calc/q?rating=1613&game=-1609+%3D1477",
            "calc q --rating 1613 -- -1609 =1477",
        )
    ],
}
LINES = {
    "calc selo": [
        "calc selo --rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
        "calc selo --rating x --minutes y z",
    ],
    "calc new-selo": [
        "calc new-selo --rating 1525 --games 8 +1525 +1441 -1973 / +1718 -1784"
    ],
    "calc need": ["calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195"],
    "calc no": [
        "calc no --rating 1305 --games 22 --minutes 90+30 --junior 2 1657 1810 1954 1766"
    ],
    "calc psm": ["calc psm --rating 1830 =1980"],
    "calc fide": ["calc fide --rating 2395 --games 80 --shown-2400 +2380"],
    "calc uscf": ["calc uscf --rating 1640 --games 12 +1500 -1500"],
    "calc performance": ["calc performance --games 3 +1622"],
    "calc difference": ["calc difference --percent 57.14"],
    "calc class": ["calc class --rating 2050 --born 1999-05-05"],
    "calc q": ["calc q --rating 1613 -- -1609 =1477"],
    "calc elo": ["calc elo --rating 1613 --k"],
}


def is_here(line: str) -> bool:
    """Tell whether the system or the table that a line names is in this program."""
    named = [*re.findall(r"--system (\S+)", line), *re.findall(r"--by (\S+)", line)]
    return set(named) <= {*K_SYSTEMS, *TABLES, *CURVES, "fi"}


ASKED = Asked(
    questions={
        name: [row for row in rows if is_here(row[1])]
        for name, rows in QUESTIONS.items()
        if name in HERE
    },
    pages={
        "calculator": [
            "/calculator",
            "/calculator?kind=selo&player=F033&games=%2B2100+-1900+1950",
            "/calculator?games=x",
        ],
    },
    lines="".join(
        f"{line}\n" for name, lines in LINES.items() if name in HERE for line in lines
    ),
    measured={},
    menu=("/calculator",),
)
