"""What the tests that ask everything ask of a witness, and of the log it is shown."""

from collections.abc import Iterator
from typing import Any

from audit.checkpoint import newest_note
from features.witness import asking
from features.witness.tiles import present_head, tile
from tests.doc_shell import Shell
from tests.features import Asked

HERE = "proof witness http://127.0.0.1:9"


def _operations() -> Iterator[Any]:
    from tests.web.test_every_operation import Asking

    yield Asking("get_checkpoint", "/api/tlog/checkpoint")
    yield Asking("get_log_head", "/api/tlog/head")
    yield Asking("get_tile", "/api/tlog/tile/0/000.p/200")


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the example of its command needs: another machine that answers."""
    if words[:2] != ["proof", "witness"]:
        return
    shell.run("selo proof new-key")
    shell.run("selo proof checkpoint")
    log = {
        "checkpoint": newest_note("kept.db").encode(),
        "head": present_head("kept.db").encode(),
        "tile/0/000": tile("kept.db", 0, 0, 256),
        "tile/0/001.p/3": tile("kept.db", 0, 1, 3),
    }

    def fetched(address: str) -> bytes:
        return log[address.partition("/api/tlog/")[2]]

    shell.patch.setattr(asking, "fetched", fetched)


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={"proof witness": "asks another machine"},
    reads={
        ("proof witness", "others"): f"{HERE} --compare {{}} {{}}",
        ("proof witness", "cosign"): f"{HERE} --cosign me {{}}",
        ("proof witness", "receipts"): f"{HERE} --receipt {{}}",
        ("proof witness", "public_keys"): f"{HERE} --public-key {{}}",
    },
    writes=(("proof witness", "file"),),
    operations=_operations,
    prepare=_prepared,
)
