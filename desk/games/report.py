"""Report on a file of games, before and after booking: the file itself, players by
match, games by fate.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from desk.cautions import Caution, caution
from desk.doubts import DoubtRow
from desk.files.games_file import Entrant, GamesFile
from desk.games.open_question import OpenQuestion
from desk.outcomes import (
    EntryChange,
    LostTitle,
    Move,
    Outcome,
    Unlicensed,
    fields_of_report,
)
from desk.people.evidence import weigh
from desk.people.matching import Match, likely_candidate
from desk.people.register import Register
from desk.receipts import Receipt
from exchange.names.likeness import has_same_words
from ledger.store.receipts import LogReceipt
from messages import Message
from messages.answer import UNSET, Answer, Date, UnsetType


class FileFacts(Answer, frozen=True, kw_only=True):
    """The file as it was read. `time` is the time control as the organiser wrote it."""

    file: str
    format: str
    sha256: str
    encoding: str
    line_ends: str
    bytes: int
    name: str
    start: Date | None
    end: Date | None
    rounds: int
    round_days: dict[int, Date]
    time: str
    tournaments: tuple[str, ...]


class MatchedPlayer(Answer, frozen=True, kw_only=True):
    """A row that is a player of the ledger. `by`: what they were matched by;
    `known_as`: if spelt differently here.

    `agrees` and `contradicts`: what each source of the row says of them; those that say
    nothing are in neither.
    """

    number: str
    name: str
    by: Message
    player: str
    known_as: str | UnsetType = UNSET
    agrees: tuple[str, ...]
    contradicts: tuple[str, ...]


class NewPlayer(Answer, frozen=True, kw_only=True):
    """A row that would be, or was, introduced as a new player; without an id when that
    is still to be answered.
    """

    number: str
    name: str
    by: Message
    player: str | None
    born: str | None
    fide_id: int | None
    national_id: str | None


class Candidate(Answer, frozen=True, kw_only=True):
    """A player of the ledger who may be meant."""

    player: str
    name: str | None
    born: str | None
    club: str | None
    fide_id: int | None
    agrees: tuple[str, ...]
    contradicts: tuple[str, ...]


class DoubtfulPlayer(Answer, frozen=True, kw_only=True):
    """A row about which the officer is asked. `by`: why there is doubt; `because`: the
    code of the reason.

    The likely candidates stand first; `likely`: the one who is clearly ahead of
    everybody else, if anybody is.
    """

    number: str
    name: str
    by: Message
    born: str | None
    fide_id: int | None
    national_id: str | None
    candidates: tuple[Candidate, ...]
    because: str
    likely: str | None


class ProposedPlayer(Answer, frozen=True, kw_only=True):
    """A row that is the candidate if the question about its group is answered so. `by`:
    what they were found by.

    `likely`: the candidate, where more than the name says so.
    """

    number: str
    name: str
    by: Message
    born: str | None
    fide_id: int | None
    national_id: str | None
    candidate: Candidate
    group: str
    likely: str | None


class FilePlayers(Answer, frozen=True, kw_only=True):
    """Everybody with a game, by how they were matched. Empty when the very file was
    booked before.
    """

    matched: tuple[MatchedPlayer, ...] = ()
    proposed: tuple[ProposedPlayer, ...] = ()
    new: tuple[NewPlayer, ...] = ()
    doubtful: tuple[DoubtfulPlayer, ...] = ()


class FileGames(Answer, frozen=True, kw_only=True):
    """The games as the file has them, and as the rules see them where that could be
    tried.
    """

    games: int
    played: int
    not_played: dict[str, int]
    byes: dict[str, int]
    rated: dict[str, int] | None
    not_rated: dict[str, int] | None


class QuestionRow(Answer, frozen=True, kw_only=True):
    """A question to be answered before the file can be booked, and the option that
    answers it.
    """

    field: str
    message: Message
    proposed: str | bool | None
    proposal: str
    choices: tuple[str, ...]
    flag: str
    about: str | UnsetType = UNSET


class FileSubmitted(Answer, frozen=True, kw_only=True):
    """What a submitted file of games answers with."""

    source: FileFacts
    players: FilePlayers
    games: FileGames
    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    questions: tuple[QuestionRow, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    preview: str | UnsetType = UNSET
    unlicensed: tuple[Unlicensed, ...] | UnsetType = UNSET


class FilesSubmitted(Answer, frozen=True, kw_only=True):
    """What several files of games answer with: each by itself, and what all of them
    came to together.
    """

    files: tuple[FileSubmitted, ...]
    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    unlicensed: tuple[Unlicensed, ...] | UnsetType = UNSET

    @classmethod
    def from_files(
        cls, files: Sequence[FileSubmitted], outcome: Outcome, dry_run: bool
    ) -> "FilesSubmitted":
        """Answer for several files that were submitted as one: what was recorded and
        warned of is told once for all.
        """
        return cls(files=tuple(files), **fields_of_report(outcome, dry_run))


def file_report(
    file: GamesFile,
    size: int,
    name: str | None,
    tournaments: Sequence[str],
    players: FilePlayers,
    questions: Sequence[OpenQuestion],
    outcome: Outcome,
    *,
    dry_run: bool,
) -> FileSubmitted:
    """Make the report; what the reader warned of comes first, unless nothing of the
    file was new.

    `size`: of the file in bytes. `name`: what the officer calls the tournament, if they
    do. `tournaments`: the ids that the file came to. `questions`: those that are still
    open. `dry_run`: nothing was booked.
    """
    news = not outcome.recorded or not all(
        receipt.repeated for receipt in outcome.recorded
    )
    warnings = []
    if news:
        warnings = [
            caution(problem.message, problem.where) for problem in file.warnings
        ]

    return FileSubmitted(
        source=_facts(file, size, name, tournaments),
        players=players,
        games=_games(file, outcome),
        questions=tuple(_question(question) for question in questions),
        **fields_of_report(outcome.warned_first(tuple(warnings)), dry_run),
    )


def _facts(
    file: GamesFile, size: int, name: str | None, tournaments: Sequence[str]
) -> FileFacts:
    """Return the facts of the file; the officer's name for the tournament goes before
    the file's own.
    """
    return FileFacts(
        file=file.source.file,
        format=file.source.format,
        sha256=file.source.sha256,
        encoding=file.source.encoding,
        line_ends=file.source.line_ends,
        bytes=size,
        name=name or file.name,
        start=file.start.isoformat() if file.start else None,
        end=file.end.isoformat() if file.end else None,
        rounds=file.rounds,
        round_days={game.round: game.on for game in file.games if game.on},
        time=file.time_text,
        tournaments=tuple(tournaments),
    )


def _games(file: GamesFile, outcome: Outcome) -> FileGames:
    """Count the games: those played, those not played by their reason, and byes. How
    many are rated is known only where the rules were tried.

    `not_played` and `byes` have their reasons in the order of the alphabet.
    """
    not_played = dict(
        sorted(Counter(game.reason for game in file.games if game.reason).items())
    )

    return FileGames(
        games=len(file.games),
        played=len(file.games) - sum(not_played.values()),
        not_played=not_played,
        byes=dict(sorted(Counter(bye.reason for bye in file.byes).items())),
        rated=outcome.fates.rated if outcome.fates else None,
        not_rated=outcome.fates.not_rated if outcome.fates else None,
    )


def _question(question: OpenQuestion) -> QuestionRow:
    """Return a question as the answer lists it."""
    return QuestionRow(
        field=question.field,
        message=question.message,
        proposed=question.proposed,
        proposal=question.proposal,
        choices=question.choices,
        flag=question.flag,
        about=question.about or UNSET,
    )


def file_players(
    matches: Sequence[Match], ids: Mapping[str, str], register: Register
) -> FilePlayers:
    """Group everybody with a game by how they were matched, in the order of the file.

    `ids`: the player of each row, by its key; a new row may have none yet.
    """
    rows = [(match, row) for match in matches if isinstance(row := match.row, Entrant)]

    return FilePlayers(
        matched=tuple(
            _matched_player(match, row, register)
            for match, row in rows
            if match.status == "matched"
        ),
        proposed=tuple(
            _proposed_player(match, row, register)
            for match, row in rows
            if match.status == "proposed"
        ),
        new=tuple(
            _new_player(match, row, ids) for match, row in rows if match.status == "new"
        ),
        doubtful=tuple(
            _doubtful_player(match, row, register)
            for match, row in rows
            if match.status == "doubtful"
        ),
    )


def _matched_player(match: Match, row: Entrant, register: Register) -> MatchedPlayer:
    """Return a row that is known, with what speaks for and against it. Another name of
    the player is told only where the row has none of their names.
    """
    assert match.player is not None
    names = register.names(match.player)
    otherwise = (
        row.name and names and not any(has_same_words(row.name, name) for name in names)
    )
    known_as = names[0] if otherwise else UNSET
    own = weigh(row, match.player, register)

    return MatchedPlayer(
        number=row.key,
        name=row.name,
        by=match.by,
        player=match.player,
        known_as=known_as,
        agrees=own.agrees(),
        contradicts=own.contradicts(),
    )


def _proposed_player(match: Match, row: Entrant, register: Register) -> ProposedPlayer:
    """Return a row whose one candidate is to be agreed to, with the question that it is
    in.
    """
    assert match.player is not None

    return ProposedPlayer(
        number=row.key,
        name=row.name,
        by=match.by,
        born=row.born,
        fide_id=row.fide_id,
        national_id=row.national_id,
        candidate=_candidate(row, match.player, register),
        group=match.because,
        likely=likely_candidate(match, register),
    )


def _new_player(match: Match, row: Entrant, ids: Mapping[str, str]) -> NewPlayer:
    """Return a row that is nobody here, with the id that it gets, where that is known."""
    return NewPlayer(
        number=row.key,
        name=row.name,
        by=match.by,
        player=ids.get(row.key),
        born=row.born,
        fide_id=row.fide_id,
        national_id=row.national_id,
    )


def _doubtful_player(match: Match, row: Entrant, register: Register) -> DoubtfulPlayer:
    """Return a row to be asked about, with everybody whom it may mean."""
    return DoubtfulPlayer(
        number=row.key,
        name=row.name,
        by=match.by,
        born=row.born,
        fide_id=row.fide_id,
        national_id=row.national_id,
        candidates=tuple(
            _candidate(row, player, register) for player in match.candidates
        ),
        because=match.because,
        likely=likely_candidate(match, register),
    )


def _candidate(row: Entrant, player: str, register: Register) -> Candidate:
    """Return a player whom a row may mean, as the register knows them, and what the row
    says for and against it.
    """
    person, own = register.person(player), weigh(row, player, register)

    return Candidate(
        player=player,
        name=person.name if person else None,
        born=register.born(player),
        club=person.club if person else None,
        fide_id=person.fide_id if person else None,
        agrees=own.agrees(),
        contradicts=own.contradicts(),
    )
