"""What most lists answer alike; a family says where its own differ."""

from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING, Self

from messages import Message
from rulebooks.base import Change, Showing, Shown, Standing, Title, TitleRule, Unit
from rulebooks.entries import Entry, Figure

if TYPE_CHECKING:
    from rulebooks.account import UnitAccount
    from rulebooks.protocol import Announced, Needs, Selection, Watch


class Usual:
    """A list that shows every rated player; no titles come with a rating, and the calendar alone changes nothing."""

    def again(self, unit: Unit, showing: Showing, seat: int) -> Change | None:
        """Nobody's change can be told without the whole unit."""
        return None

    def only_external(self, unit: Unit) -> bool:
        return False

    def at(self, standing: Standing, day: str) -> Standing:
        return standing

    def shown(self, standing: Standing, day: str) -> Shown:
        return Shown(standing.rating, standing.rating is not None)

    def doubts(self, announced: "Announced", known: Callable[[str], bool]) -> list[Message]:
        return []

    @property
    def watch(self) -> "Watch | None":
        """Nothing can surprise: a rating hangs on nobody else's of the same tournament."""
        return None

    @property
    def needs(self) -> "Needs | None":
        return None

    def by_difference(self, edition: str) -> Callable[[int], float] | None:
        return None

    def in_play(self, figure: Figure) -> bool:
        return False

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return bool(history)

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        return ()

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        return []

    def new_titles(self, entry: Entry, normal_games: int, reached: Set[str]) -> list[Title]:
        return []

    @property
    def selection(self) -> "Selection | None":
        return None

    def accounts(
        self, unit: Unit, before: Sequence[Standing], after: Sequence[int | None], shown: Sequence[int | None]
    ) -> "UnitAccount | None":
        """Every change by itself."""
        return None

    def unending(self) -> Self:
        """The list has no end."""
        return self
