"""What a browser saves: the same bytes as the command prints, under a name that every
system takes.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from desk.exports.list_texts import TEXTS
from tests.web.serving import NOW, Served, served
from tests.world.command import Command, Selo
from tests.world.documents import player
from web.answers.replying import file_response


def test_a_report_is_saved_as_a_file(service: Served) -> None:
    reply = service.ask("/fi/tournaments/kuusilahti-open-2023/trf/file")
    assert reply.status == 200 and reply.fields["content-type"].startswith("text/plain")
    assert (
        reply.fields["content-disposition"]
        == 'attachment; filename="kuusilahti-open-2023.trf"'
    )
    assert (
        reply.text
        == service.ask("/tournaments/kuusilahti-open-2023/trf.json").value["text"]
    )
    assert 'trf/file" download' in service.ask("/tournaments/kuusilahti-open-2023").text
    assert service.ask("/tournaments/nobody/trf/file").status == 404


def test_the_games_are_saved_as_the_command_writes_them(
    service: Served, demo_ledger: Path, tmp_path: Path
) -> None:
    selo = Command(tmp_path, demo_ledger, "demo.db", NOW[:10])
    page = service.ask("/sv/tournaments/kuusilahti-open-2023").text
    pgn, table = (
        "/tournaments/kuusilahti-open-2023/pgn/file",
        "/tournaments/kuusilahti-open-2023/games.csv",
    )
    assert (
        f'{pgn}" download' in page
        and f'{table}" download="kuusilahti-open-2023.csv"' in page
    )
    reply = service.ask(pgn)
    assert (
        reply.fields["content-disposition"]
        == 'attachment; filename="kuusilahti-open-2023.pgn"'
    )
    assert reply.text.replace("\r\n", "\n") == selo.done(
        "export", "pgn", "kuusilahti-open-2023"
    )
    assert service.ask(table).text.replace("\r\n", "\n") == selo.done(
        "export", "games", "kuusilahti-open-2023"
    )
    assert service.ask("/tournaments/nobody/pgn/file").status == 404


def test_a_list_is_saved_as_the_command_writes_it(
    service: Served, demo_ledger: Path, tmp_path: Path
) -> None:
    selo = Command(tmp_path, demo_ledger, "demo.db", NOW[:10])
    for form, (ending, encoding) in TEXTS.items():
        reply = service.ask(f"/sv/lists/selo/file?format={form}&as_of=2024-12-31")
        assert (
            reply.fields["content-disposition"]
            == f'attachment; filename="selo-2024-12-31.{ending}"'
        )
        assert reply.text == selo.done(
            "export", "list", "selo", "--format", form, "--as-of", "2024-12-31"
        )
        assert "Tallgård" in reply.body.decode(encoding)
    published = service.ask("/lists/selo/file?label=2024-07")
    assert published.text.startswith("012 selo 2024-07\n042 2024/07/01\n")
    assert (
        'file?format=trf&amp;label=2024-07" download'
        in service.ask("/lists/selo/published/2024-07").text
    )
    assert 'file?format=trf" download' in service.ask("/lists/selo").text


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("format=pdf", 400),
        ("revision=1", 400),
        ("label=2024-07&as_of=2024-07-01", 400),
        ("label=never", 404),
    ],
    ids=["format", "revision", "two-days", "label"],
)
def test_a_list_that_cannot_be_saved_says_why(
    service: Served, query: str, status: int
) -> None:
    reply = service.ask(f"/lists/selo/file?{query}")
    assert reply.status == status and reply.codes


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ('a"b\r\nX: y.trf', "a-b-X-y.trf"),
        ("../../etc.trf", "etc.trf"),
        ("äö.trf", "file.trf"),
    ],
    ids=["header", "path", "letters"],
)
def test_a_name_is_safe(name: str, file: str) -> None:
    assert (
        file_response(name, "").headers["content-disposition"]
        == f'attachment; filename="{file}"'
    )


def test_whoever_checks_for_themselves_takes_everything_from_the_page(
    service: Served, tmp_path: Path
) -> None:
    page = service.ask("/fi/verify").text
    for name in ("verify.py", "checkpoint.txt", "key.txt"):
        assert f'href="/verify/{name}" download="{name}"' in page
        (tmp_path / name).write_bytes(service.ask(f"/verify/{name}").body)
    assert hashlib.sha256((tmp_path / "verify.py").read_bytes()).hexdigest() in page
    proof = service.ask("/log/200/proof/file")
    assert (
        proof.fields["content-disposition"]
        == 'attachment; filename="event-200.tlog-proof"'
    )
    assert '/log/200/proof/file" download' in service.ask("/log/200/proof").text
    (tmp_path / "event-200.tlog-proof").write_bytes(proof.body)
    # the second line of what the page says to type
    typed = [
        sys.executable,
        "verify.py",
        "proof",
        "event-200.tlog-proof",
        "--key",
        "key.txt",
    ]
    judged = subprocess.run(
        typed, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert judged.returncode == 0 and judged.stdout.startswith("status: proven\n")
    assert (tmp_path / "checkpoint.txt").read_text("utf-8").splitlines()[1] == "260"
    assert (
        service.ask("/verify/selo.key").status
        == service.ask("/verify/verify.json").status
        == 404
    )


def test_where_nothing_is_signed_there_is_only_the_program(demo_ledger: Path) -> None:
    with served(demo_ledger) as bare:
        page = bare.ask("/en/verify").text
        assert (
            "/verify/verify.py" in page
            and "/verify/checkpoint.txt" not in page
            and "Nothing is signed yet." in page
        )
        assert [
            bare.ask(f"/verify/{name}").status
            for name in ("verify.py", "checkpoint.txt", "key.txt")
        ] == [200, 404, 404]


def test_a_file_of_a_state_inside_a_submission_is_what_the_command_prints(
    service: Served, demo_ledger: Path, tmp_path: Path
) -> None:
    selo = Command(tmp_path, demo_ledger, "demo.db", NOW[:10])
    reply = service.ask("/lists/selo/file?format=trf&known_seq=120")
    assert reply.text.replace("\r\n", "\n") == selo.done(
        "export", "list", "selo", "--format", "trf", "--known-seq", "120"
    )


def test_a_chart_shows_what_was_known(service: Served) -> None:
    """At the two times that are asked for, or it is refused."""
    chart = "/players/F033/chart.svg"
    now = service.ask(chart)
    assert now.status == 200
    assert service.ask(f"{chart}?as_of=2023-06-30").body != now.body
    before = service.ask(f"{chart}?as_of=2023-06-30&known_on=2024-06-01").body
    assert before != service.ask(f"{chart}?as_of=2023-06-30").body
    assert service.ask(f"{chart}?known_seq=120").codes == ["parameter"]


def test_a_chart_of_a_list_that_somebody_is_not_on_names_the_list(
    club: Selo,
) -> None:
    club.submit(player("N"))
    with served(club.ledger, now=lambda: NOW) as service:
        for asked, told in (
            ("A/chart.svg?list=pelo", "A has no rating on pelo yet"),
            ("N/chart.svg", "N has no rating yet"),
        ):
            reply = service.ask(f"/players/{asked}")
            assert (reply.status, reply.codes) == (404, ["not-there"])
            assert reply.value["detail"] == told
