"""What the tests that ask everything ask of the best and of clubs."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "best clubs": [
            ("/clubs", "best clubs"),
            (f"/clubs?list=pelo&{TIMES}", f"best clubs --list pelo {TIMES_OPTIONS}"),
        ],
        "best clubs CLUB": [
            ("/clubs/Lumikosken%20Sotilas", "best clubs 'Lumikosken Sotilas'")
        ],
        "best list": [
            ("/best", "best list"),
            (
                f"/best?list=pelo&limit=3&{TIMES}",
                f"best list pelo --top 3 {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={
        "best clubs": ["/clubs"],
        "best clubs CLUB": ["/clubs/Lumikosken%20Sotilas"],
        "best list": ["/best"],
    },
    lines="""\
best clubs
best clubs 'Lumikosken Sotilas'
best clubs 'Lumikosken Sotilas' --list selo
best list --top 2
""",
    measured={
        "best clubs": ("", "best clubs"),
        "best clubs CLUB": ("", "best clubs {club}"),
        "best list": ("", "best list"),
    },
    of_list=("best list {list}",),
    menu=("/best", "/clubs"),
    shared=(("/clubs/Lumikosken%20Sotilas", "Lumikosken Sotilas", r"\d+ members"),),
    anywhere=("best clubs", "best clubs Kerho", "best list"),
)
