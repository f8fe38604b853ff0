"""Writes `cli/demo/federation`: three seasons of an invented Finnish chess federation,
the same bytes on every run.

Nobody and no place in it exists.
Results are drawn from hidden strengths; `federation_story` holds what was invented by
hand.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tools.federation_story import (
    BEGINNING,
    CLUBS,
    DECISIONS,
    FILES,
    PEOPLE,
    PUBLISHED,
    SERIES,
    SHAPES,
    TIE_BREAKS,
    TITLE,
)

Doc = dict[str, Any]
SEED = "Kuusilahti 245"
FOLDER = Path(__file__).parents[1] / "cli" / "demo" / "federation"
HALVES = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
RATED = dict.fromkeys((1, 2, 3, 4, 5, 7, 10, 12, 57, 58), "fide-standard") | {
    59: "fide-rapid",
    60: "national-standard",
}
# strength a year; else by age
YEARLY = {"F001": -5, "F007": 24, "F033": 215, "F034": 110, "F043": 210, "F058": 130}


class Person(NamedTuple):
    """A player, with the strength nobody in the federation knows."""

    id: str
    name: str
    sex: str
    born: str
    home: str
    strength: str
    since: str

    def on(self, day: str) -> float:
        age = 2022 - int(self.born[:4])
        usual = (
            75
            if age < 13
            else 35
            if age < 20
            else 10
            if age < 31
            else min(0, (48 - age) // 2)
        )
        years = (date.fromisoformat(day) - date.fromisoformat(BEGINNING)).days / 365
        return int(self.strength) + YEARLY.get(self.id, usual) * years

    def introduction(self) -> Doc:
        number, home = int(self.id[1:]), CLUBS.get(self.home)
        more: Doc = (
            {"club": home}
            if home
            else {"federation": self.home}
            if self.home != "-"
            else {}
        )
        more |= (
            {"fide_id": 99_000_000 + 7 * number}
            if "fide" in RATED.get(number, "")
            else {}
        )
        return {
            "kind": "player",
            "player": self.id,
            "name": self.name,
            "sex": self.sex,
            "born": self.born,
            **more,
        }

    def openings(self, rng: Random) -> Iterator[Doc]:
        head: Doc = {"kind": "opening", "player": self.id, "on": BEGINNING}
        rating, age = (
            int(self.strength) + rng.randint(-40, 40),
            2022 - int(self.born[:4]),
        )
        games, peak = (
            max(6, (age - 12) * 9 + rng.randint(-10, 30)),
            rating + (rng.randint(1, 50) if age > 35 else 0),
        )
        normal = (
            {"normal_games": games * rng.randint(60, 90) // 100} if games > 20 else {}
        )
        more: Doc = {"peak": peak} if peak > rating else {}
        titles = {
            "titles": [
                title
                for title, least in (("M", 2200), ("ME", 2050), ("I", 1900))
                if peak >= least
            ]
        }
        yield {
            **head,
            "list": "selo",
            "rating": rating,
            "games": games,
            **normal,
            **more,
            **titles,
        }

        if rng.random() < 0.55:
            yield {
                **head,
                "list": "pelo",
                "rating": rating + rng.randint(-80, 80),
                "games": rng.randint(5, 150),
            }


ROWS = re.findall(r"(\S+ \S+) ([mf])(\S+) (\S+) (\d+) ?([\d-]*)(?:;|\n)", PEOPLE)
FOLK = {f"F{n:03}": Person(f"F{n:03}", *row) for n, row in enumerate(ROWS, 1)}


def later(day: str, days: int) -> str:
    return str(date.fromisoformat(day) + timedelta(days))


def circle(players: int) -> Iterator[tuple[int, int, int]]:
    """All play all: round, white, black.

    The first stays where they sit, the others move on by one after each round. At the
    first board the colours change with the round, at the others with the board.
    """
    ring = list(range(players))
    for before in range(players - 1):
        for board in range(players // 2):
            white, black = ring[board], ring[-1 - board]
            turns = board if board > 0 else before
            if turns % 2 == 1:
                white, black = black, white
            yield before + 1, white, black
        ring = [ring[0], ring[-1], *ring[1:-1]]


class Hall:
    """A tournament while it is played: draws the results, remembers who met whom."""

    def __init__(self, tournament: str, seed: str, day: str) -> None:
        self.tournament = tournament
        self.day = day
        self.rng = Random(f"{SEED} {seed}")
        self.games: list[Doc] = []
        self.score: Counter[str] = Counter()
        self.whites: Counter[str] = Counter()
        self.met: set[tuple[str, str]] = set()
        self.matches: list[Doc] = []

    def play(self, round_: int, white: Person, black: Person, **more: object) -> None:
        a, b, x = white.on(self.day) + 30, black.on(self.day), self.rng.random()
        expected = 1 / (1 + 10 ** ((b - a) / 400))
        drawn = min(expected, 1 - expected) * min(0.9, max(0.4, (a + b - 1800) / 2600))
        result = (
            "1-0"
            if x < expected - drawn / 2
            else "0-1"
            if x > expected + drawn / 2
            else "1/2-1/2"
        )
        if self.tournament == TITLE[0] and TITLE[1] in (white.id, black.id):
            points = TITLE[2][round_ - 1]
            result = (
                "1/2-1/2"
                if points == "="
                else "1-0"
                if (points == "1") == (white.id == TITLE[1])
                else "0-1"
            )
        elif self.rng.random() < 0.008:
            result = "1-0F" if x < expected else "0-1F"

        self.games.append(
            {
                "round": round_,
                "white": white.id,
                "black": black.id,
                "result": result,
                **more,
            }
        )
        self.met |= {(white.id, black.id), (black.id, white.id)}
        self.whites[white.id] += 1
        self.score.update(
            dict(zip((white.id, black.id), HALVES[result.rstrip("F")], strict=True))
        )

    def pairs(self, order: list[Person]) -> list[tuple[Person, Person]] | None:
        """Pair everybody from above with the next whom they have not met; None where
        that cannot be.
        """
        if not order:
            return []
        first, *others = order
        for at, rival in enumerate(others):
            if (first.id, rival.id) in self.met:
                continue
            below = self.pairs(others[:at] + others[at + 1 :])
            if below is not None:
                return [(first, rival), *below]
        return None

    def swiss(self, field: list[Person]) -> None:
        """Play seven rounds, each paired by the standings."""

        def standing(person: Person) -> tuple[float, int, str]:
            return -self.score[person.id], -int(person.strength), person.id

        for number in range(1, 8):
            order = sorted(field, key=standing)
            if number == 1:  # the upper half meets the lower
                half = len(order) // 2
                upper, lower = order[:half], order[half:]
                order = []
                for pair in zip(upper, lower, strict=True):
                    order += pair

            for board, (white, black) in enumerate(self.pairs(order) or []):
                # who had White less often has it; of equals, turn about
                if (self.whites[white.id], board % 2) > (self.whites[black.id], 0):
                    white, black = black, white
                self.play(number, white, black)

    def robin(self, field: list[Person], double: bool) -> None:
        self.rng.shuffle(field)
        for round_, i, j in circle(len(field)):
            self.play(round_, field[i], field[j])
        for game in list(self.games) if double else ():
            self.play(
                game["round"] + len(field) - 1,
                FOLK[game["black"]],
                FOLK[game["white"]],
                minutes=25,
            )

    def league(self, start: str) -> None:
        for round_, i, j in circle(len(CLUBS)):
            day = later(start, (0, 35, 105, 147, 189)[round_ - 1])
            home, away = (identified(CLUBS["KHLRSG"[k]].split()[0]) for k in (i, j))
            self.matches.append(
                {"round": round_, "home": home, "away": away, "on": day}
            )

            squads = [
                [p for p in FOLK.values() if p.home == "KHLRSG"[k] and p.since <= day][
                    :6
                ]
                for k in (i, j)
            ]
            lines = [
                sorted(self.rng.sample(squad, 4), key=squad.index) for squad in squads
            ]
            for board, pair in enumerate(zip(*lines, strict=True), 1):
                moved = (
                    4 * (round_ % 2 + 1)
                    if board == 4 and "S" in (pair[0].home, pair[1].home)
                    else 0
                )
                self.play(
                    round_,
                    *(pair if board % 2 else pair[::-1]),
                    board=board,
                    on=later(day, moved),
                )

    def teams(self) -> Doc:
        """The league as documents have it: whoever played, in the order of boards."""
        playing = {
            player for game in self.games for player in (game["white"], game["black"])
        }
        teams = [
            {
                "team": identified(club.split()[0]),
                "name": club,
                "players": [
                    p.id for p in FOLK.values() if p.home == home and p.id in playing
                ],
            }
            for home, club in CLUBS.items()
        ]
        return (
            {"league": {"boards": 4, "teams": teams, "matches": self.matches}}
            if self.matches
            else {}
        )


def identified(name: str) -> str:
    return name.lower().translate(str.maketrans("äåö ", "aao-"))


def tournament(name: str, time: str, shape: str, strengths: str, edition: str) -> Doc:
    _, dates, players, *named = edition.split()
    start, days = dates.split("+")
    year, end, (low, high) = (
        int(start[:4]),
        later(start, int(days)),
        map(int, strengths.split("-")),
    )
    # the story was once drawn a year later; its seeds stay, and with them its results
    name, drawn = (
        f"{name} {y}" + (f"-{y % 100 + 1}" if shape == "league" else "")
        for y in (year, year + 1)
    )
    hall = Hall(identified(name), identified(drawn), end)
    must = [FOLK[f"F{n:0>3}"] for n in named if n[0] != "-"]
    youngest = year - {"u10": 10, "u14": 14}.get(shape, 200)
    able = [
        p
        for p in FOLK.values()
        if p.since <= start
        and low <= p.on(start) <= high
        and int(p.born[:4]) >= youngest
    ]
    free = [p for p in able if p not in must and f"-{int(p.id[1:])}" not in named]
    field = must + hall.rng.sample(free, int(players) - len(must))
    if shape in ("robin", "double", "u10"):
        hall.robin(field, double=shape == "double")
    elif field:
        hall.swiss(field)
    else:
        hall.league(start)

    if hall.tournament in TIE_BREAKS:
        one, two = (FOLK[player] for player, _ in hall.score.most_common(2))
        hall.play(8, one, two, minutes=TIE_BREAKS[hall.tournament], tiebreak=True)
    head = {
        "kind": "tournament",
        "tournament": hall.tournament,
        "name": name,
        "start": start,
        "end": end,
    }
    return {
        **head,
        "time_control": time,
        **SHAPES.get(shape, {}),
        "players": [],
        "games": hall.games,
        **hall.teams(),
    }


def late(played: dict[str, Doc]) -> Iterator[tuple[str, Doc]]:
    """What arrives otherwise than as a whole tournament, once: (file, document)."""
    played["hopeajoen-mestaruus-2022"]["games"][-2]["on"] = "2022-11-28"
    played["lumikosken-mestaruus-2023"]["games"][-1]["result"] = "*"
    again = {
        "tournament": "kuusilahden-pikaturnaus-2023",
        "name": "Kuusilahden Pikaturnaus 2023",
    }
    yield (
        "07",
        {
            **played["kuusilahti-rapid-2023"],
            **again,
            "note": "Sent in by the club.",
        },
    )

    for round_ in (3, 5):
        games = played["joukkueliiga-2024-25"]["games"]
        games.remove(game := [g for g in games if g["round"] == round_][-1])
        yield (
            "12",
            {
                "kind": "game",
                "tournament": "joukkueliiga-2024-25",
                **game,
                "key": f"liiga-2024-25-{round_}",
            },
        )

    for line in DECISIONS.splitlines():
        yield line[:2], json.loads(line[3:])


def ratings(after: str, until: str, rng: Random) -> Iterator[Doc]:
    for day in PUBLISHED:
        for n, source in RATED.items() if after < day <= until else ():
            rating = round(FOLK[f"F{n:03}"].on(day)) + rng.randint(-25, 25)
            if n < 57 or day >= "2023-07":
                yield {
                    "kind": "external-rating",
                    "player": f"F{n:03}",
                    "source": source,
                    "on": day,
                    "rating": rating,
                }


def main() -> None:
    rng, known, index, after = Random(SEED), set[str](), list[Doc](), ""
    files = defaultdict[str, list[Doc]](list)
    for name, time, shape, strengths, *editions in (
        line.split("|") for line in SERIES.splitlines()
    ):
        for edition in editions:
            files[edition[:2]].append(tournament(name, time, shape, strengths, edition))

    for file, doc in late(
        {doc["tournament"]: doc for docs in files.values() for doc in docs}
    ):
        files[file].append(doc)

    for name, recorded_at, actor, note in (
        line.split("|") for line in FILES.splitlines()
    ):
        until = recorded_at if known else BEGINNING
        docs = [
            *ratings(after, until, rng),
            *sorted(files[name[:2]], key=lambda doc: str(doc.get("end", "9"))),
        ]
        after, text = until, list[Doc]()
        for doc in (
            docs
            if known
            else [
                opening
                for p in FOLK.values()
                if not p.since
                for opening in p.openings(rng)
            ]
        ):
            new = [
                FOLK[i]
                for i in sorted(set(re.findall(r'"(F\d{3})"', json.dumps(doc))) - known)
            ]
            known.update(p.id for p in new)
            text += [p.introduction() for p in new if p.home != "-"]
            guests = [
                {k: v for k, v in p.introduction().items() if k != "kind"}
                for p in new
                if p.home == "-"
            ]
            text.append(
                {
                    key: value
                    for key, value in {**doc, "players": guests}.items()
                    if value != []
                }
            )

        lines = [
            json.dumps(doc, ensure_ascii=False, separators=(",", ":")) + "\n"
            for doc in text
        ]
        (FOLDER / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        index.append(
            {
                "file": f"{name}.jsonl",
                "recorded_at": recorded_at,
                "actor": f"officer.{actor}",
                "note": note,
            }
        )

    (FOLDER / "INDEX.json").write_text(
        json.dumps(index, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
