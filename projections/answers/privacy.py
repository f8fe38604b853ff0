"""Decide what the asker sees of a person: one policy, applied where personal facts
enter an answer.

Anybody sees name, club, federation, ids, ratings and the year of birth. The day of
birth and the sex are for the office and its auditors: most of those whose days would be
listed are children. The office may keep the year back as well, of minors or of all; and
people who asked not to be listed are not named to anybody else. Of an erased person
nobody sees more than the year. Somebody who has the ledger file has everything.

Why: docs/design/023-what-is-public.md
"""

from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from typing import NamedTuple

from ledger.events import PlayerRegistered
from ledger.known_events import KnownEvents
from ledger.named_texts import ERASED, is_seal
from ledger.store.details import stated_about_listing
from ledger.store.mentions import without_person
from ledger.store.named_texts import has_seal, words_of
from ledger.store.persons import (
    Personal,
    everybody,
    former_names,
    look_up,
    names,
    people_by_id,
    with_former_names,
)
from ledger.timeline import PersonNow
from messages import Message
from projections.answers.viewer import Viewer
from projections.opened_ledger import OpenedLedger
from projections.replay.persons import is_unlisted

# from this many players on, reading all names at once is cheaper than one by one
MANY = 500
MOST_NAMES = 2000  # kept in memory for the next question
ADULT = 18


class VisiblePerson(NamedTuple):
    """A person as the asker sees them."""

    name: str | None
    club: str | None
    fide_id: int | None
    born: str | None
    sex: str | None
    earlier_names: tuple[str, ...]
    unlisted: bool


NOBODY_SEEN = VisiblePerson(
    name=None,
    club=None,
    fide_id=None,
    born=None,
    sex=None,
    earlier_names=(),
    unlisted=False,
)


class Policy:
    """A view of the people in one state of a ledger: what the asker may see of them.
    Settings and wishes are always today's.
    """

    def __init__(self, ledger: OpenedLedger, viewer: Viewer, today: str) -> None:
        """Take the viewer's day, or `today` where they have none, as that on which
        somebody is a minor.
        """
        self.whole = viewer.whole
        self._ledger = ledger
        self._events = ledger.events
        day = viewer.today or today
        self._year = int(day[:4])
        self._names: dict[str, str | None] = {}  # by id; None: erased, or hidden

    @property
    def _shown_years(self) -> str:
        """Whose years of birth are shown: everybody's, adults', nobody's."""
        return self._ledger.settings.years_of_birth

    @cached_property
    def unlisted(self) -> frozenset[str]:
        """Every id of each person who has asked not to be listed."""
        asked = stated_about_listing(self._events)
        if not asked:
            return frozenset()
        timeline = KnownEvents(self._events).timeline()
        ids = set[str]()
        for player in {timeline.resolve(player) for player in asked}:
            if is_unlisted(player, timeline):
                ids.update(timeline.aliases(player))
        return frozenset(ids)

    def hides(self, player: str) -> bool:
        """Tell whether the asker may not know who this player is."""
        return not self.whole and player in self.unlisted

    @property
    def leaves_out(self) -> bool:
        """Whether people whose names are hidden from whoever asks are left off the
        lists altogether.
        """
        return not self.whole and self._ledger.settings.unlisted == "left-out"

    @property
    def hides_years(self) -> bool:
        """Whether there are years of birth that whoever asks may not see."""
        return not self.whole and self._shown_years != "everybody"

    def person(self, player: str) -> Personal | None:
        """Return name, club and FIDE id; None where they are erased or the asker may
        not see them.
        """
        if self.hides(player):
            return None
        return look_up(self._events, player)

    def people(self, players: Sequence[str]) -> dict[str, Personal]:
        """Return name, club and FIDE id of several people by id; who is erased, or whom
        the asker may not see, is missing.
        """
        people = {}
        for player, person in people_by_id(self._events, players).items():
            if not self.hides(player):
                people[player] = person
        return people

    def everybody(self) -> list[Personal]:
        people = everybody(self._events)
        return [person for person in people if not self.hides(person.player)]

    def names(self, players: Collection[str]) -> dict[str, str]:
        """Return names by player id; names that are erased, or that the asker may not
        see, are missing.

        Each is read once for all questions about this state, as long as they are not
        too many.
        """
        unread = [player for player in players if player not in self._names]
        if unread:
            self._read_names(unread)
        shown = {}
        for player in players:
            name = self._names[player]
            if name is not None:
                shown[player] = name
        if len(self._names) > MOST_NAMES:
            self._names.clear()
        return shown

    def _read_names(self, players: Sequence[str]) -> None:
        """Read these names; or all of them, where that is cheaper."""
        asked = players if len(players) < MANY else None
        known = names(self._events, asked)
        for player in players:
            name = None
            if not self.hides(player):
                name = known.get(player)
            self._names[player] = name

    def born(self, player: str, born: str | None) -> str | None:
        """Return the day of birth, only its year, or None, as the asker may see it."""
        if self.whole or born is None:
            return born
        if self.hides(player) or self._shown_years == "nobody":
            return None
        year = born[:4]
        # by years alone: a year that appeared on a birthday would tell the day
        is_minor = self._year - int(year) <= ADULT
        if self._shown_years == "adults" and is_minor:
            return None
        return year

    def sex(self, sex: str | None) -> str | None:
        return sex if self.whole else None

    def detail(self, player: str, field: str, value: str | None) -> str | None:
        """Return a detail as the asker may see it; `field` is its name."""
        match field:
            case "born":
                return self.born(player, value)
            case "sex":
                return self.sex(value)
        return value

    def seen(self, facts: PersonNow) -> VisiblePerson:
        """Return one person as the asker may see them; `facts`: the person as the
        question knows them.
        """
        player = facts.id
        person, former = with_former_names(self._events, player)
        if person is None or self.hides(player):
            year = None if facts.born is None else facts.born[:4]
            return NOBODY_SEEN._replace(born=self.born(player, year))
        earlier_names = tuple(earlier.name for earlier in former)
        return VisiblePerson(
            name=person.name,
            club=person.club,
            fide_id=person.fide_id,
            born=self.born(player, facts.born),
            sex=self.sex(facts.sex),
            earlier_names=earlier_names,
            unlisted=self.whole and player in self.unlisted,
        )

    @cached_property
    def _hidden(self) -> list[Personal]:
        """The people whom the asker may not see, under each name that they had."""
        if self.whole:
            return []
        people: list[Personal] = []
        former: list[Personal] = []
        for player in sorted(self.unlisted):
            person = look_up(self._events, player)
            if person is not None:
                people.append(person)
            former += former_names(self._events, player)
        return people + former

    @cached_property
    def _hidden_names(self) -> list[str]:
        """Names that the asker may not see, the longest first: a name may be the
        beginning of another.
        """
        return sorted(
            {person.name for person in self._hidden},
            key=lambda name: (-len(name), name),
        )

    def of_file(self, text: str) -> str:
        """Return a text of a file without the words of a name that its reader may not
        know, in whatever order.
        """
        return reduce(without_person, self._hidden, text)

    def words(self, text: str) -> str:
        """Return what a text of an event says of people in words, as the asker may read
        it: an ellipsis stands for words that were erased, and for those of a name that
        the asker may not know.
        """
        return self.of_file(words_of(self._events, text))

    def words_of_document(self, text: str) -> str:
        """Return what a seal in a document says, as the asker may read it; words that
        somebody typed stay as they are, and so does a seal that this ledger has not.

        To hide a name in what was typed would tell that the person asked not to be
        listed.
        """
        if not is_seal(text) or not has_seal(self._events, text):
            return text
        return self.words(text)

    def stated_again(self, text: str) -> str:
        """Return how a document of the asker states a text of an event again: in words;
        as the seal that the event has, where the words were erased, or name somebody
        whom the asker may not know.
        """
        words = words_of(self._events, text)
        if words == ERASED or words != self.of_file(words):
            return text
        return words

    def without_hidden(self, message: Message) -> Message:
        """Return the message with the names that its reader may not know replaced by an
        ellipsis.
        """
        names = self._hidden_names

        def hidden(text: str) -> str:
            for name in names:
                text = text.replace(name, "…")
            return text

        return message.mapped(hidden) if names else message

    def is_beyond(self, body: object) -> bool:
        """Tell whether the stored bytes of an event say more of a person than the asker
        may know.
        """
        if self.whole or not isinstance(body, PlayerRegistered):
            return False
        return self.born(body.player, body.read) != body.read
