"""Random corrections: amends, withdrawals, merges, rulings, adoptions."""

from __future__ import annotations

from .plays import PLAYED, another_game, minutes, playing_time, result, unrelated
from .records import Document
from .world import Meeting, Merge, World

HEADER_DEFAULTS: Document = {"age_group": "open", "order_no": 0}


def amend(world: World) -> None:
    """An amend of a standing tournament: header, games changed, struck out, added."""
    names = world.standing_meetings()
    if not names:
        return
    rng = world.rng
    name = rng.choice(names)
    meeting = world.meetings[name]
    document: Document = {"kind": "amend", "tournament": name, "reason": world.reason()}
    if rng.random() < 0.3:
        document["set"] = news(
            header_change(world, meeting), HEADER_DEFAULTS | meeting.header
        )
        change_header(meeting, document["set"])
    elif decided := decision(meeting, document["reason"]):
        document["set"] = decided
        change_header(meeting, decided)
    if rng.random() < 0.75:
        document["games"] = game_changes(world, meeting)
        change_games(meeting, document["games"])
    if rng.random() < 0.15:
        added = another_game(world, name)
        document["add_games"] = [] if added is None else [added]
        for listed in document["add_games"]:
            meeting.list_game(listed)
    document = {key: value for key, value in document.items() if value}
    if len(document) > 3:
        world.say(document)


def decision(meeting: Meeting, reason: str) -> Document:
    """2.3: the board accepts a tournament, or takes that back. 2.4: rating is applied
    for after all.
    """
    chance = unrelated(meeting.header["tournament"], reason)
    accepted = meeting.header.get("accepted", True)
    if chance.random() < (0.05 if accepted else 0.5):
        return {"accepted": not accepted}
    if meeting.header.get("domestic", True) is False and chance.random() < 0.1:
        return {"domestic": True}
    return {}


def news(changes: Document, known: Document) -> Document:
    """Only the fields that change something."""
    return {
        key: value
        for key, value in changes.items()
        if key not in known or known[key] != value
    }


def change_header(meeting: Meeting, changes: Document) -> None:
    """Keeps the header as it stands."""
    for old, new in (("minutes", "time_control"), ("time_control", "minutes")):
        if new in changes:
            meeting.header.pop(old, None)
    meeting.header.update(changes)


def change_games(meeting: Meeting, changes: Document) -> None:
    """Keeps the games as they stand."""
    for name, fields in changes.items():
        if fields is None:
            del meeting.games[name]
        else:
            meeting.games[name].update(fields)
            meeting.ever |= {meeting.games[name]["white"], meeting.games[name]["black"]}


def header_change(world: World, meeting: Meeting) -> Document:
    """One or two header fields with new values."""
    rng = world.rng
    header = meeting.header
    kinds = ["dates", "dates", "time", "age", "order", "each"] + (
        ["abroad", "abroad"] if world.foreign else []
    )
    kind = rng.choice(kinds)
    if kind == "dates":
        start = header["start"] if rng.random() < 0.5 else rng.choice(world.days)
        return {
            "start": start,
            "end": max(
                start, rng.choice([header["end"], world.day(), world.shifted(start, 3)])
            ),
        }
    if kind == "time":
        return playing_time(world)
    if kind == "age":
        return {"age_group": rng.choice(("open", "under-14", "under-10"))}
    if kind == "abroad" and not header.get("domestic", True):
        field = rng.choice(("fide_accepted", "official_representation"))
        return {field: not header.get(field, field == "fide_accepted")}
    if kind == "abroad":
        return {"domestic": False}
    if kind == "each" and header.get("each_game_rated"):
        return {"each_game_rated": False}
    if kind == "each" and all("on" in listed for listed in meeting.games.values()):
        return {"each_game_rated": True}
    return {"order_no": rng.randint(-2, 3)}


def game_changes(world: World, meeting: Meeting) -> Document:
    """New values for some games; None strikes a game out."""
    rng = world.rng
    names = sorted(meeting.games)
    found: Document = {}
    for number, name in enumerate(
        rng.sample(names, min(len(names), rng.choice((1, 1, 1, 2, 3))))
    ):
        if rng.random() < 0.15 and number + 1 < len(names):
            found[name] = None
            continue
        fields = news(
            game_change(world, meeting, name, first=number == 0), meeting.games[name]
        )
        if fields:
            found[name] = fields
    return found


def game_change(world: World, meeting: Meeting, name: str, first: bool) -> Document:
    """One sort of change of one game; only the first of an amend gets another player or
    round.
    """
    rng = world.rng
    listed = meeting.games[name]
    kind = rng.choice(
        (
            "flip",
            "flip",
            "result",
            "minutes",
            "on",
            "swap",
            "player",
            "round",
            "tiebreak",
            "board",
        )
    )
    if kind == "minutes":
        fields: Document = {"minutes": minutes(world, 0.4)}
        if rng.random() < 0.2 or "minutes_black" in listed:
            fields["minutes_black"] = (
                fields["minutes"] if rng.random() < 0.6 else minutes(world)
            )
        return fields
    if kind == "on":
        return {
            "on": world.shifted(meeting.header["end"], rng.choice((-9, -1, 0, 0, 1, 9)))
        }
    if kind == "swap":
        return {"white": listed["black"], "black": listed["white"]}
    if kind == "player" and first:
        newcomer = replacement(world, meeting, listed)
        if newcomer is not None:
            world.introduce(newcomer)
            return {rng.choice(("white", "black")): world.name(newcomer)}
    if kind == "round" and first:
        return {"round": max(game["round"] for game in meeting.games.values()) + 1}
    if kind == "tiebreak":
        return {"tiebreak": not listed.get("tiebreak", False)}
    if kind == "board":
        return {"board": rng.randint(10, 20)}
    if kind == "result":
        return {"result": result(world)}
    return {
        "result": rng.choice([other for other in PLAYED if other != listed["result"]])
    }


def replacement(world: World, meeting: Meeting, listed: Document) -> str | None:
    """Somebody who has no game in the tournament."""
    inside = {world.canon(player) for player in meeting.ever}
    free = [player for player in world.alive() if player not in inside]
    return world.rng.choice(free) if free else None


def withdraw_tournament(world: World) -> None:
    """Takes a tournament back."""
    names = world.standing_meetings()
    if names:
        name = world.rng.choice(names)
        world.say({"kind": "withdraw", "tournament": name, "reason": world.reason()})
        world.meetings[name].withdrawn = True


def reinstate_tournament(world: World) -> None:
    """Brings a withdrawn tournament back in which nobody has two seats by now."""
    names = [
        name
        for name, meeting in world.meetings.items()
        if meeting.withdrawn and not _has_two_seats(world, meeting)
    ]
    if names:
        name = world.rng.choice(names)
        world.say({"kind": "reinstate", "tournament": name, "reason": world.reason()})
        world.meetings[name].withdrawn = False


def _has_two_seats(world: World, meeting: Meeting) -> bool:
    """Tell whether two ids with games in a tournament mean one player by now."""
    ids = {game[side] for game in meeting.games.values() for side in ("white", "black")}
    return len({world.canon(player) for player in ids}) < len(ids)


def withdraw_seq(world: World) -> None:
    """Takes back one of the documents that are withdrawn by number."""
    standing = [
        seq
        for seq in world.revocable
        if seq not in world.revoked and seq not in world.protected
    ]
    if standing:
        revoke(world, world.rng.choice(standing))


def revoke(world: World, seq: int) -> None:
    """Withdraws by number; that an adopted edition is meant counts for nothing where
    the number is of another fact.
    """
    world.say({"kind": "withdraw", "seq": seq, "rules": True, "reason": world.reason()})
    world.revoked.add(seq)


def reinstate_seq(world: World) -> None:
    """Brings back a document withdrawn by number; pairs of adoptions together."""
    gone = [seq for seq in world.revocable if seq in world.revoked]
    if gone:
        restore(world, world.rng.choice(gone))


def restore(world: World, seq: int) -> None:
    """Reinstates by number."""
    world.say({"kind": "reinstate", "seq": seq, "reason": world.reason()})
    world.revoked.discard(seq)


def merge(world: World) -> None:
    """Two ids become one person, if the ledger can allow it."""
    rng = world.rng
    known = world.introduced()
    couples = [
        (gone, into) for gone in known for into in known if world.may_merge(gone, into)
    ]
    if not couples:
        return
    gone, into = rng.choice(couples)
    seq = world.say(
        {"kind": "merge-players", "from": gone, "into": into, "reason": world.reason()}
    )
    assert seq is not None
    world.merges.append(Merge(seq, gone, into, permanent=rng.random() < 0.6))


def change_merge(world: World) -> None:
    """Takes a merge back, or brings it back."""
    loose = [merge for merge in world.merges if not merge.permanent]
    if not loose:
        return
    chosen = world.rng.choice(loose)
    if chosen.standing:
        chosen.standing = False
        world.say({"kind": "withdraw", "seq": chosen.seq, "reason": world.reason()})
    elif world.canon(chosen.into) != chosen.gone and world.may_merge(
        chosen.gone, chosen.into
    ):
        world.say({"kind": "reinstate", "seq": chosen.seq, "reason": world.reason()})
        chosen.standing = True


def ruling(world: World) -> None:
    """A rating set or moved by decision; one a day and list. Steps, and pelo, need an
    opening that stays.
    """
    rng = world.rng
    rating_list = rng.choice(("selo", "selo", "pelo"))
    day = world.day()
    known = world.introduced()
    if not known or (rating_list, day) in world.ruled:
        return
    player = rng.choice(known)
    document: Document = {
        "kind": "ruling",
        "player": player,
        "list": rating_list,
        "on": day,
        "reason": world.reason(),
    }
    seq, since = world.openings.get((player, rating_list), (0, "9999"))
    opened = since <= day and seq not in world.revoked
    if opened and (rating_list == "pelo" or rng.random() < 0.5):
        world.protected.add(seq)
    elif rating_list == "pelo":
        return
    if opened and seq in world.protected and rng.random() < 0.7:
        document["delta"] = rng.choice((-60, -25, 10, 40))
    else:
        document["rating"] = rng.choice(world.ratings) + rng.randint(-20, 20)
    number = world.say(document)
    if number is not None:
        world.ruled.add((rating_list, day))
        world.revocable.append(number)


def adopt(world: World) -> None:
    """Moves the day of an edition: on one list, or on both at once."""
    rng = world.rng
    edition = rng.choice(("fi-2011", "fi-2023"))
    day = rng.choice((world.day(), world.day(), "2011-01-01", "2023-04-26"))
    lists = (
        [rng.choice(("selo", "pelo"))] if world.split_adoptions else ["selo", "pelo"]
    )
    document: Document = {
        "kind": "adopt-rules",
        "edition": edition,
        "from": day,
        "reason": world.reason(),
    }
    seqs = [world.say({**document, "list": rating_list}) for rating_list in lists]
    numbers = [seq for seq in seqs if seq is not None]
    world.pairs.append((numbers[0], numbers[-1]))


def change_adoption(world: World) -> None:
    """Takes adoptions back, or brings them back, both lists together."""
    if world.pairs:
        for seq in sorted(set(world.rng.choice(world.pairs))):
            if seq in world.revoked:
                restore(world, seq)
            else:
                revoke(world, seq)
