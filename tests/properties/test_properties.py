"""Properties over random stories, told one document a submission. A failing story is
printed whole: its seed is in it.

Default runs draw the same examples every time; `-m torture` tells 200 long histories to
every law and draws new ones.
"""

import types
from collections.abc import Callable
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import events
from ledger.bodies import GameFact, HeaderFact
from ledger.columns import TournamentColumns, tournament_in_columns
from ledger.events import (
    ENCODER,
    TOPICS,
    PlayerRegistered,
    PlayerSealed,
    decode,
    decode_body,
    encode_body,
)
from messages.results import LETTER_OF
from tests.naive.finland import book
from tests.properties import laws
from tests.properties.beside import beside_naive
from tests.properties.stored import golden_events, missing, read_now
from tests.properties.telling import Story, current, ledger_of, long_story, stories

FEW = settings(
    max_examples=8, deadline=None, derandomize=True, database=None, print_blob=True
)
FEWER = settings(FEW, max_examples=4)
MANY = settings(FEW, max_examples=500, derandomize=False)

LAWS: dict[str, laws.Law] = {
    "any order": laws.any_order,
    "amended": laws.amended,
    "never there": laws.never_there,
    "untouched": laws.untouched,
    "merged": laws.merged,
    "in groups": laws.in_groups,
    "caught up": laws.caught_up,
    "known": laws.known,
    "both times": laws.both_times,
    "at once": laws.at_once,
    "proved": laws.proved,
}
by_law = pytest.mark.parametrize(
    "law", LAWS.values(), ids=[name.replace(" ", "-") for name in LAWS]
)


def holds(law: laws.Law, story: Story) -> None:
    found = law(story)
    assert not found, "\n".join([f"{story}: {len(found)} differences", *found[:12]])


@by_law
def test_laws_of_short_stories(law: laws.Law) -> None:
    @FEWER
    @given(stories())
    def check(story: Story) -> None:
        holds(law, story)

    check()


@FEWER
@given(stories(6))
def test_every_step_is_as_rebuilt(story: Story) -> None:
    """(f) All versions of all entries, known_from and known_to included, and every
    other read table.
    """
    holds(laws.steps, story)


@pytest.mark.parametrize("seed", [5000])
def test_laws_of_a_long_history(seed: int) -> None:
    """The laws about one ledger, on one ledger: rebuilt, in one pass, stopped, on any
    day, byte for byte.
    """
    long_history(seed, stops=8)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(5000, 5016))
def test_laws_of_a_long_history_stopped_at_any_seq(seed: int) -> None:
    long_history(seed, stops=10**9)


def long_history(seed: int, stops: int) -> None:
    """`stops`: after how many of the documents the ledger is looked at as it stands."""
    story = long_story(seed)
    documents = story.documents()
    looked_at = set(
        story.chance("stops").sample(range(len(documents)), min(stops, len(documents)))
    )
    stopped: dict[int, list[Any]] = {}
    with ledger_of([]) as ledger:
        for number, document in enumerate(documents):
            seq = ledger.tell(document)
            if number in looked_at:
                stopped[seq] = current(ledger.connection)
        rng = story.chance("times")
        days = laws.days_of(documents)
        asked = [(rng.choice(days), rng.randint(0, len(documents))) for _ in range(12)]
        found = (
            laws.as_rebuilt(ledger)
            + laws.as_one_pass(ledger)
            + laws.as_stopped(ledger, stopped)
        )
        found += laws.as_of_days(ledger, documents, asked) + beside_naive(
            ledger, book(documents)
        )
        found += laws.as_stored(ledger)
    assert not found, "\n".join([f"{story}: {len(found)} differences", *found[:12]])


# (h) events


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Anything a field of that type may hold."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of([values(part) for part in inner])
    if origin is tuple:
        return st.lists(values(inner[0]), max_size=4).map(tuple)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return bodies(hint)
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: st.text(st.characters(codec="utf-8"), max_size=20),
        int: st.integers(-(2**63), 2**63 - 1),
        float: st.floats(allow_nan=False, allow_infinity=False),
        bool: st.booleans(),
        types.NoneType: st.none(),
        msgspec.UnsetType: st.just(msgspec.UNSET),
        msgspec.Raw: st.sampled_from(
            [msgspec.Raw(b"{}"), msgspec.Raw(b'{"place":"Turku","players":[]}')]
        ),
    }
    return plain[hint]


def bodies(shape: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(shape)
    return st.builds(
        shape, **{name: values(hints[name]) for name in shape.__struct_fields__}
    )


by_topic = pytest.mark.parametrize("topic", TOPICS)


@pytest.mark.parametrize(
    "topic",
    [
        name
        for name in TOPICS
        if not name.startswith(("tournament-submitted.", "player-registered."))
    ],
)
def test_every_event_comes_back_as_it_was(topic: str) -> None:
    shape = TOPICS[topic]

    @settings(FEW, max_examples=30)
    @given(bodies(shape))
    def check(body: msgspec.Struct) -> None:
        again = decode_body(topic, encode_body(body))
        assert again == body
        assert encode_body(again) == encode_body(body)
        assert again.topic == topic

    check()


@settings(FEW, max_examples=60)
@given(bodies(PlayerSealed))
def test_a_player_comes_back(body: PlayerSealed) -> None:
    """What an event seals is not in it."""
    body = msgspec.structs.replace(body, seal=body.seal or msgspec.UNSET)
    stored = ENCODER.encode(body)
    again = decode_body(PlayerSealed.topic, stored)
    assert isinstance(again, PlayerRegistered)
    assert encode_body(again) == stored and (again.born, again.sex, again.unlisted) == (
        body.born,
        None,
        None,
    )
    beside = msgspec.structs.replace(
        again, born="2001-05-23", sex="f", unlisted=True, salt="s"
    )
    assert encode_body(beside) == stored


class Told(NamedTuple):
    """A tournament game by game, as deciding has it before it puts the games into
    columns.
    """

    tournament: str
    header: HeaderFact
    games: tuple[GameFact, ...]
    source: str | None


@st.composite
def submitted(draw: st.DrawFn) -> Told:
    """A tournament as deciding makes it: places run from 1, results are the contract's,
    everything else is anything.
    """
    fields = draw(st.lists(bodies(GameFact), max_size=12))
    results = [draw(st.sampled_from(sorted(LETTER_OF))) for _ in fields]
    # as most files are: nothing beside the round, the players and the result
    usual = draw(st.booleans())
    games = [
        (
            GameFact(game.game, game.round, place, game.white, game.black, result)
            if usual
            else msgspec.structs.replace(game, place=place, result=result)
        )
        for place, (game, result) in enumerate(zip(fields, results, strict=True), 1)
    ]
    source = draw(values(str | None))
    return Told(draw(values(str)), draw(bodies(HeaderFact)), tuple(games), source)


def comes_back(told: Told) -> None:
    columns = tournament_in_columns(*told)
    stored = encode_body(columns)
    again = decode_body(TournamentColumns.topic, stored)
    assert (
        again == columns and again.games == told.games and encode_body(again) == stored
    )
    assert (again.tournament, again.header, again.source) == (
        told.tournament,
        told.header,
        told.source,
    )


@settings(FEW, max_examples=80)
@given(submitted())
def test_a_tournament_comes_back(told: Told) -> None:
    comes_back(told)


@pytest.mark.torture
@settings(FEW, max_examples=1000)
@given(submitted())
def test_a_thousand_tournaments_come_back(told: Told) -> None:
    comes_back(told)


def test_the_usual_game_costs_its_two_places_and_a_letter() -> None:
    games = tuple(
        GameFact(
            f"{1 + n // 50}.{1 + n % 50}",
            1 + n // 50,
            n + 1,
            f"P{n % 50}",
            f"P{50 + n % 50}",
            "1-0",
        )
        for n in range(350)
    )
    header = HeaderFact("Spring", "2024-03-01", "2024-03-03", minutes=90)
    stored = encode_body(tournament_in_columns("spring", header, games))
    assert b"ids" not in stored and b"minutes_black" not in stored
    assert len(stored) / len(games) < 12


@by_topic
def test_a_stored_event_of_every_topic_is_kept(topic: str) -> None:
    """stored_events.jsonl: a line for each topic there ever was; lines are added, never
    changed.
    """
    topics = {msgspec.json.decode(golden.state)["topic"] for golden in golden_events()}
    assert topic in topics, f"add a stored event of {topic} to stored_events.jsonl"


@pytest.mark.parametrize("number", range(len(golden_events())))
def test_old_events_still_decode(number: int) -> None:
    golden = golden_events()[number]
    assert missing(golden.read, read_now(golden.state)) == []


def test_no_kept_topic_is_forgotten() -> None:
    for golden in golden_events():
        assert decode(golden.state).kind in events.KINDS


# many


@pytest.mark.torture
@by_law
@pytest.mark.parametrize("first", range(6000, 6200, 10))
def test_laws_of_many_long_histories(law: laws.Law, first: int) -> None:
    for seed in range(first, first + 10):
        holds(law, long_story(seed))


@pytest.mark.torture
@pytest.mark.parametrize("law", [*LAWS.values(), laws.steps], ids=[*LAWS, "steps"])
def test_laws_of_many_short_stories(law: Callable[[Story], list[str]]) -> None:
    @MANY
    @given(stories(6 if law is laws.steps else 12))
    def check(story: Story) -> None:
        holds(law, story)

    check()
