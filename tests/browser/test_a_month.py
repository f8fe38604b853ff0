"""The office's month in a browser, from an empty folder to the second published list,
with no command but `selo serve`: at a desk and on a phone, light and dark, by the
keyboard alone, and without script.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.browser.visiting import PHONE, WIDE, Window, window
from tests.importing.importing_world import row, trf
from tests.web.test_first_start import link
from tests.web.test_processes import starting
from tests.world.pace import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

LIST = """\
id,name,born,sex,federation,club,rating,games
P001,"Virtanen, Aino",2001-03-04,f,FIN,Kerho,1850,40
P002,"Berg, Bea",1990,f,FIN,Kerho,1720,33
P003,"Salo, Eero",1985-07-01,m,FIN,Torni,1955,120
P004,"Laine, Olli",1971,m,FIN,Torni,1610,18
"""


HEADER = (
    "012 Kevätkisa 2025",
    "022 Espoo",
    "032 FIN",
    "042 2025/05/03",
    "052 2025/05/03",
    "122 90+30",
)


def seat(number: int, name: str, points: str, *cells: tuple[int, str, str]) -> str:
    """A player's row: who they are stands in the list."""
    born, sex = BORN[name]
    return row(number, name, *cells, points=points, born=born, sex=sex)


BORN = {
    "Virtanen, Aino": ("2001/03/04", "f"),
    "Berg, Bea": ("1990", "f"),
    "Salo, Eero": ("1985/07/01", "m"),
    "Laine, Olli": ("1971", "m"),
}
SPRING = trf(
    seat(1, "Virtanen, Aino", "2.0", (2, "w", "1"), (3, "b", "1")),
    seat(2, "Berg, Bea", "0.0", (1, "b", "0"), (4, "w", "0")),
    seat(3, "Salo, Eero", "1.0", (4, "w", "1"), (1, "w", "0")),
    seat(4, "Laine, Olli", "1.0", (3, "b", "0"), (2, "b", "1")),
    header=HEADER,
)


class Way(NamedTuple):
    """How somebody works: their screen, their colours, what their browser does."""

    name: str
    options: dict[str, Any]
    keys_alone: bool = False


WAYS = (
    Way("at a desk", {"viewport": WIDE}),
    Way(
        "on a phone, dark, without script",
        {"viewport": PHONE, "color_scheme": "dark", "java_script_enabled": False},
    ),
    Way(
        "by the keyboard, dark",
        {"viewport": WIDE, "color_scheme": "dark"},
        keys_alone=True,
    ),
)


class Person:
    """Somebody at the desk: what they write, choose and press, by the words they see."""

    def __init__(self, visit: Window, way: Way) -> None:
        self.visit, self.page, self.way = visit, visit.page, way

    def goes(self, address: str) -> None:
        self.visit.open(address)
        self.looks()

    def looks(self) -> None:
        """What is seen is fit to be seen."""
        self.page.wait_for_load_state()
        where = self.visit.path()
        assert self.visit.wider() <= 0, f"{where}: wider than the window"
        if self.way.options.get("java_script_enabled", True):
            assert self.visit.findings() == [], where

    def writes(self, label: str, text: str) -> None:
        field = self._field(label)
        if not self.way.keys_alone or field.get_attribute("type") == "date":
            # the keys of a field of a day are the browser's, in the order of its language
            field.fill(text)
            return
        self._reaches(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def chooses(self, label: str, words: str) -> None:
        """Choose the one option that has these words."""
        field = self._field(label)
        texts = [text.strip() for text in field.locator("option").all_inner_texts()]
        [option] = [text for text in texts if words in text]
        if not self.way.keys_alone:
            field.select_option(label=option)
            return
        self._reaches(field)
        self.page.keyboard.press("Home")
        for _ in texts:
            chosen = field.evaluate("field => field.selectedOptions[0].label")
            if chosen == option:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no key chooses {option}")

    def presses(self, words: str) -> None:
        """Press a button, and look at what comes."""
        self.presses_only(words)
        self.looks()

    def presses_only(self, words: str) -> None:
        button = self.page.locator("main").get_by_role("button", name=words, exact=True)
        if self.way.keys_alone:
            self._reaches(button)
            with self.page.expect_navigation():
                self.page.keyboard.press("Enter")
        else:
            button.click()

    def follows(self, words: str) -> None:
        """Follow a link, and look at where it leads."""
        link = self.page.locator("main").get_by_role("link", name=words, exact=True)
        if self.way.keys_alone:
            self._reaches(link.first)
            with self.page.expect_navigation():
                self.page.keyboard.press("Enter")
        else:
            link.first.click()
        self.looks()

    def leaves(self, file: Path) -> None:
        """Leave a file at the desk."""
        self.goes("/desk")
        # choosing a file is a window of the system's own
        self.page.locator("input[type=file]").set_input_files(file)
        self.presses("Read the file")

    def reads(self) -> str:
        text: str = self.page.locator("main").inner_text()
        return text

    def _field(self, label: str) -> "Locator":
        return self.page.locator("main").get_by_label(label).first

    def _reaches(self, what: "Locator") -> None:
        """Go there by the key Tab alone."""
        for _ in range(300):
            if what.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {what}")


@contextmanager
def at_work(browser: "Browser", port: int, way: Way) -> Iterator[Person]:
    with window(browser, port, **way.options) as visit:
        yield Person(visit, way)


def rating_of(person: Person, player: str) -> int:
    person.goes(f"/players/{player}")
    return int(person.page.locator(".rating b").first.inner_text())


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_from_an_empty_folder_to_the_second_list(
    browser: "Browser", tmp_path: Path, way: Way
) -> None:
    (tmp_path / "list.csv").write_bytes(LIST.encode())
    (tmp_path / "spring.trf").write_bytes(SPRING)
    ledger = tmp_path / "new.db"
    with starting(str(ledger)) as service:
        until(lambda: "/first/" in service.said)
        port, first_page = link(service, "first")
        with at_work(browser, port, way) as aino, at_work(browser, port, way) as pekka:
            begins(aino, first_page)
            brings_the_people(aino, tmp_path / "list.csv")
            reports(aino, tmp_path / "spring.trf")
            after_spring = rating_of(aino, "P001")
            assert after_spring > 1850
            pekka.visit.open(invites(aino, "pekka"))
            pekka.presses("Log in")
            draft = drafts_the_list(aino, "2025-06", "2025-05-31")
            publishes(pekka, draft)
            corrects_the_header(aino)
            corrects_a_game(aino)
            corrected = rating_of(aino, "P001")
            assert corrected < after_spring
            types_a_late_report(aino)
            assert rating_of(aino, "P001") < corrected
            publishes(pekka, drafts_the_list(aino, "2025-07", "2025-06-30"))
            looks_up_what_changed(pekka)


def begins(aino: Person, address: str) -> None:
    aino.goes(address)
    aino.writes("Your name", "aino")
    aino.writes("Time zone", "Europe/Helsinki")
    # the whole service starts on the same port, and its page waits for it
    aino.presses_only("Create the ledger")
    aino.page.get_by_role("button", name="Log in", exact=True).wait_for()
    aino.presses("Log in")
    assert aino.visit.arrives("/desk")


def brings_the_people(aino: Person, file: Path) -> None:
    aino.leaves(file)
    aino.chooses("List", "selo")
    aino.writes("Date of the list", "2025-04-30")
    aino.presses("Save these answers")
    assert "1955" in aino.reads()
    aino.presses("Book")
    assert "Booked by aino" in aino.reads()


def reports(aino: Person, file: Path) -> None:
    aino.leaves(file)
    assert "points add up" in aino.reads()
    answers_and_books(aino)


def answers_and_books(aino: Person) -> None:
    aino.presses("Save these answers")
    assert "Ratings that would move" in aino.reads()
    aino.presses("Book")
    assert "Booked by aino" in aino.reads()


def types_a_late_report(aino: Person) -> None:
    """It is on paper, it comes after the list of its month, and somebody in it is new."""
    aino.goes("/desk")
    aino.follows("Type in a paper report")
    aino.writes("Tournament", "Vappukisa 2025")
    aino.writes("First day", "2025-05-01")
    aino.writes("Last day", "2025-05-01")
    aino.writes("Time control", "90+30")
    aino.writes("Player 1: name or id", "P001")
    aino.writes("Player 2: name or id", "Nieminen, Noora")
    aino.writes("Points of player 2 on the sheet", "1")
    aino.writes("White's number on board 1, round 1", "1")
    # a result that is forgotten loses nothing
    aino.writes("Black's number on board 1, round 1", "2")
    aino.presses("Save, and go to the next round")
    assert "The result is missing" in aino.reads()
    aino.chooses("Result on board 1, round 1", "0–1")
    aino.presses("Save, and see what would move")
    assert "points add up" in aino.reads()
    aino.writes("New ids begin with", "P")
    answers_and_books(aino)


def invites(aino: Person, name: str) -> str:
    """Invite somebody who publishes lists; return the address of the link that they
    are sent.
    """
    aino.goes("/desk/devices")
    aino.writes("Name", name)
    aino.chooses("Role", "publishes lists, and books")
    aino.presses("Make the invitation")
    login = re.search(r"http://127\.0\.0\.1:\d+(/login/\S+)", aino.reads())
    assert login is not None
    return login[1]


def drafts_the_list(aino: Person, label: str, day: str) -> str:
    """Make the draft of a list and ask the second person; return its address."""
    aino.goes("/desk/publish")
    aino.writes("As of", day)
    aino.writes("Name of the list", label)
    aino.presses("Make a draft")
    assert "What changes" in aino.reads()
    draft = aino.visit.path()
    aino.writes("Reviewer", "pekka")
    aino.presses("Save")
    assert "pekka has been asked to look at it" in aino.reads()
    return draft


def publishes(pekka: Person, draft: str) -> None:
    pekka.goes("/desk")
    assert "pekka has been asked to look at it" in pekka.reads()
    pekka.goes(draft)
    pekka.presses("Book")
    assert "Booked by pekka" in pekka.reads()


def corrects_the_header(aino: Person) -> None:
    aino.goes("/desk/tournaments/kevatkisa-2025/header")
    aino.writes("Name", "Kevätkisa Espoossa 2025")
    aino.writes("Reason", "the organiser wrote its name")
    aino.presses("Show what would move")
    aino.presses("Book")
    aino.goes("/tournaments/kevatkisa-2025")
    assert "Kevätkisa Espoossa 2025" in aino.reads()


def corrects_a_game(aino: Person) -> None:
    aino.goes("/desk/tournaments/kevatkisa-2025/games/1.1")
    aino.chooses("Correct result", "0–1 · Berg, Bea won")
    aino.writes("Reason", "the score sheet says so")
    aino.presses("Show what would move")
    assert "the score sheet says so" in aino.reads()
    aino.presses("Book")
    assert "Booked by aino" in aino.reads()


def looks_up_what_changed(visitor: Person) -> None:
    """The second list says what moved since the first, and a rating says why."""
    visitor.goes("/lists/selo/published/2025-07")
    rows = visitor.page.locator("main table").first.inner_text()
    # the first list had 1879 and the game as it was reported at first
    assert re.search(r"Virtanen, Aino[^V]*1843\s+−36", rows), rows
    assert re.search(r"Nieminen, Noora[^V]*2050\s+new", rows), rows
    visitor.goes("/players/P001")
    visitor.page.locator("main a", has_text="why?").first.click()
    visitor.looks()
    assert "Kevätkisa Espoossa 2025" in visitor.reads()
