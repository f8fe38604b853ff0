"""Warn of what an officer should look at again before booking; it is never a reason to
refuse.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import compress

from desk.second_look.days import NAMED, doubtful_days
from ledger.bodies import (
    ExternalRatingTold,
    GameFact,
    OpeningSet,
    RulesAdopted,
    RulingGiven,
)
from ledger.decide import Context, Decision
from ledger.decisions import Slip
from ledger.documents import (
    AdoptRules,
    Amend,
    Details,
    Document,
    ExternalRating,
    Game,
    GameIn,
    MergePlayers,
    Opening,
    Player,
    Ruling,
    Tournament,
    Withdraw,
)
from ledger.federations import FEDERATIONS, HOME
from ledger.playing_time import stages_of, start_and_total
from ledger.timeline import federation_on
from ledger.visible_text import has_two_alphabets
from messages import Message, listed_names, say
from messages.results import HALF_POINTS
from rulebooks import LISTS, family, last_day, lowest_rating, rulebook
from rulebooks.protocol import Announced

LONG_AGO_DAYS = 365
FAR = 400  # points between two numbers of one person
FLOOR_ABROAD = 1000
FINNISH = {"selo", "pelo"}  # elsewhere it is normal to be from another federation


def warnings_of(
    document: Document, decision: Decision, context: Context
) -> list[Message | Slip]:
    """List all warnings of one document, those that may be slips with their code; a
    repetition has only its own.
    """
    warnings = list(decision.warnings)
    if isinstance(document, ExternalRating):
        warnings += _warnings_of_rating(document, decision, context)
    if decision.repeated is not None:
        return warnings

    warnings += _doubtful_days(document, context)
    match document:
        case Tournament():
            warnings += _tournament(document, context)
        case Game():
            warnings += _doubts(document.tournament, [document.details()], context)
        case Amend():
            warnings += _doubts(document.tournament, document.add_games, context)
        case Player():
            warnings += [
                *_warnings_of_namesakes([document], context),
                *_odd_people([document]),
            ]
        case Opening() | Ruling():
            warnings += _warnings_of_limits(document, context)
        case AdoptRules():
            warnings += _rules_adopted(document, decision, context)
        case Withdraw():
            warnings += _warnings_of_withdrawal(document, context)
        case MergePlayers():
            warnings += _two_people(document, context)
        case _:
            pass

    return warnings


def _warnings_of_rating(
    document: ExternalRating, decision: Decision, context: Context
) -> Iterator[Message]:
    """Yield another rating of the same source and day: of the two the one that was
    recorded later counts.
    """
    states = context.timeline.under_every_id(context.timeline.resolve(document.player))
    others = [
        (fact.seq, fact.body.rating)
        for state in states
        for fact in state.live(ExternalRatingTold)
        if (fact.body.source, fact.body.on) == (document.source, document.on)
        and fact.body.rating != document.rating
    ]

    seq, rating = max(others, default=(0, 0))
    if seq > (decision.repeated or 0):
        words = {
            "player": document.player,
            "rating": rating,
            "list": document.source,
            "day": document.on,
            "seq": seq,
        }
        if decision.repeated is None:
            yield say(
                "{player} has {rating} on {list} of {day} already (seq {seq}); is it"
                " the right day?",
                **words,
            )
        else:
            yield say(
                "{player} has {rating} on {list} of {day} since (seq {seq}), and that"
                " counts: withdraw it",
                **words,
            )


def _doubtful_days(document: Document, context: Context) -> Iterator[Message | Slip]:
    """Yield days that do not fit a life, as questions about the tournament or the
    player whose days they are.
    """
    tournament = getattr(document, "tournament", None)
    player = getattr(document, "player", None)
    for message in doubtful_days(document, context):
        if tournament is None and player is None:
            yield message
        else:
            about = None if tournament else player
            yield Slip("wrong-year", message, tournament, about)


def _tournament(document: Tournament, context: Context) -> Iterator[Message | Slip]:
    """Yield what is odd about a new tournament: its days, its games, its players, and
    whatever the rules of the lists doubt.
    """
    if (age := days_between(document.end, context.today)) > LONG_AGO_DAYS:
        yield say(
            "it ended {days} days ago; ratings of later days may change",
            days=age,
        )

    if not document.games and document.league is None:
        yield say("it has no game: nothing of it is rated")

    new = [
        details
        for details in document.players
        if context.timeline.player(details.player) is None
    ]
    yield from _warnings_of_namesakes(new, context)
    yield from _odd_people(document.players)
    yield from _newcomers(document, context)
    games = document.columns
    played = map(HALF_POINTS.__contains__, games.result)
    announced = _announced_tournament(
        document, list(compress(zip(games.white, games.black, strict=True), played))
    )
    for name in _possible_lists(document.end, context):
        yield from rulebook(name).doubts(
            announced, _rating_lookup(name, document.end, context)
        )

    if not document.domestic:
        yield from _under_the_floor(document, context)


def _announced_tournament(
    document: Tournament, pairs: list[tuple[str, str]]
) -> Announced:
    """Return what the rules of a list may have doubts about."""
    time = document.time_control
    if time is None:
        return Announced(pairs, document.end)

    return Announced(
        pairs=pairs,
        end=document.end,
        time_control=time,
        stages=stages_of(time),
        minutes=start_and_total(time),
        category=document.category,
        event_kind=document.event_kind,
    )


def _warnings_of_limits(
    document: Opening | Ruling, context: Context
) -> Iterator[Message]:
    """Warn of what the rules of the list do not allow: a rating below the lowest, or
    one after the last list.
    """
    begins = context.timeline.begins(document.list)

    if not context.timeline.schedule(document.list):
        yield say(
            "the ledger keeps no list {list}: this changes nothing until rules are"
            " adopted for it",
            list=document.list,
        )
    elif document.on < begins:
        yield say(
            "the list {list} begins on {begins}: what is dated {day} changes nothing"
            " on it",
            list=document.list,
            begins=begins,
            day=document.on,
        )

    last = last_day(document.list)
    least = lowest_rating(document.list)
    rating = document.rating
    about: dict[str, object] = {
        "list": document.list,
        "last": last,
        "day": document.on,
        "least": least,
        "rating": rating,
    }

    if last is not None and document.on > last:
        yield say(
            "the last list of {list} is that of {last}: what is dated {day} changes"
            " nothing on it",
            **about,
        )
    elif least is not None and rating is not None and rating < least:
        yield say(
            "no rating on {list} is below {least}: {rating} counts as {same}",
            same=least,
            **about,
        )


def _rules_adopted(
    document: AdoptRules, decision: Decision, context: Context
) -> Iterator[Message]:
    """Tell of rules that are still to come, and warn of an edition that would follow a
    later one.
    """
    about: dict[str, object] = {
        "edition": document.edition,
        "list": document.list,
        "day": document.from_day,
    }

    if document.from_day > context.today:
        yield say(
            "{edition} comes into force on {list} on {day}; until then nothing moves",
            **about,
        )

    if any(
        isinstance(body, RulesAdopted) and body.begins for _, body in decision.bodies
    ):
        yield say(
            "the list {list} begins on {day}: what is dated before is never on it",
            **about,
        )

    own = {
        edition.id: edition.since for edition in family(document.list).EDITIONS.values()
    }
    earlier = [
        edition
        for since, edition in context.timeline.schedule(document.list)
        if since < document.from_day and edition != document.edition
    ]
    if earlier and own.get(earlier[-1], "") > own[document.edition]:
        yield say(
            "{edition} is older than {other}, which it follows on {list}",
            other=earlier[-1],
            **about,
        )


def _warnings_of_withdrawal(document: Withdraw, context: Context) -> Iterator[Message]:
    """Warn that an edition is withdrawn: that is done by its seq, like a typo, but what
    it means is no small thing.
    """
    event = context.lookups.event(document.seq) if document.seq is not None else None
    if event is not None and isinstance(event.body, RulesAdopted):
        body = event.body
        about = {"edition": body.edition, "list": body.list, "day": body.since}
        if body.since > context.today:
            yield say(
                "{edition} does not come into force on {list} on {day} any more",
                **about,
            )
            return
        yield say(
            "{edition} is not in force on {list} any more: every rating since {day}"
            " follows other rules",
            **about,
        )


def days_between(earlier: str, later: str) -> int:
    """Count the days from one day to another; below 0 if they are the other way round.

    2024-02-28, 2024-03-01 -> 2
    """
    return (date.fromisoformat(later) - date.fromisoformat(earlier)).days


def _doubts(
    tournament: str, added: Iterable[GameIn], context: Context
) -> Iterator[Message]:
    """Warn of what the rules of each list doubt in a tournament with more games, and
    did not doubt before.
    """
    standing = context.timeline.tournament(tournament)
    if standing is None:
        return

    end = standing.header.end
    before = _pairs(standing.games.values())
    for name in _possible_lists(end, context):
        rules, known = rulebook(name), _rating_lookup(name, end, context)
        old = rules.doubts(Announced(before, end), known)
        new = rules.doubts(Announced([*before, *_pairs(added)], end), known)
        yield from (text for text in new if text not in old)


def _possible_lists(day: str, context: Context) -> list[str]:
    """Return the lists that a tournament of a day may be on."""
    return [name for name in LISTS if context.timeline.keeps(name, day)]


def _pairs(games: Iterable[GameIn | GameFact]) -> list[tuple[str, str]]:
    """Return White and Black of each game that was played."""
    return [(game.white, game.black) for game in games if game.result in HALF_POINTS]


def _rating_lookup(list_name: str, end: str, context: Context) -> Callable[[str], bool]:
    """Return a function that tells whether a player has a rating on a list.

    It is one by an opening up to this day, or by a ruling before it.

    list_name: the list; end: YYYY-MM-DD
    """

    def known(player: str) -> bool:
        """Tell whether a player has a rating on the list that is older than the end of
        the tournament: an opening up to that day, or a ruling before it.
        """
        people = context.timeline.under_every_id(context.timeline.resolve(player))
        bodies = [fact.body for person in people for fact in person.facts if fact.live]

        return any(
            (isinstance(body, OpeningSet) and body.list == list_name and body.on <= end)
            or (
                isinstance(body, RulingGiven)
                and body.list == list_name
                and body.rating is not None
                and body.on < end
            )
            for body in bodies
        )

    return known


def _warnings_of_namesakes(
    people: Iterable[Details | Player], context: Context
) -> Iterator[Message | Slip]:
    """Warn of names that others have. It is a question unless the years of their births
    tell them apart, and nothing at all where two full days do, which are not a slip of a
    finger away from each other.
    """
    for details in people:
        others = []
        if details.name:
            others = context.lookups.same_name(details.name, details.player)
        if not others or details.player in others:
            continue

        about: dict[str, object] = {
            "player": details.player,
            "name": details.name,
        }
        own = context.timeline.player(details.player)
        mine = details.born or (own.detail("born") if own is not None else None)
        likely = {
            other: how
            for other in others
            if (how := _may_be_one(mine, other, context)) is not None
        }
        if not likely:
            continue

        about["others"] = ", ".join(likely)
        message = say(
            "{player}: {name} is also the name of {others}; two persons, or one?",
            **about,
        )

        if any(likely.values()):
            yield Slip("same-name", message, player=details.player)
        else:
            yield message


def _may_be_one(mine: str | None, other: str, context: Context) -> bool | None:
    """Tell whether somebody with that birth may be another of the same name: True, it is
    to be asked; False, the years differ; None, the days do.
    """
    # only files are matched, and hardly a document has a name that is known
    from desk.people.births import Birth, births

    person = context.timeline.player(other)
    theirs = None if person is None else person.detail("born")
    if mine is None or theirs is None:
        return True

    whole = len(mine) == len(theirs) == 10
    if context.by_year or not whole:
        return mine[:4] == theirs[:4]

    return None if births(mine, theirs) is Birth.DIFFERS else True


def _odd_people(people: Sequence[Player | Details]) -> Iterator[Message]:
    """Warn of federations that FIDE does not have: any three letters make somebody
    foreign. And of names that look like another one, with letters of two alphabets.
    """
    if mixed := [
        person.player
        for person in people
        if person.name and has_two_alphabets(person.name)
    ]:
        names = listed_names(mixed, NAMED)
        yield say(
            "a word of the name has letters of two alphabets ({names}); is it right?",
            names=names,
        )

    players: dict[str, list[str]] = {}
    for person in people:
        if person.federation is not None and person.federation not in FEDERATIONS:
            players.setdefault(person.federation, []).append(person.player)

    for code, own in players.items():
        yield say(
            "{code} is not a federation of FIDE ({names}); is it right?",
            code=code,
            names=listed_names(own, NAMED),
        )


def _newcomers(document: Tournament, context: Context) -> Iterator[Slip]:
    """Ask about FIDE ids and foreigners without a past, which often mean that a balance
    from before the ledger, or a rating from elsewhere, is missing. Of many only the
    first are named.
    """
    without: list[str] = []
    introduced = {details.player: details for details in document.players}
    # whoever played before in this submission has a past, and needs no look-up
    players = sorted({*document.seated} - context.playing)
    if not players:
        return

    known = context.lookups.people(
        [context.timeline.resolve(player) for player in players]
    )
    in_finland = not FINNISH.isdisjoint(_possible_lists(document.end, context))
    for player in players:
        person = known.get(context.timeline.resolve(player))
        details = introduced.get(player)
        fide_id = None
        if person is not None:
            fide_id = person.fide_id
        elif details is not None:
            fide_id = details.fide_id

        code = _federation(player, details, context)
        if fide_id is not None:
            known_by = f"FIDE id {fide_id}"
        elif code != HOME and in_finland:
            known_by = code
        else:
            continue
        if not _has_past(player, context):
            without.append(f"{player} ({known_by})")

    context.playing.update(players)

    if without:
        names = listed_names(without, NAMED)
        message = say(
            "no opening and no earlier tournament: {names}; is a starting rating"
            " missing?",
            names=names,
        )
        yield Slip("no-balance", message, document.tournament)


def _federation(player: str, details: Details | None, context: Context) -> str:
    """Return the last federation of a player; of one who is new, what the document
    says, or else HOME.
    """
    person = context.timeline.player(player)
    if person is not None:
        return federation_on(person.federations(), "9999-12-31")
    return (details.federation if details is not None else None) or HOME


def _has_past(player: str, context: Context) -> bool:
    """Return whether a player has an opening, a rating from elsewhere or a tournament,
    under any of their ids.
    """
    for alias in context.timeline.aliases(context.timeline.resolve(player)):
        person = context.timeline.player(alias)
        has_balance = person is not None and (
            person.live(OpeningSet) or person.live(ExternalRatingTold)
        )
        # last: for the tournaments of a long career all of its units are read
        if (
            has_balance
            or alias in context.playing
            or context.lookups.tournaments_of(alias)
        ):
            return True

    return False


def _two_people(document: MergePlayers, context: Context) -> Iterator[Slip]:
    """Ask about a merge of ids of whom different things are known."""
    both = document.from_player, document.into
    people = [context.timeline.player(player) for player in both]
    about: dict[str, object] = {"merged": document.from_player, "into": document.into}
    for field in ("born", "sex"):
        one, other = (
            person.detail(field) if person is not None else None for person in people
        )
        if (
            one is None
            or other is None
            or one.startswith(other)
            or other.startswith(one)
        ):
            continue

        about |= {"one": one[:4], "other": other[:4]}

        if field == "born" and one[:4] == other[:4]:
            message = say(
                "{merged} and {into} were born on different days of {one}; are they one"
                " person?",
                **about,
            )
        elif field == "born":
            message = say(
                "{merged} was born {one} and {into} {other}; are they one person?",
                **about,
            )
        else:
            message = say(
                "the sex of {merged} is {one} and that of {into} {other}; are they one"
                " person?",
                **about,
            )

        yield Slip("two-people", message, player=document.into)

    ratings, others = (context.lookups.ratings(player) for player in both)
    for name in LISTS:
        if (
            name in ratings
            and name in others
            and abs(ratings[name] - others[name]) >= FAR
        ):
            about |= {"list": name, "one": ratings[name], "other": others[name]}
            message = say(
                "on {list} {merged} has {one} and {into} {other}; are they one person?",
                **about,
            )
            yield Slip("two-people", message, player=document.into)


def _under_the_floor(document: Tournament, context: Context) -> Iterator[Message]:
    """Yield each player whose newest standard Elo rating at the start is under 1000:
    abroad it counts as 1000 (3.9).
    """
    for player in sorted(document.seated):
        person = context.timeline.player(player)
        ratings = []
        if person is not None:
            ratings = [fact.body for fact in person.live(ExternalRatingTold)]
        standard = [
            body
            for body in ratings
            if body.source == "fide-standard" and body.on <= document.start
        ]
        if standard and max(standard, key=lambda body: body.on).rating < FLOOR_ABROAD:
            yield say(
                "{player} has an Elo under 1000; abroad it counts as 1000 (3.9)",
                player=player,
            )
