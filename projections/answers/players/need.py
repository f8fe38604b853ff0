"""`selo need`: the score that brings a player to a rating, with the ratings as the ledger has them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from ledger.errors import NotFound, Problem, Usage, Where
from messages import by_command, say
from messages.answer import Answer
from projections.answers.asking import PlayerId, Timed, about
from projections.answers.career import known_player, names_of
from projections.answers.reading import Basis, Reading
from projections.replay.on_day import edition_on
from rulebooks import LISTS, rulebook
from rulebooks.calculated import ScoreRow
from rulebooks.protocol import Needs

MOST = 100


class Opponent(Answer, frozen=True, kw_only=True):
    """Somebody to be met, with the rating that the sum takes."""

    player: str
    name: str | None
    rating: int


class NeedAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `need`: the least score that reaches the target, None where no score does; the rating of each."""

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
    """The least score against these opponents that brings a player to a rating, from the ledger's own ratings."""

    rests = ("player",)
    line = ("player", "against")
    examples = ("selo need F033 --target 2060 --against F001 F002 F010",)
    player: PlayerId
    target: Annotated[int, Meta(ge=0, le=4000), about("The rating to reach.", "T")]
    against: Annotated[
        tuple[PlayerId, ...],
        about("Whom they meet.", "OPPONENTS...", schema={"minItems": 1, "maxItems": 100}, needed=True),
    ] = ()
    minutes: Annotated[int, Meta(ge=1, le=1000), about("Minutes for 60 moves.")] = 90

    def ask(self, reading: Reading) -> NeedAnswer:
        return score_needed(reading, self.player, self.target, self.against, self.minutes)


def score_needed(
    reading: Reading, asked: str, target: int, against: Sequence[str], minutes: Fraction | int = 90
) -> NeedAnswer:
    """Work out the score needed against these opponents, each once, on the list that games of so many minutes count
    for.
    """
    if not against or len(against) > MOST:
        raise Usage(
            Problem(
                "no-opponents",
                say("name 1 to {most} opponents", most=MOST),
                Where(field="against"),
                by_command("--against F001 F002", "name opponents"),
            )
        )
    player = known_player(reading, asked)
    others = [known_player(reading, opponent) for opponent in against]
    if player in others:
        message = say("{player} cannot be their own opponent", player=player)
        raise Usage(Problem("no-opponents", message, Where(field="against"), say("name others")))
    rules, edition = _rules(reading)
    list_name = rules.need_kind(minutes, edition)
    ratings = {name: reading.rating(list_name, name) for name in dict.fromkeys([player, *others])}
    unrated = [name for name, rating in ratings.items() if rating is None]
    if unrated:
        message = say("no rating on {list}: {names}", list=list_name, names=", ".join(unrated))
        raise NotFound(
            Problem(
                "not-there",
                message,
                hint=by_command(
                    "use selo calc need with a rating of your own", "use the calculator, with a rating of your own"
                ),
            )
        )
    own = ratings[player] or 0
    flaws = rules.objections(list_name, own, None, minutes, edition)
    if flaws:
        raise Usage([Problem("option", objection.message, Where(field=objection.field)) for objection in flaws])
    result = rules.need(own, minutes, target, [ratings[name] or 0 for name in others], edition)
    names = names_of(reading, [player, *others])
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
        opponents=tuple(Opponent(player=name, name=names.get(name), rating=ratings[name] or 0) for name in others),
        rows=result.rows,
        basis=reading.basis(),
    )


def _rules(reading: Reading) -> tuple[Needs, str]:
    """Return the first list whose rules can say what score is needed, and their edition in force on the day."""
    for name in reading.lists():
        if (needs := rulebook(name).needs) is not None:
            return needs, edition_on(reading.timeline, name)(reading.as_of)
    names = ", ".join(name for name in LISTS if rulebook(name).needs is not None)
    message = say("only the rules of {names} can say it, and the ledger keeps none of these lists", names=names)
    raise NotFound(
        Problem(
            "not-there",
            message,
            hint=by_command("use the calculator of the list: selo calc --help", "use the calculator of the list"),
        )
    )
