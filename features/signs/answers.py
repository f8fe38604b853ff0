"""Answer `selo signs`: what in the games of a list is worth a question of the office.
It is never public, and never an accusation.

Each row shows its figures and how many such rows a federation shows in which nobody
does anything wrong. The rows of all signs are ranked by that, so it is corrected for
how many were looked at.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, NamedTuple

from msgspec import field

from features.signs.chances import false_alarms, strength_of
from features.signs.games import (
    GamesOfPeriod,
    Looked,
    RatedGame,
    Sign,
    SignFound,
    games_of_period,
)
from features.signs.what_is_scored import driven_down, unlikely
from features.signs.who_meets import newcomers, pairs, pools
from messages import Message, joined_message, listed_names, say, template
from messages.answer import Answer, Date
from projections.answers.asking import CsvSheet, Day, Positive, Text, about
from projections.answers.career import names_of
from projections.answers.opened import Whole
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import NamedPlayer, named_player
from projections.runs.over_all_games import Facts, period
from projections.runs.setups import booked_setup

WHAT: dict[Sign, str] = {
    "pair": template("the same pair again and again"),
    "pool": template("a closed pool"),
    "newcomer": template("a newcomer who meets one club only"),
    "driven-down": template(
        "a rating driven down before a tournament of weaker players"
    ),
    "unlikely": template("results that the ratings make very unlikely"),
}
MAY_BE: dict[Sign, str] = {
    "pair": template(
        "it may be a match, a coach and a pupil, two of a family, or the only two who"
        " come every week"
    ),
    "pool": template(
        "it may be a small club, a school league, or a place far from all others"
    ),
    "newcomer": template(
        "it may be somebody who lives near, works with them, or plays in a school"
        " league"
    ),
    "driven-down": template(
        "it may be illness, a long break, bad form that ended, or games of somebody"
        " else"
    ),
    "unlikely": template(
        "it may be somebody who learns fast or comes back, a mistyped result, or two"
        " people as one"
    ),
}
NAMED = 8
A_MILLIONTH, RAREST = 1e-6, 1e-3


def finding_in_words(finding: SignFound, names: list[str], tournament: str) -> Message:
    """Say the figures of a finding in a sentence or two.

    names: of its players, in their order, as they are shown.

    tournament: the name of the one that a rating was driven down for; empty for other
    signs.

        Anna and Boris met in 14 games; 3.2 would be usual
        Anna scored 7.5 in 9 games, expected were 4.2
    """

    player = names[0]
    scored = _score_in_words(finding, player)
    match finding.sign:
        case "pair":
            often = say(
                "{player} and {other} met in {count} games; {usual} would be usual",
                player=player,
                other=names[1],
                count=len(finding.games),
                usual=round(finding.usual or 0.0, 1),
            )
            return joined_message([often, scored])
        case "pool":
            return say(
                "{players} played {count} games among themselves, {share} % of theirs;"
                " {usual} % would be usual",
                players=listed_names(names, NAMED),
                **_games_and_shares(finding),
            )
        case "newcomer":
            games = len(finding.games)
            met = say(
                "{player} met {club} in {count} of the first {of} games, {share} %;"
                " {usual} % would be usual",
                player=player,
                club=finding.club,
                of=round(games / (finding.share or 0.0)),
                **_games_and_shares(finding),
            )
            return joined_message([met, scored])
        case "driven-down":
            assert finding.event is not None
            then = say(
                "the rating before was {before}, one of the two highest in {tournament}"
                " on {day}",
                before=finding.before,
                tournament=tournament,
                day=finding.event.on,
            )
            return joined_message([scored, then])

    return scored


def _games_and_shares(finding: SignFound) -> dict[str, object]:
    """Return how many games it is, their share and the usual one in whole percents."""
    share = 100 * (finding.share or 0.0)
    usual = 100 * (finding.usual or 0.0)
    return {
        "count": len(finding.games),
        "share": f"{share:.0f}",
        "usual": f"{usual:.0f}",
    }


def _score_in_words(finding: SignFound, player: str) -> Message:
    """A sentence on what the player scored in the games of a finding.

    The score is in points (a draw is 0.5) and is shown without decimals if it is whole.
    The score expected of them, to one decimal, follows where the finding has one.

        Anna scored 7.5 in 9 games, expected were 4.2
    """
    points = finding.score or 0
    score = {
        "player": player,
        "score": int(points) if points == int(points) else points,
        "count": len(finding.games),
    }
    if finding.expected is None:
        return say("{player} scored {score} in {count} games", **score)

    return say(
        "{player} scored {score} in {count} games, expected were {expected}",
        expected=round(finding.expected, 1),
        **score,
    )


def how_often(chance: float, alarms: float) -> Message:
    """Say how unlikely it is, in two ways.

    chance: of one such finding, from 0 to 1.

    alarms: how many such rows a federation would show by chance alone.

        by chance at most once in 4300
    """
    if chance >= A_MILLIONTH:
        one_in = float(f"{1 / chance:.2g}")
        by_chance = say("by chance at most once in {number}", number=int(one_in))
    else:
        by_chance = say("by chance less than once in a million")

    if alarms >= RAREST:
        where_all_is_well = say(
            "a federation like this, in which nobody does anything wrong, shows {share}"
            " such rows",
            share=float(f"{alarms:.1g}"),
        )
    else:
        where_all_is_well = say(
            "of a thousand federations like this, in which nobody does anything wrong,"
            " less than one shows such a row"
        )

    return joined_message([by_chance, where_all_is_well])


LOOKS: dict[Sign, Callable[[GamesOfPeriod], Looked]] = {
    "pair": pairs,
    "pool": pools,
    "newcomer": newcomers,
    "driven-down": driven_down,
    "unlikely": unlikely,
}
# rows of which an honest federation would show more are not shown
MOST_FALSE_ALARMS = 0.2
LIKELIEST = 0.02  # nor what happens to one in fifty


class RankedSign(NamedTuple):
    """What a sign found, and how many rows like it a federation shows in which nobody
    does anything wrong.
    """

    finding: SignFound
    alarms: float


class SignsLooked(Answer, frozen=True, kw_only=True):
    """One sign: what it is, how many were looked at, and how many rows it has."""

    sign: str
    what: Message
    looked_at: int
    rows: int


class SignEvent(Answer, frozen=True, kw_only=True):
    """Games of a tournament that a sign rests on, by their ids."""

    tournament: str
    tournament_name: str
    on: Date
    games: tuple[str, ...]


class SignRow(Answer, frozen=True, kw_only=True):
    """One sign about one or more players, with the games it rests on. `score` and
    `expected` are of the first player; `share` stands beside what is `usual` here.
    `false_alarms`: how many rows like it, or less likely, a federation of this size
    shows in which nobody does anything wrong.
    """

    sign: str
    players: tuple[NamedPlayer, ...]
    says: Message
    how_often: Message
    may_be: Message
    first: Date = field(name="from")
    last: Date = field(name="to")
    games: int
    score: float | None
    expected: float | None
    share: float | None
    usual: float | None
    club: str | None
    before: int | None
    tournament: str | None
    chance: float
    false_alarms: float
    rests_on: tuple[SignEvent, ...]


class SignsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `signs`: rows by their false alarms, the least likely first. Both
    days count.
    """

    list: str
    first: Date = field(name="from")
    last: Date = field(name="to")
    signs: tuple[SignsLooked, ...]
    rows: tuple[SignRow, ...]
    basis: Basis


class Signs(Whole, frozen=True, kw_only=True):
    """What the office may want to ask about: never public, and never an accusation.

    The same pair again and again, closed pools, newcomers who meet one club only, a
    rating driven down before a tournament of weaker players, results that the ratings
    make very unlikely. Each row shows its figures, and how many such rows a federation
    of this size shows in which nobody does anything wrong; beyond 0.2 no row is shown.
    """

    line = ("list",)
    examples = ("selo signs selo --from 2024-01-01",)
    table = "rows"
    list_name: Annotated[
        Text | None, about("A list. Default: the first list the ledger keeps.")
    ] = field(default=None, name="list")
    from_day: Annotated[
        Day | None, about("Tournaments that end on this day or later.")
    ] = field(default=None, name="from")
    to_day: Annotated[
        Day | None,
        about("Tournaments that end by this day. Default: the day of --as-of."),
    ] = field(default=None, name="to")
    sign: Annotated[Sign | None, about("Only this sign.")] = None
    limit: Annotated[Positive | None, about("Only the first N rows.", "N")] = None

    def ask(self, reading: Reading) -> SignsAnswer:
        return signs(reading, self)

    def sheet(self, answer: Answer) -> CsvSheet:
        """Return a row for every sign, in the order of the answer, with the columns of
        `_FLAT`.
        """
        assert isinstance(answer, SignsAnswer)
        return CsvSheet([_flat(row) for row in answer.rows], tuple(_FLAT))


def signs(reading: Reading, asked: Signs) -> SignsAnswer:
    """Look at the games of a period for every sign, or for one.

    The period is of whole tournaments: those that end in it. `Usage` is a list that no
    rulebook keeps, or a period whose first day is after its last. The answer says of
    each sign how many were looked at, also of those that found nothing.
    """
    list_name = asked.list_name or reading.first_list()
    first, last = period(reading, asked.from_day, asked.to_day)
    looked, ranked_signs = _ranked_with_games(reading, asked, list_name, first, last)

    players = _players_of(ranked_signs)
    names = names_of(reading, sorted(players))
    tournaments = {
        name: _name_of_tournament(reading, name)
        for name in _tournaments_of(ranked_signs)
    }
    rows = tuple(_row(each, names, tournaments) for each in ranked_signs)
    rows_of = Counter(row.sign for row in rows)

    each_sign = [
        SignsLooked(sign=sign, what=say(WHAT[sign]), looked_at=at, rows=rows_of[sign])
        for sign, at in looked.items()
    ]

    return SignsAnswer(
        list=list_name,
        first=first,
        last=last,
        signs=tuple(each_sign),
        rows=rows,
        basis=reading.basis(),
    )


def _players_of(ranked_signs: Sequence[RankedSign]) -> set[str]:
    """Every player whom at least one of the signs is about."""
    players: set[str] = set()
    for finding, _ in ranked_signs:
        players.update(finding.players)

    return players


def _tournaments_of(ranked_signs: Sequence[RankedSign]) -> set[str]:
    """Return the tournaments that signs rest on, or lead to."""
    tournaments: set[str] = set()
    for finding, _ in ranked_signs:
        tournaments.update(game.tournament for game in finding.games)
        if finding.event is not None:
            tournaments.add(finding.event.tournament)

    return tournaments


def _name_of_tournament(reading: Reading, tournament: str) -> str:
    """The tournament's name as its header says it; its id if the reading knows no such
    tournament.
    """
    stands = reading.timeline.tournament(tournament)
    return tournament if stands is None else stands.header.name


def _ranked_with_games(
    reading: Reading, asked: Signs, list_name: str, first: str, last: str
) -> tuple[dict[Sign, int], list[RankedSign]]:
    """Return how many were looked at for each sign, and what is worth a question with
    the games it rests on.

    first, last: the days of the period, YYYY-MM-DD.

    Games are put to a finding after the limit has cut the rows, since it takes time to
    find them.
    """
    clubs = {
        one.player: one.club
        for one in reading.policy.everybody()
        if one.club is not None
    }

    setup = booked_setup(reading.timeline, list_name)
    run = Facts(reading).list_of(setup)
    play = games_of_period(run, first, last, clubs)

    looked = {
        sign: look(play) for sign, look in LOOKS.items() if asked.sign in (None, sign)
    }
    ranked_signs = []
    for row in ranked(looked)[: asked.limit]:
        with_games = play.with_games(row.finding)
        ranked_signs.append(row._replace(finding=with_games))

    counts = {sign: each.at for sign, each in looked.items()}

    return counts, ranked_signs


def ranked(looked: Mapping[Sign, Looked]) -> list[RankedSign]:
    """Return what is worth a question, each with its false alarms, the least likely
    first.

    Left out is what happens by chance to one in fifty, and what an honest federation
    would show too often.

    looked: by sign, what it found among how many.
    """
    rows = []
    for sign, each in looked.items():
        for finding in each.findings:
            if finding.chance > LIKELIEST:
                continue
            strength = strength_of(finding.chance)
            alarms = false_alarms(sign, strength, each.at)
            if alarms <= MOST_FALSE_ALARMS:
                rows.append(RankedSign(finding, alarms))

    return sorted(rows, key=_least_likely_first)


def _least_likely_first(row: RankedSign) -> tuple[float, float, str, tuple[str, ...]]:
    """The key that puts first the signs of which chance alone would bring the fewest.

    Signs as rare as each other stand in the order of their chance, then of their name
    and players, so that the same ledger always answers in the same order.
    """
    finding = row.finding
    return row.alarms, finding.chance, finding.sign, finding.players


def _row(
    ranked: RankedSign, names: Mapping[str, str], tournaments: Mapping[str, str]
) -> SignRow:
    """A sign as the answer shows it: in words, and with the figures behind them.

    ranked: the finding, and how many such signs chance alone would bring.
    names: names by player; one without a name is shown by their id.
    tournaments: names by id of a tournament.

    Shares and expected scores are rounded to three decimals, the chance and the false
    alarms to two significant digits. The days of the first and of the last game are
    those of the games that the sign rests on.
    """
    finding, alarms = ranked
    games = sorted(finding.games, key=_key_by_day)
    event = None if finding.event is None else finding.event.tournament
    event_name = "" if event is None else tournaments[event]
    shown = [names.get(player) or player for player in finding.players]

    return SignRow(
        sign=finding.sign,
        players=tuple(named_player(player, names) for player in finding.players),
        says=finding_in_words(finding, shown, event_name),
        how_often=how_often(finding.chance, alarms),
        may_be=say(MAY_BE[finding.sign]),
        first=games[0].on,
        last=games[-1].on,
        games=len(games),
        score=finding.score,
        expected=_rounded(finding.expected),
        share=_rounded(finding.share),
        usual=_rounded(finding.usual),
        club=finding.club,
        before=finding.before,
        tournament=event,
        chance=float(f"{finding.chance:.2g}"),
        false_alarms=float(f"{alarms:.2g}"),
        rests_on=tuple(_sign_events(games, tournaments)),
    )


def _key_by_day(game: RatedGame) -> tuple[str, str, int, str]:
    """The key that sorts games by day, then by tournament, then by id.

    A shorter id comes first, so that the ninth game stands before the tenth.
    """
    return game.on, game.tournament, len(game.id), game.id


def _day_and_tournament(game: RatedGame) -> tuple[str, str]:
    """The key under which games of one day of one tournament stand together."""
    return game.on, game.tournament


def _sign_events(
    games: Sequence[RatedGame], tournaments: Mapping[str, str]
) -> Iterator[SignEvent]:
    """Yield the days of tournaments with games, which are in order."""
    for (on, tournament), some in groupby(games, _day_and_tournament):
        yield SignEvent(
            tournament=tournament,
            tournament_name=tournaments[tournament],
            on=on,
            games=tuple(game.id for game in some),
        )


def _rounded(figure: float | None) -> float | None:
    """The figure to three decimals; nothing if there is none."""
    return None if figure is None else round(figure, 3)


_FLAT = {
    "sign": "sign",
    "players": "",
    "names": "",
    "from": "first",
    "to": "last",
    "games": "games",
    "score": "score",
    "expected": "expected",
    "share": "share",
    "usual": "usual",
    "club": "club",
    "before": "before",
    "tournament": "tournament",
    "chance": "chance",
    "false_alarms": "false_alarms",
    "tournaments": "",
}


def _flat(row: SignRow) -> dict[str, object]:
    """Return a row for a spreadsheet: players and tournaments in one cell each.

    Several in one cell are divided by a semicolon and a space.
    """
    players = [one.player for one in row.players]
    names = [one.name or "" for one in row.players]
    tournaments = [event.tournament for event in row.rests_on]
    joined = {"players": players, "names": names, "tournaments": tournaments}
    cells: dict[str, object] = {}
    for column, attribute in _FLAT.items():
        if column in joined:
            cells[column] = "; ".join(joined[column])
        else:
            cells[column] = getattr(row, attribute)

    return cells
