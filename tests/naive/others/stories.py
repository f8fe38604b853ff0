"""Random histories for what the other systems care about: births, categories, quarters,
few games, passive years.

Every document is an event; ``_seq`` numbers them, as in the Finnish histories. One
story is one submission.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import combinations
from typing import Any

from ..plays import unrelated
from ..records import Document
from .scenes import FIDE, FIDE_NOW, GLICKO, NORWAY, PSM, USCF, Scene

FIRST_SEQ = 7
PLAYED = ("1-0", "0-1", "1/2-1/2")
ODD = ("1-0F", "0-1F", "1/2-1/2F", "*", "0-0", "1/2-0", "0-1/2")
DEFAULTS: Document = {"domestic": True, "order_no": 0}
SCENES = (NORWAY, FIDE, USCF, PSM, GLICKO, FIDE_NOW)


@dataclass
class Stage:
    """State of one story."""

    rng: random.Random
    scene: Scene
    people: list[str]
    twins: dict[str, str]
    docs: list[Document] = field(default_factory=list)
    meetings: dict[str, Document] = field(default_factory=dict)
    amended: set[str] = field(default_factory=set)
    ruled: list[int] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)

    def say(self, kind: str, **fields: Any) -> int:
        """One more document."""
        seq = FIRST_SEQ + len(self.docs)
        self.docs.append({"kind": kind, **fields, "_seq": seq})
        return seq

    def chance(self, probability: float) -> bool:
        """True in so many of a hundred cases."""
        return self.rng.random() < probability

    def day(self) -> str:
        """A day near one the system cares about, or five years after a tournament, give
        or take a day.
        """
        if self.ends and self.chance(self.scene.after_five_years):
            ago = date.fromisoformat(self.rng.choice(self.ends))
            later = ago.replace(year=ago.year + 5, day=min(ago.day, 28))
            return min(
                "2023-12-01",
                (later + timedelta(days=self.rng.choice((-1, 0, 1, 2)))).isoformat(),
            )
        near = date.fromisoformat(self.rng.choice(self.scene.days))
        return (near + timedelta(days=self.rng.choice(self.scene.around))).isoformat()


def story(seed: int) -> list[Document]:
    """One history; as many seeds in a row are about as many systems."""
    rng = random.Random(seed)
    scene = SCENES[seed % len(SCENES)]
    people = [rng.choice(("P", "a", "N.")) + str(number) for number in range(1, 12)]
    twins = {f"x-{number}": people[number] for number in (1, 2)}
    stage = Stage(rng, scene, people, twins)
    for player in [*people, *twins]:
        introduce(stage, player)
    plan: list[Callable[[Stage], None]] = [tournament] * scene.tournaments
    plan += [ruling] * 3 + [amend] * 3 + [withdraw] * 2 + [details] + [withdraw_ruling]
    rng.shuffle(plan)
    for action in plan:
        action(stage)
    for twin, player in twins.items():
        if stage.chance(0.7):
            stage.say(
                "merge-players",
                **{"from": twin, "into": player, "reason": f"{twin} is {player}"},
            )
    late_details(stage, seed)
    return stage.docs


def born(stage: Stage) -> dict[str, str]:
    """A birth near the limit of twenty years, now and then a mere year, or nothing."""
    rng = stage.rng
    if stage.chance(0.15):
        return {}
    year = rng.choice(stage.scene.birth_years)
    if stage.chance(0.15):
        return {"born": str(year)}
    return {"born": f"{year}-{rng.choice(('01-01', '01-02', '06-15', '12-31'))}"}


def introduce(stage: Stage, player: str) -> None:
    """A player document and, for most, an opening: early, or in the midst of it all."""
    rng, scene = stage.rng, stage.scene
    stage.say("player", player=player, name=f"Name {player}", **born(stage))
    if player in stage.twins or not stage.chance(scene.opened):
        return
    rating = rng.choice(scene.levels) + rng.choice((0, 0, -1, 1, rng.randint(-40, 40)))
    on = scene.first if stage.chance(0.8) else stage.day()
    more = {"peak": rating + rng.randint(1, 90)} if stage.chance(0.15) else {}
    stage.say(
        "opening",
        player=player,
        list=scene.list,
        on=on,
        rating=rating,
        games=rng.choice(scene.games),
        **more,
    )


def field_of(stage: Stage) -> list[str]:
    """Who plays: two, a few, or many; never somebody and their twin."""
    rng = stage.rng
    young = [player for player in stage.people if is_young(stage, player)]
    pool = (
        young
        if len(young) > 2 and stage.chance(stage.scene.juniors_only)
        else stage.people
    )
    players = rng.sample(pool, min(len(pool), rng.choice((2, 3, 4, 4, 5, 6, 8))))
    for twin, player in stage.twins.items():
        if player in players and stage.chance(0.3):
            players[players.index(player)] = twin
    return players


def is_young(stage: Stage, player: str) -> bool:
    """Of the later half of the years of birth."""
    births = [
        d.get("born", "0")
        for d in stage.docs
        if d["kind"] == "player" and d["player"] == player
    ]
    return str(births[-1])[:4] >= str(
        stage.scene.birth_years[len(stage.scene.birth_years) // 2]
    )


def tournament(stage: Stage) -> None:
    """A tournament: all-play-all, or rounds of chance pairs; some win or lose
    everything.
    """
    rng, name = stage.rng, f"{stage.rng.choice('Tt')}{len(stage.docs)}"
    start = stage.day()
    end = (
        date.fromisoformat(start) + timedelta(days=rng.choice(stage.scene.lengths))
    ).isoformat()
    header: Document = {
        "tournament": name,
        "name": f"Event {name}",
        "start": start,
        "end": end,
    }
    header |= rng.choice(stage.scene.times)
    for key, values in stage.scene.headers.items():
        if stage.chance(0.25):
            header[key] = rng.choice(values)
    if unrelated(name, start).random() < 0.2:
        header["accepted"] = False  # a matter of Finland's lists alone
    players = field_of(stage)
    lucky = {player: rng.choice(("1", "0")) for player in players if stage.chance(0.12)}
    pairs = (
        everybody_meets(stage, players)
        if stage.chance(0.3)
        else chance_pairs(stage, players)
    )
    games = [game(stage, header, *pair, lucky) for pair in pairs]
    stage.say("tournament", **header, games=games)
    stage.meetings[name] = header
    stage.ends.append(end)


def everybody_meets(stage: Stage, players: Sequence[str]) -> list[tuple[int, str, str]]:
    """Once or twice each, one game a round."""
    pairs = list(combinations(players, 2)) * stage.rng.choice((1, 1, 2))
    return [(number, one, other) for number, (one, other) in enumerate(pairs, start=1)]


def chance_pairs(stage: Stage, players: list[str]) -> list[tuple[int, str, str]]:
    """Some rounds of pairs."""
    found = []
    for round_ in range(1, stage.rng.choice((1, 2, 4, 5, 7)) + 1):
        stage.rng.shuffle(players)
        found += [
            (round_, one, other)
            for one, other in zip(players[::2], players[1::2], strict=False)
        ]
    return found


def game(
    stage: Stage,
    header: Document,
    round_: int,
    white: str,
    black: str,
    lucky: dict[str, str],
) -> Document:
    """One game."""
    rng = stage.rng
    result = rng.choice(PLAYED) if stage.chance(0.95) else rng.choice(ODD)
    fates = (lucky.get(white), lucky.get(black))
    if fates in (("1", None), (None, "0"), ("1", "0")):
        result = "1-0"
    elif fates in (("0", None), (None, "1"), ("0", "1")):
        result = "0-1"
    listed: Document = {
        "round": round_,
        "white": white,
        "black": black,
        "result": result,
    }
    if header.get("each_game_rated") or stage.chance(0.06):
        away = timedelta(days=rng.choice((0, 0, 1, -1, 12)))
        listed["on"] = (date.fromisoformat(header["end"]) + away).isoformat()
    if stage.chance(0.06):
        listed["minutes"] = rng.choice((8, 10, 11, 15, 24, 25, 60))
        if stage.chance(0.3):
            listed["minutes_black"] = rng.choice((15, 60))
    return listed


def ruling(stage: Stage) -> None:
    """A number set or moved; of twins neither."""
    rng = stage.rng
    player = rng.choice(
        [player for player in stage.people if player not in stage.twins.values()]
    )
    moved = {"delta": rng.choice((-120, -30, 25, 90))}
    set_to = {"rating": rng.choice(stage.scene.levels) + rng.randint(-3, 3)}
    seq = stage.say(
        "ruling",
        player=player,
        list=stage.scene.list,
        on=stage.day(),
        reason=f"reason {len(stage.docs)}",
        **(moved if stage.chance(0.5) else set_to),
    )
    stage.ruled.append(seq)


def withdraw_ruling(stage: Stage) -> None:
    """One ruling taken back."""
    if stage.ruled:
        stage.say("withdraw", seq=stage.ruled.pop(), reason=f"reason {len(stage.docs)}")


def details(stage: Stage) -> None:
    """Another day of birth."""
    player = stage.rng.choice(stage.people)
    stage.say(
        "player",
        player=player,
        name=f"Late name {player}",
        born=f"{stage.rng.choice(stage.scene.birth_years)}-03-03",
        change=True,
    )


def late_details(stage: Stage, seed: int) -> None:
    """A day of birth, which holds for all time, told last and together with a
    federation, which holds from a day on.
    """
    chance = unrelated("late details", str(seed))
    player = chance.choice(stage.people)
    stage.say(
        "player",
        player=player,
        name=f"Last name {player}",
        born=f"{chance.choice(stage.scene.birth_years)}-04-04",
        federation="SWE",
        federation_from=stage.scene.days[-1],
        change=True,
    )


def amend(stage: Stage) -> None:
    """A header field that says something else, and a game struck out; once a
    tournament.
    """
    names = sorted(stage.meetings.keys() - stage.amended)
    if not names:
        return
    name = stage.rng.choice(names)
    header, changes = stage.meetings[name], {}
    for key, values in stage.scene.headers.items():
        others = [
            value for value in values if value != header.get(key, DEFAULTS.get(key))
        ]
        if (
            key not in ("each_game_rated", "start_minutes")
            and stage.chance(0.3)
            and others
        ):
            changes[key] = stage.rng.choice(others)
    if unrelated(name, "amended").random() < 0.3:
        changes["accepted"] = not header.get("accepted", True)
    fields: Document = {"set": changes} if changes else {}
    told = next(
        d for d in stage.docs if d["kind"] == "tournament" and d["tournament"] == name
    )
    if told["games"] and (stage.chance(0.5) or not fields):
        fields["games"] = {f"{told['games'][0]['round']}.1": None}
    if fields:
        stage.say(
            "amend", tournament=name, reason=f"reason {len(stage.docs)}", **fields
        )
        stage.amended.add(name)


def withdraw(stage: Stage) -> None:
    """A tournament that never was."""
    names = sorted(stage.meetings)
    if names:
        name = stage.rng.choice(names)
        del stage.meetings[name]
        stage.say("withdraw", tournament=name, reason=f"reason {len(stage.docs)}")
