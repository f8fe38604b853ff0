"""What the tests that ask everything ask of certificates."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "player certificate": [
            ("/players/F033/titles/ME", "player certificate F033 ME")
        ],
        "player certificate --list": [
            ("/players/F033/certificate", "player certificate F033"),
            (
                f"/players/F033/certificate?list=pelo&{TIMES}",
                f"player certificate F033 --list pelo {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={
        "player certificate": ["/players/F033/titles/ME", "/players/F007/titles/I"],
        "player certificate --list": [
            "/players/F033/certificate",
            "/players/F033/certificate?list=pelo&as_of=2024-06-30&known_on=2024-07-15",
            "/players/F033/certificate?as_of=2022-05-01",
        ],
    },
    lines="""\
player certificate F033 ME
player certificate F033 --list pelo --as-of 2024-06-30 --known-on 2024-07-15
""",
    measured={
        "player certificate": ("", "player certificate {holder} {title}"),
        "player certificate --list": ("", "player certificate {player}"),
    },
)
