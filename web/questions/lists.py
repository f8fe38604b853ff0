"""Questions about lists and rules."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from ledger.answer import Answer
from ledger.errors import Problem, Usage, Where
from messages import say
from projections.answers.exports.rating_list import ExportListAnswer, exported_list
from projections.answers.lists.bands import BandsAnswer, bands
from projections.answers.lists.best import BestAnswer, best
from projections.answers.lists.clubs import ClubAnswer, ClubsAnswer, club, clubs
from projections.answers.lists.compared_lists import ComparedLists, compare_lists, ratings_before
from projections.answers.lists.level import LevelAnswer, LevelQuestion, level
from projections.answers.lists.published import ListsAnswer, PublishedAnswer, beside_today, lists
from projections.answers.lists.rating_list import Filters, ListAnswer, beside, rating_list
from projections.answers.reading import Question, Reading
from projections.answers.rules import CoverageAnswer, RulesAnswer, coverage, rules
from web.questions.asking import Asked, Count, Day, Id, Ledger, ListName, Positive, Replayed, Text, Timed, Year


class List(Timed, frozen=True, kw_only=True):
    """A rating list, by rating and then id, or by name, live rating or peak."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName = msgspec.field(name="list")
    top: Count | None = None
    min_games: Count = 0
    active_since: Day | None = None
    sex: Literal["m", "f"] | None = None
    born_from: Year | None = None
    born_to: Year | None = None
    club: Text | None = None
    federation: Text | None = None
    min_rating: int | None = None
    published: bool = False
    top_list: bool = False
    max_rating: int | None = None
    by: Literal["rating", "name", "live", "peak"] = "rating"
    change_since: Text | None = None
    title: Text | None = None

    def ask(self, reading: Reading) -> ListAnswer:
        filters = Filters(*(getattr(self, name) for name in Filters._fields))
        since = self.change_since
        before = None if since is None else ratings_before(reading, self.list_name, since)
        return rating_list(reading, self.list_name, filters, before)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        peak = ("peak",) if self.by == "peak" else ()
        return (*beside(self.list_name), *peak, *(() if self.change_since is None else ("was", "change")))


class Bands(Timed, frozen=True, kw_only=True):
    """How many players of a list stand in each band of so many points."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName = msgspec.field(name="list")
    width: int = 100

    def ask(self, reading: Reading) -> BandsAnswer:
        if not 1 <= self.width <= 4000:
            raise Usage(
                Problem(
                    "usage",
                    say("{width} is not a width of bands", width=self.width),
                    Where(field="width"),
                    say("1 to 4000"),
                )
            )
        return bands(reading, self.list_name, self.width)


class PublishedList(Asked, frozen=True, kw_only=True):
    """A list as it was published, beside the ratings as they come out today, and what moved a rating since."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName = msgspec.field(name="list")
    label: Text
    revision: int | None = None
    top: Count | None = None
    known_on: str | None = None
    known_seq: int | None = None

    def times(self) -> Question:
        return Question(None, self.known_on, self.known_seq)

    def ask(self, reading: Reading) -> PublishedAnswer:
        return beside_today(reading, self.list_name, self.label, self.revision, self.top)


class ListsCompared(Timed, frozen=True, kw_only=True):
    """Two published lists by their labels: rank, rating, games between, and why a rating changed."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName = msgspec.field(name="list")
    older: Text
    newer: Text

    def ask(self, reading: Reading) -> ComparedLists:
        return compare_lists(reading, self.list_name, self.older, self.newer)


class Lists(Timed, frozen=True, kw_only=True):
    """The published lists with their revisions, in the order they were published."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName | None = msgspec.field(default=None, name="list")

    def ask(self, reading: Reading) -> ListsAnswer:
        return lists(reading, self.list_name)


class Clubs(Timed, frozen=True, kw_only=True):
    """Every club with its rated members and the average of its best ten."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName | None = msgspec.field(default=None, name="list")

    def ask(self, reading: Reading) -> ClubsAnswer:
        return clubs(reading, self.list_name or reading.first_list())


class Club(Timed, frozen=True, kw_only=True):
    """One club: its members with the rating on each list."""

    table: ClassVar[str | None] = "rows"
    club: Text

    def ask(self, reading: Reading) -> ClubAnswer:
        return club(reading, self.club)


class Best(Timed, frozen=True, kw_only=True):
    """The highest peaks of a list, the biggest gains in a calendar year, the longest runs of gains."""

    costly: ClassVar[bool] = True
    list_name: ListName | None = msgspec.field(default=None, name="list")
    top: Annotated[int, Meta(ge=1, le=1000)] = 10

    def ask(self, reading: Reading) -> BestAnswer:
        return best(reading, self.list_name or reading.first_list(), self.top)


class Level(Timed, frozen=True, kw_only=True):
    """How far a list stands from FIDE's among its best, and rulings that adjust it; nothing is recorded."""

    table: ClassVar[str | None] = "rows"
    costly: ClassVar[bool] = True
    list_name: ListName = msgspec.field(name="list")
    top: Positive | None = None
    federation: Text | None = None
    since: Day | None = None
    points: Text | None = None
    at_most: Annotated[int, Meta(ge=1, le=5000)] | None = None

    def ask(self, reading: Reading) -> LevelAnswer:
        question = LevelQuestion(self.top, self.federation, self.since, self.points, self.at_most)
        return level(reading, self.list_name, question)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return () if self.since is None else ("games",)


class ExportList(Timed, frozen=True, kw_only=True):
    """A rating list with federation, sex, birth, FIDE id and club."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName = msgspec.field(name="list")

    def ask(self, reading: Reading) -> ExportListAnswer:
        return exported_list(reading, self.list_name)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return beside(self.list_name)


class Replay(Replayed, frozen=True, kw_only=True):
    """The same as a list, made from the events alone without the stored tables: for auditors."""

    table: ClassVar[str | None] = "rows"
    list_name: ListName | None = msgspec.field(default=None, name="list")

    def ask(self, reading: Reading) -> ListAnswer:
        return rating_list(reading, self.list_name or reading.first_list())

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        assert isinstance(answer, ListAnswer)
        return beside(answer.list)


class Rules(Asked, frozen=True, kw_only=True):
    """Every list, edition, first day and source, as the ledger has adopted them."""

    def ask(self, reading: Reading) -> RulesAnswer:
        return rules(reading.timeline)


class Edition(Asked, frozen=True, kw_only=True):
    """Where each article of an edition lives in the code, and the numbers its rules contain."""

    edition: Id

    def answered(self, ledger: Ledger, today: str) -> CoverageAnswer:
        return coverage(self.edition)
