"""Answer `selo signs`: what in the games of a list is worth a question of the office.
It is never public, and never an accusation.

Each row shows its figures and how many such rows a federation shows in which nobody
does anything wrong. The rows of all signs are ranked by that, so it is corrected for
how many were looked at.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Annotated

from msgspec import field

from features.signs.games import (
    GamesOfPeriod,
    Looked,
    Sign,
    SignFound,
    false_alarms,
    played,
    strength_of,
)
from features.signs.what_is_scored import driven_down, unlikely
from features.signs.who_meets import newcomers, pairs, pools
from messages import Message, joined, named, say, template
from messages.answer import Answer, Date
from projections.answers.asking import CsvSheet, Day, Positive, Text, about
from projections.answers.career import names_of
from projections.answers.opened import Whole
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import NamedPlayer, named_player
from projections.replay.steps import uncollected
from projections.runs.over_all_games import Facts, period
from projections.runs.setups import as_booked

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


def said(finding: SignFound, names: list[str], tournament: str) -> Message:
    """Say the figures in a sentence; `tournament` is the one that a rating was driven
    down for.
    """
    share, usual = finding.share or 0.0, finding.usual or 0.0
    of_games = {
        "count": len(finding.games),
        "share": f"{100 * share:.0f}",
        "usual": f"{100 * usual:.0f}",
    }
    match finding.sign:
        case "pair":
            often = say(
                "{player} and {other} met in {count} games; {usual} would be usual",
                player=names[0],
                other=names[1],
                count=len(finding.games),
                usual=round(usual, 1),
            )
            return joined([often, _scored(finding, names[0])])
        case "pool":
            return say(
                "{players} played {count} games among themselves, {share} % of theirs;"
                " {usual} % would be usual",
                players=named(names, NAMED),
                **of_games,
            )
        case "newcomer":
            met = say(
                "{player} met {club} in {count} of the first {of} games, {share} %;"
                " {usual} % would be usual",
                player=names[0],
                club=finding.club,
                of=round(len(finding.games) / share),
                **of_games,
            )
            return joined([met, _scored(finding, names[0])])
        case "driven-down":
            assert finding.event is not None
            then = say(
                "the rating before was {before}, one of the two highest in {tournament}"
                " on {day}",
                before=finding.before,
                tournament=tournament,
                day=finding.event.on,
            )
            return joined([_scored(finding, names[0]), then])
    return _scored(finding, names[0])


def _scored(finding: SignFound, player: str) -> Message:
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
    """Say how unlikely it is, in two ways."""
    shown = float(f"{alarms:.1g}") if alarms >= RAREST else None
    by_chance = (
        say(
            "by chance at most once in {number}", number=int(float(f"{1 / chance:.2g}"))
        )
        if chance >= A_MILLIONTH
        else say("by chance less than once in a million")
    )
    where_all_is_well = (
        say(
            "of a thousand federations like this, in which nobody does anything wrong,"
            " less than one shows such a row"
        )
        if shown is None
        else say(
            "a federation like this, in which nobody does anything wrong, shows {share}"
            " such rows",
            share=shown,
        )
    )
    return joined([by_chance, where_all_is_well])


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
        assert isinstance(answer, SignsAnswer)
        return CsvSheet([_flat(row) for row in answer.rows], tuple(_FLAT))


def signs(reading: Reading, asked: Signs) -> SignsAnswer:
    """Look at the games of a period for every sign, or for one."""
    list_name = asked.list_name or reading.first_list()
    first, last = period(reading, asked.from_day, asked.to_day)
    with uncollected():  # and nothing of it is left at its end
        looked, findings = _ranked_with_games(reading, asked, list_name, first, last)
    names = names_of(
        reading,
        sorted({player for finding, _ in findings for player in finding.players}),
    )
    named_events = {
        game.tournament for finding, _ in findings for game in finding.games
    }
    named_events |= {
        finding.event.tournament for finding, _ in findings if finding.event is not None
    }
    stands = {name: reading.timeline.tournament(name) for name in named_events}
    of_events = {
        name: name if each is None else each.header.name
        for name, each in stands.items()
    }
    rows = tuple(
        _row(finding, alarms, names, of_events) for finding, alarms in findings
    )
    return SignsAnswer(
        list=list_name,
        first=first,
        last=last,
        signs=tuple(
            SignsLooked(
                sign=sign,
                what=say(WHAT[sign]),
                looked_at=at,
                rows=sum(row.sign == sign for row in rows),
            )
            for sign, at in looked.items()
        ),
        rows=rows,
        basis=reading.basis(),
    )


def _ranked_with_games(
    reading: Reading, asked: Signs, list_name: str, first: str, last: str
) -> tuple[dict[Sign, int], list[tuple[SignFound, float]]]:
    """Return how many were looked at for each sign, and what is worth a question with
    the games it rests on.
    """
    clubs = {
        one.player: one.club
        for one in reading.policy.everybody()
        if one.club is not None
    }
    play = played(
        Facts(reading).look(as_booked(reading.timeline, list_name)), first, last, clubs
    )
    looked = {
        sign: look(play) for sign, look in LOOKS.items() if asked.sign in (None, sign)
    }
    findings = [
        (play.with_games(finding), alarms)
        for finding, alarms in ranked(looked)[: asked.limit]
    ]
    return {sign: each.at for sign, each in looked.items()}, findings


def ranked(looked: Mapping[Sign, Looked]) -> list[tuple[SignFound, float]]:
    """Return what is worth a question, each with its false alarms, the least likely
    first.
    """
    rows = [
        (finding, false_alarms(sign, strength_of(finding.chance), each.at))
        for sign, each in looked.items()
        for finding in each.findings
    ]
    shown = [
        row
        for row in rows
        if row[0].chance <= LIKELIEST and row[1] <= MOST_FALSE_ALARMS
    ]
    return sorted(
        shown, key=lambda row: (row[1], row[0].chance, row[0].sign, row[0].players)
    )


def _row(
    finding: SignFound,
    alarms: float,
    names: Mapping[str, str],
    tournaments: Mapping[str, str],
) -> SignRow:
    games = sorted(
        finding.games,
        key=lambda game: (game.on, game.tournament, len(game.id), game.id),
    )
    event = None if finding.event is None else finding.event.tournament
    shown = [names.get(player) or player for player in finding.players]
    return SignRow(
        sign=finding.sign,
        players=tuple(named_player(player, names) for player in finding.players),
        says=said(finding, shown, "" if event is None else tournaments[event]),
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
        rests_on=tuple(
            SignEvent(
                tournament=name,
                tournament_name=tournaments[name],
                on=on,
                games=tuple(game.id for game in some),
            )
            for (on, name), some in groupby(
                games, key=lambda game: (game.on, game.tournament)
            )
        ),
    )


def _rounded(figure: float | None) -> float | None:
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
    """Return a row for a spreadsheet: players and tournaments in one cell each."""
    joined: dict[str, Iterator[str]] = {
        "players": (one.player for one in row.players),
        "names": (one.name or "" for one in row.players),
        "tournaments": (event.tournament for event in row.rests_on),
    }
    return {
        column: (
            "; ".join(joined[column]) if column in joined else getattr(row, attribute)
        )
        for column, attribute in _FLAT.items()
    }
