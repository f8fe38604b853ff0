"""Title norms of FIDE from reports as they are booked: on the command and over HTTP, as
the office and as anybody.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.exchange.trf_text import Cell, dates
from tests.importing.importing_world import World, row, trf
from tests.web.serving import served
from web.store.roles import Role
from web.store.tokens import new_token

DAYS = [f"24/05/{day:02}" for day in range(1, 10)]
HEAD = (
    "012 Norm Masters",
    "022 Salo",
    "032 FIN",
    "042 2024/05/01",
    "052 2024/05/09",
    "092 Round robin",
    "102 Tuomari, Tiina",
    "122 90 min + 30 s",
    dates(*DAYS),
)
# number: title, sex, federation, rating; the invented masters of a tournament of ten
FIELD = {
    1: ("GM", "m", "EST", 2520),
    2: ("GM", "m", "SWE", 2480),
    3: ("GM", "m", "NOR", 2510),
    4: ("IM", "m", "EST", 2440),
    5: ("IM", "m", "LAT", 2430),
    6: ("WGM", "f", "LTU", 2350),
    7: ("FM", "m", "FIN", 2330),
    8: ("", "m", "FIN", 2300),
    9: ("", "m", "FIN", 2290),
    10: ("WIM", "f", "FIN", 2280),
}
NAMES = dict(
    enumerate(
        [
            "Aava",
            "Berg",
            "Cedro",
            "Dahl",
            "Eklöf",
            "Fageria",
            "Gran",
            "Haapa",
            "Idman",
            "Järvi",
        ],
        1,
    )
)
FLAGS = ("--id", "masters", "--time-control", "90+30", "--new-ids", "N")


def berger(players: int = 10) -> list[list[tuple[int, int]]]:
    """Pair everybody with everybody: the last stays, the others go round."""
    ring, rounds = list(range(1, players)), []
    for number in range(players - 1):
        order = [*ring[number:], *ring[:number]]
        pairs = [
            (order[0], players),
            *((order[at], order[-at]) for at in range(1, players // 2)),
        ]
        rounds.append(pairs)
    return rounds


def score(white: int, black: int, forfeit: tuple[int, int] | None) -> tuple[str, str]:
    """Let 8 draw with the best three and win against the others; everything else is
    drawn.
    """
    if forfeit == (white, black) or forfeit == (black, white):
        return ("+", "-") if white == 8 else ("-", "+")
    if 8 in (white, black):
        won = {white, black} - {8} > {0} or max({white, black} - {8}) > 3
        return ("=", "=") if not won else ("1", "0") if white == 8 else ("0", "1")
    return "=", "="


def report(
    forfeit: tuple[int, int] | None = None,
    field: dict[int, Any] | None = None,
    head: Any = HEAD,
) -> bytes:
    cells: dict[int, list[Cell]] = {number: [] for number in FIELD}
    for pairs in berger():
        for white, black in pairs:
            mine, theirs = score(white, black, forfeit)
            cells[white].append((black, "w", mine))
            cells[black].append((white, "b", theirs))
    lines = []
    for number, (title, sex, federation, rating) in (field or FIELD).items():
        lines.append(
            row(
                number,
                f"{NAMES[number]}, N",
                *cells[number],
                title=title,
                sex=sex,
                federation=federation,
                rating=str(rating) if rating else "",
                ident=str(500000 + number),
                born="1990",
            )
        )
    return trf(*lines, header=head)


def booked(world: World, data: bytes, *more: str) -> None:
    world.file("masters.trf", data)
    world.submit("masters.trf", *FLAGS, *more)


def ids(world: World) -> dict[str, str]:
    return {
        row["name"].partition(",")[0]: row["player"]
        for row in world.ask("tournament", "norms", "masters")["rows"]
    }


def test_a_round_robin_with_a_norm(world: World) -> None:
    booked(world, report())
    answer = world.ask("tournament", "norms", "masters")
    told = answer["tournament"]
    assert (told["system"], told["rounds"], told["players"], told["rated"]) == (
        "round-robin",
        9,
        10,
        10,
    )
    assert (told["federation"], told["place"], told["arbiter"]) == (
        "FIN",
        "Salo",
        "Tuomari, Tiina",
    )
    assert (
        told["titles"] == {"GM": 3, "IM": 2, "WGM": 1, "FM": 1, "WIM": 1}
        and told["edition"] == "b01-2024"
    )
    assert all(check["met"] for check in told["conditions"]), told["conditions"]
    application = [
        (check["article"], check["has"], check["met"]) for check in told["application"]
    ]
    assert application == [("1.1.3a", 9, True), ("1.5.6a", 10, False)]
    best = answer["rows"][0]
    # eight of them: 2520 2480 2510 2440 2430 2350 2330 2290 2280, 2403; 7.5 of 9 is 83
    # %
    assert (best["name"], best["norm"], best["met"], best["fails"]) == (
        "Haapa, N",
        "GM",
        True,
        [],
    )
    assert (best["games"], best["score"], best["average"], best["performance"]) == (
        9,
        7.5,
        2403,
        2676,
    )
    assert [row["norm"] for row in answer["rows"] if row["met"]] == ["GM", "IM"]
    failed = next(
        row
        for row in answer["rows"]
        if row["name"] == "Idman, N" and row["norm"] == "IM"
    )
    short = {
        check["article"]: (check["has"], check["limit"]) for check in failed["fails"]
    }
    assert short == {"1.4.8": (failed["performance"], 2450)}


def test_the_certificate_has_every_game_and_article(world: World) -> None:
    booked(world, report())
    haapa = ids(world)["Haapa"]
    answer = world.ask("tournament", "norms", "masters", haapa)
    assert (
        answer["rating"],
        answer["federation"],
        answer["fide_id"],
        answer["born"],
    ) == (2300, "FIN", 500008, "1990")
    assert [game["round"] for game in answer["games"]] == list(range(1, 10))
    sheet = answer["norms"][0]
    assert (sheet["norm"], sheet["met"], sheet["counts_as"], sheet["raised"]) == (
        "GM",
        True,
        9,
        None,
    )
    assert (
        sheet["titles"] == {"GM": 3, "IM": 2, "WGM": 1, "FM": 1, "WIM": 1}
        and len(sheet["games"]) == 9
    )
    assert sheet["federations"] == {
        "FIN": 3,
        "EST": 2,
        "LAT": 1,
        "LTU": 1,
        "NOR": 1,
        "SWE": 1,
    }
    assert {check["article"] for check in sheet["checks"]} >= {
        "1.4.1",
        "1.4.3",
        "1.4.5a",
        "1.4.5b",
        "1.4.8",
        "1.1.3",
    }
    text = world.run("tournament", "norms", "masters", haapa).out
    assert (
        "GM: norm" in text
        and "1.4.5b opponents who hold GM: 3, at least 3: met" in text
    )
    refused = world.run("tournament", "norms", "masters", "nobody-at-all", "--json")
    assert refused.code == 3 and refused.codes == ["unknown-player"]


def test_what_an_application_asks_is_told_where_a_norm_was_made(world: World) -> None:
    booked(world, report())
    line = "1.1.3a days with one round alone: 9, at least 3: met"
    for words, told in (
        ((), True),
        ((ids(world)["Haapa"],), True),
        ((ids(world)["Idman"],), False),
    ):
        assert (line in world.run("tournament", "norms", "masters", *words).out) is told
    with served(world.path) as service:
        page = service.ask("/en/tournaments/masters/norms").text
    assert (
        "What an application requires of one of its norms" in page and "1.5.6a" in page
    )


def test_a_title_that_tells_a_sex_is_for_the_office(world: World) -> None:
    """With FM Gran untitled the women's titles decide: five of nine with the two of
    them.
    """
    field = FIELD | {7: ("", "m", "FIN", 2330), 5: ("", "m", "LAT", 2430)}
    booked(world, report(field=field))
    office = world.ask("tournament", "norms", "masters")
    assert office["rows"][0]["met"] and not office["hidden"]
    with served(world.path) as service:
        token = new_token(
            str(world.path),
            "o",
            Role.OFFICER,
            None,
            "tester",
            "2026-11-01T12:00:00.000000Z",
        ).token
        address = "/api/tournaments/masters/norms?as_of=2024-06-30"
        assert (
            service.ask(address, fields={"Authorization": f"Bearer {token}"}).value
            == office
        )
        anybody = service.ask(address).value
        assert anybody["hidden"] and {row["norm"] for row in anybody["rows"]} == {
            "GM",
            "IM",
        }
        assert not {"WGM", "WIM"} & {row["title"] for row in anybody["rows"]}
        best = anybody["rows"][0]
        assert (best["name"], best["norm"], best["met"]) == ("Haapa, N", "GM", None)
        assert [(c["article"], c["has"], c["limit"]) for c in best["fails"]] == [
            ("1.4.5a", 4, 5)
        ]
        page = service.ask("/en/tournaments/masters/norms").text
        assert (
            "WGM" not in page
            and "WIM" not in page
            and "what depends on them is left open here" in page
        )


def test_a_forfeit_is_no_game(world: World) -> None:
    booked(world, report(forfeit=(8, 9)))
    rows = {
        (row["name"], row["norm"]): row
        for row in world.ask("tournament", "norms", "masters")["rows"]
    }
    won = rows[("Haapa, N", "GM")]
    # 1.4.1c
    assert (won["met"], won["games"], won["score"], won["counts_as"]) == (
        True,
        8,
        6.5,
        9,
    )
    lost = rows[("Idman, N", "IM")]
    assert (lost["games"], lost["fails"][0]["article"], lost["fails"][0]["has"]) == (
        8,
        "1.4.1",
        8,
    )


def test_what_the_report_does_not_say(world: World) -> None:
    head = tuple(line for line in HEAD if not line.startswith(("132", "032")))
    field = {number: ("", sex, "", 0) for number, (_, sex, _, _) in FIELD.items()}
    booked(world, report(field=field, head=head))
    answer = world.ask("tournament", "norms", "masters")
    open_or_not = {
        check["article"]: check["met"]
        for check in answer["tournament"]["conditions"]
        if not check["met"]
    }
    assert open_or_not == {"1.1.2": None, "1.1.3": None, "1.4.6": False}
    assert not any(row["met"] for row in answer["rows"]) and answer["tournament"][
        "federations"
    ] == {"FIN": 10}


@pytest.mark.parametrize("form", ["--csv", "--jsonl"])
def test_rows_for_other_programs(world: World, form: str) -> None:
    booked(world, report())
    out = world.run("tournament", "norms", "masters", form).out
    assert "Haapa" in out and "1.4.8" in out


def test_what_is_corrected_later_changes_the_norm(world: World, tmp_path: Path) -> None:
    booked(world, report())
    before = world.head()
    haapa, best = ids(world)["Haapa"], ids(world)["Dahl"]
    game = next(
        one
        for one in world.ask("tournament", "norms", "masters", haapa)["games"]
        if one["opponent"] == best
    )
    amended = {
        "kind": "amend",
        "tournament": "masters",
        "reason": "typed wrongly",
        "games": {
            game["game"]: {"result": "0-1" if game["colour"] == "white" else "1-0"}
        },
    }
    world.submit(world.file("amend.json", amended))
    grand, master = world.ask("tournament", "norms", "masters", haapa)["norms"]
    assert (grand["met"], grand["score"], grand["performance"], grand["counts_as"]) == (
        False,
        6.5,
        2569,
        None,
    )
    assert master["met"] and master["counts_as"] == 10  # 5.5 would do
    assert (
        world.ask("tournament", "norms", "masters", haapa, "--known-seq", str(before))[
            "norms"
        ][0]["score"]
        == 7.5
    )


def test_before_the_first_text_nothing_is_invented(world: World) -> None:
    days = [day.replace("24/", "23/") for day in DAYS]
    head = (*HEAD[:3], "042 2023/05/01", "052 2023/05/09", *HEAD[5:8], dates(*days))
    booked(world, report(head=head))
    refused = world.run("tournament", "norms", "masters", "--json")
    assert refused.code == 3 and refused.codes == ["no-norms"]
    assert "2024-01-01" in refused.messages


def test_those_who_lack_least_stand_first_and_nobody_without_a_game(
    world: World,
) -> None:
    booked(world, report(forfeit=(8, 9)))
    rows = [
        one
        for one in world.ask("tournament", "norms", "masters")["rows"]
        if one["met"] is False
    ]
    lacking = [len(one["fails"]) for one in rows]
    assert lacking == sorted(lacking) and lacking[-1] > 1
    assert all(
        world.ask("tournament", "norms", "masters", player)["games"]
        for player in {one["player"] for one in rows}
    )


def test_what_is_not_there_is_refused_in_a_sentence(world: World) -> None:
    booked(world, report())
    world.player("idle", "Aku Idle", born="1990")
    world.run("withdraw", "masters", "--reason", "twice")
    refused = {
        "withdrawn": ("tournament", "norms", "masters"),
        "unknown-tournament": ("tournament", "norms", "nowhere"),
        "unknown-player": (
            "tournament",
            "norms",
            "masters",
            "nobody",
            "--known-seq",
            str(world.head() - 1),
        ),
        "not-there": (
            "tournament",
            "norms",
            "masters",
            "idle",
            "--known-seq",
            str(world.head() - 1),
        ),
    }
    for code, words in refused.items():
        result = world.run(*words, "--json")
        assert (result.code, result.codes) == (3, [code]), result


def in_json(titles: bool = True) -> dict[str, Any]:
    """The same tournament as documents have it: no file is kept, and no title that
    tells a sex is in it.
    """
    games = []
    for number, pairs in enumerate(berger(), 1):
        for white, black in pairs:
            mine = score(white, black, None)[0]
            result = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}[mine]
            games.append(
                {
                    "round": number,
                    "white": f"M{white}",
                    "black": f"M{black}",
                    "result": result,
                }
            )
    players = [
        {"player": f"M{number}", "federation": federation, "rating": rating}
        | ({"title": title} if titles and title and not title.startswith("W") else {})
        for number, (title, _, federation, rating) in FIELD.items()
    ]
    return {
        "kind": "tournament",
        "tournament": "masters",
        "name": "Norm Masters",
        "start": "2024-05-01",
        "end": "2024-05-09",
        "time_control": "90+30",
        "games": games,
        "fide_accepted": True,
        "reported": {
            "federation": "FIN",
            "players": players,
            "round_days": {
                str(number): f"2024-05-{number:02}" for number in range(1, 10)
            },
        },
    }


def test_titles_of_women_are_stated_where_no_report_was_kept(world: World) -> None:
    """Without Gran's and Eklöf's titles four of nine opponents hold one; WGM Fageria
    and WIM Järvi make it six.
    """
    for number in FIELD:
        world.player(f"M{number}", f"{NAMES[number]}, N", born="1990")
    made = in_json()
    made["reported"]["players"][6].pop("title")
    made["reported"]["players"][4].pop("title")
    world.submit(world.file("masters.json", made))
    best = world.ask("tournament", "norms", "masters")["rows"][0]
    assert (best["name"], best["met"], [one["article"] for one in best["fails"]]) == (
        "Haapa, N",
        False,
        ["1.4.5a"],
    )
    told = ("--title", "M6=WGM", "--title", "M10=WM")
    answer = world.ask("tournament", "norms", "masters", *told)
    assert (answer["rows"][0]["met"], answer["tournament"]["stated"]) == (
        True,
        {"M6": "WGM", "M10": "WIM"},
    )
    assert answer["tournament"]["titles"] == {"GM": 3, "IM": 1, "WGM": 1, "WIM": 1}
    # the player holds WIM
    assert {row["norm"] for row in answer["rows"] if row["player"] == "M10"} == {
        "GM",
        "IM",
        "WGM",
    }
    assert world.ask(
        "tournament", "norms", "masters", "M8", "--title", "M6=WGM,M10=WIM"
    )["norms"][0]["met"]
    assert (
        "titles as you state them: M6 WGM, M10 WIM"
        in world.run("tournament", "norms", "masters", *told).out
    )
    refused = world.run(
        "tournament", "norms", "masters", "--title", "M6=WGX nobody=GM M10", "--json"
    )
    assert refused.code == 2 and len(refused.value["problems"]) == 3, refused
    with served(world.path) as service:
        page = service.ask(
            "/en/tournaments/masters/norms?title=M6%3DWGM%2C+M10%3DWIM&as_of=2024-06-30"
        ).text
        assert "M6 WGM, M10 WIM" in page and 'value="M6=WGM, M10=WIM"' in page
        assert "norms/M8?as_of=2024-06-30&amp;title=M6%3DWGM" in page


def test_a_woman_is_known_by_her_title_where_the_report_has_no_sex(
    world: World,
) -> None:
    booked(
        world,
        report(
            field={
                number: (title, "", *more)
                for number, (title, _, *more) in FIELD.items()
            }
        ),
    )
    rows = world.ask("tournament", "norms", "masters")["rows"]
    # the player holds WIM
    assert [row["norm"] for row in rows if row["name"] == "Järvi, N"] == [
        "WGM",
        "IM",
        "GM",
    ]
    assert {row["norm"] for row in rows if row["title"] is None} == {"GM", "IM"}


@pytest.mark.parametrize(
    ("kind", "met"), [("Individual: Round-Robin", False), ("Team: Round-Robin", True)]
)
def test_of_teams_the_pairings_are_not_known_beforehand(
    world: World, kind: str, met: bool
) -> None:
    """Haapa has a norm after nine rounds, and loses two more (1.4.1e)."""
    for number in FIELD:
        world.player(f"M{number}", f"{NAMES[number]}, N", born="1990")
    made = in_json()
    lost = [
        {"round": 9 + more, "white": f"M{more}", "black": "M8", "result": "1-0"}
        for more in (1, 2)
    ]
    made["games"] += lost
    made["reported"]["kind"] = kind
    made["reported"]["round_days"] |= {"10": "2024-05-08", "11": "2024-05-09"}
    world.submit(world.file("masters.json", made))
    row = next(
        row
        for row in world.ask("tournament", "norms", "masters")["rows"]
        if (row["player"], row["norm"]) == ("M8", "GM")
    )
    assert (row["met"], row["games"]) == (met, 9 if met else 11)


def test_a_blitz_of_thirty_rounds_is_answered_at_once(world: World) -> None:
    """No choice of games is tried where the tournament itself is none for norms."""
    for number in FIELD:
        world.player(f"M{number}", f"{NAMES[number]}, N", born="1990")
    made = in_json() | {"time_control": "3+2"}
    made["games"] = [
        {
            **game,
            "round": game["round"] + 9 * again,
            "result": "1-0" if game["white"] == "M8" else "0-1",
        }
        for again in range(4)
        for game in made["games"]
        if "M8" in (game["white"], game["black"])
    ]
    world.submit(world.file("blitz.json", made))
    answer = world.ask("tournament", "norms", "masters")
    assert answer["rows"] and not any(row["met"] for row in answer["rows"])
    assert any(
        check["article"] == "1.1.3" and check["met"] is False
        for check in answer["tournament"]["conditions"]
    )


@pytest.mark.parametrize(
    ("kind", "system"),
    [
        (None, "round-robin"),
        ("Knock-out", "knockout"),
        ("Scheveningen", "other"),
        ("Team: Swiss-System", "swiss"),
    ],
)
def test_norms_know_the_system_by_which_teams_met(
    world: World, kind: str | None, system: str
) -> None:
    """Three teams met once each; of the four players nobody met all."""
    met = [("a", "b", "M1", "M3"), ("a", "c", "M2", "M4"), ("b", "c", "M3", "M4")]
    teams = {"a": ["M1", "M2"], "b": ["M3"], "c": ["M4"]}
    for number in range(1, 5):
        world.player(f"M{number}", f"Number {number}", born="1990")
    made = {
        "kind": "tournament",
        "tournament": "cup",
        "name": "Cup",
        "start": "2024-05-01",
        "end": "2024-05-09",
        "time_control": "90+30",
        "reported": {"federation": "FIN"} | ({"kind": kind} if kind else {}),
        "games": [
            {"round": at, "board": 1, "white": white, "black": black, "result": "1-0"}
            for at, (_, _, white, black) in enumerate(met, 1)
        ],
        "league": {
            "boards": 1,
            "teams": [
                {"team": one, "name": one, "players": who} for one, who in teams.items()
            ],
            "matches": [
                {"round": at, "home": home, "away": away}
                for at, (home, away, *_) in enumerate(met, 1)
            ],
        },
    }
    world.submit(world.file("cup.json", made))
    assert world.ask("tournament", "norms", "cup")["tournament"]["system"] == system
