"""The calculator's page: opponents by rating, id or name; a name that means nobody for
certain is asked about.
"""

import random
import re
from html import unescape
from urllib.parse import quote

import pytest

from features.calculators.pages import (
    HALF_POINTS,
    MOST,
    Typed,
    games_as_text,
    typed_games,
)
from tests.web.serving import Served

IDS = {"F025", "F003", "70001"}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("+1695 -1930 1901", ["+1695", "-1930", "1901"]),
        ("+1695, -1930;=1901\n1800", ["+1695", "-1930", "=1901", "1800"]),
        ("+ Virtanen", ["+Virtanen"]),
        ("+ Matti Virtanen -F025 +1695", ["+Matti Virtanen", "-F025", "+1695"]),
        ("Matti Virtanen, Aino Mäki-Salo", ["Matti Virtanen", "Aino Mäki-Salo"]),
        ("F025 F003 70001", ["F025", "F003", "70001"]),
        ("+ 1695 − 1930", ["+1695", "−1930"]),
        ("Virtanen 1901", ["Virtanen", "1901"]),
        ("+Virtanen F025", ["+Virtanen", "F025"]),
        ("+ + F025", ["+", "+F025"]),
        ("-", ["-"]),
        (" , ;", []),
        ("99999", ["99999"]),
    ],
)
def test_games_are_read_as_they_are_typed(text: str, games: list[str]) -> None:
    read = typed_games(text, IDS.__contains__)
    assert [f"{game.sign}{game.text}" for game in read] == games


def test_what_is_written_is_read_again() -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    names = ["Virtanen", "Matti Virtanen", "Mäki-Salo", *IDS, "1695", "2400"]
    for _ in range(300):
        games = [
            Typed(chance.choice([*HALF_POINTS]), chance.choice(names))
            for _ in range(chance.randint(1, 9))
        ]
        assert typed_games(games_as_text(games), IDS.__contains__) == games, (
            seed,
            games,
        )


def page(service: Served, games: str, **query: str) -> str:
    asked = "&".join(
        f"{name}={quote(value)}" for name, value in {"games": games, **query}.items()
    )
    return unescape(service.ask(f"/en/calculator?{asked}").text)


def result(text: str) -> tuple[str, str]:
    new = re.search(r'<p class="rating"><b>(\d+)</b>', text)
    exact = re.search(r"<dt>Exactly</dt><dd>([^<]*)<", text)
    return new[1] if new else "", exact[1] if exact else ""


@pytest.mark.parametrize("kind", ["selo", "pelo"])
@pytest.mark.parametrize("named", ["+{} -F025", "+ {}, - F025", "+{},-niko sorsakoski"])
def test_a_name_stands_for_the_rating_of_today(
    service: Served, kind: str, named: str
) -> None:
    lists = [
        service.ask(f"/api/players/{player}").value["lists"][kind]["rating"]
        for player in ("F003", "F025")
    ]
    by_number = result(
        page(service, f"+{lists[0]} -{lists[1]}", kind=kind, player="F033")
    )
    # as people write it, who do not count in millionths
    assert re.fullmatch(r"\d+(\.\d{1,2})?", by_number[1])
    for name in ("F003", "f003", "Haapakorva", "Ilmari Haapakorva"):
        text = page(service, named.format(name), kind=kind, player="F033")
        assert result(text) == by_number != ("", "")
        assert (
            f"Ilmari Haapakorva</bdi></a> {lists[0]}" in text
            and f"Niko Sorsakoski</bdi></a> {lists[1]}" in text
        )


def test_a_name_that_several_have_is_asked_about_and_one_link_answers(
    service: Served,
) -> None:
    text = page(service, "+1695 -ari =F025", player="F033", minutes="60")
    assert "Who is meant by “ari”?" in text and result(text) == ("", "")
    links = re.findall(r'<li><a href="(/en/calculator\?[^"]*)"', text)
    assert len(links) == 8 and all(
        "player=F033" in link and "minutes=60" in link for link in links
    )
    assert "games=%2B1695%2C+-F028%2C+%3DF025" in links[0]
    chosen = unescape(service.ask(links[0]).text)
    assert (
        "Who is meant" not in chosen
        and result(chosen) != ("", "")
        and 'value="+1695, -F028, =F025"' in chosen
    )


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ("+haapakovra", "Who is meant by “haapakovra”?"),  # only like it
        ("+zzzzz", "Nobody is called 'zzzzz'"),
        ("+F033", "F033 cannot be their own opponent"),
        ("+hallavuori", "F033 cannot be their own opponent"),
        ("+1695 + ", "'+' is not a game"),
        ("+99", "'+99' is not a game"),
        ("1500 " * (MOST + 1), f"Write up to {MOST} games"),
    ],
)
def test_what_cannot_be_worked_out_is_said(
    service: Served, games: str, words: str
) -> None:
    text = page(service, games, player="F033")
    assert words in text and result(text) == ("", "")


def test_who_has_no_rating_on_the_list_is_named(service: Served) -> None:
    assert "No rating on pelo: F060" in page(
        service, "+F060", kind="pelo", player="F033"
    )
    assert result(page(service, "+F060", kind="selo", player="F033")) != ("", "")
