"""Find three signs of who meets whom: the same pair again and again, closed pools,
newcomers who meet one club only.

What is usual is read off the federation itself, the same games of everybody else: where
all clubs play among themselves, a club that does is no sign.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from features.signs.chances import binomial_at_least, met_so_often
from features.signs.games import GamesOfPeriod, Looked, RatedGame, SignFound

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
    """Find the pairs who met far more often than either of them meets anybody else.

    Who meets often in large tournaments is paired so: what the lots alone would bring
    is taken off before the chance is worked out, and added to what is said to be usual.

    `share` and `usual` of what is found are numbers of games.
    """
    met = sum(map(len, play.partners.values()))
    if not met:
        return Looked(0, [])

    mean = sum(play.totals.values()) / met
    looked = _pairs_who_met(play)
    lots = _Lots(play)
    findings = []
    for pair, count in looked.items():
        if count < MANY_MEETINGS:
            continue

        one, other = pair
        one_usual = _meetings_elsewhere(play, one, count, mean)
        other_usual = _meetings_elsewhere(play, other, count, mean)
        usual = max(SMALLEST_MEAN, one_usual, other_usual)

        # lots take time, and are asked only where the meetings are many
        by_pairing = lots.expected_meetings(pair) if count > 2 * usual else 0.0
        by_choice = max(1.0, count - by_pairing)

        chance = met_so_often(by_choice, usual)
        if chance <= WORTH_SHOWING:
            finding = SignFound(
                sign="pair",
                players=pair,
                games=(),
                chance=chance,
                share=float(count),
                usual=usual + by_pairing,
            )
            findings.append(finding)

    return Looked(len(looked), findings)


def _pairs_who_met(play: GamesOfPeriod) -> dict[tuple[str, str], int]:
    """Return how often they met, by pair, of those who met often enough to be looked
    at. Both ids of a pair are in order, so that it is there once.
    """
    meetings: dict[tuple[str, str], int] = {}
    for one, counts in play.partners.items():
        for other, count in counts.items():
            if count >= FEW_MEETINGS and one < other:
                meetings[one, other] = count

    return meetings


def _meetings_elsewhere(
    play: GamesOfPeriod, player: str, count: int, mean: float
) -> float:
    """Return how often the player meets somebody else, on average.

    count: how many of the player's games are with the opponent looked at, and do not
    count.

    mean: how often two players meet on average; it counts like some more opponents, so
    that somebody with few games does not look extreme.
    """
    games = play.totals[player] - count
    others = len(play.partners[player]) - 1
    of_others = LIKE_OTHERS * mean
    pairs = others + LIKE_OTHERS

    return (games + of_others) / pairs


class _PlayersLots(NamedTuple):
    """Whom a player meets without anybody's choice.

    by_lot: by tournament with several others, the chance to meet any one of them: the
    games the player had, shared among all others who entered.

    at_boards: by opponent, how often they met where everybody has one game, as in a
    match of teams, in which the boards decide.
    """

    by_lot: dict[str, float]
    at_boards: Counter[str]

    @classmethod
    def of_player(cls, play: GamesOfPeriod, player: str) -> "_PlayersLots":
        """Go through a player's tournaments. One with too few entrants says nothing
        about lots and is left out.
        """
        by_lot: dict[str, float] = {}
        at_boards: Counter[str] = Counter()
        for part in play.parts[player]:
            event = part.event
            entrants = len(event.ratings)
            if entrants < A_FIELD:
                continue
            if 2 * len(event.games) == entrants:
                opponent = part.games[0].opponent(player)
                at_boards[opponent] += 1
            else:
                by_lot[event.tournament] = len(part.games) / (entrants - 1)

        return cls(by_lot, at_boards)


class _Lots:
    """The lots of the players who were asked about, each worked out once."""

    def __init__(self, play: GamesOfPeriod) -> None:
        self._play = play
        self._of_players: dict[str, _PlayersLots] = {}

    def expected_meetings(self, pair: tuple[str, str]) -> float:
        """Return how often the two would have met by lot in the tournaments that both
        played, and how often they met at boards that decided it.
        """

        # whoever played less is gone through
        one, other = sorted(pair, key=self._tournaments_of)
        own = self._of(one)
        rival = self._of(other)
        by_lot = [
            meetings
            for tournament, meetings in own.by_lot.items()
            if tournament in rival.by_lot
        ]

        return sum(by_lot) + own.at_boards[other]

    def _of(self, player: str) -> _PlayersLots:
        if player not in self._of_players:
            lots = _PlayersLots.of_player(self._play, player)
            self._of_players[player] = lots
        return self._of_players[player]

    def _tournaments_of(self, player: str) -> int:
        """How many tournaments the player had games in."""
        return len(self._play.parts[player])


class ClosedGroup(NamedTuple):
    """A group of players: the games among themselves, and those against everybody else."""

    players: tuple[str, ...]
    inside: int
    outside: int

    @property
    def share(self) -> float:
        """Of all their games, how many they played among themselves: 0 to 1."""
        return self.inside / (self.inside + self.outside)


def _groups_around(play: GamesOfPeriod, player: str) -> Iterator[ClosedGroup]:
    """Yield the growing groups around a player, from three players up to eight.

    Next comes whoever plays most with the members and least with others. The games of a
    group are counted as it grows: those of a newcomer with the members move inside, all
    others of theirs are outside.
    """
    players = [player]
    inside = 0
    games = play.totals[player]
    links = dict(play.partners[player])
    while links:
        closest = _closest(links, play.totals)

        inside += links.pop(closest)
        games += play.totals[closest]

        players.append(closest)
        if len(players) in POOL_SIZES:
            # a game inside was counted on both sides
            outside = games - 2 * inside
            yield ClosedGroup(tuple(players), inside, outside)

        if len(players) == POOL_SIZES[-1]:
            return

        for one, count in play.partners[closest].items():
            links[one] = links.get(one, 0) + count
        for one in players:
            links.pop(one, None)


def _closest(links: Mapping[str, int], totals: Mapping[str, int]) -> str:
    """Return whoever plays with the group most, and least with others; of several the
    last by id.

    links: by player outside the group how many games they have with it. totals: how
    many they have in all.

    The weight is the product of two shares of games: how much of theirs is with the
    group, and how much that is.
    """

    def weight(player: str) -> tuple[float, str]:
        """Weigh a player; the id decides between two of the same weight."""
        count = links[player]
        return count * count / totals[player], player

    return max(links, key=weight)


def pools(play: GamesOfPeriod) -> Looked:
    """Find groups of players who meet hardly anybody else.

    Only players with enough games are starting points, and only those who play at least
    seven tenths of their games with the few they meet most. The count says how many
    starting points there were.
    """
    starts = sorted(
        player for player, games in play.totals.items() if games >= LEAST_GAMES
    )
    usual = _usual_shares(play, starts)
    findings: list[SignFound] = []
    for player in starts:
        nearest = play.partners[player].most_common(POOL_SIZES[-1] - 1)
        with_nearest = sum(count for _, count in nearest)
        # whoever is in a pool plays mostly in it
        if with_nearest >= 0.7 * play.totals[player]:
            findings += _pools_around(play, player, usual)

    return Looked(len(starts), _without_overlaps(findings))


def _pools_around(
    play: GamesOfPeriod, player: str, usual_shares: Mapping[int, float]
) -> Iterator[SignFound]:
    """Yield the groups around a player that play more among themselves than usual.

    usual_shares: by the size of a group. A size of which nothing is known here is no
    finding.

    The chance is multiplied by the number of sizes that were tried, because each is a
    chance more to find something.
    """
    for group in _groups_around(play, player):
        if group.inside < LEAST_INSIDE or group.share < CLOSED:
            continue

        usual = usual_shares.get(len(group.players))
        if usual is None:
            continue

        games = group.inside + group.outside
        chance = len(POOL_SIZES) * binomial_at_least(games, group.inside, usual)
        if chance <= WORTH_SHOWING:
            yield SignFound("pool", group.players, (), chance, group.share, usual)


def _usual_shares(play: GamesOfPeriod, starts: list[str]) -> dict[int, float]:
    """Return by size which share of its games a group usually plays among itself.

    starts: players to take samples around; only some of them, evenly spread, are used.
    """
    shares: dict[int, list[float]] = defaultdict(list)
    step = max(1, len(starts) // REFERENCES)
    some = starts[::step]
    for player in some:
        for group in _groups_around(play, player):
            size = len(group.players)
            shares[size].append(group.share)

    usual = {}
    for size, of_size in shares.items():
        usual[size] = _usual_share(of_size)

    return usual


def _usual_share(shares: list[float]) -> float:
    """Return the share that three out of four groups do not exceed.

    shares: at least one, each from 0 to 1.
    """
    return sorted(shares)[3 * len(shares) // 4]


def _without_overlaps(findings: list[SignFound]) -> list[SignFound]:
    """Leave out a group that shares half or more with a less likely one, since the same
    pool is found around each member.

    The players of a group that stays are put in order of their ids.
    """
    apart: list[SignFound] = []
    groups: dict[str, list[frozenset[str]]] = defaultdict(list)  # by member
    for finding in sorted(findings, key=lambda one: (one.chance, one.players)):
        group = frozenset(finding.players)
        others = [other for player in group for other in groups[player]]
        if any(_overlap(group, other) for other in others):
            continue

        players = tuple(sorted(group))
        apart.append(finding._replace(players=players))
        for player in group:
            groups[player].append(group)

    return apart


def _overlap(group: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether half or more of the smaller group is in both."""
    smaller = min(len(group), len(other))
    return 2 * len(group & other) >= smaller


class ClubMet(NamedTuple):
    """The club that a player met most in their first games.

    games: those against its players. known: of how many of the first games the
    opponent's club is known.
    """

    club: str
    games: list[RatedGame]
    known: int

    @property
    def share(self) -> float:
        """How many of the games were against the club: 0 to 1."""
        return len(self.games) / self.known


def newcomers(play: GamesOfPeriod) -> Looked:
    """Find newcomers whose first games are all, or nearly all, against the players of
    one club.

    Their own club is held against what is usual of own clubs, and against what three of
    four of this one do: a school plays in school. Another is held against what is usual
    of others.

    All players say what is usual; only newcomers with enough first games are looked at.
    """
    met: dict[str, ClubMet] = {}
    for player in play.parts:
        most_met = _most_met(play, player)
        if most_met is not None:
            met[player] = most_met

    usual_shares = _usual_shares_of_clubs(play, met)
    at_home = _shares_at_home(play, met)
    looked = [player for player in sorted(play.newcomers) if player in met]
    findings = []
    for player in looked:
        club_met = met[player]
        if club_met.share < NEARLY_ALL:
            continue

        is_own = play.clubs.get(player) == club_met.club
        usual = usual_shares[is_own]
        if is_own:
            usual = max(usual, _usual_of_clubmates(at_home[club_met.club], player))

        chance = binomial_at_least(club_met.known, len(club_met.games), usual)
        finding = SignFound(
            sign="newcomer",
            players=(player,),
            games=club_met.games,
            chance=chance,
            share=club_met.share,
            usual=usual,
            club=club_met.club,
        )
        findings.append(finding)

    return Looked(len(looked), findings)


def _usual_shares_of_clubs(
    play: GamesOfPeriod, met: Mapping[str, ClubMet]
) -> dict[bool, float]:
    """Return what is usual of own clubs (True) and of others (False), where anybody met
    one.

    met: by player, the club they met most.
    """
    shares: dict[bool, list[float]] = defaultdict(list)
    for player, club_met in met.items():
        own_club = play.clubs.get(player)
        is_own = own_club == club_met.club
        shares[is_own].append(club_met.share)

    return {is_own: _usual_share(some) for is_own, some in shares.items()}


def _shares_at_home(
    play: GamesOfPeriod, met: Mapping[str, ClubMet]
) -> dict[str, dict[str, float]]:
    """Return by club and member which share of their first games was against it, if
    they met no other club more; otherwise 0.
    """
    at_home: dict[str, dict[str, float]] = defaultdict(dict)
    for player, club_met in met.items():
        club = play.clubs.get(player)
        if club is not None:
            met_at_home = club_met.club == club
            at_home[club][player] = club_met.share if met_at_home else 0.0

    return at_home


def _usual_of_clubmates(shares: Mapping[str, float], player: str) -> float:
    """Return the share that three of four clubmates of a player reach; 0 where too few
    are known.

    shares: of each member of the club, the player among them.
    """
    others = sorted(share for other, share in shares.items() if other != player)
    if len(others) < CLUBMATES:
        return 0.0

    return others[len(others) // 4]


def _most_met(play: GamesOfPeriod, player: str) -> ClubMet | None:
    """Return the club that a player met most; None where too few clubs are known.

    Only the player's first tournaments are looked at, up to the one with which there
    are games enough. Opponents without a known club do not count.
    """
    first: list[RatedGame] = []
    for part in play.parts[player]:
        if len(first) >= FIRST_GAMES:
            break
        first += part.games

    games_of: dict[str, list[RatedGame]] = {}
    known = 0
    for game in first:
        club = play.clubs.get(game.opponent(player))
        if club is not None:
            games_of.setdefault(club, []).append(game)
            known += 1

    if known < LEAST_FIRST:
        return None

    club = max(games_of, key=lambda club: len(games_of[club]))

    return ClubMet(club, games_of[club], known)
