"""Judge what is brought to the page `/verify`, by the verifier that everybody can run themselves."""

import argparse
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from litestar import Request, Response, post
from litestar.handlers import HTTPRouteHandler

from audit.standalone import verify as verifier
from ledger.errors import Busy, Problem, Refused, Usage, Where
from ledger.proof import text_of
from ledger.store.checkpoints import at_size, head, kept
from messages import say
from projections.answers import Question
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.desk import Form, form_of
from web.kept.tokens import Role
from web.pages.verify import Checked, checked_page
from web.pages.visit import visit_of
from web.wire.judging import Bounds, judged

MOST_BYTES = 8 * 2**20  # of what is brought
LONGEST_LINE, MOST_FILES = 2**20, 1000  # of a bundle; who has more runs the verifier
BOUNDS = Bounds(512 * 2**20, 20)
MOST_UNPACKED = 256 * 2**20  # of a bundle's files together: a small file may unpack to a thousand times its size
UNREADABLE = (OSError, ValueError, TypeError, LookupError, zipfile.BadZipFile, RecursionError)
BROUGHT = "what was brought"


def checking_routes(answering: Answering) -> list[HTTPRouteHandler]:
    settings = replace(answering.settings, body_bytes=min(MOST_BYTES, answering.settings.body_bytes))

    @post("/verify", opt={"role": Role.ANYBODY})
    async def checked(request: Request[Any, Any, Any]) -> Response[bytes]:
        answering.count_search()
        form = await form_of(request, settings)
        content, key = brought(form), form.text("key")
        today = answering.today()
        visit = visit_of(cast(Any, request.scope), settings.base_path, today)

        def work() -> str:
            with answering.ledgers.mine().reading(Question(None), today) as reading:
                notes = [row.note for row in kept(reading.events) if not row.outside]
                checked = _checked(content, key, notes)
                if checked.kind == "receipt" and checked.root is not None:
                    checked = checked._replace(here=checked.root == _root_here(reading, checked.events))
                return checked_page(reading, visit, checked)

        page = await answering.threads.run(work, costly=True)
        headers = {"cache-control": "no-store"}
        return Response(page.encode(), status_code=200, media_type="text/html", headers=headers)

    return [checked]


def brought(form: Form) -> bytes:
    """Return the file, else the text of the field as it was copied: browsers send its lines with CR LF."""
    if form.file is not None and form.file[1]:
        return form.file[1]
    text = form.text("proof")
    if not text:
        hint = say("paste a proof or a receipt, or choose the file of one, or of a bundle")
        raise Usage(Problem("parameter", say("nothing was brought to be checked"), Where(field="proof"), hint))
    return (text.replace("\r\n", "\n") + "\n").encode()


def _checked(content: bytes, key: str, notes: Sequence[str]) -> Checked:
    try:
        return judged(verdict, content, key, notes, bounds=BOUNDS)
    except (Refused, Busy) as refusal:
        return Checked(_kind(content), "unreadable", 0, None, (refusal.message,))


def _root_here(reading: Reading, size: int) -> str | None:
    """Return the root over the first events of this ledger; None if it has fewer."""
    if size > head(reading.events).size:
        return None
    return text_of(at_size(reading.events, size).root)


def _kind(content: bytes) -> str:
    if content.startswith(b"PK"):
        return "bundle"
    return "receipt" if content.lstrip().startswith(b"{") else "proof"


def verdict(content: bytes, key: str, notes: Sequence[str]) -> Checked:
    """Return the verdict of the verifier on what somebody brought, in a process of its own.

    `key`: whose signature counts; `notes`: our own checkpoints, the oldest first.
    """
    kind = _kind(content)
    verifier.LONGEST = LONGEST_LINE
    with tempfile.TemporaryDirectory(prefix="selo-check-") as folder:
        place = Path(folder) / BROUGHT
        place.write_bytes(content)
        try:
            verifier.read_key(key)  # a key is never the name of a file of ours
            given = argparse.Namespace(what=str(place), old=None, key=[key], checkpoint=[], receipt=[])
            if kind != "bundle":
                return _read(kind, (verifier.check_proof if kind == "proof" else verifier.check_receipt)(given))
            _refuse_swollen(place)
            answer = verifier.check_bundle(given)
            ours = [note for note in notes if int(note.split("\n")[1]) <= answer["events"]]
            if answer["status"] == "unproven" and ours:  # what was packed with it vouches for nothing: ours may
                note = Path(folder) / "checkpoint"
                note.write_text(ours[-1], "utf-8")
                given.checkpoint = [str(note)]
                answer = verifier.check_bundle(given)
            return _read(kind, answer)
        except UNREADABLE as error:
            text = str(error).replace(f"{folder}/", "")
            return Checked(kind, "unreadable", 0, None, (text,))


def _refuse_swollen(place: Path) -> None:
    with zipfile.ZipFile(place) as archive:
        if len(archive.infolist()) > MOST_FILES:
            raise ValueError(f"it has more than {MOST_FILES} files: run the verifier yourself")
        if sum(file.file_size for file in archive.infolist()) > MOST_UNPACKED:
            raise ValueError(f"it unpacks to more than {MOST_UNPACKED // 2**20} MiB: run the verifier yourself")


def _read(kind: str, answer: Mapping[str, Any]) -> Checked:
    event = answer.get("event")
    seq = event["seq"] if event is not None else answer.get("first")
    events, problems = answer.get("proven_events", answer["events"]), tuple(answer["problems"])
    root = answer["root"] if kind == "receipt" else None
    return Checked(kind, answer["status"], events, seq, problems, answer.get("last"), root)
