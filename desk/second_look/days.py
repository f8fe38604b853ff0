"""Find days that fit no life in a document: games before a birth, and days before there
were ratings. They are asked about, never refused.
"""

from collections.abc import Iterable, Iterator

from ledger.decide import Context
from ledger.decisions import TitleDecision
from ledger.documents import (
    Amend,
    Document,
    EloOnlyGames,
    ExternalRating,
    Game,
    Opening,
    Player,
    Publish,
    Ruling,
    Tournament,
)
from ledger.every_document import fields_among
from messages import Message, listed_names, say

LONG_PAST = "1900-01-01"
NAMED = 3
DAYS_OF_FEATURES = ("start", "end", "on")  # fields of their documents


def doubtful_days(document: Document, context: Context) -> Iterator[Message]:
    """Yield the warnings about a document's days that may be wrong."""
    match document:
        case Tournament():
            introduced = {details.player: details.born for details in document.players}
            yield from _warnings_of_day(
                document.start, document.seated, context, introduced
            )
        case Game() if (
            standing := context.timeline.tournament(document.tournament)
        ) is not None:
            yield from _warnings_of_day(
                document.on or standing.header.start,
                (document.white, document.black),
                context,
            )
        case Amend() if (
            standing := context.timeline.tournament(document.tournament)
        ) is not None:
            start = (
                document.set.start if document.set is not None else None
            ) or standing.header.start
            games = [
                *document.add_games,
                *(standing.games.values() if start != standing.header.start else ()),
            ]
            if games:
                yield from _warnings_of_day(
                    start,
                    {player for game in games for player in (game.white, game.black)},
                    context,
                )
        case Opening() | Ruling() | ExternalRating() | EloOnlyGames() | TitleDecision():
            yield from _warnings_of_day(document.on, [document.player], context)
        case Publish():
            yield from _warnings_of_past(document.as_of)
        case Player() if document.born is not None:
            yield from _warnings_of_past(document.born)
            yield from _warnings_of_birth(document.player, document.born, context)
        case _ if document.about_field:  # of a feature
            for field in fields_among(type(document), DAYS_OF_FEATURES):
                day = getattr(document, field)
                if day is not None:
                    yield from _warnings_of_past(day)
        case _:
            return


def _warnings_of_past(day: str) -> Iterator[Message]:
    """Warn of a day, or a year alone, before 1900: a slip in the first digits."""
    if day < LONG_PAST[: len(day)]:
        yield say(
            "{day} is before {year}; is the year right?", day=day, year=LONG_PAST[:4]
        )


def _warnings_of_day(
    day: str,
    players: Iterable[str],
    context: Context,
    introduced: dict[str, str | None] | None = None,
) -> Iterator[Message]:
    """Warn of a day (YYYY-MM-DD) that is long past, or before the birth of somebody who
    plays on it.

    introduced: the births that the document itself brings, for people whose birth the
    ledger does not know
    """
    yield from _warnings_of_past(day)

    people, births = sorted(context.timeline.meant(players)), context.births
    context.timeline.expect([player for player in people if player not in births])

    unborn = []
    for player in people:
        if player not in births:
            person = context.timeline.player(player)
            births[player] = person.detail("born") if person is not None else None

        born = births[player] or (introduced or {}).get(player)
        # by the year alone: a submitter who asks about one day after the other must not
        # find out the day
        if born is not None and day[:4] < born[:4]:
            unborn.append(player)

    if unborn:
        yield say(
            "born after {day}: {names}; is the year right?",
            day=day,
            names=listed_names(unborn, NAMED),
        )


def _warnings_of_birth(player: str, born: str, context: Context) -> Iterator[Message]:
    """Warn if a birth that is stated only now is later than somebody's games."""
    if context.timeline.player(player) is None:
        return  # somebody new has no games, and nothing is read to find none

    ids = context.timeline.aliases(context.timeline.resolve(player))
    names = [name for alias in ids for name in context.lookups.named_in(alias)]
    context.timeline.expect_tournaments(names)

    tournaments = [
        tournament
        for name in names
        if (tournament := context.timeline.tournament(name)) is not None
    ]
    first = min(
        (
            tournament.header.start
            for tournament in tournaments
            if not tournament.withdrawn
        ),
        default=born,
    )
    if first[: len(born)] < born:
        yield say(
            "{player} played on {day}, before they were born ({born}); is the year"
            " right?",
            player=player,
            day=first,
            born=born,
        )
