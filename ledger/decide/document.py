"""A document and what the ledger holds about its target, to events not yet stored, or a
refusal.
"""

from collections.abc import Iterator, Sequence

from features.feature import imported
from ledger.bodies import RulesAdopted
from ledger.decide import (
    amend,
    erasure,
    introductions,
    merges,
    office,
    player,
    player_facts,
    publication,
    rules,
    tournaments,
    withdrawals,
)
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.digests import digest_of, is_new, repeated_key
from ledger.decide.named_texts import with_seals
from ledger.decide.refusals import refuse
from ledger.decisions import TitleDecision, Vouch
from ledger.documents import (
    AcceptRules,
    AdoptRules,
    Amend,
    Document,
    EloOnlyGames,
    ErasePerson,
    ExternalRating,
    Game,
    GameIn,
    MergePlayers,
    Opening,
    Player,
    Publish,
    Reinstate,
    ResumeClock,
    RetractCheckpoint,
    Ruling,
    Settings,
    Tournament,
    Withdraw,
    kind_of,
)
from ledger.errors import Conflict, Problem, Refused, Where, field_name
from ledger.events import OFFICE, SETTINGS, EarlierDocument, Event
from ledger.every_document import fields_among
from ledger.flaws import FieldPath
from ledger.followed_rules import unlike_editions
from ledger.kinds import DOCUMENTS, KINDS
from ledger.timeline import evolve_facts
from messages import say

# the same content again is the same document sent twice, and nothing else
CREATING = (
    Opening,
    ExternalRating,
    EloOnlyGames,
    Tournament,
    Game,
    TitleDecision,
    Ruling,
    AdoptRules,
)


def decide(document: Document, context: Context) -> Decision:
    """Decide a document: the one way in.

    It is not from the future, not recorded before, and then goes by its kind. Nothing
    is decided that would keep the next good document out. Raise `Refused` or `Conflict`
    with what is wrong with it.
    """
    document, texts = with_seals(document, context)
    decision = _decide_sealed(document, context)
    _need_rules_kept(document, decision, context)
    if decision.repeated is None:
        decision.texts = texts
    return decision


def _decide_sealed(document: Document, context: Context) -> Decision:
    """Decide a document whose texts are sealed: as a repetition, or by its kind."""
    _refuse_days_to_come(document, context.last_day)
    if isinstance(document, Player):
        erasure.refuse_erased(document, context)

    new = is_new(document, context)
    # somebody new gets a digest of their own, with a salt: this one only tells whether
    # their key was used before
    digest = ""
    if not new or document.key is not None:
        digest = digest_of(document, context)
    if context.importing:
        return _with_digest(_decide_by_kind(document, context), digest)

    seq = repeated_key(document, digest, context)
    if seq is not None:
        return _decide_repetition(document, seq, context)

    earlier = None if new else context.lookups.by_digest(digest)
    if earlier is not None and _is_repetition(document, earlier, context):
        return _decide_repetition(document, earlier.seq, context)

    try:
        decision = _decide_by_kind(document, context)
    except (Refused, Conflict):
        # a correction that is in force already and was sent again is a retry, not an
        # error
        if earlier is None or not _is_retry(document, earlier, context):
            raise
        return _decide_repetition(document, earlier.seq, context)

    return _with_digest(decision, digest)


def _is_retry(document: Document, earlier: EarlierDocument, context: Context) -> bool:
    """Return whether a correction that is refused now was recorded and is in force."""
    if isinstance(document, CREATING):
        return False
    return _is_in_force(document, earlier, context)


def _with_digest(decision: Decision, digest: str) -> Decision:
    """Give a decision the digest of its document, where it has none of its own."""
    if decision.repeated is None:
        decision.digest = decision.digest or digest
    return decision


def _is_repetition(
    document: Document, earlier: EarlierDocument, context: Context
) -> bool:
    """Return whether the same content again is a repetition, without asking what it
    would come to.
    """
    if isinstance(document, AdoptRules):
        return not _has_moved_since(document, earlier, context)
    if isinstance(document, Amend):
        return _amend_stands(document, earlier, context)
    return isinstance(document, CREATING)


def _has_moved_since(
    document: AdoptRules, earlier: EarlierDocument, context: Context
) -> bool:
    """Return whether the edition got another day after it was adopted so: then the same
    again moves it back.
    """
    day = document.from_day
    for seq, body in context.timeline.office(RulesAdopted):
        is_same = (body.list, body.edition) == (document.list, document.edition)
        if is_same and seq > earlier.seq:
            day = body.since
    return day != document.from_day


def _refuse_days_to_come(document: Document, today: str) -> None:
    """Refuse a document that speaks of days after today, all of them at once."""
    problems = []
    for path, day in _stated_days(document):
        if day > today:
            message = say("{day} is after today ({today})", day=day, today=today)
            where = Where(field=field_name(path))
            problems.append(Problem("future", message, where, say("wait for the day")))

    if problems:
        raise Refused(problems)


def _decide_repetition(document: Document, seq: int, context: Context) -> Decision:
    """Decide a document as a repetition of an event, with a warning where what it said
    then no longer stands.
    """
    decision = Decision(kind_of(document), target_of(document, context), repeated=seq)
    name = getattr(document, "tournament", None)
    if name is not None:
        tournament = context.timeline.tournament(name)
        decision.warnings.extend(tournaments.repeated_warning(tournament, seq))

    fact = withdrawals.fact_of(seq, context)
    if fact is not None and not fact.live:
        warning = say("seq {seq} is withdrawn; it was not recorded again", seq=seq)
        decision.warnings.append(warning)

    return decision


def target_of(document: Document, context: Context) -> str:
    """Name what a document is about by its id, as the log shows it."""
    match document:
        case Withdraw(tournament=None) | Reinstate(tournament=None):
            event = context.lookups.event(document.seq or 0)
            return event.target if event is not None else ""
        case Tournament() | Game() | Amend() | Withdraw() | Reinstate():
            return str(document.tournament)
        case MergePlayers():
            return document.into
        case AdoptRules() | Publish():
            return document.list
        case AcceptRules():
            return document.edition
        case Settings():
            return SETTINGS
        case ResumeClock():
            return OFFICE
        case RetractCheckpoint():
            return str(document.checkpoint)
        case Vouch():
            return document.tournament or document.player or ""
        case (
            Player()
            | Opening()
            | ExternalRating()
            | EloOnlyGames()
            | TitleDecision()
            | Ruling()
            | ErasePerson()
        ):
            return document.player

    if isinstance(document, DOCUMENTS):
        return str(getattr(document, document.about_field))

    raise AssertionError(kind_of(document))


def _is_in_force(
    document: Document, earlier: EarlierDocument, context: Context
) -> bool:
    """Return whether the ledger is already as a correction would make it."""
    timeline = context.timeline
    match document:
        case Withdraw(tournament=str(name)):
            tournament = timeline.tournament(name)
            return tournament is not None and tournament.withdrawn
        case Reinstate(tournament=str(name)):
            tournament = timeline.tournament(name)
            return tournament is not None and not tournament.withdrawn
        case Withdraw(seq=int(seq)):
            fact = withdrawals.fact_of(seq, context)
            return fact is not None and not fact.live
        case Reinstate(seq=int(seq)):
            fact = withdrawals.fact_of(seq, context)
            return fact is not None and fact.live
        case MergePlayers():
            return timeline.merges().get(document.from_player) == document.into
        case Amend():
            return _amend_stands(document, earlier, context)
        case _:
            return False


def _amend_stands(document: Amend, earlier: EarlierDocument, context: Context) -> bool:
    """Return whether an amend that struck or added games still stands: nothing happened
    to its tournament since.
    """
    tournament = context.timeline.tournament(document.tournament)
    return tournament is not None and tournament.version == earlier.seq


def _decide_by_kind(document: Document, context: Context) -> Decision:
    """Decide a document by its kind: what it becomes, or `Refused`. The kinds that come
    with features are decided by theirs.
    """
    match document:
        case Player():
            return player.decide_player(document, context)
        case Tournament():
            return introductions.decide_with_introductions(document, context)
        case Game():
            return tournaments.decide_game(document, context)
        case Amend():
            return amend.decide_amendment(document, context)
        case Withdraw(tournament=str()):
            return tournaments.decide_withdrawal(document, context)
        case Reinstate(tournament=str()):
            return tournaments.decide_reinstatement(document, context)
        case Withdraw():
            return withdrawals.withdraw_fact(document, context)
        case Reinstate():
            return withdrawals.reinstate_fact(document, context)
        case MergePlayers():
            return merges.merge(document, context)
        case ErasePerson():
            return erasure.erase(document, context)
        case AcceptRules():
            return rules.accept_rules(document, context)
        case AdoptRules():
            return rules.adopt_rules(document, context)
        case Publish():
            return publication.publish(document, context)
        case Settings():
            return office.decide_settings(document, context)
        case ResumeClock():
            return office.decide_resumed_clock(document)
        case RetractCheckpoint():
            return office.decide_retraction(document, context)
        case Vouch():
            return office.decide_vouching(document, context)
        case Opening() | ExternalRating() | EloOnlyGames() | TitleDecision() | Ruling():
            return player_facts.player_fact(document, context)

    if isinstance(document, DOCUMENTS):
        decision: Decision = imported(KINDS[type(document)].decide)(document, context)
        return decision

    raise AssertionError(kind_of(document))


def _need_rules_kept(document: Document, decision: Decision, context: Context) -> None:
    """Refuse a document after which the next good one could not be recorded.

    No document is taken after which the ledger would follow another state of an edition
    than this program carries, for then nothing could be recorded any more. What stood
    so before may be mended step by step.
    """
    if not isinstance(document, AcceptRules | AdoptRules | Withdraw | Reinstate):
        return

    before = context.timeline.office_facts()
    after = before
    for stream, body in decision.bodies:
        if stream == OFFICE:
            event = Event(0, "", 0, "", stream, body)
            after = evolve_facts(after, event)

    unlike_before = unlike_editions(before, context.editions)
    unlike_after = unlike_editions(after, context.editions)
    corrected = unlike_after.corrected - unlike_before.corrected
    outgrown = unlike_after.outgrown - unlike_before.outgrown
    names = sorted(corrected | outgrown)
    if not names:
        return

    message = say(
        "the ledger would then follow another revision of {names} than this version"
        " has",
        names=", ".join(names),
    )
    if isinstance(document, Withdraw):
        hint = say("a version that carries the earlier state can take this back")
    else:
        hint = say(
            "adopt the edition again instead: that takes it as this version has it"
        )

    raise refuse("rules-left-behind", message, None, hint)


_DAYS = ("on", "start", "end", "federation_from", "born", "as_of")


def _stated_days(document: Document) -> Iterator[tuple[FieldPath, str]]:
    """Yield every day that a document speaks of, with its path, for the check against
    today. What is announced, and rules that were decided, may hold from a day to come.
    """
    if document.may_be_ahead:
        return

    for field in fields_among(type(document), _DAYS):
        value = getattr(document, field)
        if isinstance(value, str):
            yield (field,), value

    for index, details in enumerate(getattr(document, "players", ())):
        for field in ("federation_from", "born"):
            if getattr(details, field) is not None:
                yield ("players", index, field), getattr(details, field)

    if isinstance(document, Tournament) and any(document.columns.on):
        yield from _days_of_games("games", document.games)
    if isinstance(document, Amend):
        yield from _days_of_games("add_games", document.add_games)
        yield from _amended_days(document)


def _days_of_games(
    field: str, games: Sequence[GameIn]
) -> Iterator[tuple[FieldPath, str]]:
    """Yield where each day of a game stands in the document, and the day:

    ("games", 3, "on"), "2026-05-31"
    """
    for index, game in enumerate(games):
        if game.on is not None:
            yield (field, index, "on"), game.on


def _amended_days(document: Amend) -> Iterator[tuple[FieldPath, str]]:
    """Yield the days that a correction sets, of the header and of games.

    Each comes with the path of its field, such as `("set", "start")` or `("games",
    name, "on")`, and as YYYY-MM-DD.
    """
    change = document.set
    if change is not None and isinstance(change.start, str):
        yield ("set", "start"), change.start
    if change is not None and isinstance(change.end, str):
        yield ("set", "end"), change.end

    for name, game in document.games.items():
        if game is not None and isinstance(game.on, str):
            yield ("games", name, "on"), game.on
