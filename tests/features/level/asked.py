"""What the tests that ask everything ask of the level."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "level": [
            ("/lists/selo/level", "level selo"),
            (
                f"/lists/selo/level?top=5&federation=FIN&since=2023-01-01&{TIMES}",
                "level selo --top 5 --federation FIN --since 2023-01-01"
                f" {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={},
    lines="""\
level selo --top 5 --since 2023-01-01
""",
    measured={"level": ("", "level selo")},
    anywhere=("level selo",),
    writes=(("level", "file"),),
    of_list=("level {list}",),
)
