"""Messages: English as it stands, any language from the template, and values that
nobody translates.
"""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from ledger.bodies import GameFact, HeaderFact
from ledger.decisions import FIELDS
from ledger.documents import Details
from ledger.events import PlayerRegistered
from messages import (
    NOTHING,
    by_command,
    counted,
    joined_message,
    listed_names,
    option,
    over_http,
    say,
)
from messages.answer import json_text
from messages.translated import read_catalogue, said, said_elsewhere
from tests import rooms
from tools import words

ROOT = Path(__file__).parents[1]


def test_a_message_is_its_english_text() -> None:
    message = say("{name} is new and needs an id", name="Aino")
    assert message == "Aino is new and needs an id"
    assert (
        json_text({"message": message}) == '{"message": "Aino is new and needs an id"}'
    )
    assert said(message, "fi") == "Aino on uusi ja tarvitsee tunnuksen"


@pytest.mark.parametrize(
    "name",
    ["Master", "Performance", "History", "1-0", "2024-06-30", "{name}", "a / b", "no"],
)
@pytest.mark.parametrize("language", ["fi", "sv", "en"])
def test_a_name_is_never_translated(name: str, language: str) -> None:
    """A tournament called "Master" was shown as "Mestari"."""
    assert name in said(say("{name} is new and needs an id", name=name), language)
    assert said(name, language) == name


def test_another_name_for_a_file_reaches_every_part_and_every_reader() -> None:
    """A backup is checked as a draft; the sentence names the file that was asked for."""
    some = counted("{file}: {count} row", "{file}: {count} rows", 3, file="x.draft")
    aside = by_command(
        "see `selo verify --db {file}`", "ask who keeps {file}", file="x.draft"
    )
    renamed = joined_message([some, aside, say("no file")]).renamed("x.draft", "x.db")
    assert renamed == "x.db: 3 rows; see `selo verify --db x.db`; no file"
    assert said_elsewhere(renamed, "en") == "x.db: 3 rows; ask who keeps x.db; no file"
    assert some.renamed("y", "z") is some


def test_days_sums_and_results_are_written_as_the_language_has_them() -> None:
    message = say(
        "Elo {rating} on {day}: {sum}, at least 100 (3.7)",
        rating=1800,
        day="2024-06-30",
        sum="1800 - 1650 = 150",
    )
    assert (
        said(message, "fi")
        == "elo 1800 30.6.2024: 1800 \u2212 1650 = 150, vähintään 100 (3.7)"
    )
    assert (
        said(message, "en")
        == "Elo 1800 on 30 June 2024: 1800 \u2212 1650 = 150, at least 100 (3.7)"
    )
    assert said(say("{result}", result="1/2-1/2"), "sv") == "½–½"
    assert (
        said(say("{sum}", sum="1568 + 45 x 2.01 = 1658.45 (7.2)"), "fi")
        == "1568 + 45 × 2,01 = 1658,45 (7.2)"
    )


@pytest.mark.parametrize("language", ["fi", "sv"])
def test_our_reader_of_catalogues_reads_what_the_library_reads(language: str) -> None:
    """Every text with its context, its plural forms, its line ends and quotes."""
    for name, least in (("program", 1500), ("pages", 300), ("desk", 100)):
        library = {
            key: words.texts(message)
            for key, message in words.translated(words.kept(language, [name]))
        }
        ours = read_catalogue(language, name)
        assert len(library) > least
        for (context, message), texts in library.items():
            if len(texts) == 2:
                assert (
                    tuple(ours.ngettext(message, "", count) for count in (1, 2))
                    == texts
                )
            else:
                assert (ours.pgettext(context or "", message),) == texts


def test_quotes_and_line_ends_of_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("messages.translated._HERE", tmp_path)
    text = r"""
#, python-brace-format
msgid ""
"say \"{word}\"\n"
"and \\ go"
msgstr "sano \"{word}\"\nja \\ mene"

#~ msgid "gone"
#~ msgstr "poissa"

msgid "to be translated"
msgstr ""
"""
    (tmp_path / "fi").mkdir()
    (tmp_path / "fi" / "program.po").write_text(text, "utf-8")
    made = read_catalogue("fi", "program")
    assert made.gettext('say "{word}"\nand \\ go') == 'sano "{word}"\nja \\ mene'
    assert [made.gettext(other) for other in ("gone", "to be translated")] == [
        "gone",
        "to be translated",
    ]
    assert [made.ngettext("one", "many", count) for count in (1, 2)] == ["one", "many"]


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("fi", "1 peli", "2 peliä"),
        ("sv", "1 parti", "2 partier"),
        ("en", "1 game", "2 games"),
    ],
)
def test_a_number_has_its_own_form(language: str, one: str, two: str) -> None:
    assert [
        said(counted("{count} game", "{count} games", count), language)
        for count in (1, 2)
    ] == [one, two]


def test_a_message_within_another_is_said_too() -> None:
    row = say(
        "{player} met {opponent}, but no row has that number", player=1, opponent=2
    )
    message = say("round {number}: {sentence}", number=1, sentence=row)
    assert message == "round 1: 1 met 2, but no row has that number"
    assert said(message, "fi").startswith("kierros 1: 1 pelasi vastustajaa 2 vastaan")
    both = joined_message([message, say("correct it")])
    assert both == f"{message}; correct it"
    assert said(both, "sv").endswith("; rätta det")


def test_what_only_a_command_would_do_is_said_otherwise_elsewhere() -> None:
    undo = by_command("`selo reinstate {name}` first", "reinstate it first", name="a")
    assert (said(undo, "en"), said_elsewhere(undo, "en")) == (
        "`selo reinstate a` first",
        "reinstate it first",
    )
    assert said_elsewhere(by_command("see `selo log`"), "fi") == ""


def test_a_parameter_is_named_as_its_reader_gives_it() -> None:
    """--as-of at a command line, as_of over HTTP and on a page, also deep in a
    sentence; days and signs stay.
    """
    inner = say(
        "{name}: {text} is not {kind}",
        name=option("as_of"),
        text="'2024-13-01'",
        kind=say("a year"),
    )
    whole = joined_message(
        [
            say("line {number}: {sentence}", number=-1, sentence=inner),
            by_command("see `selo log`"),
        ]
    )
    assert whole == "line -1: --as-of: '2024-13-01' is not a year; see `selo log`"
    assert over_http(whole) == "line -1: as_of: '2024-13-01' is not a year"
    assert said_elsewhere(inner, "fi") == "as_of: '2024-13-01' ei ole vuosi"
    assert (option("tournament", "id"), over_http(option("tournament", "id"))) == (
        "--id",
        "tournament",
    )
    assert over_http(say("after {day}", day="2024-06-30")) == "after 2024-06-30"
    assert (
        over_http(
            counted("{count} of {what}", "{count} of {what}", 2, what=option("x"))
        )
        == "2 of x"
    )
    assert over_http("a name -- as it is") == "a name -- as it is"


COMMAND_LINE = re.compile(r"(?<![\w-])--[a-z{]|`selo |\bselo [a-z]+ (--|[A-Z]+\b)")
CLI_ALONE = {"cli"}  # nobody meets its sentences elsewhere


@pytest.mark.parametrize(
    "room", [room for room in (*words.ROOMS, "features") if room not in CLI_ALONE]
)
def test_only_a_command_line_reads_of_options_and_commands(room: str) -> None:
    """What a sentence says everywhere, or elsewhere, names no option and no command."""
    found = []
    for path in sorted((ROOT / room).rglob("*.py")):
        if path.name == "command.py" and room == "features":
            continue  # what a feature prints at a command line
        for keywords in (
            {"say": None, "template": None, "counted": (1, 2)},
            {"by_command": (2,)},
        ):
            with path.open("rb") as file:
                said_there = extract("python", file, keywords=keywords)
                found += [
                    (path.name, text)
                    for _, text, _, _ in said_there
                    if COMMAND_LINE.search(str(text))
                ]
    assert found == []


def test_a_message_reaches_another_process_whole() -> None:
    for message in (
        counted("{count} game", "{count} games", 2),
        by_command("see `selo log`"),
        joined_message([say("correct it"), NOTHING]),
    ):
        again = pickle.loads(pickle.dumps(message))
        assert again == message
        assert [said_elsewhere(again, "fi"), said(again, "sv")] == [
            said_elsewhere(message, "fi"),
            said(message, "sv"),
        ]


def test_a_file_has_another_name_in_the_same_message() -> None:
    message = say("{path} is a folder, not a ledger", path="draft.db").renamed(
        "draft.db", "a.db"
    )
    assert (message, message.template) == (
        "a.db is a folder, not a ledger",
        "{path} is a folder, not a ledger",
    )


def test_names_behind_the_first_are_counted() -> None:
    assert [listed_names(["a", "b", "c"], most) for most in (3, 2)] == [
        "a, b, c",
        "a, b and 1 more",
    ]


def dynamic(tree: ast.AST) -> Iterator[int]:
    """Lines where a template is put together, so that nobody could translate it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            "say",
            "counted",
            "by_command",
        ):
            templates = (
                node.args[:1]
                if getattr(node.func, "id", "") == "say"
                else node.args[:2]
            )
            yield from (
                node.lineno
                for part in templates
                if isinstance(part, ast.JoinedStr | ast.BinOp)
            )


def test_every_template_is_written_out() -> None:
    trees = {
        rooms.name_of(path, ROOT): rooms.tree_of(path) for path in rooms.modules(ROOT)
    }
    assert [
        (name, line) for name, tree in trees.items() for line in dynamic(tree)
    ] == []


def test_a_template_put_together_is_seen() -> None:
    text = (
        'say(f"{a} is new")\nsay("x" + y)\nsay("{a} is new",'
        ' a=f"{b}")\ncounted("{count} game", f"{n} games", 2)'
    )
    assert list(dynamic(ast.parse(text))) == [1, 2, 4]


def test_every_field_of_a_fact_has_its_word() -> None:
    facts = (HeaderFact, GameFact, PlayerRegistered, Details)
    fields = {field.name for fact in facts for field in msgspec.structs.fields(fact)}
    assert (
        fields - {"details", "place", "game", "read", "salt", "seal"} <= FIELDS.keys()
    )


def test_fields_are_called_in_words_and_not_by_their_codes() -> None:
    assert [word for word in FIELDS.values() if "_" in word] == []
    assert FIELDS["time_control"] == "time control"


CATALOGUES = sorted(
    [*ROOT.glob("messages/*/*.po"), *ROOT.glob("features/*/messages/*/*.po")]
)
PLACE = re.compile(r"\{[a-z_]+[^{}]*\}|%\([a-z_]+\)s")


@pytest.mark.parametrize(
    "path", CATALOGUES, ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_a_translation_has_the_places_of_its_sentence(path: Path) -> None:
    """What is said of one thing may leave some out, as "a game" does the count."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    wrong = []
    for message in catalogue:
        sentence = message.id if isinstance(message.id, str) else message.id[-1]
        texts = (
            [message.string]
            if isinstance(message.string, str)
            else list(message.string or ())
        )
        of_one = set(PLACE.findall(message.id[0])) if len(texts) > 1 else None
        for at, text in enumerate(texts if message.id else ()):
            there = set(PLACE.findall(text))
            if there not in (set(PLACE.findall(sentence)), of_one if at == 0 else None):
                wrong.append(text)
    assert wrong == []
