"""What the tests that ask everything ask of the register of members."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from features.members.licences import Licence
from features.members.store import forget_register, keep_register
from tests.doc_shell import Shell
from tests.features import Asked

if TYPE_CHECKING:
    from tests.web.desk.test_every_form import Desk

NOW = "2026-11-01T12:00:00.000000Z"
REGISTER = (
    Licence("F033", "2025-01-01", "2025-12-31", 4550, None, None),
    Licence(
        "F013", "2025-01-01", "2025-04-20", 2500, "2025-02-01", "Lumikosken Sotilas"
    ),
    Licence("F043", "2025-01-15", "2025-12-31", 4505, "2025-01-31", None),
    Licence("F044", "2025-04-20", "2025-12-31", 1010, None, None),
)
# a club of the register, which nobody but officers sees
PAYING = "Maksuseura"
HEAD = "Jäsennumero;Nimi;Alkaa;Päättyy;Maksu;Maksettu"
SENT = (
    "id;from;to;fee;paid;club\nF033;2025-01-01;2025-12-31;45,50;2025-02-01;Lumikosken"
    " Sotilas\n"
)


def _keep(ledger: str, licences: Sequence[Licence], now: str) -> object:
    return keep_register(ledger, "register.csv", licences, "tester", now, dry_run=False)


def _kept(ledger: str, now: str) -> object:
    return _keep(ledger, REGISTER, now)


def _kept_of(ledger: str, players: Sequence[str], now: str) -> object:
    """Keep a licence of 2023 for each player."""
    licences = [
        Licence(player, "2023-01-01", "2023-12-31", 4500, None, None)
        for player in players
    ]
    return _keep(ledger, licences, now)


def _children(selo: Any, now: str) -> object:
    paying = [
        Licence(f"E{number}", "2024-01-01", "2024-12-31", 4550, None, PAYING)
        for number in range(8)
    ]
    return _keep(selo.ledger, paying, now)


def _read(desk: "Desk") -> str:
    content = b"id;from;to;fee;paid;club\nA;2024-01-01;2024-12-31;45;;Torni\n"
    desk.club.ask("members", "read", desk.club.file("r.csv", content))
    return "/desk/members"


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import Slips, at

    return {
        "/desk/members": Slips(
            at("/desk/members"), "/desk/members", {"file": "nonsense;"}
        ),
        "/desk/members/forget": Slips(_read, "/desk/members/forget"),
    }


def _operations() -> Iterator[Any]:
    from tests.web.test_every_operation import CSV, posted

    address = "/api/members?name=register.csv&dry_run=true"
    yield posted("keep_members", address, SENT, CSV)
    yield posted("forget_members", "/api/members/forget")


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the examples of its commands need."""
    if words in (["members"], ["members", "read"]):
        Path("register.csv").write_text(
            "id;from;to;fee;paid\nF001;2025-01-01;2025-12-31;45,00;\n", "utf-8"
        )


ASKED = Asked(
    questions={
        "members dues": [
            ("/dues/2025Q1", "members dues 2025Q1"),
            ("/dues/2025Q1?people=true", "members dues 2025Q1 --people"),
            (
                "/dues/2025-q1?as_of=2025-01-31",
                "members dues 2025-q1 --as-of 2025-01-31",
            ),
        ],
        "members licences": [
            (
                "/tournaments/paasiais-open-2025/licences",
                "members licences paasiais-open-2025",
            )
        ],
    },
    pages={
        "members dues": ["/dues/2025Q1", "/dues/2025Q1?people=true", "/dues/2031Q4"],
        "members licences": ["/tournaments/paasiais-open-2025/licences"],
    },
    lines="""\
members dues 2025Q1
members dues 2025Q9
members read wrong.csv
members read register.csv --dry-run
members read register.csv
members read
members dues 2025Q1 --people
members licences paasiais-open-2025
members read --forget
members read --forget
""",
    measured={
        "members dues": ("", "members dues {quarter}"),
        "members licences": ("", "members licences {tournament}"),
    },
    unmeasured={"members read": "kept beside the ledger"},
    reads={("members read", "file"): "members read {}"},
    files={
        "register.csv": (
            f"{HEAD}\nF033;;2025-01-01;2025-12-31;45,50;\n"
            "F013;;2025-04-19;2025-04-20;1;\n"
        ),
        "wrong.csv": (
            f"{HEAD}\nF033;Niko;2025-01-01;2024-12-31;x;\n"
            ";Aino Hallavuori;;;;31.2.2025\n"
        ),
    },
    operations=_operations,
    bodies=("POST /api/members",),
    kept=_kept,
    kept_of=_kept_of,
    read_beside=(
        "/api/dues/2025Q1",
        "/dues/2025Q1.csv",
        "/api/tournaments/kuusilahti-open-2024/licences",
    ),
    shows_children=_children,
    hidden=(PAYING,),
    others=("/desk/members",),
    changes={
        "a register read": lambda ledger: _keep(ledger, REGISTER[:2], NOW),
        "a register forgotten": lambda ledger: forget_register(ledger, "kaisa", NOW),
    },
    forms=_forms,
    prepare=_prepared,
    several_types={
        "begins": "a document's yes or no, and the day on which a licence begins",
        "paid": "the day, and of a club the sum in two decimals, as money is written",
    },
)
