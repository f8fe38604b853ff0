"""What the office hears of its mail server from `selo doctor`."""

from typing import Any

import pytest

from tests.features.follow.conftest import SENDER, SERVICE, Post
from tests.world.command import Selo
from tests.world.ports import kept_port


def named(club: Selo, table: str) -> Any:
    club.file("selo.toml", table)
    result = club.run("doctor", "--json")
    [check] = [one for one in result.value["checks"] if one["name"] == "mail"]
    return check


def table(port: int, **more: str) -> str:
    fields = {
        "server": f"127.0.0.1:{port}",
        "sender": SENDER,
        "service": SERVICE,
        "tls": "none",
        **more,
    }
    return "[mail]\n" + "\n".join(f'{key} = "{text}"' for key, text in fields.items())


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_whether_the_mail_server_answers(club: Selo, post: Post) -> None:
    assert named(club, "") == {
        "name": "mail",
        "ok": True,
        "said": "no mail server is named",
        "advice": "",
    }
    check = named(club, table(post.port))
    assert check["ok"] and f"127.0.0.1:{post.port} answers" in check["said"]
    with kept_port() as port:
        check = named(club, table(port))
    assert not check["ok"] and "does not answer" in check["said"]


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_a_server_without_what_was_named(club: Selo, post: Post) -> None:
    """One that cannot be encrypted to, or knows no passwords, is heard of at once."""
    assert not named(club, table(post.port, tls="starttls"))["ok"]
    assert not named(club, table(post.port, tls="tls"))["ok"]
    assert not named(club, table(post.port, user="office"))["ok"]


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_a_table_that_is_wrong(club: Selo) -> None:
    check = named(club, "[mail]\nserver = 3\n")
    assert not check["ok"] and "[mail]" in check["advice"]
