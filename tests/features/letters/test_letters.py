"""`selo letters`: a letter a player, what it says, in which language, and as files."""

import errno
import re
from pathlib import Path

import pytest

from tests.web.serving import Served
from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament

HTML = {"Accept": "text/html"}


@pytest.fixture
def selo(tmp_path: Path) -> Selo:
    world = Selo(tmp_path)
    assert world.run("init").code == 0
    world.submit(
        player(
            "A",
            name="Aho, Aino",
            born="1980",
            sex="f",
            fide_id=500001,
            club="=Kerho",
            federation="FIN",
        )
    )
    world.submit(
        player("B", name="Berg, Bea"),
        player("C", name="Cole"),
        player("D", name="Dahl"),
    )
    world.submit(*(opening(name, 1600, games=60, normal_games=20) for name in "ABC"))
    world.submit(
        tournament("spring", "2024-03-10", game(1, "A", "B", "0-1"), name="Kevät")
    )
    world.done("publish", "selo", "april", "--as-of", "2024-04-01")
    world.submit(
        tournament(
            "may",
            "2024-05-10",
            game(1, "A", "C", "1-0"),
            game(2, "D", "C", "1-0"),
            name="Vappu",
        )
    )
    return world


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Dear Aino Aho,",
                "on the list april it was",
                "10 May 2024  Vappu: 1/1, +",
            ),
        ),
        ("fi", ("Hei Aino Aho,", "listalla april se oli", "10.5.2024  Vappu: 1/1, +")),
        (
            "sv",
            ("Hej Aino Aho,", "på listan april var det", "10.5.2024  Vappu: 1/1, +"),
        ),
    ],
)
def test_a_letter_to_everybody_who_moved(
    selo: Selo, language: str, words: tuple[str, ...]
) -> None:
    rows = {
        letter["player"]: letter
        for letter in selo.ask(
            "letters", "list", "--since", "april", "--language", language
        )["rows"]
    }
    assert set(rows) == {"A", "C"} | ({"D"} if "D" in rows else set())
    assert all(word in rows["A"]["text"] for word in words), rows["A"]["text"]
    assert (
        rows["A"]["change"] == rows["A"]["new"] - rows["A"]["old"] > 0
        and "−" in rows["C"]["text"]
    )
    assert (
        selo.ask("letters", "list", "--since", "april", "--player", "B")["rows"] == []
    )


def test_a_correction_is_told(selo: Selo) -> None:
    selo.done(
        "amend", "spring", "--game", "1.1", "--result", "1-0", "--reason", "misread"
    )
    [letter] = selo.ask("letters", "list", "--since", "april", "--player", "B")["rows"]
    assert (
        "Earlier results were corrected as well" in letter["text"]
        and letter["change"] < 0
    )


def test_a_letter_after_a_merge_begins_with_the_rating_of_the_id_that_counts(
    selo: Selo,
) -> None:
    """A stood on the list with their opening, and lower down as Z, a beginner."""
    selo.submit(
        player("Z"),
        tournament("beginners", "2024-03-20", "Z B", "Z C 0-1", "Z C 0-1", "Z C 0-1"),
    )
    selo.done("publish", "selo", "april", "--as-of", "2024-04-01")
    listed = selo.ask("list", "selo", "--label", "april")["rows"]
    ratings = {row["player"]: row["rating"] for row in listed}
    assert ratings["Z"] < ratings["A"]

    selo.done("player", "merge", "Z", "A", "--reason", "one person")
    [letter] = selo.ask("letters", "list", "--since", "april", "--player", "A")["rows"]
    assert letter["old"] == ratings["A"]


@pytest.mark.lists("elo-no")
def test_whoever_was_rated_and_not_published_has_moved_since_or_gets_no_letter(
    tmp_path: Path,
) -> None:
    """Norway's list leaves out who has too few games, and who has not played for long."""
    norway = Selo(tmp_path, today="2010-02-01")
    norway.done("init", "--rules", "no")
    norway.submit(
        *(player(name, name=name) for name in "ABC"),
        opening("A", 1800, "elo-no", on="2010-01-01", games=60),
        opening("B", 1420, "elo-no", on="2010-01-01", games=8),
        opening("C", 1600, "elo-no", on="2006-01-01", games=90),
    )
    norway.done("publish", "elo-no", "february", "--as-of", "2010-02-01")
    listed = norway.ask("list", "elo-no", "--label", "february")["rows"]
    assert [row["player"] for row in listed] == ["A"]

    norway.clock("2010-12-31")
    games = game(1, "A", "B"), game(2, "B", "A", "1/2-1/2")
    norway.submit(tournament("march", "2010-03-07", *games, minutes=150))
    since_list, since_day = (
        norway.ask("letters", "list", "--since", since, "--list", "elo-no")["rows"]
        for since in ("february", "2010-02-01")
    )
    ratings = [(row["player"], row["old"], row["new"]) for row in since_list]
    assert ratings == [(row["player"], row["old"], row["new"]) for row in since_day]
    assert [(player, old) for player, old, _ in ratings] == [("A", 1800), ("B", 1420)]
    texts = [row["text"] for row in since_list]
    assert "on the list february it was 1800" in texts[0]
    assert "on 1 February 2010 it was 1420" in texts[1], "no list had it"


def test_letters_as_files(selo: Selo) -> None:
    folder = selo.folder / "letters"
    ran = selo.run("letters", "list", "--since", "2024-04-01", "--to", str(folder))
    assert ran.code == 0 and (folder / "A.txt").read_text("utf-8").startswith(
        "Dear Aino Aho,\n"
    )
    assert (
        selo.run("letters", "list", "--since", "2024-04-01", "--to", str(folder)).code
        == 1
    )
    assert "\\n" not in selo.done("letters", "list", "--since", "april")


def test_letters_are_in_the_language_of_the_command(selo: Selo, tmp_path: Path) -> None:
    line = ("letters", "list", "--since", "april", "--player", "A")
    assert selo.done("--lang", "sv", *line).startswith("Hej Aino Aho,")
    assert selo.done("--lang", "sv", *line, "--language", "fi").startswith(
        "Hei Aino Aho,"
    )
    selo.done("--lang", "sv", *line, "--to", str(tmp_path / "letters"))
    assert (
        (tmp_path / "letters" / "A.txt").read_text("utf-8").startswith("Hej Aino Aho,")
    )
    # what programs read is the same whatever the language of a terminal is
    assert selo.run("--lang", "sv", *line, "--json").value == selo.ask(*line)
    assert selo.ask(*line)["language"] == "en"


def test_without_a_letter_no_folder_is_made(selo: Selo, tmp_path: Path) -> None:
    line = (
        "letters",
        "list",
        "--since",
        "april",
        "--player",
        "B",
        "--to",
        str(tmp_path / "letters"),
    )
    ran = selo.run(*line)
    assert (ran.code, ran.out) == (0, "") and "no rating moved since april" in ran.err
    assert not (tmp_path / "letters").exists()
    assert selo.run(*line).code == 0


def test_letters_are_all_there_or_none(
    selo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = selo.folder / "letters"
    line = ("letters", "list", "--since", "2000-01-01", "--to", str(folder))
    with monkeypatch.context() as broken:
        broken.setattr(Path, "write_text", full)
        result = selo.run(*line)
    assert (
        result.code == 1
        and f"{folder}: No space left on device - free some disk space" in result.err
    )
    assert not folder.exists()
    selo.done(*line)
    assert [path.name for path in folder.iterdir()]
    assert selo.run(*line).code == 1


@pytest.mark.lists("elo-no")
def test_a_list_that_the_ledger_does_not_keep_is_named(selo: Selo) -> None:
    refused = selo.run("letters", "list", "--since", "2024-01-01", "--list", "elo-no")
    assert refused.code == 3 and "the ledger keeps no list elo-no" in refused.err


def test_letters_are_in_the_language_of_the_page(service: Served) -> None:
    assert "Hej Aino Hallavuori," in service.ask("/sv/letters?since=2024-07").text
    assert (
        "Hei Aino Hallavuori,"
        in service.ask("/sv/letters?since=2024-07&language=fi").text
    )


def test_a_letter_names_the_page_of_each_sum(service: Served) -> None:
    asked = "/api/letters?since=2024-07&list=selo&language=sv&player=F033"
    [plain] = service.ask(asked).value["rows"]
    assert "selo explain" not in plain["text"] and "http" not in plain["text"]
    [letter] = service.ask(f"{asked}&service=https://tal.example/x/").value["rows"]
    sums = re.findall(
        r"https://tal\.example/x(/sv/players/F033/why/\S+)", letter["text"]
    )
    assert sums
    for address in sums:
        assert service.ask(address, fields=HTML).status == 200
    page = service.ask("/letters?since=2024-07&list=selo", fields=HTML).text
    assert f"http://127.0.0.1:{service.port}/en/players/F033/why/" in page
    assert service.ask(f"{asked}&service=javascript:alert(1)").status == 400
