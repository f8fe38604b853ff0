"""Search everybody in the ledger; and find out whom a question means that has no such
id: the only person of that name, or names near it.

Asked only when there is no such id, so an id always comes first; and never where
something is recorded.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from exchange.names.index import Findable, NameIndex, Search
from exchange.names.nearest_ids import SearchableIds
from exchange.names.words import folded_words
from ledger.store import counted
from ledger.store.events import head, is_continuation
from ledger.store.logs.tree import root_at
from ledger.store.persons import Personal, club_names, everybody_folded, folded
from messages import NOTHING, Message, say
from projections.answers import Viewer
from projections.answers.reading import Reading, cached_on_reading

Rows = Sequence[tuple[Personal, str]]  # with their folded names
SHOWN, LIKE = 4, 0.7  # how many are named, and how alike an id has to be
# events about people, and whom whoever asks may not know
State = tuple[tuple[int, ...], frozenset[str]]
ABOUT_PEOPLE = ("player-registered", "person-erased")
# of a number in the database; Python refuses to read one of thousands of digits
MOST_DIGITS = 19


class People:
    """The persons of one state of the ledger by id, with look-ups by their names,
    earlier ones too.
    """

    def __init__(self, rows: Rows, former: Sequence[Personal]) -> None:
        """`former`: how persons were called before, each under the id of today. Neither is
        changed afterwards: threads share the object.
        """
        self.rows = rows
        self.former = former

        self.state: State | None = None
        self.events = (0, "")  # how many there were, and the root over them

        self.by_id: dict[str, Personal] = {}
        self.by_capitals: dict[str, Personal] = {}
        self._folded_name: dict[str, str] = {}  # by id

        for person, folded_name in rows:
            player = person.player
            self.by_id[player] = person
            self.by_capitals[player.upper()] = person
            self._folded_name[player] = folded_name

        self._ids = SearchableIds(self.by_capitals)
        self._ids_folded = _by_folded_id(self.by_id)

        today = _findable(rows)
        earlier = _findable_by_former_names(former)
        self._search = Search([*today, *earlier])

    def earlier_names(self, player: str) -> tuple[str, ...]:
        """Return the names that the person had before, under this id."""
        return tuple(person.name for person in self.former if person.player == player)

    def names(self) -> NameIndex:
        """Return the index of names, today's and earlier ones."""
        return self._search.names()

    def holding(self, words: str) -> list[Personal]:
        """Return everybody whose name holds all the words, or whose id or FIDE id is
        the text, by name.

        An earlier name counts as one. Words are compared folded. Digits are also looked
        for as a FIDE id. Nobody is an empty list.
        """
        parts = folded(words).split()
        fits = set[Personal]()
        for entry in self._search.holding(parts):
            fits.add(self.by_id[entry.person])

        # an id comes beside the names: somebody may be called like another's id
        text = words.strip()
        fits.update(self._with_this_id(text))
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            fits.update(self._with_fide_id(int(text)))

        return sorted(fits, key=self._by_name)

    def _with_this_id(self, text: str) -> list[Personal]:
        """Return the person with an id, written as it is or in capitals, if any."""
        person = self.by_id.get(text) or self.by_id.get(text.upper())
        return [] if person is None else [person]

    def _with_fide_id(self, fide_id: int) -> list[Personal]:
        """Return whoever has this FIDE id: two, where somebody is registered twice."""
        return [person for person, _ in self.rows if person.fide_id == fide_id]

    def _by_name(self, person: Personal) -> tuple[str, str]:
        """Return what people are sorted by: the folded name, then the id."""
        return self._folded_name[person.player], person.player

    @cached_property
    def members(self) -> dict[str, list[str]]:
        """The ids of each club's members by its name, in order.

        A club that is written in several ways stands once, under one of them. Whoever
        has no club is in none.
        """
        everybody = self.by_id.values()
        # clubs are written in several ways
        name_of = club_names(person.club for person in everybody)
        members: dict[str, list[str]] = {}

        for person in everybody:
            if not person.club:
                continue
            club = name_of[person.club]
            members.setdefault(club, []).append(person.player)

        return dict(sorted(members.items()))

    @cached_property
    def clubs(self) -> Search:
        """A search of the clubs by name."""
        clubs = [Findable(club, club, None, folded(club)) for club in self.members]
        return Search(clubs)

    def in_other_capitals(self, text: str) -> set[str]:
        """Return the ids that are this one but for capitals.

        For example:

            in_other_capitals("Fi-12")  ->  {"FI-12"}
        """
        return self._ids_folded.get(text.casefold(), set())

    def with_ids_near(self, text: str) -> list[Personal]:
        """Return people whose ids are like the text, the nearest first.

        At most SHOWN of them, and none that is less alike than LIKE (from 0 to 1).
        """
        ids = self._ids.near(text.upper(), SHOWN, LIKE)
        return [self.by_capitals[player] for player in ids]

    def near(self, text: str) -> list[Personal]:
        """Return people whose names or clubs are like the text, mistakes forgiven, the
        nearest first.
        """
        return [self.by_id[hit.person] for hit in self._search.near(text)]


def _by_folded_id(ids: Iterable[str]) -> dict[str, set[str]]:
    """Return the ids that are one but for capitals, by how they read without.

    For example:

        ["FI-1", "fi-1", "FI-2"]  ->  {"fi-1": {"FI-1", "fi-1"}, "fi-2": {"FI-2"}}
    """
    by_folded: dict[str, set[str]] = {}
    for player in ids:
        same = by_folded.setdefault(player.casefold(), set())
        same.add(player)
    return by_folded


def _findable(rows: Rows) -> Iterator[Findable]:
    """Yield what people are found by today.

    `rows`: persons with their folded names; a club helps to find its members.
    """
    for person, folded_name in rows:
        yield Findable(person.player, person.name, person.club, folded_name)


def _findable_by_former_names(former: Iterable[Personal]) -> Iterator[Findable]:
    """Yield what people are found by who have another name now.

    Without the club: it is that of today, and stands with the name of today.
    """
    for person in former:
        yield Findable(person.player, person.name, None, folded(person.name))


# of the ledger that was asked last; the threads of a service share them
_NEWEST: list[People] = []
VIEWERS = 2  # the office sees some whom nobody else does


def people(reading: Reading) -> People:
    """Return everybody whom the asker may know, also people whom the question does not
    know yet: names are always today's.

    Whoever takes one of them for an answer asks the timeline of the reading first.
    """
    return _people_seen(reading, reading.viewer)


@cached_on_reading
def _people_seen(reading: Reading, viewer: Viewer) -> People:
    """Return the people whom this viewer may know, as made last time if nothing
    changed: an index of fifty thousand takes a second to make.

    Both the state of the people and the log have to be the same: a count of events can
    be equal in two ledgers, so the log must go on from the one that was read.
    """
    events = reading.events
    state = _state(reading)

    # a state that has not moved on is shared between questions
    if state is not None:
        for shared in list(_NEWEST):
            if shared.state == state and is_continuation(events, *shared.events):
                return shared

    everyone = _people_known(reading)
    # what is read inside a transaction may be undone: it is not kept for others
    if state is not None:
        size = head(events)
        everyone.state = state
        everyone.events = size, root_at(events, size)

    others = [shared for shared in _NEWEST if shared is not everyone]
    _NEWEST[:] = [everyone, *others][:VIEWERS]
    return everyone


def _people_known(reading: Reading) -> People:
    """Read the people whom the asker may know; the same as are shared already, where
    they are.

    Whoever asks for everything (`policy`) is shown everybody.
    """
    hides = reading.policy.hides
    everybody, earlier = everybody_folded(reading.events)

    rows = []
    for person, folded_name in everybody:
        if not hides(person.player):
            rows.append((person, folded_name))

    former = [person for person in earlier if not hides(person.player)]

    # events about people need not change any of them
    for shared in list(_NEWEST):
        if shared.rows == rows and shared.former == former:
            return shared
    return People(rows, former)


def _state(reading: Reading) -> State | None:
    """Return how many events speak of people, and whom the asker may not know; None
    inside a transaction that may have added more.

        ((41, 2), frozenset({"FI-7"}))

    are 41 registrations and 2 erasures, and one person who is hidden.
    """
    if counted.counted_if_kept(reading.events) != head(reading.events):
        return None

    events = counted.counts_of(reading.events, "events", ABOUT_PEOPLE)
    hidden = frozenset[str]()
    if not reading.policy.whole:
        hidden = reading.policy.unlisted

    return tuple(events.values()), hidden


LEAST = 3  # letters that a name must have to stand for an id


def with_id(reading: Reading, text: str) -> str | None:
    """Return the id that counts for an id; also one in other capitals, if only one
    player has it.

    A merged id becomes that of the player it was merged into. None where nobody has it,
    or where several have it in other capitals.
    """
    if reading.timeline.player(text) is not None:
        return reading.timeline.resolve(text)

    return _the_only_one(reading, people(reading).in_other_capitals(text))


def player_meant(reading: Reading, text: str) -> str | None:
    """Find the only player with this id in other capitals, or with a name that has all
    these words or their beginnings.

        "virtanen matti"  ->  the id of Matti Virtanen, if there is one only

    None where nobody fits, or several do: nothing is guessed.
    """
    everybody = people(reading)
    words = folded_words(text)
    fits = everybody.in_other_capitals(text)

    # two letters, or a text with digits, are more likely a mistyped id than a name

    is_long_enough = len("".join(words)) >= LEAST
    has_digit = any(letter.isdigit() for letter in text)

    if not fits and is_long_enough and not has_digit:
        fits = everybody.names().beginning(words)
    return _the_only_one(reading, fits)


def _the_only_one(reading: Reading, fits: Iterable[str]) -> str | None:
    """Return the one player of several ids. Names are always today's; whoever came in
    later than what the question knows is nobody yet.

    Ids that were merged into each other are one player.
    """
    timeline = reading.timeline

    known = (player for player in fits if timeline.player(player) is not None)
    ids = {timeline.resolve(player) for player in known}

    return ids.pop() if len(ids) == 1 else None


def near_players(reading: Reading, text: str) -> Message:
    """Say `did you mean ...?` of the players with ids or names near the text; empty
    when there are none.

        did you mean FI-12 Virtanen, Matti, FI-31 Virtanen, Maija?

    Nobody is named whom the question does not know yet.
    """
    everybody = people(reading)
    meant = dict.fromkeys([*everybody.near(text), *everybody.with_ids_near(text)])

    names = []
    for person in meant:
        if reading.timeline.player(person.player) is not None:
            names.append(f"{person.player} {person.name}")

    return did_you_mean(names)


def did_you_mean(names: Sequence[str]) -> Message:
    """Say `did you mean ...?` of the first few names; nothing where there are none.

    A name that comes again is shown once. Behind more than SHOWN come three dots.
    """
    if not names:
        return NOTHING

    different = list(dict.fromkeys(names))
    shown = ", ".join(different[:SHOWN])
    if len(different) > SHOWN:
        shown += ", ..."

    return say("did you mean {names}?", names=shown)
