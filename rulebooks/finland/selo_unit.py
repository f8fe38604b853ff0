"""Rate a unit of selo: its players are laid out by seat, new ones are worked out first,
then the established.

A replay keeps the figures; whoever asks why gets the same numbers as terms.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from rulebooks.base import (
    Change,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Term,
    Unit,
    Unrated,
)
from rulebooks.entries import Figure, figure_of, unit_change, working_of
from rulebooks.finland.abroad import FAST_SECONDS, foreign_ratings, omitted
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.opponents import Opponents, elo_steps
from rulebooks.finland.selo import FirstRating, GameByGame, first_rating, game_by_game
from rulebooks.finland.standing import NOBODY, is_new
from rulebooks.finland.tables import percent, rating_coefficient
from rulebooks.units import Boards, boards, normal_among


@dataclass(slots=True)
class Field:
    """The players of a unit as they come to it, by seat. `standings` are those after
    3.7; opponents count with one rating in slow games and with another in fast ones,
    abroad alone (3.9).

    steps: the changes by 3.7, by seat.
    omitted: who is not rated in the unit (2.2), by seat, and why.
    """

    unit: Unit
    edition: FinnishEdition
    names: Sequence[str]  # of the games
    boards: Boards
    standings: Sequence[Standing]
    steps: Mapping[int, Change]
    omitted: Mapping[int, Unrated]
    slow: Opponents
    fast: Opponents

    def new_and_established(self) -> tuple[list[int], list[int]]:
        """Return the seats of new and of established players (3.1), without those who
        are not rated in the unit.

        Who is new is told by the standing after 3.7: an Elo that counts as selo makes
        an established player.
        """
        new: list[int] = []
        established: list[int] = []
        for seat, standing in enumerate(self.standings):
            if seat in self.omitted:
                continue
            if is_new(standing, self.edition):
                new.append(seat)
            else:
                established.append(seat)

        return new, established

    def seconds(self, seat: int) -> list[int]:
        """Return, game by game, how many seconds the player had for the first 60
        moves.
        """
        games = self.unit.games
        own = self.boards.games[seat]
        if games.times:
            return [games.time(at) for at in own]
        return [games.seconds] * len(own)

    def met(self, seat: int) -> list[int]:
        """Return the ratings that the player's opponents count with, game by game.

        They are as `meet` has last set them: before and after the new players' first
        ratings, they differ.
        """
        return self._of_opponents(seat, self.slow.ratings, self.fast.ratings)

    def marked_ratings_met(self, seat: int) -> list[int]:
        """Return the same, each marked with what it rests on (`Opponents`)."""
        return self._of_opponents(
            seat, self.slow.marked_ratings, self.fast.marked_ratings
        )

    def _of_opponents(
        self, seat: int, slow: Sequence[int], fast: Sequence[int]
    ) -> list[int]:
        """Return what the opponents have in slow games or in fast ones, game by game.

        `slow` and `fast`: one value per seat; at home both are the same list, and no
        time is asked for.
        """
        opponents = self.boards.opponents[seat]
        if slow is fast:
            return [slow[opponent] for opponent in opponents]

        met = []
        for opponent, seconds in zip(opponents, self.seconds(seat), strict=True):
            column = fast if seconds < FAST_SECONDS else slow
            met.append(column[opponent])

        return met

    def first_rating(self, seat: int) -> FirstRating:
        """Work out a new player's selo.

        It is to be asked for before `meet_the_new`: new players meet each other with
        their old ratings (3.6).
        """
        return first_rating(
            self.standings[seat],
            self.met(seat),
            self.boards.points[seat],
            self.edition,
        )

    def game_by_game(self, seat: int) -> GameByGame:
        """Work out an established player's selo.

        It is to be asked for after `meet_the_new` (3.4).
        """
        return game_by_game(
            self.standings[seat],
            self.met(seat),
            self.boards.points[seat],
            self.seconds(seat),
            self.edition,
        )

    # 3.4: "Mikäli kilpailussa on yksi tai useampi uusi pelaaja, lasketaan heille ensin
    # uudet vahvuusluvut ja käytetään niitä pelaajien vanhoina vahvuuslukuina
    # vakiintuneiden pelaajien seloja laskettaessa."
    def meet_the_new(self, first_ratings: Mapping[int, FirstRating]) -> None:
        """Let everybody meet new players with their new ratings from now on.

        `first_ratings`: by seat. New players themselves have to be worked out before
        it.
        """
        for seat, first in first_ratings.items():
            for opponents in (self.slow, self.fast):
                opponents.meet(seat, first.after, "new-3.4")


def field_of(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> Field:
    """Return the players of a unit with the ratings that everybody counts with before
    it.

    `before` and `people`: one for each seat.
    """
    header = unit.header
    assert header is not None
    if header.domestic:
        return _field_at_home(unit, before, people, edition)
    return _field_abroad(unit, before, people, edition)


def _field_at_home(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> Field:
    """Return the players of a unit of a domestic tournament, after the steps of 3.7."""
    assert unit.header is not None
    steps = elo_steps(unit, before, people, edition)
    standings = list(before)
    for seat, step in steps.items():
        standings[seat] = step.standing

    opponents = Opponents.from_standings(
        standings, edition.unrated[unit.header.age_group]
    )
    for seat, step in steps.items():
        opponents.meet(seat, step.after, "elo-3.7")

    return Field(
        unit=unit,
        edition=edition,
        names=unit.games.numbers(),
        boards=boards(unit.games),
        standings=standings,
        steps=steps,
        omitted={},
        slow=opponents,
        fast=opponents,
    )


def _field_abroad(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> Field:
    """Return the players of a unit of a foreign tournament, with the ratings of 3.9.

    Nobody's Elo becomes their selo here: 3.7 is about domestic tournaments.
    """
    assert unit.header is not None
    default = edition.unrated[unit.header.age_group]
    slow = Opponents.from_standings(before, default)
    fast = Opponents.from_standings(before, default)
    ratings = foreign_ratings(unit, before, people)
    for (seat, is_fast), (rating, basis) in ratings.items():
        opponents = fast if is_fast else slow
        opponents.meet(seat, rating, basis)

    return Field(
        unit=unit,
        edition=edition,
        names=unit.games.numbers(),
        boards=boards(unit.games),
        standings=before,
        steps={},
        omitted=omitted(unit, before, people),
        slow=slow,
        fast=fast,
    )


def figures(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> list[Figure]:
    """Rate one unit by 3.2 to 3.9 and return what is kept of it.

    First come the steps of 3.7, then new players, then established ones; who is not
    rated has none.
    """
    field = field_of(unit, before, people, edition)
    normal_games = normal_among(unit.games, field.boards)
    new, established = field.new_and_established()
    every_figure = list(map(figure_of, field.steps.values()))
    first_ratings = {seat: field.first_rating(seat) for seat in new}
    for seat, first in first_ratings.items():
        every_figure.append(_figure_of_new(field, seat, first, normal_games[seat]))

    field.meet_the_new(first_ratings)
    for seat in established:
        every_figure.append(_figure_of_established(field, seat, normal_games[seat]))

    return every_figure


def _figure_of_new(
    field: Field, seat: int, first: FirstRating, normal_games: int
) -> Figure:
    """Return what is kept of a new player's change.

    `first`: what was worked out before new players were met with their new ratings.
    """
    points = field.boards.points[seat]
    return Figure(
        player=field.unit.games.players[seat],
        kind="unit",
        before=field.standings[seat].rating,
        after=first.after,
        best=first.after,
        best_game=None,
        established=first.games > field.edition.new_until,
        games=len(points),
        normal_games=normal_games,
        half_points=sum(points),
        expected=None,
        standing=first.standing,
        working=working_of([*first.carried, *field.marked_ratings_met(seat)]),
    )


def _figure_of_established(field: Field, seat: int, normal_games: int) -> Figure:
    """Return what is kept of an established player's change.

    The best rating is the highest after any of the games, of equal ones the first.
    """
    played = field.game_by_game(seat)
    points = field.boards.points[seat]
    best = max(played.running)
    best_game = field.boards.games[seat][played.running.index(best)]
    return Figure(
        player=field.unit.games.players[seat],
        kind="unit",
        before=field.standings[seat].rating,
        after=played.after,
        best=best,
        best_game=field.names[best_game],
        established=True,
        games=len(points),
        normal_games=normal_games,
        half_points=sum(points),
        expected=sum(played.expected),
        standing=played.standing,
        working=working_of(field.marked_ratings_met(seat)),
    )


def rate(
    unit: Unit,
    standings: Standings,
    people: People,
    edition: FinnishEdition,
    only: str | None = None,
) -> Rated:
    """Rate one unit by 3.2 to 3.9 with every term; only the player `only` if one is
    named.

    `standings` and `people`: by player; who is missing there comes without a rating,
    and nothing is known of them. The steps of 3.7 come first, then the changes, each by
    player id; `left_out` says who is not rated, and why.
    """
    players = unit.games.players
    before = [standings.get(player, NOBODY) for player in players]
    persons = [people.get(player) or Person(player) for player in players]
    field = field_of(unit, before, persons, edition)
    steps = [step for step in field.steps.values() if only in (None, step.player)]
    new, established = field.new_and_established()
    first_ratings = {seat: field.first_rating(seat) for seat in new}
    changes = []
    for seat, first in first_ratings.items():
        if only in (None, players[seat]):
            changes.append(change_of_new(field, seat, first))

    field.meet_the_new(first_ratings)
    for seat in established:
        if only in (None, players[seat]):
            changes.append(change_of_established(field, seat))

    by_player = attrgetter("player")
    steps.sort(key=by_player)
    changes.sort(key=by_player)
    left_out = {players[seat]: why for seat, why in field.omitted.items()}
    return Rated([*steps, *changes], left_out)


def change_of_new(field: Field, seat: int, first: FirstRating) -> Change:
    """Return a new player's change with every term.

    Its terms have neither an expectation nor a Kt.
    """
    unknown = [None] * len(field.boards.points[seat])
    return unit_change(
        field.unit.games.players[seat],
        "7.3",
        field.standings[seat].rating,
        terms_of(field, seat, unknown, unknown),
        first.standing,
        established=first.games > field.edition.new_until,
        bonus=first.games * field.edition.bonus_new,
        carried=first.carried,
    )


def change_of_established(field: Field, seat: int) -> Change:
    """Return an established player's change with every term.

    It has the rating after every game in `running`.
    """
    rating = field.standings[seat].rating
    assert rating is not None
    played = field.game_by_game(seat)
    terms = terms_of(field, seat, played.expected, played.kt)
    return unit_change(
        field.unit.games.players[seat],
        "7.2",
        rating,
        terms,
        played.standing,
        expected=sum(played.expected),
        coefficient=rating_coefficient(rating, field.edition.kr),
        bonus=len(terms) * field.edition.bonus_established,
        running=tuple(played.running),
    )


def terms_of(
    field: Field, seat: int, expected: Iterable[int | None], kt: Iterable[int | None]
) -> list[Term]:
    """Return a player's games, with the opponents' ratings as they count now; what 7.3
    does not ask for is None.

    `expected` and `kt`: both in hundredths, one value per game. A term is `capped`
    where the table says more than the cap of the edition.
    """
    players = field.unit.games.players
    own = field.standings[seat].rating
    cap = field.edition.cap  # in hundredths, like the expected score that it holds down
    games, opponents_met, points = (column[seat] for column in field.boards)
    rows = zip(
        games, opponents_met, points, field.seconds(seat), expected, kt, strict=True
    )

    terms = []
    for game, opponent, half_points, seconds, expected_of_game, kt_of_game in rows:
        opponents = field.fast if seconds < FAST_SECONDS else field.slow
        rating = opponents.ratings[opponent]
        capped = False
        if own is not None and expected_of_game == cap:
            capped = percent(own - rating) > cap

        term = Term(
            game=field.names[game],
            opponent=players[opponent],
            half_points=half_points,
            number=rating,
            basis=opponents.basis(opponent),
            percent=expected_of_game,
            capped=capped,
            kt=kt_of_game,
            seconds=seconds,
        )
        terms.append(term)

    return terms
