"""People who visit: in their language and colours, with the keyboard alone, without
script, on two dates.
"""

from typing import TYPE_CHECKING

from tests.browser.visiting import window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PLAYER = "/players/F033"
_FOCUS = """() => { const e = document.activeElement, s = getComputedStyle(e);
    return [e.tagName, (e.innerText || e.getAttribute('aria-label') || e.textContent || '').trim().slice(0, 40),
            s.outlineStyle !== 'none' || e.closest('svg') !== null || e.type === 'date']; }"""


def test_the_language_is_chosen_and_remembered(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, locale="sv-SE") as visit:
        page = visit.open(PLAYER)
        assert page.get_attribute("html", "lang") == "sv", "as the browser asks for it"
        page.click(".languages button[value=fi]")
        assert (
            visit.arrives(f"/fi{PLAYER}") and page.get_attribute("html", "lang") == "fi"
        )
        visit.open(PLAYER)
        assert page.get_attribute("html", "lang") == "fi", "as chosen before"


def test_the_colours_are_chosen_and_remembered(
    browser: "Browser", site: Served
) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with window(browser, site.port, color_scheme="light") as visit:
        page = visit.open(PLAYER)
        light = page.evaluate(ground)
        page.click(".themes button[value=dark]")
        page.wait_for_function(f"{ground} !== '{light}'")
        dark = page.evaluate(ground)
        visit.open("/players/F025")
        assert page.evaluate(ground) == dark
        page.click(".themes button[value=auto]")
        page.wait_for_function(f"{ground} === '{light}'")


def test_the_keyboard_alone_reaches_everything(
    browser: "Browser", site: Served
) -> None:
    """The first stop skips to the content; every stop is seen; the last one leads out
    of the page again. A chart is one stop, whose points the arrows reach.
    """
    with window(browser, site.port) as visit:
        page = visit.open(f"/en{PLAYER}")
        stops = []
        for _ in range(400):
            page.keyboard.press("Tab")
            tag, words, seen = page.evaluate(_FOCUS)
            if tag == "BODY":
                break
            assert seen, (tag, words)
            stops.append((tag, words))
        assert stops[0][1] == "Skip to the content" and tag == "BODY"
        reachable = page.locator(
            "a[href]:not([tabindex='-1']):visible, button:visible,"
            " input:not([type=hidden]):visible, summary:visible"
        )
        assert len(stops) >= reachable.count() > 20
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert visit.arrives(lambda path: path.endswith("#content"))


def test_without_script_everything_works(browser: "Browser", site: Served) -> None:
    with window(browser, site.port, java_script_enabled=False) as visit:
        page = visit.open(f"/en{PLAYER}")
        now = page.inner_text(".rating >> nth=0")
        page.fill(".when input[name=as_of]", "2023-06-30")
        page.fill(".when input[name=known_on]", "2024-06-01")
        page.click("form.when button")
        assert (
            visit.arrives(lambda path: "as_of=2023-06-30" in path)
            and "1614" in page.inner_text(".rating >> nth=0")
            and "1614" not in now
        )
        page.fill(".when input[name=known_on]", "2024-07-01")
        page.click("form.when button")
        assert visit.arrives(lambda path: "known_on=2024-07-01" in path)
        assert "1659" in page.inner_text(".rating >> nth=0"), (
            "the same day, known after the correction"
        )
        page.click(".languages button[value=sv]")
        assert visit.arrives(
            lambda path: path.startswith("/sv/") and "as_of=2023-06-30" in path
        )
        assert page.get_attribute("html", "lang") == "sv"


def test_a_mistyped_name_is_found_by_typing_alone(
    browser: "Browser", site: Served
) -> None:
    """From the front page to the reason of a rating, by keys: names appear while
    typing, mistakes forgiven.
    """
    with window(browser, site.port) as visit:
        page = visit.open("/en/")
        assert page.evaluate("document.activeElement.name") == "words", (
            "the field has the focus already"
        )
        page.keyboard.type("halavouri aino")
        page.wait_for_selector("ul.found [role=option]")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/en{PLAYER}")
        page.focus("a.reason")
        page.keyboard.press("Enter")
        page.wait_for_url("**/why/**")
        assert page.inner_text("h1").startswith("Why ") and "E" in page.inner_text(
            "main"
        )


def test_a_search_without_script_has_a_page_of_its_own(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, java_script_enabled=False) as visit:
        page = visit.open("/sv/")
        page.fill("input[name=words]", "Халлавуори")
        page.keyboard.press("Enter")
        page.click("main table a.person")
        assert visit.arrives(f"/sv{PLAYER}")


def test_clubs_and_tournaments_are_found_by_typing_alone(
    browser: "Browser", site: Served
) -> None:
    """A club comes before its members; and every one of the rows leads somewhere."""
    with window(browser, site.port) as visit:
        page = visit.open("/fi/")
        page.keyboard.type("lumikos")
        page.wait_for_selector("ul.found [role=option]")
        rows = page.locator("ul.found [role=option]").all()
        assert len(rows) == 8
        assert (rows[0].inner_text(), rows[-1].inner_text()) == (
            "Lumikosken Sotilas",
            "Lumikosken Kutsuturnaus 2022",
        )
        links = [row.get_attribute("data-leads") or "" for row in rows]
        assert {site.ask(link.removeprefix(visit.origin)).status for link in links} == {
            200
        }
        rows[0].click()
        assert visit.arrives("/fi/clubs/Lumikosken%20Sotilas")


def test_a_rule_is_tried_while_somebody_types(browser: "Browser", site: Served) -> None:
    """The answer in its place, under its own address, with the field still in hand;
    what is wrong in the same place.
    """
    with window(browser, site.port) as visit:
        page = visit.open("/en/committee/rule?list=selo&number=cap&value=85")
        page.evaluate("window.same = true")
        page.fill("input[name=value]", "88")
        page.wait_for_selector("#answer:has-text('92 → 88')")
        assert page.evaluate("location.search").count("value=88") == 1
        page.fill("input[name=value]", "8800")
        page.wait_for_selector(
            "#answer:has-text('is not a whole number from 50 to 100')"
        )
        page.fill("input[name=value]", "90")
        page.wait_for_selector("#answer:not([aria-busy]):has-text('92 → 90')")
        assert page.evaluate("[window.same, document.activeElement.name]") == [
            True,
            "value",
        ], "another page came"
        assert page.locator("h1").count() == 1


def test_what_is_typed_meanwhile_is_asked_when_the_answer_came(
    browser: "Browser", site: Served
) -> None:
    """One request at a time, and the last value wins."""
    with window(browser, site.port) as visit:
        page = visit.open("/en/committee/rule?list=selo&number=cap&value=85")
        asked: list[str] = []

        def late(route: "Route") -> None:
            asked.append(route.request.url.partition("value=")[2][:2])
            if len(asked) == 1:
                for value in ("87", "88", "89"):
                    page.fill("input[name=value]", value)
                page.wait_for_timeout(1000)
                assert len(asked) == 1, "two at a time"
            route.continue_()

        page.route("**/committee/rule?**", late)
        page.fill("input[name=value]", "86")
        page.wait_for_selector("#answer:not([aria-busy]):has-text('92 → 89')")
        assert asked == ["86", "89"]
