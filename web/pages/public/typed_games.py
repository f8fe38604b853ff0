"""Games as people type them into the calculator: `+1695 -1930 1901`, and opponents by id or name, `+ Virtanen, -F025`.

A sign begins a game, and so do a number, an id and what follows a comma; other words that stand together are a name.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

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
        return int(self.text) if self.text.isascii() and _RATING.match(self.text) else None

    @property
    def half_points(self) -> int:
        return HALF_POINTS[self.sign]

    def against(self, player: str) -> "Typed":
        return self._replace(text=player)


def typed_games(text: str, is_id: Callable[[str], bool]) -> list[Typed]:
    """Read the games one after the other; a sign without anybody behind it stays a game without a text."""
    return [game for part in _BETWEEN.split(text) for game in _games(part.split(), is_id)]


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
