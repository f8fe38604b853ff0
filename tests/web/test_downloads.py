"""What a browser saves: the same bytes as the command prints, under a name that every system takes."""

import pytest

from tests.web.serving import Served
from web.downloads import saved


def test_a_report_is_saved_as_a_file(service: Served) -> None:
    reply = service.ask("/fi/tournaments/kuusilahti-open-2023/trf/file")
    assert reply.status == 200 and reply.fields["content-type"].startswith("text/plain")
    assert reply.fields["content-disposition"] == 'attachment; filename="kuusilahti-open-2023.trf"'
    assert reply.text == service.ask("/tournaments/kuusilahti-open-2023/trf.json").value["text"]
    assert 'trf/file" download' in service.ask("/tournaments/kuusilahti-open-2023").text
    assert service.ask("/tournaments/nobody/trf/file").status == 404


@pytest.mark.parametrize(
    ("name", "file"),
    [('a"b\r\nX: y.trf', "a-b-X-y.trf"), ("../../etc.trf", "etc.trf"), ("äö.trf", "file.trf")],
    ids=["header", "path", "letters"],
)
def test_a_name_is_safe(name: str, file: str) -> None:
    assert saved(name, "").headers["content-disposition"] == f'attachment; filename="{file}"'
