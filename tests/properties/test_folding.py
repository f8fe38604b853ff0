"""A tournament's events folded all at once come to what they come to one by one."""

import random

import pytest
from msgspec import UNSET, Raw

from ledger import tournament_now
from ledger.bodies import (
    GameAdded,
    GameFact,
    HeaderFact,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.columns import tournament_in_columns
from ledger.events import Event, tournament_stream
from ledger.tournament_now import TournamentNow, evolve_tournament, fold_tournament

HEADER = HeaderFact("Cup", "2026-01-01", "2026-01-02", minutes=90)
EVENT = Event(1, "2026-11-22T08:00:00.000000Z", 1, "t", tournament_stream("T"), None)


def fact(name: str, place: int, result: str = "1-0") -> GameFact:
    return GameFact(name, int(name.partition(".")[0]), place, "A", "B", result)


def stream(seed: int) -> list[Event]:
    rng = random.Random(seed)
    games = [fact(f"{1 + n % 3}.{n}", n + 1) for n in range(6)]
    bodies: list[object] = [tournament_in_columns("T", HEADER, games)]
    names, place = [game.game for game in games], 7
    for _ in range(rng.choice((2, 12, 40))):
        kind = rng.randrange(6)
        if kind == 0:
            bodies.append(TournamentWithdrawn("T", "x"))
        elif kind == 1:
            bodies.append(TournamentReinstated("T", "x"))
        elif kind == 2:
            said = rng.choice((UNSET, Raw(b'{"place":"Salo"}'), Raw(b"{}")))
            other = HeaderFact(f"Cup {place}", "2026-01-01", "2026-01-02", minutes=90)
            bodies.append(
                TournamentAmended("T", "x", header=other, reported=said, league=said)
            )
        else:
            name = f"{rng.randrange(1, 4)}.{place}"
            if kind == 3:
                bodies.append(GameAdded("T", fact(name, place)))
            else:
                changed, struck = rng.sample(names, 2)
                bodies.append(
                    TournamentAmended(
                        "T",
                        "x",
                        changed=(fact(changed, 1, "0-1"),),
                        struck=(struck,),
                        added=(fact(name, place),),
                    )
                )
            names.append(name)
            place += 1
    return [
        Event(n, EVENT.recorded_at, n, "t", EVENT.stream, body)
        for n, body in enumerate(bodies, 1)
    ]


def one_by_one(events: list[Event]) -> TournamentNow | None:
    now: TournamentNow | None = None
    for event in events:
        now = evolve_tournament(now, event)
    return now


def words(now: TournamentNow | None) -> object:
    assert now is not None
    return (
        now,
        list(now.games),
        now.sources,
        now.used_ids,
        now.games_by_round,
        now.next_place,
        now.size,
        now.players(),
    )


@pytest.mark.parametrize("seed", range(60))
def test_all_at_once_is_one_by_one(seed: int) -> None:
    events = stream(seed)
    assert words(fold_tournament(events)) == words(one_by_one(events))


def test_a_step_left_out_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a fold that strikes nothing out differs."""
    monkeypatch.setattr(tournament_now, "FEW", 1)
    monkeypatch.setattr(tournament_now._Correcting, "_put", lambda self, games: None)
    assert any(
        words(fold_tournament(stream(seed))) != words(one_by_one(stream(seed)))
        for seed in range(10)
    )
