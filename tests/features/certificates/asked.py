"""What the tests that ask everything ask of certificates."""

from tests.features import TIMES, TIMES_OPTIONS, Asked

ASKED = Asked(
    questions={
        "certificate": [("/players/F033/titles/ME", "certificate F033 ME")],
        "certificate --list": [
            ("/players/F033/certificate", "certificate F033"),
            (
                f"/players/F033/certificate?list=pelo&{TIMES}",
                f"certificate F033 --list pelo {TIMES_OPTIONS}",
            ),
        ],
    },
    pages={
        "certificate": ["/players/F033/titles/ME", "/players/F007/titles/I"],
        "certificate --list": [
            "/players/F033/certificate",
            "/players/F033/certificate?list=pelo&as_of=2024-06-30&known_on=2024-07-15",
            "/players/F033/certificate?as_of=2022-05-01",
        ],
    },
    lines="""\
certificate F033 ME
certificate F033 --list pelo --as-of 2024-06-30 --known-on 2024-07-15
""",
    measured={
        "certificate": ("", "certificate {holder} {title}"),
        "certificate --list": ("", "certificate {player}"),
    },
)
