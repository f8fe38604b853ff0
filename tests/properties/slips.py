"""The same facts told wrong at first and amended."""

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tests.naive.records import Document
from tests.properties.shuffling import players_in

HEADER = {
    "domestic": True,
    "fide_accepted": True,
    "official_representation": False,
    "age_group": "open",
    "each_game_rated": False,
    "order_no": 0,
}
GAME = {
    "on": None,
    "minutes": None,
    "minutes_black": None,
    "tiebreak": False,
    "board": None,
}
FAR_ROUND = 900  # no story gives a game this round

Pair = tuple[list[Document], list[Document]]


def corrected(documents: Sequence[Document], rng: random.Random) -> Pair:
    """(some tournaments told wrong and amended, right from the start)."""
    right = [numbered(document) for document in documents]
    wrong = list(right)
    names = [
        document["tournament"]
        for document in documents
        if document["kind"] == "tournament"
    ]
    for count, name in enumerate(rng.sample(names, min(len(names), 3))):
        at = next(
            i
            for i, d in enumerate(wrong)
            if d["kind"] == "tournament" and d["tournament"] == name
        )
        following = [
            i for i, d in enumerate(wrong) if i > at and d.get("tournament") == name
        ]
        free = sorted(_free(wrong, at))
        slip = _Slip(wrong[at], rng, free)
        wrong.insert(
            rng.randint(at + 1, following[0] if following else len(wrong)),
            slip.amend(f"amend-{count}"),
        )
        wrong[at] = slip.document
    return wrong, right


def numbered(document: Document) -> Document:
    """A tournament with the id of each game written out: round.running number in the
    round.
    """
    if document["kind"] != "tournament":
        return document
    counts: dict[int, int] = defaultdict(int)
    games = []
    for game in document["games"]:
        counts[game["round"]] += 1
        games.append({"game": f"{game['round']}.{counts[game['round']]}", **game})
    return {**document, "games": games}


def _free(documents: Sequence[Document], at: int) -> set[str]:
    """Known by then, not in the tournament, and never merged with anybody."""
    known = {
        document["player"]
        for document in documents[:at]
        if document["kind"] == "player"
    }
    merged = {
        d[end]
        for d in documents
        if d["kind"] == "merge-players"
        for end in ("from", "into")
    }
    inside = {
        p
        for d in documents
        if d.get("tournament") == documents[at]["tournament"]
        for p in players_in(d)
    }
    return known - merged - inside


class _Slip:
    """A tournament with mistakes, and what an amend must say to put them right."""

    def __init__(self, right: Document, rng: random.Random, free: list[str]) -> None:
        self.right, self.rng, self.free = right, rng, free
        self.document: Document = {
            **right,
            "games": [dict(game) for game in right["games"]],
        }
        self.set: Document = {}
        self.games: dict[str, Any] = {}
        self.added: list[Document] = []
        while not (self.set or self.games or self.added):
            if rng.random() < 0.5:
                self._header()
            if rng.random() < 0.7:
                self._change(rng.choice(self.document["games"]))
            if rng.random() < 0.3:
                self._one_too_many()
            elif rng.random() < 0.4 and len(self.document["games"]) > 1:
                self._one_too_few()

    def amend(self, label: str) -> Document:
        found = {"set": self.set, "games": self.games, "add_games": self.added}
        document = {
            "kind": "amend",
            "tournament": self.right["tournament"],
            "reason": f"a slip, {label}",
        }
        return {
            **document,
            **{name: value for name, value in found.items() if value},
            "_seq": label,
        }

    def _header(self) -> None:
        kind = self.rng.choice(("days", "time", *HEADER))
        right = {**HEADER, **self.right}
        if kind == "days":
            first, last = self.rng.choice(
                (
                    ("2023-07-01", "2023-07-01"),
                    ("2024-01-30", "2024-05-02"),
                    ("2009-06-01", "2022-12-31"),
                    (right["start"], right["start"]),
                )
            )
            changes = {"start": first, "end": last}
        elif kind == "time":
            changes = {"minutes": self.rng.choice((90, 60, 59, 20, 5, 3))}
        elif kind == "each_game_rated" and not all(
            "on" in game for game in self.right["games"]
        ):
            return
        elif kind == "age_group":
            changes = {kind: self.rng.choice(("open", "under-14", "under-10"))}
        else:
            changes = {
                kind: self.rng.randint(-3, 3) if kind == "order_no" else not right[kind]
            }
        changes = {
            name: value for name, value in changes.items() if right.get(name) != value
        }
        if "minutes" in changes:
            self.document.pop("time_control", None)
            time = "minutes" if "minutes" in right else "time_control"
            self.set[time] = right[time]
        self.set.update({name: right[name] for name in changes if name != "minutes"})
        self.document.update(changes)

    def _change(self, game: Document) -> None:
        right = {**GAME, **game}
        if game["game"] in self.games:
            return
        kind = self.rng.choice(
            (
                "result",
                "result",
                "on",
                "minutes",
                "minutes_black",
                "tiebreak",
                "swap",
                "player",
            )
        )
        changes: Document = {}
        if kind == "result":
            changes = {
                "result": self.rng.choice(("1-0", "0-1", "1/2-1/2", "1-0F", "0-0", "*"))
            }
        elif kind == "on":
            changes = {
                "on": self.rng.choice(
                    (self.right["start"], self.right["end"], "2023-06-30", "2024-12-31")
                )
            }
        elif kind in ("minutes", "minutes_black"):
            changes = {kind: self.rng.choice((120, 90, 45, 10, 4))}
        elif kind == "tiebreak":
            changes = {"tiebreak": not right["tiebreak"]}
        elif kind == "swap":
            changes = {"white": game["black"], "black": game["white"]}
        elif self.free:
            changes = {self.rng.choice(("white", "black")): self.rng.choice(self.free)}
        changes = {
            name: value for name, value in changes.items() if right[name] != value
        }
        if changes:
            self.games[game["game"]] = {name: right[name] for name in changes}
            game.update(changes)

    def _one_too_many(self) -> None:
        model = self.rng.choice(self.right["games"])
        self.document["games"].append(
            {**model, "game": "never-played", "round": FAR_ROUND}
        )
        self.games["never-played"] = None

    def _one_too_few(self) -> None:
        last = self.document["games"].pop()
        self.games.pop(last["game"], None)
        self.added.append(self.right["games"][-1])
