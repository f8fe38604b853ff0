"""Two reports of an event, one after the other: which answers about the first are about the next, and what differs."""

from collections import Counter
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from ledger.errors import Problem, Refused, Where
from messages import by_command, counted, joined, say

NAMED = 5  # games in a question
PENDING: Final = "*"


def carried(settings: Settings, before: GamesFile, now: GamesFile) -> Settings:
    """Return the answers about the report before, as far as they are about this one too. Starting numbers may be those
    of others now, so who is who is carried over by name; where a name does not say it, it is asked again. What was
    agreed to of many rows at once holds as long as the names are the same, and a result until the report has one.
    """
    names = {row.key: row.name for row in before.people()}
    rows = {row.name: row.key for row in now.people()}
    every, earlier = Counter(row.name for row in now.people()), Counter(names.values())
    alone = {name for name, count in every.items() if count == 1 and earlier[name] < 2}
    known = {names.get(text, text): player for text, player in settings.map.items()}
    pending = {f"{game.round}/{game.white}" for game in now.games if game.result == PENDING}
    results = {}
    for text, result in settings.results.items():
        number, _, row = text.partition("/")
        if (game := f"{number}/{rows.get(names.get(row, ''), '')}") in pending and names.get(row) in alone:
            results[game] = result
    return replace(
        settings, map={name: player for name, player in known.items() if name in alone}, results=results,
        agreed=settings.agreed if every == earlier else {},
    )  # fmt: skip


def check_newer(before: GamesFile, now: GamesFile, event: str, sure: Collection[str]) -> None:
    """Ask about a report in which a game that was finished is another or missing: it may be an older one."""
    results = _results(now)
    differing = [(*pair, result, results.get(pair)) for pair, result in _results(before).items()
                 if result != PENDING and results.get(pair) != result]  # fmt: skip
    answer = f"live-results:{event}"
    if not differing or {answer, "live-results"} & {*sure}:
        return
    games = joined([
        say("round {round}: {white} {result} {black}, now {other}", round=number, white=white, black=black,
            result=result, other=say("missing") if other is None else other)
        for number, white, black, result, other in differing[:NAMED]
    ])  # fmt: skip
    message = counted(
        "{count} result of the report before is another here, or missing ({games}): is this report the newer one?",
        "{count} results of the report before are others here, or missing ({games}): is this report the newer one?",
        len(differing), games=games,
    )  # fmt: skip
    hint = by_command(
        "if it is: --sure {sure} (over HTTP: sure={sure})", "if it is, say so (programs: sure={sure})", sure=answer
    )
    raise Refused(Problem("needs-answer", message, Where(now.source.file, field="sure"), hint, about=(answer,)))


def _results(file: GamesFile) -> dict[tuple[int, str, str], str]:
    """Return the results by round and the names of both, for starting numbers may change."""
    names = {row.key: row.name or row.key for row in file.entrants}
    return {(game.round, names[game.white], names[game.black]): game.result for game in file.games}
