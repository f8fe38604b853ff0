"""Check what a document must make sense of by itself, before the ledger is asked
anything. All flaws at once.
"""

from collections.abc import Iterator, Sequence
from operator import eq
from typing import Any, Protocol

from msgspec import UnsetType

from ledger.actors import actor_flaws
from ledger.days import is_day
from ledger.decisions import TitleDecision, Vouch
from ledger.documents import (
    Amend,
    Details,
    Document,
    Game,
    GameIn,
    MergePlayers,
    Opening,
    Player,
    Publish,
    Reinstate,
    Ruling,
    Tournament,
    Withdraw,
)
from ledger.every_document import fields_among
from ledger.flaws import FieldPath, Flaw, flaw, not_days
from ledger.header_checks import (
    category_flaws,
    header_flaws,
    minutes_flaws,
    time_control_flaws,
)
from ledger.kinds import flaws_of
from ledger.league import league_flaws
from ledger.playing_time import seconds_of_minutes
from ledger.reported import reported_flaws
from ledger.visible_text import hidden_text_flaws, untidy_text_flaws
from messages import say


def check(document: Document) -> list[Flaw]:
    """List every flaw of one document.

    There is none in a document that may be recorded. What only the ledger can tell,
    such as whether a player is known, is not looked at here.
    """
    of_actor = () if document.actor is None else actor_flaws(document.actor, ("actor",))
    return [
        *of_actor,
        *_days(document),
        *_blank_reason(document),
        *_flaws_of_kind(document),
    ]


def _blank_reason(document: Document) -> Iterator[Flaw]:
    """Yield the flaw of a reason of blanks alone, in whatever kind of document has a
    reason.
    """
    reason = getattr(document, "reason", None)
    if reason is not None and not reason.strip():
        yield flaw(
            ("reason",),
            "blank-reason",
            say("the reason is blank"),
            say("say why; it stays in the log"),
        )


def _flaws_of_kind(document: Document) -> Iterator[Flaw]:
    """Yield what is wrong in a document by itself: what its kind asks for beyond the
    types of its fields. No ledger is looked at.
    """
    match document:
        case Tournament():
            yield from _tournament(document)
        case Amend():
            yield from _amend(document)
        case Game():
            yield from game_flaws(document.details(), ())
        case Player():
            yield from _details(document, ())
        case Opening():
            yield from _opening(document)
        case Withdraw() | Reinstate():
            if (document.tournament is None) == (document.seq is None):
                yield flaw(
                    ("tournament",),
                    "one-target",
                    say("name either a tournament or a seq"),
                )
        case Vouch():
            if (document.tournament is None) == (document.player is None):
                yield flaw(
                    ("tournament",),
                    "one-target",
                    say("name either a tournament or a player"),
                )
        case Ruling():
            if (document.rating is None) == (document.delta is None):
                yield flaw(
                    ("rating",),
                    "one-number",
                    say("a ruling gives either a rating or a delta"),
                )
        case Publish():
            if document.label != document.label.strip():
                yield flaw(
                    ("label",),
                    "blank-edges",
                    say("label begins or ends with a blank"),
                    say("remove it"),
                )
        case TitleDecision(resolution=str(number)) if number != number.strip():
            yield flaw(
                ("resolution",),
                "blank-edges",
                say("resolution begins or ends with a blank"),
                say("remove it"),
            )
        case MergePlayers():
            if document.from_player == document.into:
                yield flaw(
                    ("into",), "same-player", say("from and into are the same player")
                )
        case _:
            yield from flaws_of(document)


_DAYS = ("on", "start", "end", "from_day", "federation_from", "as_of")


def _days(document: Document) -> Iterator[Flaw]:
    """Yield flaws of the days that a document states; `from_day` is `from` in JSON."""
    for field in fields_among(type(document), _DAYS):
        name = field
        if field == "from_day":
            name = "from"
        day = getattr(document, field)
        yield from not_days([((name,), day)])


def _opening(document: Opening) -> Iterator[Flaw]:
    """Yield what contradicts itself in an opening: no rating of it can be right."""
    if document.normal_games is not None and document.normal_games > document.games:
        yield flaw(
            ("normal_games",),
            "too-many-games",
            say("more normal-time games than games"),
        )
    if document.peak is not None and document.peak < document.rating:
        hint = say("leave peak out, or give the higher rating")
        yield flaw(("peak",), "peak-below", say("the peak is below the rating"), hint)


def _details(details: Details | Player, path: FieldPath) -> Iterator[Flaw]:
    """Yield flaws of what is stated of a person; `path`: where they are stated."""
    if details.born is not None:
        yield from _birth(details.born, (*path, "born"))

    if details.federation_from is not None and details.federation is None:
        message = say("federation_from without federation")
        yield flaw((*path, "federation_from"), "no-federation", message)

    for field in ("name", "club"):
        text: str | None = getattr(details, field)
        if text is not None:
            yield from untidy_text_flaws(text, (*path, field))


EARLIEST_BIRTH, LATEST_BIRTH = 1850, 2100


def _birth(born: str, path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw of a birth, a year or a day, that is none or not likely."""
    flaws = list(not_days([(path, born)]))
    if flaws:
        yield from flaws
        return
    year = int(born[:4])
    if not EARLIEST_BIRTH <= year <= LATEST_BIRTH:
        message = say("{text} is not a likely year of birth", text=born)
        yield flaw(path, "unlikely-year", message)


def _tournament(document: Tournament) -> Iterator[Flaw]:
    """Yield what is wrong in a report of a tournament: its header, its games, the
    people it brings along, its league.

    Games are looked at one by one only where not all of them are sound at first sight,
    which nearly every report is.
    """
    yield from header_flaws(
        document.start, document.end, document.minutes, document.time_control
    )
    yield from category_flaws(document.start_minutes, document.total_minutes)

    if not document.name.strip():
        yield flaw(("name",), "blank-name", say("the name is blank"))
    else:
        yield from hidden_text_flaws(document.name, ("name",))

    if not _every_game_sound(document):
        yield from _flaws_of_each_game(document)
    yield from _repeated_ids(document.columns.game, "games", "game")

    for index, details in enumerate(document.players):
        yield from _details(details, ("players", index))
        yield from not_days(
            [(("players", index, "federation_from"), details.federation_from)]
        )

    yield from _repeated_ids(
        [details.player for details in document.players], "players", "player"
    )
    if document.reported is not None:
        yield from reported_flaws(document.reported)
    if document.league is not None:
        yield from league_flaws(document.league)

    yield from host_flaws(document, ())


class Hosted(Protocol):
    """What states who holds a tournament and where: a tournament, a change of its
    header, or what announces it.
    """

    @property
    def organiser(self) -> str | UnsetType | None: ...

    @property
    def place(self) -> str | UnsetType | None: ...

    @property
    def representatives(self) -> tuple[str, ...] | UnsetType | None: ...


def host_flaws(stated: Hosted, path: FieldPath) -> Iterator[Flaw]:
    """Yield flaws of who holds the tournament and where, and of who plays on an
    official mission.
    """
    for name in ("organiser", "place"):
        text = getattr(stated, name)
        if isinstance(text, str):
            yield from untidy_text_flaws(text, (*path, name))

    seen: set[str] = set()
    representatives = stated.representatives or ()
    for index, player in enumerate(representatives):
        if player in seen:
            message = say("player {name} appears twice", name=repr(player))
            yield flaw((*path, "representatives", index), "id-twice", message)
        seen.add(player)


def _every_game_sound(document: Tournament) -> bool:
    """Return whether no game has a flaw: each value is looked at once, however many
    games have it.
    """
    games = document.columns
    if any(map(eq, games.white, games.black)):
        return False
    days = set(games.on)
    if not all(day is None or is_day(day) for day in days):
        return False
    for minutes in {*games.minutes, *games.minutes_black}:
        if minutes is not None and seconds_of_minutes(minutes) is None:
            return False
    need_days = document.each_game_rated and document.league is None
    return not need_days or None not in days


def _flaws_of_each_game(document: Tournament) -> Iterator[Flaw]:
    """Yield flaws of games looked at one by one."""
    need_days = document.each_game_rated and document.league is None
    for index, game in enumerate(document.games):
        path = ("games", index)
        yield from game_flaws(game, path)
        if need_days and game.on is None:
            message = say("each_game_rated needs `on` for every game")
            hint = say("add the day it was played")
            yield flaw(path, "no-day", message, hint)


def _repeated_ids(ids: Sequence[str | None], field: str, name: str) -> Iterator[Flaw]:
    """Yield a flaw for each id that comes twice. `field`: the list that has them;
    `name`: the field of each, `game` or `player`.
    """
    if not any(ids):
        return
    seen: set[str] = set()
    for index, one in enumerate(ids):
        if one is None:
            continue
        if one in seen:
            if name == "game":
                message = say("game {name} appears twice", name=repr(one))
            else:
                message = say("player {name} appears twice", name=repr(one))
            yield flaw((field, index, name), "id-twice", message)
        seen.add(one)


def game_flaws(game: GameIn, path: FieldPath) -> Iterator[Flaw]:
    """Yield flaws of one game; `path`: where it is stated."""
    if game.white == game.black:
        black_path = (*path, "black")
        message = say("{player} has both colours", player=game.white)
        yield flaw(black_path, "same-player", message)

    day_path = (*path, "on")
    yield from not_days([(day_path, game.on)])

    yield from minutes_flaws(game.minutes, (*path, "minutes"))
    yield from minutes_flaws(game.minutes_black, (*path, "minutes_black"))


def _amend(document: Amend) -> Iterator[Flaw]:
    """Yield what is wrong in an amendment of a tournament: the fields it sets, the
    games it changes, adds and strikes. Whether the games are there is for the ledger to
    say.
    """
    change: Any = document.set
    if change is not None:
        yield from not_days(
            (("set", field), getattr(change, field)) for field in ("start", "end")
        )
        if isinstance(change.name, str) and not change.name.strip():
            yield flaw(("set", "name"), "blank-name", say("the name is blank"))
        elif isinstance(change.name, str):
            yield from hidden_text_flaws(change.name, ("set", "name"))

        if isinstance(change.minutes, int | float) and isinstance(
            change.time_control, str
        ):
            yield flaw(
                ("set", "minutes"),
                "one-time",
                say("give either minutes or time_control"),
            )

        yield from minutes_flaws(change.minutes, ("set", "minutes"))
        yield from time_control_flaws(change.time_control, ("set", "time_control"))
        yield from host_flaws(change, ("set",))

    for name, game in document.games.items():
        if game is None:
            continue
        yield from not_days([(("games", name, "on"), game.on)])
        yield from minutes_flaws(game.minutes, ("games", name, "minutes"))
        yield from minutes_flaws(game.minutes_black, ("games", name, "minutes_black"))

    for index, added in enumerate(document.add_games):
        yield from game_flaws(added, ("add_games", index))
    yield from _repeated_ids(
        [game.game for game in document.add_games], "add_games", "game"
    )
    if document.reported is not None:
        yield from reported_flaws(document.reported)
    if document.league is not None:
        yield from league_flaws(document.league)

    parts = (document.set, document.reported, document.league, document.change_league)
    if parts == (None,) * 4 and not document.games and not document.add_games:
        yield flaw(
            (),
            "no-change",
            say(
                "nothing to change: set, games, add_games, reported and league are all"
                " empty"
            ),
        )
