"""Read files of games with what is stated beside them, for one submission: the files of a
tournament, or those of several.

Several reports in one submission, each with the document beside it: all of them are
booked, or none. Whoever a report introduces is known to the ones after it.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from desk.defaults import default_settings
from desk.files.map_file import read_map
from desk.files.open_file import NamedFile, bytes_of
from desk.files.settings import Settings, settings_over
from desk.files.sidecar import read_sidecar
from desk.games.proposal import GamesProposal
from desk.games.report import FilesSubmitted
from desk.ledger_view import LedgerView, introduced_people
from desk.outcomes import Outcome
from desk.people.register import register_of
from desk.people.remembered import (
    answers,
    remember,
    remember_reading,
    remembered_reading,
)
from desk.submit import PreparedSubmission
from ledger.errors import Problem, Refused, Where
from ledger.placed import Placed
from messages import say
from projections.replay.loop import Progress


class SeveralGames:
    """The proposals of several files, in the order the files were named."""

    def __init__(
        self,
        proposals: Sequence[GamesProposal],
        before: Sequence[Placed],
        preview: bool,
    ) -> None:
        self.proposals, self.before, self.preview = proposals, before, preview

    def prepare(
        self, ledger: LedgerView, progress: Progress | None = None
    ) -> PreparedSubmission:
        """Prepare one file after the other; `progress` hears how many are matched."""
        parts: list[PreparedSubmission] = []
        problems: list[Problem] = []
        documents = [*self.before]
        register = register_of(ledger, (placed.document for placed in documents))
        ledger.expect_sources(
            [proposal.file.source.sha256 for proposal in self.proposals]
        )
        for done, proposal in enumerate(self.proposals):
            if progress is not None:
                progress(done, len(self.proposals))

            try:
                part = proposal.prepare(ledger, register)
            except Refused as refused:
                problems.extend(refused.problems)
                continue

            parts.append(part)
            documents.extend(part.documents)
            register.bring(
                introduced_people(placed.document for placed in part.documents)
            )

        if problems:
            raise Refused(problems)

        return PreparedSubmission(
            documents=documents,
            repeated=[receipt for part in parts for receipt in part.repeated],
            warnings=[warning for part in parts for warning in part.warnings],
            tournaments=[name for part in parts for name in part.tournaments],
            source_files=[file for part in parts for file in part.source_files],
            named=[name for part in parts for name in part.named],
            open_questions=any(part.open_questions for part in parts),
        )

    def report(self, outcome: Outcome) -> FilesSubmitted:
        """Return what became of each file, and of all of them together."""
        return FilesSubmitted.from_files(
            [proposal.report(Outcome()) for proposal in self.proposals],
            outcome,
            self.preview,
        )


class GivenSettings(NamedTuple):
    """The settings that an officer gives beside a file of games, by option, and the
    files that hold more of them.
    """

    options: Settings
    ledger: str  # beside which defaults and earlier answers are
    sidecar: str | None = None
    maps: Sequence[str] = ()  # files, or answers like 3=F020
    correction: str | None = None


def games_proposal(
    files: Sequence[NamedFile],
    given: GivenSettings,
    before: Iterable[Placed] = (),
    preview: bool = False,
) -> GamesProposal:
    """Read the file of a tournament, or its several files, with everything that is
    stated beside them; `before` are documents to book first.
    """
    if len(files) > 1:
        _refuse_options_of_one(files, given, OF_ONE_FILE)
    stated = [StatedFile(file, _settings(file.name, given)) for file in files]
    return joint_proposal(given.ledger, stated, list(before), given.correction, preview)


def proposal_at(
    ledger: str,
    file: NamedFile,
    settings: Settings,
    before: Sequence[Placed] = (),
    correction: str | None = None,
    preview: bool = False,
) -> GamesProposal:
    """Read a file of games with the answers about it, and with what the office keeps
    beside its ledger.

    That is how files of this tournament were read, what never changes, and who is who.
    The command, the service and the desk all come this way, so that they ask the same.
    """
    return joint_proposal(
        ledger, [StatedFile(file, settings)], before, correction, preview
    )


class StatedFile(NamedTuple):
    """A file of games, and the answers about it."""

    file: NamedFile
    settings: Settings


def joint_proposal(
    ledger: str,
    stated: Sequence[StatedFile],
    before: Sequence[Placed] = (),
    correction: str | None = None,
    preview: bool = False,
) -> GamesProposal:
    """Read the files of one tournament, with the answers about each of them."""
    # a dozen readers, which a file of documents needs none of
    from desk.files.joined import ReadFile, joined_file
    from desk.files.read_games import read_games_file

    defaults = default_settings(ledger)
    # how long games usually are is for new tournaments only: of those in the ledger it
    # is known
    time = Settings(minutes=defaults.minutes, time_control=defaults.time_control)
    usual = structs.replace(defaults, minutes=None, time_control=None)
    settings = Settings()
    read: list[ReadFile] = []
    problems: list[Problem] = []
    for file, own in stated:
        if own.tournament:
            own = settings_over(own, remembered_reading(ledger, own.tournament))

        own = settings_over(own, usual)
        settings = settings_over(settings, own)

        try:
            games = read_games_file(file.content, file.name, own)
        except Refused as refused:
            problems.extend(refused.problems)
            continue

        read.append(ReadFile(games, file.content))

    if problems:
        raise Refused(problems)

    whole = read[0] if len(read) == 1 else joined_file(read)
    if whole.file.is_time_stated:
        time = Settings(time_control=whole.file.time_control)

    return GamesProposal(
        file=whole.file,
        content=whole.content,
        settings=settings,
        before=before,
        correction=correction,
        preview=preview,
        remembered=answers(ledger),
        time=time,
    )


def remember_answers(ledger: str, proposals: Iterable[GamesProposal]) -> None:
    """Keep what was answered about people and about reading, for the next report and
    the next state of this one.
    """
    for proposal in proposals:
        remember(ledger, proposal.matches)
        remember_reading(ledger, proposal.settings)


# what is true of one file only
OF_ONE_FILE = {"round": "--round", "sheet": "--sheet", "columns": "--columns"}
# what is true of one tournament only
OF_ONE_TOURNAMENT = {
    **OF_ONE_FILE,
    "tournament": "--id",
    "final": "--final-id",
    "name": "--name",
    "start": "--start",
    "end": "--end",
    "stage_from_round": "--stage-from-round",
    "round_days": "--round-day",
    "other_rounds": "--other-rounds",
    "agreed": "--agree",
}


def several_games(
    files: Sequence[NamedFile],
    given: GivenSettings,
    before: Iterable[Placed] = (),
    preview: bool = False,
    progress: Progress | None = None,
) -> SeveralGames:
    """Read files of games for one submission; what is true of one of them stands beside
    it, in FILE.json. Files beside which the same id stands are one tournament.
    `progress` hears how many tournaments were read.
    """
    _refuse_options_of_one(files, given, OF_ONE_TOURNAMENT)
    problems: list[Problem] = []
    proposals = []
    tournaments = _by_tournament(files, given)
    for done, stated in enumerate(tournaments):
        if progress is not None:
            progress(done, len(tournaments))

        try:
            proposals.append(
                joint_proposal(given.ledger, stated, (), given.correction, preview)
            )
        except Refused as refused:
            problems.extend(refused.problems)

    if problems:
        raise Refused(problems)

    return SeveralGames(proposals, list(before), preview)


def _by_tournament(
    files: Sequence[NamedFile], given: GivenSettings
) -> list[list[StatedFile]]:
    """Group files by the id beside them; one without an id is a tournament of its own."""
    groups: dict[str, list[StatedFile]] = {}
    for at, file in enumerate(files):
        settings = _settings(file.name, given)
        # no id has a blank in it
        group = settings.tournament or f"file {at}"
        stated = StatedFile(file, settings)
        groups.setdefault(group, []).append(stated)
    return list(groups.values())


def _refuse_options_of_one(
    files: Sequence[NamedFile], given: GivenSettings, of_one: Mapping[str, str]
) -> None:
    """Refuse options that say something of one of several files."""
    odd = [
        flag
        for name, flag in of_one.items()
        if getattr(given.options, name) not in (None, {})
    ]
    if of_one is OF_ONE_TOURNAMENT and given.maps:
        odd.append("--map")
    if given.sidecar:
        odd.append("--sidecar")

    if odd or any(file.name == "-" for file in files):
        if odd:
            message = say("{odd} works with one file only", odd=odd[0])
        else:
            message = say("standard input comes alone")
        hint = say(
            "say it for each file, in FILE.json beside it, or submit the files one by"
            " one"
        )
        raise Refused(Problem("two-files", message, Where(files[1].name), hint))


def _settings(name: str, given: GivenSettings) -> Settings:
    """Put the options over the document beside the file, which is FILE.json unless
    another one is named.
    """
    options = given.options
    if given.maps:
        options = structs.replace(
            options, map={**options.map, **_read_maps(given.maps)}
        )

    sidecar = given.sidecar
    if sidecar is None and name != "-" and os.path.isfile(f"{name}.json"):
        sidecar = f"{name}.json"

    return settings_over(
        options, read_sidecar(sidecar, bytes_of(sidecar)) if sidecar else Settings()
    )


def _read_maps(maps: Sequence[str]) -> dict[str, str]:
    """Read answers as they stand on the command line, and those of files; a later one
    wins.
    """
    known: dict[str, str] = {}
    for text in maps:
        name, sign, player = text.rpartition("=")
        if sign and name.strip() and not os.path.exists(text):
            line = f"{name.strip()} {player.strip()}"
            known |= read_map("--map", line.encode())
        else:
            known |= read_map(text, bytes_of(text))
    return known
