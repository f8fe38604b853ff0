"""What the tests that ask everything ask of the calendar."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from features.calendar.kinds import Decided
from tests.features import TIMES, TIMES_OPTIONS, Asked

if TYPE_CHECKING:
    from tests.properties.any_documents import Papers

Document = dict[str, Any]


def _decision(of: "Papers") -> Document:
    from tests.properties.any_documents import DAYS, NAMES, TOURNAMENTS, WORDS

    return {
        "tournament": of.one(TOURNAMENTS),
        "about": of.one(get_args(Decided)),
        "by": of.one(NAMES),
        "on": of.one(DAYS),
        "resolution": of.maybe(NAMES),
        "reason": of.maybe(WORDS),
    }


def _announce(of: "Papers") -> Document:
    from tests.properties.any_documents import DAYS, NAMES, PEOPLE, TOURNAMENTS

    start, end = sorted((of.one(DAYS), of.one(DAYS)))
    held = {
        name: value
        for name, value in of.held().items()
        if name in ("organiser", "place")
    }
    return {
        "tournament": of.one((*TOURNAMENTS, "cup", "open")),
        "name": of.one(NAMES),
        "start": start,
        "end": end,
        "report_by": of.maybe((end,)),
        "domestic": of.maybe((False,)),
        **held,
        "representatives": of.maybe((of.rng.sample(PEOPLE, 2),)),
    }


def _told_by_the_board(number: int, tournament: str) -> Document:
    """The board accepts a tournament that was submitted."""
    return {
        "tournament": tournament,
        "about": "accepted",
        "by": "the board",
        "on": f"2025-11-{number % 28 + 1:02}",
        "resolution": f"{number}/2025",
    }


def _told_ahead(number: int, tournament: str) -> Document:
    """A tournament is announced, each id once: the same again is a repetition."""
    return {
        "tournament": f"coming-{number}",
        "name": f"Coming {number}",
        "start": "2025-12-01",
        "end": f"2025-12-{number % 28 + 1:02}",
        "organiser": f"Club {number}",
    }


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import BELL, Slips, at

    days = {"start": "2024-09-07", "end": "2024-09-08"}
    return {
        "/desk/announce": Slips(
            at("/desk/announce"),
            "",
            {
                "name": BELL,
                "start": "7.9.2024",
                "end": "8.9.2024",
                "tournament": "a b",
                "place": BELL,
                "organiser": BELL,
                "report_by": "soon",
                "representatives": "A b/c",
            },
            {"tournament": "open-2024", "representatives": "nobody"},
            free=("domestic",),
            right={"name": "Syyskisa", **days},
        ),
        "/desk/tournaments/{name}/decision": Slips(
            at("/desk/tournaments/open-2024/decision"),
            "",
            {
                "about": "nothing",
                "by": BELL,
                "on": "7.9.2024",
                "resolution": BELL,
                "reason": BELL,
            },
            {"on": "2099-01-01"},
            right={"about": "accepted", "by": "the board", "on": "2024-02-01"},
        ),
    }


ASKED = Asked(
    questions={
        "calendar due": [
            ("/due", "calendar due"),
            ("/due?ahead=3000", "calendar due --ahead 3000"),
            (f"/due?{TIMES}", f"calendar due {TIMES_OPTIONS}"),
        ],
    },
    pages={"calendar due": ["/due", "/due?ahead=3000"]},
    lines="""\
calendar due
calendar announce cup --name Cup --start 2025-09-01 --end 2025-09-02 --organiser Seura
calendar announce nordic --name Nordic --start 2025-09-01 --end 2025-09-02 --foreign --representative F005
calendar due --ahead 400
""",
    measured={
        "calendar due": ("", "calendar due"),
    },
    acts={
        "calendar announce": (
            "calendar announce bench --name Bench --start {day} --end {day} --dry-run"
        ),
        "calendar decision": (
            "calendar decision {tournament} --about accepted --by board --on {day}"
            " --dry-run"
        ),
    },
    documents={"announce": _announce, "decision": _decision},
    told={"announce": _told_ahead, "decision": _told_by_the_board},
    accepted={
        "announce": (
            {
                "kind": "announce",
                "tournament": "cup",
                "name": "Cup",
                "start": "2031-01-01",
                "end": "2031-01-02",
                "report_by": "2031-02-01",
                "organiser": "Åbo Schack",
                "place": "Åbo",
                "domestic": False,
                "representatives": ["A", "B"],
            },
            {
                "kind": "announce",
                "tournament": "cup",
                "name": "Cup",
                "start": "2031-01-01",
                "end": "2031-01-01",
            },
        ),
        "decision": (
            {
                "kind": "decision",
                "tournament": "open-2024",
                "about": "accepted",
                "by": "the board",
                "on": "2024-01-20",
                "resolution": "7/2024",
                "reason": "as every year",
            },
            {
                "kind": "decision",
                "tournament": "open-2024",
                "about": "mission",
                "by": "b",
                "on": "2024-01-20",
            },
        ),
    },
    flawed={
        "announce": (
            {
                "tournament": "id",
                "name": "label",
                "start": "day",
                "end": "day",
                "report_by": "optional day",
                "organiser": "held",
                "place": "held",
                "domestic": "bool",
                "representatives": "ids",
            },
            ["tournament", "name", "start", "end"],
        ),
        "decision": (
            {
                "tournament": "id",
                "about": "title",
                "by": "label",
                "on": "day",
                "resolution": "held",
                "reason": "reason",
            },
            ["tournament", "about", "by", "on"],
        ),
    },
    menu=("/due",),
    several_types={
        "about": "a decision is about one of few things, a draft about whatever it says",
    },
    others=("/desk/month", "/desk/month?month=2024-05", "/desk/announce"),
    forms=_forms,
    writes=(("calendar due", "folder"),),
)
