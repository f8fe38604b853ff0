"""What the tests that ask everything ask of selection numbers."""

from tests.features import Asked

ASKED = Asked(
    questions={
        "selection": [
            ("/selection", "selection"),
            (
                "/selection?player=F001&player=F002&women=true",
                "selection F001 F002 --women",
            ),
        ],
    },
    pages={"selection": ["/selection", "/selection?women=true"]},
    lines="""\
selection
""",
    measured={"selection": ("", "selection")},
    anywhere=("selection",),
    menu=("/selection",),
)
