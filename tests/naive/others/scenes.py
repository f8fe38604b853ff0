"""What a random story is set in: the list, days, numbers, games, playing times near the
limits of one system.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..records import Document


class Scene(NamedTuple):
    """The choices of one kind of story."""

    list: str
    first: str
    days: tuple[str, ...]
    around: tuple[int, ...]
    lengths: tuple[int, ...]
    levels: tuple[int, ...]
    games: tuple[int, ...]
    opened: float
    times: tuple[Document, ...]
    headers: dict[str, tuple[Any, ...]]
    birth_years: tuple[int, ...] = (1975, 1990)
    juniors_only: float = 0.0
    after_five_years: float = 0.0
    tournaments: int = 16


PLACES: dict[str, tuple[Any, ...]] = {
    "domestic": (True, False),
    "order_no": (-1, 0, 1),
    "each_game_rated": (True,),
}
LONG: tuple[Document, ...] = (
    {"minutes": 120},
    {"minutes": 90},
    {"time_control": "90+30"},
    {"minutes": 12},
)

NORWAY = Scene(
    list="elo-no",
    first="2002-06-01",
    days=(
        "2003-01-01", "2004-02-28", "2005-12-28", "2008-06-10", "2009-03-01", "2010-01-01", "2016-07-01", "2018-01-31",
    ),
    around=(-3, -1, 0, 0, 1, 2, 15, 60),
    lengths=(0, 0, 1, 3, 8, 40, 200),
    levels=(405, 700, 1200, 1495, 1500, 1700, 1850, 2090, 2100, 2290, 2300),
    games=(0, 1, 3, 5, 6, 7, 10, 22, 28, 29, 30, 31, 60),
    opened=0.75,
    times=(
        *({"minutes": minutes} for minutes in (15, 24, 25, 69, 70, 99, 100, 120, 129, 130, 160, 180, 240)),
        {"time_control": "90+30"}, {"time_control": "40/90+30:30+30"}, {"time_control": "40/90+30:15+30"},
        {"time_control": "20+4"}, {"time_control": "19+10"}, {"time_control": "40/120:20/60:30"},
        {"time_control": "40/60:30"}, {"time_control": "20/30:20/30:20/30:20/30:60"}, {"time_control": "59+80"},
        {"minutes": 60, "start_minutes": 60, "total_minutes": 160},
        {"minutes": 120, "start_minutes": 59, "total_minutes": 200},
        {"minutes": 120, "start_minutes": 50, "total_minutes": 130},
        {"minutes": 10, "start_minutes": 20, "total_minutes": 25},
        {"minutes": 120, "start_minutes": 20, "total_minutes": 24},
    ),
    headers={
        "category": ("I", "II", "III", "IV", "V"),
        "event_kind": (
            "title", "landskamp", "eliteserien", "landsturneringen", "nordic", "olympiad", "youth", "senior",
        ),
        **PLACES,
    },
    birth_years=(1950, 1983, 1985, 1988, 1989, 1990, 1996, 1999),
    juniors_only=0.35,
    after_five_years=0.2,
    tournaments=22,
)  # fmt: skip

FIDE = Scene(
    list="elo-fide",
    first="2007-01-01",
    days=(
        "2007-04-01", "2007-07-01", "2007-10-01", "2008-01-01", "2008-02-20", "2008-04-01", "2008-05-20", "2008-07-01",
        "2008-10-01", "2009-01-01",
    ),
    around=(-20, -2, -1, 0, 0, 1, 2, 30),
    lengths=(0, 0, 1, 2, 5, 30, 95, 200, 400),
    levels=(1700, 2000, 2250, 2390, 2395, 2398, 2400, 2405),
    games=(0, 5, 12, 24, 26, 28, 29, 30, 31, 80),
    opened=0.7,
    times=LONG,
    headers=PLACES,
)  # fmt: skip

USCF = Scene(
    list="elo-uscf",
    first="2005-01-01",
    days=("2005-02-01", "2005-08-10", "2006-06-01", "2007-12-30"),
    around=(0, 1, 2, 5, 9, 30),
    lengths=(0, 0, 1, 4, 40),
    levels=(
        300,
        1000,
        1500,
        2099,
        2100,
        2199,
        2200,
        2354,
        2355,
        2356,
        2400,
        2401,
        2569,
        2700,
    ),
    games=(0, 1, 4, 12, 16, 17, 38, 39, 48, 49, 50, 51, 200),
    opened=0.7,
    times=LONG,
    headers=PLACES,
)

PSM = Scene(
    list="elo-psm",
    first="2005-01-01",
    days=("2005-02-01", "2005-08-10", "2006-06-01", "2007-12-30"),
    around=(0, 0, 1, 2, 9, 30),
    lengths=(0, 0, 1, 4, 40),
    levels=(600, 1200, 1500, 1830, 1980, 2200, 2400, 2900, 3390),
    games=(0, 1, 30, 200),
    opened=0.6,
    times=(*LONG, {"minutes": 10}, {"minutes": 10.5}, {"time_control": "5+6"}),
    headers=PLACES,
)

GLICKO = Scene(
    list="glicko",
    first="2005-01-01",
    days=("2005-01-31", "2005-02-01", "2005-02-14", "2006-12-31", "2007-12-30"),
    around=(-2, -1, 0, 0, 1, 2, 9, 30),
    lengths=(0, 0, 1, 4, 40),
    levels=(400, 1000, 1400, 1499, 1500, 1501, 1700, 1850, 2200, 2700),
    games=(0, 1, 4, 12, 30, 49, 50, 51, 200),
    opened=0.6,
    times=LONG,
    headers=PLACES,
)

FIDE_NOW = Scene(
    list="elo-fide",
    first="2024-03-01",
    days=(
        "2024-04-28",
        "2024-05-01",
        "2024-05-29",
        "2024-12-29",
        "2025-01-01",
        "2025-03-01",
        "2025-06-28",
        "2025-09-30",
        "2025-10-01",
        "2025-11-28",
    ),
    around=(-20, -2, -1, 0, 0, 1, 2, 30),
    lengths=(0, 0, 1, 2, 5, 30, 95, 200),
    levels=(
        1400,
        1401,
        1405,
        1450,
        1800,
        2190,
        2250,
        2295,
        2395,
        2398,
        2400,
        2640,
        2649,
        2650,
        2700,
    ),
    games=(0, 5, 12, 24, 28, 29, 30, 31, 80),
    opened=0.7,
    times=LONG,
    headers=PLACES,
    birth_years=(1975, 2005, 2006, 2007, 2008, 2012),
    tournaments=20,
)
