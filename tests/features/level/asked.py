"""What the tests that ask everything ask of the level."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "list level": [
            ("/lists/selo/level", "list level selo"),
            (
                f"/lists/selo/level?top=5&federation=FIN&since=2023-01-01&{TIMES}",
                "list level selo --top 5 --federation FIN --since 2023-01-01"
                f" {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={},
    lines="""\
list level selo --top 5 --since 2023-01-01
""",
    measured={"list level": ("", "list level selo")},
    anywhere=("list level selo",),
    writes=(("list level", "file"),),
    of_list=("list level {list}",),
)
