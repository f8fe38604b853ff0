"""What a browser saves: the same bytes as the command prints, under a name that every system takes."""

from pathlib import Path

import pytest

from desk.out import TEXTS
from tests.web.serving import NOW, Served
from tests.world.command import Command
from web.downloads import saved


def test_a_report_is_saved_as_a_file(service: Served) -> None:
    reply = service.ask("/fi/tournaments/kuusilahti-open-2023/trf/file")
    assert reply.status == 200 and reply.fields["content-type"].startswith("text/plain")
    assert reply.fields["content-disposition"] == 'attachment; filename="kuusilahti-open-2023.trf"'
    assert reply.text == service.ask("/tournaments/kuusilahti-open-2023/trf.json").value["text"]
    assert 'trf/file" download' in service.ask("/tournaments/kuusilahti-open-2023").text
    assert service.ask("/tournaments/nobody/trf/file").status == 404


def test_the_games_are_saved_as_the_command_writes_them(service: Served, demo_ledger: Path, tmp_path: Path) -> None:
    selo = Command(tmp_path, demo_ledger, "demo.db", NOW[:10])
    page = service.ask("/sv/tournaments/kuusilahti-open-2023").text
    pgn, table = "/tournaments/kuusilahti-open-2023/pgn/file", "/tournaments/kuusilahti-open-2023/games.csv"
    assert f'{pgn}" download' in page and f'{table}" download="kuusilahti-open-2023.csv"' in page
    reply = service.ask(pgn)
    assert reply.fields["content-disposition"] == 'attachment; filename="kuusilahti-open-2023.pgn"'
    assert reply.text.replace("\r\n", "\n") == selo.done("export", "pgn", "kuusilahti-open-2023")
    assert service.ask(table).text.replace("\r\n", "\n") == selo.done("export", "games", "kuusilahti-open-2023")
    assert service.ask("/tournaments/nobody/pgn/file").status == 404


def test_a_list_is_saved_as_the_command_writes_it(service: Served, demo_ledger: Path, tmp_path: Path) -> None:
    selo = Command(tmp_path, demo_ledger, "demo.db", NOW[:10])
    for form, (ending, encoding) in TEXTS.items():
        reply = service.ask(f"/sv/lists/selo/file?format={form}&as_of=2024-12-31")
        assert reply.fields["content-disposition"] == f'attachment; filename="selo-2024-12-31.{ending}"'
        assert reply.text == selo.done("export", "list", "selo", "--format", form, "--as-of", "2024-12-31")
        assert "Tallgård" in reply.body.decode(encoding)
    published = service.ask("/lists/selo/file?label=2024-07")
    assert published.text.startswith("012 selo 2024-07\n042 2024/07/01\n")
    assert 'file?format=trf&amp;label=2024-07" download' in service.ask("/lists/selo/published/2024-07").text
    assert 'file?format=trf" download' in service.ask("/lists/selo").text


@pytest.mark.parametrize(
    ("query", "status"),
    [("format=pdf", 400), ("revision=1", 400), ("label=2024-07&as_of=2024-07-01", 400), ("label=never", 404)],
    ids=["format", "revision", "two-days", "label"],
)
def test_a_list_that_cannot_be_saved_says_why(service: Served, query: str, status: int) -> None:
    reply = service.ask(f"/lists/selo/file?{query}")
    assert reply.status == status and reply.codes


@pytest.mark.parametrize(
    ("name", "file"),
    [('a"b\r\nX: y.trf', "a-b-X-y.trf"), ("../../etc.trf", "etc.trf"), ("äö.trf", "file.trf")],
    ids=["header", "path", "letters"],
)
def test_a_name_is_safe(name: str, file: str) -> None:
    assert saved(name, "").headers["content-disposition"] == f'attachment; filename="{file}"'
