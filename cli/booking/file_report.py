"""Print the check report of a file of games, for people: the file, who plays, what
is rated, what is to be answered.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.output import bold, fields_table, first_rows, word
from messages import Message, counted, either, joined_message, say, template

if TYPE_CHECKING:
    from desk.games.report import (
        Candidate,
        DoubtfulPlayer,
        FileFacts,
        FileGames,
        FilePlayers,
        FileSubmitted,
        QuestionRow,
    )


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
    if facts.time:
        yield say("{days}, time as written: {time}", days=days, time=facts.time)
    else:
        yield days

    if facts.round_days:
        every = [
            say("{day}", day=day) for day in dict.fromkeys(facts.round_days.values())
        ]
        yield say("rounds on {days}", days=joined_message(every, ", "))


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

    yield say("{who}: {counts}", who=who, counts=joined_message(counts, ", "))
    if players.matched:
        matched_by = Counter[str](row.by for row in players.matched)
        ways = _counts_in_words(matched_by, "; ")
        yield say("  matched by {ways}", ways=ways)

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


def _counts_in_words(counts: Mapping[str, int], between: str = ", ") -> Message:
    """Say each count behind its word."""
    parts = []
    for code, count in counts.items():
        name = word(code)
        parts.append(say("{words} {count}", words=name, count=count))
    return joined_message(parts, between)


def _game_lines(games: "FileGames") -> Iterator[str]:
    played = say(
        "games: {games}, played {played}", games=games.games, played=games.played
    )
    if games.not_played:
        others = _counts_in_words(games.not_played)
        yield say("{played} ({others})", played=played, others=others)
    else:
        yield played
    if games.byes:
        yield say("  without an opponent: {byes}", byes=_counts_in_words(games.byes))
    if games.rated is not None:
        rated = {name: count for name, count in games.rated.items() if count}
        counts = _counts_in_words(rated) or say("none")
        yield say("  rated: {counts}", counts=counts)
    if games.not_rated:
        yield say("  not rated: {counts}", counts=_counts_in_words(games.not_rated))


def _question_lines(
    questions: "Sequence[QuestionRow]", doubtful: "Sequence[DoubtfulPlayer]"
) -> Iterator[str]:
    """Yield a line for each question; of many rows in doubt for one cause, one line."""
    if not questions:
        return
    from desk.games.identities import groups_of_new

    yield ""
    yield bold(say("To be answered before it can be booked"))
    groups = groups_of_new((row.because, row.name) for row in doubtful)
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
            "- {question} - use {flag}",
            question=joined_message(parts),
            flag=question.flag,
        )

    if len(apart) > OF_A_FILE:
        yield say("and {count} more", count=len(apart) - OF_A_FILE)
