"""Documents that move no rating, between those of the story: of every kind that the
story does not tell.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, get_args
from unittest.mock import patch

import msgspec

import desk.submit
import projections.revisions
from audit.checkpoint import add
from audit.signing import new_key, public_key, sign
from audit.verify import verify
from desk.submit import submit
from desk.undoing import correction
from ledger.decisions import Doubt
from ledger.errors import Refused
from ledger.proof_texts import Checkpoint
from ledger.store.checkpoints import head
from ledger.store.database import snapshot
from projections.answers import Question
from projections.answers.open_reading import reading
from rulebooks import editions
from tests.features import asked_of_features
from tests.naive.records import Document
from tests.properties.telling import FIRST_SEQ
from tests.torture.workload import documents
from tests.world.ledger import outside

if TYPE_CHECKING:
    from tests.torture.simulated.life import Life

TODAY = "2026-12-31"
DOUBTS = get_args(Doubt)
# the signs are POSIX's: GMT-3 is three hours ahead
ZONES = {"UTC": 0, "Etc/GMT-3": 3, "Etc/GMT+8": -8}


class Papers:
    """What the office says beside the story."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._numbers = 0
        self._zone = "UTC"
        self._accepted = False
        # a checkpoint that tells of another history counts again
        self.contradicted = False
        self._told: list[Document] = []
        self._tournaments: list[str] = []

    def between(self, count: int) -> None:
        """Now and then something comes in with the next documents of the story, or by
        itself before them.
        """
        life = self._life
        waiting = any(
            str(document["_seq"]).startswith("paper") for document in life.coming
        )
        if not waiting and life.rng.random() < 0.4:
            sorts = (
                self._person,
                self._person,
                self._title,
                self._vouch,
                self._settings,
                self._of_features,
            )
            paper = life.rng.choice(sorts)()
            if paper is not None:
                life.coming.insert(
                    life.rng.randint(0, min(count, len(life.coming))),
                    self._numbered(paper),
                )
        elif life.rng.random() < 0.12:
            alone: Callable[[], None] = life.rng.choice(
                (self._resume, self._accept, self._retract)
            )
            alone()
        if life.aside.random() < 0.1:
            self._league()

    def day_of(self, moment: str) -> str:
        """The day of a moment in the time zone that the ledger keeps."""
        at = datetime.fromisoformat(moment) + timedelta(hours=ZONES[self._zone])
        return at.date().isoformat()

    def _numbered(self, paper: Document) -> Document:
        self._numbers += 1
        label = f"paper {self._numbers}"
        self._told.append({**paper, "_seq": label})
        return self._told[-1]

    def _person(self) -> Document:
        """Somebody without a game comes, is called otherwise, moves to another club, or
        is forgotten.
        """
        known = [
            paper for paper in self._told if paper["kind"] in ("player", "erase-person")
        ]
        name = f"Z{len({paper['player'] for paper in known})}"
        own = [paper for paper in known if paper["player"] == name]
        if not own or own[-1]["kind"] == "erase-person":
            name = f"Z{len({paper['player'] for paper in known}) + 1}"
            return {
                "kind": "player",
                "player": name,
                "name": f"Zeta, {name}",
                "born": "1990",
            }
        called = {"name": f"Eta {len(own)}, {name}", "change": True}
        changed = self._life.rng.choice(
            (called, {"club": f"Club {len(own)} of {name}"}, None)
        )
        if changed is None:
            return {
                "kind": "erase-person",
                "player": name,
                "reason": "they asked for it",
            }
        return {"kind": "player", "player": name, **changed}

    def _title(self) -> Document | None:
        """A title is confirmed, kept or refused, and that is taken back, for somebody
        the ledger knows.
        """
        people = sorted(
            paper["player"] for paper in self._told if paper["kind"] == "player"
        )
        if not people:
            return None
        given, taken = (
            (
                "confirm-title",
                "keep-title",
                "refuse-title",
            ),
            "revoke-confirmation",
        )
        earlier = [paper for paper in self._told if paper["kind"] in (*given, taken)]
        kind = taken if len(earlier) % 2 else self._life.rng.choice(given)
        player = (
            earlier[-1]["player"] if len(earlier) % 2 else self._life.rng.choice(people)
        )
        day = f"2025-12-{len(earlier) % 28 + 1:02}"
        return {
            "kind": kind,
            "player": player,
            "title": "M",
            "on": day,
            "reason": f"the board, {len(earlier)}",
        }

    def _vouch(self) -> Document | None:
        """What may be a slip of somebody is right: of each slip once, since the same
        again is a repetition.
        """
        people = sorted(
            {paper["player"] for paper in self._told if paper["kind"] == "player"}
        )
        number = sum(paper["kind"] == "vouch" for paper in self._told)
        if not people or number >= len(DOUBTS):
            return None
        player = self._life.rng.choice(people)
        return {
            "kind": "vouch",
            "doubt": DOUBTS[number],
            "player": player,
            "always": number % 2 == 0,
            "reason": f"the office looked, {number}",
        }

    def _of_features(self) -> Document | None:
        """One of a kind that a feature has, about a tournament that was submitted."""
        told = {
            kind: made
            for asked in asked_of_features()
            for kind, made in asked.told.items()
        }
        if not self._tournaments or not told:
            return None
        kind = self._life.rng.choice(sorted(told))
        number = sum(paper["kind"] == kind for paper in self._told)
        there = self._life.rng.choice(self._tournaments)
        return {"kind": kind, **told[kind](number, there)}

    def _settings(self) -> Document:
        """How the ledger tells days: the same again would be a repetition."""
        zone = self._life.rng.choice([zone for zone in ZONES if zone != self._zone])
        return {
            "kind": "settings",
            "time_zone": zone,
            "reason": f"moved, {self._numbers}",
        }

    def recorded(self, document: Document) -> None:
        """From here on it holds."""
        if document["kind"] == "settings":
            self._zone = document["time_zone"]
        if document["kind"] == "tournament":
            self._tournaments.append(document["tournament"])

    # Those that come alone

    def _hear(self, paper: Document, moment: str) -> None:
        life = self._life
        life.heard.append({**paper, "_seq": FIRST_SEQ + len(life.heard)})
        life.moments.append((FIRST_SEQ + len(life.heard) - 1, moment))
        life.seen[f"document {paper['kind']}"] += 1

    def _moment(self) -> str:
        return self._life.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def _alone(self, paper: Document, *, moment: str = "") -> None:
        """One document by itself, told once."""
        at = moment or self._moment()
        submit(self._life.path, documents([paper]), outside(at))
        self._hear(paper, at)

    def _resume(self) -> None:
        """A clock that was ahead while something was recorded; right again, it is
        resumed by an event.
        """
        life = self._life
        right, self._life.now = life.now, life.now + timedelta(days=40)
        self._alone(
            {"kind": "player", "player": f"Q{len(life.heard)}", "name": "Ahead"}
        )
        life.now = right + timedelta(hours=1)
        paper: Document = {
            "kind": "resume-clock",
            "reason": f"the clock was ahead, {len(life.heard)}",
        }
        before = len(life.found)
        try:
            submit(
                life.path,
                documents([{"kind": "player", "player": "Q", "name": "Q"}]),
                outside(self._moment()),
            )
            life.found.append("a clock far behind the last event recorded something")
        except Refused as error:
            if error.problems[0].code != "clock-behind":
                life.found.append(f"clock: {error}")
        if len(life.found) == before:
            self._alone(paper)

    def _accept(self) -> None:
        """The program comes with a correction of the rules, and nothing is recorded
        before it is accepted.
        """
        life = self._life
        if self._accepted:
            return
        self._accepted = True
        corrected = {
            name: {
                edition: number + (edition == "fi-2023")
                for edition, number in own.items()
            }
            for name, own in editions().items()
        }
        for module in (desk.submit, projections.revisions):
            life.patched(patch.object(module, "editions", lambda: corrected))
        revision = corrected["selo"]["fi-2023"]
        self._alone(
            {
                "kind": "accept-rules",
                "edition": "fi-2023",
                "revision": revision,
                "reason": "a slip in the code",
            },
        )

    def _retract(self) -> None:
        """A checkpoint of another history is kept, contradicts for as long as it
        counts, and is taken back.
        """
        life = self._life
        key = str(life.place / "selo.key")
        if not Path(key).exists():
            new_key(key)
        with snapshot(life.path) as connection:
            present = head(connection)
        other = Checkpoint(present.origin, present.size, bytes(32)).text()
        signer = public_key(key, present.origin)
        kept = add(life.path, "theirs", sign(other, present.origin, key), [signer])
        if verify(life.path).status != "altered":
            life.found.append(
                "a kept checkpoint contradicts the events, and nobody says so"
            )
        self._alone(
            {
                "kind": "retract-checkpoint",
                "checkpoint": kept.number,
                "reason": f"not ours, {len(life.heard)}",
            }
        )
        if verify(life.path).problems:
            life.found.append("a checkpoint that was taken back still counts")

    def _league(self) -> None:
        """A tournament that counts gets other teams, of whom nobody has played, and
        another match to come.
        """
        heard = self._life.heard
        gone = {}
        for document in heard:
            if document["kind"] in ("withdraw", "reinstate"):
                meant = (
                    document
                    if "tournament" in document
                    else heard[document["seq"] - FIRST_SEQ]
                )
                gone[meant.get("tournament")] = document["kind"] == "withdraw"
        standing = [name for name in self._tournaments if not gone.get(name)]
        if not standing:
            return
        people = sorted(
            {paper["player"] for paper in heard if paper["kind"] == "player"}
        )[:3]
        teams = [
            {"team": "z", "name": f"Zeta {len(heard)}", "players": people},
            {"team": "y", "name": "<Y>"},
        ]
        match = {
            "round": 9000,
            "home": "z",
            "away": "y",
            "on": "2026-12-01",
            "unopposed": people[:1],
        }
        league = {"at_once": True, "teams": teams, "matches": [match]}
        self._alone(
            {
                "kind": "amend",
                "tournament": self._life.aside.choice(standing),
                "reason": "their letter",
                "league": league,
            }
        )
        self._life.seen["league"] += 1

    def last_of_all(self) -> None:
        """What was recorded last is taken back, and that too: the story would not know
        of it.
        """
        life = self._life
        for _ in range(life.rng.choice((0, 0, 1, 2))):
            seq = life.rng.randint(
                max(1, FIRST_SEQ + len(life.heard) - 6), FIRST_SEQ + len(life.heard) - 1
            )
            try:
                with reading(life.path, Question(TODAY), TODAY) as asked:
                    found = correction(asked, seq)
            except Refused:
                continue
            fields = {
                name: value for name, value in found.fields.items() if value is not None
            }
            paper = {
                "kind": found.kind,
                **msgspec.to_builtins(fields),
                "reason": f"undo {seq}, {len(life.heard)}",
            }
            life.seen["undone"] += 1
            try:
                self._alone(
                    {
                        name: value
                        for name, value in paper.items()
                        if name != "expect_version"
                    }
                )
            except Refused:
                continue  # what came after rests on it
            # that of a retraction, however often it was taken back and given back
            meant = found.fields.get("seq")
            if (
                isinstance(meant, int)
                and life.heard[meant - FIRST_SEQ]["kind"] == "retract-checkpoint"
            ):
                self.contradicted = found.kind == "withdraw"
            life.compare(Question(TODAY), life.heard)
