"""Who a row of a file is: by number where there is one, else by name and year of birth, and in doubt nobody.

    national number, FIDE id   matched, unless name or birth speak against it
    same name, same birth      matched when exactly one player fits
    only alike                 (accents, other spelling, cut name, birth missing): doubtful, with candidates
    nobody, or said to be new  new, unless he plays in the tournament already: he was new when it came in

Two rows that would be one player, and one FIDE id on two rows, are doubtful. Nothing is ever merged here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from desk.people.spelling import CUT, exact, key_of, kin
from ledger.store.persons import Personal

Status = Literal["matched", "new", "doubtful"]
NEW, SAID, PLAYS = "new", "said", "plays in it already"


class Asked(Protocol):
    """A row as far as it says who it is."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def born(self) -> str | None: ...
    @property
    def fide_id(self) -> int | None: ...
    @property
    def national_id(self) -> str | None: ...


class Match(NamedTuple):
    """`by`: what he was found by, or why there is doubt."""

    asked: Asked
    status: Status
    player: str | None
    by: str
    candidates: tuple[str, ...] = ()


class Register:
    """Everybody here, by id, FIDE id and name; `born` and `resolve` are asked of the ledger for a few only."""

    def __init__(
        self, people: Iterable[Personal], born: Callable[[str], str | None], resolve: Callable[[str], str],
        exists: Callable[[str], bool],
    ) -> None:  # fmt: skip
        self.born, self.resolve, self.exists = born, resolve, exists
        self._known: dict[str, list[Personal]] = defaultdict(list)
        self._by_fide: dict[int, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for person in people:
            player = resolve(person.player)
            self._known[player].append(person)
            if person.fide_id:
                self._by_fide[person.fide_id].add(player)
            self._by_name[key_of(person.name)].add(player)
            if len(person.name) > CUT:
                self._by_name[key_of(person.name[:CUT])].add(player)

    def fide(self, fide_id: int | None) -> set[str]:
        return self._by_fide.get(fide_id, set()) if fide_id else set()

    def national(self, number: str | None) -> set[str]:
        return {self.resolve(number)} if number and self.exists(number) else set()

    def alike(self, name: str) -> set[str]:
        return self._by_name.get(key_of(name), set()) if key_of(name) else set()

    def names(self, player: str) -> list[str]:
        return [person.name for person in self._known.get(player, ())]

    def fide_ids(self, player: str) -> set[int]:
        return {person.fide_id for person in self._known.get(player, ()) if person.fide_id}

    def person(self, player: str) -> Personal | None:
        return next(iter(self._known.get(player, ())), None)


def match(
    rows: Sequence[Asked], register: Register, said: Mapping[str, str], *, names_alone: bool = False,
    among: Collection[str] = (),
) -> list[Match]:  # fmt: skip
    """Every row, matched, new or doubtful. `said` are the officer's answers by key; `among` those who play in the
    tournament already, whose name alone is enough; `names_alone`: the officer says names are enough everywhere."""
    fide_times = Counter(row.fide_id for row in rows if row.fide_id)
    own_times = Counter(row.national_id for row in rows if row.national_id)
    found = []
    for row in rows:
        if (answer := said.get(row.key)) is not None:
            player = None if answer == NEW else register.resolve(answer)
            found.append(Match(row, "new" if player is None else "matched", player, SAID))
        elif row.fide_id and fide_times[row.fide_id] > 1:
            fits = tuple(sorted(register.fide(row.fide_id) | register.alike(row.name)))
            found.append(Match(row, "doubtful", None, f"the FIDE id {row.fide_id} stands on two rows", fits))
        elif row.national_id and own_times[row.national_id] > 1:
            fits = tuple(sorted(register.national(row.national_id) | register.alike(row.name)))
            found.append(Match(row, "doubtful", None, f"the number {row.national_id} stands on two rows", fits))
        else:
            found.append(_one(row, register, names_alone, among))
    return _apart(_told_again(found, register, among))


def _told_again(found: Sequence[Match], register: Register, among: Collection[str]) -> list[Match]:
    """Who was said to be new once is no second person when the same is said of the next state of the tournament.

    Namesakes are taken in the order of their ids, in which they were given."""
    taken = {one.player for one in found if one.player is not None}
    again = []
    for one in found:
        here = sorted(_namesakes(one.asked, register, among) - taken) if (one.status, one.by) == ("new", SAID) else []
        if here:
            taken.add(here[0])
            one = Match(one.asked, "matched", here[0], PLAYS)
        again.append(one)
    return again


def _namesakes(row: Asked, register: Register, among: Collection[str]) -> set[str]:
    return {
        player
        for player in register.alike(row.name)
        if player in among
        and any(exact(row.name, name) for name in register.names(player))
        and _years(row, player, register) != "differ"
    }


def _one(row: Asked, register: Register, names_alone: bool, among: Collection[str]) -> Match:
    numbers = [("national number", register.national(row.national_id)), ("FIDE id", register.fide(row.fide_id))]
    fits = {player for _, players in numbers for player in players}
    if len(fits) > 1:
        return Match(row, "doubtful", None, "his numbers belong to several players", tuple(sorted(fits)))
    if fits:
        by = next(words for words, players in numbers if players)
        [player] = fits
        against = _against(row, player, register)
        return Match(row, "doubtful", None, f"the {by} fits, {against}", (player,)) if against else \
            Match(row, "matched", player, by)  # fmt: skip
    return _by_name(row, register, names_alone, among)


def _against(row: Asked, player: str, register: Register) -> str:
    """What speaks against a number: no word of the name in common, or another year of birth."""
    names = register.names(player)
    if row.name and names and not any(kin(row.name, name) for name in names):
        return f"but the name is {names[0]}"
    if _years(row, player, register) == "differ":
        return f"but the birth is {register.born(player)}"
    if row.fide_id and register.fide_ids(player) - {row.fide_id}:
        return f"but the FIDE id is {min(register.fide_ids(player))}"
    return ""


def _years(row: Asked, player: str, register: Register) -> str:
    """same, differ or unknown: years, and days where both are known."""
    here, there = row.born or "", register.born(player) or ""
    if not here or not there:
        return "unknown"
    length = 10 if len(here) == len(there) == 10 else 4
    return "same" if here[:length] == there[:length] else "differ"


def _by_name(row: Asked, register: Register, names_alone: bool, among: Collection[str]) -> Match:
    if not row.name:
        number = row.national_id or row.fide_id
        return Match(row, "doubtful", None, f"nobody has the number {number}" if number else "the row has no name")
    fits = {player: _years(row, player, register) for player in register.alike(row.name)}
    fits = {player: years for player, years in fits.items() if years != "differ"}
    here = [player for player in fits if player in among]
    if len(here) == 1:
        return Match(row, "matched", here[0], PLAYS)
    if not fits:
        return Match(row, "new", None, "nobody by that name")
    sure = {
        player
        for player, years in fits.items()
        if (years == "same" or names_alone)
        and any(exact(row.name, name) for name in register.names(player))
        and not (row.fide_id and register.fide_ids(player))
        and not row.national_id
    }
    if len(fits) == 1 and sure:
        return Match(row, "matched", sure.pop(), "name and birth" if set(fits.values()) == {"same"} else "name")
    return Match(row, "doubtful", None, _why(row, fits, register), tuple(sorted(fits)))


def _why(row: Asked, fits: Mapping[str, str], register: Register) -> str:
    if len(fits) > 1:
        return "several players have that name"
    [(player, years)] = fits.items()
    if row.fide_id and register.fide_ids(player):
        return f"same name, but another FIDE id ({min(register.fide_ids(player))})"
    if row.national_id:
        return f"same name, but nobody has the number {row.national_id}"
    if not any(exact(row.name, name) for name in register.names(player)):
        return "the name is spelt otherwise"
    return "same name, but a birth is missing" if years == "unknown" else "same name"


def _apart(found: Sequence[Match]) -> list[Match]:
    """Two rows are two persons, unless the officer says otherwise."""
    times = Counter(one.player for one in found if one.player is not None)
    return [
        Match(one.asked, "doubtful", None, f"two rows would be {one.player}", (one.player,))
        if one.player is not None and one.by != SAID and times[one.player] > 1
        else one
        for one in found
    ]
