"""Answer `selo titles`: every title, where it was reached, what the committee decided
and has still to decide.
"""

from typing import Annotated

from msgspec.structs import asdict

from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Day, PlayerId, Timed, about
from projections.answers.career import known_player, names_of, rows_to_show
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import (
    EARNED,
    HELD,
    KEPT,
    LOST,
    PENDING,
    REFUSED,
    REOPENED,
    REVOKED,
    WITHOUT_GROUND,
    DecidedTitle,
    TitleGround,
    TitleLostBy,
    TitleState,
    titles_of,
    titles_of_everybody,
)

OPEN = (EARNED, LOST, WITHOUT_GROUND)  # the committee has something to decide
NOBODYS = (LOST, REFUSED, WITHOUT_GROUND)  # nobody holds it
# where a title stands in the committee's register, in the order of its meeting
STANDINGS = (REOPENED, PENDING, WITHOUT_GROUND, KEPT, REFUSED, REVOKED, HELD)


class TitleRow(Answer, frozen=True, kw_only=True):
    """A title with the player it belongs to."""

    player: str
    name: str | None
    title: str
    on: Date
    tournament: str | None
    game: str | None
    status: str
    seq: int | UnsetType = UNSET
    event: TitleLostBy | UnsetType | None = UNSET
    confirmed_on: Date | UnsetType = UNSET
    decision: DecidedTitle | UnsetType = UNSET
    standing: str = HELD
    was: TitleGround | UnsetType = UNSET


class TitlesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `titles`."""

    rows: tuple[TitleRow, ...]
    basis: Basis


class Titles(Timed, frozen=True, kw_only=True):
    """Titles: held, earned (M awaiting confirmation), no longer supported after a
    correction, kept or refused by the committee, or confirmed without grounds.
    """

    line = ("player",)
    examples = ("selo titles --earned-since 2025-01-01",)
    table = "rows"
    player: PlayerId | None = None
    earned_since: Annotated[
        Day | None,
        about(
            "Only those reached on this day or later, still supported and not refused."
        ),
    ] = None
    open: Annotated[
        bool, about("Only those of which the committee has something to decide.")
    ] = False

    def ask(self, reading: Reading) -> TitlesAnswer:
        return titles(reading, self.player, self.earned_since, self.open)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("seq", "event", "confirmed_on", "decision", "was")


def titles(
    reading: Reading,
    asked: str | None = None,
    earned_since: str | None = None,
    only_open: bool = False,
) -> TitlesAnswer:
    """List every title with its state, of one player or of everybody.

    `asked`: an id, or what may stand for one. `earned_since`: YYYY-MM-DD; titles that
    lost their ground, or were refused, are then left out. `only_open`: those of which
    the committee has something to decide.

    Rows are by player, and of one player the highest first. A player whom nobody knows
    is refused.
    """

    if asked is not None:
        player = known_player(reading, asked)
        states = {player: titles_of(reading, player)}
    else:
        states = titles_of_everybody(reading)

    names = names_of(reading, [*states])
    rows = []

    for player, own in states.items():
        for title in own:
            # whoever looks for news wants those that stand
            if earned_since is not None and not _is_earned_since(title, earned_since):
                continue
            if only_open and title.status not in OPEN:
                continue

            name = names.get(player)
            rows.append(TitleRow(player=player, name=name, **asdict(title)))

    return TitlesAnswer(
        rows=tuple(rows) if asked is not None else rows_to_show(reading, rows),
        basis=reading.basis(),
    )


def _is_earned_since(title: TitleState, day: str) -> bool:
    """Tell whether a title was reached on a day or later, still has its ground, and was
    not refused.

    One that the committee keeps although its ground is gone is theirs, and no news.
    """
    if title.status in NOBODYS:
        return False

    has_lost_ground = title.seq is not UNSET
    if title.status == KEPT and has_lost_ground:
        return False

    return title.on >= day
