"""What others bring is worked out in a process of its own: what comes of it, what it
lacks, and a defect as such.
"""

import json

import pytest

from ledger.errors import Refused
from messages import LANGUAGES
from tests.web.serving import Served
from tests.web.test_tokens import bearer, token
from web.booking import trying
from web.pages.rendering import environment
from web.sandbox import Bounds, judged
from web.store.tokens import Role

ROOM = Bounds(512 * 2**20, 60)


def test_what_comes_of_it_and_what_takes_too_much() -> None:
    assert judged(sum, (1, 2), bounds=ROOM) == 3
    with pytest.raises(Refused) as refused:
        judged(bytes, 2**32, bounds=ROOM)
    assert refused.value.problems[0].code == "too-large"


def _compiled(language: str) -> set[str]:
    return {name for _, name in environment(language).cache or {}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_every_page_has_is_compiled_already(language: str) -> None:
    assert {"base.html", "parts.html"} <= judged(_compiled, language, bounds=ROOM)


def test_a_defect_is_no_lack_of_memory() -> None:
    with pytest.raises(RuntimeError, match="invalid literal for int"):
        judged(int, "x", bounds=ROOM)


def test_whoever_asked_hears_of_a_defect_and_its_trace_is_in_the_log(
    service: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trying, "_documents", int)  # takes nothing of what it is given
    fields = bearer(token(service.settings.ledger, Role.OFFICER, "aino")) | {
        "Content-Type": "application/json"
    }
    reply = service.ask(
        "/api/documents?dry_run=true",
        "POST",
        b'{"kind": "player", "player": "N1"}',
        fields,
    )
    assert (reply.status, reply.codes) == (500, ["defect"])
    [line] = [
        line for line in capfd.readouterr().err.splitlines() if '"defect"' in line
    ]
    assert "TypeError" in json.loads(line)["defect"]
