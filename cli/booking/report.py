"""Print what a submission did, or would do: what was recorded, what changed, which
warnings there are. And the check report of a file of games, for people: the file, who
plays, what is rated, what is to be answered.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from cli.options import ledger_path
from cli.output import answer, bold, fields_table, first_rows, talk, word
from features import FEATURES
from features.feature import readers
from messages import Message, counted, either, joined, say, template

if TYPE_CHECKING:
    from desk.cautions import Caution
    from desk.games.report import (
        Candidate,
        DoubtfulPlayer,
        FileFacts,
        FileGames,
        FilePlayers,
        FilesSubmitted,
        FileSubmitted,
        QuestionRow,
    )
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
        from desk.licences import with_unlicensed

        report = with_unlicensed(ledger_path(), report, outcome)
    answer(report, chain(before, report_lines(report, outcome)))


def content_lines(draft: "Draft") -> Iterator[str]:
    """Say in a line what each document of a draft states; what a file of games holds,
    its preview tells.
    """
    from web.store.contents import contents_of

    contents, beyond = contents_of(draft)
    for one in contents:
        document = say("{document}", document=f"{one.kind} {one.target}".rstrip())
        stated = [*one.facts]
        for name, fields in one.games:
            if fields:
                changes = joined(list(fields), ", ")
                stated.append(say("game {game}: {changes}", game=name, changes=changes))
            else:
                stated.append(say("game {game} is removed", game=name))
        if one.reason:
            stated.append(say("reason: {words}", words=one.reason))
        yield joined([document, joined(stated)], ": ") if stated else document
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
        from messages.answer import plain

        facts = plain(report.source)
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
    from desk.doubts import unasked

    dry_run = report.dry_run is True
    doubts = report.doubts or ()
    _talk_warnings(unasked(report.warnings, doubts))
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
        lost = joined(
            [
                say("{title} of {player}", title=one.title, player=one.player)
                for one in report.lost_titles
            ],
            ", ",
        )
        yield (
            say("titles that would no longer be supported: {lost}", lost=lost)
            if dry_run
            else say("titles no longer supported: {lost}", lost=lost)
        )
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
    return (
        ":".join(str(part) for part in (where.file, where.line) if part) + ": "
        if where.file
        else ""
    )


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


OF_A_FILE = 40
SHOWN_NEW = 20
ROW = ("row", "number")


def file_lines(report: "FileSubmitted") -> Iterator[str]:
    """Yield the lines of everything but what was recorded and what changed."""
    yield from _fact_lines(report.source)
    yield from _player_lines(
        report.players, say("players") if report.games.games else say("people")
    )
    if report.games.games or report.games.byes:
        yield from _game_lines(report.games)
    yield from _question_lines(report.questions, report.players.doubtful)
    if (
        report.dry_run is True
        and report.games.games
        and report.games.rated is None
        and report.questions
    ):
        yield say(
            "the ratings that would change are shown when the questions without a"
            " proposal are answered"
        )


def _fact_lines(facts: "FileFacts") -> Iterator[str]:
    no_name = say("no name") if facts.rounds or facts.start else say("a list of people")
    yield bold(say("{file}: {name}", file=facts.file, name=facts.name or no_name))
    yield say(
        "{format}, {bytes} bytes, {encoding}, line ends {ends}",
        format=facts.format,
        bytes=facts.bytes,
        encoding=facts.encoding,
        ends=facts.line_ends,
    )
    if not facts.rounds and facts.start is None:
        return  # a list of people
    unknown = say("not known")
    rounds = counted("{count} round", "{count} rounds", facts.rounds)
    days = say(
        "days {start} to {end}, {rounds}",
        start=facts.start or unknown,
        end=facts.end or unknown,
        rounds=rounds,
    )
    yield (
        say("{days}, time as written: {time}", days=days, time=facts.time)
        if facts.time
        else days
    )
    if facts.round_days:
        every = [
            say("{day}", day=day) for day in dict.fromkeys(facts.round_days.values())
        ]
        yield say("rounds on {days}", days=joined(every, ", "))


def _player_lines(players: "FilePlayers", who: Message) -> Iterator[str]:
    groups = {
        template("{count} matched"): players.matched,
        template("{count} proposed"): players.proposed,
        template("{count} new"): players.new,
        template("{count} doubtful"): players.doubtful,
    }
    counts = [say(words, count=len(rows)) for words, rows in groups.items() if rows]
    if not counts:  # the very file was booked before: nobody was looked up
        return
    yield say("{who}: {counts}", who=who, counts=joined(counts, ", "))
    if players.matched:
        yield say(
            "  matched by {ways}",
            ways=_counted(Counter[str](row.by for row in players.matched), "; "),
        )
    otherwise = [row for row in players.matched if row.known_as]
    spellings = (
        ROW,
        ("spelt differently", "name"),
        "player",
        ("name here", "known_as"),
        "by",
    )
    yield from first_rows(otherwise, SHOWN_NEW, *spellings)
    candidate = (
        ("candidate", lambda row: _candidate(row.candidate)),
        ("club", "candidate.club"),
    )
    yield from first_rows(
        players.proposed, SHOWN_NEW, ROW, ("proposed", "name"), "born", *candidate, "by"
    )
    fresh = ROW, ("new", "name"), "born", ("FIDE id", "fide_id"), ("id", "player")
    yield from first_rows(players.new, SHOWN_NEW, *fresh)
    doubtful = fields_table(
        players.doubtful[:OF_A_FILE],
        ROW,
        ("doubtful", "name"),
        "born",
        ("why", "by"),
        ("candidates", lambda row: ", ".join(map(_candidate, row.candidates))),
    )
    yield from doubtful if players.doubtful else ()
    if len(players.doubtful) > OF_A_FILE:
        yield say("and {count} more", count=len(players.doubtful) - OF_A_FILE)


def _candidate(candidate: "Candidate") -> str:
    return " ".join(filter(None, (candidate.player, candidate.name, candidate.born)))


def _counted(counts: Mapping[str, int], between: str = ", ") -> Message:
    return joined(
        [
            say("{words} {count}", words=word(words), count=count)
            for words, count in counts.items()
        ],
        between,
    )


def _game_lines(games: "FileGames") -> Iterator[str]:
    played = say(
        "games: {games}, played {played}", games=games.games, played=games.played
    )
    yield (
        say("{played} ({others})", played=played, others=_counted(games.not_played))
        if games.not_played
        else played
    )
    if games.byes:
        yield say("  without an opponent: {byes}", byes=_counted(games.byes))
    if games.rated is not None:
        rated = _counted({name: count for name, count in games.rated.items() if count})
        yield say("  rated: {counts}", counts=rated or say("none"))
    if games.not_rated:
        yield say("  not rated: {counts}", counts=_counted(games.not_rated))


def _question_lines(
    questions: "Sequence[QuestionRow]", doubtful: "Sequence[DoubtfulPlayer]"
) -> Iterator[str]:
    """Yield a line for each question; of many rows in doubt for one cause, one line."""
    if not questions:
        return
    from desk.games.identities import all_new

    yield ""
    yield bold(say("To be answered before it can be booked"))
    groups = all_new((row.because, row.name) for row in doubtful)
    together = {group.because for group in groups}
    # a question about a row for each row in doubt, in their order
    rows = iter(doubtful)
    apart = [
        question
        for question in questions
        if question.field != "map" or next(rows).because not in together
    ]
    for group in groups:
        yield say(
            "- {sentence}: who are they? - use --map for each of them (--map-out FILE"
            " prepares it), or --agree {group}={count} if all of them are new",
            sentence=group.sentence,
            group=group.name,
            count=group.size,
        )
    for question in apart[:OF_A_FILE]:
        parts = [question.message]
        if question.proposed is not None:
            parts.append(say("proposed: {proposal}", proposal=question.proposal))
        # the candidates for a row are in the table above already
        if question.choices and question.field != "map":
            parts.append(say("either {choices}", choices=either(question.choices)))
        yield say(
            "- {question} - use {flag}", question=joined(parts), flag=question.flag
        )
    if len(apart) > OF_A_FILE:
        yield say("and {count} more", count=len(apart) - OF_A_FILE)
