"""Every question over HTTP answers byte for byte what the command prints: there is no
second path.
"""

import re
import shlex

import pytest

from features import FEATURES
from rulebooks import LISTS, family
from tests.features import TIMES, TIMES_OPTIONS, asked_of_features
from tests.web.serving import Served
from tests.world.command import NAMES, Command, Selo, name_in
from web.questions.registry import QUESTIONS, ServedQuestion

# a list beside selo
OTHER = LISTS[-1]
# command as the registry names it: address and command line, several where options
# differ
ASKED: dict[str, list[tuple[str, str]]] = {
    "show": [
        ("/players/F033", "show F033"),
        (f"/players/F033?{TIMES}", f"show F033 {TIMES_OPTIONS}"),
        ("/players/F033?known_seq=150", "show F033 --known-seq 150"),
    ],
    "player ratings": [
        ("/players?ids=F033,F001,nobody", "player ratings F033,F001,nobody"),
        (
            f"/players?ids=F033+F001&list=selo&{TIMES}",
            f"player ratings F033 F001 --list selo {TIMES_OPTIONS}",
        ),
    ],
    "player show": [("/players/F033/details", "player show F033")],
    "player find": [
        ("/search?words=hallavuori", "player find hallavuori"),
        ("/search?words=a+o", "player find a o"),
    ],
    "history": [
        ("/players/F033/history", "history F033"),
        (
            "/players/F033/history?list=pelo&all_versions=true",
            "history F033 --list pelo --all-versions",
        ),
        (
            "/players/F033/history?from=2023-01-01&to=2023-12-31",
            "history F033 --from 2023-01-01 --to 2023-12-31",
        ),
    ],
    "explain": [
        ("/players/F033/why/kuusilahti-open-2023", "explain F033 kuusilahti-open-2023"),
        (
            f"/players/F033/why/kuusilahti-open-2023?list=selo&{TIMES}",
            f"explain F033 kuusilahti-open-2023 --list selo {TIMES_OPTIONS}",
        ),
    ],
    "export player": [("/players/F033/file", "export player F033")],
    "titles": [
        ("/titles", "titles"),
        ("/titles?player=F033", "titles F033"),
        ("/titles?earned_since=2024-01-01", "titles --earned-since 2024-01-01"),
    ],
    "player performance": [
        ("/players/F033/performance?last=9", "player performance F033 --last 9"),
        (
            "/players/F033/performance?from=2023-01-01&to=2024-12-31&list=selo",
            "player performance F033 --from 2023-01-01 --to 2024-12-31 --list selo",
        ),
    ],
    "tournament list": [
        ("/tournaments", "tournament list"),
        (f"/tournaments?{TIMES}", f"tournament list {TIMES_OPTIONS}"),
    ],
    "tournament": [
        ("/tournaments/kuusilahti-open-2023", "tournament kuusilahti-open-2023")
    ],
    "export trf": [
        ("/tournaments/kuusilahti-open-2023/trf", "export trf kuusilahti-open-2023"),
        (
            "/tournaments/kuusilahti-open-2023/trf?format=trf16",
            "export trf kuusilahti-open-2023 --format trf16",
        ),
    ],
    "export pgn": [
        ("/tournaments/kuusilahti-open-2023/pgn", "export pgn kuusilahti-open-2023")
    ],
    "export games": [
        ("/tournaments/kuusilahti-open-2023/games", "export games kuusilahti-open-2023")
    ],
    "export audit": [
        ("/tournaments/kuusilahti-open-2023/audit", "export audit kuusilahti-open-2023")
    ],
    "player need": [
        (
            "/players/F033/need?target=2060&against=F001&against=F002",
            "player need F033 --target 2060 --against F001 F002",
        ),
    ],
    "player opponents": [
        ("/players/F033/opponents", "player opponents F033"),
        (
            f"/players/F033/opponents?list=selo&{TIMES}",
            f"player opponents F033 --list selo {TIMES_OPTIONS}",
        ),
    ],
    "player versus": [
        ("/players/F033/against/F025", "player versus F033 F025"),
        (
            f"/players/F033/against/F003?list=selo&{TIMES}",
            f"player versus F033 F003 --list selo {TIMES_OPTIONS}",
        ),
    ],
    "list next": [
        ("/lists/next", "list next"),
        ("/lists/next?list=pelo&moved=true", "list next pelo --moved"),
    ],
    "list compare": [
        (
            "/lists/selo/compare/2024-07/2024-07",
            "list compare 2024-07 2024-07 --list selo",
        )
    ],
    "list published": [
        ("/lists", "list published"),
        ("/lists?list=selo", "list published selo"),
    ],
    "list --bands": [
        ("/lists/selo/bands", "list selo --bands 100"),
        ("/lists/pelo/bands?width=50", "list pelo --bands 50"),
        (f"/lists/selo/bands?{TIMES}", f"list selo --bands 100 {TIMES_OPTIONS}"),
    ],
    "list": [
        ("/lists/selo", "list selo"),
        (
            f"/lists/pelo?sex=f&{TIMES}",
            f"list pelo --sex f {TIMES_OPTIONS}",
        ),
        (
            (
                "/lists/selo?min_games=20&active_since=2024-01-01&born_from=1990&born_to=2010-12-31&federation=FIN"
                "&min_rating=1700&published=true&top_list=true"
            ),
            (
                "list selo --min-games 20 --active-since 2024-01-01 --born-from 1990"
                " --born-to 2010-12-31 --federation FIN --min-rating 1700 --published"
                " --top-list"
            ),
        ),
        (
            "/lists/selo?club=Lumikosken+Sotilas",
            "list selo --club 'Lumikosken Sotilas'",
        ),
        (f"/lists/{OTHER}?known_seq=1", f"list {OTHER} --known-seq 1"),
        ("/lists/selo?change_since=2024-01-01", "list selo --change-since 2024-01-01"),
        (
            "/lists/selo?change_since=2024-07&min_games=30",
            "list selo --change-since 2024-07 --min-games 30",
        ),
    ],
    "list --list": [
        ("/lists/selo/published/2024-07", "list selo --list 2024-07"),
        (
            "/lists/selo/published/2024-07?revision=1",
            "list selo --list 2024-07 --revision 1",
        ),
    ],
    "export list": [
        ("/lists/selo/people", "export list selo"),
        (f"/lists/pelo/people?{TIMES}", f"export list pelo {TIMES_OPTIONS}"),
    ],
    "rules": [("/rules", "rules")],
    "rules EDITION": [
        (f"/rules/{edition}", f"rules {edition}")
        for edition in sorted(
            {edition for name in LISTS for edition in family(name).EDITIONS}
        )
    ],
    "log": [
        ("/log", "log"),
        ("/log?player=F033", "log --player F033"),
        (
            "/log?tournament=kuusilahti-open-2023",
            "log --tournament kuusilahti-open-2023",
        ),
    ],
    "log event": [
        ("/events/200", "log event 200"),
        ("/events/36?known_seq=200", "log event 36 --known-seq 200"),
    ],
    "log follow": [
        ("/events?after=190&limit=20", "log follow --after 190 --limit 20"),
        ("/events?after=9999", "log follow --after 9999"),
    ],
    "log impact": [
        ("/log/200", "log impact 200"),
        ("/log/200?after=3", "log impact 200 --after 3"),
    ],
    "proof prove": [("/log/200/proof", "proof prove 200")],
    "log diff": [
        ("/diff?known_seq=150..205", "log diff --known-seq 150..205"),
        (
            "/diff?known_on=2024-01-01..2024-07-01&player=F033&list=selo&as_of=2024-06-30",
            (
                "log diff F033 --known-on 2024-01-01..2024-07-01 --list selo --as-of"
                " 2024-06-30"
            ),
        ),
    ],
    "ledger replay": [
        ("/replay", "ledger replay"),
        (
            "/replay?list=pelo&known_seq=120",
            "ledger replay --list pelo --known-seq 120",
        ),
    ],
    "verify": [("/verify", "verify")],
    "ledger settings": [("/settings", "ledger settings")],
    "ledger rebuild --check": [("/rebuild", "ledger rebuild --check")],
    "export ledger": [("/ledger", "export ledger")],
    "doctor": [("/doctor", "doctor")],
}
for feature in asked_of_features():
    ASKED |= feature.questions
# what a run takes, and what else the machine does meanwhile
SECONDS = re.compile(r'"seconds": [^,}\n]+|[0-9.]+ [kMGT]?i?B')

CALCULATORS = pytest.mark.features("calculators")
MEMBERS = pytest.mark.features("members")
OPTION = re.compile(r"--([a-z][a-z-]+)")


@pytest.fixture(scope="module")
def selo(published: Selo) -> Command:
    for feature in asked_of_features():
        for name, text in feature.files.items():
            (published.folder / name).write_text(text, "utf-8")
    return published


def words(line: str, selo: Command) -> list[str]:
    return shlex.split(line.format(folder=selo.folder))


def as_json(line: list[str]) -> list[str]:
    """Options come before the games, which may look like options."""
    at = line.index("--") if "--" in line else len(line)
    return [*line[:at], "--json", *line[at:]]


def test_every_question_is_compared() -> None:
    assert {entry.command for entry in QUESTIONS} == ASKED.keys()


# what is no question: it writes, makes a file or a key, runs on, or belongs to one
# machine's shell
NO_QUESTIONS = {
    "init",
    "ledger copy",
    "submit",
    "amend",
    "withdraw",
    "reinstate",
    "tournament game",
    "player add",
    "player merge",
    "player erase",
    "vouch",
    "tournament header",
    "publish",
    "undo",
    "ledger import",
    "ledger backup",
    "ledger restore",
    "proof key",
    "proof new-key",
    "export tables",
    "proof checkpoint",
    "proof bundle",
    "draft",
    "access",
    "serve",
    "demo",
    "help",
    "ledger upgrade",
}
NO_QUESTIONS |= {name_in(name) for feature in FEATURES for name in feature.answers} - {
    name_in(entry.command) for entry in QUESTIONS
}


def test_every_command_that_asks_has_an_address() -> None:
    asked = {name_in(entry.command) for entry in QUESTIONS}
    assert asked.isdisjoint(NO_QUESTIONS) and asked | NO_QUESTIONS == NAMES


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_json_is_what_the_command_prints(
    entry: ServedQuestion, service: Served, selo: Command
) -> None:
    for address, line in ASKED[entry.command]:
        printed = selo.run(*as_json(words(line, selo)))
        page, _, query = address.partition("?")
        for asked in (f"/api{page}", f"{page}.json"):
            reply = service.ask(f"{asked}?{query}" if query else asked)
            assert reply.status == 200, reply.text
            assert reply.fields["content-type"] == "application/json"
            assert SECONDS.sub("", reply.text) == SECONDS.sub("", printed.out), address


@pytest.mark.parametrize(
    "entry", [e for e in QUESTIONS if e.has_rows], ids=lambda entry: entry.command
)
def test_csv_is_what_the_command_prints(
    entry: ServedQuestion, service: Served, selo: Command
) -> None:
    for address, line in ASKED[entry.command]:
        form = ("--csv",) if not line.startswith("export") else ()
        printed = selo.run(*words(line, selo), *form)
        page, _, query = address.partition("?")
        reply = service.ask(f"{page}.csv?{query}")
        assert reply.status == 200, reply.text
        assert reply.fields["content-type"] == "text/csv; charset=utf-8"
        assert reply.text == printed.out, address


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("/players/NOBODY", "show NOBODY"),
        pytest.param("/dues/2025Q5", "members dues 2025Q5", marks=MEMBERS),
        pytest.param(
            "/tournaments/nowhere/licences", "members licences nowhere", marks=MEMBERS
        ),
        ("/players/F033?as_of=2031-01-01", "show F033 --as-of 2031-01-01"),
        ("/players/F033?as_of=2024-02-30", "show F033 --as-of 2024-02-30"),
        (
            "/players/F033?known_on=2024-01-01&known_seq=3",
            "show F033 --known-on 2024-01-01 --known-seq 3",
        ),
        ("/players/F033?known_seq=99999", "show F033 --known-seq 99999"),
        ("/tournaments/nowhere", "tournament nowhere"),
        ("/players/F033/why/nowhere", "explain F033 nowhere"),
        ("/lists/selo/published/nothing", "list selo --list nothing"),
        pytest.param(
            "/lists/elo-psm", "list elo-psm", marks=pytest.mark.lists("elo-psm")
        ),
        pytest.param(
            "/lists/elo-psm/people",
            "export list elo-psm",
            marks=pytest.mark.lists("elo-psm"),
        ),
        pytest.param(
            "/players/F033/history?list=elo-no",
            "history F033 --list elo-no",
            marks=pytest.mark.lists("elo-no"),
        ),
        ("/rules/fi-1900", "rules fi-1900"),
        ("/log/99999", "log impact 99999"),
        ("/diff?known_seq=9..3", "log diff --known-seq 9..3"),
        ("/log/99999/proof", "proof prove 99999"),
        pytest.param(
            "/calc/selo?rating=x&minutes=y&game=z",
            "calc selo --rating x --minutes y z",
            marks=CALCULATORS,
        ),
        pytest.param(
            "/calc/selo?game=nine&game=9", "calc selo nine 9", marks=CALCULATORS
        ),
        pytest.param("/calc/need?game=%2B2210", "calc need +2210", marks=CALCULATORS),
        pytest.param("/calc/k", "calc k", marks=CALCULATORS),
    ],
)
def test_a_refusal_has_the_problems_of_the_command(
    address: str, line: str, service: Served, selo: Command
) -> None:
    """But for what only a command could do, and how it names a parameter."""
    printed = selo.run(*line.split(), "--json")
    reply = service.ask(f"/api{address}")
    assert reply.fields["content-type"] == "application/problem+json"
    problems = reply.value["problems"]
    for ours, theirs in zip(problems, printed.value["problems"], strict=True):
        assert (ours["code"], ours["where"]) == (theirs["code"], theirs["where"])
        said = OPTION.sub(lambda option: option[1].replace("-", "_"), theirs["message"])
        assert ours["message"] == said or said.startswith("calc ")
        assert (
            ours["hint"] == theirs["hint"]
            or "--" in theirs["hint"]
            or "selo " in theirs["hint"]
        )
    assert reply.status == {2: 400, 3: 404, 1: 422}[printed.code]
