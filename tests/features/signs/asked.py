"""What the tests that ask everything ask of signs."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "signs": [
            ("/signs", "signs"),
            (
                f"/signs?list=pelo&from=2023-01-01&to=2024-01-31&sign=pair&{TIMES}",
                f"signs pelo --from 2023-01-01 --to 2024-01-31 --sign pair {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={
        "signs": ["/signs", "/signs?list=pelo&sign=pair&from=2024-01-01&to="],
    },
    lines="""\
signs selo --from 2023-01-01
""",
    measured={
        "signs": ("", "signs selo"),
    },
    anywhere=("signs selo",),
)
