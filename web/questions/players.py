"""Questions about players."""

from typing import ClassVar, Literal

import msgspec

from ledger.answer import Answer
from projections.answers.exports.player import PlayerFile, player_file
from projections.answers.players import details
from projections.answers.players.explain import ExplainAnswer, explain
from projections.answers.players.history import HistoryAnswer, history
from projections.answers.players.letters import LettersAnswer, letters
from projections.answers.players.need import NeedAnswer, score_needed
from projections.answers.players.opponents import OpponentsAnswer, opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.selection import SelectionAnswer, selection
from projections.answers.players.show import ShowAnswer, show
from projections.answers.players.titles import TitlesAnswer, titles
from projections.answers.reading import Reading
from web.questions.asking import Count, Day, Id, ListName, Positive, Text, Timed


class Show(Timed, frozen=True, kw_only=True):
    """A player's ratings, peaks and titles."""

    player: Id

    def ask(self, reading: Reading) -> ShowAnswer:
        return show(reading, self.player)


class PlayerShow(Timed, frozen=True, kw_only=True):
    """A player's details."""

    player: Id

    def ask(self, reading: Reading) -> details.PlayerAnswer:
        return details.player(reading, self.player)


class PlayerFind(Timed, frozen=True, kw_only=True):
    """Players by parts of their name, by id or FIDE id; accents and case do not matter."""

    table: ClassVar[str | None] = "rows"
    limited: ClassVar[bool] = True
    words: Text

    def ask(self, reading: Reading) -> details.FindAnswer:
        return details.find(reading, self.words)


class History(Timed, frozen=True, kw_only=True):
    """A player's changes, one row a unit."""

    table: ClassVar[str | None] = "rows"
    player: Id
    list_name: ListName | None = msgspec.field(default=None, name="list")
    all_versions: bool = False

    def ask(self, reading: Reading) -> HistoryAnswer:
        return history(reading, self.player, self.list_name or reading.first_list(), self.all_versions)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("known_from", "known_to") if self.all_versions else ()


class Explain(Timed, frozen=True, kw_only=True):
    """Why a rating came out as it did: every game, every term, the exact sum and the rounding. The tournament may also
    be one unit of it, as league-2024/3.2, or the word opening or ruling."""

    player: Id
    tournament: Text
    list_name: ListName | None = msgspec.field(default=None, name="list")

    def ask(self, reading: Reading) -> ExplainAnswer:
        return explain(reading, self.player, self.tournament, self.list_name)[0]


class Need(Timed, frozen=True, kw_only=True):
    """The least score against these opponents that brings a player to a rating, from the ledger's own ratings."""

    player: Id
    target: Count
    against: tuple[Id, ...] = ()
    minutes: Positive = 90

    def ask(self, reading: Reading) -> NeedAnswer:
        return score_needed(reading, self.player, self.target, self.against, self.minutes)


class Opponents(Timed, frozen=True, kw_only=True):
    """Whom a player met, how often, and how it went; with White and with Black."""

    table: ClassVar[str | None] = "rows"
    player: Id
    list_name: ListName | None = msgspec.field(default=None, name="list")
    top: Positive | None = None

    def ask(self, reading: Reading) -> OpponentsAnswer:
        return opponents(reading, self.player, self.top, self.list_name)


class Letters(Timed, frozen=True, kw_only=True):
    """A text for every player whose rating moved since a list or a day."""

    table: ClassVar[str | None] = "rows"
    since: Text
    list_name: ListName | None = msgspec.field(default=None, name="list")
    language: Literal["fi", "sv", "en"] = "en"
    player: Id | None = None

    def ask(self, reading: Reading) -> LettersAnswer:
        return letters(reading, self.since, self.language, self.list_name, self.player)


class Titles(Timed, frozen=True, kw_only=True):
    """Titles: held, earned, or no longer supported after a correction."""

    table: ClassVar[str | None] = "rows"
    player: Id | None = None
    earned_since: Day | None = None

    def ask(self, reading: Reading) -> TitlesAnswer:
        return titles(reading, self.player, self.earned_since)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("seq", "event")


class Selection(Timed, frozen=True, kw_only=True):
    """Selection numbers on a day with their factors and where each was reached."""

    table: ClassVar[str | None] = "rows"
    players: tuple[Id, ...] = msgspec.field(default=(), name="player")
    women: bool = False

    def ask(self, reading: Reading) -> SelectionAnswer:
        return selection(reading, self.players, self.women)


class Performance(Timed, frozen=True, kw_only=True):
    """The performance over a period, a tournament or the last games, and whether it is reliable."""

    player: Id
    from_day: Day | None = msgspec.field(default=None, name="from")
    to_day: Day | None = msgspec.field(default=None, name="to")
    tournament: Id | None = None
    last: Positive | None = None
    list_name: ListName | None = msgspec.field(default=None, name="list")
    method: Literal["exact", "logistic", "fide", "400", "norway"] | None = None

    def ask(self, reading: Reading) -> PerformanceAnswer:
        list_name = self.list_name or reading.first_list()
        return performance(reading, self.player, list_name, self.from_day, self.to_day, self.tournament, self.last,
                           self.method)  # fmt: skip


class ExportPlayer(Timed, frozen=True, kw_only=True):
    """Everything the ledger holds of a player: documents, entries, published ratings."""

    player: Id
    costly: ClassVar[bool] = True

    def ask(self, reading: Reading) -> PlayerFile:
        return player_file(reading, self.player)
