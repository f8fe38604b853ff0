"""A tournament as it stands beside the same one in a file: game by game, and the amend that makes them equal."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.events import GameFact, HeaderFact
from ledger.timeline import TournamentNow

Said = dict[str, Any]
COMPARED = ("result", "on", "board")


class Difference(NamedTuple):
    """Header fields, games by id (None: struck out), games to add, and all of it in words. `told`: how the file says
    the game of an id, or of a line in words."""

    header: dict[str, Any]
    games: dict[str, dict[str, Any] | None]
    added: list[Said]
    words: list[tuple[str, Said | None]]
    told: dict[str, Said]

    def __bool__(self) -> bool:
        return bool(self.header or self.games or self.added)


def difference(
    now: TournamentNow, header: Mapping[str, Any], games: Sequence[Said], resolve: Callable[[str], str]
) -> Difference:
    """Games keep their id by round and pair, colours aside; only what the file speaks of is compared."""
    pairs = _paired(now, games, resolve)
    changed: dict[str, dict[str, Any] | None] = {}
    added: list[Said] = []
    words: list[tuple[str, Said | None]] = []
    fields = {name: value for name, value in header.items() if getattr(now.header, name) != value}
    for name, value in fields.items():
        words.append((f"{name}: {_stood(now.header, name)} in the ledger, {value} in the file", None))
    for stands, said in pairs:
        if stands is None:
            assert said is not None
            added.append(said)
            words.append((f"round {said['round']}: {_words(said)} is not in the ledger", said))
        elif said is None:
            changed[stands.game] = None
            line = f"round {stands.round}: {stands.white} {stands.result} {stands.black} is not in the file"
            words.append((line, None))
        elif change := _change(stands, said, resolve):
            changed[stands.game] = change
            before = f"{stands.white} {stands.result} {stands.black}" + (f" on {stands.on}" if stands.on else "")
            words.append((f"round {stands.round}: {before} in the ledger, {_words(said)} in the file", said))
    told = {stands.game: said for stands, said in pairs if stands is not None and said is not None}
    return Difference(fields, changed, added, words, told)


def _stood(header: HeaderFact, name: str) -> str:
    value = getattr(header, name)
    other = header.time_control if name == "minutes" else header.minutes if name == "time_control" else None
    return str(other if value is None else value)


def _words(said: Said) -> str:
    return f"{said['white']} {said['result']} {said['black']}" + (f" on {said['on']}" if "on" in said else "")


def _paired(
    now: TournamentNow, games: Sequence[Said], resolve: Callable[[str], str]
) -> list[tuple[GameFact | None, Said | None]]:
    """First by round, White and Black, then with the colours turned; the rest stands alone."""
    open_games: dict[tuple[Any, ...], list[GameFact]] = defaultdict(list)
    for game in now.games.values():
        open_games[game.round, resolve(game.white), resolve(game.black)].append(game)
    found: dict[int, GameFact] = {}
    for turned in (False, True):
        for at, said in enumerate(games):
            sides = (said["black"], said["white"]) if turned else (said["white"], said["black"])
            waiting = open_games.get((said["round"], *sides))
            if at not in found and waiting:
                found[at] = waiting.pop(0)
    met = {game.game for game in found.values()}
    alone: list[tuple[GameFact | None, Said | None]] = [(g, None) for g in now.games.values() if g.game not in met]
    return [*((found.get(at), said) for at, said in enumerate(games)), *alone]


def _change(stands: GameFact, said: Said, resolve: Callable[[str], str]) -> dict[str, Any]:
    change = {name: said[name] for name in COMPARED if name in said and said[name] != getattr(stands, name)}
    if (resolve(stands.white), resolve(stands.black)) != (said["white"], said["black"]):
        change |= {"white": said["white"], "black": said["black"]}
    return change
