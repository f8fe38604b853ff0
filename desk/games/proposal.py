"""Propose documents for a file of games: match, ask, compare with the ledger. Knows no
terminal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.cautions import Caution, caution
from desk.files.games_file import Entrant, Fields, GamesFile
from desk.files.settings import Settings, settings_over
from desk.games.difference import receipts_of_same_file, warnings_of_changes
from desk.games.documents import AnsweredFile, documents
from desk.games.event_questions import questions, settings_as_proposed
from desk.games.identities import (
    answer_groups,
    doubts,
    group_questions,
    identities,
    ids_possibly_meant,
    map_by_row,
    row_with_id,
)
from desk.games.open_question import OpenQuestion
from desk.games.report import FilePlayers, FileSubmitted, file_players, file_report
from desk.games.round_questions import questions_of_rounds
from desk.games.stages import Stage, stages
from desk.ledger_view import LedgerView
from desk.outcomes import Outcome
from desk.people.evidence import sorted_by_likelihood
from desk.people.matching import Because, Match, match
from desk.people.register import Register, register_of
from desk.people.remembered import settled_matches
from desk.submit import PreparedSubmission, SourceFile
from exchange.json.documents import document_from_fields
from exchange.text.encodings import EIGHT_BIT, fault_of_name
from ledger.errors import Problem, Refused, Where
from ledger.events import Event
from ledger.placed import Placed
from ledger.reported import report_from_json
from messages import by_command, say
from projections.replay.loop import Progress


class MatchedTournaments(NamedTuple):
    """The tournaments of the file as far as they are known, and what is to be answered
    about them.

    `settings`: in a preview with the proposals accepted; None when a question has none.
    """

    settings: Settings | None
    # one for each tournament; empty where the id is not known
    stages: list[Stage]
    # about the event, its rounds, and the days at which it is cut
    questions: list[OpenQuestion]
    # whether there is a day wherever the file is cut into two tournaments
    days_known: bool
    # what the ids of new players begin with
    id: str


class MatchedPeople(NamedTuple):
    """The players behind the rows, and what is to be answered about them."""

    # what became of each row, in the order of the file
    matches: list[Match]
    # of each row that has one, by its key
    ids: dict[str, str]
    # details of the players to introduce
    new: list[Fields]
    # about groups, single rows and new ids
    questions: list[OpenQuestion]
    register: Register


class GamesProposal:
    """A file of games on its way in; what is learnt about it on the way is kept for the
    report.
    """

    def __init__(
        self,
        file: GamesFile,
        content: bytes,
        settings: Settings,
        before: Sequence[Placed] = (),
        correction: str | None = None,
        preview: bool = False,
        remembered: Mapping[str, str] | None = None,
        time: Settings | None = None,
    ) -> None:
        """`content`: the bytes of the file. `preview`: propose as far as is known and
        refuse for no open question. The comments name what else is held.
        """
        self.file, self.content, self.settings = file, content, settings
        self.before = before  # documents of the same submission that come first
        self.correction = correction  # the reason of --as-correction
        self.preview = preview
        # of the office's tournaments, where nobody says otherwise
        self.usual_time = time or Settings()
        self.remembered = remembered or {}  # answers about people by name and birth
        self.matches: list[Match] = []
        self.tournaments: list[str] = []
        self.questions: list[OpenQuestion] = []
        self.players = FilePlayers()
        self._register: Register | None = None
        self._progress: Progress | None = None

    def prepare(
        self,
        ledger: LedgerView,
        register: Register | None = None,
        progress: Progress | None = None,
    ) -> PreparedSubmission:
        """Take a file the whole way in, from top to bottom: known already? which event?
        who plays? then documents.

        `register`: everybody in the ledger and in the files before this one; None where
        it is the only file. `progress` hears how many rows were matched.

        `Refused` lists every open question at once, unless it is a preview: there, what
        has a proposal is taken as answered, and where something has none, nothing but
        the questions comes back. The same bytes with the same settings come to their
        receipts.
        """
        self._register, self._progress = register, progress
        if self.file.people_only:
            return self._people_alone(ledger)

        recorded = ledger.from_source(self.file.source.sha256)
        if not self._known(recorded, ledger):
            self.settings = settings_over(self.settings, self.usual_time)

        # the same bytes again: nothing is matched, asked or booked twice
        repeated = None
        if recorded:
            repeated = receipts_of_same_file(
                recorded, self.file, self.settings, self.correction, ledger
            )
        if repeated is not None:
            warnings = warnings_of_changes(self.file, repeated, ledger)
            return PreparedSubmission(
                self.before,
                repeated,
                warnings,
                [receipt.target for receipt in repeated],
            )

        # people come after the event: who plays in it already is known by name
        event = self._event(ledger)
        people = self._people(event, ledger)
        self.tournaments = [stage.id for stage in event.stages]
        self.questions = [*event.questions, *people.questions]

        # made here, while the ledger is open: candidates are looked up in it
        self.players = file_players(people.matches, people.ids, people.register)

        if self.questions and not self.preview:
            raise Refused([question.as_problem() for question in self.questions])
        if (
            event.settings is None
            or not event.days_known
            or any(question.proposed is None for question in self.questions)
        ):
            return PreparedSubmission(open_questions=True)

        lines = {
            people.ids[row.key]: row.line
            for row in self.file.people()
            if row.line and row.key in people.ids
        }
        answered = AnsweredFile(
            file=self.file,
            given=self.settings,
            settings=event.settings,
            correction=self.correction,
            ids=people.ids,
            new=people.new,
            lines=lines,
        )

        proposed = documents(answered, event.stages, ledger)
        since = []
        if proposed.repeated:
            since = warnings_of_changes(self.file, proposed.repeated, ledger)

        national_ids = [row.national_id for row in self.file.entrants]
        in_ledger = [one for one in national_ids if one and ledger.exists(one)]

        return PreparedSubmission(
            documents=[*self.before, *proposed.documents],
            repeated=proposed.repeated,
            warnings=[*self._lacking(people), *since],
            tournaments=self.tournaments,
            source_files=[
                SourceFile(self.file.source.sha256, self.file.source.file, self.content)
            ],
            named=[*people.ids.values(), *in_ledger],
        )

    def _people_alone(self, ledger: LedgerView) -> PreparedSubmission:
        """Register the new people of a list of people; nothing is rated.

        `Refused` where the id of a tournament or a reason for a correction is given,
        and where questions are open, unless it is a preview.
        """
        where = Where(self.file.source.file)

        if self.settings.tournament is not None or self.correction is not None:
            message = say("the file is a list of people, not a tournament")
            hint = by_command(
                "leave out --id and --as-correction",
                "leave the id of the tournament and the reason out",
            )
            raise Refused(Problem("no-event", message, where, hint))

        # new ids begin with `player`, as there is no tournament to name them after
        people = self._people(MatchedTournaments(None, [], [], True, "player"), ledger)
        self.questions = people.questions
        self.players = file_players(people.matches, people.ids, people.register)
        if self.questions and not self.preview:
            raise Refused([question.as_problem() for question in self.questions])
        if any(question.proposed is None for question in self.questions):
            return PreparedSubmission(open_questions=True)

        lines = {
            people.ids[row.key]: row.line
            for row in self.file.entrants
            if row.key in people.ids
        }
        new = [
            document_from_fields(
                "player", details, replace(where, line=lines[details["player"]])
            )
            for details in people.new
        ]
        return PreparedSubmission(
            documents=[*self.before, *new], warnings=self._lacking(people)
        )

    def report(self, outcome: Outcome) -> FileSubmitted:
        """Report what the file came to, for people and scripts.

        `outcome`: what booking, or trying to, came to.
        """
        return file_report(
            file=self.file,
            size=len(self.content),
            name=self.settings.name,
            tournaments=self.tournaments,
            players=self.players,
            questions=self.questions,
            outcome=outcome,
            dry_run=self.preview,
        )

    def _known(self, recorded: Sequence[Event], ledger: LedgerView) -> bool:
        """Return whether the tournament of the file, or these very bytes, are in the
        ledger.

        Without an id of a tournament, any event from these bytes counts (`recorded`).
        """
        name = self.settings.tournament
        return bool(recorded) if name is None else ledger.tournament(name) is not None

    def _event(self, ledger: LedgerView) -> MatchedTournaments:
        """Find the tournaments that the file holds, as far as that is known or may be
        supposed.

        The id that new players' ids begin with is the one given, else the one proposed,
        else `new`.
        """
        asked = questions(self.file, self.settings, ledger.tournament)
        # with the proposals accepted: booking never goes on like that, but it asks what
        # the preview asks
        settings = settings_as_proposed(self.settings, asked) or (
            self.settings if self.settings.tournament else None
        )
        if settings is not None and settings.tournament:
            standing = ledger.tournament(settings.tournament)
            more = questions_of_rounds(
                self.file, settings, standing, self.correction is not None
            )
            asked += more
            settings = settings_as_proposed(settings, more)

        cut: list[Stage] = []
        days: list[OpenQuestion] = []
        if settings is not None and settings.tournament:
            cut, days = stages(self.file, settings)

        proposed = next(
            (question.proposal for question in asked if question.field == "tournament"),
            "",
        )
        name = (settings or self.settings).tournament or proposed or "new"
        return MatchedTournaments(settings, cut, [*asked, *days], not days, name)

    def _people(self, event: MatchedTournaments, ledger: LedgerView) -> MatchedPeople:
        """Look up everybody who needs an id in the ledger and in the documents that
        come first.

        In this order: the officer's map, numbers and names, answers remembered from
        before, and answers about many rows. What is still open is asked: groups first,
        then single rows, then ids for new players.
        """
        name = self.file.source.file
        register = self._register
        if register is None:
            register = register_of(ledger, (placed.document for placed in self.before))

        people = self.file.people()

        # lines of the map about byes were answered when the file was read
        about_people = {
            text: answer
            for text, answer in self.settings.map.items()
            if text not in self.file.answered_byes
        }
        answers = map_by_row(people, about_people, register.exists, name)

        # read together, because one after the other takes long in a large file
        ledger.timeline.expect(ids_possibly_meant(people, register))
        rows = [row_with_id(row, self.settings, register) for row in people]
        among = _players_of_tournaments(event, ledger)
        # who played in other rounds need not be in this file
        rounds_stay = (
            event.settings is not None and event.settings.other_rounds == "stay"
        )

        def matches_by(known: Mapping[str, str]) -> list[Match]:
            """Match the rows with a map (`known`), and settle what was answered before."""
            by_name = self.settings.players_by == "name"
            matches = match(
                rows,
                register,
                known,
                names_alone=by_name,
                among=among,
                everybody=not rounds_stay,
                progress=self._progress,
            )

            return settled_matches(
                [_doubt_broken_letters(each, self.file, register) for each in matches],
                self.remembered,
                register,
            )

        # an answer about many rows counts those that the officer's map took out since
        offered = matches_by({}) if self.settings.agreed and answers else []
        matches = self.matches = answer_groups(
            matches_by(answers), offered, self.settings.agreed
        )

        ids, new, missing = identities(
            matches, self.settings, event.id, ledger, register
        )
        about_ids = [
            question._replace(where=Where(name, field=question.field))
            for question in missing
        ]

        asked = [
            *group_questions(matches, register, name),
            *doubts(matches, name),
            *about_ids,
        ]

        return MatchedPeople(matches, ids, new, asked, register)

    def _lacking(self, people: MatchedPeople) -> list[Caution]:
        """Warn of what the file knows of a player and the ledger does not; it is never
        taken over.

        That is a FIDE id or a birth, where the ledger has none at all.
        """
        warnings = []
        for matched in people.matches:
            row, player = matched.row, matched.player
            if player is None:
                continue

            more = []
            if row.fide_id and not people.register.fide_ids(player):
                more = [f"--fide-id {row.fide_id}"]
            if row.born and not people.register.born(player):
                more += [f"--born {row.born}"]

            if more:
                text = by_command(
                    "the file says more about {player} than the ledger; to record it:"
                    " selo player add {player} {options}",
                    "the file says more about {player} than the ledger; record it in the"
                    " player's form",
                    player=player,
                    options=" ".join(more),
                )
                line = row.line if isinstance(row, Entrant) else None
                warnings.append(caution(text, Where(self.file.source.file, line)))

        return warnings


def _doubt_broken_letters(matched: Match, file: GamesFile, register: Register) -> Match:
    """Doubt a new player whose letters seem broken, because a wrong name would stay.

    An encoding that mends the letters is suggested first, even where somebody has a
    similar name; a player with the mended name is a candidate.

    Only a row that nobody is known for is doubted like that; with a close name, only
    where an encoding is known that mends it.
    """
    new = matched.because == "unknown"
    close = matched.because in (
        "close",
        "missing-now",
    )

    fault = None
    if new or close:
        fault = fault_of_name(matched.row.name, file.source.encoding in EIGHT_BIT)
    if fault is None or (close and not fault.encoding):
        return matched

    meant = tuple(
        sorted_by_likelihood(
            matched.row, {*matched.candidates, *register.alike(fault.meant)}, register
        )
    )
    because: Because = "letters" if fault.encoding else "lost-letters"
    return matched._replace(
        status="doubtful", by=fault.words(), candidates=meant, because=because
    )


def _players_of_tournaments(event: MatchedTournaments, ledger: LedgerView) -> set[str]:
    """Return the players of the tournaments as the ledger has them: among them a name
    alone is enough.

    Whoever has a game, or stands in what was reported beside the games; by the ids that
    count now.
    """
    standing = [
        tournament
        for stage in event.stages
        if (tournament := ledger.tournament(stage.id)) is not None
    ]

    games = [game for tournament in standing for game in tournament.games.values()]
    rows = [
        row
        for one in standing
        if one.reported is not None
        for row in report_from_json(one.reported).players
    ]
    players = [
        *(player for game in games for player in (game.white, game.black)),
        *(row.player for row in rows),
    ]
    return set(map(ledger.resolve, players))
