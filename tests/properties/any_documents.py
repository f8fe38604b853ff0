"""Valid documents of every kind in any order, with values at the limits of what a field
may hold.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args

from ledger.decisions import Doubt
from ledger.documents import by_kind
from rulebooks import LISTS, editions
from tests.features import asked_of_features

Document = dict[str, Any]

PEOPLE = ("A", "B", "C", "D", "E", "F", "A.b_c-9", "x" * 64)
TOURNAMENTS = ("t1", "t2", "t3", "T-4", "u" * 64)
TEAMS = ("ta", "tb", "tc", "x" * 64)
DAYS = (
    "0001-01-01",
    "0001-12-31",
    "1850-01-01",
    "1899-12-31",
    "1990-01-01",
    "2010-12-31",
    "2011-01-01",
    "2012-02-29",
    "2023-04-25",
    "2023-04-26",
    "2024-02-29",
    "2024-10-01",
    "2025-12-31",
    "2026-10-31",
    "2026-11-01",
)
TO_COME = ("2026-11-02", "2027-01-01", "2028-11-01")  # of rules that are adopted ahead
BIRTHS = (
    "1850",
    "1850-01-01",
    "1990-02-28",
    "2012-02-29",
    "2026",
    "2026-10-31",
    "1930-05-06",
)
RATINGS = (
    -1000,
    -1,
    0,
    1,
    999,
    1000,
    1399,
    1400,
    1620,
    2199,
    2200,
    2300,
    2400,
    3999,
    4000,
)
COUNTS = (0, 1, 9, 10, 11, 12, 29, 30, 99_999, 100_000)
MINUTES = (0.05, 1, 2.5, 3, 10, 14.95, 15, 59, 60, 61, 90, 119, 120, 100_000)
CONTROLS = ("90+30", "3+2", "40/90+30:30+30", "40/80+12", "15", "G60", "25+10")
RESULTS = (
    "1-0",
    "0-1",
    "1/2-1/2",
    "1-0F",
    "0-1F",
    "0-0F",
    "1/2-1/2F",
    "*",
    "0-0",
    "1/2-0",
    "0-1/2",
)
FEDERATIONS = ("FIN", "SWE", "NOR", "XXX", "AAA")
WORDS = ("said", "Ääkköset", "=1+1", "a" * 2000, "' OR 1=1 --", "two\nlines", "{}")
NAMES = ("Aino Halla", "Ö", "O'Neill, Åsa", "n" * 200, "李", "x, y, z")
ZONES = (
    "UTC",
    "Europe/Helsinki",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "America/New_York",
    "Asia/Kathmandu",
)
TITLES = ("M", "ME", "I")
LARGEST = (2**31, 2**62, 2**63 - 1, 2**63, 2**70)


class Papers:
    """A source of documents; what they name is likely to be there."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._seq = 12
        self._makers: dict[str, Callable[[], Document]] = {
            "player": self._player,
            "opening": self._opening,
            "external-rating": self._external,
            "elo-only-games": self._elo_only,
            "tournament": self._tournament,
            "amend": self._amend,
            "game": self._game,
            "withdraw": self._withdraw,
            "reinstate": self._withdraw,
            "merge-players": self._merge,
            "erase-person": self._erase,
            "confirm-title": self._title,
            "revoke-confirmation": self._title,
            "keep-title": self._reasoned_title,
            "refuse-title": self._reasoned_title,
            "ruling": self._ruling,
            "adopt-rules": self._adopt,
            "accept-rules": self._accept,
            "publish": self._publish,
            "settings": self._settings,
            "resume-clock": self._reason,
            "retract-checkpoint": self._retract,
            "vouch": self._vouch,
            **{
                kind: partial(made, self)
                for asked in asked_of_features()
                for kind, made in asked.documents.items()
            },
        }
        assert self._makers.keys() == by_kind().keys()

    def next(self, seq: int) -> Document:
        """One more; `seq`: of the newest event."""
        self._seq = seq
        kind = self.one(
            (
                *self._makers,
                "tournament",
                "tournament",
                "amend",
                "withdraw",
                "reinstate",
            )
        )
        document = {"kind": kind, **self._makers[kind]()}
        if self.rng.random() < 0.05:
            document["key"] = self.one(("k1", "k2", "k" * 2000))
        if self.rng.random() < 0.1:
            document |= {"actor": "o.f-1", "note": self.one(WORDS)}
        return {name: value for name, value in document.items() if value is not None}

    def one(self, values: Any) -> Any:
        return self.rng.choice(values)

    def maybe(self, values: Any, chance: float = 0.3) -> Any:
        return self.one(values) if self.rng.random() < chance else None

    def _some_seq(self) -> int:
        if self.rng.random() < 0.05:
            return int(self.one(LARGEST))
        return self.rng.randint(max(1, self._seq - 30), self._seq + 1)

    def _reason(self) -> Document:
        return {"reason": self.one(WORDS)}

    def _details(self) -> Document:
        federation = self.maybe(FEDERATIONS)
        return {
            "player": self.one(PEOPLE),
            "name": self.maybe(NAMES, 0.6),
            "sex": self.maybe("mf"),
            "born": self.maybe(BIRTHS),
            "federation": federation,
            "federation_from": federation and self.maybe(DAYS),
            "fide_id": self.maybe((1, 500_000, 999_999_999_999)),
            "club": self.maybe(NAMES),
        }

    def _player(self) -> Document:
        return {**self._details(), "change": self.maybe((True,))}

    def _opening(self) -> Document:
        games = self.one(COUNTS)
        rating = self.one(RATINGS)
        on_selo = self.rng.random() < 0.4
        return {
            "player": self.one(PEOPLE),
            "list": "selo" if on_selo else self.one(LISTS),
            "on": self.one(DAYS),
            "rating": rating,
            "games": games,
            "normal_games": self.maybe([c for c in COUNTS if c <= games]),
            "peak": self.maybe([r for r in RATINGS if r >= rating]),
            "titles": (
                [self.one(TITLES)] if on_selo and self.rng.random() < 0.2 else None
            ),
        }

    def _external(self) -> Document:
        source = self.one(
            ("fide-standard", "fide-rapid", "national-standard", "national-rapid")
        )
        return {
            "player": self.one(PEOPLE),
            "source": source,
            "on": self.one(DAYS),
            "rating": self.one(RATINGS),
            "comparable": self.maybe((False,)),
        }

    def _elo_only(self) -> Document:
        return {"player": self.one(PEOPLE), "on": self.one(DAYS)}

    def _title(self) -> Document:
        return {
            "player": self.one(PEOPLE),
            "title": self.one(TITLES),
            "on": self.one(DAYS),
            "reason": self.maybe(WORDS),
            "resolution": self.maybe(WORDS),
        }

    def _reasoned_title(self) -> Document:
        return self._title() | self._reason()

    def _ruling(self) -> Document:
        number = (
            {"rating": self.one(RATINGS)}
            if self.rng.random() < 0.5
            else {"delta": self.one((-5000, -1, 5000))}
        )
        return {
            "player": self.one(PEOPLE),
            "list": self.one(LISTS),
            "on": self.one(DAYS),
            **self._reason(),
            **number,
        }

    def _one_game(self) -> Document:
        white, black = self.rng.sample(PEOPLE, 2)
        return {
            "round": self.one((1, 2, 3, 9999)),
            "white": white,
            "black": black,
            "result": self.one(RESULTS),
            "board": self.maybe((1, 9999)),
            "on": self.maybe(DAYS, 0.1),
            "minutes": self.maybe(MINUTES, 0.1),
            "minutes_black": self.maybe(MINUTES, 0.05),
            "tiebreak": self.maybe((True,), 0.05),
        }

    def _games(self, most: int) -> list[Document]:
        games = [self._one_game() for _ in range(self.rng.randint(1, most))]
        return [
            {name: value for name, value in game.items() if value is not None}
            for game in games
        ]

    def _tournament(self) -> Document:
        start, end = sorted((self.one(DAYS), self.one(DAYS)))
        own_days = self.rng.random() < 0.15
        games = self._games(8)
        time = (
            {"minutes": self.one(MINUTES)}
            if self.rng.random() < 0.7
            else {"time_control": self.one(CONTROLS)}
        )
        people = {game[side]: None for game in games for side in ("white", "black")}
        return {
            "tournament": self.one(TOURNAMENTS),
            "name": self.one(NAMES),
            "start": start,
            "end": end,
            **time,
            "games": (
                [{**game, "on": self.one(DAYS)} for game in games]
                if own_days
                else games
            ),
            "each_game_rated": own_days or None,
            "domestic": self.maybe((False,), 0.1),
            "fide_accepted": self.maybe((False,), 0.1),
            "accepted": self.maybe((False,), 0.1),
            "official_representation": self.maybe((True,), 0.1),
            "age_group": self.maybe(("under-14", "under-10"), 0.1),
            "category": self.maybe(("I", "III", "V"), 0.2),
            "event_kind": self.maybe(("title", "olympiad", "youth"), 0.1),
            "order_no": self.maybe((-999_999_999, 0, 1, 999_999_999), 0.2),
            **self.held(),
            "players": (
                [{"player": player, "name": f"Nimi {player[:20]}"} for player in people]
                if self.rng.random() < 0.5
                else None
            ),
            "league": self._league() if self.rng.random() < 0.3 else None,
        }

    def _league(self) -> Document:
        """Teams in which somebody may stand twice, and matches on any day, some to
        which nobody came.
        """
        teams = self.rng.sample(TEAMS, self.rng.randint(2, len(TEAMS)))
        return {
            "boards": self.one((1, 2, 9999)),
            "win": self.one((2, 3, 10_000, 0.5)),
            "closing_day": self.one(DAYS),
            "order": self.rng.sample(
                ("match-points", "board-points", "direct", "wins"),
                self.rng.randint(0, 4),
            ),
            "withdrawn_matches": self.one(("struck", "kept", "half")),
            "at_once": self.one((True, False)),
            "teams": [
                {
                    "team": team,
                    "name": f"{self.one(NAMES)[:90]} {team}",
                    **self._team(),
                }
                for team in teams
            ],
            "matches": [
                match for number in (1, 2) for match in self._matches(number, teams)
            ],
        }

    def _team(self) -> Document:
        return {
            "players": self.rng.sample(PEOPLE, self.rng.randint(0, 4)),
            "withdrawn": self.maybe(DAYS, 0.2),
            "match_points": self.one((-10_000, -0.5, 0, 10_000)),
        }

    def _matches(self, number: int, teams: list[str]) -> Iterator[Document]:
        for home, away in zip(teams[::2], [*teams[1::2], None], strict=False):
            match = {"round": number, "home": home, "away": away, **self._match()}
            yield match if away is not None else {**match, "absent": None}

    def _match(self) -> Document:
        points = {"home": self.one((0, 9.5)), "away_boards": self.maybe((0, 10_000))}
        return {
            "on": self.maybe(DAYS),
            "absent": self.maybe(("home", "away", "both"), 0.2),
            "unopposed": self.maybe((self.rng.sample(PEOPLE, 1), [])) or [],
            "points": points if self.rng.random() < 0.1 else None,
        }

    def _league_change(self) -> Document:
        team = {**self._team(), "name": self.one(NAMES)}
        match = {**self._match(), "home": self.one(TEAMS), "away": self.maybe(TEAMS)}
        return {
            "teams": (
                {self.one(TEAMS): self.maybe((team,), 0.8)}
                if self.rng.random() < 0.6
                else {}
            ),
            "matches": {
                f"{self.rng.randint(1, 2)}:{self.one(TEAMS)}": self.maybe(
                    (match, self._match()), 0.8
                )
            },
        }

    def _game(self) -> Document:
        return {"tournament": self.one(TOURNAMENTS), **self._one_game()}

    def _amend(self) -> Document:
        changes = {
            "set": {
                name: value
                for name, value in {
                    "start": self.maybe(DAYS),
                    "end": self.maybe(DAYS),
                    "minutes": self.maybe(MINUTES),
                    "domestic": self.maybe((True, False)),
                    "each_game_rated": self.maybe((True, False), 0.1),
                    "order_no": self.maybe((-999_999_999, 999_999_999)),
                    "accepted": self.maybe((True, False), 0.1),
                    **self.held(),
                }.items()
                if value is not None
            },
            "games": {
                f"{self.rng.randint(1, 3)}.{self.rng.randint(1, 3)}": self.one(
                    (None, {"result": self.one(RESULTS)}, {"white": self.one(PEOPLE)})
                )
            },
            "add_games": self._games(2),
            "change_league": self._league_change(),
            "league": self._league(),
        }
        wanted = self.rng.sample(sorted(changes), self.rng.randint(1, 2))
        return {
            "tournament": self.one(TOURNAMENTS),
            **self._reason(),
            **{name: changes[name] for name in wanted},
        }

    def _withdraw(self) -> Document:
        by_id = self.rng.random() < 0.4
        target = (
            {"tournament": self.one(TOURNAMENTS)}
            if by_id
            else {"seq": self._some_seq()}
        )
        return {**target, **self._reason()}

    def _merge(self) -> Document:
        merged, into = self.rng.sample(PEOPLE, 2)
        return {"from": merged, "into": into, **self._reason()}

    def _erase(self) -> Document:
        return {"player": self.one(PEOPLE), **self._reason()}

    def _adopt(self) -> Document:
        name = self.one(LISTS)
        return {
            "list": name,
            "edition": self.one(tuple(editions()[name])),
            "from": self.one((*DAYS, *TO_COME)),
            "begins": self.rng.random() < 0.2,
            "reason": self.maybe(WORDS),
        }

    def _accept(self) -> Document:
        name = self.one(LISTS)
        edition, revision = self.one(tuple(editions()[name].items()))
        return {
            "edition": edition,
            "revision": revision if self.rng.random() < 0.8 else self._some_seq(),
        }

    def _publish(self) -> Document:
        return {
            "list": self.one(LISTS),
            "label": self.one(("a", "2026-11", "å/..")),
            "as_of": self.one(DAYS),
        }

    def _settings(self) -> Document:
        return {
            "time_zone": self.maybe(ZONES, 0.6),
            "clock_ahead_hours": self.maybe((1, 24, 8760)),
            "report_days": self.maybe((0, 7, 365)),
            "list_days": self.maybe((["selo 02-29", "pelo 31"], [])),
            "reason": self.maybe(WORDS),
        }

    def _vouch(self) -> Document:
        of = (
            {"tournament": self.one(TOURNAMENTS)}
            if self.rng.random() < 0.5
            else {"player": self.one(PEOPLE)}
        )
        return {
            **of,
            "doubt": self.one(get_args(Doubt)),
            "always": self.maybe((True, False)),
            "reason": self.maybe(WORDS),
        }

    def held(self) -> Document:
        """Who holds a tournament and directs it, and who is sent there."""
        return {
            "organiser": self.maybe(NAMES),
            "place": self.maybe(NAMES),
            "arbiter": self.maybe(PEOPLE, 0.1),
            "representatives": self.maybe((self.rng.sample(PEOPLE, 2),), 0.2),
        }

    def _retract(self) -> Document:
        return {"checkpoint": self.one((1, 2, 3, *LARGEST)), **self._reason()}
