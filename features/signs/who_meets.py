"""Find three signs of who meets whom: the same pair again and again, closed pools,
newcomers who meet one club only.

What is usual is read off the federation itself, the same games of everybody else: where
all clubs play among themselves, a club that does is no sign.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from features.signs.games import (
    GamesOfPeriod,
    Looked,
    RatedGame,
    SignFound,
    binomial_at_least,
    met_so_often,
)

WORTH_SHOWING = 0.5  # a chance; above it nothing is a finding
# of a pair, to be looked at, and to be worth a question
FEW_MEETINGS, MANY_MEETINGS = 3, 6
SMALLEST_MEAN = 1.25  # meetings of a pair that met, however seldom people do
A_FIELD = 5  # players, from which on whom one meets is left to the pairing
LIKE_OTHERS = 4  # pairs that speak for a player of whom little is known
POOL_SIZES = range(3, 9)
LEAST_GAMES = 8  # of a player, to be looked at for pools
LEAST_INSIDE = 12  # games in a pool
CLOSED = 0.6  # of the games of a pool are played in it
REFERENCES = 400  # players around whom it is counted how closed groups usually are
FIRST_GAMES = 20  # of a newcomer
LEAST_FIRST = 6
NEARLY_ALL = 0.8  # of them
CLUBMATES = 4  # from which on it is known what is usual in a club


def pairs(play: GamesOfPeriod) -> Looked:
    """Find the pairs who met far more often than either of them meets anybody else."""
    met = sum(map(len, play.partners.values()))
    if not met:
        return Looked(0, [])
    mean = sum(play.totals.values()) / met
    looked = {
        (one, other): count
        for one, counts in play.partners.items()
        for other, count in counts.items()
        if count >= FEW_MEETINGS and one < other
    }
    lots = _Lots(play)
    findings = []
    for pair, count in looked.items():
        if count < MANY_MEETINGS:
            continue
        usual = max(
            SMALLEST_MEAN, *(_elsewhere(play, player, count, mean) for player in pair)
        )
        by_pairing = lots.of(pair) if count > 2 * usual else 0.0
        chance = met_so_often(max(1.0, count - by_pairing), usual)
        if chance <= WORTH_SHOWING:
            findings.append(
                SignFound("pair", pair, (), chance, float(count), usual + by_pairing)
            )
    return Looked(len(looked), findings)


def _elsewhere(play: GamesOfPeriod, player: str, count: int, mean: float) -> float:
    """Return how often the player meets somebody else, on average."""
    games, others = play.totals[player] - count, len(play.partners[player]) - 1
    return (games + LIKE_OTHERS * mean) / (others + LIKE_OTHERS)


class _Lots(dict[str, dict[str, float]]):
    """By player and tournament with several others, how often each of them is met by
    lot; `boards`: by player who was met where everybody has one game, as in a match of
    teams, in which the boards decide.
    """

    def __init__(self, play: GamesOfPeriod) -> None:
        self._play = play
        self.boards: dict[str, Counter[str]] = defaultdict(Counter)

    def __missing__(self, player: str) -> dict[str, float]:
        self[player] = own = {}
        for part in self._play.parts[player]:
            event = part.event
            if len(event.ratings) < A_FIELD:
                continue
            if 2 * len(event.games) == len(event.ratings):
                self.boards[player][part.games[0].opponent(player)] += 1
            else:
                own[event.tournament] = len(part.games) / (len(event.ratings) - 1)
        return own

    def of(self, pair: tuple[str, str]) -> float:
        """Return how often the two would have met by lot in the tournaments that both
        played.
        """
        one, other = sorted(pair, key=lambda player: len(self._play.parts[player]))
        mine, there = self[one], self[other]
        by_lot = sum(
            [meetings for tournament, meetings in mine.items() if tournament in there]
        )
        return by_lot + self.boards[one][other]


class ClosedGroup(NamedTuple):
    """A group of players: the games among themselves, and those against everybody else."""

    players: tuple[str, ...]
    inside: int
    outside: int

    @property
    def share(self) -> float:
        return self.inside / (self.inside + self.outside)


def _around(play: GamesOfPeriod, player: str) -> Iterator[ClosedGroup]:
    """Yield the growing groups around a player: next comes whoever plays most with the
    members and least with
    others.
    """
    players, inside, games = [player], 0, play.totals[player]
    links = dict(play.partners[player])
    while links:
        closest = _closest(links, play.totals)
        inside, games = inside + links.pop(closest), games + play.totals[closest]
        players.append(closest)
        if len(players) in POOL_SIZES:
            yield ClosedGroup(tuple(players), inside, games - 2 * inside)
        if len(players) == POOL_SIZES[-1]:
            return
        for one, count in play.partners[closest].items():
            links[one] = links.get(one, 0) + count
        for one in players:
            links.pop(one, None)


def _closest(links: Mapping[str, int], totals: Mapping[str, int]) -> str:
    """Return whoever plays with the group most, and least with others; of several the
    last by id.
    """
    weights = [count * count / totals[one] for one, count in links.items()]
    most = max(weights)
    return max(
        [one for one, weight in zip(links, weights, strict=True) if weight == most]
    )


def pools(play: GamesOfPeriod) -> Looked:
    """Find groups of players who meet hardly anybody else."""
    starts = sorted(
        player for player, games in play.totals.items() if games >= LEAST_GAMES
    )
    usual = _usual_shares(play, starts)
    findings: list[SignFound] = []
    for player in starts:
        nearest = play.partners[player].most_common(POOL_SIZES[-1] - 1)
        if sum(count for _, count in nearest) < 0.7 * play.totals[player]:
            continue  # whoever is in a pool plays mostly in it
        for group in _around(play, player):
            closed = group.inside >= LEAST_INSIDE and group.share >= CLOSED
            if closed and (share := usual.get(len(group.players))) is not None:
                chance = len(POOL_SIZES) * binomial_at_least(
                    group.inside + group.outside, group.inside, share
                )
                if chance <= WORTH_SHOWING:
                    findings.append(
                        SignFound("pool", group.players, (), chance, group.share, share)
                    )
    return Looked(len(starts), _apart(findings))


def _usual_shares(play: GamesOfPeriod, starts: list[str]) -> dict[int, float]:
    """Return by size which share of its games a group usually plays among itself."""
    shares: dict[int, list[float]] = {}
    for player in starts[:: max(1, len(starts) // REFERENCES)]:
        for group in _around(play, player):
            shares.setdefault(len(group.players), []).append(group.share)
    return {size: _usual(some) for size, some in shares.items()}


def _usual(shares: list[float]) -> float:
    """Return the share that three out of four groups do not exceed."""
    return sorted(shares)[3 * len(shares) // 4]


def _apart(findings: list[SignFound]) -> list[SignFound]:
    """Leave out a group that shares half or more with a less likely one, since the same
    pool is found around each member.
    """
    kept: list[SignFound] = []
    inside: dict[str, list[frozenset[str]]] = {}
    for finding in sorted(findings, key=lambda one: (one.chance, one.players)):
        group = frozenset(finding.players)
        others = [other for player in group for other in inside.get(player, ())]
        if any(
            2 * len(group & other) >= min(len(group), len(other)) for other in others
        ):
            continue
        kept.append(finding._replace(players=tuple(sorted(group))))
        for player in group:
            inside.setdefault(player, []).append(group)
    return kept


def newcomers(play: GamesOfPeriod) -> Looked:
    """Find newcomers whose first games are all, or nearly all, against the players of
    one club. Their own club is held against what is usual of own clubs, and against
    what three of four of this one do: a school plays in school. Another is held against
    what is usual of others.
    """
    met = {
        player: one
        for player in play.parts
        if (one := _most_met(play, player)) is not None
    }
    usual = {
        own: _usual(shares)
        for own in (True, False)
        if (
            shares := [
                one.share
                for player, one in met.items()
                if (play.clubs.get(player) == one.club) is own
            ]
        )
    }
    at_home: dict[str, dict[str, float]] = defaultdict(dict)
    for player, one in met.items():
        if (club := play.clubs.get(player)) is not None:
            at_home[club][player] = one.share if one.club == club else 0.0
    looked = [player for player in sorted(play.newcomers) if player in met]
    findings = []
    for player in looked:
        one = met[player]
        if one.share >= NEARLY_ALL:
            own = play.clubs.get(player) == one.club
            others = sorted(
                share
                for other, share in at_home[one.club].items()
                if own and other != player
            )
            share = max(
                usual[own],
                others[len(others) // 4] if len(others) >= CLUBMATES else 0.0,
            )
            chance = binomial_at_least(one.known, len(one.games), share)
            findings.append(
                SignFound(
                    "newcomer", (player,), one.games, chance, one.share, share, one.club
                )
            )
    return Looked(len(looked), findings)


class ClubMet(NamedTuple):
    """The club that a player met most in their first games, and of how many the club is
    known.
    """

    club: str
    games: list[RatedGame]
    known: int

    @property
    def share(self) -> float:
        return len(self.games) / self.known


def _most_met(play: GamesOfPeriod, player: str) -> ClubMet | None:
    first: list[RatedGame] = []
    for part in play.parts[player]:
        if len(first) >= FIRST_GAMES:
            break
        first += part.games
    clubs = [
        (play.clubs[other], game)
        for game in first
        if (other := game.opponent(player)) in play.clubs
    ]
    if len(clubs) < LEAST_FIRST:
        return None
    (club, _), *_ = Counter(club for club, _ in clubs).most_common(1)
    return ClubMet(club, [game for met, game in clubs if met == club], len(clubs))
