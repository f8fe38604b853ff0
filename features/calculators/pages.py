"""Draw the page of the calculator, and read games as people type them into it: `+1695
-1930 1901`, and opponents by id or name, `+ Virtanen, -F025`.

A sign begins a game, and so do a number, an id and what follows a comma; other words
that stand together are a name.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from features.calculators.competitions import Competition, FinnishResult
from features.calculators.finland import calculate
from features.calculators.questions.typed_in import Calculator
from ledger.errors import Where
from messages import NOTHING, Message, say
from projections.answers.career import names_of
from projections.answers.people import player_meant
from projections.answers.players.find import FoundPlayer, find
from projections.answers.players.show import PlayerDetails, show
from projections.answers.reading import Reading
from rulebooks.finland.editions import in_force
from rulebooks.finland.needs import LIST, MINUTES, objections
from web.pages.rendering import rendered
from web.pages.visit import Visit

HALF_POINTS = {"+": 2, "": 1, "=": 1, "-": 0, "−": 0, "–": 0}
_WORD = re.compile(r"([-+=−–]?)(.*)\Z", re.DOTALL)
_RATING = re.compile(r"[0-9]{1,4}\Z")
_BETWEEN = re.compile(r"[,;\n]+")


class Typed(NamedTuple):
    """A game as it was typed.

    sign: `+`, `-`, `=` or nothing. text: a rating, or an opponent's id or name.
    """

    sign: str
    text: str

    @property
    def rating(self) -> int | None:
        """The opponent's rating; None where an id or a name was typed."""
        if self.text.isascii() and _RATING.match(self.text):
            return int(self.text)
        return None

    @property
    def half_points(self) -> int:
        """What the sign says was scored, in half points; without one it is a draw."""
        return HALF_POINTS[self.sign]

    def with_player(self, player: str) -> "Typed":
        """Return the game with this id in place of what was typed."""
        return self._replace(text=player)


def typed_games(text: str, is_id: Callable[[str], bool]) -> list[Typed]:
    """Read the games one after the other; a sign without anybody behind it stays a game
    without a text.

    is_id: tells whether a word is a player's id, which begins a game as a sign does.

        +1695 -1930, Virtanen Aino     +1695, -1930, and a draw with Virtanen Aino
    """
    games: list[Typed] = []
    for part in _BETWEEN.split(text):
        games += _games(part.split(), is_id)

    return games


def _games(words: list[str], is_id: Callable[[str], bool]) -> Iterator[Typed]:
    """Yield the games of words that stand between commas.

    A sign, a rating or an id begins another game; words behind it are more of the name.
    A sign alone is of what follows.
    """
    sign = ""
    name: list[str] = []
    for word in words:
        match = _WORD.match(word)
        assert match is not None
        begins, rest = match.groups()
        is_alone = bool(rest) and (_RATING.match(rest) is not None or is_id(rest))
        is_another = bool(name) or bool(begins and sign)

        # what was begun ends where something else begins
        if (begins or is_alone) and is_another:
            yield Typed(sign, " ".join(name))
            sign = ""
            name = []

        sign = begins or sign
        if is_alone:
            yield Typed(sign, rest)
            sign = ""
        elif rest:
            name.append(rest)

    if name or sign:
        yield Typed(sign, " ".join(name))


def games_as_text(games: list[Typed]) -> str:
    """Write games so that they are read as the same ones again."""
    return ", ".join(f"{game.sign}{game.text}" for game in games)


MOST = 100  # games
# names that are asked about at once, and people for each
MOST_DOUBTS, MOST_MEANT = 5, 10
LOWEST, HIGHEST = 100, 4000


class Flaw(NamedTuple):
    """A flaw of the input, and what to do; a problem that no program asks for, so it
    has no code.
    """

    message: Message
    hint: Message
    where: Where = Where()


class PersonMeant(NamedTuple):
    """Somebody who may be meant.

    rating: on the list that is calculated; None where they have none.

    games: all that was typed, as text, with their id in place of the name.
    """

    person: FoundPlayer
    rating: int | None
    games: str


class Doubt(NamedTuple):
    """A name that is not one person's: whom it may mean, and how many `more` there are."""

    typed: str
    meant: tuple[PersonMeant, ...]
    more: int


class Opponent(NamedTuple):
    """A named opponent, and the rating that the sum takes."""

    player: str
    name: str | None
    rating: int


class Field(NamedTuple):
    """The games as they were read: (rating, half points) of each; the opponents among
    them who were named; what has to be asked, and what cannot be read.
    """

    games: tuple[tuple[int, int], ...] = ()
    opponents: tuple[Opponent, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    flaws: tuple[Flaw, ...] = ()


def calculator_page(reading: Reading, asked: Calculator, visit: Visit) -> str:
    """Draw the calculator, with what comes out of the games that were typed."""
    kind: str = asked.kind or next(iter(LIST))
    list_name = LIST[kind]
    minutes = asked.minutes or MINUTES[list_name]
    player, rating = _player_and_rating(reading, asked, kind)
    name = None
    own = None
    if player is not None:
        name = player.name or player.id
        own = player.id

    field = Field()
    result: FinnishResult | None = None
    flaws: tuple[Flaw, ...] = ()
    if asked.games:
        field = _field(reading, asked.games, list_name, own)
        edition = _edition(reading, list_name)
        result, flaws = _result_or_flaws(kind, rating, minutes, field, edition)

    return rendered(
        "calculators/calculator.html",
        visit,
        asked=asked,
        kind=kind,
        rating=rating,
        minutes=minutes,
        name=name,
        result=result,
        change=_change(result),
        opponents=field.opponents,
        doubts=field.doubts,
        problems=flaws,
        kinds=tuple(LIST),
    )


def _edition(reading: Reading, list_name: str) -> str:
    """Return the edition in force on the day: as the ledger adopted it, and where it
    keeps no such list by its own day.
    """
    if list_name in reading.lists():
        return reading.edition(list_name)
    return in_force(reading.as_of)


def _change(result: FinnishResult | None) -> int | None:
    """Return by how many points the rating changes; None where there was none before,
    or is none after.
    """
    if result is None or result.new is None or result.before is None:
        return None
    return result.new - result.before


def _player_and_rating(
    reading: Reading, asked: Calculator, kind: str
) -> tuple[PlayerDetails | None, int | None]:
    """Return the player named in the address, and the rating: as given, else theirs."""
    rating = asked.rating
    if asked.player is None:
        return None, rating

    shown = show(reading, asked.player)
    on_list = shown.lists.get(LIST[kind])
    if rating is None and on_list is not None:
        rating = on_list.rating

    return shown.player, rating


def _result_or_flaws(
    kind: str, rating: int | None, minutes: int, field: Field, edition: str
) -> tuple[FinnishResult | None, tuple[Flaw, ...]]:
    """Return what comes out, or what is wrong with what was typed. Neither where a name
    is to be asked about first, or nothing was typed.
    """
    flaws = [*field.flaws]
    for one in objections(kind, rating, None, minutes, edition):
        flaws.append(Flaw(one.message, one.hint))
    if flaws or field.doubts or not field.games:
        return None, tuple(flaws)

    result = calculate(
        kind,
        [Competition(field.games)],
        rating=None if kind.startswith("new") else rating,
        minutes=minutes,
        games=None,
        edition=edition,
    )

    return result, ()


def _field(reading: Reading, text: str, list_name: str, own: str | None) -> Field:
    """Read `+1695 -1930 1901`, won, lost, drawn, and opponents by id or name with the
    ratings that they have now. A name that several have, or that is only like
    somebody's, is asked about.
    """
    typed = typed_games(text, lambda word: reading.timeline.player(word) is not None)
    if len(typed) > MOST:
        too_many = Flaw(say("write up to {most} games", most=MOST), NOTHING)
        return Field(flaws=(too_many,))

    games: list[tuple[int, int]] = []
    opponents: list[Opponent] = []
    doubts: list[Doubt] = []
    flaws: list[Flaw] = []
    for at, game in enumerate(typed):
        if game.rating is not None or not game.text:
            flaws += _rating_flaws(game)
            games.append((game.rating or 0, game.half_points))
            continue

        player = _player_meant(reading, game.text)
        if player is None:
            # so many are asked about at once; the others wait for the next time
            if len(doubts) < MOST_DOUBTS:
                doubt = _doubt(reading, typed, at, list_name, own)
                if doubt.meant:
                    doubts.append(doubt)
                else:
                    flaws.append(_flaw_of_unknown_name(game))
            continue

        opponent = _opponent(reading, player, list_name, own)
        if isinstance(opponent, Flaw):
            flaws.append(opponent)
        else:
            opponents.append(opponent)
            games.append((opponent.rating, game.half_points))

    return Field(tuple(games), tuple(opponents), tuple(doubts), tuple(flaws))


def _opponent(
    reading: Reading, player: str, list_name: str, own: str | None
) -> Opponent | Flaw:
    """Return a named opponent with the rating of the day, or why they are none.

    own: whose games they are, by id; nobody plays against themselves.
    """
    if player == own:
        message = say("{player} cannot be their own opponent", player=player)
        return Flaw(message, say("name others"))

    rating = reading.listed_rating(list_name, player)
    if rating is None:
        message = say("no rating on {list}: {names}", list=list_name, names=player)
        return Flaw(message, _by_number())

    name = names_of(reading, [player]).get(player)
    return Opponent(player, name, rating)


def _flaw_of_unknown_name(game: Typed) -> Flaw:
    """Make the flaw of a name that nobody has."""
    name = repr(game.text[:60])
    return Flaw(say("nobody is called {name}", name=name), _by_number())


def _rating_flaws(game: Typed) -> list[Flaw]:
    """Return what is wrong with a game of a rating; nothing where it can be one."""
    if game.rating is not None and LOWEST <= game.rating <= HIGHEST:
        return []

    typed = f"{game.sign}{game.text}"
    shown = repr(typed[:20])
    message = say("{word} is not a game", word=shown)
    hint = say("+1622 won, -1880 lost, =1633 or 1633 drawn")

    return [Flaw(message, hint)]


def _by_number() -> Message:
    """Say what can be typed instead of a name."""
    return say("write a rating in place of the name")


def _player_meant(reading: Reading, text: str) -> str | None:
    """Return who has this id, or alone has a name with all these words."""
    if reading.timeline.player(text) is not None:
        return reading.timeline.resolve(text)
    return player_meant(reading, text)


def _doubt(
    reading: Reading, typed: Sequence[Typed], at: int, list_name: str, own: str | None
) -> Doubt:
    """Return whom the name of a game may mean, and the games with each of them named."""
    game = typed[at]
    may_be_meant = find(reading, game.text)
    others = [row for row in may_be_meant.rows if row.player != own]

    meant = []
    for row in others[:MOST_MEANT]:
        player = row.player
        games = list(typed)
        games[at] = game.with_player(player)
        rating = reading.listed_rating(list_name, player)
        meant.append(PersonMeant(row, rating, games_as_text(games)))

    more = len(others) - len(meant)

    return Doubt(game.text, tuple(meant), more)
