"""Each law catches its planted fault: with it one of a few stories differs, and without
it the same one does not.

`make test-all` has each law once and each fault once, `make torture` each fault with
every law that must catch it.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from ledger import events, tournament_now
from ledger.bodies import FactReinstated, TournamentAmended, TournamentReinstated
from ledger.columns import TournamentColumns
from ledger.events import Event
from ledger.timeline import Timeline, TournamentNow
from projections.answers import reading
from projections.replay import book, reach
from projections.replay import units as replay_units
from projections.replay.book import Book
from projections.replay.repository import Repository
from projections.replay.seats import Seats
from projections.replay.tournaments import rules_tournament
from projections.replay.unit_row import UnitKey, UnitRow
from projections.tables.table_repository import TableRepository
from rulebooks import numbers
from rulebooks.base import Tournament, Unit
from rulebooks.finland import selo_unit
from tests.properties import laws
from tests.properties.shuffling import shuffled
from tests.properties.slips import corrected
from tests.properties.stored import golden_events, missing, read_now
from tests.properties.taking_back import back_again, taken_back, under_one_id
from tests.properties.telling import Story, Unwelcome, short_story

SEEDS = (0, 1, 2, 3, 4, 5)
# an equal rating over different games is rare, and so is a merge of somebody with facts
# of their own
EQUAL_RATINGS = (12, 44, 47, 57)
MERGES = (11, 15, 16, 19, 20, 23)
# a tournament that is amended to another day before somebody plays again
OTHER_DAYS = (34, 36, 37, 41)

Plant = Callable[[pytest.MonkeyPatch], None]


def recorded_order(patch: pytest.MonkeyPatch) -> None:
    """Units in the order in which their tournaments were submitted, behind all
    openings.
    """
    unit_place = numbers.unit_place

    def with_arrival(now: TournamentNow, facts: Timeline) -> Tournament:
        found = rules_tournament(now, facts)
        return found._replace(header=found.header._replace(order_no=now.submitted))

    def place(
        end: str,
        start: str,
        order_no: int,
        tournament: str,
        round_no: int = 0,
        place: int = 0,
    ) -> str:
        return (
            f"2026-01-01 1 2026-01-01 {order_no:06d} {tournament} {round_no:06d}"
            f" {place:06d}"
        )

    patch.setattr(replay_units, "rules_tournament", with_arrival)
    # wherever the one function was imported to
    for name, module in list(sys.modules.items()):
        if (
            name.startswith("rulebooks.")
            and getattr(module, "unit_place", None) is unit_place
        ):
            patch.setattr(module, "unit_place", place)


def established_before_newcomers(patch: pytest.MonkeyPatch) -> None:
    """3.4 the wrong way round: the established meet the new players' old numbers."""
    patch.setattr(selo_unit.Field, "meet_the_new", lambda field, first_ratings: None)


def cone_that_stops_on_an_equal_rating(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        book, "standing_differs", lambda was, after: was.rating != after.rating
    )


def day_excluded(patch: pytest.MonkeyPatch) -> None:
    """`<` for `<=` in as-of."""
    patch.setattr(reading, "after_day", lambda day: day)


def known_a_step_late(patch: pytest.MonkeyPatch) -> None:
    write = Book.write
    patch.setattr(Book, "write", lambda self, seq: write(self, seq + 1))


def known_late_in_tables_only(patch: pytest.MonkeyPatch) -> None:
    write = TableRepository.write

    def late(
        self: TableRepository,
        seq: int,
        closed: Any,
        written: list[UnitRow],
        touched: Any,
        titles: Any,
    ) -> None:
        for row in written:
            row.known_from += 1
        # or the version after it would not follow it, which is refused as damaged
        for row in closed:
            row.known_to += 1
        write(self, seq + 1, closed, written, touched, titles)

    patch.setattr(TableRepository, "write", late)


def merge_that_forgets_aliases(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Timeline, "aliases", lambda self, player: [player])


def reach_that_forgets_the_old_place(patch: pytest.MonkeyPatch) -> None:
    refit = reach._replace_units

    def forgetful(
        repository: Repository, old: dict[UnitKey, Unit], units: list[Unit]
    ) -> set[UnitKey]:
        dirty = refit(repository, old, units)
        new = {(unit.list, unit.place) for unit in units}
        return dirty & new if new else dirty

    patch.setattr(reach, "_replace_units", forgetful)


def people_who_dirty_nothing(patch: pytest.MonkeyPatch) -> None:
    """A rating from elsewhere or a federation that is told later."""
    patch.setattr(Seats, "seats_from", lambda self, player, day: [])


def amend_that_forgets_the_header(patch: pytest.MonkeyPatch) -> None:
    amended = tournament_now._amended

    def forgetful(
        now: TournamentNow, body: TournamentAmended, seq: int
    ) -> TournamentNow:
        return amended(now, msgspec.structs.replace(body, header=None), seq)

    patch.setattr(tournament_now, "_amended", forgetful)


def withdrawal_without_effect(patch: pytest.MonkeyPatch) -> None:
    units = replay_units.tournament_units
    patch.setattr(
        reach,
        "tournament_units",
        lambda now, facts: units(replace(now, withdrawn=False), facts),
    )


def reinstatement_that_dirties_nothing(patch: pytest.MonkeyPatch) -> None:
    take = reach._Changes.apply

    def forgetful(self: reach._Changes, event: Event) -> None:
        if isinstance(event.body, FactReinstated | TournamentReinstated):
            self._timeline.apply(event)
        else:
            take(self, event)

    patch.setattr(reach._Changes, "apply", forgetful)


class _Forgetful:
    """Reads a submitted tournament without its tie-break marks."""

    def __init__(self, decoder: msgspec.json.Decoder[Any]) -> None:
        self._decoder = decoder

    def decode(self, body: bytes) -> Any:
        columns: TournamentColumns = self._decoder.decode(body)
        return msgspec.structs.replace(columns, tiebreak=())


def decoding_that_loses_a_field(patch: pytest.MonkeyPatch) -> None:
    topic = TournamentColumns.topic
    patch.setitem(events._BODIES, topic, _Forgetful(events._BODIES[topic]))


class Planted(NamedTuple):
    plant: Plant
    laws: tuple[laws.Law, ...]
    seeds: tuple[int, ...] = SEEDS


PLANTED = (
    Planted(recorded_order, (laws.naive, laws.any_order)),
    Planted(established_before_newcomers, (laws.naive,)),
    Planted(
        cone_that_stops_on_an_equal_rating,
        (laws.naive, laws.at_once, laws.proved),
        EQUAL_RATINGS,
    ),
    Planted(people_who_dirty_nothing, (laws.naive, laws.at_once, laws.proved)),
    Planted(day_excluded, (laws.both_times,)),
    Planted(known_a_step_late, (laws.known, laws.both_times)),
    Planted(known_late_in_tables_only, (laws.steps, laws.in_groups, laws.caught_up)),
    Planted(merge_that_forgets_aliases, (laws.naive, laws.merged), MERGES),
    Planted(reach_that_forgets_the_old_place, (laws.naive, laws.at_once, laws.proved)),
    Planted(reach_that_forgets_the_old_place, (laws.amended,), OTHER_DAYS),
    Planted(amend_that_forgets_the_header, (laws.naive, laws.amended)),
    Planted(withdrawal_without_effect, (laws.naive, laws.never_there)),
    Planted(reinstatement_that_dirties_nothing, (laws.naive, laws.untouched)),
    Planted(decoding_that_loses_a_field, (laws.kept,)),
)


def trials() -> Iterator[Any]:
    seen: set[laws.Law] = set()
    for planted in PLANTED:
        new = [law for law in planted.laws if law not in seen] or planted.laws[:1]
        seen |= {*new}
        for law in planted.laws:
            marks = () if law in new else pytest.mark.torture
            yield pytest.param(
                planted.plant,
                law,
                planted.seeds,
                id=f"{planted.plant.__name__}-{law.__name__}",
                marks=marks,
            )


def story_for(law: laws.Law, seed: int) -> Story:
    return (
        short_story(seed)._replace(tournaments=4)
        if law is laws.steps
        else short_story(seed)
    )


@cache
def without_fault(law: laws.Law, seed: int) -> list[str]:
    story = story_for(law, seed)
    return [f"{story}: {line}" for line in law(story)[:3]]


def caught(law: laws.Law, seed: int) -> bool:
    try:
        return bool(law(story_for(law, seed)))
    except Unwelcome:  # a fault may make the ledger refuse; only a difference counts
        return False


@pytest.mark.parametrize(("plant", "law", "seeds"), [*trials()])
def test_the_law_catches_the_fault(
    plant: Plant, law: laws.Law, seeds: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        plant(patch)
        seed = next((seed for seed in seeds if caught(law, seed)), None)
    assert seed is not None, f"{law.__name__} did not notice {plant.__name__}"
    assert without_fault(law, seed) == []


def test_golden_events_catch_a_lost_field(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> list[str]:
        return [
            flaw
            for golden in golden_events()
            for flaw in missing(golden.read, read_now(golden.state))
        ]

    assert lost() == []
    decoding_that_loses_a_field(monkeypatch)
    assert lost() == [
        f"event.body.games[{place}].tiebreak was True and is False" for place in (1, 2)
    ]


def test_variations_vary() -> None:
    """What the laws compare is not the same story twice: orders, slips of all sorts,
    all kinds taken back, merges.
    """
    orders = slips = merges = 0
    taken: set[str] = set()
    returned: set[str] = set()
    fixed: set[str] = set()
    for seed in range(60):
        documents = short_story(seed).documents()
        kinds = {d["_seq"]: d["kind"] for d in documents}
        orders += shuffled(documents, short_story(seed).chance("order")) != documents
        wrong, _ = corrected(documents, short_story(seed).chance("slips"))
        mended = [d for d in wrong if str(d["_seq"]).startswith("amend-")]
        slips += len(mended)
        fixed |= {name for d in mended for name in d.get("set", {})} | {
            n for d in mended for n in d if n != "set"
        }
        for pair, found in ((taken_back, taken), (back_again, returned)):
            told, _ = pair(documents, short_story(seed).chance("victims"))
            new = [d for d in told if isinstance(d["_seq"], str)]
            found |= {kinds[d["seq"]] if "seq" in d else "tournament" for d in new}
        as_told, as_one = under_one_id(documents)
        merges += len(as_told) > len(as_one)
    everything = {
        "tournament",
        "opening",
        "external-rating",
        "elo-only-games",
        "ruling",
        "merge-players",
    }
    everything |= {"adopt-rules", "player"}
    assert (orders, taken, returned) == (60, everything, everything)
    assert slips > 120
    assert merges > 20
    assert {
        "start",
        "end",
        "minutes",
        "time_control",
        "domestic",
        "age_group",
        "order_no",
        "each_game_rated",
    } <= fixed
    assert {"games", "add_games"} <= fixed
