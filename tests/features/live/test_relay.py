"""A relay's PGN beside the reports of an event that runs: each game once, people by
number or name, the rest asked.
"""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import pytest

from desk.files.settings import Settings
from desk.submit import init
from features.live.standing import LiveAnswer
from features.live.store import (
    Report,
    live_state,
    next_report,
    next_results,
    open_games,
    shown_event,
    with_games_played,
)
from features.live.store import show as shown
from ledger.errors import Problem, Refused
from tests.features.live.test_standing import ANSWERS, FIRST, NOW, Event
from tests.torture.workload import SEED
from tests.world.documents import opening, player
from tests.world.ledger import outside, submitted
from web.store.drafts import draft, drafts, keep_draft

Row = tuple[int, str, str, str]  # round, white, black, result
NAMES = ("Aalto, Ada", "Berg, Bo", "Cedar, Cia", "Dahl, Dag")
FIDE = dict(zip(NAMES, (500011, 500022, 500033, 500044), strict=True))
A, B, C, D = NAMES


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    path = str(tmp_path / "live.db")
    init(path, outside(FIRST), ("fi",))
    for at, name in enumerate(NAMES):
        submitted(path, player(f"P{at}", name=name, fide_id=FIDE[name]), now=FIRST)
        submitted(
            path, opening(f"P{at}", 1500 + 100 * at, "selo", on="2023-12-31"), now=FIRST
        )
    return path


def trf(*games: Row, people: Sequence[str] = NAMES) -> bytes:
    event = Event(random.Random(0), [*people], [], [], [*games])
    return event.report()


def pgn(*games: Row, ids: bool = False, called: dict[str, str] | None = None) -> bytes:
    texts = []
    for at, (number, white, black, result) in enumerate(games, 1):
        tags = {
            "Event": "Live Open",
            "Date": "2024.06.02",
            "Round": f"{number}.{at}",
            "Result": result,
        }
        for colour, name in (("White", white), ("Black", black)):
            tags[colour] = (called or {}).get(name, name)
            if ids:
                tags[f"{colour}FideId"] = str(FIDE[name])
        texts.append(
            "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
            + f"\n1. e4 {result}\n\n"
        )
    return "".join(texts).encode()


def put(
    ledger: str, name: str, content: bytes, *sure: str, **answers: object
) -> LiveAnswer:
    """Show a report, with the answers of an event where it is the first; the state that
    everybody sees then.
    """
    first = not drafts(ledger).rows
    settings = msgspec.json.decode(ANSWERS) if first else {}
    report = Report(name, content, msgspec.json.encode({**settings, **answers}))
    report = with_games_played(report) if name.endswith("pgn") else report
    shown(
        ledger,
        "live",
        next_report(ledger, "live", report, sure, outside(NOW)),
        "aino",
        NOW,
    )
    return live_state(ledger, "live", outside(NOW))


def asked(
    ledger: str, name: str, content: bytes, *sure: str, **answers: object
) -> tuple[Problem, ...]:
    """What is asked, and nothing that is shown has changed."""
    before = live_state(ledger, "live", outside(NOW))
    with pytest.raises(Refused) as refusal:
        put(ledger, name, content, *sure, **answers)
    assert live_state(ledger, "live", outside(NOW)) == before
    return refusal.value.problems


def games(answer: LiveAnswer) -> list[Row]:
    assert not answer.waits
    names = {row.player: row.name or "" for row in answer.rows}
    back = {" ".join(reversed(name.split(", "))): name for name in NAMES}
    called = {who: back.get(name, name) for who, name in names.items()}
    return sorted(
        (game.round, called[game.white], called[game.black], game.result)
        for game in answer.games
    )


def waiting(ledger: str) -> list[str]:
    return [row.name for row in drafts(ledger).rows if row.state == "waiting"]


FULL: list[Row] = [(1, A, B, "1-0"), (1, C, D, "1/2-1/2")]


def test_a_relay_fills_results_and_adds_the_next_round(ledger: str) -> None:
    put(ledger, "r.trf", trf((1, A, B, "1-0"), (1, C, D, "*")))
    relay = [(1, A, B, "1-0"), (1, C, D, "1/2-1/2"), (2, B, C, "*"), (2, D, A, "0-1")]
    assert games(put(ledger, "r.pgn", pgn(*relay))) == sorted(relay)
    # the arbiter's report is still what will be booked, with answers beside it
    assert waiting(ledger) == ["r.trf"]
    # the round goes on: the same relay has grown, and so has the report
    relay[2] = (2, B, C, "0-1")
    assert games(put(ledger, "r.pgn", pgn(*relay, ids=True))) == sorted(relay)
    last = put(ledger, "r.trf", trf(*relay))
    assert games(last) == sorted(relay)
    settings = msgspec.json.decode(
        draft(ledger, shown_event(ledger, "live").draft).settings or b"", type=Settings
    )
    assert settings.results == {}  # the report has everything


def test_a_report_after_a_relay_keeps_what_it_does_not_have_yet(ledger: str) -> None:
    relay = [*FULL, (2, B, C, "1-0"), (2, D, A, "*")]
    assert games(put(ledger, "r.pgn", pgn(*relay))) == sorted(relay)
    assert games(put(ledger, "r.trf", trf(*FULL))) == sorted(relay)
    assert games(
        put(ledger, "r.trf", trf(*FULL, (2, B, C, "*"), (2, D, A, "*")))
    ) == sorted(relay)


def test_a_relay_with_a_file_for_each_round(ledger: str) -> None:
    put(ledger, "1.pgn", pgn(*FULL))
    second = [(2, B, C, "*"), (2, D, A, "1-0")]
    assert games(put(ledger, "2.pgn", pgn(*second))) == sorted([*FULL, *second])
    second[0] = (2, B, C, "1-0")
    assert games(put(ledger, "2.pgn", pgn(*second))) == sorted([*FULL, *second])
    assert waiting(ledger) == ["2.pgn"]
    [problem] = asked(ledger, "2.pgn", pgn((2, B, C, "*"), (2, D, A, "1-0")))
    assert problem.about == ("live-results:live",) and "now *" in str(problem.message)


def test_a_relay_that_is_behind_says_nothing_against_the_report(ledger: str) -> None:
    put(ledger, "r.trf", trf(*FULL))
    assert (
        games(put(ledger, "r.pgn", pgn((1, A, B, "*"), (1, C, D, "1/2-1/2")))) == FULL
    )


def test_contradictions_are_asked_in_words_and_either_side_may_be_right(
    ledger: str,
) -> None:
    put(ledger, "r.trf", trf((1, A, B, "1-0"), (1, C, D, "*")))
    other = pgn((1, A, B, "0-1"), (1, C, D, "1-0"))
    [problem] = asked(ledger, "r.pgn", other)
    assert (problem.code, problem.about) == (
        "needs-answer",
        ("live-kept:live", "live-results:live"),
    )
    assert f"round 1: {A} 1-0 {B}, now 0-1" in str(problem.message)
    assert games(put(ledger, "r.pgn", other, "live-kept:live")) == [
        (1, A, B, "1-0"),
        (1, C, D, "1-0"),
    ]
    assert games(put(ledger, "r.pgn", other, "live-results:live")) == [
        (1, A, B, "0-1"),
        (1, C, D, "1-0"),
    ]
    # a result that a relay had and takes back is asked about too
    [problem] = asked(ledger, "r.pgn", pgn((1, C, D, "*")))
    assert games(put(ledger, "r.pgn", pgn((1, C, D, "*")), "live-results"))[1] == (
        1,
        C,
        D,
        "*",
    )
    # the report that says otherwise is asked about as every report
    [problem] = asked(ledger, "r.trf", trf(*FULL))
    assert problem.about == ("live-results:live",)
    assert games(put(ledger, "r.trf", trf(*FULL), "live-results:live")) == FULL


@pytest.mark.parametrize("pairing", [(1, B, A, "1-0"), (1, A, C, "*")])
def test_another_pairing_is_the_reports_to_change(ledger: str, pairing: Row) -> None:
    put(ledger, "r.trf", trf((1, A, B, "*"), (1, C, D, "*")))
    for sure in ((), ("live-results",)):
        [problem] = asked(ledger, "r.pgn", pgn(pairing), *sure)
        assert problem.about == ("live-kept:live",) and "another pairing" in str(
            problem.message
        )
    assert games(
        put(ledger, "r.pgn", pgn(pairing, (1, C, D, "1-0")), "live-kept")
    ) == sorted([(1, A, B, "*"), (1, C, D, "1-0")])


def test_a_pairing_that_the_report_changes_takes_the_relays_away(ledger: str) -> None:
    put(ledger, "r.trf", trf(*FULL))
    put(ledger, "r.pgn", pgn((2, B, C, "*"), (2, D, A, "*")))
    assert games(put(ledger, "r.trf", trf(*FULL, (2, B, D, "*")))) == sorted(
        [*FULL, (2, B, D, "*")]
    )


def test_somebody_is_found_by_number_and_asked_about_by_nothing(ledger: str) -> None:
    put(ledger, "r.trf", trf(*FULL))
    short = {A: "Aalto, A", B: "Berg, B."}
    second = [(2, B, C, "*"), (2, D, A, "1-0")]
    problems = asked(ledger, "r.pgn", pgn(*second, called=short))
    assert [(one.where.field, one.about) for one in problems] == [
        ("relayed", ("Berg, B.",)),
        ("relayed", ("Aalto, A",)),
    ]
    assert A in str(problems[1].message)  # whom it may be
    # the number is enough where the name is close to its own, and not where it is
    # another's
    assert games(put(ledger, "r.pgn", pgn(*second, called=short, ids=True))) == sorted(
        [*FULL, *second]
    )
    [problem] = asked(
        ledger, "r.pgn", pgn(*second, called={A: "Wholly, Other"}, ids=True)
    )
    assert problem.about == ("Wholly, Other",)


def test_an_answer_about_a_name_is_kept_for_the_next_file(ledger: str) -> None:
    put(ledger, "r.trf", trf(*FULL))
    short, second = {A: "Aalto, A", B: "Berg, B."}, [(2, B, C, "*"), (2, D, A, "1-0")]
    # a player of the ledger, a name of the report
    people = {"Aalto, A": "P0", "Berg, B.": B}
    assert games(
        put(ledger, "r.pgn", pgn(*second, called=short), relayed=people)
    ) == sorted([*FULL, *second])
    second[0] = (2, B, C, "0-1")
    assert games(put(ledger, "r.pgn", pgn(*second, called=short))) == sorted(
        [*FULL, *second]
    )
    third: list[Row] = [*FULL, *second, (3, A, C, "*"), (3, B, D, "*")]
    # its rows are numbered anew
    assert games(put(ledger, "r.trf", trf(*third))) == sorted(third)
    third[-2] = (3, A, C, "1/2-1/2")
    assert games(put(ledger, "r.pgn", pgn(third[-2], called=short))) == sorted(third)
    # two names that would be one row are no answer
    both = {"Aalto, A": "P0", "Aalto, Adda": "P9"}
    [problem] = asked(
        ledger, "r.pgn", pgn((3, B, D, "1-0"), called={B: "Aalto, Adda"}), relayed=both
    )
    assert problem.about == ("Aalto, Adda",)


def test_pgn_does_not_say_that_all_was_played(ledger: str) -> None:
    put(ledger, "r.trf", trf((1, A, B, "*"), (1, C, D, "*")))
    report = Report("r.pgn", pgn((1, A, B, "1-0")))
    with pytest.raises(Refused) as refusal:
        next_report(ledger, "live", report, (), outside(NOW))
    assert refusal.value.problems[0].code == "pgn-not-confirmed"
    put(ledger, "r.pgn", report.content)
    # said once, it is said of the relay
    next_report(ledger, "live", report, (), outside(NOW))


def test_the_office_types_how_a_game_ended_that_only_the_relay_has(ledger: str) -> None:
    put(ledger, "r.trf", trf(*FULL))
    put(ledger, "r.pgn", pgn((2, B, C, "*"), (2, D, A, "1-0")))
    for stated in ("1-0", "*", "0-1"):
        key = next(game.key for game in open_games(ledger, "live") if game.white == B)
        shown(
            ledger,
            "live",
            next_results(ledger, "live", {key: stated}, outside(NOW)),
            "aino",
            NOW,
        )
        found = games(live_state(ledger, "live", outside(NOW)))
        assert found == sorted([*FULL, (2, B, C, stated), (2, D, A, "1-0")])
    assert [(game.white, game.stated) for game in open_games(ledger, "live")] == [
        (B, "0-1"),
        (D, "1-0"),
    ]


def test_a_draft_of_pgn_becomes_a_part_of_the_report(ledger: str) -> None:
    put(ledger, "r.trf", trf((1, A, B, "*"), (1, C, D, "*")))
    answers = b'{"all_played": true, "map": {"Aalto, A": "P0"}, "tournament": "live"}'
    relay = pgn((1, A, B, "1-0"), called={A: "Aalto, A"})
    number = keep_draft(ledger, "r.pgn", relay, answers, None, None, "aino", NOW).number
    there = draft(ledger, number)
    taken = next_report(
        ledger,
        "live",
        Report("r.pgn", there.content, there.settings, number),
        (),
        outside(NOW),
    )
    shown(ledger, "live", taken, "aino", NOW)
    assert games(live_state(ledger, "live", outside(NOW)))[0] == (1, A, B, "1-0")
    assert waiting(ledger) == ["r.trf"]


def mixed(rng: random.Random, every: Iterable[Row]) -> tuple[str, bytes]:
    """What of an event has been played, as a report or as a relay of the last rounds
    has it.
    """
    rows = [*every]
    if rng.random() < 0.5:
        return "r.trf", trf(*rows)
    last = max(row[0] for row in rows)
    return "r.pgn", pgn(
        *(row for row in rows if row[0] > last - rng.choice((1, 2, 9))),
        ids=rng.random() < 0.5,
    )


@pytest.mark.parametrize("number", range(3))
def test_whatever_comes_in_turns_the_event_stands_as_it_was_played(
    ledger: str, number: int
) -> None:
    """A report or a relay after each step, of all rounds or of the last: what is shown
    is always the whole event.
    """
    seed = SEED * 1000 + number
    rng = random.Random(seed)
    rounds = [[(A, B), (C, D)], [(B, C), (D, A)], [(A, C), (B, D)]]
    played: list[Row] = []
    for at, pairs in enumerate(rounds, 1):
        for ended in range(3):
            kept = [row for row in played if row[0] < at]
            played = [
                *kept,
                *(
                    (
                        at,
                        white,
                        black,
                        ("1-0" if board else "1/2-1/2") if board < ended else "*",
                    )
                    for board, (white, black) in enumerate(pairs)
                ),
            ]
            name, content = (
                ("r.trf", trf(*played)) if at == 1 and not ended else mixed(rng, played)
            )
            print(f"seed {seed}, round {at}, {ended} ended: {name}")
            assert games(put(ledger, name, content)) == sorted(played)


def numbered(report: bytes, ids: dict[str, int]) -> bytes:
    """The same report with the column of FIDE's ids."""
    lines = report.decode().split("\n")
    for at, line in enumerate(lines):
        if (
            line.startswith("001 ")
            and (number := ids.get(line[14:47].strip())) is not None
        ):
            lines[at] = f"{line[:57]}{number:>11}{line[68:]}"
    return "\n".join(lines).encode()


def test_a_name_that_the_next_report_corrects_is_the_same_person_by_their_number(
    ledger: str,
) -> None:
    """Answers and typed results go on with the corrected name; where a number or a name
    leaves a doubt, it is asked.
    """
    typing_error, ids = (A, "Berk, Bo", C, D), {**FIDE, "Berk, Bo": FIDE[B]}
    first = [(1, A, "Berk, Bo", "*"), (1, C, D, "1-0")]
    put(
        ledger,
        "r.trf",
        numbered(trf(*first, people=typing_error), ids),
        map={"Berk, Bo": "P1"},
    )
    key = next(game.key for game in open_games(ledger, "live"))
    shown(
        ledger,
        "live",
        next_results(ledger, "live", {key: "0-1"}, outside(NOW)),
        "aino",
        NOW,
    )
    second = [(1, A, B, "*"), (1, C, D, "1-0"), (2, B, C, "1-0"), (2, D, A, "*")]
    nobody, twice = {**ids, B: 0}, {**ids, A: FIDE[B]}
    other = numbered(
        trf(
            (1, A, "Someone, Else", "*"),
            (1, C, D, "1-0"),
            people=(A, "Someone, Else", C, D),
        ),
        {**FIDE, "Someone, Else": FIDE[B]},
    )
    for doubtful in (
        numbered(trf(*second), nobody),
        numbered(trf(*second), twice),
        other,
    ):
        assert [problem.about for problem in asked(ledger, "r.trf", doubtful)] == [
            ("live-results:live",)
        ]
    state = put(ledger, "r.trf", numbered(trf(*second), ids))
    assert games(state) == sorted([(1, A, B, "0-1"), *second[1:]])
    assert {row.player for row in state.rows} == {"P0", "P1", "P2", "P3"}
