"""What the tests that ask everything ask of title norms."""

from tests.features import Asked

ASKED = Asked(
    questions={
        "tournament norms": [
            (
                "/tournaments/kuusilahti-open-2024/norms",
                "tournament norms kuusilahti-open-2024",
            ),
            (
                "/tournaments/kuusilahti-open-2024/norms?system=round-robin&kind=zonal",
                "tournament norms kuusilahti-open-2024 --system round-robin --kind zonal",
            ),
            (
                "/tournaments/kuusilahti-open-2024/norms?title=F033%3DWFM&title=F003%3DGM",
                "tournament norms kuusilahti-open-2024 --title F033=WFM --title F003=GM",
            ),
        ],
        "tournament norms PLAYER": [
            (
                "/tournaments/kuusilahti-open-2024/norms/F033",
                "tournament norms kuusilahti-open-2024 F033",
            )
        ],
    },
    pages={
        "tournament norms": [
            "/tournaments/kuusilahti-open-2024/norms",
            "/tournaments/kuusilahti-open-2024/norms?system=&kind=zonal",
        ],
        "tournament norms PLAYER": ["/tournaments/kuusilahti-open-2024/norms/F033"],
    },
    lines="""\
tournament norms kuusilahti-open-2024
tournament norms kuusilahti-open-2024 F033 --kind zonal
tournament norms kuusilahti-open-2023
tournament norms nowhere
tournament norms kuusilahti-open-2024 F060
""",
    measured={
        "tournament norms": ("", "tournament norms matches"),
        "tournament norms PLAYER": ("", "tournament norms matches P1"),
    },
)
