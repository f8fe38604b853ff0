"""What a random history has said so far, and so what it may say next."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from datetime import date, timedelta

from .records import Document

NAMES = (
    "Aalto",
    "Berg",
    "Halla",
    "Kivi",
    "Lehto",
    "Mäki",
    "Niemi",
    "Oksa",
    "Pihlaja",
    "Ranta",
    "Salo",
    "Tuomi",
    "Virta",
)
FEDERATIONS = ("SWE", "EST", "NOR")


@dataclass
class Meeting:
    """A submitted tournament as it stands."""

    header: Document
    games: dict[str, Document]
    explicit: bool
    numbers: dict[int, int] = field(default_factory=dict)
    ever: set[str] = field(default_factory=set)
    withdrawn: bool = False

    def list_game(self, game: Document) -> None:
        """Takes a game in, under its own id or the next number never used in its round."""
        self.numbers[game["round"]] = self.numbers.get(game["round"], 0) + 1
        name = game.get("game") or f"{game['round']}.{self.numbers[game['round']]}"
        self.games[name] = dict(game)
        self.ever |= {game["white"], game["black"]}


@dataclass
class Merge:
    """Two ids said to be one person; only what is never taken back lets the old id be
    used again.
    """

    seq: int
    gone: str
    into: str
    permanent: bool
    standing: bool = True


@dataclass
class World:
    """State of one history."""

    rng: random.Random
    foreign: bool
    editions: bool
    corrections: bool
    people: list[str]
    ghosts: list[str]
    days: list[str]
    last_day: str
    first_seq: int
    ratings: list[int]
    split_adoptions: bool
    docs: list[Document] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    meetings: dict[str, Meeting] = field(default_factory=dict)
    merges: list[Merge] = field(default_factory=list)
    federations: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    openings: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    revocable: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    protected: set[int] = field(default_factory=set)
    revoked: set[int] = field(default_factory=set)
    ruled: set[tuple[str, str]] = field(default_factory=set)
    reasons: int = 0

    def say(self, document: Document) -> int | None:
        """Records a document unless the same was said before, also under another id of
        the same people.
        """
        keys = {
            json.dumps(document, sort_keys=True),
            json.dumps(self.under_final_ids(document), sort_keys=True),
        }
        if keys & self.seen:
            return None
        self.seen |= keys
        seq = self.first_seq + len(self.docs)
        self.docs.append({**document, "_seq": seq})
        return seq

    def under_final_ids(self, document: Document) -> Document:
        """The document with people under their final ids."""
        names = ("player", "white", "black")
        return {
            key: self.canon(value) if key in names else value
            for key, value in document.items()
        }

    def reason(self) -> str:
        """A reason nobody gave before."""
        self.reasons += 1
        return f"reason {self.reasons}"

    def canon(self, player: str) -> str:
        """The id that counts now."""
        for merge in self.merges:
            if merge.standing and merge.gone == player:
                return self.canon(merge.into)
        return player

    def group(self, player: str) -> set[str]:
        """All ids that mean the player now."""
        ids = set(self.people) | set(self.ghosts)
        return {name for name in ids if self.canon(name) == self.canon(player)}

    def alive(self) -> list[str]:
        """Final ids; ghosts play seldom, so that two of them may never have met."""
        found = [player for player in self.people if self.canon(player) == player]
        return found + [
            ghost
            for ghost in self.ghosts
            if self.canon(ghost) == ghost and self.rng.random() < 0.12
        ]

    def introduced(self) -> list[str]:
        """Final ids already introduced."""
        return [
            player
            for player in self.people + self.ghosts
            if player in self.federations and self.canon(player) == player
        ]

    def name(self, player: str) -> str:
        """The player's id or, now and then, an old id that will mean them for ever."""
        old = [
            alias
            for alias in sorted(self.group(player))
            if alias != player and self.for_good(alias)
        ]
        return self.rng.choice(old) if old and self.rng.random() < 0.3 else player

    def for_good(self, alias: str) -> bool:
        """Is every merge on the way of the old id permanent?"""
        for merge in self.merges:
            if merge.standing and merge.gone == alias:
                return merge.permanent and self.for_good(merge.into)
        return True

    def may_merge(self, gone: str, into: str) -> bool:
        """Never in one tournament (also not in a withdrawn one), never two openings on
        one list.
        """
        into = self.canon(into)
        if self.canon(gone) != gone or into == gone:
            return False
        mine, theirs = self.group(gone), self.group(into)
        if any(
            meeting.ever & mine and meeting.ever & theirs
            for meeting in self.meetings.values()
        ):
            return False
        return not any(
            self.has_opening(mine, kind) and self.has_opening(theirs, kind)
            for kind in ("selo", "pelo")
        )

    def has_opening(self, ids: set[str], rating_list: str) -> bool:
        """Was there ever an opening on the list for one of the ids?"""
        return any((name, rating_list) in self.openings for name in ids)

    def federation(self, player: str) -> str:
        """The federation said last and not taken back."""
        said = [
            federation
            for seq, federation in self.federations.get(player, [])
            if seq not in self.revoked
        ]
        return said[-1] if said else "FIN"

    def introduce(self, player: str) -> None:
        """A player document before the first use of an id."""
        if player in self.federations:
            return
        federation = "FIN"
        if self.foreign and self.rng.random() < 0.45:
            federation = self.rng.choice(FEDERATIONS)
        document = {
            "kind": "player",
            "player": player,
            "name": f"{self.rng.choice(NAMES)}, {player}",
        }
        if self.foreign or self.rng.random() < 0.2:
            document["federation"] = federation
        seq = self.say(document)
        assert seq is not None
        self.federations[player] = [(seq, federation)]

    def day(self) -> str:
        """One of the few days of this history."""
        return self.rng.choice(self.days)

    def shifted(self, day: str, by: int) -> str:
        """A day some days later or earlier, inside the history's span."""
        moved = (date.fromisoformat(day) + timedelta(days=by)).isoformat()
        return max(self.days[0], min(self.last_day, moved))

    def between(self, start: str, end: str) -> str:
        """A day in the interval."""
        length = (date.fromisoformat(end) - date.fromisoformat(start)).days
        return self.shifted(start, self.rng.randint(0, length))

    def standing_meetings(self) -> list[str]:
        """Ids of the tournaments that are not withdrawn."""
        return [
            name for name, meeting in self.meetings.items() if not meeting.withdrawn
        ]
