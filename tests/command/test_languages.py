"""The command speaks Finnish and Swedish: whose language, every line in it, and for
programs always the same bytes.
"""

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest

from cli.copies import _events
from cli.options import language
from cli.output import LANGUAGE, table
from messages import listed_names, translated
from tests.command.command_lines import EVERY_KIND
from tests.features import asked_of_features
from tests.world.command import Selo
from tests.world.documents import game, player, tournament
from tools import words

TABLE = (
    "round,white,black,result\n1,F033,F034,1-0\n1,Aino Hallavuori,Nobody"
    " Known,0-1\n2,F001,F033,1/2-1/2\n"
)
MORE = (
    player("P200", name="Master"),
    tournament("spring", "2025-03-01", game(1, "F001", "P200")),
)


@pytest.fixture
def folder(tmp_path: Path, demo_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Selo:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE)
    for asked in asked_of_features():
        for name, text in asked.files.items():
            (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "bad.jsonl").write_text('{"kind": "plaier"}\n')
    selo = Selo(tmp_path, demo_ledger, today="2025-10-01")
    selo.file("more.jsonl", *MORE)
    return selo


class Pretended(NullTranslations):
    """A language of dots: what is in a catalogue has no letter left but in its places,
    and what is not stays.
    """

    def __init__(self) -> None:
        super().__init__()
        program = words.wanted("program")
        self.asked: set[str] = set()
        self.words = {word for context, word in program if context == words.WORD}
        self.texts = {text for context, text in program if context is None} | set(
            filter(None, program.values())
        )

    def gettext(self, message: str) -> str:
        return (
            re.sub(r"\{[^}]*\}|[^\W\d_]", _dotted, message)
            if message in self.texts
            else message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add(message)
        return "." * len(message) if message in self.words else message


def _dotted(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 else "."


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    catalogue = Pretended()
    monkeypatch.setattr(translated, "catalogue", lambda language: catalogue)
    return catalogue


WORD = r"(?<![\w/.=-])[a-z]{3,}(?![\w/.=-])"
# names of lists, rules, kinds, roles, formats and methods: what people type, or what
# others have called something
DATA = set(
    re.findall(
        "[a-z]+",
        """
    selo pelo elo fide normal table exact uscf norway min ascii sqlite schema opening publish settings tester officer
    game amend announce decision withdraw tournament player reinstate ruling merge extra open true false cap start show
    unrated entry plays step published
""",
    )
)
# what somebody has written stands as it is, wherever it came from
FREE = re.compile(r"`[^`]*`|'[^']*'|\(\w+\)|\{\".*|(?:no )?code: \S+")


@cache
def vocabulary() -> set[str]:
    """The words of our messages."""
    return {
        word
        for (_, text) in words.wanted("program")
        for word in re.findall(WORD, re.sub(r"\{[^}]*\}", " ", text))
    }


def english(text: str, typed: str, free: set[str]) -> Iterator[str]:
    """The words of our messages that are left in a text, but those that were typed or
    that people have written.
    """
    for line in text.split("\n"):
        for name in sorted(free, key=len, reverse=True):
            line = line.replace(name, "")
        left = set(re.findall(WORD, FREE.sub("", line))) & vocabulary() - DATA - set(
            re.findall("[a-z]+", typed)
        )
        yield from (f"{word} in {line!r} of {typed}" for word in sorted(left))


def written_by_people(selo: Selo) -> set[str]:
    """Names and reasons of the ledger, and the titles of the texts that rules come
    from.
    """
    log, rules = selo.ask("log")["events"], selo.ask("rules")["rows"]
    named = [
        row["name"]
        for row in (
            *selo.ask("tournament", "list")["rows"],
            *selo.ask("player", "find", "a")["rows"],
        )
    ]
    return {
        text
        for text in (
            *named,
            *(event["reason"] for event in log),
            *(row["source"] for row in rules),
        )
        if text
    }


def left_in_english(
    selo: Selo, lines: str, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    free = written_by_people(selo)
    monkeypatch.setenv("SELO_LANG", "fi")
    found: list[str] = []
    for line in lines.splitlines():
        result = selo.run(*shlex.split(line))
        found += english(result.out + result.err, line, free)
    return found


def test_every_line_of_every_command_is_in_the_language(
    folder: Selo, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\n".join(left_in_english(folder, EVERY_KIND, monkeypatch)) == ""
    # a heading that no message has would not be known as English: those that are no
    # word of ours are data
    data = (
        r"|\d.*|\w|Elo|Brier|kappa|q"
        r" (?:after|roughly)|selo|pelo|elo.*|logistic|norway|schema|sqlite|said"
    )
    assert [
        name
        for name in pretended.asked
        if name not in pretended.words and not re.fullmatch(data, name)
    ] == []


@pytest.mark.parametrize(
    "fault", ["printed as it is", "a heading", "not in the catalogue"]
)
def test_a_line_that_stayed_english_is_seen(
    fault: str, folder: Selo, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "printed as it is":
        monkeypatch.setattr("cli.output.spoken", str)
    elif fault == "a heading":
        pretended.words.discard("rating")
    else:
        pretended.texts.discard("established")
    assert left_in_english(folder, "show F033", monkeypatch)


PROGRAMS = (
    "show F033",
    "list selo --top 3",
    "log --limit 3",
    "explain F033",
    "titles",
    "doctor",
    "rules fi-2023",
    "show NOBODY",
    "list nonsense",
    "show",
    "amend x",
    "submit bad.jsonl",
    "log impact 200",
)


def test_programs_read_the_same_bytes_in_every_language(
    folder: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers() -> list[str]:
        given = [
            (line, form) for line in PROGRAMS for form in ("--json", "--jsonl", "--csv")
        ]
        outs = [folder.run(*shlex.split(line), form).out for line, form in given]
        return [re.sub(r"[\d.]+ [kMG]B free", "", out) for out in outs]

    before = answers()
    monkeypatch.delenv("SELO_LANG")
    monkeypatch.setenv("LANG", "fi_FI.UTF-8")
    assert answers() == before
    # and it is Finnish for people
    assert "katso `selo list --help`" in folder.run("list", "nonsense").err


@pytest.mark.parametrize(
    ("line", "environment", "chosen"),
    [
        ("show A", {}, "en"),
        ("show A --lang sv", {"SELO_LANG": "fi", "LANG": "fi_FI.UTF-8"}, "sv"),
        ("--lang=fi show A", {}, "fi"),
        ("--lang fi show A --lang=sv", {}, "sv"),
        ("--lang=fi show A --lang sv", {}, "sv"),
        ("--lang fi player add -- --lang=sv", {}, "fi"),
        ("show A", {"SELO_LANG": "sv", "LC_ALL": "fi_FI"}, "sv"),
        (
            "show A",
            {"LC_ALL": "sv_FI.UTF-8", "LC_MESSAGES": "fi_FI", "LANG": "fi_FI"},
            "sv",
        ),
        ("show A", {"LC_ALL": "", "LC_MESSAGES": "fi_FI@euro", "LANG": "sv_SE"}, "fi"),
        ("show A", {"LANG": "fi"}, "fi"),
        ("show A", {"LC_ALL": "C", "LANG": "fi_FI.UTF-8"}, "en"),
        ("show A", {"LANG": "POSIX"}, "en"),
        ("show A", {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_whose_language_it_is(
    line: str, environment: dict[str, str], chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SELO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(line.split()) == chosen


def test_the_language_counts_before_and_behind_the_command(club: Selo) -> None:
    behind = club.run("show", "A", "--lang", "fi")
    assert (behind.code, behind.out.splitlines()[1][:5]) == (0, "lista")
    assert (
        club.run("--lang", "fi", "show", "A")
        == behind
        == club.run("show", "--lang=fi", "A")
    )
    assert "no such file" in club.run("ledger", "restore", "none.db").err
    assert (
        "tiedostoa ei ole"
        in club.run("ledger", "restore", "none.db", "--lang", "fi").err
    )
    assert LANGUAGE.get() == "en"  # and it is not kept


@pytest.mark.parametrize("way", ["option", "environment"])
def test_a_language_that_is_not_spoken_is_refused(
    way: str, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "environment":
        monkeypatch.setenv("SELO_LANG", "de")
    result = club.run("show", "A", *(["--lang", "de"] if way == "option" else []))
    assert result.code == 2 and "'de' is not one of 'fi', 'sv', 'en'" in result.err


def test_a_name_is_no_word(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player called Master, a club called new and a tournament called Performance."""
    club.submit(
        player("M", name="Master", club="new", born="1990"),
        tournament("performance", "2024-03-01", game(1, "M", "A"), name="Performance"),
    )
    monkeypatch.setenv("SELO_LANG", "fi")
    assert re.search(r"^M +Master +new", club.done("player", "find", "Master"), re.M)
    assert club.done("tournament", "performance").startswith(
        "Performance (performance)"
    )
    with_heading = LANGUAGE.set("fi")
    try:  # so is the name of a list or a proposal that heads a column
        assert (
            table(("player", listed_names(["points"], 1)), [("A", 1)])[0]
            == "pelaaja  points"
        )
    finally:
        LANGUAGE.reset(with_heading)


@pytest.mark.parametrize(
    ("spoken", "one", "two"),
    [
        ("fi", "1 tapahtuma", "2 tapahtumaa"),
        ("sv", "1 händelse", "2 händelser"),
        ("en", "1 event", "2 events"),
    ],
)
def test_one_and_many(spoken: str, one: str, two: str) -> None:
    assert [translated.said(_events(count), spoken) for count in (1, 2)] == [one, two]


def test_days_and_numbers_are_written_as_the_language_has_them(folder: Selo) -> None:
    assert folder.done(
        "player", "performance", "F033", "--last", "9", "--lang", "fi"
    ).startswith(
        "Aino Hallavuori: 6,5/9, vastustajat keskimäärin 1829,4, 25.3.2025 –"
        " 21.4.2025\n"
    )


def test_json_of_a_refusal_has_its_english(club: Selo) -> None:
    refused = club.run("show", "NOBODY", "--json", "--lang", "sv").out
    assert json.loads(refused)["problems"][0]["message"] == "nobody has the id 'NOBODY'"
