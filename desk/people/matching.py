"""Who a row of a file is: by number where there is one, else by name and year of birth, and in doubt nobody.

    national number, FIDE id   matched, unless name or birth contradict it
    same name, same birth      matched when exactly one player fits
    only alike                 (accents, other spelling, cut name, birth missing or another): doubtful, with candidates
    close                      (a word more, an initial, a letter or two off, the same sound): doubtful, with candidates
    nobody, or marked as new   new, unless they play in the tournament already: they were new when it came in

Two rows that would be one player, one FIDE id on two rows, a name that reads like a bye, and a new row of a tournament
in which an earlier player is missing now are doubtful. Nothing is ever merged here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from desk.people.register import Register
from exchange.text.cells import like_bye
from messages import NOTHING, Message, say
from names.spelling import exact, kin

Status = Literal["matched", "new", "doubtful"]
Because = Literal["", "map", "remembered", "unknown", "close", "like-bye", "birth-missing", "letters"]
NEW = "new"
PLAYS, LIKE_BYE = say("plays in it already"), say("the name reads like a bye")
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
    """What became of a row. `by`: what the player was matched by, or why there is doubt; `because`: its code."""

    row: Row
    status: Status
    player: str | None
    by: Message
    candidates: tuple[str, ...] = ()
    because: Because = ""


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
            matches.append(Match(row, "new" if player is None else "matched", player, say("the map"), because="map"))
        elif row.fide_id and fide_times[row.fide_id] > 1:
            fits = register.fide(row.fide_id) | register.alike(row.name)
            matches.append(_doubtful(row, say("the FIDE id {number} is on two rows", number=row.fide_id), fits))
        elif row.national_id and own_times[row.national_id] > 1:
            fits = register.national(row.national_id) | register.alike(row.name)
            matches.append(_doubtful(row, say("the number {number} is on two rows", number=row.national_id), fits))
        else:
            matches.append(_by_number(row, register) or _by_name(row, register, names_alone, among))
    return _apart(_missing_now(_new_before(matches, register, among), register, among))


def _doubtful(row: Row, why: Message, candidates: Iterable[str] = (), because: Because = "") -> Match:
    return Match(row, "doubtful", None, why, tuple(sorted(candidates)), because)


def _new_before(matches: Sequence[Match], register: Register, among: Collection[str]) -> list[Match]:
    """A row that the officer marks as new, as for an earlier state of the tournament, is the player created then.

    Namesakes are taken in the order of their ids, in which they were given.
    """
    taken = {match.player for match in matches if match.player is not None}
    result = []
    for match in matches:
        marked = (match.status, match.because) == ("new", "map")
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
        _doubtful(
            match.row, say("this row is new, and an earlier player of the tournament is in no row now"), candidates
        )
        if (match.status, match.because) == ("new", "unknown")
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
    numbers = [
        (say("national number"), register.national(row.national_id)),
        (say("FIDE id"), register.fide(row.fide_id)),
    ]
    fits = {player for _, players in numbers for player in players}
    if not fits:
        return None
    if len(fits) > 1:
        return _doubtful(row, say("the ids of the row belong to several players"), fits)
    by = next(words for words, players in numbers if players)
    [player] = fits
    # numbers are mistyped more often than whole names: one that contradicts the name is only a candidate
    against = _against(row, player, register)
    return (
        _doubtful(row, say("the {what} fits, {against}", what=by, against=against), fits)
        if against
        else Match(row, "matched", player, by)
    )


def _against(row: Row, player: str, register: Register) -> Message:
    """What contradicts a number: no word of the name in common, or another year of birth."""
    names = register.names(player)
    if row.name and names and not any(kin(row.name, name) for name in names):
        return say("but the name is {name}", name=names[0])
    if _years(row, player, register) == "differ":
        return say("but the birth is {born}", born=register.born(player))
    if row.fide_id and register.fide_ids(player) - {row.fide_id}:
        return say("but the FIDE id is {number}", number=min(register.fide_ids(player)))
    return NOTHING


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
            return _doubtful(row, LIKE_BYE, because="like-bye")  # the only text of a cell may be taken for an id
        number = row.national_id or row.fide_id
        return _doubtful(
            row, say("no player has the number {number}", number=number) if number else say("the row has no name")
        )
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
            return Match(row, "matched", player, say("name and birth") if word == "same" else say("name"))
    why, because = _why(row, fits, register)
    return _doubtful(row, why, fits, because)


def _unknown(row: Row, namesakes: Collection[str], register: Register) -> Match:
    """Nobody fits by name and birth: new, unless there is somebody who may be meant. A false question costs little."""
    if namesakes:
        births = ", ".join(sorted({register.born(player) or "" for player in namesakes}))
        return _doubtful(row, say("same name, but the birth is {born}", born=births), namesakes)
    if like_bye(row.name):
        return _doubtful(row, LIKE_BYE, because="like-bye")
    candidates = sorted(
        player
        for player in register.close(row.name)
        if _years(row, player, register) != "differ" and not _other_fide_id(row, player, register)
    )
    if candidates:
        return _doubtful(row, _close_to(candidates, register), candidates[:MANY], "close")
    return Match(row, "new", None, say("no player has that name"), because="unknown")


def _close_to(candidates: Sequence[str], register: Register) -> Message:
    if len(candidates) == 1:
        return say("the name is close to {name}", name=register.names(candidates[0])[0])
    return say("the name is close to those of {count} players", count=len(candidates))


def _other_fide_id(row: Row, player: str, register: Register) -> bool:
    ids = register.fide_ids(player)
    return bool(row.fide_id and ids) and row.fide_id not in ids


def _is_sure(row: Row, player: str, birth_fits: bool, register: Register) -> bool:
    """Whether the name is enough: spelt the same, and no number of the row that the player does not have."""
    other_number = row.national_id or (row.fide_id and register.fide_ids(player))
    return birth_fits and not other_number and _same_spelling(row, player, register)


def _why(row: Row, fits: Mapping[str, str], register: Register) -> tuple[Message, Because]:
    """Why the name alone decides nothing."""
    if len(fits) > 1:
        return say("several players have that name"), ""
    [(player, years)] = fits.items()
    if row.fide_id and register.fide_ids(player):
        return say("same name, but another FIDE id ({number})", number=min(register.fide_ids(player))), ""
    if row.national_id:
        return say("same name, but no player has the number {number}", number=row.national_id), ""
    if not _same_spelling(row, player, register):
        return say("the name is spelt differently"), ""
    if years == "unknown":
        return say("same name, but a birth is missing"), "birth-missing"
    return say("same name"), ""


def _apart(matches: Sequence[Match]) -> list[Match]:
    """Two rows are two persons, unless the officer answers otherwise."""
    times = Counter(match.player for match in matches if match.player is not None)
    return [
        _doubtful(match.row, say("two rows would be {player}", player=match.player), [match.player])
        if match.player is not None and match.because != "map" and times[match.player] > 1
        else match
        for match in matches
    ]
