"""The mail server that selo.toml beside the ledger names, or the environment."""

from pathlib import Path

import pytest

from desk.mail_server import MailServer, mail_server
from ledger.errors import Refused, Usage

WHOLE = """
[mail]
server = "mail.example.org:2525"
sender = "ratings@example.org"
service = "https://ratings.example.org/chess/"
"""


def read(folder: Path, text: str = "", **environment: str) -> MailServer | None:
    if text:
        (folder / "selo.toml").write_text(text, "utf-8")
    return mail_server(str(folder / "club.ledger"), environment)


def refused(folder: Path, text: str = "", **environment: str) -> dict[str, str]:
    with pytest.raises(Refused) as refusal:
        read(folder, text, **environment)
    return {
        str(problem.where.field): problem.code for problem in refusal.value.problems
    }


def test_nothing_said_is_no_server(tmp_path: Path) -> None:
    assert read(tmp_path) is None
    assert read(tmp_path, 'actor = "aino"\n') is None


def test_the_table_beside_the_ledger(tmp_path: Path) -> None:
    stated = read(tmp_path, WHOLE)
    assert stated == MailServer(
        "mail.example.org",
        2525,
        "starttls",
        None,
        "",
        "ratings@example.org",
        "https://ratings.example.org/chess",
    )


@pytest.mark.parametrize(
    ("tls", "port"), [("starttls", 587), ("tls", 465), ("none", 25)]
)
def test_the_port_that_belongs_to_the_protection(
    tmp_path: Path, tls: str, port: int
) -> None:
    stated = read(tmp_path, WHOLE, SELO_MAIL_SERVER="[::1]", SELO_MAIL_TLS=tls)
    assert stated is not None
    assert (stated.host, stated.port, stated.tls) == ("::1", port, tls)


def test_the_environment_alone_and_before_the_file(tmp_path: Path) -> None:
    stated = read(tmp_path, WHOLE, SELO_MAIL_SENDER="office@example.org")
    assert stated is not None
    assert (stated.sender, stated.host) == ("office@example.org", "mail.example.org")
    alone = read(
        tmp_path / "elsewhere",
        SELO_MAIL_SERVER="127.0.0.1:25",
        SELO_MAIL_SENDER="a@b.example",
        SELO_MAIL_SERVICE="http://127.0.0.1:8000",
        SELO_MAIL_USER="a",
        SELO_MAIL_PASSWORD="secret",
    )
    assert alone is not None and (alone.user, alone.password) == ("a", "secret")


def test_the_password_in_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mail-password.txt").write_text("sala sana\n", "utf-8")
    text = WHOLE + 'user = "a"\npassword_file = "mail-password.txt"\n'
    stated = read(tmp_path, text)
    assert stated is not None and stated.password == "sala sana"
    (tmp_path / "mail-password.txt").unlink()
    with pytest.raises(Usage) as refusal:
        read(tmp_path, text)
    [problem] = refusal.value.problems
    assert (problem.code, problem.where.field) == (
        "mail-password",
        "mail.password_file",
    )


def test_all_that_is_wrong_at_once(tmp_path: Path) -> None:
    text = '[mail]\nserver = "a b"\nsender = "a@b@c"\ntls = "ssl"\npassword = "x"\n'
    assert refused(tmp_path, text) == {
        "mail.server": "wrong-value",
        "mail.sender": "wrong-value",
        "mail.tls": "wrong-value",
        "mail.service": "missing-field",
        "mail.password": "unknown-field",
    }
    wrong_port = WHOLE.replace("2525", "70000")
    assert refused(tmp_path, wrong_port) == {"mail.server": "wrong-value"}
    assert refused(tmp_path, "mail = 3\n") == {"mail": "wrong-type"}
