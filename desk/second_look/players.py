"""Find slips in what is said of a person, once it is rated: openings, rulings, ratings
from elsewhere, titles.
"""

from collections.abc import Iterator

from desk.ledger_view import LedgerView
from desk.second_look.days import NAMED
from ledger.bodies import ExternalRatingTold, FactWithdrawn, OpeningSet, RulingGiven
from ledger.decisions import Slip, TitleConfirmed
from ledger.events import Event
from ledger.store.connection import Connection
from ledger.timeline import TournamentNow
from messages import counted, listed_names, say
from projections.replay.units import tournament_units
from projections.tables.players import own_rows
from rulebooks import lists_with_titles, rulebook

LOWEST, HIGHEST = 100, 2950  # nobody was ever rated higher
FAR = 400  # two numbers of one person differ by less, on whatever lists
MOST_TOURNAMENTS = 500  # that are looked at for one fact
FEW_GAMES, STRONG = 5, 2000  # nobody is rated 2000 from this few games


def slips_of_number(
    body: OpeningSet | RulingGiven | ExternalRatingTold,
    connection: Connection,
    ledger: LedgerView,
) -> Iterator[Slip]:
    """Yield what is odd about a number that is stated of somebody."""
    player, rating = body.player, body.rating
    assert rating is not None

    if not LOWEST <= rating <= HIGHEST:
        message = say(
            "{player}: nobody has a rating of {rating}",
            player=player,
            rating=rating,
        )
        yield Slip("out-of-range", message, player=player)
        return

    own = body.source if isinstance(body, ExternalRatingTold) else body.list
    others = dict(_numbers(body, connection, ledger))
    if others and all(abs(rating - number) >= FAR for number in others.values()):

        def distance(list_name: str) -> tuple[int, str]:
            return abs(rating - others[list_name]), list_name

        name = min(others, key=distance)
        number = others[name]
        yield Slip(
            "far-off",
            say(
                "{player} gets {rating} on {list}, but has {other} on {elsewhere}; are"
                " player and list right?",
                player=player,
                rating=rating,
                list=own,
                other=number,
                elsewhere=name,
            ),
            player=player,
        )

    if isinstance(body, ExternalRatingTold):
        yield from _slips_of_late_rating(body, ledger)


def _numbers(
    body: OpeningSet | RulingGiven | ExternalRatingTold,
    connection: Connection,
    ledger: LedgerView,
) -> Iterator[tuple[str, int]]:
    """Yield what else is known of the player: the ratings on other lists, and the
    latest from each source elsewhere.
    """
    player = ledger.resolve(body.player)
    rows = own_rows(connection, [player])[player]
    for name in rows.totals:
        tally = rows.tally(name)
        if (
            tally is not None
            and tally.rating is not None
            and name != getattr(body, "list", None)
        ):
            yield name, tally.rating

    states = ledger.timeline.under_every_id(player)
    elsewhere = [
        fact.body for state in states for fact in state.live(ExternalRatingTold)
    ]
    # of each source the latest comes last and stays
    for other in sorted(elsewhere, key=lambda other: other.on):
        if other is not body and other != body:
            yield other.source, other.rating


def openings(player: str, list_name: str, ledger: LedgerView) -> list[str]:
    """Return the days of somebody's openings on a list, under any of their ids."""
    states = ledger.timeline.under_every_id(player)
    return [
        fact.body.on
        for state in states
        for fact in state.live(OpeningSet)
        if fact.body.list == list_name
    ]


def tournaments_before(
    player: str, day: str, ledger: LedgerView
) -> list[TournamentNow]:
    """Return the tournaments in force in which somebody played, under any of their ids,
    and that ended by a day.
    """
    aliases = ledger.timeline.aliases(ledger.resolve(player))
    names = sorted(
        {name for alias in aliases for name in ledger.index.tournaments_of(alias)}
    )[:MOST_TOURNAMENTS]
    ledger.timeline.expect_tournaments(names)
    tournaments = [
        current for name in names if (current := ledger.tournament(name)) is not None
    ]

    return [
        current
        for current in tournaments
        if current.header.end <= day and not current.withdrawn
    ]


def _slips_of_late_rating(
    body: ExternalRatingTold, ledger: LedgerView
) -> Iterator[Slip]:
    """Yield a first rating from elsewhere that is dated after all the games it was
    meant for.
    """
    states = ledger.timeline.under_every_id(ledger.resolve(body.player))
    days: list[str] = []
    for state in states:
        days += [fact.body.on for fact in state.live(OpeningSet)]
        days += [fact.body.on for fact in state.live(ExternalRatingTold)]
    if any(on < body.on for on in days):
        return

    earlier = tournaments_before(body.player, body.on, ledger)
    if earlier:
        yield Slip(
            "after-games",
            say(
                "the first rating of {player} from elsewhere is dated {day}, after"
                " {names}: it does not count there",
                player=body.player,
                day=body.on,
                names=listed_names([current.id for current in earlier], NAMED),
            ),
            player=body.player,
        )


def slips_of_opening(body: OpeningSet, ledger: LedgerView) -> Iterator[Slip]:
    """Yield the tournaments whose games an opening replaces, for it is dated after
    them, and games that are too few.
    """
    earlier = []
    for current in tournaments_before(body.player, body.on, ledger):
        units = tournament_units(current, ledger.timeline)
        if any(name == body.list and of_list for name, of_list in units):
            earlier.append(current.id)
    if earlier:
        yield Slip(
            "after-games",
            say(
                "the opening of {player} on {list} is dated {day}, after {names}: it"
                " replaces what those games brought",
                player=body.player,
                list=body.list,
                day=body.on,
                names=listed_names(earlier, NAMED),
            ),
            player=body.player,
        )

    if body.games < FEW_GAMES and body.rating >= STRONG:
        yield Slip(
            "few-games",
            counted(
                "{player} opens with {rating} on {list} after {count} game; is a digit"
                " missing?",
                "{player} opens with {rating} on {list} after {count} games; is a digit"
                " missing?",
                body.games,
                player=body.player,
                rating=body.rating,
                list=body.list,
            ),
            player=body.player,
        )


def slips_of_withdrawn_opening(
    event: Event, body: FactWithdrawn, ledger: LedgerView
) -> Iterator[Slip]:
    """Yield an opening that is withdrawn though games rest on it, and no other takes
    its place.
    """
    person = ledger.timeline.player(event.target)
    facts = person.facts if person is not None else ()
    gone = next((fact.body for fact in facts if fact.seq == body.withdrawn), None)
    if not isinstance(gone, OpeningSet):
        return

    player = ledger.resolve(gone.player)
    if openings(player, gone.list, ledger):
        return

    played = len(tournaments_before(player, "9999-12-31", ledger))
    if played:
        yield Slip(
            "opening-gone",
            counted(
                "{player} has no opening on {list} any more: the games of {count}"
                " tournament follow from no number",
                "{player} has no opening on {list} any more: the games of {count}"
                " tournaments follow from no number",
                played,
                player=player,
                list=gone.list,
            ),
            player=player,
        )


def slips_of_title(
    body: TitleConfirmed, connection: Connection, ledger: LedgerView
) -> Iterator[Slip]:
    """Yield a confirmation of a title that the ledger has no ground for, or only one
    that came later, and of one below what the player has.
    """
    player = ledger.resolve(body.player)
    own = own_rows(connection, [player])[player]
    versions = [
        version for name in lists_with_titles() for version in own.titles_in(name)
    ]
    reached = {
        title.title: title.on for title, closed in reversed(versions) if closed is None
    }
    about: dict[str, object] = {"player": player, "title": body.title}
    first = min(
        (
            title.on
            for title, closed in versions
            if closed is None and title.title == body.title
        ),
        default=None,
    )
    if first is None:
        yield Slip(
            "no-ground",
            say(
                "nothing in the ledger supports the title {title} of {player}", **about
            ),
            player=player,
        )
    elif first > body.on:
        about |= {"first": first, "day": body.on}
        message = say(
            "{player} reached the title {title} on {first}, after the confirmation of"
            " {day}",
            **about,
        )
        yield Slip("no-ground", message, player=player)

    bars = {
        rule.title: rule.rating
        for name in lists_with_titles()
        for rule in rulebook(name).title_rules
    }
    states = ledger.timeline.under_every_id(player)
    confirmed = {
        fact.body.title for state in states for fact in state.live(TitleConfirmed)
    }
    higher = [
        title
        for title in reached.keys() | confirmed
        if bars.get(title, 0) > bars.get(body.title, 0)
    ]
    if higher:
        best = max(higher, key=lambda title: bars[title])
        message = say(
            "{player} has the higher title {best}; is {title} meant?",
            **about | {"best": best},
        )
        yield Slip("lower-title", message, player=player)
