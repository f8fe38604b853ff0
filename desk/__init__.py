"""Turn a file or a document into a booked submission. Here: what it comes to, as
receipts, ratings that move, warnings.

submit           the one pipe: prepare, decide, store, project, in one transaction; a preview rolls it back
recording        documents to stored events, with the warnings about each
gate             what may be a slip is asked about before it is booked
movements        what a submission moved
rows_to_publish  the rows that a published list freezes
ledger_view      what all of these may ask of the ledger

These read no file. What does, hands `submit` documents, or the function that makes them:

named_files      the files of one submission: documents, at most one file of games
files/           opening, recognising and reading a file of games; settings given beside it
games/           from a file of games to documents: questions, matching, differences, the report
lists/           from a rating list to documents
people/          who a row of a file is
exports/         what leaves as text for other programs: a report, a rating list

What a submission comes to is frozen and typed; `--json` prints the fields in their
order.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypedDict

import msgspec

from ledger.decisions import Doubt, Slip
from ledger.errors import Problem, Where
from ledger.store.receipts import LogReceipt
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType


class Spot(Answer, frozen=True, kw_only=True):
    """Where a warning belongs: a file and a line of it, as far as they are known."""

    file: str | None
    line: int | None


class Caution(Answer, frozen=True, kw_only=True):
    """A warning: something an officer should look at again. It never stops a
    submission.
    """

    message: Message
    where: Spot
    slip: str | UnsetType = UNSET


def caution(message: Message, where: Where, slip: str | UnsetType = UNSET) -> Caution:
    """Make a warning about a place in a file, which does not stop the submission.

    `caution(say("the birth is missing"), Where("report.trf", 12))` goes into its
    report, with file and line.
    """
    return Caution(
        message=message, where=Spot(file=where.file, line=where.line), slip=slip
    )


DRY_RUN = "Record nothing; show every rating that would change."
SURE = "What may be this slip is right: same-day, or same-day:ID for one of several."
FOR_GOOD = "And it is not asked again of this tournament or player."


class DoubtRow(Answer, frozen=True, kw_only=True):
    """A question before booking: what may be a slip, of which tournament or player, and
    what to do if it is one.

    `sure`: the answer that it is right, as `--sure` and the parameter `sure` take it.
    """

    doubt: Doubt
    tournament: str | None
    player: str | None
    message: Message
    otherwise: Message
    sure: str

    def is_answered_by(self, answers: Collection[str]) -> bool:
        """Return whether one of the answers says that this is right: by the slip alone,
        or for this one.
        """
        return self.doubt in answers or self.sure in answers

    def as_problem(self) -> Problem:
        hint = by_command(
            "{otherwise}; if it is right: --sure {sure} (over HTTP: sure={sure})",
            "{otherwise}; if it is right, say so beside the button that books it"
            " (programs: sure={sure})",
            otherwise=self.otherwise,
            sure=self.sure,
        )
        return Problem(
            "needs-answer", self.message, Where(field="sure"), hint, about=(self.sure,)
        )


def unasked(warnings: Sequence[Caution], doubts: Sequence[DoubtRow]) -> list[Caution]:
    """Return the warnings without those that are asked about, where both are shown, so
    that nothing is said twice.
    """
    asked = {doubt.message for doubt in doubts}
    return [warning for warning in warnings if warning.message not in asked]


# what to do instead, if what was asked about is not right
INSTEAD: dict[Doubt, Message] = {
    "same-games": say("withdraw one of the two"),
    "same-day": say("give one of them its order_no"),
    "before-opening": say("look at its days, and at those of the openings"),
    "long-unit": say("set each_game_rated"),
    "across-edition": say("look at its days"),
    "moved-past": say("look at its days"),
    "wrong-year": say("look at the year"),
    "far-day": say("state the right day of the game"),
    "out-of-range": say("state the right number"),
    "jump": say("state the right number"),
    "far-off": say("look at the number, the list and the player"),
    "few-games": say("state how many games the rating rests on"),
    "after-games": say("date it before the first of those games"),
    "opening-gone": say("submit the right opening together with the withdrawal"),
    "no-ground": say("look at the player, the title and the day of the confirmation"),
    "lower-title": say("look at the player and the title"),
    "two-in-round": say("state the right round, or strike one of the games"),
    "same-pair": say("strike one of the two games"),
    "same-result": say("look at the column of results"),
    "turned": say("turn the results round"),
    "unlikely": say("look who played there"),
    "odd-time": say("state the right time and the right days"),
    "too-short": say("state the right time"),
    "unequal-time": say("state the same time for both"),
    "odd-points": say("state the right result"),
    "abroad": say("say whether the tournament was held abroad (domestic)"),
    "not-there": say("name the players who were sent (representatives)"),
    "age-group": say("state the right age_group"),
    "outsider": say("name somebody who played in the tournament"),
    "most-struck": say("withdraw the tournament if it is the wrong one"),
    "rounds-struck": say(
        "leave them as they are ({name}, if a file has only some of the rounds)",
        name=by_command("--other-rounds stay", "other_rounds: stay"),
    ),
    "no-balance": say("submit the opening or the rating from elsewhere first"),
    "same-name": say("use the id that is there"),
    "two-people": say("look who is meant by each of the two ids"),
}


def doubt_of(slip: Slip) -> DoubtRow:
    """Return the question that a possible slip is."""
    sure = f"{slip.code}:{slip.tournament or slip.player}"
    return DoubtRow(
        doubt=slip.code,
        tournament=slip.tournament,
        player=slip.player,
        message=slip.message,
        otherwise=INSTEAD[slip.code],
        sure=sure,
    )


class PlayerEvent(Answer, frozen=True, kw_only=True):
    """The event of a player that a document brought along: one introduced, or one
    erased together with another.
    """

    seq: int
    player: str


class Receipt(Answer, frozen=True, kw_only=True):
    """The event that a document was recorded as; `repeated` when it had been recorded
    before.

    `size` and `root` are the footer of a published list; a preview has none, as its
    event would get another moment.
    """

    seq: int
    kind: str
    target: str
    repeated: bool
    introduced: tuple[PlayerEvent, ...] | UnsetType = UNSET
    along: tuple[PlayerEvent, ...] | UnsetType = msgspec.field(
        default=UNSET, name="with"
    )
    size: int | UnsetType = UNSET
    root: str | UnsetType = UNSET


class Move(Answer, frozen=True, kw_only=True):
    """A player's current rating before and after the submission; None: not on the list."""

    player: str
    list: str
    on: Date
    before: int | None
    after: int | None
    name: str | None = None


class EntryChange(Answer, frozen=True, kw_only=True):
    """An entry that changes, recent or long past: its rating before and after, None
    where there is no entry.
    """

    player: str
    list: str
    unit: str
    on: Date
    before: int | None
    after: int | None
    name: str | None = None


class LostTitle(Answer, frozen=True, kw_only=True):
    """A title that nobody's games support any more."""

    player: str
    name: str | None
    list: str
    title: str


class Playing(NamedTuple):
    """A tournament of a preview: its first and last day, and who plays in it, by id and
    name.
    """

    tournament: str
    start: str
    end: str
    players: tuple[tuple[str, str | None], ...]


class Unlicensed(Answer, frozen=True, kw_only=True):
    """Somebody in a previewed tournament without a licence that is paid and covers its
    first and its last day.
    """

    tournament: str
    player: str
    name: str | None
    state: str


class Fates(Answer, frozen=True, kw_only=True):
    """How many games of some tournaments are rated on each list, and how many are not,
    by reason.
    """

    rated: dict[str, int]
    not_rated: dict[str, int]


class Outcome(Answer, frozen=True, kw_only=True):
    """Everything a submission came to. `fates` is there when a file of games was booked
    or previewed in full.
    """

    recorded: tuple[Receipt, ...] = ()
    moved: tuple[Move, ...] = ()
    warnings: tuple[Caution, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    fates: Fates | None = None
    lost_titles: tuple[LostTitle, ...] = ()
    receipt: LogReceipt | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] = ()  # slips that nobody vouched for
    # one digest of what is recorded and moved, where every entry was asked for
    essence: str = ""
    asked_about: str = ""  # and one of every question, answered or not
    playing: tuple[Playing, ...] = ()  # in the new tournaments of a preview

    def warned_first(self, warnings: tuple[Caution, ...]) -> "Outcome":
        """Return the outcome with more warnings, before its own."""
        return msgspec.structs.replace(self, warnings=warnings + self.warnings)


class Submitted(Answer, frozen=True, kw_only=True):
    """What submitted documents answer with; a preview says so, and shows every entry
    that would change.
    """

    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType = UNSET
    entries: tuple[EntryChange, ...] | UnsetType = UNSET
    lost_titles: tuple[LostTitle, ...] | UnsetType = UNSET
    doubts: tuple[DoubtRow, ...] | UnsetType = UNSET
    receipt: LogReceipt | UnsetType = UNSET
    preview: str | UnsetType = UNSET
    unlicensed: tuple[Unlicensed, ...] | UnsetType = UNSET


def submitted(outcome: Outcome, dry_run: bool) -> Submitted:
    return Submitted(**told(outcome, dry_run))


class Told(TypedDict):
    """The part of an outcome that every report has: everything that somebody who
    decides by a preview decides on.
    """

    recorded: tuple[Receipt, ...]
    moved: tuple[Move, ...]
    warnings: tuple[Caution, ...]
    dry_run: bool | UnsetType
    entries: tuple[EntryChange, ...] | UnsetType
    lost_titles: tuple[LostTitle, ...] | UnsetType
    doubts: tuple[DoubtRow, ...] | UnsetType
    receipt: LogReceipt | UnsetType


def told(outcome: Outcome, dry_run: bool) -> Told:
    return Told(
        recorded=outcome.recorded,
        moved=outcome.moved,
        warnings=outcome.warnings,
        dry_run=True if dry_run else UNSET,
        entries=outcome.entries if dry_run else UNSET,
        lost_titles=outcome.lost_titles or UNSET,
        doubts=outcome.doubts or UNSET,
        receipt=outcome.receipt,
    )


class NewLedger(Answer, frozen=True, kw_only=True):
    """A ledger that was made: where it is, its lists, and the rules it begins with."""

    ledger: str
    lists: tuple[str, ...]
    recorded: tuple[Receipt, ...]
