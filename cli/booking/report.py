"""Print what a submission did, or would do: what was recorded, what changed, which
warnings there are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from cli.booking.file_report import file_lines
from cli.options import ledger_path
from cli.output import answer, fields_table, first_rows, talk, word
from cli.question_commands import HERE
from features import FEATURES
from features.feature import readers
from messages import Message, counted, joined_message, say

if TYPE_CHECKING:
    from desk.cautions import Caution
    from desk.games.report import FilesSubmitted, FileSubmitted
    from desk.lists.answers import ListSubmitted
    from desk.outcomes import EntryChange, Move, Outcome, Submitted
    from desk.receipts import Receipt
    from web.store.drafts import Draft

    Report = Submitted | FileSubmitted | FilesSubmitted | ListSubmitted

SHOWN = 20
ALIKE = 3  # warnings of one kind
_NUMBER = re.compile(r"[0-9]+")


def print_submission(
    report: "Report", outcome: "Outcome", before: Iterable[str] = ()
) -> None:
    """Print one JSON value, or lines for people that fit what was submitted, behind
    those of `before`.
    """
    if outcome.playing and report.dry_run is True:
        from desk.licences import report_with_unlicensed

        report = report_with_unlicensed(ledger_path(), report, outcome)
    answer(report, chain(before, report_lines(report, outcome)))


def content_lines(draft: "Draft") -> Iterator[str]:
    """Say in a line what each document of a draft states; what a file of games holds,
    its preview tells.
    """
    from web.store.contents import contents_of

    with HERE.opened() as reading:
        contents, beyond = contents_of(draft, words_of=reading.policy.words_of_document)
    for one in contents:
        document = say("{document}", document=f"{one.kind} {one.target}".rstrip())
        stated = [*one.facts]
        for name, fields in one.games:
            if fields:
                changes = joined_message(list(fields), ", ")
                stated.append(say("game {game}: {changes}", game=name, changes=changes))
            else:
                stated.append(say("game {game} is removed", game=name))

        if one.reason:
            stated.append(say("reason: {words}", words=one.reason))
        yield (
            joined_message([document, joined_message(stated)], ": ")
            if stated
            else document
        )

    if beyond:
        yield _more_documents(beyond)


def _more_documents(count: int) -> Message:
    return counted("and {count} more document", "and {count} more documents", count)


def report_lines(report: "Report", outcome: "Outcome") -> Iterator[str]:
    from desk.outcomes import Submitted

    # first: one document needs nothing of files and lists
    if isinstance(report, Submitted):
        yield from outcome_lines(report, outcome.entries)
        return
    from desk.games.report import FilesSubmitted, FileSubmitted

    nothing = True  # whether it is worth a line that no rating changes
    if isinstance(report, FileSubmitted):
        yield from file_lines(report)
        nothing = bool(report.recorded or report.moved)
        if nothing:
            yield ""
    elif isinstance(report, FilesSubmitted):
        for file in report.files:
            yield from file_lines(file)
            yield ""
    else:
        from messages.answer import json_value

        facts = json_value(report.source)
        counts = ", ".join(
            f"{word(name)} {value}"
            for name, value in facts.items()
            if name not in ("file", "format")
        )
        yield f"{report.source.file}: {report.source.format}, {counts}"
    yield from outcome_lines(report, outcome.entries, nothing)


def outcome_lines(
    report: "Report", entries: "Sequence[EntryChange]", nothing: bool = True
) -> Iterator[str]:
    """Print the warnings on stderr, then yield what was recorded and what changed."""
    from desk.doubts import warnings_without_doubts

    dry_run = report.dry_run is True
    doubts = report.doubts or ()
    _talk_warnings(warnings_without_doubts(report.warnings, doubts))

    for doubt in doubts:
        talk(
            say(
                "is that right? {message} (if it is wrong, {otherwise}; if it is"
                " right, --sure {sure})",
                message=doubt.message,
                otherwise=doubt.otherwise,
                sure=doubt.sure,
            )
        )

    for receipt in report.recorded[:SHOWN]:
        yield from _receipt_lines(receipt, dry_run)
    if len(report.recorded) > SHOWN:
        yield _more_documents(len(report.recorded) - SHOWN)

    if report.moved:
        yield ""
        yield from fields_table(
            report.moved, "player name list before after", ("change", _change)
        )
    elif nothing and not all(receipt.repeated for receipt in report.recorded):
        yield say("no current rating changes")

    yield from _entry_lines(entries, dry_run)
    if report.lost_titles:
        lost = joined_message(
            [
                say("{title} of {player}", title=one.title, player=one.player)
                for one in report.lost_titles
            ],
            ", ",
        )
        if dry_run:
            yield say("titles that would no longer be supported: {lost}", lost=lost)
        else:
            yield say("titles no longer supported: {lost}", lost=lost)

    for lines_of in readers(FEATURES, "lines of a report"):
        yield from lines_of(report)


def _talk_warnings(warnings: "Sequence[Caution]") -> None:
    """Print warnings on stderr; of those that say the same of many places, but for
    numbers in it, only the first few, and a count.
    """
    alike: dict[str, list[Caution]] = {}
    for warning in warnings:
        alike.setdefault(_NUMBER.sub("#", warning.message), []).append(warning)

    lines: list[Message] = []
    for group in alike.values():
        shown = group if len(group) <= ALIKE + 1 else group[:ALIKE]
        lines += [
            say(
                "warning: {spot}{sentence}",
                spot=_where(warning),
                sentence=warning.message,
            )
            for warning in shown
        ]
        if len(shown) < len(group):
            lines.append(
                say(
                    "and {count} more warnings like these; --json shows all",
                    count=len(group) - len(shown),
                )
            )

    for line in lines[:SHOWN]:
        talk(line)
    if len(lines) > SHOWN:
        left = len(lines) - SHOWN
        talk(
            counted(
                "and {count} more line of warnings; --json shows all",
                "and {count} more lines of warnings; --json shows all",
                left,
            )
        )


def _where(warning: "Caution") -> str:
    where = warning.where
    if not where.file:
        return ""
    if not where.line:
        return f"{where.file}: "
    return f"{where.file}:{where.line}: "


def _receipt_lines(receipt: "Receipt", dry_run: bool) -> Iterator[str]:
    known = {"kind": receipt.kind, "target": receipt.target}
    if receipt.repeated:
        yield say(
            "{kind} {target}: already recorded, seq {seq}", seq=receipt.seq, **known
        )
    elif dry_run:  # no seq: by the time of booking another event may have it
        yield say("{kind} {target}: would be recorded", **known)
    else:
        yield say("{kind} {target}: recorded, seq {seq}", seq=receipt.seq, **known)
    if isinstance(receipt.size, int):
        yield counted(
            "root of {count} event: {root}",
            "root of {count} events: {root}",
            receipt.size,
            root=receipt.root,
        )


def _entry_lines(entries: "Sequence[EntryChange]", dry_run: bool) -> Iterator[str]:
    """Say how many earlier entries changed, and from which day on; a preview shows the
    first of them.
    """
    differ = [
        entry
        for entry in entries
        if entry.before is not None and entry.before != entry.after
    ]
    if not differ:
        return
    yield ""

    of_players = counted(
        "of {count} player",
        "of {count} players",
        len({entry.player for entry in differ}),
    )
    known = {"of_players": of_players, "since": differ[0].on}
    if not dry_run:
        yield counted(
            "{count} earlier entry {of_players} changed, from {since} on",
            "{count} earlier entries {of_players} changed, from {since} on",
            len(differ),
            **known,
        )
    else:
        yield counted(
            "{count} earlier entry {of_players} would change, from {since} on",
            "{count} earlier entries {of_players} would change, from {since} on",
            len(differ),
            **known,
        )
        yield from first_rows(differ, SHOWN, "player name list on unit before after")


def _change(move: "Move") -> str:
    if move.before is None or move.after is None:
        return say("new") if move.before is None else say("gone")
    return f"{move.after - move.before:+d}"
