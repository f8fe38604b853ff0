"""`selo export site`: whole pages whose links all lead to a file, written again only where
something changed, beside nobody else's files.
"""

import json
import os
import re
from importlib.metadata import version
from importlib.resources import files
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

import pytest

from audit.checkpoint import checkpoint
from audit.prove import verifier
from audit.signing import new_key
from features.site import made_of as made
from features.site.build import site
from features.site.links import file_visit
from features.site.made_of import made_of
from features.site.pages import last_day
from features.site.shared import INDEX, shared_files
from ledger.errors import Refused
from ledger.office import UTC
from messages import LANGUAGES
from projections.answers import Question
from projections.answers.lists.published import PublishedList
from projections.answers.open_reading import reading
from projections.replay.unit_row import UnitRow
from projections.tables.own_rows import OwnRows
from tests.web.pages.reading_html import Page
from tests.world.command import Selo
from tests.world.documents import (
    amend,
    founding,
    game,
    open_2024,
    opening,
    player,
    tournament,
)
from tests.world.ledger import NOW, TODAY, new_ledger, submitted
from tests.world.server import Put
from web.pages.lists import published_page
from web.pages.rendering import environment

LEAGUE = tournament(
    "liiga",
    "2026-03-01",
    *(
        game(number, white, black, on=on)
        for number, white, black, on in (
            (1, "A", "C", "2024-10-06"),
            (1, "D", "B", "2024-10-06"),
            (2, "C", "A", "2024-11-10"),
        )
    ),
    start="2024-10-06",
    league={
        "boards": 2,
        "closing_day": "2024-09-30",
        "matches": [
            {"round": 1, "home": "salo", "away": "abo"},
            {"round": 2, "home": "abo", "away": "salo", "on": "2024-11-10"},
            {"round": 3, "home": "abo", "away": "salo", "on": "2026-03-01"},
        ],
        "teams": [
            {"team": "salo", "name": "Salon <Shakki>", "players": ["A", "B"]},
            {
                "team": "abo",
                "name": "Åbo",
                "players": ["C", "D", "E"],
                "withdrawn": "2024-12-24",
            },
        ],
    },
)
SECOND = tournament(
    "autumn-2024", "2024-09-01", "A B 1-0", "C D 1/2-1/2", "A C 0-1", "B D 1-0"
)


@pytest.fixture
def ledger(tmp_path: Path, put: Put) -> str:
    new_ledger(tmp_path)
    path = put(Selo(tmp_path)).ledger
    strange = player("E", name="<b>Öst</b>, E", club="A/B & <Co>")
    submitted(path, *founding(), strange, open_2024(), SECOND, LEAGUE)
    submitted(
        path,
        {"kind": "publish", "list": "selo", "label": "autumn/1", "as_of": "2024-09-01"},
    )
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_every_page_is_whole_and_every_link_leads_to_a_file(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    answered = site(ledger, str(folder), TODAY)
    files = contents(folder)
    # and what it keeps for the next time
    assert answered.written == answered.files == len(files) - 1
    ids = {
        name: set(re.findall(rb'id="([^"]+)"', content))
        for name, content in files.items()
    }
    for name, content in files.items():
        if not name.endswith(".html"):
            continue
        page = Page(content.decode())
        assert page.flaws == [], name
        assert content.count(b'src="') == (0 if name == "index.html" else 2), name
        linked = re.findall(r"(?:href|src|data-index)=[\"']([^\"']+)", content.decode())
        for link in linked:
            target, _, place = unquote(link).partition("#")
            there = (
                os.path.normpath(os.path.join(os.path.dirname(name), target))
                if target
                else name
            )
            assert there in files, (name, link)
            assert not place or place.encode() in ids[there], (name, link)
    assert {name.partition("/")[0] for name in files if name.endswith("html")} == {
        "fi",
        "sv",
        "en",
        "index.html",
    }
    assert "&lt;b&gt;Öst&lt;/b&gt;".encode() in files["sv/players/E.html"]


def test_the_ratings_beside_names_are_read_without_reading_careers(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    of_all_time = OwnRows.of_all_time

    def counted(own: OwnRows, list_name: str, player: str) -> list[UnitRow]:
        read.append(player)
        return of_all_time(own, list_name, player)

    monkeypatch.setattr(OwnRows, "of_all_time", counted)
    with reading(ledger, Question(), TODAY) as at:
        people = json.loads(shared_files(at)[INDEX])
        assert read == []
        ratings = {player: rating for player, _, _, rating in people}
        assert ratings == {one: at.listed_rating("selo", one) for one in ratings}
        assert {*ratings.values()} > {None}, "some are rated, and somebody is not"
        assert read != [], "the control: a single rating reads a career"


@pytest.mark.features("leagues")
def test_a_league_that_goes_on_is_shown_up_to_its_last_game(
    ledger: str, tmp_path: Path
) -> None:
    """Its table, a team and the order of boards say what the service does of that day."""
    folder = tmp_path / "public"
    assert site(ledger, str(folder), "2024-11-20").as_of == "2024-11-10"
    files = contents(folder)
    assert {
        "fi/tournaments/liiga/league.html",
        "sv/tournaments/liiga/teams/abo.html",
        "en/tournaments/liiga/boards.html",
    } <= files.keys()
    told = {
        name.removeprefix("en/tournaments/liiga/"): content.decode()
        for name, content in files.items()
    }
    assert 'href="liiga/league.html"' in told["en/tournaments/liiga.html"]
    table = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", told["league.html"]))
    assert (
        "1 Salon &lt;Shakki&gt; 1" in table
        and "(to come)" in table
        and "(unfinished)" in table
    )
    assert (
        "reserve" in told["teams/abo.html"]
        and 'href="../league.html"' in told["teams/abo.html"]
    )
    assert (
        "withdrew" not in told["teams/abo.html"]
        and "<form"
        not in told["boards.html"].partition("<main")[2].partition("</main")[0]
    )


def test_a_published_list_has_everybody_on_one_page(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many rows a page of the service would leave to files for programs."""
    monkeypatch.setattr("web.pages.lists.MOST", 1)
    visit = file_visit(("lists", "selo", "published", "autumn/1"), "en", TODAY, UTC)
    asked = PublishedList(list_name="selo", label="autumn/1")
    with reading(ledger, Question(), TODAY) as known:
        page = published_page(known, asked, visit)
    assert page.split("<tbody>")[1].split("</tbody>")[0].count("<tr>") == 4
    assert "more are in the files for programs" not in page


def test_run_again_it_writes_nothing(ledger: str, tmp_path: Path) -> None:
    first = site(ledger, str(tmp_path / "public"), TODAY)
    again = site(ledger, str(tmp_path / "public"), "2027-01-01")
    assert (first.written > 40, again.written, again.removed) == (True, 0, 0)


def test_pages_made_of_something_else_are_written_again(
    ledger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Templates may change under one version; a page that came out the same keeps its
    time.
    """
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    page = folder / "fi" / "players" / "A.html"
    was = page.stat().st_mtime_ns
    monkeypatch.setattr("features.site.build.made_of", lambda: "1.0 other")
    assert (
        site(ledger, str(folder), TODAY).written == 0 and page.stat().st_mtime_ns == was
    )
    template = environment("fi").get_template("player.html")
    honest = template.root_render_func
    monkeypatch.setattr(
        template,
        "root_render_func",
        lambda context: chain(honest(context), ["<!-- new -->"]),
    )
    assert site(ledger, str(folder), TODAY).written == 0, (
        "made of the same, nothing is looked at again"
    )
    monkeypatch.setattr("features.site.build.made_of", lambda: "1.0 another")
    again = site(ledger, str(folder), TODAY)
    assert again.written >= 4 and page.read_text("utf-8").endswith("<!-- new -->")


def test_what_pages_are_made_of_has_templates_catalogues_styles_and_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = [
        name for room in made.ROOMS for name, _ in made._files_within(files(room), room)
    ]
    for name in ("templates/player.html", "look/look.css", "rendering.py"):
        assert f"web.pages/{name}" in names
    assert {"messages/fi/pages.po", "messages/sv/codes.po"} <= set(names)
    assert {"projections/charts/history.py", "rulebooks/finland/selo.py"} <= set(names)
    before = made_of()
    assert before == made_of() and before.startswith(f"{version('selokirja')} ")
    room = tmp_path / "room"
    (room / "templates").mkdir(parents=True)
    monkeypatch.setattr(made, "files", lambda name: room)
    empty = made_of()
    (room / "templates" / "page.html").write_text("one", "utf-8")
    first = made_of()
    (room / "templates" / "page.html").write_text("two", "utf-8")
    assert len({before, empty, first, made_of()}) == 4


def test_after_a_correction_only_what_changed_is_written(
    ledger: str, tmp_path: Path
) -> None:
    site(ledger, str(tmp_path / "public"), TODAY)
    submitted(
        ledger, amend("autumn-2024", games={"3.1": {"result": "1/2-1/2"}}), now=NOW
    )
    after = site(ledger, str(tmp_path / "public"), TODAY)
    assert 0 < after.written < after.files // 2
    site(ledger, str(tmp_path / "anew"), TODAY)
    assert contents(tmp_path / "public") == contents(tmp_path / "anew")


def test_after_a_publication_the_pages_of_players_mark_its_day(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    player_page = folder / "en" / "players" / "A.html"
    before = player_page.read_bytes()
    submitted(
        ledger,
        {"kind": "publish", "list": "selo", "label": "winter", "as_of": "2024-10-31"},
    )
    site(ledger, str(folder), TODAY)
    assert player_page.read_bytes() != before
    site(ledger, str(tmp_path / "anew"), TODAY)
    assert contents(folder) == contents(tmp_path / "anew")


def test_a_list_of_a_day_after_the_last_game_is_shown(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    submitted(
        ledger,
        {"kind": "publish", "list": "selo", "label": "2026-04", "as_of": "2026-04-01"},
    )
    assert site(ledger, str(folder), TODAY).as_of == "2026-04-01"
    files = contents(folder)
    assert "en/lists/selo/published/2026-04.html" in files
    assert "2026-04" in files["en/lists.html"].decode()
    # the calendar alone changes no file
    assert site(ledger, str(folder), "2027-01-01").written == 0


@pytest.mark.parametrize(
    "fact",
    [
        {"kind": "opening", "list": "selo", "player": "E", "rating": 1777, "games": 9},
        {
            "kind": "ruling",
            "list": "selo",
            "player": "A",
            "rating": 1777,
            "reason": "of the board",
        },
    ],
)
def test_what_is_recorded_for_a_day_after_the_last_game_counts(
    ledger: str, tmp_path: Path, fact: dict[str, object]
) -> None:
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    submitted(ledger, fact | {"on": "2026-04-01"})
    assert site(ledger, str(folder), TODAY).as_of == "2026-04-01"
    assert b"1777" in contents(folder)[f"en/players/{fact['player']}.html"]
    assert site(ledger, str(folder), "2027-01-01").written == 0


@pytest.mark.parametrize(
    "fact",
    [
        {"kind": "confirm-title", "player": "E", "title": "M", "on": "2026-04-01"},
        player("E", federation="SWE", federation_from="2026-04-01", change=True),
    ],
)
def test_the_day_of_a_title_or_of_another_federation_counts(
    ledger: str, fact: dict[str, object]
) -> None:
    submitted(ledger, opening("E", titles=["M"]), fact)
    with reading(ledger, Question(), TODAY) as known:
        assert last_day(known) == "2026-04-01"
    with reading(ledger, Question(), "2026-03-31") as known:
        assert last_day(known) == "2026-03-01"


@pytest.mark.features("calendar")
def test_the_day_of_a_decision_about_a_tournament_counts(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    submitted(
        ledger,
        {
            "kind": "decision",
            "tournament": "autumn-2024",
            "about": "accepted",
            "by": "the board of tournaments",
            "on": "2026-04-01",
        },
    )
    assert site(ledger, str(folder), TODAY).as_of == "2026-04-01"
    page = contents(folder)["en/tournaments/autumn-2024.html"]
    assert b"the board of tournaments" in page


def test_what_checks_the_ledger_at_home_is_there_and_as_new_as_the_newest_checkpoint(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    assert (folder / "verify" / "verify.py").read_bytes() == verifier()
    assert not (folder / "verify" / "key.txt").exists()
    new_key(str(tmp_path / "own.key"))
    # no event: only what names it is written again
    checkpoint(ledger, str(tmp_path / "own.key"))
    again = site(ledger, str(folder), TODAY)
    assert again.written == 2 + 2 * len(LANGUAGES)
    assert (folder / "verify" / "key.txt").read_text("utf-8").strip() in (
        folder / "sv" / "verify.html"
    ).read_text("utf-8")
    assert (
        (folder / "verify" / "checkpoint.txt")
        .read_text("utf-8")
        .startswith("selokirja/")
    )


def test_a_page_that_there_is_no_more_is_taken_away(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    site(ledger, str(folder), TODAY)
    old = {file.name for file in (folder / "fi/players").iterdir()}
    submitted(
        ledger,
        {"kind": "merge-players", "from": "E", "into": "A", "reason": "one person"},
    )
    after = site(ledger, str(folder), TODAY)
    new = {file.name for file in (folder / "fi/players").iterdir()}
    assert old - new == {"E.html"} and after.removed >= len(LANGUAGES)


def test_a_file_of_somebody_else_is_never_overwritten(
    ledger: str, tmp_path: Path
) -> None:
    folder = tmp_path / "public"
    (folder / "fi").mkdir(parents=True)
    (folder / "index.html").write_text("mine")
    (folder / "fi" / "index.html").write_text("mine too")
    with pytest.raises(Refused) as refusal:
        site(ledger, str(folder), TODAY)
    assert [problem.code for problem in refusal.value.problems] == ["site-folder"] * 2
    assert contents(folder) == {"index.html": b"mine", "fi/index.html": b"mine too"}


@pytest.mark.in_a_file("it lies in a folder")
def test_the_ledger_never_lies_among_the_pages(ledger: str) -> None:
    with pytest.raises(Refused) as refused:
        site(ledger, str(Path(ledger).parent), TODAY)
    [problem] = refused.value.problems
    assert problem.code == "site-folder" and "is in this folder" in problem.message
    assert not (Path(ledger).parent / "index.html").exists()


def test_a_run_that_broke_off_is_run_again(ledger: str, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    folder = tmp_path / "public"
    with pytest.raises(KeyboardInterrupt):
        site(ledger, str(folder), TODAY, stop)
    site(ledger, str(folder), TODAY)
    site(ledger, str(tmp_path / "anew"), TODAY)
    assert contents(folder) == contents(tmp_path / "anew")


def test_the_notes_of_the_folder_damaged(ledger: str, tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / ".selo-site.json").write_text("{")
    with pytest.raises(Refused):
        site(ledger, str(tmp_path / "public"), TODAY)


def test_after_an_erasure_the_next_run_takes_the_name_out(
    ledger: str, tmp_path: Path
) -> None:
    """The command says that until then pages hold it."""
    office = Selo(tmp_path, today=TODAY)
    office.address = ledger
    folder = tmp_path / "public"

    def holders() -> list[str]:
        files = contents(folder)
        return [name for name, content in files.items() if "Öst".encode() in content]

    office.done("export", "site", str(folder))
    erase = ("player", "erase", "E", "--reason", "asked for it")
    assert "export site" not in office.run(*erase, "--dry-run").err
    assert "pages that `selo export site` wrote" in office.run(*erase).err
    assert holders()
    office.done("export", "site", str(folder))
    assert holders() == []
