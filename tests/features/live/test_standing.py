"""An event round by round: what is shown while it runs is what booking that very report
comes to, by the naive way.
"""

import random
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from desk.submit import init
from features.live.standing import LiveAnswer
from features.live.store import Report, live_state, next_report, shown_event
from features.live.store import show as shown
from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.players.show import show
from projections.answers.reading import Reading
from projections.answers.titles import titles
from projections.answers.tournaments.tournament import (
    TournamentAnswer,
    TournamentGame,
    tournament,
)
from rulebooks import LISTS, rules
from tests.torture.report import record
from tests.torture.workload import SEED, scaled
from tests.world.documents import opening, player
from tests.world.ledger import outside, submitted
from web.store.booking import book_draft
from web.store.drafts import keep_draft

FIRST, NOW, AFTER = (
    "2024-05-01T12:00:00.000000Z",
    "2024-06-03T12:00:00.000000Z",
    "2024-06-30T12:00:00.000000Z",
)
RULES = (("fi",), ("fi", "elo"), *((word,) for word in sorted(rules())))
CODES = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("=", "="),
    "*": (" ", " "),
    "1-0F": ("+", "-"),
}
ANSWERS = b'{"tournament":"live","time_control":"90+30","players_by":"name","new_ids":"uusi-","domestic":true}'
PROMISE = (
    "Random events, round by round, by reports and a relay's PGN in turns: what is"
    " shown is what a booking of a report with the same games into a copy comes to."
)


@dataclass
class Event:
    """A random event: who plays, under which number in this report, and every game so
    far.
    """

    rng: random.Random
    names: list[str]
    newcomers: list[str]
    late: list[str]
    # round, white, black, result
    games: list[tuple[int, str, str, str]] = field(default_factory=list)
    # the games as they were before
    sent: list[tuple[int, str, str, str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)  # of the rows of the last report

    def next_round(self) -> None:
        """Pair the next round; its games are in play, but for a few that have ended."""
        number = max((game[0] for game in self.games), default=0) + 1
        everybody = [*self.names, *(self.late if number > 2 else ())]
        self.rng.shuffle(everybody)
        for white, black in zip(everybody[::2], everybody[1::2], strict=False):
            self.games.append(
                (
                    number,
                    white,
                    black,
                    "*" if self.rng.random() < 0.7 else self.result(),
                )
            )

    def ends(self) -> None:
        """End the games in play, all but a postponed one now and then."""
        kept = self.rng.random() < 0.2
        self.games = [
            (
                number,
                white,
                black,
                (
                    self.result()
                    if result == "*" and not (kept and self.rng.random() < 0.3)
                    else result
                ),
            )
            for number, white, black, result in self.games
        ]

    def result(self) -> str:
        return self.rng.choice(("1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0F"))

    def drawn_anew(self) -> list[str]:
        """Whoever plays, in a new order each time, as pairing programs number late
        entrants in.
        """
        self.order = sorted({name for game in self.games for name in game[1:3]})
        random.Random(len(self.games)).shuffle(self.order)
        return self.order

    def report(self, games: list[tuple[int, str, str, str]] | None = None) -> bytes:
        """The report as the arbiter's last one had its rows."""
        games, met = (
            (self.games if games is None else games),
            self.order or self.drawn_anew(),
        )
        number = {name: at for at, name in enumerate(met, 1)}
        rounds = max(game[0] for game in games)
        lines = [
            "012 Live Open",
            "042 2024/06/01",
            "052 2024/06/09",
            "022 Espoo",
            "032 FIN",
        ]
        for name in met:
            cells, points = [], 0.0
            for at in range(1, rounds + 1):
                cell = "0000 - Z"
                for _, white, black, result in (
                    game for game in games if game[0] == at and name in game[1:3]
                ):
                    own = CODES[result][0 if name == white else 1]
                    points += {"1": 1, "+": 1, "=": 0.5}.get(own, 0)
                    cell = (
                        f"{number[black if name == white else white]:>4}"
                        f" {'w' if name == white else 'b'} {own}"
                    )
                cells.append(f"  {cell}")
            start = f"001 {number[name]:>4}      {name:<33}      FIN {'':>11} {'':<10}"
            lines.append(f"{start} {points:>4} {number[name]:>4}{''.join(cells)}")
        return "\n".join(lines).encode()

    def relay(self) -> bytes:
        """What a relay sends: the games of the rounds in which something happened
        since, or of them all.
        """
        last = min((game[0] for game in self.games if game not in self.sent), default=1)
        last = last if self.rng.random() < 0.5 else 1
        texts = []
        for at, (number, white, black, result) in enumerate(self.games):
            said, ended = (
                ("1-0", '[Termination "forfeit"]\n')
                if result == "1-0F"
                else (result, "")
            )
            texts.append(
                f'[Round "{number}.{at}"]\n[White "{white}"]\n[Black'
                f' "{black}"]\n[Result "{said}"]\n{ended}\n'
            )
        return "".join(
            text
            for text, game in zip(texts, self.games, strict=True)
            if game[0] >= last
        ).encode()


def drawn(rng: random.Random, path: str) -> Event:
    """A new ledger with some people in it, and an event to come."""
    init(path, outside(FIRST), rng.choice(RULES))
    size = rng.choice((4, 6, 7, 9, 12))
    known = [f"Pelaaja, {chr(65 + at)}{'abcdefgh'[at % 8]}kka" for at in range(size)]
    lists = [name for name in LISTS if name in _lists(path)]
    papers = [player(f"P{at}", name=name) for at, name in enumerate(known)]
    rated = rng.random()
    for at in range(size):
        papers += [
            opening(f"P{at}", rng.randint(1100, 2300), name, on="2023-12-31")
            for name in lists
            if rng.random() < rated
        ]
    submitted(path, *papers, now=FIRST)
    new = [f"Uusi, {chr(65 + at)}lla" for at in range(rng.choice((0, 0, 1, 2)))]
    late = [f"Myöhäinen, {chr(65 + at)}rvo" for at in range(rng.choice((0, 0, 0, 1)))]
    return Event(rng, [*known, *new], new, late)


def _lists(path: str) -> list[str]:
    with asked(path) as there:
        return there.lists()


@contextmanager
def asked(path: str) -> Iterator[Reading]:
    with reading(path, Question(as_of="2024-06-30"), "2024-06-30") as there:
        yield there


def booked_naively(
    path: Path, folder: Path, report: bytes
) -> tuple[TournamentAnswer, dict[str, Any], set[Any]]:
    """The tournament, everybody's peaks and the titles, once the report is booked into
    a copy.
    """
    copy = folder / "copy.db"
    for beside in folder.glob("copy.db*"):
        beside.unlink()
    shutil.copyfile(path, copy)
    draft = keep_draft(
        str(copy), "report.trf", report, ANSWERS, None, None, "tester", AFTER
    )
    book_draft(str(copy), draft.number, outside(AFTER))
    with asked(str(copy)) as there:
        answer = tournament(there, "live")
        peaks = {row.player: show(there, row.player).lists for row in answer.crosstable}
        reached = {
            (row.player, row.title)
            for row in titles(there).rows
            if row.tournament == "live"
        }
    return answer, peaks, reached


def without_numbers(games: Iterable[TournamentGame]) -> list[TournamentGame]:
    return sorted(
        (replace(game, game="") for game in games),
        key=lambda game: (game.round, game.white),
    )


def same(answer: LiveAnswer, path: Path, folder: Path, event: Event) -> None:
    """Every rating, peak and title that is shown is what the booking comes to; so is
    one end of one game in play.
    """
    naive, peaks, reached = booked_naively(path, folder, event.report())
    rows = {row.player: row for row in answer.rows}
    assert {
        row.player: (row.name, row.points, row.games) for row in naive.crosstable
    } == {row.player: (row.name, row.points, row.games) for row in answer.rows}
    for row in naive.crosstable:
        own = {
            name: rating
            for name, rating in rows[row.player].lists.items()
            if name in row.lists
        }
        assert {
            name: (rating.before, rating.after) for name, rating in row.lists.items()
        } == {name: (rating.start, rating.so_far) for name, rating in own.items()}
        for name, rating in own.items():
            peak = peaks[row.player][name].peak
            assert rating.peak == (
                peak is not None
                and peak.tournament == "live"
                and rating.start is not None
            )
        assert {title for rating in own.values() for title in rating.titles} == {
            title for player_id, title in reached if player_id == row.player
        }
    # a relay's games may be numbered later
    assert without_numbers(answer.games) == without_numbers(naive.games)
    in_play = [game for game in event.games if game[3] == "*"]
    assert answer.in_play == len(in_play) and answer.not_tried == 0
    if in_play:
        one = event.rng.choice(in_play)
        result = event.rng.choice(("1-0", "1/2-1/2", "0-1"))
        games = [(*game[:3], result) if game is one else game for game in event.games]
        naive, peaks, reached = booked_naively(path, folder, event.report(games))
        for row in naive.crosstable:
            playing = rows[row.player].playing
            # the other one is postponed
            if row.name not in one[1:3] or playing is None or playing.round != one[0]:
                continue
            word = (
                "draw"
                if "/" in result
                else "win"
                if (result == "1-0") == (row.name == one[1])
                else "loss"
            )
            ends = {
                name: end
                for name, rating in rows[row.player].lists.items()
                if (end := getattr(rating, word))
            }
            assert {name: end.rating for name, end in ends.items()} == {
                name: rating.after for name, rating in row.lists.items()
            }, (row.name, one, result)
            for name, end in ends.items():
                peak = peaks[row.player][name].peak
                start = row.lists[name].before
                assert end.peak == (
                    peak is not None and peak.tournament == "live" and start is not None
                )
            assert {title for end in ends.values() for title in end.titles} == {
                title for player_id, title in reached if player_id == row.player
            }


def lived(seed: int, folder: Path) -> int:
    """One event from its first pairing to its booking; returns how many states of it
    were compared.
    """
    rng = random.Random(seed)
    path = folder / "live.db"
    for beside in folder.iterdir():
        beside.unlink()
    event = drawn(rng, str(path))
    states = 0
    for _ in range(rng.randint(1, 5)):
        for step in (event.next_round, event.ends):
            event.sent = [*event.games]
            step()
            if {name for game in event.games for name in game[1:3]} <= {
                *event.order
            } and rng.random() < 0.4:
                report = Report("relay.pgn", event.relay(), b'{"all_played":true}')
            else:
                event.drawn_anew()
                report = Report(
                    "report.trf", event.report(), ANSWERS if states == 0 else None
                )
            taken = next_report(str(path), "live", report, (), outside(NOW))
            shown(str(path), "live", taken, "aino", NOW)
            answer = live_state(str(path), "live", outside(NOW))
            assert answer.rows == taken.state.rows and not answer.waits
            same(answer, path, folder, event)
            states += 1
    book_draft(str(path), shown_event(str(path), "live").draft, outside(AFTER))
    with asked(str(path)) as there:
        last = tournament(there, "live")
    assert last.games == answer.games
    rows = {row.player: row.lists for row in answer.rows}
    for row in last.crosstable:
        for name, rating in row.lists.items():
            assert (rating.before, rating.after) == (
                rows[row.player][name].start,
                rows[row.player][name].so_far,
            )
    return states


@pytest.mark.parametrize(
    "word",
    [
        "fi",
        pytest.param("psm", marks=pytest.mark.lists("elo-psm")),
        pytest.param("elo", marks=pytest.mark.lists("elo")),
    ],
)
def test_games_in_play_that_change_what_another_brings(
    word: str, tmp_path: Path
) -> None:
    """Aho met Cajan, who has a rating and few games: new by the rules of Finland, and
    by those of PSM rated from game to game. What Aho's game in play brings goes by
    Cajan's while it is in play, and not as if it had ended too.
    """
    path = tmp_path / "live.db"
    init(str(path), outside(FIRST), (word,))
    names = ["Aho, Anna", "Berg, Bo", "Cajan, Carl", "Dahl, Dan", "Elo, Eva"]
    games_before = {"Cajan, Carl": 5}
    papers = []
    for at, name in enumerate(names):
        papers.append(player(f"P{at}", name=name))
        papers += [
            opening(
                f"P{at}",
                1500 + 20 * at,
                one,
                on="2023-12-31",
                games=games_before.get(name, 40),
            )
            for one in _lists(str(path))
        ]
    submitted(str(path), *papers, now=FIRST)
    anna, bo, carl, dan, eva = names
    games = [
        (1, carl, eva, "*"),
        (2, anna, carl, "1-0"),
        (3, anna, dan, "*"),
    ]
    if word != "psm":
        games += [(1, bo, dan, "1-0"), (3, carl, bo, "*")]
        games.remove((1, carl, eva, "*"))
    for number in range(9):
        event = Event(random.Random(number), names, [], [], games)
        event.drawn_anew()
        report = Report("report.trf", event.report(), ANSWERS)
        taken = next_report(str(path), "live", report, (), outside(NOW))
        same(taken.state, path, tmp_path, event)


@pytest.mark.parametrize("number", range(2))
def test_an_event_shown_round_by_round_is_what_booking_it_comes_to(
    number: int, tmp_path: Path
) -> None:
    seed = SEED * 1000 + number
    try:
        assert lived(seed, tmp_path) > 0
    except BaseException:
        print(f"seed {seed}")
        raise


@pytest.mark.torture
def test_a_thousand_events_round_by_round(tmp_path: Path) -> None:
    events = scaled(1000)
    states = 0
    for number in range(events):
        try:
            states += lived(SEED * 100_000 + number, tmp_path)
        except BaseException:
            print(f"seed {SEED * 100_000 + number}")
            raise
    record("live events", PROMISE, SEED, {"events": events, "states of them": states})
