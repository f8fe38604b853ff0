"""Decide who the rows of a file are: matched, new with an id of their own, or a
question to the officer.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from desk.files.games_file import Entrant, Fields, GamesFile, fide_number, rows_by_text
from desk.files.settings import BYE, GROUPS, NEW, Group, NewGroup, Settings
from desk.games.open_question import OpenQuestion
from desk.ledger_view import LedgerView
from desk.people.matching import Because, Match
from desk.people.register import OF_FIDE, Register
from ledger.errors import Problem, Refused, Where, field_name
from messages import (
    NOTHING,
    Message,
    by_command,
    either,
    listed_names,
    option,
    say,
    template,
)

_WORD = re.compile(r"[\w.,:=@%+/-]+")
_SPECIAL = re.compile(r'["\\$`]')
MAX_PREFIX = 48
MAX_PROBLEMS = 200
SHOWN = 5
FIRST = 3  # rows in the question about many
ONE_BY_ONE = 0  # the answer that each row of a group be asked about by itself
MANY = 5  # doubtful rows of one cause that may be answered together
_ALONE: Mapping[Because, tuple[Because, Message]] = {
    "names": ("birth-missing", say("same name, but a date of birth is missing")),
    "spelling": ("spelling", say("the name is spelt differently")),
    "details": ("other-details", say("the sex or the federation is different here")),
}
Number = TypeVar("Number", bound=Hashable)


class Identities(NamedTuple):
    """The ids of rows that have one, the details of the new players, and the question
    about ids for them.
    """

    ids: dict[str, str]
    new: list[Fields]
    questions: list[OpenQuestion]


def identities(
    matches: Sequence[Match],
    settings: Settings,
    tournament: str,
    ledger: LedgerView,
    register: Register,
) -> Identities:
    """Give ids to all rows: those of the matched first, then what the new bring along,
    then numbers behind a prefix.

    The ids of new players begin as the settings say, else as all in the ledger do, else
    with the id of the `tournament`, as in `kesa-0001`. The question about it is asked
    only where somebody is left without an id and the settings give none.
    """
    ids = {match.row.key: match.player for match in matches if match.player is not None}
    new = [
        row
        for match in matches
        if match.status == "new" and isinstance(row := match.row, Entrant)
    ]
    ambiguous = _ambiguous_numbers(new)
    ids |= _own_numbers(new, ambiguous, register)
    without = [row for row in new if row.key not in ids]
    prefix = settings.new_ids or ""
    if without and not prefix:
        prefix = ledger.shared_prefix(OF_FIDE) or f"{tournament}-"[:MAX_PREFIX]
    ids |= _number_new_players(without, prefix, ledger, register)
    questions = []
    if without and settings.new_ids is None:
        questions = [_prefix_question(without, prefix)]

    return Identities(
        ids,
        [_details(row, ids[row.key], ambiguous, settings.club) for row in new],
        questions,
    )


def _key_and_name(row: Entrant) -> str:
    """Write the key of a row and its name, which may be one."""
    if row.key == row.name:
        return row.key
    return f"{row.key} {row.name}".rstrip()


def refuse_own_opponents(file: GamesFile, ids: Mapping[str, str]) -> None:
    """Refuse a map that makes one person of two rows that met.

    `ids`: the player of each row, by its key. `Refused` names every such game.
    """
    rows = {entrant.key: entrant for entrant in file.entrants}
    problems = []
    for game in file.games:
        if (player := ids[game.white]) == ids[game.black]:
            message = say(
                "{white} and {black} would both be {player}, and they met in round"
                " {number}",
                white=_key_and_name(rows[game.white]),
                black=_key_and_name(rows[game.black]),
                player=player,
                number=game.round,
            )
            hint = by_command(
                "use --map {number}=new, or another id",
                "answer that one of them is somebody new, or another player",
                number=game.black,
            )
            where = Where(
                file.source.file, game.line, None, field_name(("map", game.black))
            )
            problems.append(Problem("same-player", message, where, hint))

    if problems:
        raise Refused(problems[:MAX_PROBLEMS])


def _ambiguous_numbers(rows: Sequence[Entrant]) -> set[int | str | None]:
    """Return the numbers that are on two rows: they belong to neither.

    FIDE ids are numbers and national ids are texts, so the two do not mix.
    """
    return {
        *_repeated_numbers(row.fide_id for row in rows),
        *_repeated_numbers(row.national_id for row in rows),
    }


def _repeated_numbers(numbers: Iterable[Number]) -> set[Number]:
    """Return the numbers that occur more than once; no number at all does not count."""
    return {
        number for number, times in Counter(numbers).items() if number and times > 1
    }


def _own_numbers(
    rows: Sequence[Entrant], ambiguous: set[int | str | None], register: Register
) -> dict[str, str]:
    """Give new players their own national number as their id in the ledger, unless
    somebody has it.

    A number on two rows is nobody's id.
    """
    return {
        row.key: row.national_id
        for row in rows
        if row.national_id
        and row.national_id not in ambiguous
        and not register.exists(row.national_id)
    }


def _number_new_players(
    rows: Sequence[Entrant], prefix: str, ledger: LedgerView, register: Register
) -> dict[str, str]:
    """Number new players PREFIX0001 and so on, after the highest number in use and with
    as many digits.

    Numbers that somebody has are left out, and nobody gets an id where there is no row.

    For example, after kesa-0006:

        {"12": "kesa-0007", "15": "kesa-0008"}
    """
    if not rows:
        return {}
    free = register.free_ids(prefix, ledger.numbers_behind(prefix))
    return {row.key: name for row, name in zip(rows, free, strict=False)}


def _prefix_question(rows: Sequence[Entrant], prefix: str) -> OpenQuestion:
    """Ask what the ids of new players begin with; `prefix` is proposed.

    `rows`: those without an id, at least one.
    """
    if len(rows) > 1:
        message = say("{count} players are new and need ids", count=len(rows))
    else:
        message = say("{name} is new and needs an id", name=rows[0].name or rows[0].key)
    return OpenQuestion(
        "new_ids", message, say("{name} PREFIX", name=option("new_ids")), prefix
    )


def _details(
    row: Entrant, player: str, ambiguous: set[int | str | None], club: str | None
) -> Fields:
    """Return the details of a new player as documents write them, without those that
    the row does not have.

    `ambiguous`: numbers on two rows, which belong to nobody. `club`: the club of whom
    the file names none.

    For example:

        {"player": "kesa-0001", "name": "Aho, Aino", "born": "2001", "club": "Tornit"}
    """
    fields: Fields = {
        "player": player,
        "name": row.name or None,
        "sex": row.sex,
        "born": row.born,
        "federation": row.federation,
        "fide_id": None if row.fide_id in ambiguous else row.fide_id,
        "club": row.club or club,
    }
    return {name: value for name, value in fields.items() if value is not None}


def map_by_row(
    rows: Sequence[Entrant],
    answers: Mapping[str, str],
    exists: Callable[[str], bool],
    file: str,
) -> dict[str, str]:
    """Return the officer's map by row key; each line must name one row and somebody in
    the ledger.

    A row that is nothing but an id of the ledger is that player, and one without a name
    cannot be anybody new.

    `answers`: a start number or name, and a player id, `new` or `bye`. `exists`:
    whether an id is in the ledger. `Refused` names each line that does not fit.

    For example, where row 12 is Aho, Aino:

        {"12": "F020"}         ->  {"12": "F020"}
        {"Aho, Aino": "new"}   ->  {"12": "new"}
    """
    by_key = {row.key: row for row in rows}
    meant = rows_by_text(rows, answers)
    players: dict[str, str] = {}
    problems: list[Problem] = []
    for text, answer in answers.items():
        fits, where = meant[text], Where(file, field=field_name(("map", text)))
        if len(fits) != 1:
            if fits:
                message = say("the map's {text} names several rows", text=repr(text))
            else:
                message = say(
                    "the map's {text} names nobody who plays", text=repr(text)
                )
            hint = say("start number or name, as in the file")
            problems.append(Problem("map-row", message, where, hint))
        elif answer != NEW and not exists(answer):
            message = say(
                "no player has the id {name} (for {text})", name=repr(answer), text=text
            )
            problems.append(
                Problem(
                    "map-player",
                    message,
                    where,
                    say("a player of the ledger, new or bye"),
                )
            )
        elif answer == NEW and (flaw := _why_not_new(by_key[fits[0]], exists)):
            problems.append(
                Problem(
                    "map-player",
                    flaw,
                    where,
                    say("leave it out of the map, or name another player"),
                )
            )
        else:
            players[fits[0]] = answer

    if problems:
        raise Refused(problems)

    return players


def _why_not_new(row: Entrant, exists: Callable[[str], bool]) -> Message:
    """Say why a row cannot be somebody new; empty when it can.

    `exists`: whether an id is in the ledger. A row that is an id of the ledger alone,
    and one without a name, cannot be new.
    """
    text = row.name or row.national_id or row.key
    if text == row.key and exists(text):
        return say("{name} is a player of the ledger, not a new one", name=text)
    if row.name:
        return NOTHING
    return say("{name} has no name, so it cannot become a new player", name=text)


def ids_possibly_meant(rows: Iterable[Entrant], register: Register) -> set[str]:
    """Return the ids of all whom the rows may mean, by a number or a name, so that they
    are read together.

    A row that is an id of the ledger alone counts by its name.
    """
    ids: set[str] = set()
    for row in rows:
        ids |= (
            {row.national_id or row.name}
            | register.fide(row.fide_id)
            | register.alike(row.name)
        )
    return ids - {""}


def row_with_id(row: Entrant, settings: Settings, register: Register) -> Entrant:
    """Return a row whose id stands in the place of its name as an id: an id of the
    ledger is never a name.

        name F020, which is an id of the ledger     ->  no name, national id F020
        number 500003 in a table of names, which
        is the FIDE id of somebody here             ->  FIDE id 500003

    Any other row comes back as it is.
    """
    if row.name and not row.national_id and register.exists(row.name):
        return row._replace(name="", national_id=row.name)
    if settings.players_by == "name" and row.national_id and row.national_id == row.key:
        # a number alone, in a table where names are enough: the ledger's own id, or
        # else a FIDE id that it knows
        fide_id = fide_number(row.national_id)
        if not register.exists(row.national_id) and register.fide(fide_id):
            return row._replace(national_id=None, fide_id=fide_id)

    return row


def _shell_word(answer: str) -> str:
    """Quote a text as one word of a command line.

    For example:

        F020          stays as it is
        12=Aho Aino   "12=Aho Aino"
    """
    if _WORD.fullmatch(answer):
        return answer
    return '"' + _SPECIAL.sub(r"\\\g<0>", answer) + '"'


def _map_line(line: str) -> Message:
    """Write a line of the map as a command has it (`--map 12=F020`), or as a form does."""
    return by_command(
        "{flag} {quoted}",
        "{name} {line}",
        flag="--map",
        quoted=_shell_word(line),
        name="map",
        line=line,
    )


def doubts(matches: Sequence[Match], file: str) -> list[OpenQuestion]:
    """Ask about every doubtful row, with the lines of a map that would answer.

    The candidates come first in those lines, then that the row is a bye or somebody
    new. Where many rows have one cause, the question also says how to answer that all
    of them are new. No answer is proposed.
    """
    questions = []
    many = {group.because: group for group in groups_of_new(_doubtful(matches))}
    for match in matches:
        if match.status != "doubtful":
            continue

        row = match.row
        assert isinstance(row, Entrant)
        bye = (BYE,) if match.because == "like-bye" else ()
        answers = (*match.candidates[:SHOWN], *bye, *((NEW,) if row.name else ()))
        lines = either(
            _map_line(f"{row.key}={answer}") for answer in answers or ("ID",)
        )

        if match.because in many:
            lines = say(
                "{lines}; or {name} {group}={count} if all {count} are new",
                lines=lines,
                name=option("agreed", "agree"),
                group=many[match.because].name,
                count=many[match.because].size,
            )

        message = say(
            "{names}: {by}",
            names=" ".join(dict.fromkeys(filter(None, (row.key, row.name)))),
            by=match.by,
        )
        where = Where(file, row.line, None, "map")
        questions.append(
            OpenQuestion("map", message, lines, None, match.candidates, where)
        )

    return questions


def answer_groups(
    matches: Sequence[Match], offered: Sequence[Match], agreed: Mapping[str, int]
) -> list[Match]:
    """Answer for the rows of a group: all of them agreed to, or each asked about by
    itself, as a single one is anyway.

    So are doubtful rows of one cause, where all of them are answered to be new.

    An answer is about as many rows as were `offered` before the map, or as are left
    beside it; any other number was never shown to anybody, so it is no answer.

    `offered`: the matches as they were without the map; empty where nothing was mapped.
    `agreed`: the number of rows by group, as in `{"names": 12}`; 0 asks for each row by
    itself.
    """
    sizes = [_proposed_by_group(matches), _proposed_by_group(offered)]
    new = _causes_answered_new(
        [*groups_of_new(_doubtful(matches)), *groups_of_new(_doubtful(offered))], agreed
    )
    settled = []
    for match in matches:
        if match.status == "proposed":
            match = _answer_for_row(match, agreed, sizes)
        elif match.status == "doubtful" and match.because in new:
            match = match._replace(status="new", player=None, because="agreed")
        settled.append(match)

    return settled


def _proposed_by_group(matches: Sequence[Match]) -> Counter[Because]:
    """Count the matches that are proposed, by why they are."""
    return Counter(match.because for match in matches if match.status == "proposed")


class AllNew(NamedTuple):
    """The doubtful rows of one cause, where there are many: all of them may be new."""

    name: NewGroup
    because: str
    rows: Sequence[str]  # what each is called

    @property
    def size(self) -> int:
        """How many rows there are, which is the number to be answered."""
        return len(self.rows)

    @property
    def sentence(self) -> Message:
        """Say how many there are, what they share with people here, and who the first
        are.
        """
        return say(
            _OF_ALL_NEW[self.name],
            count=self.size,
            names=listed_names(self.rows, FIRST, separator="; "),
        )


_SHARED: Mapping[str, NewGroup] = {
    "close": "close-new",
    "born-alike": "born-alike-new",
    "other-birth": "other-birth-new",
    "namesakes": "namesakes-new",
}
_OF_ALL_NEW: Mapping[NewGroup, str] = {
    "close-new": template(
        "{count} players have names close to those of others ({names})"
    ),
    "born-alike-new": template(
        "{count} players share the birth and a part of the name with others ({names})"
    ),
    "other-birth-new": template(
        "{count} players have the names of others and another birth ({names})"
    ),
    "namesakes-new": template(
        "{count} players have names that several others have ({names})"
    ),
}


def groups_of_new(rows: Iterable[tuple[str, str]]) -> list[AllNew]:
    """Return the groups of doubtful rows that one answer may say to be new.

    `rows`: why there is doubt, and the name.

    Fewer than five rows of a cause are no group: they are asked about one by one. Rows
    without a name are in none.
    """
    names: dict[str, list[str]] = {because: [] for because in _SHARED}
    for because, name in rows:
        if because in names and name:
            names[because].append(name)

    return [
        AllNew(_SHARED[because], because, own)
        for because, own in names.items()
        if len(own) >= MANY
    ]


def _doubtful(matches: Iterable[Match]) -> list[tuple[str, str]]:
    """Return why each doubtful row is doubted, and its name, as `groups_of_new` takes them."""
    return [
        (match.because, match.row.name)
        for match in matches
        if match.status == "doubtful"
    ]


def _causes_answered_new(
    groups: Iterable[AllNew], agreed: Mapping[str, int]
) -> set[str]:
    """Return the causes whose rows were all said to be new, with their number.

    An answer with another number than a group has says nothing about it.
    """
    return {group.because for group in groups if agreed.get(group.name) == group.size}


def _answer_for_row(
    match: Match, agreed: Mapping[str, int], sizes: Sequence[Counter[Because]]
) -> Match:
    """Settle one proposed row by what was agreed about its group.

    The row is matched where the number agreed to is one that was shown. It is doubted
    where each row is to be asked about by itself, or is alone in its group. Otherwise
    it stays proposed.

    `sizes`: the rows of each group, with the map and before it.
    """
    answer = agreed.get(match.because)
    counts = [size[match.because] for size in sizes]
    if answer and answer in counts:
        return match._replace(status="matched", because="agreed")

    if answer == ONE_BY_ONE or counts[0] == 1:
        because, why = _ALONE[match.because]
        return match._replace(status="doubtful", player=None, by=why, because=because)

    return match


def group_questions(
    matches: Sequence[Match], register: Register, file: str
) -> list[OpenQuestion]:
    """Ask one question about all rows of a group, with the first of them; a preview
    shows everybody.

    The answer is proposed: that all are right, with their number, as in `names=12`.
    """
    questions = []
    for group in GROUPS:
        rows = [
            match
            for match in matches
            if match.status == "proposed" and match.because == group
        ]
        if not rows:
            continue

        answer = f"{group}={len(rows)}"
        flag = say(
            "{name} {answer}, or {name} {group}={none} to be asked one by one",
            name=option("agreed", "agree"),
            answer=answer,
            group=group,
            none=ONE_BY_ONE,
        )

        message = _group_question(group, len(rows), _first(rows, register))
        questions.append(
            OpenQuestion(
                "agreed",
                message,
                flag,
                answer,
                where=Where(file, field="agreed"),
                about=group,
            )
        )

    return questions


def _first(rows: Sequence[Match], register: Register) -> Message:
    """Say who the first rows are, and how many more there are.

    For example:

        Aho Aino = F020; Berg Bo = F021; Cox C = F022 and 9 more
    """
    pairs = [_pair(match, register) for match in rows]
    return listed_names(pairs, FIRST, separator="; ")


def _pair(match: Match, register: Register) -> str:
    """Return the name of a row and the player it is, with another name that they have.

    For example:

        Aho Aino = F020             their name here and in the ledger
        Aho A = F020 Aho, Aino      called otherwise in the ledger
    """
    name = register.name(str(match.player))
    pair = f"{match.row.name} = {match.player}"
    if name == match.row.name:
        return pair
    return f"{pair} {name}"


def _group_question(group: Group, count: int, pairs: Message) -> Message:
    """Ask about a group of at least two rows, of which the first stand in the question.

    `group`: why they are asked about together. `pairs`: the first of them, as in `Aho
    Aino = F020`.
    """
    question = template(
        "all right? {count} players are known by names that nobody else here has"
        " ({pairs})"
    )

    if group == "spelling":
        question = template(
            "all right? {count} players are known whose names are spelt differently"
            " here ({pairs})"
        )
    elif group == "details":
        question = template(
            "all right? {count} players are known whose sex or federation is"
            " different here ({pairs})"
        )

    return say(question, count=count, pairs=pairs)
