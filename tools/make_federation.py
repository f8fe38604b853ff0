"""Writes `cli/demo/federation`: three seasons of an invented Finnish chess federation, the same bytes on every run.

Nobody and no place in it exists. Results are drawn from hidden strengths; corrections stand as they are in `DECISIONS`.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Doc = dict[str, Any]
SEED = "Kuusilahti 245"
FOLDER = Path(__file__).parents[1] / "cli" / "demo" / "federation"
CLUBS = {"K": "Kuusilahden Shakki", "H": "Hopeajoen Ratsu", "L": "Lumikosken Sotilas",
         "R": "Revonlammen Torni", "S": "Kaislasalmen Lähetti", "G": "Granskärs Schack"}  # fmt: skip
FILES = """\
01-founding|2023-05-02T08:15:00Z|north|The members and the balances they bring from the card index.
02-summer-2023|2023-09-04T17:40:12Z|north|The first summer: opens, a closed event, rapid and blitz.
03-autumn-2023|2024-01-08T09:05:31Z|south|Autumn 2023, with a children's tournament and many newcomers.
04-spring-2024|2024-05-27T18:22:47Z|north|Spring 2024, the youth championship and the first league.
05-summer-2024|2024-09-09T16:10:05Z|north|Summer 2024, and a winter event that lay in a drawer for half a year.
06-autumn-2024|2025-01-07T10:30:00Z|south|Autumn 2024, with a double round at two playing times.
07-spring-2025|2025-05-26T19:01:54Z|north|Spring 2025, and November's rapid again under another name.
08-review-2025|2025-06-16T12:00:00Z|review|A result turned round, a double entry withdrawn, two ids made one.
09-summer-2025|2025-09-08T15:45:20Z|north|Summer 2025, a late rapid from January, and Easter put on hold.
10-autumn-2025|2026-01-12T11:11:11Z|south|Autumn 2025, an open abroad; the Easter open is taken back in.
11-spring-2026|2026-05-25T18:05:09Z|north|Spring 2026, the third league, a team abroad, a master confirmed.
12-league-2026|2026-06-15T07:50:00Z|league|Two league games reported late, and a rapid nobody had sent in.
13-review-2026|2026-09-21T13:20:36Z|review|Score sheets against results: a title loses its ground.
"""
# name, sex and birth, club or federation, strength on 2023-05-01, newcomers: plays from (9999: only when named)
PEOPLE = """\
Eerik Vuolaskoski m1984-03-12 K 2290; Magnus Tallgård m1979 G 2240; Ilmari Haapakorva m1991 H 2225
Sanna Tuulensalo f1993-11-02 L 2135; Väinö Kuuramäki m1961 R 2110; Henrik Norrskogen m1975 G 2085
Joonas Lammenpää m2003-08-19 H 2080; Petri Honkavirta m1972 L 2070; Oskari Teeriniemi m1988 S 2050
Kaarina Sarasvuori f1981 R 2020; Tapani Ruokoranta m1959 K 1975; Linnea Västerlid f1998-01-15 G 1960
Antero Kivisalmela m1970 L 1940; Juho Pihlajoki m1995 S 1920; Robert Sandgrund m1966 G 1890
Mirja Vesavaara f1974 H 1870; Aleksi Tervahaka m1999 K 1850; Olavi Hiidenoja m1957 R 1830
Sofia Björkenäs f2004 G 1800; Markku Jäkälänen m1968 L 1785; Timo Saravesi m1983 S 1765
Heidi Lumijärvi f1990 K 1750; Kalle Niittyharju m1978 H 1730; Gustav Ekträsk m1963 G 1700
Niko Sorsakoski m2001 R 1690; Elina Suopursu f1986 S 1670; Pauli Kontiovaara m1953 L 1650
Arttu Variskallio m1996 K 1625; Reijo Hongannokka m1964 R 1600; Maija Kettuharju f1979 H 1575
Viktor Hällsund m1997 G 1550; Teemu Ojankoski m1985 S 1525; Aino Hallavuori f2010-05-23 L 1490
Lauri Pyykangas m2009 K 1560; Saara Mäntyluode f2008 R 1470; Jari Tammiselkä m1971 L 1440
Iida Korvenranta f2011 H 1380; Rasmus Holmviken m2007 G 1420; Kimmo Louhisalo m1976 S 1350
Onni Vaahterinen m2012 K 1290; Pekka Rautasuo m1980 H 1620 2023-06; Anni Lehtovirta f1994 S 1480 2023-06
Elias Kivelänoja m2012-01-30 R 1330 2023-09; Jussi Karhusaari m1969 - 1560 2023-08; Venla Ylikorpi f2013 L 1150 2023-11
Toivo Sammalpää m2014 K 1120 2023-11; Emil Strandås m2015 G 1100 2023-11; Helmi Puronvarsi f2015 - 1080 2023-11
Eetu Rantakivi m2014 - 1130 2023-11; Vilma Rantasola f2013-04-02 H 1200 9999; Oona Sinikoski f2015 S 1090 2023-11
Max Klövholm m2016 G 1050 2024-03; Samuli Aaltosuo m1999 - 1700 2024-06; Riikka Peltovaara f1988 R 1430 2024-09
Miro Kaukasalo m2006 K 1650 2025-12; Ella Vitsasaari f2011 L 1520 2026-04; Marek Tamsalu m1990 EST 2160 9999
Johan Lindvret m2008 SWE 1780 9999; Sindre Fjellmo m1987 NOR 1780 9999; Karin Åsmyr f1996 SWE 1900 9999
Rein Kuusmaa m1978 EST 1700 9999; Wilma Rantasalo f2013 - 1200 9999
"""
# name | time | shape | strengths | for each edition: file, start + days, players, who must play, -who must not
SERIES = """\
Kuusilahti Open|90+30|swiss|1400-2300|02 2023-06-10+7 16 33 7|05 2024-06-08+7 18 33 53 43 9|09 2025-06-07+7 20 57 59 33
Juhannus Blitz|3+2|swiss|1400-2300|02 2023-06-22+0 14|05 2024-06-20+0 12|09 2025-06-19+0 12 59
Hopeajoki Rapid|15+10|swiss|1300-2200|02 2023-06-24+1 14 41 42|05 2024-06-29+1 14 43|09 2025-06-28+1 14 43
Lumikosken Kutsuturnaus|90+30|robin|1800-2200|02 2023-07-10+6 8 7
Granskär Open|90+30|swiss|1300-2300|02 2023-08-05+7 14 12|05 2024-08-03+7 16 58 60 33|09 2025-08-02+7 16 58 60 7 4
Kaislasalmi Open|90+30|swiss|1200-2300|03 2023-09-16+8 18 33 43|06 2024-09-14+8 18 43 57 54|10 2025-09-13+8 18 33 43 50
Hopeajoen Mestaruus|90+30|robin|1500-2200|03 2023-10-02+49 8 7 3
Syysblitz|5+0|swiss|1400-2300|03 2023-10-14+0 12|06 2024-10-19+0 12|10 2025-10-11+0 12
Kuusilahti Rapid|15+10|swiss|1300-2300|03 2023-11-04+1 16 43|06 2024-11-02+1 16 33 43|10 2025-11-01+1 16 -7
Lasten Joulu|15+10|u10|0-9999|03 2023-12-02+0 6 50|06 2024-11-30+0 6
Itsenäisyyspäivän Blitz|3+2|swiss|1200-2300|03 2023-12-06+0 16 7|06 2024-12-06+0 16 62|10 2025-12-06+0 16
Loppiaisturnaus|25+10|swiss|1050-2200|04 2024-01-05+2 14 50|07 2025-01-04+2 14 62|11 2026-01-03+2 14 55 -7
Granskär Masters|90+30|robin|1980-2400|04 2024-02-12+6 8 7 2|07 2025-02-10+6 8 7 2|11 2026-02-09+6 8 2 33 -7
Nuorten Mestaruus|60+15|u14|0-9999|04 2024-03-09+1 10 33 43 50|11 2026-03-07+1 10 43 50
Pääsiäis Open|90+30|swiss|1300-2300|04 2024-03-29+3 16 33 34|07 2025-04-18+3 16 33 43 7|11 2026-04-03+3 16 33 43 55 -7
Joukkueliiga|90+30|league|0-0|04 2023-10-08+189 0|07 2024-10-06+189 0|11 2025-10-05+189 0
Vappublitz|5+0|swiss|1300-2300|04 2024-05-01+0 14|07 2025-05-01+0 14|11 2026-05-01+0 14 7
Revonlammen Talviturnaus|90+30|robin|1500-2150|05 2024-01-20+42 8 10 5
Lumikosken Mestaruus|90+30|robin|1500-2100|06 2024-10-07+63 8 33 8
Tähtiniemen Kaksoiskierros|90+30|double|1700-2150|06 2024-10-12+1 6 12
Hopeajoen Talvirapid|25+10|swiss|1150-1900|09 2025-01-25+1 10 62
Tähtiniemi Masters|90+30|robin|2000-2400|10 2025-10-18+8 8 7 1 2 3 4
Merilinna Open|90+30|abroad|0-0|10 2025-11-15+7 10 33 55 3 12 34 57 58 59 60 61
Fjordvik Nordic Cup|90+30|team|0-0|11 2026-03-20+4 10 1 4 33 43 56 57 58 59 60 61
Lumikosken Syysrapid|15+10|swiss|1250-2000|12 2025-11-29+1 12 44
"""
SHAPES: dict[str, Doc] = {
    "u10": {"age_group": "under-10"}, "u14": {"age_group": "under-14"}, "league": {"each_game_rated": True},
    "abroad": {"domestic": False}, "team": {"domestic": False, "official_representation": True}}  # fmt: skip
DECISIONS = """\
08 {"kind":"amend","tournament":"kuusilahti-open-2024","games":{"3.8":{"result":"1-0"}},\
"reason":"Both score sheets say White won; the result was typed the wrong way round."}
08 {"kind":"amend","tournament":"loppiaisturnaus-2025","set":{"time_control":"45+15"},\
"reason":"The arbiter's report: the clocks stood at 45+15; the form still said 25+10."}
08 {"kind":"withdraw","tournament":"kuusilahden-pikaturnaus-2024","reason":"It is kuusilahti-rapid-2024 once more."}
08 {"kind":"merge-players","from":"F062","into":"F050","reason":"One girl: her new school spelled the name otherwise."}
09 {"kind":"player","player":"F053","name":"Samuli Aaltosuo","club":"Kaislasalmen Lähetti"}
09 {"kind":"elo-only-games","player":"F058","on":"2025-04-15"}
09 {"kind":"withdraw","tournament":"paasiais-open-2025","reason":"On hold: was the playing time really 90+30?"}
10 {"kind":"reinstate","tournament":"paasiais-open-2025","reason":"The arbiter confirms 90+30."}
11 {"kind":"player","player":"F060","name":"Karin Åsmyr","federation":"FIN","federation_from":"2026-02-01"}
11 {"kind":"confirm-title","player":"F007","title":"M","on":"2026-03-01"}
13 {"kind":"amend","tournament":"joukkueliiga-2025-26","games":{"2.4":null},\
"add_games":[{"round":2,"white":"F028","black":"F039","result":"1-0","board":4,"on":"2025-11-13"}],\
"reason":"The reserve played the fourth board; the line-up on the sheet was the one announced."}
13 {"kind":"amend","tournament":"tahtiniemi-masters-2025","games":{"3.3":{"result":"1/2-1/2"}},\
"reason":"Drawn by repetition: the claim was granted after the game and never reached the office."}
"""
TITLE = ("tahtiniemi-masters-2025", "F007", "1110=00")  # his points round by round; everything else is drawn
TIE_BREAKS = {"granskar-masters-2026": 5, "itsenaisyyspaivan-blitz-2024": 5, "kaislasalmi-open-2025": 25}  # minutes
PUBLISHED = ("2023-07-01", "2024-01-01", "2024-07-01", "2025-01-01", "2025-07-01", "2026-01-01")
HALVES = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
RATED = dict.fromkeys((1, 2, 3, 4, 5, 7, 10, 12, 57, 58), "fide-standard") | {59: "fide-rapid", 60: "national-standard"}
YEARLY = {"F001": -5, "F007": 24, "F033": 215, "F034": 110, "F043": 210, "F058": 130}  # strength a year; else by age


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
        age = 2023 - int(self.born[:4])
        usual = 75 if age < 13 else 35 if age < 20 else 10 if age < 31 else min(0, (48 - age) // 2)
        years = (date.fromisoformat(day) - date(2023, 5, 1)).days / 365
        return int(self.strength) + YEARLY.get(self.id, usual) * years

    def introduction(self) -> Doc:
        number, home = int(self.id[1:]), CLUBS.get(self.home)
        more: Doc = {"club": home} if home else {"federation": self.home} if self.home != "-" else {}
        more |= {"fide_id": 99_000_000 + 7 * number} if "fide" in RATED.get(number, "") else {}
        return {"kind": "player", "player": self.id, "name": self.name, "sex": self.sex, "born": self.born, **more}

    def openings(self, rng: Random) -> Iterator[Doc]:
        head: Doc = {"kind": "opening", "player": self.id, "on": "2023-05-01"}
        rating, age = int(self.strength) + rng.randint(-40, 40), 2023 - int(self.born[:4])
        games, peak = max(6, (age - 12) * 9 + rng.randint(-10, 30)), rating + (rng.randint(1, 50) if age > 35 else 0)
        normal = {"normal_games": games * rng.randint(60, 90) // 100} if games > 20 else {}
        more: Doc = {"peak": peak} if peak > rating else {}
        titles = {"titles": [title for title, least in (("M", 2200), ("ME", 2050), ("I", 1900)) if peak >= least]}
        yield {**head, "list": "selo", "rating": rating, "games": games, **normal, **more, **titles}
        if rng.random() < 0.55:
            yield {**head, "list": "pelo", "rating": rating + rng.randint(-80, 80), "games": rng.randint(5, 150)}


ROWS = re.findall(r"(\S+ \S+) ([mf])(\S+) (\S+) (\d+) ?([\d-]*)(?:;|\n)", PEOPLE)
FOLK = {f"F{n:03}": Person(f"F{n:03}", *row) for n, row in enumerate(ROWS, 1)}


def later(day: str, days: int) -> str:
    return str(date.fromisoformat(day) + timedelta(days))


def circle(players: int) -> Iterator[tuple[int, int, int]]:
    """All play all: round, white, black."""
    ring = list(range(players))
    for r in range(players - 1):
        for k in range(players // 2):
            i, j = ring[k], ring[-1 - k]
            yield (r + 1, j, i) if (k or r) % 2 else (r + 1, i, j)
        ring = [ring[0], ring[-1], *ring[1:-1]]


class Hall:
    """A tournament while it is played: draws the results, remembers who met whom."""

    def __init__(self, tournament: str, day: str) -> None:
        self.tournament, self.day, self.rng = tournament, day, Random(f"{SEED} {tournament}")
        self.games: list[Doc] = []
        self.score: Counter[str] = Counter()
        self.whites: Counter[str] = Counter()
        self.met: set[tuple[str, str]] = set()

    def play(self, round_: int, white: Person, black: Person, **more: object) -> None:
        a, b, x = white.on(self.day) + 30, black.on(self.day), self.rng.random()
        expected = 1 / (1 + 10 ** ((b - a) / 400))
        drawn = min(expected, 1 - expected) * min(0.9, max(0.4, (a + b - 1800) / 2600))
        result = "1-0" if x < expected - drawn / 2 else "0-1" if x > expected + drawn / 2 else "1/2-1/2"
        if self.tournament == TITLE[0] and TITLE[1] in (white.id, black.id):
            points = TITLE[2][round_ - 1]
            result = "1/2-1/2" if points == "=" else "1-0" if (points == "1") == (white.id == TITLE[1]) else "0-1"
        elif self.rng.random() < 0.008:
            result = "1-0F" if x < expected else "0-1F"
        self.games.append({"round": round_, "white": white.id, "black": black.id, "result": result, **more})
        self.met |= {(white.id, black.id), (black.id, white.id)}
        self.whites[white.id] += 1
        self.score.update(dict(zip((white.id, black.id), HALVES[result.rstrip("F")], strict=True)))

    def pairs(self, order: list[Person]) -> list[tuple[Person, Person]] | None:
        for i in range(1, len(order)):
            met = (order[0].id, order[i].id) in self.met
            if not met and (below := self.pairs(order[1:i] + order[i + 1 :])) is not None:
                return [(order[0], order[i]), *below]
        return None if order else []

    def swiss(self, field: list[Person]) -> None:
        for round_ in range(1, 8):
            order = sorted(field, key=lambda p: (-self.score[p.id], -int(p.strength), p.id))
            half = len(order) // 2
            if round_ == 1:  # the upper half meets the lower
                order = [p for pair in zip(order[:half], order[half:], strict=True) for p in pair]
            for board, (a, b) in enumerate(self.pairs(order) or []):
                swap = (self.whites[a.id], board % 2) > (self.whites[b.id], 0)
                self.play(round_, *((b, a) if swap else (a, b)))

    def robin(self, field: list[Person], double: bool) -> None:
        self.rng.shuffle(field)
        for round_, i, j in circle(len(field)):
            self.play(round_, field[i], field[j])
        for game in list(self.games) if double else ():
            self.play(game["round"] + len(field) - 1, FOLK[game["black"]], FOLK[game["white"]], minutes=25)

    def league(self, start: str) -> None:
        for round_, i, j in circle(len(CLUBS)):
            day = later(start, (0, 35, 105, 147, 189)[round_ - 1])
            squads = [[p for p in FOLK.values() if p.home == "KHLRSG"[k] and p.since <= day][:6] for k in (i, j)]
            lines = [sorted(self.rng.sample(squad, 4), key=squad.index) for squad in squads]
            for board, pair in enumerate(zip(*lines, strict=True), 1):
                moved = 4 * (round_ % 2 + 1) if board == 4 and "S" in (pair[0].home, pair[1].home) else 0
                self.play(round_, *(pair if board % 2 else pair[::-1]), board=board, on=later(day, moved))


def tournament(name: str, time: str, shape: str, strengths: str, edition: str) -> Doc:
    _, dates, players, *named = edition.split()
    start, days = dates.split("+")
    year, end, (low, high) = int(start[:4]), later(start, int(days)), map(int, strengths.split("-"))
    name = f"{name} {year}" + (f"-{year % 100 + 1}" if shape == "league" else "")
    hall = Hall(name.lower().translate(str.maketrans("äåö ", "aao-")), end)
    must = [FOLK[f"F{n:0>3}"] for n in named if n[0] != "-"]
    youngest = year - {"u10": 10, "u14": 14}.get(shape, 200)
    able = [p for p in FOLK.values() if p.since <= start and low <= p.on(start) <= high and int(p.born[:4]) >= youngest]
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
    head = {"kind": "tournament", "tournament": hall.tournament, "name": name, "start": start, "end": end}
    return {**head, "time_control": time, **SHAPES.get(shape, {}), "players": [], "games": hall.games}


def late(played: dict[str, Doc]) -> Iterator[tuple[str, Doc]]:
    """What arrives otherwise than as a whole tournament, once: (file, document)."""
    played["hopeajoen-mestaruus-2023"]["games"][-2]["on"] = "2023-11-27"
    played["lumikosken-mestaruus-2024"]["games"][-1]["result"] = "*"
    again = {"tournament": "kuusilahden-pikaturnaus-2024", "name": "Kuusilahden Pikaturnaus 2024"}
    yield "07", {**played["kuusilahti-rapid-2024"], **again, "note": "Sent in by the club."}
    games = played["joukkueliiga-2025-26"]["games"]
    for round_ in (3, 5):
        games.remove(game := [g for g in games if g["round"] == round_][-1])
        yield "12", {"kind": "game", "tournament": "joukkueliiga-2025-26", **game, "key": f"liiga-2025-26-{round_}"}
    for line in DECISIONS.splitlines():
        yield line[:2], json.loads(line[3:])


def ratings(after: str, until: str, rng: Random) -> Iterator[Doc]:
    for day in PUBLISHED:
        for n, source in RATED.items() if after < day <= until else ():
            rating = round(FOLK[f"F{n:03}"].on(day)) + rng.randint(-25, 25)
            if n < 57 or day >= "2024-07":
                yield {"kind": "external-rating", "player": f"F{n:03}", "source": source, "on": day, "rating": rating}


def main() -> None:
    rng, known, index, after = Random(SEED), set[str](), list[Doc](), ""
    files = defaultdict[str, list[Doc]](list)
    for name, time, shape, strengths, *editions in (line.split("|") for line in SERIES.splitlines()):
        for edition in editions:
            files[edition[:2]].append(tournament(name, time, shape, strengths, edition))
    for file, doc in late({doc["tournament"]: doc for docs in files.values() for doc in docs}):
        files[file].append(doc)
    for name, recorded_at, actor, note in (line.split("|") for line in FILES.splitlines()):
        docs = [*ratings(after, recorded_at, rng), *sorted(files[name[:2]], key=lambda doc: str(doc.get("end", "9")))]
        after, text = recorded_at, list[Doc]()
        for doc in docs if known else [opening for p in FOLK.values() if not p.since for opening in p.openings(rng)]:
            new = [FOLK[i] for i in sorted(set(re.findall(r'"(F\d{3})"', json.dumps(doc))) - known)]
            known.update(p.id for p in new)
            text += [p.introduction() for p in new if p.home != "-"]
            guests = [{k: v for k, v in p.introduction().items() if k != "kind"} for p in new if p.home == "-"]
            text.append({key: value for key, value in {**doc, "players": guests}.items() if value != []})
        lines = [json.dumps(doc, ensure_ascii=False, separators=(",", ":")) + "\n" for doc in text]
        (FOLDER / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        index.append({"file": f"{name}.jsonl", "recorded_at": recorded_at, "actor": f"officer.{actor}", "note": note})
    (FOLDER / "INDEX.json").write_text(json.dumps(index, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
