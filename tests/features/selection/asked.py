"""What the tests that ask everything ask of selection numbers."""

from tests.features import Asked

ASKED = Asked(
    questions={
        "list selection": [
            ("/selection", "list selection"),
            (
                "/selection?player=F001&player=F002&women=true",
                "list selection F001 F002 --women",
            ),
        ],
    },
    pages={"list selection": ["/selection", "/selection?women=true"]},
    lines="""\
list selection
""",
    measured={"list selection": ("", "list selection")},
    anywhere=("list selection",),
    menu=("/selection",),
)
