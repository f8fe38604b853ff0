"""The page of a tournament leads to its norms where there can be any."""

import pytest

from tests.web.serving import Served

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize(
    ("tournament", "offered"),
    [
        ("kuusilahti-open-2024", True),
        ("kuusilahti-open-2023", False),
        ("vappublitz-2025", False),
    ],
    ids=["long games of 2024", "before the regulations", "blitz"],
)
def test_norms_are_offered_where_there_can_be_any(
    tournament: str, offered: bool, service: Served
) -> None:
    text = service.ask(f"/en/tournaments/{tournament}", fields=HTML).text
    assert (f"/tournaments/{tournament}/norms" in text) is offered


def test_a_page_of_norms_has_quantities_as_people_write_them(service: Served) -> None:
    """Seven rounds of five minutes a side are 1.17 hours of play, and one day is no
    span of days.
    """
    text = service.ask("/en/tournaments/vappublitz-2025/norms", fields=HTML).text
    assert ">1.17<" in text and "1.166" not in text
    assert "1 May 2025 – 1 May 2025" not in text
