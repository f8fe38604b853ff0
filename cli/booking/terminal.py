"""Ask the open questions of a report on a terminal, the likely answer first; show its
preview; then ask `Book it?`.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.booking.prompts import NO, YES, confirm, interruptible, means, prompt
from cli.booking.report import report_lines
from cli.booking.submitting import preparation_with_bar, submit_with_bar
from cli.output import printable, spoken, talk
from cli.question_commands import HERE
from messages import Message, either, joined_message, say

if TYPE_CHECKING:
    from desk.files.settings import Settings
    from desk.games.proposal import GamesProposal
    from desk.games.report import (
        Candidate,
        DoubtfulPlayer,
        FilePlayers,
        ProposedPlayer,
        QuestionRow,
    )
    from desk.outcomes import Outcome

    Proposal = Callable[[Settings, bool], GamesProposal]


Answers = dict[str, Any]  # about a file, as they are written

ROUNDS = 5  # answers may bring questions, but not for ever
NEW, BYE, OTHER = "new", "bye", "other"


def ask_and_book(
    proposal_of: "Proposal", settings: "Settings"
) -> "tuple[GamesProposal, Outcome] | None":
    """Ask the questions, show the preview and book; None when it is not to be booked.

    `proposal_of` reads the file with settings, as a preview or to book it. Nothing is
    asked when nothing is open.
    """

    with interruptible():
        return _ask_and_book(proposal_of, settings)


def _ask_and_book(
    proposal_of: "Proposal", settings: "Settings"
) -> "tuple[GamesProposal, Outcome] | None":
    something_asked = False
    for _ in range(ROUNDS):
        proposal = proposal_of(settings, True)
        preview = submit_with_bar(preparation_with_bar(proposal.prepare), True)
        report = proposal.report(preview)
        if not report.questions:
            break

        if not something_asked:
            talk(
                say(
                    "{file}: {name}",
                    file=report.source.file,
                    name=report.source.name or say("no name"),
                )
            )

        something_asked = True
        settings = _settings_with_answers(settings, _about_event(report.questions))
        settings = _settings_with_answers(
            settings, _about_groups(report.questions, report.players.proposed)
        )
        settings = _settings_with_answers(
            settings, _about_people(report.players.doubtful, settings.map)
        )

    if something_asked:
        for line in report_lines(report, preview):
            click.echo(printable(line))
        if not confirm(say("Book it?"), False):
            talk(say("nothing was recorded"))
            return None

    proposal = proposal_of(settings, False)
    return proposal, submit_with_bar(preparation_with_bar(proposal.prepare), False)


def _settings_with_answers(
    settings: "Settings", answers: Mapping[str, Any]
) -> "Settings":
    """Return the settings with the answers, checked like those of a file."""
    from desk.files.settings import settings_of, settings_over
    from ledger.errors import Where

    return settings_over(settings_of(dict(answers), Where("answers")), settings)


def _about_event(questions: "tuple[QuestionRow, ...]") -> Answers:
    answers: Answers = {}
    for question in questions:
        if question.field in ("map", "agreed"):
            continue
        text = question.message
        if question.choices:
            text = say(
                "{question} ({choices})",
                question=text,
                choices=either(question.choices),
            )
        if isinstance(question.proposed, bool):
            answers[question.field] = confirm(
                say("{question} - domestic?", question=text), question.proposed
            )
            continue

        likely = question.proposed or None
        if likely is None and len(question.choices) == 1:
            [likely] = question.choices
        answers = _answers_with(question, text, likely, answers)
    return answers


def _answers_with(
    question: "QuestionRow", text: Message, likely: str | None, answers: Answers
) -> Answers:
    """Return the answers with one more: the question is asked until the settings take
    what was typed.

    `text`: the question in words. `likely`: what Enter means.
    """
    from desk.files.settings import settings_of
    from ledger.errors import Refused, Where

    while True:
        typed = prompt(text, likely, show_default=True)
        more = copy.deepcopy(answers)
        _answer(question, typed, more)
        try:
            settings_of(more, Where("answers"))
        except Refused as refusal:
            for problem in refusal.problems:
                sentence = filter(None, (problem.message, problem.hint))
                talk(say("  {sentence}", sentence=joined_message(sentence, " - ")))
        else:
            return more


def _answer(question: "QuestionRow", typed: str, answers: Answers) -> None:
    """Put what was typed into the answers, which change, as the settings take it."""
    field = question.field
    if field == "round_days":
        # the question's option is written `--round-day 3=DAY`
        _, _, day_of_round = question.flag.partition(" ")
        number, _, _ = day_of_round.partition("=")
        days = answers.setdefault(field, {})
        days[number] = typed
        return

    begins_with_digit = _has_only_digits(typed[:1])
    has_one_dot_at_most = _has_only_digits(typed.replace(".", "", 1))
    if field == "time_control" and _has_only_digits(typed):
        answers["minutes"] = int(typed)
    elif field == "time_control" and has_one_dot_at_most:
        answers["minutes"] = float(typed)
    elif field == "date_order" and begins_with_digit:
        # the day itself instead of the order of its parts
        answers[str(question.about)] = typed
    else:
        answers[field] = typed


def _has_only_digits(text: str) -> bool:
    """Tell whether a text is digits from 0 to 9; some other digits are no numbers."""
    return text.isascii() and text.isdigit()


def _about_groups(
    questions: "tuple[QuestionRow, ...]", proposed: "tuple[ProposedPlayer, ...]"
) -> Mapping[str, Mapping[str, object]]:
    """Ask about many rows in one question: all of them, each by itself, or all but
    those that are named.
    """
    agreed: dict[str, int] = {}
    somebody_else: dict[str, str] = {}
    for question in questions:
        if question.field != "agreed":
            continue

        rows = {row.number: row for row in proposed if row.group == question.about}
        for row in rows.values():
            talk(f"  {_row_in_words(row)} = {_candidate_in_words(row.candidate)}")

        group = str(question.about)
        others = _rows_of_others(question.message, rows)
        if others is None:
            agreed[group] = 0
            continue

        agreed[group] = len(rows)
        for number in others:
            somebody_else[number] = _typed_player(rows[number])

    return {"agreed": agreed, "map": somebody_else}


def _rows_of_others(
    question: Message, rows: "Mapping[str, ProposedPlayer]"
) -> list[str] | None:
    """Read which rows are somebody else; None: each is to be asked about. Enter is a
    yes if all of them are clear.
    """
    clear = all(row.likely for row in rows.values())
    text = say(
        "{question} [y/n, or the numbers of those who are not]", question=question
    )
    if clear:
        text = say(
            "{question} [Y/n, or the numbers of those who are not]", question=question
        )
    while True:
        given = prompt(text, "y" if clear else None)
        if means(given, YES):
            return []
        if means(given, NO):
            return None
        named = [given] if given in rows else given.replace(",", " ").split()
        if named and all(number in rows for number in named):
            return named


def _about_people(
    rows: "tuple[DoubtfulPlayer, ...]", known: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    if not rows:
        return {}
    answers = {**known}
    new = _causes_all_new(rows)
    for row in rows:
        answers[row.number] = NEW if row.because in new else _who(row)
    return {"map": answers}


def _causes_all_new(rows: "tuple[DoubtfulPlayer, ...]") -> set[str]:
    """Ask once about many rows in doubt for one cause: are all of them new? Return the
    causes with a yes. Enter is no answer.
    """
    from desk.games.identities import groups_of_new

    new: set[str] = set()
    for group in groups_of_new((row.because, row.name) for row in rows):
        for row in rows:
            if row.because == group.because:
                candidates = ", ".join(map(_candidate_in_words, row.candidates))
                talk(f"  {_row_in_words(row)} = {candidates}?")
        asked = say("{sentence}: are all of them new? [y/n]", sentence=group.sentence)
        while True:
            given = prompt(asked, None)
            if means(given, YES):
                new.add(group.because)
            if means(given, YES) or means(given, NO):
                break
    return new


def _who(row: "DoubtfulPlayer") -> str:
    """Ask who a row is: the candidates one after the other; then an id, or a new
    player.

    Enter is a yes only for whoever is clearly ahead of all others; elsewhere it asks
    again.
    """
    lead = _row_in_words(row)
    talk(say("{lead}: {sentence}", lead=lead, sentence=row.by))
    if len(row.candidates) > 1:
        for candidate in row.candidates:
            talk(f"    {_candidate_in_words(candidate)}")
    for candidate in row.candidates:
        likely = candidate.player == row.likely
        while True:
            asked = say(
                "  {lead} = {candidate}? [y/n/new/other]",
                lead=lead,
                candidate=_candidate_in_words(candidate),
            )
            if likely:
                asked = say(
                    "  {lead} = {candidate}? [Y/n/new/other]",
                    lead=lead,
                    candidate=_candidate_in_words(candidate),
                )

            given = prompt(asked, "y" if likely else None)
            word = given.casefold()
            if means(word, YES):
                return candidate.player
            if word == NEW:
                return NEW
            if word == OTHER or means(word, NO):
                break
            if (player := _known_player(given)) is not None:
                return player

        if word == OTHER:
            break

    if _like_bye(row):
        return _typed_player(row, [BYE], BYE)
    # somebody new only where every candidate was refused, not where nobody was offered
    return _typed_player(row, [], NEW if row.candidates else None)


def _row_in_words(row: "DoubtfulPlayer | ProposedPlayer") -> str:
    """Return how a row of the report is called: number, name and birth."""
    own = row.number
    if row.name != row.number:
        own = f"{row.number} {row.name}"
    if row.born:
        return f"{own} {row.born}"
    return own


def _typed_player(
    row: "DoubtfulPlayer | ProposedPlayer",
    words: Sequence[str] = (),
    likely: str | None = NEW,
) -> str:
    """Ask for an id, or one of some words, the likely one by Enter; nobody new can be
    made of a row without a name.
    """
    words = [*words, *([NEW] if row.name else [])]
    asked = joined_message(
        [
            say("  {lead}: id or name of a player", lead=_row_in_words(row)),
            *(say("or {word}", word=word) for word in words),
        ],
        ", ",
    )
    while True:
        given = prompt(asked, likely if likely in words else None, show_default=True)
        word = given.casefold()
        if word in words:
            return word
        if (player := _known_player(given)) is not None:
            return player


def _like_bye(row: "DoubtfulPlayer") -> bool:
    return row.because == "like-bye"


def _candidate_in_words(candidate: "Candidate") -> str:
    return " ".join(
        filter(None, (candidate.player, candidate.name, candidate.born, candidate.club))
    )


def _known_player(text: str) -> str | None:
    """Find a player of the ledger by id or by name; otherwise say what is near, and ask
    again.
    """
    from ledger.errors import NotFound
    from projections.answers.career import known_player

    with HERE.opened() as reading:
        try:
            return known_player(reading, text)
        except NotFound as error:
            problem = error.problems[0]
            talk(
                say(
                    "  {sentence} - {hint}", sentence=problem.message, hint=problem.hint
                )
            )
            return None


def map_lines(players: "FilePlayers") -> list[str]:
    """Write a map to be checked and sent back: the likely candidate filled in, others
    to choose from behind a #.
    """
    lines = [
        spoken(
            say(
                "# who is who: keep the right line of each row; `new` for somebody new,"
                " `bye` for no opponent"
            )
        )
    ]
    for one in players.proposed:
        note = f"{one.name} {one.born or ''}".strip()
        lines.append(
            f"{one.number} {one.candidate.player}  # {note} ="
            f" {_candidate_in_words(one.candidate)}? {spoken(one.by)}"
        )

    for row in players.doubtful:
        note = f"{row.name} {row.born or ''}".strip()
        if _like_bye(row):
            lines.append(f"{row.number} {BYE}  # {note}: {spoken(row.by)}")
        elif not row.candidates:
            lines.append(f"# {row.number} {NEW}  # {note}: {spoken(row.by)}")

        for candidate in row.candidates:
            choice = "" if candidate.player == row.likely else "# "
            lines.append(
                f"{choice}{row.number} {candidate.player}  # {note} ="
                f" {_candidate_in_words(candidate)}? {spoken(row.by)}"
            )

    return lines
