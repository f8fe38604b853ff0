"""What the tests that ask everything ask of trials."""

from pathlib import Path
from urllib.parse import quote

from rulebooks import LISTS
from tests.doc_shell import Shell
from tests.features import Asked

# a list beside selo
OTHER = LISTS[-1]

PROPOSAL = '{"list": "selo", "name": "lower cap", "change": {"cap": 85}}'


def prepare(shell: Shell, words: list[str]) -> None:
    """Make the files that the examples read."""
    if words[:1] == ["trial"]:
        Path("lower-cap.json").write_text(
            '{"list": "selo", "change": {"cap": 85}}', "utf-8"
        )
        Path("space.json").write_text(
            '{"list": "selo", "change": {"cap": [85, 98], "bonus_new": [0, 2]}}',
            "utf-8",
        )


ASKED = Asked(
    questions={
        "trial compare": [
            (
                f"/compare?list=selo&list={OTHER}&limit=5",
                f"trial compare selo {OTHER} --top 5",
            )
        ],
        "trial predict": [
            (
                f"/predict?list=selo,{OTHER}&from=2024-01-01&to=2024-12-31",
                f"trial predict --lists selo,{OTHER} --from 2024-01-01 --to 2024-12-31",
            )
        ],
        "trial what-if": [
            (
                f"/what-if?proposal={quote(PROPOSAL)}&from=2024-01-01&limit=3",
                "trial what-if {folder}/proposal.json --from 2024-01-01 --top 3",
            )
        ],
        "trial pool": [
            (
                "/pool/selo?by=quarter&from=2024-01-01&active_years=2",
                "trial pool selo --by quarter --from 2024-01-01 --active-years 2",
            )
        ],
    },
    pages={
        "committee": ["/committee", "/committee?list=pelo"],
        "trial compare": [f"/compare?list=selo&list={OTHER}"],
        "trial predict": ["/predict?list=selo&from=2024-01-01"],
        "trial pool": ["/pool/selo?by=quarter"],
        "rule": ["/committee/rule?list=selo&number=cap&value=85&from=2023-06-01"],
    },
    lines="""\
trial predict selo elo --from 2024-01-01
trial pool selo --by quarter --from 2024-01-01 --active-years 2
trial pool nonsense
""",
    measured={
        "trial compare": ("?list=selo&list=elo", "trial compare selo elo"),
        "trial predict": ("?list=selo,elo", "trial predict --lists selo,elo"),
        "trial what-if": (
            f"?proposal={quote(PROPOSAL)}",
            "trial what-if {folder}/proposal.json",
        ),
        "trial pool": ("", "trial pool selo"),
    },
    anywhere=("trial pool selo", "trial compare selo pelo"),
    queries={
        "trial predict": "?list=selo&from=2024-01-01",
        "trial what-if": f"?proposal={quote(PROPOSAL)}&from=2024-01-01",
        "trial compare": "?list=selo&list=elo",
    },
    reads={
        ("trial what-if", "proposal"): "trial what-if {}",
        ("trial search", "space"): "trial search {} --from 2024-01-01",
    },
    writes=tuple(
        (f"trial {name}", "svg") for name in ("compare", "predict", "what-if", "pool")
    ),
    files={"proposal.json": PROPOSAL},
    of_list=(
        "trial pool {list}",
        "trial compare {list} elo",
        "trial predict --lists {list}",
    ),
    menu=("/committee",),
    prepare=prepare,
)
