"""What the ledger would refuse in a history, checked without the generator's own
bookkeeping.
"""

from __future__ import annotations

import json
import re

from .facts import final_id
from .records import Document

ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def problems(documents: list[Document], first_seq: int = 1) -> list[str]:
    """Reasons why a document of the history is not valid in its place."""
    checker = Checker(first_seq)
    for document in documents:
        checker.check(document)
    return checker.found


class Checker:
    """State after the documents so far."""

    def __init__(self, first_seq: int) -> None:
        """Nothing said yet."""
        self.next = first_seq
        self.found: list[str] = []
        self.contents: set[str] = set()
        self.known: set[str] = set()
        self.by_seq: dict[int, Document] = {}
        self.withdrawn: set[int | str] = set()
        self.headers: dict[str, Document] = {}
        self.games: dict[str, dict[str, Document]] = {}
        self.numbers: dict[tuple[str, int], int] = {}

    def refuse(self, document: Document, why: str) -> None:
        """Notes a problem."""
        self.found.append(f"{document.get('_seq')} {document['kind']}: {why}")

    def merges(self) -> list[Document]:
        """Merges that stand now."""
        return [
            d
            for seq, d in self.by_seq.items()
            if d["kind"] == "merge-players" and seq not in self.withdrawn
        ]

    def canon(self, player: str) -> str:
        """The id that counts now."""
        return final_id(player, self.merges())

    def check(self, document: Document) -> None:
        """One document, in its place."""
        if document["_seq"] != self.next:
            self.refuse(document, "wrong number")
        content = json.dumps(
            {k: v for k, v in document.items() if k != "_seq"}, sort_keys=True
        )
        if content in self.contents:
            self.refuse(document, "said before")
        self.contents.add(content)
        for day in re.findall(r'"(\d{4}-\d\d-\d\d)"', content):
            if day > "2025-12-31":
                self.refuse(document, "too late a day")
        if document["kind"] == "player":
            self.known.add(document["player"])
        for key in ("player", "into"):
            if key in document and document[key] not in self.known:
                self.refuse(document, "unknown player")
        method = getattr(self, "check_" + document["kind"].replace("-", "_"), None)
        if method is not None:
            method(document)
        self.by_seq[self.next] = document
        self.next += 1

    def check_opening(self, document: Document) -> None:
        """One standing opening for a person and list."""
        mine = (self.canon(document["player"]), document["list"])
        others = [
            d
            for seq, d in self.by_seq.items()
            if d["kind"] == "opening" and seq not in self.withdrawn
        ]
        if mine in [(self.canon(d["player"]), d["list"]) for d in others]:
            self.refuse(document, "second opening")

    def check_merge_players(self, document: Document) -> None:
        """Not met, not in one tournament, not two openings on one list; ids that are
        still their own.
        """
        gone, into = document["from"], self.canon(document["into"])
        if gone not in self.known:
            self.refuse(document, "unknown player")
        if self.canon(gone) != gone or gone == into:
            self.refuse(document, "merged already")
        for name, games in self.games.items():
            players = {
                self.canon(player)
                for game in games.values()
                for player in (game["white"], game["black"])
            }
            if name not in self.withdrawn and {gone, into} <= players:
                self.refuse(document, "in one tournament")
        openings = [
            d
            for seq, d in self.by_seq.items()
            if d["kind"] == "opening" and seq not in self.withdrawn
        ]
        lists = [
            {d["list"] for d in openings if self.canon(d["player"]) == who}
            for who in (gone, into)
        ]
        if lists[0] & lists[1]:
            self.refuse(document, "two openings")

    def check_tournament(self, document: Document) -> None:
        """A new id, and valid games."""
        name = document["tournament"]
        if name in self.headers or not ID.fullmatch(name):
            self.refuse(document, "tournament id")
        self.headers[name] = {k: v for k, v in document.items() if k != "games"}
        self.games[name] = {}
        for game in document["games"]:
            self.add(document, game)
        self.standing(document)

    def check_game(self, document: Document) -> None:
        """One more game."""
        self.add(document, document)
        self.standing(document)

    def add(self, document: Document, game: Document) -> None:
        """Takes a game in."""
        name = document["tournament"]
        self.numbers[name, game["round"]] = (
            self.numbers.get((name, game["round"]), 0) + 1
        )
        game_id = (
            game.get("game") or f"{game['round']}.{self.numbers[name, game['round']]}"
        )
        if game_id in self.games[name] or not ID.fullmatch(game_id):
            self.refuse(document, f"game id {game_id}")
        self.games[name][game_id] = dict(game)

    def check_amend(self, document: Document) -> None:
        """Changes of a standing tournament and of games it has."""
        name = document["tournament"]
        self.headers[name].update(document.get("set", {}))
        if not (
            document.get("set") or document.get("games") or document.get("add_games")
        ):
            self.refuse(document, "no change")
        for game_id, fields in document.get("games", {}).items():
            if game_id not in self.games[name]:
                self.refuse(document, "no such game")
            elif fields is None:
                del self.games[name][game_id]
            else:
                self.games[name][game_id].update(fields)
        for game in document.get("add_games", []):
            self.add(document, game)
        self.standing(document)

    def standing(self, document: Document) -> None:
        """The tournament as it now stands."""
        name = document["tournament"]
        header = self.headers[name]
        if name in self.withdrawn:
            self.refuse(document, "withdrawn tournament")
        if header["start"] > header["end"] or not self.games[name]:
            self.refuse(document, "days or no games")
        busy = set()
        for game in self.games[name].values():
            if header.get("each_game_rated") and "on" not in game:
                self.refuse(document, "no day")
            for player in (game["white"], game["black"]):
                if player not in self.known:
                    self.refuse(document, "unknown player")
                if (game["round"], self.canon(player)) in busy:
                    self.refuse(document, "twice in a round")
                busy.add((game["round"], self.canon(player)))

    def check_withdraw(self, document: Document) -> None:
        """Only what stands."""
        target: int | str = document.get("tournament") or document["seq"]
        if target in self.withdrawn or not (
            target in self.headers or target in self.by_seq
        ):
            self.refuse(document, "nothing to withdraw")
        self.withdrawn.add(target)

    def check_reinstate(self, document: Document) -> None:
        """Only what was withdrawn; for merges and openings the same conditions as at
        first.
        """
        target: int | str = document.get("tournament") or document["seq"]
        if target not in self.withdrawn:
            self.refuse(document, "nothing to reinstate")
        again = (
            self.by_seq.get(target, {"kind": ""})
            if isinstance(target, int)
            else {"kind": ""}
        )
        if again["kind"] == "merge-players":
            self.check_merge_players(again)
        if again["kind"] == "opening":
            self.check_opening(again)
        self.withdrawn.discard(target)
