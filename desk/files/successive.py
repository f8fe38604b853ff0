"""Compare two reports of an event, one after the other: which answers about the first hold for the next, and what
differs.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace as of_file
from typing import Final

from msgspec.structs import replace

from desk.files import Settings
from desk.files.games_file import Entrant, GamesFile, game_meant
from exchange.names.likeness import Likeness, likeness
from ledger.errors import Problem, Refused, Where
from ledger.words import Result
from messages import Message, by_command, counted, joined, say

NAMED = 5  # games in a question
PENDING: Final = "*"
NEWER: Final = "live-results"  # the answer that results which differ are right as they are now


def carried(settings: Settings, before: GamesFile, now: GamesFile) -> Settings:
    """Return the answers about the report before that hold for this one too.

    Starting numbers may belong to other players now, so who is who is carried over by name; where the name does not
    tell, it is asked again. An agreement about many rows holds as long as their names are the same. A result holds
    until the report has one of its own, and a game that only a relay had until the report pairs one of its players in
    that round.
    """
    names = {row.key: row.name for row in before.people()}
    rows = {row.name: row.key for row in now.people()}
    every, earlier = Counter(row.name for row in now.people()), Counter(names.values())
    alone = {name for name, count in every.items() if count == 1 and earlier[name] < 2}
    known = {names.get(text, text): player for text, player in settings.map.items()}
    same = {key: rows[name] for key, name in names.items() if name in alone}
    relayed = {name: same.get(row, row) for name, row in settings.relayed.items() if row in same or row not in names}
    return replace(
        settings, map={name: player for name, player in known.items() if name in alone}, relayed=relayed,
        results=_results_of(settings, same, now), agreed=settings.agreed if every == earlier else {},
    )  # fmt: skip


def as_named_now(settings: Settings, before: GamesFile, now: GamesFile) -> tuple[Settings, GamesFile]:
    """Return the report before, and the answers about it, with the names that were corrected since: of whoever has a
    number that is theirs alone in both reports, and a name like the other.
    """
    times, later = (Counter(row.name for row in file.people()) for file in (before, now))
    there = _by_number(now)
    named = {
        row.name: there[number].name for number, row in _by_number(before).items()
        if number in there and times[row.name] == 1 and row.name not in later and there[number].name not in times
        and likeness(row.name, there[number].name) >= Likeness.CLOSE
    }  # fmt: skip
    entrants = [row._replace(name=named.get(row.name, row.name)) for row in before.entrants]
    answers = {named.get(text, text): player for text, player in settings.map.items()}
    return replace(settings, map=answers), of_file(before, entrants=entrants)


def _by_number(file: GamesFile) -> dict[tuple[str, object], Entrant]:
    numbers = [((kind, number), row) for row in file.people() if row.name
               for kind, number in (("fide", row.fide_id), ("national", row.national_id)) if number]  # fmt: skip
    times = Counter(number for number, _ in numbers)
    return {number: row for number, row in numbers if times[number] == 1}


def _results_of(settings: Settings, same: dict[str, str], now: GamesFile) -> dict[str, Result]:
    pending = {(game.round, game.white): game.black for game in now.games if game.result == PENDING}
    seats, results = seats_of(now), dict[str, Result]()
    for text, result in settings.results.items():
        number, white, black = game_meant(text, same)
        if white not in same or (black is not None and black not in same):
            continue
        row, other = same[white], None if black is None else same[black]
        if (number, row) in pending and other in (None, pending[number, row]):
            if result != PENDING:
                results[f"{number}/{row}"] = result
        elif other is not None and not seats & {(number, row), (number, other)}:
            results[f"{number}/{row}/{other}"] = result
    return results


def seats_of(file: GamesFile) -> set[tuple[int, str]]:
    """Return each round and player with a game in it, or with a cell of the report in the place of one."""
    seats = {(game.round, player) for game in file.games for player in (game.white, game.black)}
    for player, row in (file.report.players if file.report else {}).items():
        cells = row.get("cells")
        seats.update((int(number), player) for number in (cells if isinstance(cells, dict) else ()))
    return seats


def sure_of(answer: str, event: str, sure: Collection[str]) -> bool:
    return bool({f"{answer}:{event}", answer} & {*sure})


def check_newer(before: GamesFile, now: GamesFile, event: str, sure: Collection[str]) -> None:
    """Ask about a report in which a finished game is missing or has another result, because it may be an older
    report.
    """
    results = _results(now)
    differing = [(*pair, result, results.get(pair)) for pair, result in _results(before).items()
                 if result != PENDING and results.get(pair) != result]  # fmt: skip
    if not differing or sure_of(NEWER, event, sure):
        return
    games = joined([difference(*one) for one in differing[:NAMED]])
    message = counted(
        "{count} result of the report before is another here, or missing ({games}): is this report the newer one?",
        "{count} results of the report before are others here, or missing ({games}): is this report the newer one?",
        len(differing), games=games,
    )  # fmt: skip
    answer = f"{NEWER}:{event}"
    hint = by_command(
        "if it is: --sure {sure} (over HTTP: sure={sure})", "if it is, say so (programs: sure={sure})", sure=answer
    )
    raise Refused(Problem("needs-answer", message, Where(now.source.file, field="sure"), hint, about=(answer,)))


def difference(number: int, white: str, black: str, result: str, other: str | None) -> Message:
    """Say what a game was and what it is now."""
    return say("round {round}: {white} {result} {black}, now {other}", round=number, white=white, black=black,
               result=result, other=say("missing") if other is None else other)  # fmt: skip


def _results(file: GamesFile) -> dict[tuple[int, str, str], str]:
    """Map the round and the names of both players to the result of each game. Names are used because starting numbers
    change.
    """
    names = {row.key: row.name or row.key for row in file.entrants}
    return {(game.round, names[game.white], names[game.black]): game.result for game in file.games}
