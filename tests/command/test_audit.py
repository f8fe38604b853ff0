"""log, impact, diff, rebuild: what an auditor asks, and that the answers add up."""

import json
from collections import defaultdict
from collections.abc import Sequence

import pytest

from projections.answers.reading import Reading
from projections.replay.unit_row import UnitRow
from projections.tables.own_rows import OwnRows
from tests.command.story import LAST, STORY
from tests.world.command import Selo
from tests.world.documents import amend, external, game, opening, player, tournament
from tests.world.reached import tampered

EVENT = {"seq", "recorded_at", "actor", "kind", "target", "reason"}


def test_the_log_is_newest_first_and_whole(story: Selo) -> None:
    events = story.ask("log")["events"]
    assert [event["seq"] for event in events] == list(range(LAST, 0, -1))
    assert all(set(event) >= EVENT for event in events)
    assert [event["kind"] for event in reversed(events)][6:] == [
        d["kind"] for _, docs in STORY for d in docs
    ]
    moments = [event["recorded_at"] for event in events]
    assert moments == sorted(moments, reverse=True) and all(
        moment.endswith("Z") for moment in moments
    )
    assert [event["seq"] for event in story.ask("log", "--limit", "3")["events"]] == [
        LAST,
        LAST - 1,
        LAST - 2,
    ]
    assert {
        event["target"] for event in story.ask("log", "--tournament", "feb")["events"]
    } == {"feb"}
    about = {event["seq"] for event in story.ask("log", "--player", "E")["events"]}
    assert about == {17, 20, 25}
    of_tournament = {
        event["seq"] for event in story.ask("log", "--tournament", "mar")["events"]
    }
    both = story.ask("log", "--player", "E", "--tournament", "mar")["events"]
    assert {event["seq"] for event in both} == of_tournament & about != about
    assert story.ask("log", "--player", "E", "--tournament", "feb")["events"] == []
    [problem] = story.refused(
        "log", "--since", "2024-03-01", "--until", "2024-02-01", code=2
    )
    assert problem["code"] == "no-period"
    assert [
        event["seq"] for event in story.ask("log", "--known-seq", "7")["events"]
    ] == [7, 6, 5, 4, 3, 2, 1]


def test_a_merge_is_in_the_log_of_both_and_so_is_its_withdrawal(club: Selo) -> None:
    club.submit(player("X"))
    [merged] = club.submit(
        {"kind": "merge-players", "from": "X", "into": "A", "reason": "one person"}
    )["recorded"]
    seq = merged["seq"]
    club.run("withdraw", "--seq", str(seq), "--reason", "two persons")
    told = [
        (event["seq"], event["kind"], event["target"])
        for event in club.ask("log", "--limit", "2")["events"]
    ]
    assert told == [(seq + 1, "withdraw", "A"), (seq, "merge-players", "A")]
    for name, limit in (("X", 3), ("A", 2)):
        found = club.ask("log", "--player", name, "--limit", str(limit))["events"]
        assert [event["seq"] for event in found[:2]] == [seq + 1, seq] and len(
            found
        ) == limit
    assert not {seq, seq + 1} & {
        event["seq"] for event in club.ask("log", "--player", "B")["events"]
    }
    assert not {1, 2} & {
        event["seq"] for event in club.ask("log", "--player", "A")["events"]
    }


def test_a_withdrawn_adoption_names_its_list(club: Selo) -> None:
    [adopted] = club.submit(
        {
            "kind": "adopt-rules",
            "list": "pelo",
            "edition": "fi-2011",
            "from": "2024-01-01",
        }
    )["recorded"]
    club.run(
        "withdraw",
        "--seq",
        str(adopted["seq"]),
        "--rules",
        "--reason",
        "not decided yet",
    )
    [event] = club.ask("log", "--limit", "1")["events"]
    assert (event["kind"], event["target"]) == ("withdraw", "pelo")


def test_actor_and_reason_are_in_the_log(club: Selo) -> None:
    club.submit(external("A"))
    club.submit(external("B", actor="officer.2"))
    club.run("--actor", "board", "withdraw", "open-2024", "--reason", "Kaksi kertaa")
    found = [
        (event["actor"], event["reason"])
        for event in club.ask("log", "--limit", "3")["events"]
    ]
    assert found == [("board", "Kaksi kertaa"), ("officer.2", None), ("tester", None)]


@pytest.mark.parametrize("seq", [14, 15, 20, 21, 22, 23, 24, 25, 26, 28, LAST])
def test_impact_is_the_difference_of_two_states(story: Selo, seq: int) -> None:
    """Every entry that is another one after the submission than before it, and no
    other.
    """
    value = story.ask("log", "impact", str(seq))
    first, last = value["events"][0]["seq"], value["events"][-1]["seq"]
    assert first <= seq <= last
    assert all(
        set(row) >= {"player", "list", "unit", "before", "after"}
        for row in value["rows"]
    )
    expected: dict[tuple[str, str, str], tuple[int | None, int | None]] = {}
    entries: list[dict[tuple[str, str, str], int]] = [{}, {}]
    for side, known in enumerate((first - 1, last)):
        for name in "ABCDEF":
            for on_list in ("selo", "pelo"):
                ran = story.run(
                    "history",
                    name,
                    "--list",
                    on_list,
                    "--known-seq",
                    str(known),
                    "--json",
                )
                if ran.code == 0:
                    for row in json.loads(ran.out)["rows"]:
                        entries[side][name, on_list, row["unit"]] = row["after"]
    for key in entries[0].keys() | entries[1].keys():
        expected[key] = (entries[0].get(key), entries[1].get(key))
    found = {
        (r["player"], r["list"], r["unit"]): (r["before"], r["after"])
        for r in value["rows"]
    }
    moved = {key: pair for key, pair in expected.items() if pair[0] != pair[1]}
    assert moved.items() <= found.items()
    assert {key: expected[key] for key in found} == found


def test_a_submission_is_one_step_of_impact(story: Selo) -> None:
    for seq in (21, 22):
        value = story.ask("log", "impact", str(seq))
        assert [event["seq"] for event in value["events"]] == [21, 22]
    assert (
        story.ask("log", "impact", "21")["rows"]
        == story.ask("log", "impact", "22")["rows"]
    )
    text = story.run("log", "impact", "22").out
    assert "seq 21: amend open-2024" in text and "seq 22: external-rating B" in text
    # one step is known as a whole or not at all
    story.refused("log", "impact", "21", "--known-seq", "20", code=3)


def test_impact_names_peaks_and_titles(club: Selo) -> None:
    """A fall by amend takes the ground of a title away: the impact says so, and
    `titles` names the event.
    """
    club.submit(
        player("E"),
        opening("E", 2049),
        tournament("t", "2024-03-01", game(1, "E", "D"), game(2, "E", "C")),
    )
    assert [
        t["title"] for t in club.ask("titles", "E")["rows"] if t["status"] == "held"
    ] == ["ME", "I"]
    club.submit(amend("t", games={"1.1": {"result": "0-1"}, "2.1": {"result": "0-1"}}))
    seq = club.ask("log", "--limit", "1")["events"][0]["seq"]
    value = club.ask("log", "impact", str(seq))
    assert [(t["player"], t["title"], t["after"]) for t in value["titles"]] == [
        ("E", "ME", None)
    ]
    assert ("E", "selo") in [(p["player"], p["list"]) for p in value["peaks"]]
    lost = [t for t in club.ask("titles", "E")["rows"] if t["title"] == "ME"]
    assert [(t["status"], t["seq"]) for t in lost] == [("no longer supported", seq)]


STATES: list[Sequence[int]] = [
    (0, LAST),
    (14, LAST),
    (15, 22),
    (10, 12),
    (8, 15),
    (20, 27),
    (22, 28),
    (24, 24),
    (3, 29),
]


@pytest.mark.parametrize("state", STATES)
def test_the_lines_of_a_diff_add_up(story: Selo, state: Sequence[int]) -> None:
    low, high = state
    rows = story.ask("log", "diff", "--known-seq", f"{low}..{high}")["rows"]
    lines: dict[tuple[str, str], list[tuple[int | None, int | None]]] = defaultdict(
        list
    )
    for row in rows:
        assert set(row) >= EVENT and low < row["seq"] <= high
        lines[row["player"], row["list"]].append((row["before"], row["after"]))
        whole = row["before"] is not None and row["after"] is not None
        assert row["change"] == (row["after"] - row["before"] if whole else None)
    assert [row["seq"] for row in rows] == sorted(row["seq"] for row in rows)
    for name in ("selo", "pelo"):
        ends = []
        for known in state:
            listed = story.ask("list", name, "--known-seq", str(known))["rows"]
            ends.append({row["player"]: row["rating"] for row in listed})
        for who in ends[0].keys() | ends[1].keys():
            steps = lines.pop((who, name), [])
            numbers = [ends[0].get(who), *(after for _, after in steps)]
            assert [before for before, _ in steps] == numbers[:-1], (who, name, steps)
            assert numbers[-1] == ends[1].get(who), (who, name, steps)
    assert not lines


def test_diff_of_one_player_one_list_and_a_day(story: Selo) -> None:
    rows = story.ask("log", "diff", "A", "--known-seq", "0..30", "--list", "selo")[
        "rows"
    ]
    assert {(row["player"], row["list"]) for row in rows} == {("A", "selo")}
    by_day = story.ask(
        "log", "diff", "A", "--known-on", "2024-02-12..2024-03-15", "--list", "selo"
    )["rows"]
    # 21 and 22 came in together; the amend is about that player's games
    assert [row["seq"] for row in by_day] == [20, 21, 23]
    then = story.ask(
        "log",
        "diff",
        "A",
        "--known-seq",
        "0..30",
        "--list",
        "selo",
        "--as-of",
        "2023-12-31",
    )["rows"]
    assert [(row["before"], row["after"]) for row in then] == [
        (None, 1600),
        (1600, None),
        (None, 1600),
    ]
    assert [row["seq"] for row in then][1:] == [27, 29]


def test_a_diff_of_one_player_is_their_lines_of_the_diff_of_all_and_looks_up_nobody_else(
    story: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A year of a federation changes everybody at every step; whoever asks about one
    waits for one.
    """
    everybody = [
        row
        for row in story.ask("log", "diff", "--known-seq", "0..30")["rows"]
        if row["player"] == "A"
    ]
    real, asked = Reading.last_rating, set[str]()

    def last_rating(
        at: Reading, list_name: str, player: str, known_seq: int
    ) -> int | None:
        asked.add(player)
        return real(at, list_name, player, known_seq)

    monkeypatch.setattr(Reading, "last_rating", last_rating)
    assert (
        story.ask("log", "diff", "A", "--known-seq", "0..30")["rows"] == everybody != []
    )
    assert asked == {"A"}


def test_a_diff_reads_the_rows_of_each_player_once(
    story: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not once for each submission that moved them: in a year of a federation those are
    hundreds.
    """
    read: list[tuple[str, str]] = []
    real = OwnRows.of_all_time

    def of_all_time(own: OwnRows, list_name: str, player: str) -> list[UnitRow]:
        if (list_name, player) not in own._units:
            read.append((list_name, player))
        return real(own, list_name, player)

    monkeypatch.setattr(OwnRows, "of_all_time", of_all_time)
    rows = story.ask("log", "diff", "--known-seq", "0..30")["rows"]
    moved = {(row["list"], row["player"]) for row in rows}
    assert len(rows) > len(moved)
    assert moved <= set(read)
    assert len(read) == len(set(read))


@pytest.mark.parametrize(
    "statement",
    [
        (
            "UPDATE unit SET body = replace(body, '1', '2') WHERE rowid = (SELECT"
            " MAX(rowid) FROM unit)"
        ),
        (
            "UPDATE unit SET known_to = NULL WHERE rowid = (SELECT MIN(rowid) FROM unit"
            " WHERE known_to IS NOT NULL)"
        ),
        (
            "UPDATE player SET standing = replace(standing, '1', '2') WHERE rowid ="
            " (SELECT MAX(rowid) FROM player)"
        ),
        "UPDATE player SET rating = rating + 1",
        "DELETE FROM title",
        "DELETE FROM unit WHERE rowid = (SELECT MIN(rowid) FROM unit)",
        "DELETE FROM seat WHERE player = 'A'",
        "UPDATE tournament SET version = version + 1",
        "DELETE FROM said WHERE seq = 15",
        "DELETE FROM step WHERE seq = 19",
        "UPDATE unit SET edition = 'fi-2011'",
    ],
)
def test_rebuild_check_finds_one_changed_row(story: Selo, statement: str) -> None:
    assert (
        story.ask("ledger", "rebuild", "--check").items()
        >= {
            "equal": True,
            "events": LAST,
        }.items()
    )
    before = story.ask("list", "selo")
    tampered(story.ledger, statement)
    ran = story.run("ledger", "rebuild", "--check", "--json")
    assert ran.code == 1 and '"equal": false' in ran.out
    text = story.run("ledger", "rebuild", "--check")
    assert (
        text.code == 1
        and "replay" in text.out
        and "equal a fresh replay" not in text.out
    )
    # replay never looked at the tables; rebuild makes them again
    assert story.ask("ledger", "replay") == before
    rebuilt = story.ask("ledger", "rebuild")
    assert set(rebuilt) >= {"events", "entries", "seconds", "equal"}
    assert story.ask("ledger", "rebuild", "--check")["equal"] is True
    assert story.ask("list", "selo") == before


def test_a_rebuild_changes_no_answer(story: Selo) -> None:
    lines = [
        ("list", "selo"),
        ("history", "A", "--all-versions"),
        ("log", "impact", "22"),
        ("log", "diff", "--known-seq", "0..30"),
        ("show", "E"),
        ("titles",),
        ("log",),
    ]
    before = [story.ask(*line) for line in lines]
    rows = story.rows()
    story.ask("ledger", "rebuild")
    assert [story.ask(*line) for line in lines] == before
    after = story.rows()
    assert {table: sorted(map(str, found)) for table, found in after.items()} == {
        table: sorted(map(str, found)) for table, found in rows.items()
    }
    # the same said again is still known as the same
    story.submit(*(document for _, documents in STORY[:1] for document in documents))
    assert story.events() == LAST


@pytest.mark.parametrize("seqs", ["1.." + "9" * 5000, "\uff11..\uff12", "1..x"])
def test_two_states_are_told_by_whole_numbers(story: Selo, seqs: str) -> None:
    """As many digits as no event has, and digits that are no numbers here, are none."""
    [problem] = story.refused("log", "diff", "--known-seq", seqs, code=2)
    assert problem["code"] == "two-states"
