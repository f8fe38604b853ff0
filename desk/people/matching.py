"""Match a row of a file with everybody it may mean: every source is weighed for each of
them, and one rule decides.

    sure       a number, or the name letter by letter and the birth, are one player's,
               and no source contradicts
    proposed   nothing contradicts but less agrees, or only the sex or the federation
               contradicts: asked in one question for many rows (`Group`)
    doubtful   any two sources contradict, or several players may be meant: asked by
               itself, with candidates
    new        nobody has the number, the name or one close to it, or the birth and a
               part of the name

Whoever plays in the tournament already is known by the name alone. A row that the
officer marks as new is new, unless they were so when an earlier state of the tournament
came in. Two rows that would be one player, a number on two rows, a name that reads like
a bye, and a new row of a tournament in which an earlier player is missing now are
doubtful. Nothing is ever merged here.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from desk.files.settings import NEW, Group
from desk.people.births import Birth, births
from desk.people.evidence import (
    Evidence,
    PersonRow,
    clear_candidate,
    nearest,
    sorted_by_likelihood,
    weigh,
)
from desk.people.register import Register
from exchange.byes import has_bye_word
from exchange.names.likeness import Likeness, has_same_words
from exchange.names.words import folded_words
from messages import NOTHING, Message, say
from projections.replay.loop import Progress

Status = Literal["matched", "proposed", "new", "doubtful"]
Because = Literal[
    "",
    "map",
    "agreed",
    "remembered",
    "unknown",
    "names",
    "spelling",
    "details",
    "no-name",
    "no-number",
    "number-twice",
    "several-numbers",
    "same-player",
    "other-person",
    "other-name",
    "other-birth",
    "other-number",
    "other-details",
    "nameless",
    "namesakes",
    "birth-missing",
    "close",
    "born-alike",
    "like-bye",
    "letters",
    "lost-letters",
    "missing-now",
]
PLAYS, LIKE_BYE = say("plays in it already"), say("the name reads like a bye")
# two rows with one number, or for one player, are never settled by what was said of one
# of them
OF_TWO_ROWS: tuple[Because, ...] = ("number-twice", "same-player")
MANY = 10  # candidates of whom only a part of the name or the birth fits


class Match(NamedTuple):
    """A row and what became of it. `by`: what the player was matched by, or why there
    is doubt; `because`: its code.

    Candidates stand in their order, the likely ones first.
    """

    row: PersonRow
    status: Status
    player: str | None
    by: Message
    candidates: tuple[str, ...] = ()
    because: Because = ""


def match(
    rows: Sequence[PersonRow],
    register: Register,
    answers: Mapping[str, str],
    *,
    names_alone: bool = False,
    among: Collection[str] = (),
    everybody: bool = True,
    progress: Progress | None = None,
) -> list[Match]:
    """Match every row: it is matched, proposed, new or doubtful.

    `answers` are the officer's, by key; `among` those who play in the tournament
    already, whose name alone is enough; `everybody`: all of them should be among the
    rows; `progress` hears how many rows were matched; `names_alone`: the officer
    declares that names are enough everywhere.
    """
    fide_times = Counter(row.fide_id for row in rows if row.fide_id)
    own_times = Counter(row.national_id for row in rows if row.national_id)
    matches: list[Match] = []
    for row in rows:
        if progress is not None:
            progress(len(matches), len(rows))
        if (answer := answers.get(row.key)) is not None:
            player = None if answer == NEW else register.resolve(answer)
            matches.append(
                Match(
                    row,
                    "new" if player is None else "matched",
                    player,
                    say("the map"),
                    because="map",
                )
            )
        elif row.fide_id and fide_times[row.fide_id] > 1:
            fits = register.fide(row.fide_id) | register.alike(row.name)
            why = say("the FIDE id {number} is on two rows", number=row.fide_id)
            matches.append(_doubtful_match(row, why, fits, "number-twice", register))
        elif row.national_id and own_times[row.national_id] > 1:
            fits = register.national(row.national_id) | register.alike(row.name)
            why = say("the number {number} is on two rows", number=row.national_id)
            matches.append(_doubtful_match(row, why, fits, "number-twice", register))
        else:
            matches.append(_match_of_row(row, register, names_alone, among))

    matches = _match_marked_new(matches, register, among)
    if everybody:
        matches = _doubt_missing_players(matches, register, among)

    return _doubt_shared_players(matches, register)


def _doubtful_match(
    row: PersonRow,
    why: Message,
    candidates: Iterable[str],
    because: Because,
    register: Register,
) -> Match:
    """Ask the officer about a row; the candidates are put in their order.

    `why`: the reason in words. `because`: its code.
    """
    return Match(
        row,
        "doubtful",
        None,
        why,
        tuple(sorted_by_likelihood(row, candidates, register)),
        because,
    )


def likely_candidate(match: Match, register: Register) -> str | None:
    """Return the candidate whom Enter may mean; nobody where two rows are about one
    player.
    """
    if match.because in OF_TWO_ROWS:
        return None
    return clear_candidate(match.row, match.candidates, register)


def _match_of_row(
    row: PersonRow, register: Register, names_alone: bool, among: Collection[str]
) -> Match:
    """Weigh everybody with a number of the row or its name; a number that somebody has
    comes first.

    Several players with the numbers of one row are a doubt; without a number that
    somebody has, the name decides.
    """
    numbered = register.national(row.national_id) | register.fide(row.fide_id)
    weighed = {
        player: weigh(row, player, register)
        for player in numbered | register.alike(row.name)
    }

    if len(numbered) > 1:
        return _doubtful_match(
            row,
            say("the ids of the row belong to several players"),
            weighed,
            "several-numbers",
            register,
        )

    if numbered:
        [player] = numbered
        own = weighed.pop(player)
        return _match_by_number(row, own, weighed.values(), register)

    return _match_by_name(row, weighed.values(), register, names_alone, among)


def _match_by_number(
    row: PersonRow, own: Evidence, others: Iterable[Evidence], register: Register
) -> Match:
    """Match the player with the number, unless another source contradicts: numbers are
    mistyped or looked up wrong.

    Asked in this order: do name and birth fit somebody else better, does a source
    contradict, is a name to compare known at all, is it only spelt differently?
    Otherwise the row is the player.
    """
    what = say("national number") if own.number else say("FIDE id")

    if own.name is not None and own.name < Likeness.ALIKE:
        near = register.close(row.name) - register.alike(row.name) - {own.player}
        others = [*others, *(weigh(row, player, register) for player in near)]

    fitting = {other.player: other for other in others if _fits_better(other, own)}
    better = [
        fitting[player] for player in sorted_by_likelihood(row, fitting, register)
    ]
    candidates = (own.player, *fitting)

    if better:
        return _doubtful_match(
            row,
            _two_people_in_words(what, own, better[0], register),
            candidates,
            "other-person",
            register,
        )

    if (against := _contradiction(own, register)) is not None:
        why, because = against
        return _doubtful_match(
            row,
            say("the {what} fits, {against}", what=what, against=why),
            candidates,
            because,
            register,
        )

    if row.name and own.name is None:
        return _doubtful_match(
            row,
            say("the name of the player with the {what} is not known", what=what),
            candidates,
            "nameless",
            register,
        )

    if own.name is Likeness.CLOSE and not own.birth_fits:
        return _proposed_match(
            row, own, "spelling", say("{what}, name spelt differently", what=what)
        )

    return _sure_match(row, own, _and_what_agrees(what, own))


def _and_what_agrees(what: Message, own: Evidence) -> Message:
    """Say by what a player was matched: the number, and the name and birth that agree
    with it.

    `what`: which number it was.
    """
    if own.name is None:
        return say("{what} and birth", what=what) if own.birth_fits else what
    if own.birth_fits:
        return say("{what}, name and birth", what=what)
    return say("{what} and name", what=what)


def _fits_better(other: Evidence, own: Evidence) -> bool:
    """Return whether name and birth are rather another's; a tie counts where the name
    is less than the same.

    `other`: somebody with the name of the row. `own`: the player with its number.
    Another's name and birth must both fit no worse than those of the player with the
    number. Where they fit equally, the other counts only if both names are less than
    alike.
    """
    if other.birth_differs or other.name is None or own.name is None:
        return False
    if other.name < own.name or other.birth < own.birth:
        return False
    fit_equally = (other.name, other.birth) == (own.name, own.birth)
    return not fit_equally or own.name < Likeness.ALIKE


def _two_people_in_words(
    what: Message, own: Evidence, other: Evidence, register: Register
) -> Message:
    """Say that the number is one person's and the name another's."""
    names = {
        "what": what,
        "name": register.name(own.player),
        "other": register.name(other.player),
    }

    if other.birth_fits:
        return say(
            "the {what} is that of {name}, but name and birth are those of {other}",
            **names,
        )

    return say(
        "the {what} is that of {name}, but the name fits {other} better", **names
    )


def _contradiction(own: Evidence, register: Register) -> tuple[Message, Because] | None:
    """Say what contradicts a number: a name that is not close to theirs, another birth
    or another FIDE id.

    Return the reason in words and its code; None where nothing contradicts. Births are
    never said, because not everybody who reads the question may see them.
    """
    if own.name is not None and own.name < Likeness.CLOSE:
        return (
            say("but the name is {name}", name=register.name(own.player)),
            "other-name",
        )

    if own.birth_differs:
        # the candidate has it, for whoever may see it
        return say("but the date of birth is different"), "other-birth"
    if own.fide_id is False:
        return (
            say(
                "but the FIDE id is {number}", number=min(register.fide_ids(own.player))
            ),
            "other-number",
        )

    return None


def _sure_match(row: PersonRow, own: Evidence, by: Message) -> Match:
    """Match a row unless sex or federation contradict: they change, and are mistyped
    for whole files.
    """
    other = [source for source in own.contradicts() if source in ("sex", "federation")]
    if other:
        return _proposed_match(row, own, "details", by)
    return Match(row, "matched", own.player, by)


def _proposed_match(row: PersonRow, own: Evidence, group: Group, by: Message) -> Match:
    """Propose the one player for a row; `group`: the question that it is asked in."""
    return Match(row, "proposed", own.player, by, (own.player,), group)


def _match_by_name(
    row: PersonRow,
    weighed: Collection[Evidence],
    register: Register,
    names_alone: bool,
    among: Collection[str],
) -> Match:
    """Match a row by a name that is alike, if the birth agrees.

    One player of the tournament with that name is enough, unless their FIDE id is
    another one. Several players with the name are a doubt. A missing birth is a
    proposal where nobody else has the name, and enough where the officer declares names
    to be (`names_alone`).
    """
    if not row.name:
        return _nameless_match(row, register)

    fits = [own for own in weighed if not own.birth_differs]
    playing = [own for own in fits if own.player in among]
    if len(playing) == 1 and playing[0].fide_id is not False:
        return Match(row, "matched", playing[0].player, PLAYS)

    everybody = [own.player for own in weighed]
    if not fits:
        return _match_of_stranger(row, everybody, register)
    if len(fits) > 1:
        return _doubtful_match(
            row, say("several players have that name"), everybody, "namesakes", register
        )

    [own] = fits
    why, because = _why_not(row, own, register)
    if (
        because == "birth-missing"
        and own.contradicts() == ()
        and (names_alone or _has_no_namesake(row, weighed, register))
    ):
        by = say("name")
        if names_alone:
            return Match(row, "matched", own.player, by)
        return _proposed_match(row, own, "names", by)

    if (
        because == "spelling"
        and own.birth_fits
        and own.contradicts() == ()
        and len(weighed) == 1
    ):
        return _proposed_match(
            row, own, "spelling", say("birth, name spelt differently")
        )

    if because:
        return _doubtful_match(row, why, everybody, because, register)

    return _sure_match(row, own, say("name and birth"))


def _nameless_match(row: PersonRow, register: Register) -> Match:
    """Ask about a row without a name: nobody with its number is known, so it has no
    candidates.
    """
    if row.national_id and row.national_id == row.key and has_bye_word(row.national_id):
        # the only text of a cell may be taken for an id
        return _doubtful_match(row, LIKE_BYE, (), "like-bye", register)
    if number := row.national_id or row.fide_id:
        return _doubtful_match(
            row,
            say("no player has the number {number}", number=number),
            (),
            "no-number",
            register,
        )

    return _doubtful_match(row, say("the row has no name"), (), "no-name", register)


def _has_no_namesake(
    row: PersonRow, weighed: Collection[Evidence], register: Register
) -> bool:
    """Tell whether only one player has this name, and still has it, without looking at
    births.
    """
    return len(weighed) == 1 and all(
        has_same_words(row.name, register.name(own.player)) for own in weighed
    )


def _why_not(
    row: PersonRow, own: Evidence, register: Register
) -> tuple[Message, Because]:
    """Say why the name of one player is not enough; no code where it is.

    Another FIDE id, a number that nobody has, another spelling and a missing birth are
    reasons, looked at in this order.
    """
    if own.fide_id is False:
        ids = register.fide_ids(own.player)
        return (
            say("same name, but another FIDE id ({number})", number=min(ids)),
            "other-number",
        )

    if row.national_id:
        return (
            say(
                "same name, but no player has the number {number}",
                number=row.national_id,
            ),
            "other-number",
        )

    if own.name is not Likeness.SAME:
        return say("the name is spelt differently"), "spelling"
    if own.birth is Birth.UNKNOWN:
        return say("same name, but a date of birth is missing"), "birth-missing"

    return NOTHING, ""


def _match_of_stranger(
    row: PersonRow, namesakes: Collection[str], register: Register
) -> Match:
    """Make a row new that fits nobody by name and birth, unless somebody may be meant:
    false questions cost little.
    """
    if namesakes:
        return _doubtful_match(
            row,
            say("same name, but the date of birth is different"),
            namesakes,
            "other-birth",
            register,
        )

    if has_bye_word(row.name):
        return _doubtful_match(row, LIKE_BYE, (), "like-bye", register)

    near = nearest(row, register)
    if near.close:
        return _doubtful_match(
            row,
            _close_names_in_words(near.close, register),
            near.close[:MANY],
            "close",
            register,
        )

    if near.born_alike:
        return _doubtful_match(
            row,
            _born_alike(near.born_alike, register),
            near.born_alike[:MANY],
            "born-alike",
            register,
        )

    return Match(row, "new", None, say("no player has that name"), because="unknown")


def _close_names_in_words(candidates: Sequence[str], register: Register) -> Message:
    """Say whose names are close: the one candidate by name, several by their count."""
    if len(candidates) == 1:
        [candidate] = candidates
        name = register.name(candidate)
        return say("the name is close to {name}", name=name)

    return say("the name is close to those of {count} players", count=len(candidates))


def _born_alike(candidates: Sequence[str], register: Register) -> Message:
    """Say who shares the birth and a part of the name: one by name, several by their
    count.
    """
    if len(candidates) == 1:
        return say(
            "birth and a part of the name are those of {name}",
            name=register.name(candidates[0]),
        )

    return say(
        "birth and a part of the name are those of {count} players",
        count=len(candidates),
    )


def _match_marked_new(
    matches: Sequence[Match], register: Register, among: Collection[str]
) -> list[Match]:
    """Match a row that the officer marks as new, as for an earlier state of the
    tournament, to the player made then.

    Namesakes are taken in the order of their ids, in which they were given.
    """
    taken = {match.player for match in matches if match.player is not None}
    result = []
    for match in matches:
        marked = (match.status, match.because) == ("new", "map")
        created = (
            sorted(_namesakes(match.row, register, among) - taken) if marked else []
        )
        if created:
            taken.add(created[0])
            match = Match(match.row, "matched", created[0], PLAYS)

        result.append(match)

    return result


def _namesakes(row: PersonRow, register: Register, among: Collection[str]) -> set[str]:
    """Return the players of the tournament whose name is the row's, letter by letter."""
    playing = [
        weigh(row, player, register)
        for player in register.alike(row.name)
        if player in among
    ]

    return {
        own.player
        for own in playing
        if own.name is Likeness.SAME and not own.birth_differs
    }


def _doubt_missing_players(
    matches: Sequence[Match], register: Register, among: Collection[str]
) -> list[Match]:
    """Doubt a new row of a tournament in the ledger: it may be one of its players under
    a corrected name.

    Players stay in later states of a report once they have played, so a player who is
    gone was renamed.
    """
    players = set(among) - {match.player for match in matches}
    if not players:
        return list(matches)

    missing = _MissingPlayers(players, register)
    why = say(
        "this row is new, and an earlier player of the tournament is in no row now"
    )

    doubted = []
    for match in matches:
        if (match.status, match.because) == ("new", "unknown"):
            candidates = missing.candidates(match.row)
            match = _doubtful_match(match.row, why, candidates, "missing-now", register)
        doubted.append(match)
    return doubted


class _MissingPlayers:
    """The players of a tournament who are in no row now, by what may show them in a new
    row: a whole tournament may be renamed, so nobody is compared with everybody.
    """

    def __init__(self, players: Iterable[str], register: Register) -> None:
        """Take in the players, one or more, by the words of all their names and by
        their years of birth.
        """
        self._register = register
        self._players = sorted(players)
        self._by_word: dict[str, set[str]] = defaultdict(set)
        self._by_year: dict[str, set[str]] = defaultdict(set)

        for player in self._players:
            for name in register.names(player):
                for word in folded_words(name):
                    self._by_word[word].add(player)

            if born := register.born(player):
                self._by_year[born[:4]].add(player)

    def candidates(self, row: PersonRow) -> list[str]:
        """Return whom a new row may be, at most MANY: the players who share most words
        of the name and the birth with it; where nobody shares anything, the first by
        id.

        A player is kindred too where only the birth fits, for a name may change
        entirely.
        """
        shared = Counter[str]()
        for word in set(folded_words(row.name)):
            shared.update(self._by_word.get(word, ()))

        year = (row.born or "")[:4]
        for player in self._by_year.get(year, ()):
            if births(row.born, self._register.born(player)) >= Birth.YEAR:
                shared[player] += 1

        if not shared:
            return self._players[:MANY]

        return sorted(shared, key=lambda player: (-shared[player], player))[:MANY]


def _doubt_shared_players(matches: Sequence[Match], register: Register) -> list[Match]:
    """Doubt two rows that would be one player: they are two persons, unless the officer
    answers otherwise.
    """
    times = Counter(match.player for match in matches if match.player is not None)

    doubted = []
    for match in matches:
        player = match.player
        if player is not None and match.because != "map" and times[player] > 1:
            why = say("two rows would be {player}", player=player)
            match = _doubtful_match(match.row, why, [player], "same-player", register)
        doubted.append(match)
    return doubted
