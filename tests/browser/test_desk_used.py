"""An officer at work in a browser: log in, correct a game and see the rating change,
drop a report and answer it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, WIDE, window
from tests.features import asked_of_features
from tests.importing.importing_world import row, trf
from tests.web.serving import Served
from tests.world.command import Selo
from tests.world.documents import amend

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REPORT = trf(
    row(1, "Hallavuori, Aino", (2, "w", "0"), born="2009/05/23"),
    row(2, "Sorsakosk, Niko", (1, "b", "1"), born="2000"),
    header=(
        "012 Kevätkisa 2025",
        "022 Espoo",
        "032 FIN",
        "042 2025/05/01",
        "052 2025/05/01",
    ),
)
GAME = "/desk/tournaments/kuusilahti-open-2024/games/3.8"


def link(office: tuple[Selo, Served]) -> str:
    selo, service = office
    made = selo.ask(
        "access",
        "login",
        "--role",
        "officer",
        "--name",
        "aino",
        "--url",
        f"http://127.0.0.1:{service.port}",
    )
    return str(made["url"]).partition(str(service.port))[2]


def test_a_game_is_corrected_and_the_rating_changes(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """Without script: the forms do all of it."""
    selo, service = office
    with window(browser, service.port, java_script_enabled=False) as visit:
        page = visit.open("/players/F033")
        before = page.inner_text(".rating >> nth=0")
        visit.open(link(office))
        page.click("main button")
        assert visit.arrives("/desk")
        page.fill("input[name=tournament]", "open kuusilahti 2024")
        page.click("form[action='/desk/correct'] button")
        cell = (
            page.locator("tr", has_text="Aino Hallavuori")
            .locator("a[href*='/games/']")
            .first
        )
        cell.click()
        own = page.input_value("select[name=result]")
        page.select_option("select[name=result]", "1-0" if own != "1-0" else "0-1")
        page.fill("input[name=reason]", "the card says otherwise")
        page.click("main form.fields button")
        moves = page.inner_text("table >> nth=0")
        assert (
            "Aino Hallavuori" in moves
            and "the card says otherwise" in page.inner_text("main")
        )
        page.click("form[action$='/book'] button")
        assert "Booked by aino" in page.inner_text(".then[role=status]")
        visit.open("/players/F033")
        assert page.inner_text(".rating >> nth=0") != before
        assert selo.ask("log")["events"][0]["actor"] == "aino"
        visit.open("/desk")
        page.click(".logout button")
        page.goto(f"{visit.origin}/desk")
        assert "log in" in page.inner_text("h1")


def test_a_report_is_dropped_answered_and_booked(
    browser: "Browser", office: tuple[Selo, Served], tmp_path: Path
) -> None:
    selo, service = office
    (tmp_path / "kevat.trf").write_bytes(REPORT)
    with window(browser, service.port) as visit:
        page = visit.open(link(office))
        page.click("main button")
        page.set_input_files("input[type=file]", tmp_path / "kevat.trf")
        page.click("form.drop button")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        draft = visit.path()
        who = page.locator("select[name='map.2']")
        # near, and not clearly them
        assert who.input_value() == "" and "Niko Sorsakoski 2000" in who.inner_text()
        who.select_option("F025")
        assert visit.findings() == []
        page.set_viewport_size(PHONE)
        assert visit.wider() <= 0, (
            "a list of people to choose from is no wider than the window"
        )
        page.set_viewport_size(WIDE)
        page.fill("input[name=time_control]", "90+30")
        page.click("form.questions button")
        assert "Niko Sorsakoski" in page.inner_text("table >> nth=0")
        page.set_viewport_size(PHONE)
        assert visit.wider() <= 0
        page.click("form[action$='/book'] button")
        assert visit.arrives(draft) and "Booked by aino" in page.inner_text(
            ".then[role=status]"
        )
        assert (
            selo.ask("tournament", "kevatkisa-2025")["header"]["start"] == "2025-05-01"
        )


def test_back_brings_what_was_typed(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """After a form that was taken, and after one that had to be sent twice; and no
    longer once somebody has logged out.
    """
    with window(browser, office[1].port) as visit:
        page = visit.open(link(office))
        page.click("main button")
        visit.open("/desk/player")
        page.fill("input[name=name]", "Niemi, Noora")
        page.fill("input[name=born]", "31.12.2010")
        page.click("text=Show what would move")
        assert page.locator("[aria-invalid=true]").count() == 1
        page.fill("input[name=born]", "2010-12-31")
        page.click("text=Show what would move")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        page.go_back()
        assert visit.arrives("/desk/player")
        assert page.input_value("input[name=name]") == "Niemi, Noora"
        assert page.input_value("input[name=born]") == "2010-12-31"
        # loaded again, it is a new form and sends nothing
        page.reload()
        assert page.input_value("input[name=name]") == ""
        page.click("text=Log out")
        assert page.evaluate("sessionStorage.length") == 0


def test_back_changes_nothing_back_that_somebody_changed_meanwhile(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """What was typed comes back as long as the page is made of the same; and not over
    what a colleague has booked since.
    """
    selo, service = office
    header = "/desk/tournaments/kuusilahti-open-2024/header"
    with window(browser, service.port) as visit:
        page = visit.open(link(office))
        page.click("main button")
        visit.open(header)
        page.fill("input[name=place]", "Lahti")
        page.fill("input[name=reason]", "as announced")
        page.click("text=Show what would move")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        page.go_back()
        assert visit.arrives(header)
        assert page.input_value("input[name=place]") == "Lahti"

        page.click("text=Show what would move")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        selo.submit(
            amend("kuusilahti-open-2024", set={"organiser": "Kuusilahden Shakki"})
        )
        page.go_back()
        assert visit.arrives(header)
        assert page.input_value("input[name=organiser]") == "Kuusilahden Shakki"
        assert page.input_value("input[name=place]") != "Lahti"


EMPTIED = """() => {
    for (const form of document.querySelectorAll("main form")) form.noValidate = true;
    for (const field of document.querySelectorAll("main input:not([type=hidden])")) {
        field.value = "";
    }
}"""
DROP = """(form, text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "kevat.trf"));
    const event = (kind) => new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true });
    form.dispatchEvent(event("dragover"));
    const marked = form.classList.contains("over");
    form.dispatchEvent(event("drop"));
    return marked;
}"""


def test_a_file_dropped_on_the_form_is_read(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    with window(browser, office[1].port) as visit:
        page = visit.open(link(office))
        page.click("main button")
        assert (
            "drop the file" in page.inner_text("form.drop") and visit.findings() == []
        )
        with page.expect_navigation():
            assert page.locator("form.drop").evaluate(DROP, REPORT.decode())
        assert visit.arrives(
            lambda path: "/desk/drafts/" in path
        ) and "kevat.trf" in page.inner_text("main")


def test_the_pages_of_the_desk_are_fit_to_be_seen(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    with window(browser, office[1].port) as visit:
        page = visit.open(link(office))
        assert visit.findings() == []
        page.click("main button")
        for address in (
            "/desk",
            *(address for asked in asked_of_features() for address in asked.others),
            "/desk/correct",
            "/desk/tournaments/kuusilahti-open-2024",
            GAME,
            "/desk/merge?from=F033&into=F025",
            "/desk/publish?label=x",
            "/desk/player?player=F033",
        ):
            page.set_viewport_size(WIDE)
            page.emulate_media(color_scheme="light")
            visit.open(address)
            assert visit.findings() == [], address
            page.emulate_media(color_scheme="dark")
            assert visit.findings(only="color-contrast") == [], address
            page.set_viewport_size(PHONE)
            visit.open(f"/sv{address}")
            assert visit.wider() <= 0, address
            assert visit.findings(only="link-in-text-block") == [], address


def test_forms_with_what_is_wrong_in_them_are_fit_to_be_seen(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """Sent empty, past what the browser itself asks for; the reader hears of each field
    what is wrong with it.
    """
    with window(browser, office[1].port) as visit:
        page = visit.open(link(office))
        page.click("main button")
        for address in (
            "/desk/player",
            "/desk/paper",
            "/desk/erase?player=F033",
            "/desk/tournaments/kuusilahti-open-2024/header",
            "/desk/tournaments/kuusilahti-open-2024/game",
            GAME,
            "/desk/tournaments/kuusilahti-open-2024/withdraw",
        ):
            page.set_viewport_size(WIDE)
            visit.open(address)
            page.evaluate(EMPTIED)
            page.locator("main form[method=post]").last.locator("button").last.click()
            page.wait_for_load_state()
            assert page.locator("[aria-invalid=true]").count(), address
            assert visit.findings() == [], address
            page.emulate_media(color_scheme="dark")
            assert visit.findings(only="color-contrast") == [], address
            page.emulate_media(color_scheme="light")
            page.set_viewport_size(PHONE)
            assert visit.wider() <= 0, address


@pytest.mark.features("leagues")
def test_a_match_of_a_league_is_corrected_board_by_board(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """On a phone: the boards stand in a region that scrolls by itself, and the page
    does not.
    """
    selo, service = office
    before = selo.ask("league", "table", "joukkueliiga-2024-25")["matches"][0]
    with window(browser, service.port, viewport=PHONE) as visit:
        page = visit.open(link(office))
        page.click("main button")
        visit.open("/desk/tournaments/joukkueliiga-2024-25")
        page.click(f"a[href$='/matches/{before['round']}/{before['home']}']")
        assert visit.wider() <= 0 and visit.findings() == []
        own = page.input_value("select[name=result-1]")
        page.select_option("select[name=result-1]", "0-1" if own != "0-1" else "1-0")
        page.fill("input[name=reason]", "the match card")
        page.click("main form.fields button")
        if page.locator("input[name=sure]").count():
            page.check("input[name=sure]")
            page.click("main form.fields button")
        page.click("form[action$='/book'] button")
        assert "Booked by aino" in page.inner_text(".then[role=status]")
    after = selo.ask("league", "table", "joukkueliiga-2024-25")["matches"][0]
    assert (
        after["home_boards"] != before["home_boards"]
        and after["games"] == before["games"]
    )
