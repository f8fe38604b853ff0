"""A season of a league out of a workbook, whose cells are typed as spreadsheets type
them.
"""

import re
from datetime import date

from tests.exchange.sheets_made import Cell, xlsx
from tests.features.leagues.test_league import POSTPONED, season
from tests.features.leagues.test_league_files import (
    BOOK,
    OF_PAGE,
    OF_TABLE,
    league,
    results,
)
from tests.importing.importing_world import World


def season_rows(seed: int) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """A season as a table: its texts as in a CSV file, and the cells that a spreadsheet
    makes of them.
    """
    head: list[Cell] = [
        "round",
        "white team",
        "black team",
        "home",
        "board",
        "white",
        "black",
        "result",
        "date",
    ]
    texts, typed = [head], [head]
    document = season(seed)[-1]
    homes = {
        (match["round"], team): match["home"]
        for match in document["league"]["matches"]
        for team in (match["home"], match["away"])
    }
    days = {
        (match["round"], match["home"]): match["on"]
        for match in document["league"]["matches"]
    }
    for one in document["games"]:
        home = homes[one["round"], one["white"][0]]
        on = date.fromisoformat(days[one["round"], home])
        teams = [f"Seura {one[side][0].upper()}" for side in ("white", "black")] + [
            f"Seura {home.upper()}"
        ]
        score = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}.get(one["result"], one["result"])
        people = [one["white"], one["black"]]
        texts.append(
            [
                str(one["round"]),
                *teams,
                str(one["board"]),
                *people,
                one["result"],
                f"{on.day}.{on.month}.{on.year}",
            ]
        )
        typed.append(
            [
                one["round"],
                *teams,
                one["board"],
                *people,
                score,
                (on - date(1899, 12, 30)).days,
            ]
        )
    return texts, typed


def test_a_season_of_a_spreadsheet_is_that_of_the_table(world: World) -> None:
    """Rounds, boards, results and days are numbers there; a postponed match keeps its
    day.
    """
    world.file("people.jsonl", *season(1)[:-1])
    world.submit("people.jsonl")
    texts, typed = season_rows(1)
    world.file(
        "season.csv", "".join(";".join(map(str, row)) + "\n" for row in texts).encode()
    )
    world.file(
        "season.xlsx",
        xlsx(
            {"Liiga": typed}, [(at, len(typed[0]) - 1) for at in range(1, len(typed))]
        ),
    )
    flags = ("--name", "Liiga", "--time-control", "90+30", "--players-by", "national")
    told = []
    for form in ("csv", "xlsx"):
        world.submit(f"season.{form}", "--id", form, *flags)
        games = [
            (one["white"], one["black"], one["result"], one["on"], one["board"])
            for one in world.ask("tournament", form)["games"]
        ]
        told.append((results(world, form), league(world, form)["rows"], games))
        assert world.run("withdraw", form, "--reason", "the same again").code == 0
    assert told[0] == told[1]
    assert (
        len(told[0][0]) == 24
        and sum(game[3] == POSTPONED[1] for game in told[0][2]) == 4
    )
    assert world.equal()


def test_a_day_that_the_sheet_shows_as_a_number_is_refused_in_words(
    world: World,
) -> None:
    world.file("season.xlsx", xlsx({"Liiga": season_rows(1)[1][:3]}))
    problem = world.submit("season.xlsx", *OF_TABLE, code=1).value["problems"][0]
    assert (problem["code"], problem["message"], problem["where"]["line"]) == (
        "table-date",
        "'45207' is not a day",
        2,
    )


def test_a_workbook_of_matches_has_numbers_for_boards_and_ratings(world: World) -> None:
    """The number of a match is the number 2.1 there."""

    def cell(text: str) -> Cell:
        return (
            int(text)
            if text.isdigit()
            else float(text)
            if re.fullmatch(r"[0-9]+\.[0-9]+", text)
            else text
        )

    rows = [[cell(text) for text in line.split("\t")] for line in BOOK.splitlines()]
    world.file("book.txt", BOOK.encode())
    world.file("book.xlsx", xlsx({"Round 2": rows}))
    told = []
    for name in ("book.txt", "book.xlsx"):
        world.submit(name, *OF_PAGE, "--colours", "alternate", "--players-by", "name")
        told.append(results(world, "liiga"))
    assert told[0] == told[1] and len(told[0]) == 2
