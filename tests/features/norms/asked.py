"""What the tests that ask everything ask of title norms."""

from tests.features import Asked

ASKED = Asked(
    questions={
        "norms": [
            ("/tournaments/kuusilahti-open-2024/norms", "norms kuusilahti-open-2024"),
            (
                "/tournaments/kuusilahti-open-2024/norms?system=round-robin&kind=zonal",
                "norms kuusilahti-open-2024 --system round-robin --kind zonal",
            ),
            (
                "/tournaments/kuusilahti-open-2024/norms?title=F033%3DWFM&title=F003%3DGM",
                "norms kuusilahti-open-2024 --title F033=WFM --title F003=GM",
            ),
        ],
        "norms PLAYER": [
            (
                "/tournaments/kuusilahti-open-2024/norms/F033",
                "norms kuusilahti-open-2024 F033",
            )
        ],
    },
    pages={
        "norms": [
            "/tournaments/kuusilahti-open-2024/norms",
            "/tournaments/kuusilahti-open-2024/norms?system=&kind=zonal",
        ],
        "norms PLAYER": ["/tournaments/kuusilahti-open-2024/norms/F033"],
    },
    lines="""\
norms kuusilahti-open-2024
norms kuusilahti-open-2024 F033 --kind zonal
norms kuusilahti-open-2023
norms nowhere
norms kuusilahti-open-2024 F060
""",
    measured={
        "norms": ("", "norms norms"),
        "norms PLAYER": ("", "norms norms P1"),
    },
)
