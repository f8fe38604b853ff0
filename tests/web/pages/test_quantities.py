"""Days, moments, signs and quantities are written as each language has them."""

import pytest

from messages.translated import day, sum_text
from web.pages.quantities import change, decimals, moment, quantity


@pytest.mark.parametrize(
    ("language", "written"),
    [
        (
            "fi",
            [
                "7.6.2026",
                "7.6.2026 09.05",
                "0,43",
                "5,5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2,01",
            ],
        ),
        (
            "sv",
            [
                "7.6.2026",
                "7.6.2026 09.05",
                "0,43",
                "5,5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2,01",
            ],
        ),
        (
            "en",
            [
                "7 June 2026",
                "7 June 2026 09:05",
                "0.43",
                "5.5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2.01",
            ],
        ),
    ],
)
def test_days_and_quantities(language: str, written: list[str]) -> None:
    assert written == [
        day("2026-06-07", language),
        moment("2026-06-07T09:05:59.000000Z", "UTC", language=language),
        decimals(0.43, 2, language),
        quantity(5.5, language),
        change(-12, language),
        change(3, language),
        change(0, language),
        sum_text("1568 + 45 x 2.01", language),
    ]


def test_a_moment_is_told_by_the_clocks_of_its_zone() -> None:
    """Past midnight it is another day there, and summer has another hour than winter."""
    told = [
        moment(text, "Europe/Helsinki", language="en")
        for text in ("2026-06-30T21:30:00Z", "2026-12-01T07:00:00Z")
    ]
    assert told == ["1 July 2026 00:30", "1 December 2026 09:00"]
