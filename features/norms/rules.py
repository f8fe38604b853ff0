"""Judge FIDE's title norms: does a result in one tournament amount to a norm of GM, IM,
WGM or WIM, by the articles.

By the FIDE Title Regulations (Handbook B.01) applied from 1 January 2024. "At least" is
rounded up and "at most" down (1.4.4). Nothing is added up over tournaments: what an
application needs besides (1.5, 1.4.3e) is for whoever applies.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from messages import Message, say
from rulebooks.fide_differences import dp
from rulebooks.numbers import half_up

SYSTEMS = ("swiss", "round-robin", "double-round-robin", "knockout", "other")
ROBINS = ("round-robin", "double-round-robin")
EVENTS = (
    "national-championship",
    "national-team-championship",
    "zonal",
    "world-or-continental-team",
    "world-cup",
)
OF_TEAMS = ("national-team-championship", "world-or-continental-team")
# 1.4.5a: CM and WCM are not among them
HOLDERS = {"GM", "IM", "FM", "WGM", "WIM", "WFM"}
MASTERS = {"GM", "IM", "WGM", "WIM"}
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "WFM", "CM", "WCM")
OF_FIDE, OF_NONE = {"FID", "FIE"}, "NON"


class Bar(NamedTuple):
    """What a norm asks for. `holders`: the titles of 1.4.5b to e; `women`: whether only
    women earn it (0.3.1).
    """

    performance: int
    average: int
    floor: int
    holders: frozenset[str]
    women: bool
    article: str


class NormEdition(NamedTuple):
    """A state of the regulations, for tournaments that start from a day on (0.2)."""

    id: str
    since: str
    source: str
    bars: Mapping[str, Bar]
    unrated: int


EDITIONS = (
    NormEdition(
        "b01-2024", "2024-01-01", "https://handbook.fide.com/chapter/B012024",
        {
            "GM": Bar(2600, 2380, 2200, frozenset({"GM"}), False, "1.4.5b"),
            "IM": Bar(2450, 2230, 2050, frozenset({"GM", "IM"}), False, "1.4.5c"),
            "WGM": Bar(2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), True, "1.4.5d"),
            "WIM": Bar(2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}), True, "1.4.5e"),
        },
        1400,
    ),
)  # fmt: skip


def edition_of(start: str) -> NormEdition | None:
    """Return the edition for a tournament that starts on a day; none before the first
    whose text is at hand.
    """
    return next(
        (edition for edition in reversed(EDITIONS) if edition.since <= start), None
    )


class Check(NamedTuple):
    """One article: what there is, what it asks for, and whether that is met; None:
    open, the texts or facts do not say.
    """

    article: str
    what: Message
    has: int | float | None
    limit: int | float | None
    met: bool | None
    limit_is_most: bool = False


class Game(NamedTuple):
    """A game from one side. `half_points` is None where it was not played; `given`: won
    without being played.
    """

    game: str
    round: int
    opponent: str
    half_points: int | None
    given: bool = False


class Seat(NamedTuple):
    """A player of the tournament; `byes` are the rounds of a bye that the pairing
    allocated.
    """

    id: str
    federation: str
    title: str | None
    rating: int | None
    games: tuple[Game, ...]
    byes: frozenset[int] = frozenset()


@dataclass(frozen=True)
class NormEvent:
    """A tournament as norms see it; `host`: the federation that registers it, `kind`
    one of EVENTS, `league`: whether teams are known to meet in it.
    """

    edition: NormEdition
    seats: Mapping[str, Seat]
    rounds: int
    system: str = "swiss"
    kind: str | None = None
    host: str | None = None
    league: bool = False

    @property
    def teams(self) -> bool:
        """Whether teams play in it: a league, or a kind of event that is one of teams."""
        return self.league or self.kind in OF_TEAMS

    # The Arbiters' Manual on 1.4.1e: leagues, "in which the team composition or board
    # order may change between rounds do not count as a predetermined pairing".
    @property
    def predetermined(self) -> bool:
        """Whether the pairings are known before the first round: a round robin of
        individuals.
        """
        return self.system in ROBINS and not self.teams

    # 1.4.3d: "in every round at least 20 FIDE rated players, not from the host
    # federation, from at least 3 different federations, at least 10 of whom hold GM,
    # IM, WGM or WIM titles"; whoever misses more than one round is left out.
    @cached_property
    def foreign_field(self) -> tuple[Check, ...]:
        """Return the three counts in the weakest round: unmet outside a Swiss, at best
        open where the host is not known.
        """
        not_foreign = {self.host, OF_NONE, *OF_FIDE}
        there = []
        for seat in self.seats.values():
            rounds = rounds_attended(seat)
            is_foreign = seat.federation not in not_foreign
            if (
                seat.rating is not None
                and is_foreign
                and len(rounds) >= self.rounds - 1
            ):
                there.append((seat, rounds))

        # how many there are in each round
        players: list[int] = []
        federations: list[int] = []
        masters: list[int] = []
        for number in range(1, self.rounds + 1):
            seats = [seat for seat, rounds in there if number in rounds]
            players.append(len(seats))
            federations.append(len({seat.federation for seat in seats}))
            masters.append(sum(seat.title in MASTERS for seat in seats))

        able: bool | None = self.system == "swiss"
        if able and self.host is None:
            able = None

        def check(what: Message, least: int, numbers: Sequence[int]) -> Check:
            """Compare the count in the weakest round with the least that is asked."""
            has = min(numbers, default=0)
            return Check("1.4.3d", what, has, least, has >= least and able)

        return (
            check(say("rated players from abroad in every round"), 20, players),
            check(say("their federations"), 3, federations),
            check(say("masters among them"), 10, masters),
        )


class Norm(NamedTuple):
    """The verdict on one norm. `used`: the games it rests on; `lost`: the game of the
    last round that the opponent did not come to, counted as lost; `exemption`: the
    article that waives the federations.
    """

    title: str
    checks: tuple[Check, ...]
    used: tuple[Game, ...]
    half_points: int
    average: int | None
    performance: int | None
    raised: str | None
    exemption: str | None
    lost: str | None

    @property
    def met(self) -> bool | None:
        """Whether all that is asked is met."""
        return all_met(self.checks)

    def meets(self, article: str) -> bool | None:
        """Tell whether an article is met. An article that does not apply counts as met."""
        return all_met([check for check in self.checks if check.article == article])


def all_met(checks: Iterable[Check]) -> bool | None:
    """Tell whether all are met; None where that depends on an open one."""
    verdicts = {check.met for check in checks}
    if False in verdicts:
        return False
    return None if None in verdicts else True


# 0.3.1: the women's titles are for women. A title needs no norm of itself or of a lower
# one.
def within_reach(edition: NormEdition, title: str | None, woman: bool) -> list[str]:
    """The titles above the player's own, in the order of the edition.

    A title is above another if its norm asks for a higher performance. Without a title,
    or with one for which there are no norms, all are within reach. Those for women are
    within reach of women only.
    """
    own = 0
    if title is not None and title in edition.bars:
        own = edition.bars[title].performance
    return [
        name
        for name, bar in edition.bars.items()
        if bar.performance > own and (woman or not bar.women)
    ]


# 1.4.1a: nine games. 1.4.1b: seven for world and continental team and club
# championships of seven to nine rounds, eight for the World Cups.
def least_games(event: NormEvent) -> int:
    """How many games a norm needs in the event: 9 as a rule.

    A world or continental championship of teams with seven to nine rounds asks for 7, a
    World Cup for 8.
    """
    if event.kind == "world-or-continental-team" and 7 <= event.rounds <= 9:
        return 7
    return 8 if event.kind == "world-cup" else 9


# 1.4.1c: "in a 9-round tournament, 8 played games can count" where the ninth was won by
# forfeit or was a bye allocated.
def _games(event: NormEvent, seat: Seat, played: int) -> Check:
    """Whether the player had enough games (1.4.1).

    Of nine rounds, eight games are enough if just one other was a bye or was given
    (1.4.1c).
    """
    least = least_games(event)
    spared = len(seat.byes) + sum(game.given for game in seat.games)
    eight = event.rounds == 9 and played == 8 and spared == 1
    return Check(
        "1.4.1c" if eight and least == 9 else "1.4.1",
        say("games"),
        played,
        8 if eight else least,
        eight or played >= least,
    )


# 1.4.3a and b are for players of the federation that registers the event, c for
# everybody, d for Swiss tournaments with a field from abroad. 1.4.3e calls 1.4.3 and
# 1.4.4 together "the normal foreigner requirement": both are waived. That a does not
# hold in the year of a zonal of one federation is for whoever says the kind.
def exemption(event: NormEvent, seat: Seat) -> str | None:
    """Return the article that waives what is asked of federations; None: none does.

    It is looked for in the kind of event first, then in how many foreigners played.
    """
    if event.kind == "zonal":
        return "1.4.3c"
    if event.host is not None and seat.federation == event.host:
        if event.kind == "national-championship":
            return "1.4.3a"
        if event.kind == "national-team-championship":
            return "1.4.3b"

    if all(check.met for check in event.foreign_field):
        return "1.4.3d"

    return None


def rounds_attended(seat: Seat) -> set[int]:
    """Return the rounds that a player did not miss: a bye that the pairing allocated is
    none (1.4.3d).
    """
    return {
        game.round for game in seat.games if game.half_points is not None or game.given
    } | seat.byes


# 1.4.3: two federations besides the applicant's. 1.4.4: at most 3/5 of the opponents
# from the applicant's, at most 2/3 from one. Players under FIDE's flag belong to none.
def _federation_checks(seat: Seat, opponents: Sequence[Seat]) -> list[Check]:
    """The checks of the opponents' federations (1.4.3, 1.4.4).

    There must be two federations besides the player's own. At most three fifths of the
    opponents may be of the player's own federation, and at most two thirds of any one;
    both limits are rounded down. An opponent under the flag of FIDE has no federation
    here but still counts as an opponent.
    """
    count = len(opponents)
    by_code = Counter(
        one.federation for one in opponents if one.federation not in OF_FIDE
    )
    others = len(by_code.keys() - {seat.federation})
    own = by_code[seat.federation]
    most = max([0, *by_code.values()])
    from_own, from_one = 3 * count // 5, 2 * count // 3
    return [
        Check(
            "1.4.3", say("federations besides the player's own"), others, 2, others >= 2
        ),
        Check(
            "1.4.4",
            say("opponents from the player's own federation"),
            own,
            from_own,
            own <= from_own,
            limit_is_most=True,
        ),
        Check(
            "1.4.4",
            say("opponents from one federation"),
            most,
            from_one,
            most <= from_one,
            limit_is_most=True,
        ),
    ]


# 1.4.5a: half of the opponents hold a title. b to e: a third, and at least three, hold
# one that is asked for. f: in a double round robin of six players or more, half. The
# Annex counts "different" ones: whoever was met twice counts once.
def _title_checks(event: NormEvent, opponents: Sequence[Seat], bar: Bar) -> list[Check]:
    """The checks of the opponents' titles (1.4.5).

    At least half of the opponents must hold a title, and at least a third, but three or
    more, one of those that the norm names. Both limits are rounded up. In a double
    round robin half must hold one of those, and at least six must play (1.4.5f).
    """
    count, double = len(opponents), event.system == "double-round-robin"
    half, third = -(-count // 2), max(3, -(-count // 3))
    what = say(
        "opponents who hold {titles}",
        titles=" / ".join(sorted(bar.holders, key=TITLES.index)),
    )
    checks = [
        _check_of_holders(
            "1.4.5a",
            say("opponents with a title"),
            [one.id for one in opponents if one.title in HOLDERS],
            half,
        ),
        _check_of_holders(
            "1.4.5f" if double else bar.article,
            what,
            [one.id for one in opponents if one.title in bar.holders],
            half if double else third,
        ),
    ]
    if double:
        checks.append(
            Check("1.4.5f", say("players"), len(event.seats), 6, len(event.seats) >= 6)
        )

    return checks


def _check_of_holders(
    article: str, what: Message, holders: Sequence[str], least: int
) -> Check:
    """The check that at least so many different opponents hold a title.

    holders: ids of opponents with the title, one for each game with them.

    If there are enough games but too few different holders, the verdict is open (None)
    and not False.
    """
    different = len(set(holders))
    return Check(
        article,
        what,
        different,
        least,
        different >= least or (None if len(holders) >= least else False),
    )


# 1.4.6: ratings of the list at the start; the lowest one opponent is raised to the
# floor, the other unrated are 1400. 1.4.7: the average to the nearest whole number, a
# half up.
def average_of(
    event: NormEvent, opponents: Sequence[Seat], bar: Bar
) -> tuple[int | None, str | None]:
    """Return the average rating of the opponents, and whose rating was raised for it:
    in every game against that opponent.
    """
    if not opponents:
        return None, None

    numbers = {
        one.id: event.edition.unrated if one.rating is None else one.rating
        for one in opponents
    }
    lowest = min(numbers, key=lambda player: (numbers[player], player))
    raised = lowest if numbers[lowest] < bar.floor else None
    if raised is not None:
        numbers[raised] = bar.floor

    return half_up(sum(numbers[one.id] for one in opponents), len(opponents)), raised


# 1.4.8: Rp = Ra + dp (1.4.9). a: a least average. b: 35 %, exactly.
def _level_checks(
    bar: Bar, average: int | None, half_points: int, count: int
) -> list[Check]:
    """The checks of the average, the score and the performance (1.4.8).

    average: of the opponents' ratings; missing if there is none, and then both ratings
    fail.
    half_points: what the player scored; the check shows it in points.
    count: how many games it was scored in.

    The score must be at least 35 %: in half points that is seven tenths of the games,
    rounded up.
    """
    performance = None if average is None else average + dp(half_points, count)
    least = -(-7 * count // 10)
    return [
        Check(
            "1.4.8a",
            say("average rating of the opponents"),
            average,
            bar.average,
            (average or 0) >= bar.average,
        ),
        Check(
            "1.4.8b",
            say("points"),
            half_points / 2,
            least / 2,
            count > 0 and half_points >= least,
        ),
        Check(
            "1.4.8",
            say("performance"),
            performance,
            bar.performance,
            (performance or 0) >= bar.performance,
        ),
    ]


def judged_norm(
    event: NormEvent,
    seat: Seat,
    title: str,
    games: Sequence[Game],
    lost: str | None = None,
) -> Norm:
    """Judge a norm on these games, all of which count."""
    bar = event.edition.bars[title]
    opponents = [event.seats[game.opponent] for game in games]
    half_points = sum(game.half_points or 0 for game in games)
    average, raised = average_of(event, opponents, bar)
    if event.system == "double-round-robin":
        mix = list({one.id: one for one in opponents}.values())
    else:
        mix = opponents
    federations = _federation_checks(seat, mix)
    waived = None if all(check.met for check in federations) else exemption(event, seat)
    if waived is not None:
        federations = [check._replace(met=True) for check in federations]
    elif all_met(event.foreign_field) is None:
        federations = [
            check if check.met else check._replace(met=None) for check in federations
        ]

    level = _level_checks(bar, average, half_points, len(games))
    checks = (
        _games(event, seat, len(games)),
        *federations,
        *_title_checks(event, mix, bar),
        *level,
    )
    performance = None if average is None else average + dp(half_points, len(games))

    return Norm(
        title=title,
        checks=checks,
        used=tuple(games),
        half_points=half_points,
        average=average,
        performance=performance,
        raised=raised,
        exemption=waived,
        lost=lost,
    )
