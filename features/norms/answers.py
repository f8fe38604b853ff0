"""Say which results in a tournament are title norms of FIDE, and what a certificate of
one holds (IT1, IT3).

Ratings, titles and federations are those of the report. Titles of women are in no
event, because they tell a sex: they are read from the kept report, for the office
alone, or are stated in the question. For everybody else a norm that may depend on such
a title is open.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from features.norms import rules
from features.norms.event import Judging, OfNorms, judging
from features.norms.games import counts_as, left_out
from ledger.errors import NotFound, Problem
from ledger.field_types import Result
from messages import Message, by_command, say
from messages.answer import Answer, Date, json_value, one_of
from projections.answers.asking import CsvSheet, PlayerId
from projections.answers.career import PlayerName, known_player
from projections.answers.reading import Basis, Reading


class NormCheck(Answer, frozen=True, kw_only=True):
    """An article, what there is, what it asks for, and whether it is met; null: open."""

    article: str
    what: Message
    has: int | float | None
    limit: int | float | None
    limit_is_most: bool
    met: bool | None


class NormTournament(Answer, frozen=True, kw_only=True):
    """A tournament as a report on its norms has it; `titles` and `federations` count
    its players.
    """

    id: str
    name: str
    start: Date
    end: Date
    place: str | None
    federation: str | None
    arbiter: str | None
    minutes: int | float
    system: str
    kind: str | None
    rounds: int
    players: int
    rated: int
    titles: dict[str, int]
    federations: dict[str, int]
    edition: str
    source: str
    stated: dict[str, str]
    conditions: tuple[NormCheck, ...]
    application: tuple[NormCheck, ...]


class NormRow(Answer, frozen=True, kw_only=True):
    """A player and a norm: met, open or which articles fail, and by how much."""

    player: str
    name: str | None
    title: str | None
    federation: str | None
    rating: int | None
    norm: str
    met: bool | None
    games: int
    score: float
    average: int | None
    performance: int | None
    counts_as: int | None
    fails: tuple[NormCheck, ...]


class NormsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `norms` about a tournament. `hidden`: whoever asks sees no titles
    and no norms that tell a sex.
    """

    tournament: NormTournament
    hidden: bool
    rows: tuple[NormRow, ...]
    basis: Basis


class NormGame(Answer, frozen=True, kw_only=True):
    """A game of the player; `left_out`: the article by which no norm counts it."""

    game: str
    round: int
    opponent: str
    name: str | None
    title: str | None
    federation: str
    rating: int | None
    fide_id: int | None
    result: Annotated[str, one_of(Result)]
    colour: str
    score: float | None
    left_out: str | None


class NormSheet(Answer, frozen=True, kw_only=True):
    """A norm of a player: on which games, by which articles. `raised`: the opponent
    whose rating is raised to the floor; `lost_game`: the game that was won without being
    played, and counts as lost.
    """

    norm: str
    met: bool | None
    score: float
    average: int | None
    performance: int | None
    floor: int
    raised: str | None
    exemption: str | None
    lost_game: str | None
    counts_as: int | None
    games: tuple[str, ...]
    rated: int
    titles: dict[str, int]
    federations: dict[str, int]
    checks: tuple[NormCheck, ...]


class NormAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `norms` about a player."""

    tournament: NormTournament
    player: PlayerName
    title: str | None
    federation: str
    rating: int | None
    fide_id: int | None
    born: str | None
    hidden: bool
    games: tuple[NormGame, ...]
    norms: tuple[NormSheet, ...]
    basis: Basis


class Norms(OfNorms, frozen=True, kw_only=True):
    """The title norms of FIDE in a tournament: who made one, and which article anybody
    else fails, by how much.
    """

    line = ("tournament",)
    examples = ("selo tournament norms kuusilahti-open-2024",)
    table = "rows"

    def ask(self, reading: Reading) -> NormsAnswer:
        return norms(reading, self)

    def sheet(self, answer: Answer) -> CsvSheet:
        """A row for every norm of the answer, in its order; what it fails is one cell."""
        assert isinstance(answer, NormsAnswer)
        rows = [
            {**json_value(row), "fails": "; ".join(map(brief, row.fails))}
            for row in answer.rows
        ]
        return CsvSheet(rows, NormRow.__struct_fields__)


class NormOf(OfNorms, frozen=True, kw_only=True):
    """The certificate of a player's norms in a tournament: every game, and every
    article with what there is.
    """

    line = ("tournament", "player")
    examples = ("selo tournament norms kuusilahti-open-2024 F033",)
    player: PlayerId

    def ask(self, reading: Reading) -> NormAnswer:
        return norms_of(reading, self, self.player)


def brief(check: NormCheck) -> str:
    """Write what is missing for an article in signs that need no translation: the
    article, what there is, and what it asks for.

        1.4.5b 2 < 3      two grandmasters, where three are asked for
        1.4.8 2587 < 2600
        1.4               it asks for no number
    """
    if check.has is None or check.limit is None:
        return check.article

    if check.met:
        sign = "≤" if check.limit_is_most else "≥"
    else:
        sign = ">" if check.limit_is_most else "<"
    return f"{check.article} {check.has:g} {sign} {check.limit:g}"


def norms(reading: Reading, asked: OfNorms) -> NormsAnswer:
    """Return every norm that may lead to a title its player does not have yet: norms
    that are met first, then those that lack least.

    Whoever has no game in the tournament has no row. `NotFound`: there is no such
    tournament, or it is from before the oldest regulations that the program knows.
    """
    seen = judging(reading, asked)
    edition = seen.event.edition
    rows = []
    for player, seat in seen.event.seats.items():
        if not seat.games:
            continue
        woman = seen.is_woman(player)
        for title in rules.within_reach(edition, seat.title, woman):
            rows.append(_row(seen, player, title))

    bars = edition.bars

    def sort_key(row: NormRow) -> tuple[int, int, int, str]:
        """The key of a row: norms that are made first, then those that may be, then the
        others.

        The others stand by how many checks they fail, then by how far the performance
        is from that of the norm, in rating points. Equals stand by the higher norm
        first, then by id.
        """
        bar = bars[row.norm].performance
        missing = 0
        if row.met:
            rank = 0
        elif row.met is None:
            rank = 1
        else:
            rank = 1 + sum(check.met is False for check in row.fails)
            missing = bar - (row.performance or 0)

        return rank, missing, -bar, row.player

    rows.sort(key=sort_key)

    return NormsAnswer(
        tournament=_tournament(seen),
        hidden=seen.hidden,
        rows=tuple(rows),
        basis=reading.basis(),
    )


def norms_of(reading: Reading, asked: OfNorms, named: str) -> NormAnswer:
    """Return the certificate of a player who has a game in the tournament.

    `named`: an id or a name. `NotFound`: nobody is called so, or they have no game
    there.
    """
    seen, player = judging(reading, asked), known_player(reading, named)
    seat = seen.event.seats.get(player)
    if seat is None or not seat.games:
        message = say(
            "{player} has no game in {unit}, as known",
            player=player,
            unit=asked.tournament,
        )
        raise NotFound(
            Problem(
                "not-there",
                message,
                hint=by_command("see `selo history {player}`", player=player),
            )
        )

    row = seen.people[player]

    return NormAnswer(
        tournament=_tournament(seen),
        player=PlayerName(id=player, name=row.name),
        title=seat.title,
        federation=seat.federation,
        rating=seat.rating,
        fide_id=row.fide_id,
        born=row.born,
        hidden=seen.hidden,
        games=tuple(_game(seen, player, game) for game in seat.games),
        norms=tuple(
            _sheet(seen, player, title)
            for title in rules.within_reach(
                seen.event.edition, seat.title, seen.is_woman(player)
            )
        ),
        basis=reading.basis(),
    )


def _row(seen: Judging, player: str, title: str) -> NormRow:
    """One norm of one player, as the answer shows it.

    The score is in points. `fails` holds every check, of the tournament and of the
    norm, that is not surely met: the open ones too.
    """
    verdict, met = seen.judge(player, title)

    seat, checks = seen.event.seats[player], (*seen.conditions, *verdict.checks)

    return NormRow(
        player=player,
        name=seen.people[player].name,
        title=seat.title,
        federation=seat.federation,
        rating=seat.rating,
        norm=title,
        met=met,
        games=len(verdict.used),
        score=verdict.half_points / 2,
        average=verdict.average,
        performance=verdict.performance,
        counts_as=_games_worth(seen, verdict, met),
        fails=tuple(_check(check) for check in checks if not check.met),
    )


def _games_worth(seen: Judging, verdict: rules.Norm, met: bool | None) -> int | None:
    """How many games the norm counts as; nothing for a norm that is not made.

    One that is open has a number: that is what it counts as, should it be made.
    """
    return (
        None if met is False or verdict.met is False else counts_as(seen.event, verdict)
    )


def _sheet(seen: Judging, player: str, title: str) -> NormSheet:
    """Return everything that a norm of a player rests on.

    The score is in points. Titles and federations are counted over the opponents of the
    games that the norm rests on, one for each game.
    """
    verdict, met = seen.judge(player, title)
    bar = seen.event.edition.bars[title]
    opponents = [seen.event.seats[game.opponent] for game in verdict.used]
    checks = [*seen.conditions, *verdict.checks]

    return NormSheet(
        norm=title,
        met=met,
        score=verdict.half_points / 2,
        average=verdict.average,
        performance=verdict.performance,
        floor=bar.floor,
        raised=verdict.raised,
        exemption=verdict.exemption,
        lost_game=verdict.lost,
        counts_as=_games_worth(seen, verdict, met),
        games=tuple(game.game for game in verdict.used),
        rated=sum(one.rating is not None for one in opponents),
        titles=_counts_by_value(one.title for one in opponents),
        federations=_counts_by_value(one.federation for one in opponents),
        checks=tuple(_check(check) for check in checks),
    )


def _tournament(seen: Judging) -> NormTournament:
    """The tournament as the answer shows it: its facts, who played, and what holds for
    every norm in it.

    The pace is shown in whole minutes. Titles and federations are counted over all
    players.
    """
    event, header, facts = seen.event, seen.report.tournament, seen.report.facts
    seats = event.seats.values()

    return NormTournament(
        id=header.id,
        name=header.name,
        start=header.start,
        end=header.end,
        place=str(facts["place"]) if facts["place"] else None,
        federation=event.host,
        arbiter=seen.arbiter,
        minutes=header.seconds // 60,
        system=event.system,
        kind=event.kind,
        rounds=event.rounds,
        players=len(seats),
        rated=sum(seat.rating is not None for seat in seats),
        titles=_counts_by_value(seat.title for seat in seats),
        federations=_counts_by_value(seat.federation for seat in seats),
        edition=event.edition.id,
        source=event.edition.source,
        stated=dict(seen.stated),
        conditions=tuple(map(_check, seen.conditions)),
        application=tuple(map(_check, seen.application)),
    )


def _check(check: rules.Check) -> NormCheck:
    """A check of the rules as the struct of the answer."""
    return NormCheck(**check._asdict())


def _counts_by_value(values: Iterable[str | None]) -> dict[str, int]:
    """Count titles, the highest first, or federations, the most frequent first.

    Whoever has none is not counted.

        GM, FM, GM, none  ->  {"GM": 2, "FM": 1}
    """
    known = [value for value in values if value is not None]
    counts = Counter(known)
    titles = list(rules.TITLES)

    def order(value: str) -> tuple[int, int, str]:
        """The higher title first; among others, the one most often counted first."""
        rank = titles.index(value) if value in titles else 0
        return rank, -counts[value], value

    in_order = sorted(counts, key=order)

    return {value: counts[value] for value in in_order}


def _game(seen: Judging, player: str, game: rules.Game) -> NormGame:
    """A game as the answer shows it to the player whose norm is judged.

    The opponent stands with the title, federation and rating that the event judges by.
    The score is in points (a half is 0.5), and is missing where the game has none.
    `left_out` names the article by which the game does not count.
    """
    opponent = seen.event.seats[game.opponent]
    reported = next(one for one in seen.report.games if one.game == game.game)
    who = seen.people[opponent.id]

    return NormGame(
        game=game.game,
        round=game.round,
        opponent=opponent.id,
        name=who.name,
        title=opponent.title,
        federation=opponent.federation,
        rating=opponent.rating,
        fide_id=who.fide_id,
        result=reported.result,
        colour="white" if reported.white == player else "black",
        score=None if game.half_points is None else game.half_points / 2,
        left_out=left_out(seen.event, game),
    )
