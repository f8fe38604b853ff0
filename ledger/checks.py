"""What a document must make sense of by itself, before anything the ledger holds is asked. All flaws at once."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from operator import eq
from typing import Any
from unicodedata import category

from ledger.documents import (
    AdoptRules,
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
from ledger.time_control import seconds_of, seconds_of_minutes

Flaw = tuple[tuple[str | int, ...], str, str, str]  # path, code, message, hint


def is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def check(document: Document) -> list[Flaw]:
    """Every flaw of one document."""
    return [*_days(document), *_blank_reason(document), *_by_kind(document)]


def _blank_reason(document: Document) -> Iterator[Flaw]:
    reason = getattr(document, "reason", None)
    if reason is not None and not reason.strip():
        yield ("reason",), "blank-reason", "the reason is blank", "say why; it stays in the log"


def _by_kind(document: Document) -> Iterator[Flaw]:
    match document:
        case Tournament():
            yield from _tournament(document)
        case Amend():
            yield from _amend(document)
        case Game():
            yield from game_flaws(document.details(), ())
        case Player():
            yield from _details(document.details(), ())
        case Opening():
            yield from _opening(document)
        case Withdraw() | Reinstate():
            if (document.tournament is None) == (document.seq is None):
                yield ("tournament",), "one-target", "name either a tournament or a seq", ""
        case Ruling():
            if (document.rating is None) == (document.delta is None):
                yield ("rating",), "one-number", "a ruling gives either a rating or a delta", ""
        case Publish():
            if document.label != document.label.strip():
                yield ("label",), "blank-edges", "label begins or ends with a blank", "remove it"
        case MergePlayers():
            if document.from_player == document.into:
                yield ("into",), "same-player", "from and into are the same player", ""
        case _:
            pass


def _days(document: Document) -> Iterator[Flaw]:
    fields = ("on", "start", "end", "from_day", "federation_from", "as_of")
    for field in fields:
        value = getattr(document, field, None)
        if isinstance(value, str) and not is_day(value):
            yield ({"from_day": "from"}.get(field, field),), "no-such-day", f"{value} is not a day of the calendar", ""


def _opening(document: Opening) -> Iterator[Flaw]:
    if document.normal_games is not None and document.normal_games > document.games:
        yield ("normal_games",), "too-many-games", "more normal-time games than games", ""
    if document.peak is not None and document.peak < document.rating:
        yield ("peak",), "peak-below", "the peak is below the rating", "leave peak out, or give the higher rating"
    if document.list != "selo" and document.titles:
        yield ("titles",), "no-titles", "titles come from selo", "put them into the opening on selo"


def _details(details: Details, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    if details.born is not None:
        if len(details.born) == 10 and not is_day(details.born):
            yield (*path, "born"), "no-such-day", f"{details.born} is not a day of the calendar", ""
        elif not 1850 <= int(details.born[:4]) <= 2100:
            yield (*path, "born"), "unlikely-year", f"{details.born} is not a likely year of birth", ""
    if details.federation_from is not None and details.federation is None:
        yield (*path, "federation_from"), "no-federation", "federation_from without federation", ""
    for field in ("name", "club"):
        text = getattr(details, field)
        if text is not None and text != text.strip():
            yield (*path, field), "blank-edges", f"{field} begins or ends with a blank", "remove it"
        elif text is not None:
            yield from _hidden(text, (*path, field))


# what turns the rest of a line round, breaks it, or stands between letters and cannot be seen
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]")
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs by their class, blanks by their looks


def _hidden(text: str, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """A name that cannot be seen, or that reads otherwise than it is stored."""
    if match := _HIDDEN.search(text):
        message = f"{path[-1]} holds the hidden character U+{ord(match.group()):04X}"
        yield path, "hidden-character", message, "type the name again without it"
    elif all(letter in _FILLERS or category(letter)[0] in "CMZ" for letter in text):
        yield path, "invisible", f"{path[-1]} has no character that can be seen", "type the name again"


def _tournament(document: Tournament) -> Iterator[Flaw]:
    yield from header_flaws(document.start, document.end, document.minutes, document.time_control)
    yield from category_flaws(document.start_minutes, document.total_minutes)
    if not document.name.strip():
        yield ("name",), "blank-name", "the name is blank", ""
    else:
        yield from _hidden(document.name, ("name",))
    if not _every_game_sound(document):
        yield from _of_each_game(document)
    yield from _ids_twice(document.columns.game, "games", "game")
    for index, details in enumerate(document.players):
        yield from _details(details, ("players", index))
        if details.federation_from is not None and not is_day(details.federation_from):
            yield ("players", index, "federation_from"), "no-such-day", "this is not a day of the calendar", ""
    yield from _ids_twice([details.player for details in document.players], "players", "player")


def _every_game_sound(document: Tournament) -> bool:
    """Whether there is nothing to say of any game: each value is asked about once, however many games have it."""
    games = document.columns
    days, minutes = set(games.on), {*games.minutes, *games.minutes_black}
    return (
        not any(map(eq, games.white, games.black))
        and all(day is None or is_day(day) for day in days)
        and all(value is None or seconds_of_minutes(value) is not None for value in minutes)
        and not (document.each_game_rated and None in days)
    )


def _of_each_game(document: Tournament) -> Iterator[Flaw]:
    for index, game in enumerate(document.games):
        yield from game_flaws(game, ("games", index))
        if document.each_game_rated and game.on is None:
            yield ("games", index), "no-day", "each_game_rated needs `on` for every game", "add the day it was played"


def _ids_twice(ids: Sequence[str | None], field: str, name: str) -> Iterator[Flaw]:
    seen: set[str] = set()
    for index, given in enumerate(ids if any(ids) else ()):
        if given is not None and given in seen:
            yield (field, index, name), "id-twice", f"{name} {given!r} appears twice", ""
        seen.add(given or "")


def header_flaws(start: str, end: str, minutes: float | None, time_control: str | None) -> Iterator[Flaw]:
    """Days in order, and exactly one way to say how long the games were."""
    if end < start:
        yield ("end",), "end-before-start", f"the end {end} is before the start {start}", ""
    if (minutes is None) == (time_control is None):
        yield ("minutes",), "one-time", "give either minutes or time_control", "for example 90, or `90+30`"
    yield from _time_control(time_control, ("time_control",))
    yield from _minutes(minutes, ("minutes",))


def category_flaws(start_minutes: int | None, total_minutes: int | None) -> Iterator[Flaw]:
    """Norway's categories go by both."""
    if (start_minutes is None) != (total_minutes is None):
        name = "start_minutes" if start_minutes is None else "total_minutes"
        yield (name,), "both-times", "start_minutes and total_minutes go together", f"give {name} too"
    elif start_minutes is not None and total_minutes is not None and total_minutes < start_minutes:
        yield ("total_minutes",), "total-below-start", "less time for 80 moves than for the first one", ""


def _time_control(text: Any, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    if isinstance(text, str) and seconds_of(text) is None:
        hint = "write `90+30`, or stages like `40/90+30:30+30`"
        yield path, "no-time-control", f"{text!r} is not a time control", hint


def _minutes(minutes: Any, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """None and UNSET are both fine."""
    if isinstance(minutes, int | float) and seconds_of_minutes(minutes) is None:
        yield path, "no-whole-seconds", f"{minutes} minutes are not a whole number of seconds", ""


def game_flaws(game: GameIn, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    if game.white == game.black:
        yield (*path, "black"), "same-player", f"{game.white} has both colours", ""
    if game.on is not None and not is_day(game.on):
        yield (*path, "on"), "no-such-day", f"{game.on} is not a day of the calendar", ""
    yield from _minutes(game.minutes, (*path, "minutes"))
    yield from _minutes(game.minutes_black, (*path, "minutes_black"))


def _amend(document: Amend) -> Iterator[Flaw]:
    change: Any = document.set
    if change is not None:
        for field in ("start", "end"):
            value = getattr(change, field)
            if isinstance(value, str) and not is_day(value):
                yield ("set", field), "no-such-day", f"{value} is not a day of the calendar", ""
        if isinstance(change.name, str) and not change.name.strip():
            yield ("set", "name"), "blank-name", "the name is blank", ""
        elif isinstance(change.name, str):
            yield from _hidden(change.name, ("set", "name"))
        if isinstance(change.minutes, int | float) and isinstance(change.time_control, str):
            yield ("set", "minutes"), "one-time", "give either minutes or time_control", ""
        yield from _minutes(change.minutes, ("set", "minutes"))
        yield from _time_control(change.time_control, ("set", "time_control"))
    for name, game in document.games.items():
        if game is None:
            continue
        if isinstance(game.on, str) and not is_day(game.on):
            yield ("games", name, "on"), "no-such-day", f"{game.on} is not a day of the calendar", ""
        yield from _minutes(game.minutes, ("games", name, "minutes"))
        yield from _minutes(game.minutes_black, ("games", name, "minutes_black"))
    for index, added in enumerate(document.add_games):
        yield from game_flaws(added, ("add_games", index))
    yield from _ids_twice([game.game for game in document.add_games], "add_games", "game")
    if document.set is None and not document.games and not document.add_games:
        yield (), "no-change", "nothing to change: set, games and add_games are all empty", ""


def dated(document: Document) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every day a document speaks of, for the check against today."""
    for field in ("on", "start", "end", "federation_from", "born", "as_of"):
        value = getattr(document, field, None)
        if isinstance(value, str):
            yield (field,), value
    for index, details in enumerate(getattr(document, "players", ())):
        for field in ("federation_from", "born"):
            if getattr(details, field) is not None:
                yield ("players", index, field), getattr(details, field)
    if isinstance(document, AdoptRules):
        yield ("from",), document.from_day
    games: Sequence[GameIn] = getattr(document, "add_games", ()) if isinstance(document, Amend) else ()
    if isinstance(document, Tournament) and any(document.columns.on):
        games = document.games
    for index, game in enumerate(games):
        if game.on is not None:
            yield ("games" if isinstance(document, Tournament) else "add_games", index, "on"), game.on
    if isinstance(document, Amend):
        yield from _amended_days(document)


def _amended_days(document: Amend) -> Iterator[tuple[tuple[str | int, ...], str]]:
    change: Any = document.set
    for field in ("start", "end"):
        if change is not None and isinstance(getattr(change, field), str):
            yield ("set", field), getattr(change, field)
    for name, game in document.games.items():
        if game is not None and isinstance(game.on, str):
            yield ("games", name, "on"), game.on


__all__ = ["category_flaws", "check", "dated", "game_flaws", "header_flaws", "is_day"]
