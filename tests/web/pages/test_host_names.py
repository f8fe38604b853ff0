"""The host that a browser names stands in addresses only if it is a name."""

import pytest

from web.pages.visit import _origin


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("a.example", "http://a.example"),
        ("[::1]:80", "http://[::1]:80"),
        ("", ""),
        ('a"><script>', ""),
        ("a b", ""),
    ],
)
def test_what_is_no_name_of_a_machine_is_not_repeated(host: str, origin: str) -> None:
    assert _origin("http", host) == origin
