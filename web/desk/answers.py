"""Turn the questions about a file into fields of a form, with the likely answer filled
in; and the form into settings again.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from desk.files.settings import BYE, NEW
from desk.games.identities import ONE_BY_ONE, groups_of_new
from desk.games.report import (
    Candidate,
    DoubtfulPlayer,
    FilePlayers,
    FileSubmitted,
    MatchedPlayer,
    NewPlayer,
    ProposedPlayer,
    QuestionRow,
)
from desk.slips import SlipAnswers
from exchange.text.encodings import ENCODINGS
from exchange.text.numbers import whole_number
from ledger.errors import Problem
from messages import NOTHING, Message
from rulebooks import LISTS

Answers = dict[str, object]  # the settings of a file, as they are written
MAP, DAYS, AGREED, SURE = "map.", "round_days.", "agreed.", "sure."
CHOICES = {
    "date_order": ("dmy", "mdy", "ymd", "ydm"),
    "age_group": ("open", "under-14", "under-10"),
    "list": LISTS,
    "players_by": ("fide", "national", "name"),
    "colours": ("berger", "unknown", "alternate"),
    "encoding": ENCODINGS,
    "points": ("usual", "doubled"),
    "other_rounds": ("stay", "struck"),
    "venue": ("board", "online"),
    "kind": ("standard", "rapid"),
}
ABOUT_PEOPLE = ("map", "agreed")
YES, NO, ALWAYS = "yes", "no", "always"
# answers that have parts, such as who each row is: each part has a field, `map.3`
GROUPS = ("map", "round_days", "agreed", "results", "relayed")
# what the answers are that are no texts, by their name or the name of their group
YES_OR_NO = (
    "domestic",
    "fide_accepted",
    "official_representation",
    "accepted",
    "each_game_rated",
    "all_played",
    "everybody",
)
NUMBERS = (
    "minutes",
    "order_no",
    "start_minutes",
    "total_minutes",
    "stage_from_round",
    "round",
    "games",
    "agreed",
)
SEVERAL = ("representatives",)  # ids, with a blank between them
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,6})?")
# by the refusal of a file, and its field: the answers with which it may be read
OF_REFUSALS = {
    "pgn-not-confirmed": ("all_played",),
    "pgn-no-round": ("round",),
    "pairings-no-round": ("round",),
    "table-columns": ("columns", "round"),
    "table-unknown-column": ("columns",),
    "table-missing-column": ("columns", "round"),
    "text-encoding": ("encoding",),
    "no-sheet": ("sheet",),
    "unknown-format sheet": ("sheet",),
    "openings-no-list": ("list",),
    "openings-no-day": ("on",),
    "openings-missing-column games": ("games",),
    "openings-no-ids": ("new_ids",),
    "openings-who": ("players_by",),
    "fide-list-no-day": ("on", "everybody", "federation"),
    "fide-list-one-kind": ("kind",),
}
DATES = ("start", "end", "on")


# the hidden field of the form: what its other fields showed when its page was made
SHOWN = "shown"


class Shown(NamedTuple):
    """What the form showed, by the name of each field: of the questions with what was
    filled in already, and of the answers so far.
    """

    asked: Mapping[str, str]
    answered: Mapping[str, str]


NOTHING_SHOWN = Shown({}, {})


class Choice(NamedTuple):
    """An answer to choose; `person`: who it is, where it is a player."""

    value: str
    person: Candidate | None = None


class AnswerField(NamedTuple):
    """One question. `likely` is filled in; choices make it a list to choose from.
    `kind` of an input: text or date. `answered`: it was, so that the answer may be
    changed, or taken back.
    """

    name: str
    field: str
    message: Message
    likely: str
    choices: tuple[Choice, ...] = ()
    kind: str = "text"
    who: DoubtfulPlayer | None = None
    rows: Sequence[ProposedPlayer] = ()  # whom one question is about
    answered: bool = False

    @property
    def part(self) -> str:
        """The part of the file that it is about, where one question is asked of
        several: a round by its number, a game by its round and row, whom a broadcast
        names by their name there. It is empty for people of the file and groups of them,
        who are shown otherwise.
        """
        group, part = _group_and_part(self.name)
        return "" if group in ABOUT_PEOPLE else part


def fields_of(report: FileSubmitted) -> list[AnswerField]:
    """Return a field for every open question, those about people last.

    A question about the days of rounds becomes one field for each round that has none;
    a question of yes or no has `no` filled in. Rows that are asked about for one cause
    have a field before them that answers for all.
    """
    asked: list[AnswerField] = []
    rounds = iter(_rounds(report))
    for question in report.questions:
        if question.field == "map":
            continue

        name = question.field
        if name == "agreed":
            asked.append(_group(question, report.players.proposed))
            continue
        if name == "round_days":
            name = f"{DAYS}{next(rounds, '1')}"
        if name in YES_OR_NO:
            asked.append(
                AnswerField(name, name, question.message, NO, (Choice(NO), Choice(YES)))
            )
            continue

        if isinstance(question.proposed, str):
            proposed = question.proposed
        else:
            proposed = question.proposal
        choices = tuple(Choice(value) for value in CHOICES.get(name, ()))
        asked.append(
            AnswerField(
                name,
                question.field,
                question.message,
                proposed or "",
                choices,
                _kind(name),
            )
        )

    return [
        *asked,
        *_fields_of_all_new(report.players.doubtful),
        *map(_field_of_person, report.players.doubtful),
        *_broken_names(report.players.doubtful),
    ]


def _fields_of_all_new(doubtful: Sequence[DoubtfulPlayer]) -> Iterator[AnswerField]:
    """Yield a field for many rows in doubt for one cause: that all of them are new, but
    for those that are answered by themselves.

    What it sends is how many rows it was shown for, such as `12`: an answer about 12
    rows is none about 13.
    """
    causes = [(row.because, row.name) for row in doubtful]
    for group in groups_of_new(causes):
        yes = Choice(str(group.size))
        yield AnswerField(
            f"{AGREED}{group.name}", "all_new", group.sentence, "", (yes,)
        )


def _group(question: QuestionRow, proposed: Sequence[ProposedPlayer]) -> AnswerField:
    """Make the field of a group: yes is how many rows it is about, as the settings have
    it; or each is asked about by itself. Yes is chosen already if more than the name
    says so of every row.
    """
    rows = [row for row in proposed if row.group == question.about]
    all_of_them = str(len(rows))
    choices = (Choice(all_of_them), Choice(str(ONE_BY_ONE)))

    yes = ""
    if all(row.likely for row in rows):
        yes = all_of_them

    return AnswerField(
        f"{AGREED}{question.about}", "agreed", question.message, yes, choices, rows=rows
    )


def fields_of_refusal(problems: Sequence[Problem]) -> list[AnswerField]:
    """Return fields for what the officer may tell of a file that cannot be read without
    it.

    The first field that a refusal asks for has its message; the others, which may be
    left empty, have none. A refusal that no answer helps has no field.

        pairings-no-round  one field, round
        table-columns      two fields, columns and round
    """
    asked: dict[str, Message] = {}
    for problem in problems:
        names = OF_REFUSALS.get(problem.code) or OF_REFUSALS.get(
            f"{problem.code} {problem.where.field}", ()
        )
        for place, name in enumerate(names):
            # what is not needed says so by its label
            asked[name] = NOTHING if place else problem.message

    fields = []
    for name, message in asked.items():
        choices = (NO, YES) if name in YES_OR_NO else CHOICES.get(name, ())
        likely = NO if name in YES_OR_NO and not message else ""
        fields.append(
            AnswerField(
                name, name, message, likely, tuple(map(Choice, choices)), _kind(name)
            )
        )

    return fields


def _kind(name: str) -> str:
    """Return the type of a field's input: a date for a day, a text for all else."""
    return "date" if name in DATES or name.startswith(DAYS) else "text"


def _broken_names(doubtful: Sequence[DoubtfulPlayer]) -> Iterator[AnswerField]:
    """Yield the field for names with the letters of another encoding: read in the right
    one, most of them are known.
    """
    broken = next((row.by for row in doubtful if row.because == "letters"), None)
    if broken is not None:
        yield AnswerField(
            "encoding", "encoding", broken, "", tuple(map(Choice, CHOICES["encoding"]))
        )


def _rounds(report: FileSubmitted) -> list[str]:
    """Return the numbers of the rounds whose day is not known yet, as texts: of three
    rounds with a day for the second, 1 and 3.
    """
    days = report.source.round_days
    return [
        str(number)
        for number in range(1, report.source.rounds + 1)
        if number not in days
    ]


def _field_of_person(row: DoubtfulPlayer) -> AnswerField:
    """Make the field that asks who it is. Only a candidate who is clearly ahead is
    chosen already; the last choice is that they are somebody new.

    A name that reads like a bye has the choice that there was no opponent. Nobody new
    can be made of a row without a name.
    """
    bye = (Choice(BYE),) if row.because == "like-bye" else ()
    new = (Choice(NEW),) if row.name or not (bye or row.candidates) else ()
    choices = (
        *(Choice(candidate.player, candidate) for candidate in row.candidates),
        *bye,
        *new,
    )
    likely = BYE if bye else row.likely or ""
    return AnswerField(f"{MAP}{row.number}", "map", row.by, likely, choices, who=row)


def answered_fields(
    settings: bytes | None, unanswered: FileSubmitted | None
) -> list[AnswerField]:
    """Return a field for each answer so far, as it was asked.

    `unanswered`: the file read without any answer about its people, which says whom
    each of those answers is about; None where there is none, or where it cannot be
    read. `likely` of a field is the answer that was given.
    """
    players = FilePlayers() if unanswered is None else unanswered.players
    asked = {}
    if unanswered is not None:
        asked = {field.name: field for field in fields_of(unanswered)}

    # who was matched or new without a question may be answered otherwise too
    others = {}
    for row in _rows_not_asked(players):
        field = _field_of_person(row)
        if field.name not in asked:
            others[field.name] = field
    asked |= others

    fields = []
    for name, value in answers_by_field(settings):
        field = asked.get(name) or _field_without_question(name)
        fields.append(field._replace(likely=value, message=NOTHING, answered=True))

    return fields


def has_answers_on_people(settings: bytes | None) -> bool:
    """Tell whether any answer so far is about the people of a file."""
    answers: Answers = json.loads(settings) if settings else {}
    return any(answers.get(name) for name in ABOUT_PEOPLE)


class AnsweredPeople(NamedTuple):
    """Who the rows of a file are, as far as it was answered: an id, or what stands for
    somebody new or nobody; of rows that are named by their number, and of others.
    """

    by_number: dict[int, str]
    by_name: dict[str, str]


def answered_people(settings: bytes | None) -> AnsweredPeople:
    """Return the answers about people by their rows. A program may name a row by who
    stands in it:

        {"map": {"3": "P12", "Berg, Ada": "new"}}
        AnsweredPeople({3: "P12"}, {"Berg, Ada": "new"})
    """
    people = AnsweredPeople({}, {})
    for name, answer in answers_by_field(settings):
        if not name.startswith(MAP):
            continue
        row = name.removeprefix(MAP)
        number = whole_number(row)
        if number is not None and str(number) == row:
            people.by_number[number] = answer
        else:
            people.by_name[row] = answer

    return people


def _rows_not_asked(players: FilePlayers) -> Iterator[DoubtfulPlayer]:
    """Yield every row that nobody was asked about, as if somebody had been."""
    rows: list[MatchedPlayer | ProposedPlayer | NewPlayer] = [
        *players.matched,
        *players.proposed,
        *players.new,
    ]
    for row in rows:
        born = None if isinstance(row, MatchedPlayer) else row.born
        yield DoubtfulPlayer(
            number=row.number,
            name=row.name,
            by=NOTHING,
            born=born,
            fide_id=None,
            national_id=None,
            candidates=(),
            because="",
            likely=None,
        )


def _field_without_question(name: str) -> AnswerField:
    """Make the field of an answer that no question of this file is about any more.

    It has no message and nobody whom it is about; the answer can still be seen and
    taken back.
    """
    choices = (NO, YES) if name in YES_OR_NO else CHOICES.get(name, ())
    field, _ = _group_and_part(name)
    return AnswerField(
        name, field, NOTHING, "", tuple(map(Choice, choices)), _kind(name)
    )


def slip_answers_of(fields: Mapping[str, str]) -> SlipAnswers:
    """Read what somebody at the desk is sure of, for now or for good: they are always
    asked.

    A field is named for the slip that it answers, and has `yes` or `always`:

        {"sure.same-day:autumn-open": "yes"}
        SlipAnswers(asks=True, sure=("same-day:autumn-open",), always=())
    """
    answers = {
        name.removeprefix(SURE): value
        for name, value in fields.items()
        if name.startswith(SURE)
    }

    sure = tuple(name for name, value in answers.items() if value == YES)
    always = tuple(name for name, value in answers.items() if value == ALWAYS)
    return SlipAnswers(True, sure, always)


def shown_text(
    asked: Sequence[AnswerField], answered: Sequence[AnswerField], so_far: bytes | None
) -> str:
    """Write what the form shows into the text of its hidden field. `so_far`: the
    answers of the draft, which a question shows that is asked once more.
    """
    stored = dict(answers_by_field(so_far))
    shown = Shown(
        {field.name: stored.get(field.name, field.likely) for field in asked},
        {field.name: field.likely for field in answered},
    )
    return json.dumps(shown._asdict(), ensure_ascii=False)


def shown_in(text: str) -> Shown:
    """Read the hidden field again; one that is missing, or is no such text, showed
    nothing.
    """
    try:
        return Shown(**msgspec.json.decode(text, type=dict[str, dict[str, str]]))
    except (msgspec.DecodeError, TypeError):
        return NOTHING_SHOWN


def settings_bytes(
    before: bytes | None, fields: Mapping[str, str], shown: Shown = NOTHING_SHOWN
) -> bytes:
    """Put the answers of the form over those given before; a field that was emptied is
    not answered any more.

    `shown`: what the form showed. What somebody else answered since then stays, where
    whoever sends the form left the field as it was.

    `before`: JSON, or None before the first answer. Returned is JSON again. The answer
    of a field that came back as `answers_by_field` has it stays exactly as it is; a
    text that is no answer of the kind that its field takes is kept as it was typed, and
    `checked_answers` refuses it.
    """
    answers: Answers = json.loads(before) if before else {}
    now = dict(answers_by_field(before))
    for name, text in fields.items():
        if text == now.get(name, ""):
            continue
        if text == shown.answered.get(name):
            continue
        if name in now and text == shown.asked.get(name):
            continue

        group, within = _group_and_part(name)
        if not within:
            _put_answer(answers, name, text, name)
            continue

        parts = answers.setdefault(group, {})
        # nothing can be put where something else has the name of the group
        if isinstance(parts, dict):
            _put_answer(parts, within, text, group)

    return json.dumps(answers, ensure_ascii=False).encode()


def _group_and_part(name: str) -> tuple[str, str]:
    """Return the group of the answer that a field is for, and which part of it; of an
    answer without parts its name, and an empty text.

        map.3          map, 3
        results.3/12   results, 3/12
        minutes        minutes, and an empty text
    """
    group, _, part = name.partition(".")
    return (group, part) if group in GROUPS else (name, "")


def _put_answer(answers: Answers, name: str, text: str, kind: str) -> None:
    """Put what was typed among the answers; an empty text takes the answer away.

    `kind`: the name by which YES_OR_NO, NUMBERS and SEVERAL have it.
    """
    if text:
        answers[name] = _answer_typed(kind, text)
    else:
        answers.pop(name, None)


def _answer_typed(kind: str, text: str) -> object:
    """Return what a text answers; the text itself where the answer is one, and where it
    is no answer of its kind.
    """
    if kind in YES_OR_NO:
        return {YES: True, NO: False}.get(text, text)
    if kind in SEVERAL:
        return text.replace(",", " ").split()
    if kind in NUMBERS and (number := _NUMBER.fullmatch(text)) is not None:
        return float(text) if number[1] else int(text)
    return text


def _answer_shown(answer: object) -> str:
    """Write an answer as its field has it: a truth as the word for it, a number with
    its digits, and several with a blank between them; without blanks around it, for a
    form takes them away.
    """
    if answer is None:
        return ""
    if isinstance(answer, bool):
        return YES if answer else NO
    if isinstance(answer, list):
        return " ".join(map(str, answer))
    return str(answer).strip()


def answers_by_field(settings: bytes | None) -> list[tuple[str, str]]:
    """Return the answers so far by the name of their field, to be looked at and
    changed. `settings_bytes` makes answers of them again.

    A group becomes a field for each of its parts, and what is answered with nothing has
    none:

        {"map": {"3": "P12"}, "minutes": 90, "domestic": true, "place": null}
        [("map.3", "P12"), ("minutes", "90"), ("domestic", "yes")]
    """
    answers: Answers = json.loads(settings) if settings else {}
    pairs = []
    for name, answer in answers.items():
        if isinstance(answer, dict):
            for part, each in answer.items():
                pairs.append((f"{name}.{part}", _answer_shown(each)))
        elif answer is not None:
            pairs.append((name, _answer_shown(answer)))

    return pairs
