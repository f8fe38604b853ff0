"""Take what is brought to the page `/verify` to be checked, and say there what the
verifier says that everybody can run themselves.
"""

import argparse
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from litestar import Response, post
from litestar.handlers import HTTPRouteHandler

from audit.standalone import verify as verifier
from ledger.errors import Busy, Problem, Refused, Usage, Where
from ledger.proof_texts import text_of
from ledger.store.checkpoints import checkpoint_at, head, own_checkpoints
from messages import say
from projections.answers import Question
from projections.answers.reading import Reading
from web.allowances import searches
from web.answers.answering import Answering
from web.desk.form_fields import Form, form_of
from web.desk.office_desk import page_response
from web.http import HttpRequest
from web.pages.checking import Checked, checked_page
from web.pages.visit import visit_of
from web.sandbox import Bounds, run_in_sandbox
from web.store.roles import Role

MOST_BYTES = 8 * 2**20  # of what is brought
LONGEST_LINE, MOST_FILES = 2**20, 1000  # of a bundle; who has more runs the verifier
BOUNDS = Bounds(512 * 2**20, 20)
# of a bundle's files together: a small file may unpack to a thousand times its size
MOST_UNPACKED = 256 * 2**20
UNREADABLE = (
    verifier.Mistaken,
    OSError,
    ValueError,
    TypeError,
    LookupError,
    zipfile.BadZipFile,
    RecursionError,
)
BROUGHT = "what was brought"


def checking_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the route that takes what somebody brings to be checked.

    It takes `MOST_BYTES` at most, or fewer where the service takes fewer.
    """
    settings = replace(
        answering.settings, body_bytes=min(MOST_BYTES, answering.settings.body_bytes)
    )

    @post("/verify", opt={"role": Role.ANYBODY}, middleware=[searches(settings)])
    async def checked(request: HttpRequest) -> Response[bytes]:
        form = await form_of(request, settings)
        content = content_brought(form)
        key = form.text("key")
        today = answering.today()
        scope = cast(Any, request.scope)
        visit = visit_of(scope, settings.base_path, today)

        def work() -> str:
            with (
                answering.ledgers.lent() as ledger,
                ledger.reading(Question(None), today) as reading,
            ):
                notes = [row.note for row in own_checkpoints(reading.events)]
                checked = _judged_content(content, key, notes)

                # a receipt is held against this very ledger too
                if checked.kind == "receipt" and checked.root is not None:
                    root_here = _root_here(reading, checked.events)
                    checked = checked._replace(here=checked.root == root_here)

                return checked_page(reading, visit, checked)

        return page_response(await answering.threads.run(work, costly=True))

    return [checked]


def content_brought(form: Form) -> bytes:
    """Return the file, else the text of the field as it was copied: browsers send its
    lines with CR LF.
    """
    if form.file is not None and form.file.content:
        return form.file.content

    text = form.text("proof")
    if not text:
        hint = say(
            "paste a proof or a receipt, or choose the file of one, or of a bundle"
        )
        raise Usage(
            Problem(
                "parameter",
                say("nothing was brought to be checked"),
                Where(field="proof"),
                hint,
            )
        )

    return (text.replace("\r\n", "\n") + "\n").encode()


def _judged_content(content: bytes, key: str, notes: Sequence[str]) -> Checked:
    """Judge what was brought within `BOUNDS`; what cannot be judged is `unreadable`."""
    try:
        return run_in_sandbox(verdict, content, key, notes, bounds=BOUNDS)
    except (Refused, Busy) as refusal:
        return _unreadable(_kind(content), refusal.message)


def _root_here(reading: Reading, size: int) -> str | None:
    """Return the root over the first events of this ledger; None if it has fewer."""
    if size > head(reading.events).size:
        return None
    return text_of(checkpoint_at(reading.events, size).root)


def _kind(content: bytes) -> str:
    """Tell what was brought by how it begins: PK is a bundle, { a receipt, else a
    proof.
    """
    if content.startswith(b"PK"):
        return "bundle"
    return "receipt" if content.lstrip().startswith(b"{") else "proof"


def verdict(content: bytes, key: str, notes: Sequence[str]) -> Checked:
    """Return the verdict of the verifier on what somebody brought, in a process of its
    own.

    `key`: whose signature counts; `notes`: our own checkpoints, the oldest first.
    """
    kind = _kind(content)
    verifier.LONGEST = LONGEST_LINE

    with tempfile.TemporaryDirectory(prefix="selo-check-") as folder:
        path = Path(folder) / BROUGHT
        path.write_bytes(content)

        try:
            verifier.read_key(key)  # a key is never the name of a file of ours
            given = argparse.Namespace(
                what=str(path), old=None, key=[key], checkpoint=[], receipt=[]
            )
            if kind == "proof":
                return _verdict_in(kind, verifier.check_proof(given))
            if kind != "bundle":
                return _verdict_in(kind, verifier.check_receipt(given))

            _refuse_swollen(path)
            answer = verifier.check_bundle(given)
            ours = [
                note for note in notes if int(note.split("\n")[1]) <= answer["events"]
            ]
            # what was packed with it vouches for nothing: ours may
            if answer["status"] == "unproven" and ours:
                note = Path(folder) / "checkpoint"
                note.write_text(ours[-1], "utf-8")
                given.checkpoint = [str(note)]
                answer = verifier.check_bundle(given)
            return _verdict_in(kind, answer)
        except UNREADABLE as error:
            text = str(error).replace(f"{folder}/", "")
            return _unreadable(kind, text)


def _unreadable(kind: str, why: str) -> Checked:
    """Say of something that was brought that it cannot be judged, and why."""
    return Checked(kind, "unreadable", events=0, seq=None, problems=(why,))


def _refuse_swollen(path: Path) -> None:
    """Refuse a bundle of too many files or bytes by its list, before it is unpacked.

    A `ValueError` says what is too much; the page shows its words.
    """
    with zipfile.ZipFile(path) as archive:
        if len(archive.infolist()) > MOST_FILES:
            raise ValueError(
                f"it has more than {MOST_FILES} files: run the verifier yourself"
            )

        if sum(file.file_size for file in archive.infolist()) > MOST_UNPACKED:
            raise ValueError(
                f"it unpacks to more than {MOST_UNPACKED // 2**20} MiB: run the"
                " verifier yourself"
            )


def _verdict_in(kind: str, answer: Mapping[str, Any]) -> Checked:
    """Make the verdict of an answer of the verifier.

    `kind`: bundle, receipt or proof. Only a receipt has a root, to be compared with
    the root of this ledger.
    """
    event = answer.get("event")
    seq = event["seq"] if event is not None else answer.get("first")
    return Checked(
        kind=kind,
        status=answer["status"],
        events=answer.get("proven_events", answer["events"]),
        seq=seq,
        problems=tuple(answer["problems"]),
        last=answer.get("last"),
        root=answer["root"] if kind == "receipt" else None,
    )
