"""Find the score that brings a player to a rating, with the ratings as the ledger has them
(`selo player need`).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from ledger.errors import NotFound, Problem, Usage, Where
from messages import by_command, say
from messages.answer import Answer
from projections.answers.asking import (
    PlayerId,
    Timed,
    about,
)
from projections.answers.career import (
    known_player,
    names_of,
)
from projections.answers.reading import Basis, Reading
from rulebooks import LISTS, rulebook
from rulebooks.needs import Objection, ScoreRow
from rulebooks.protocol import Needs

MOST = 100


class Opponent(Answer, frozen=True, kw_only=True):
    """Somebody to be met, with the rating that the sum takes."""

    player: str
    name: str | None
    rating: int


class NeedAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player need`: the least score that reaches the target, None where no
    score does; the rating of each.
    """

    player: str
    name: str | None
    list: str
    edition: str
    rating: int
    target: int
    games: int
    average: int | float
    score: int | float | None
    new: int | None
    opponents: tuple[Opponent, ...]
    rows: tuple[ScoreRow, ...]
    basis: Basis


class Need(Timed, frozen=True, kw_only=True):
    """The least score against these opponents that brings a player to a rating, from
    the ledger's own ratings.
    """

    line = ("player", "against")
    examples = ("selo player need F033 --target 2060 --against F001 F002 F010",)
    player: PlayerId
    target: Annotated[int, Meta(ge=0, le=4000), about("The rating to reach.", "T")]
    against: Annotated[
        tuple[PlayerId, ...],
        about(
            "Whom they meet.",
            "OPPONENTS...",
            schema={"minItems": 1, "maxItems": 100},
            needed=True,
        ),
    ] = ()
    minutes: Annotated[int, Meta(ge=1, le=1000), about("Minutes for 60 moves.")] = 90

    def ask(self, reading: Reading) -> NeedAnswer:
        """Return the least score that reaches the target."""
        return score_needed(
            reading, self.player, self.target, self.against, self.minutes
        )


def score_needed(
    reading: Reading,
    asked: str,
    target: int,
    against: Sequence[str],
    minutes: Fraction | int = 90,
) -> NeedAnswer:
    """Work out the score needed against these opponents, each once, on the list that
    games of so many minutes count for.

    `asked`, `against`: ids, or what may stand for them; `minutes`: for 60 moves.

    `Usage`: no opponent or too many are named, the player is one of them, or the rules
    have something against the sum. `NotFound`: somebody is not known or has no rating,
    or no list of the ledger can say it.
    """
    if not against or len(against) > MOST:
        message = say("name 1 to {most} opponents", most=MOST)
        hint = by_command("--against F001 F002", "name opponents")
        raise Usage(Problem("no-opponents", message, Where(field="against"), hint))

    player = known_player(reading, asked)
    others = [known_player(reading, opponent) for opponent in against]
    if player in others:
        message = say("{player} cannot be their own opponent", player=player)
        hint = say("name others")
        raise Usage(Problem("no-opponents", message, Where(field="against"), hint))

    rules, edition = _rules(reading)
    list_name = rules.need_kind(minutes, edition)
    ratings = _ratings(reading, list_name, [player, *others])
    own = ratings[player]
    flaws = rules.objections(list_name, own, None, minutes, edition)
    if flaws:
        raise Usage([_problem(flaw) for flaw in flaws])

    opponents_ratings = [ratings[name] for name in others]
    result = rules.need(own, minutes, target, opponents_ratings, edition)
    names = names_of(reading, [player, *others])
    opponents = []
    for other in others:
        rating = ratings[other]
        opponents.append(Opponent(player=other, name=names.get(other), rating=rating))

    return NeedAnswer(
        player=player,
        name=names.get(player),
        list=list_name,
        edition=edition,
        rating=own,
        target=target,
        games=result.games,
        average=result.average,
        score=result.score,
        new=result.new,
        opponents=tuple(opponents),
        rows=result.rows,
        basis=reading.basis(),
    )


def _ratings(
    reading: Reading, list_name: str, players: Sequence[str]
) -> dict[str, int]:
    """Return the rating of each player, or refuse those who have none.

    `NotFound` names all who have none, at once.
    """
    ratings = {}
    unrated = []
    for player in dict.fromkeys(players):
        rating = reading.listed_rating(list_name, player)
        if rating is None:
            unrated.append(player)
        else:
            ratings[player] = rating

    if not unrated:
        return ratings

    message = say(
        "no rating on {list}: {names}", list=list_name, names=", ".join(unrated)
    )
    hint = by_command(
        "use selo calc need with a rating of your own",
        "use the calculator, with a rating of your own",
    )
    raise NotFound(Problem("not-there", message, hint=hint))


def _problem(flaw: Objection) -> Problem:
    """Make a problem of what the rules have against a sum, at the field that it is
    about.
    """
    return Problem("option", flaw.message, Where(field=flaw.field))


def _rules(reading: Reading) -> tuple[Needs, str]:
    """Return the first list whose rules can say what score is needed, and their edition
    in force on the day.

    `NotFound`: the ledger keeps no such list.
    """
    for name in reading.lists():
        needs = rulebook(name).needs
        if needs is not None:
            return needs, reading.edition(name)

    able = [name for name in LISTS if rulebook(name).needs is not None]
    message = say(
        "only the rules of {names} can say it, and the ledger keeps none of these"
        " lists",
        names=", ".join(able),
    )
    hint = by_command(
        "use the calculator of the list: selo calc --help",
        "use the calculator of the list",
    )
    raise NotFound(Problem("not-there", message, hint=hint))
