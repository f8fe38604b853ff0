"""What the tests that ask everything ask of ratings on other pages."""

from tests.features import Asked

ASKED = Asked(
    questions={},
    pages={
        "embed": ["/embed", "/embed?player=F033", "/embed?list=pelo&rows=3"],
        "embed player": ["/embed/players/F033"],
        "embed list": [
            "/embed/lists/selo",
            "/embed/lists/selo?club=Lumikosken%20Sotilas&rows=3",
        ],
    },
    lines="",
    measured={},
    others=("/embed/players/F033/rating.svg",),
)
