"""Random tournaments, games, openings and people."""

from __future__ import annotations

import random
from typing import Any

from .records import Document
from .world import FEDERATIONS, Meeting, World

PLAYED = ("1-0", "0-1", "1/2-1/2")
ODD = ("1-0F", "0-1F", "0-0F", "1/2-1/2F", "*", "0-0", "1/2-0", "0-1/2")
SELO_MINUTES: tuple[Any, ...] = (90, 90, 120, 89, 60, 59, 59.5, 45, 25, 15)
LIMIT_MINUTES: tuple[Any, ...] = (10.5, 11, 12, 14, 14.5)
PELO_MINUTES: tuple[Any, ...] = (10, 5, 4, 3.5, 3.25)
CONTROLS = (
    "90+30",
    "40/90+30:30+30",
    "60+30",
    "59+1",
    "15+10",
    "40/60:20/30:15+10",
    "60/85+5:30",
    "3+2",
    "5+0",
    "9+1",
)
LIMIT_CONTROLS = ("10+1", "10+0.5", "5+8", "14+0")


def minutes(world: World, pelo_share: float = 0.2) -> int | float:
    """A playing time, often near a limit."""
    rng = world.rng
    if rng.random() < 0.01:
        return 3
    if rng.random() < pelo_share:
        return rng.choice(PELO_MINUTES)  # type: ignore[no-any-return]
    if not world.split_adoptions and rng.random() < 0.2:
        return rng.choice(LIMIT_MINUTES)  # type: ignore[no-any-return]
    return rng.choice(SELO_MINUTES)  # type: ignore[no-any-return]


def playing_time(world: World) -> Document:
    """Header fields: minutes or a time control."""
    if world.rng.random() < 0.75:
        return {"minutes": minutes(world)}
    return {
        "time_control": world.rng.choice(
            CONTROLS if world.split_adoptions else CONTROLS + LIMIT_CONTROLS
        )
    }


def result(world: World) -> str:
    """Mostly ordinary results."""
    return (
        world.rng.choice(PLAYED) if world.rng.random() < 0.93 else world.rng.choice(ODD)
    )


def played_on(world: World, header: Document) -> str | None:
    """A day for a game: inside, moved outside, or left to the default."""
    rng = world.rng
    if header.get("each_game_rated") or rng.random() < 0.2:
        day = world.between(header["start"], header["end"])
        return (
            day
            if rng.random() < 0.9
            else world.shifted(day, rng.choice((-20, -3, 3, 20)))
        )
    if rng.random() < 0.05:
        return world.shifted(header["start"], -rng.randint(1, 9))
    if rng.random() < 0.05:
        return world.shifted(header["end"], rng.randint(1, 9))
    return None


def game(
    world: World, header: Document, round_: int, white: str, black: str
) -> Document:
    """One game as a document lists it."""
    rng = world.rng
    listed: Document = {
        "round": round_,
        "white": world.name(white),
        "black": world.name(black),
        "result": result(world),
    }
    day = played_on(world, header)
    if day is not None:
        listed["on"] = day
    if rng.random() < 0.1:
        listed["minutes"] = minutes(world, 0.4)
        if rng.random() < 0.3:
            listed["minutes_black"] = minutes(world)
    if rng.random() < 0.03:
        listed["tiebreak"] = True
    if rng.random() < 0.1:
        listed["board"] = rng.randint(1, 9)
    return listed


def header(world: World, name: str) -> Document:
    """A tournament without its games."""
    rng = world.rng
    start = world.day()
    end = world.shifted(start, rng.choice((0, 0, 1, 2, 4, 8, 30, 120)))
    if rng.random() < 0.4:
        end = rng.choice([day for day in world.days if day >= start])
    document: Document = {
        "kind": "tournament",
        "tournament": name,
        "name": f"Turnaus {name}",
        "start": start,
        "end": end,
    }
    document |= playing_time(world)
    if rng.random() < 0.3:
        document["age_group"] = rng.choice(("open", "under-14", "under-10"))
    if rng.random() < 0.2:
        document["each_game_rated"] = True
    if rng.random() < 0.2:
        document["order_no"] = rng.choice((-1, 1, 2))
    if world.foreign and rng.random() < 0.4:
        document["domestic"] = False
        if rng.random() < 0.15:
            document["fide_accepted"] = False
        if rng.random() < 0.4:
            document["official_representation"] = True
    if unrelated(name, start, end).random() < 0.2:
        document["accepted"] = False  # 2.3: the board looks at it later, if ever
    return document


def unrelated(*words: str) -> random.Random:
    """Chance of its own, so that what was added to the stories later leaves the rest of
    each as it was.
    """
    return random.Random(" ".join(words))


def tournament(world: World) -> None:
    """A new tournament with its games."""
    rng = world.rng
    name = rng.choice(("T", "t", "L-", "k.", "")) + str(len(world.meetings) + 1)
    document = header(world, name)
    alive = world.alive()
    players = rng.sample(alive, min(len(alive), rng.choice((2, 3, 4, 4, 5, 6, 6, 8))))
    for player in players:
        world.introduce(player)
    games = []
    for round_ in range(1, rng.choice((1, 2, 3, 3, 5, 7)) + 1):
        rng.shuffle(players)
        for white, black in zip(players[::2], players[1::2], strict=False):
            if rng.random() < 0.92:
                games.append(game(world, document, round_, white, black))
    if games and rng.random() < 0.15:
        games.append(tiebreak(world, document, games))
    if rng.random() < 0.2:
        rng.shuffle(games)
    meeting = Meeting(document, {}, explicit=rng.random() < 0.15)
    for number, listed in enumerate(games, start=1):
        if meeting.explicit:
            listed["game"] = f"g_{number}"
        meeting.list_game(listed)
    if (
        not document.get("domestic", True)
        and (chance := unrelated("sent", name)).random() < 0.5
    ):
        seated = sorted(
            {listed[side] for listed in games for side in ("white", "black")}
        )
        # 2.2: these were sent
        document["representatives"] = chance.sample(seated, min(3, len(seated)))
    if games and world.say({**document, "games": games}) is not None:
        world.meetings[name] = meeting


def tiebreak(world: World, document: Document, games: list[Document]) -> Document:
    """A tie-break game, often a blitz one, in a round of its own."""
    model = world.rng.choice(games)
    listed: Document = {
        "round": max(listed["round"] for listed in games) + 1,
        "white": model["black"],
    }
    listed |= {
        "black": model["white"],
        "result": world.rng.choice(PLAYED),
        "tiebreak": True,
    }
    if document.get("each_game_rated"):
        listed["on"] = document["end"]
    if world.rng.random() < 0.7:
        listed["minutes"] = world.rng.choice(PELO_MINUTES)
    return listed


def another_game(world: World, name: str) -> Document | None:
    """One more game of a tournament: two players who are free in the round."""
    rng = world.rng
    meeting = world.meetings[name]
    last = max([listed["round"] for listed in meeting.games.values()], default=1)
    round_ = rng.randint(1, last + 1)
    busy: set[str] = set()
    for listed in meeting.games.values():
        if listed["round"] == round_:
            busy |= {world.canon(listed["white"]), world.canon(listed["black"])}
    inside = {world.canon(player) for player in meeting.ever}
    pool = (
        sorted(inside - busy)
        if rng.random() < 0.7
        else sorted(set(world.alive()) - busy)
    )
    if len(pool) < 2:
        return None
    white, black = rng.sample(pool, 2)
    world.introduce(white)
    world.introduce(black)
    listed = game(world, meeting.header, round_, white, black)
    if meeting.explicit:
        listed["game"] = (
            f"x_{world.first_seq + len(world.docs)}_{len(meeting.ever)}_{sum(meeting.numbers.values())}"
        )
    return listed


def single_game(world: World) -> None:
    """A ``game`` document."""
    names = world.standing_meetings()
    if not names:
        return
    name = world.rng.choice(names)
    listed = another_game(world, name)
    if (
        listed is not None
        and world.say({"kind": "game", "tournament": name, **listed}) is not None
    ):
        world.meetings[name].list_game(listed)


def opening(world: World) -> None:
    """An opening balance, one for a person and list; some are dated late."""
    rng = world.rng
    player = rng.choice(world.alive())
    rating_list = rng.choice(("selo", "selo", "pelo"))
    if world.has_opening(world.group(player), rating_list):
        return
    world.introduce(player)
    games = rng.choice((3, 8, 9, 10, 10, 11, 12, 20, 23, 24, 29, 60))
    rating = rng.choice(world.ratings) + rng.randint(-12, 12)
    late = rng.random() < 0.2 and world.federation(player) == "FIN"
    document: Document = {
        "kind": "opening",
        "player": world.name(player),
        "list": rating_list,
    }
    document |= {
        "on": world.day() if late else world.days[0],
        "rating": rating,
        "games": games,
    }
    if rng.random() < 0.3:
        document["normal_games"] = rng.randint(0, games)
    if rng.random() < 0.15:
        document["peak"] = rating + rng.randint(1, 40)
    if rating_list == "selo" and rng.random() < 0.1:
        document["titles"] = rng.sample(["M", "ME", "I"], rng.randint(1, 2))
    seq = world.say(document)
    if seq is not None:
        world.openings[document["player"], rating_list] = (seq, document["on"])
        world.revocable.append(seq)


def external(world: World) -> None:
    """A rating from elsewhere."""
    rng = world.rng
    known = world.introduced()
    if not known:
        return
    document: Document = {
        "kind": "external-rating",
        "player": world.name(rng.choice(known)),
    }
    document["source"] = rng.choice(
        (
            "fide-standard",
            "fide-standard",
            "fide-rapid",
            "national-standard",
            "national-rapid",
        )
    )
    document |= {
        "on": world.day(),
        "rating": rng.choice(world.ratings) + rng.randint(-30, 160),
    }
    if rng.random() < 0.05:
        document["rating"] = rng.randint(900, 1050)
    if document["source"].startswith("national") and rng.random() < 0.3:
        document["comparable"] = False
    seq = world.say(document)
    if seq is not None:
        world.revocable.append(seq)


def elo_only(world: World) -> None:
    """Games rated by FIDE but not here."""
    known = world.introduced()
    if known:
        document = {
            "kind": "elo-only-games",
            "player": world.name(world.rng.choice(known)),
            "on": world.day(),
        }
        seq = world.say(document)
        if seq is not None:
            world.revocable.append(seq)


def federation_change(world: World) -> None:
    """Another federation, from a day or as a correction for all time."""
    known = world.introduced()
    if not known:
        return
    player = world.rng.choice(known)
    choices = [
        federation
        for federation in ("FIN", *FEDERATIONS)
        if federation != world.federation(player)
    ]
    document: Document = {
        "kind": "player",
        "player": player,
        "name": f"Uusi, {player}",
        "change": True,
    }
    document["federation"] = world.rng.choice(choices)
    if world.rng.random() < 0.75:
        document["federation_from"] = world.day()
    chance = unrelated("born", player, str(len(world.docs)))
    if chance.random() < 0.3:
        document["born"] = f"{chance.randint(1950, 2010)}-05-05"
    seq = world.say(document)
    if seq is not None:
        world.federations[player].append((seq, document["federation"]))
        world.revocable.append(seq)
