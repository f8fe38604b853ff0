"""Who a row of a file is: by number where there is one, else by name and year of birth, and in doubt nobody.

    national number, FIDE id   matched, unless name or birth contradict it
    same name, same birth      matched when exactly one player fits
    only alike                 (accents, other spelling, cut name, birth missing or another): doubtful, with candidates
    close                      (a word more, an initial, a letter or two off, the same sound): doubtful, with candidates
    nobody, or marked as new   new, unless they play in the tournament already: they were new when it came in

Two rows that would be one player, one FIDE id on two rows, a name that reads like a bye, and a new row of a tournament
in which an earlier player is missing now are doubtful. Nothing is ever merged here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

from exchange.text.byes import like_bye
from ledger.store.persons import Personal
from names.index import NameIndex
from names.spelling import CUT, close, exact, key_of, kin

Status = Literal["matched", "new", "doubtful"]
NEW, ANSWERED, PLAYS = "new", "the map", "plays in it already"
UNKNOWN, LIKE_BYE = "no player has that name", "the name reads like a bye"
CLOSE = "the name is close to "
MANY = 10  # candidates of whom only a part of the name fits


class Row(Protocol):
    """A row as far as it shows who it is."""

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
    """What became of a row. `by`: what the player was matched by, or why there is doubt."""

    row: Row
    status: Status
    player: str | None
    by: str
    candidates: tuple[str, ...] = ()


class Register:
    """Everybody in the ledger, by id, FIDE id and name; `born` and `resolve` are looked up for a few only."""

    def __init__(
        self, people: Iterable[Personal], born: Callable[[str], str | None], resolve: Callable[[str], str],
        exists: Callable[[str], bool],
    ) -> None:  # fmt: skip
        self.born, self.resolve, self.exists = born, resolve, exists
        self._persons: dict[str, list[Personal]] = defaultdict(list)
        self._by_fide: dict[int, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for person in people:
            player = resolve(person.player)
            self._persons[player].append(person)
            if person.fide_id:
                self._by_fide[person.fide_id].add(player)
            self._by_name[key_of(person.name)].add(player)
            if len(person.name) > CUT:
                self._by_name[key_of(person.name[:CUT])].add(player)

    @cached_property
    def _index(self) -> NameIndex:
        """Made when the first name is unknown: most files know everybody."""
        return NameIndex((player, person.name) for player, persons in self._persons.items() for person in persons)

    def fide(self, fide_id: int | None) -> set[str]:
        return self._by_fide.get(fide_id, set()) if fide_id else set()

    def national(self, number: str | None) -> set[str]:
        return {self.resolve(number)} if number and self.exists(number) else set()

    def alike(self, name: str) -> set[str]:
        return self._by_name.get(key_of(name), set()) if key_of(name) else set()

    def close(self, name: str) -> set[str]:
        """Players with a name that may be a shorter, longer or mistyped form of this one."""
        sharing = self._index.sharing(name)
        return {player for player in sharing if any(close(name, other) for other in self.names(player))}

    def names(self, player: str) -> list[str]:
        return [person.name for person in self._persons.get(player, ())]

    def fide_ids(self, player: str) -> set[int]:
        return {person.fide_id for person in self._persons.get(player, ()) if person.fide_id}

    def person(self, player: str) -> Personal | None:
        return next(iter(self._persons.get(player, ())), None)


def match(
    rows: Sequence[Row], register: Register, answers: Mapping[str, str], *, names_alone: bool = False,
    among: Collection[str] = (),
) -> list[Match]:  # fmt: skip
    """Every row, matched, new or doubtful.

    `answers` are the officer's, by key; `among` those who play in the tournament already, whose name alone is enough;
    `names_alone`: the officer declares that names are enough everywhere.
    """
    fide_times = Counter(row.fide_id for row in rows if row.fide_id)
    own_times = Counter(row.national_id for row in rows if row.national_id)
    matches = []
    for row in rows:
        if (answer := answers.get(row.key)) is not None:
            player = None if answer == NEW else register.resolve(answer)
            matches.append(Match(row, "new" if player is None else "matched", player, ANSWERED))
        elif row.fide_id and fide_times[row.fide_id] > 1:
            fits = register.fide(row.fide_id) | register.alike(row.name)
            matches.append(_doubtful(row, f"the FIDE id {row.fide_id} is on two rows", fits))
        elif row.national_id and own_times[row.national_id] > 1:
            fits = register.national(row.national_id) | register.alike(row.name)
            matches.append(_doubtful(row, f"the number {row.national_id} is on two rows", fits))
        else:
            matches.append(_by_number(row, register) or _by_name(row, register, names_alone, among))
    return _apart(_missing_now(_new_before(matches, register, among), register, among))


def _doubtful(row: Row, why: str, candidates: Iterable[str] = ()) -> Match:
    return Match(row, "doubtful", None, why, tuple(sorted(candidates)))


def _new_before(matches: Sequence[Match], register: Register, among: Collection[str]) -> list[Match]:
    """A row that the officer marks as new, as for an earlier state of the tournament, is the player created then.

    Namesakes are taken in the order of their ids, in which they were given.
    """
    taken = {match.player for match in matches if match.player is not None}
    result = []
    for match in matches:
        marked = (match.status, match.by) == ("new", ANSWERED)
        created = sorted(_namesakes(match.row, register, among) - taken) if marked else []
        if created:
            taken.add(created[0])
            match = Match(match.row, "matched", created[0], PLAYS)
        result.append(match)
    return result


def _namesakes(row: Row, register: Register, among: Collection[str]) -> set[str]:
    """Players of the tournament whose name is the row's, letter by letter."""
    return {
        player
        for player in register.alike(row.name)
        if player in among and _same_spelling(row, player, register) and _years(row, player, register) != "differ"
    }


def _missing_now(matches: Sequence[Match], register: Register, among: Collection[str]) -> list[Match]:
    """A new row of a tournament in the ledger may be one of its players under a corrected name.

    Whoever has played stays in later states of a report, so somebody who is gone was renamed, whatever the new name.
    """
    missing = set(among) - {match.player for match in matches}
    return [
        _doubtful(match.row, "this row is new, and an earlier player of the tournament is in no row now", candidates)
        if (match.status, match.by) == ("new", UNKNOWN)
        and (candidates := _kindred(match.row, missing, register) or sorted(missing)[:MANY])
        else match
        for match in matches
    ]


def _kindred(row: Row, players: Iterable[str], register: Register) -> list[str]:
    """Those who share a word of the name or the birth with the row."""
    return [
        player
        for player in players
        if any(kin(row.name, name) for name in register.names(player)) or _years(row, player, register) == "same"
    ]


def _same_spelling(row: Row, player: str, register: Register) -> bool:
    return any(exact(row.name, name) for name in register.names(player))


def _by_number(row: Row, register: Register) -> Match | None:
    """By the national number or the FIDE id; None when nobody has either."""
    numbers = [("national number", register.national(row.national_id)), ("FIDE id", register.fide(row.fide_id))]
    fits = {player for _, players in numbers for player in players}
    if not fits:
        return None
    if len(fits) > 1:
        return _doubtful(row, "the ids of the row belong to several players", fits)
    by = next(words for words, players in numbers if players)
    [player] = fits
    # numbers are mistyped more often than whole names: one that contradicts the name is only a candidate
    against = _against(row, player, register)
    return _doubtful(row, f"the {by} fits, {against}", fits) if against else Match(row, "matched", player, by)


def _against(row: Row, player: str, register: Register) -> str:
    """What contradicts a number: no word of the name in common, or another year of birth."""
    names = register.names(player)
    if row.name and names and not any(kin(row.name, name) for name in names):
        return f"but the name is {names[0]}"
    if _years(row, player, register) == "differ":
        return f"but the birth is {register.born(player)}"
    if row.fide_id and register.fide_ids(player) - {row.fide_id}:
        return f"but the FIDE id is {min(register.fide_ids(player))}"
    return ""


def _years(row: Row, player: str, register: Register) -> str:
    """same, differ or unknown: years, and days where both are known."""
    here, there = row.born or "", register.born(player) or ""
    if not here or not there:
        return "unknown"
    length = 10 if len(here) == len(there) == 10 else 4
    return "same" if here[:length] == there[:length] else "differ"


def _by_name(row: Row, register: Register, names_alone: bool, among: Collection[str]) -> Match:
    """By a name that is alike, with the year of birth as witness."""
    if not row.name:
        if row.national_id and row.national_id == row.key and like_bye(row.national_id):
            return _doubtful(row, LIKE_BYE)  # the only text of a cell may be taken for an id
        number = row.national_id or row.fide_id
        return _doubtful(row, f"no player has the number {number}" if number else "the row has no name")
    years = {player: _years(row, player, register) for player in register.alike(row.name)}
    fits = {player: word for player, word in years.items() if word != "differ"}
    playing = [player for player in fits if player in among]
    if len(playing) == 1:
        return Match(row, "matched", playing[0], PLAYS)
    if not fits:
        return _unknown(row, years, register)
    if len(fits) == 1:
        [(player, word)] = fits.items()
        if _is_sure(row, player, word == "same" or names_alone, register):
            return Match(row, "matched", player, "name and birth" if word == "same" else "name")
    return _doubtful(row, _why(row, fits, register), fits)


def _unknown(row: Row, namesakes: Collection[str], register: Register) -> Match:
    """Nobody fits by name and birth: new, unless there is somebody who may be meant. A false question costs little."""
    if namesakes:
        births = ", ".join(sorted({register.born(player) or "" for player in namesakes}))
        return _doubtful(row, f"same name, but the birth is {births}", namesakes)
    if like_bye(row.name):
        return _doubtful(row, LIKE_BYE)
    candidates = sorted(
        player
        for player in register.close(row.name)
        if _years(row, player, register) != "differ" and not _other_fide_id(row, player, register)
    )
    if candidates:
        whose = register.names(candidates[0])[0] if len(candidates) == 1 else f"those of {len(candidates)} players"
        return _doubtful(row, f"{CLOSE}{whose}", candidates[:MANY])
    return Match(row, "new", None, UNKNOWN)


def _other_fide_id(row: Row, player: str, register: Register) -> bool:
    ids = register.fide_ids(player)
    return bool(row.fide_id and ids) and row.fide_id not in ids


def _is_sure(row: Row, player: str, birth_fits: bool, register: Register) -> bool:
    """Whether the name is enough: spelt the same, and no number of the row that the player does not have."""
    other_number = row.national_id or (row.fide_id and register.fide_ids(player))
    return birth_fits and not other_number and _same_spelling(row, player, register)


def _why(row: Row, fits: Mapping[str, str], register: Register) -> str:
    """Why the name alone decides nothing."""
    if len(fits) > 1:
        return "several players have that name"
    [(player, years)] = fits.items()
    if row.fide_id and register.fide_ids(player):
        return f"same name, but another FIDE id ({min(register.fide_ids(player))})"
    if row.national_id:
        return f"same name, but no player has the number {row.national_id}"
    if not _same_spelling(row, player, register):
        return "the name is spelt differently"
    return "same name, but a birth is missing" if years == "unknown" else "same name"


def _apart(matches: Sequence[Match]) -> list[Match]:
    """Two rows are two persons, unless the officer answers otherwise."""
    times = Counter(match.player for match in matches if match.player is not None)
    return [
        _doubtful(match.row, f"two rows would be {match.player}", [match.player])
        if match.player is not None and match.by != ANSWERED and times[match.player] > 1
        else match
        for match in matches
    ]
