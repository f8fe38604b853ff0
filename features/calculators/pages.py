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
from rulebooks.finland.needs import LIST, MINUTES, objections
from rulebooks.finland.tables import in_force
from web.pages.rendering import rendered
from web.pages.visit import Visit

HALF_POINTS = {"+": 2, "": 1, "=": 1, "-": 0, "−": 0, "–": 0}
_WORD = re.compile(r"([-+=−–]?)(.*)\Z", re.DOTALL)
_RATING = re.compile(r"[0-9]{1,4}\Z")
_BETWEEN = re.compile(r"[,;\n]+")


class Typed(NamedTuple):
    """A game as it was typed: the sign, then a rating, or an opponent's id or name."""

    sign: str
    text: str

    @property
    def rating(self) -> int | None:
        return (
            int(self.text) if self.text.isascii() and _RATING.match(self.text) else None
        )

    @property
    def half_points(self) -> int:
        return HALF_POINTS[self.sign]

    def against(self, player: str) -> "Typed":
        return self._replace(text=player)


def typed_games(text: str, is_id: Callable[[str], bool]) -> list[Typed]:
    """Read the games one after the other; a sign without anybody behind it stays a game
    without a text.
    """
    return [
        game for part in _BETWEEN.split(text) for game in _games(part.split(), is_id)
    ]


def _games(words: list[str], is_id: Callable[[str], bool]) -> Iterator[Typed]:
    sign, name = "", list[str]()
    for word in words:
        match = _WORD.match(word)
        assert match is not None
        begins, rest = match.groups()
        alone = bool(rest) and (_RATING.match(rest) is not None or is_id(rest))
        if (begins or alone) and (name or (begins and sign)):
            yield Typed(sign, " ".join(name))
            sign, name = "", []
        sign = begins or sign
        if alone:
            yield Typed(sign, rest)
            sign = ""
        elif rest:
            name.append(rest)
    if name or sign:
        yield Typed(sign, " ".join(name))


def written(games: list[Typed]) -> str:
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


class Meant(NamedTuple):
    """Somebody who may be meant, and the games with them named."""

    person: FoundPlayer
    rating: int | None
    games: str


class Doubt(NamedTuple):
    """A name that is not one person's: whom it may mean; `more`: how many others."""

    typed: str
    meant: tuple[Meant, ...]
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
    kind: str = asked.kind or next(iter(LIST))
    player, rating = _of_player(reading, asked, kind)
    name = None if player is None else player.name or player.id
    minutes = asked.minutes or MINUTES[LIST[kind]]
    own = None if player is None else player.id
    field = _field(reading, asked.games, LIST[kind], own) if asked.games else Field()
    edition = _edition(reading, LIST[kind])
    result, flaws = (
        _worked_out(kind, rating, minutes, field, edition)
        if asked.games
        else (None, ())
    )
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
    return (
        reading.edition(list_name)
        if list_name in reading.lists()
        else in_force(reading.as_of)
    )


def _change(result: FinnishResult | None) -> int | None:
    return (
        None
        if result is None or result.new is None or result.before is None
        else result.new - result.before
    )


def _of_player(
    reading: Reading, asked: Calculator, kind: str
) -> tuple[PlayerDetails | None, int | None]:
    """Return the player named in the address, and the rating: as given, else theirs."""
    if asked.player is None:
        return None, asked.rating
    shown = show(reading, asked.player)
    on_list = shown.lists.get(LIST[kind])
    own = None if on_list is None else on_list.rating
    return shown.player, own if asked.rating is None else asked.rating


def _worked_out(
    kind: str, rating: int | None, minutes: int, field: Field, edition: str
) -> tuple[FinnishResult | None, tuple[Flaw, ...]]:
    flaws = [
        *field.flaws,
        *(
            Flaw(one.message, one.hint)
            for one in objections(kind, rating, None, minutes, edition)
        ),
    ]
    if flaws or field.doubts or not field.games:
        return None, tuple(flaws)
    own = None if kind.startswith("new") else rating
    return (
        calculate(
            kind,
            [Competition(field.games)],
            rating=own,
            minutes=minutes,
            games=None,
            edition=edition,
        ),
        (),
    )


def _field(reading: Reading, text: str, list_name: str, own: str | None) -> Field:
    """Read `+1695 -1930 1901`, won, lost, drawn, and opponents by id or name with the
    ratings that they have now. A name that several have, or that is only like
    somebody's, is asked about.
    """
    typed = typed_games(text, lambda word: reading.timeline.player(word) is not None)
    if len(typed) > MOST:
        return Field(flaws=(Flaw(say("write up to {most} games", most=MOST), NOTHING),))
    games, opponents, doubts, flaws = (
        list[tuple[int, int]](),
        list[Opponent](),
        list[Doubt](),
        list[Flaw](),
    )
    for at, game in enumerate(typed):
        if game.rating is not None or not game.text:
            flaws += _unfit(game)
            games.append((game.rating or 0, game.half_points))
        elif (player := _meant(reading, game.text)) is None:
            doubt = (
                _doubt(reading, typed, at, list_name, own)
                if len(doubts) < MOST_DOUBTS
                else None
            )
            if doubt is not None and doubt.meant:
                doubts.append(doubt)
            elif doubt is not None:
                flaws.append(
                    Flaw(
                        say("nobody is called {name}", name=repr(game.text[:60])),
                        _by_number(),
                    )
                )
        elif player == own:
            flaws.append(
                Flaw(
                    say("{player} cannot be their own opponent", player=player),
                    say("name others"),
                )
            )
        elif (rating := reading.rating(list_name, player)) is None:
            named = say("no rating on {list}: {names}", list=list_name, names=player)
            flaws.append(Flaw(named, _by_number()))
        else:
            opponents.append(
                Opponent(player, names_of(reading, [player]).get(player), rating)
            )
            games.append((rating, game.half_points))
    return Field(tuple(games), tuple(opponents), tuple(doubts), tuple(flaws))


def _unfit(game: Typed) -> list[Flaw]:
    if game.rating is not None and LOWEST <= game.rating <= HIGHEST:
        return []
    word = repr(f"{game.sign}{game.text}"[:20])
    return [
        Flaw(
            say("{word} is no game", word=word),
            say("+1622 won, -1880 lost, =1633 or 1633 drawn"),
        )
    ]


def _by_number() -> Message:
    return say("write a rating in place of the name")


def _meant(reading: Reading, text: str) -> str | None:
    """Return who has this id, or alone has a name with all these words."""
    if reading.timeline.player(text) is not None:
        return reading.timeline.resolve(text)
    return player_meant(reading, text)


def _doubt(
    reading: Reading, typed: Sequence[Typed], at: int, list_name: str, own: str | None
) -> Doubt:
    others = [row for row in find(reading, typed[at].text).rows if row.player != own]

    def named(row: FoundPlayer) -> Meant:
        games = written([*typed[:at], typed[at].against(row.player), *typed[at + 1 :]])
        return Meant(row, reading.rating(list_name, row.player), games)

    return Doubt(
        typed[at].text,
        tuple(map(named, others[:MOST_MEANT])),
        max(0, len(others) - MOST_MEANT),
    )
