"""Everything needed to check a ledger elsewhere, as a folder or a zip file: events, what was signed, the verifier."""

import io
import zipfile
from pathlib import Path

import audit.standalone
from ledger.answer import Answer
from ledger.outgoing.files import new_folder, settle, write_new
from ledger.store.as_stored import states
from ledger.store.checkpoints import at_size, kept
from ledger.store.database import snapshot


class Bundle(Answer, frozen=True, kw_only=True):
    """What was written."""

    bundle: str
    events: int
    files: tuple[str, ...]


def bundle(path: str, target: str) -> Bundle:
    """Write the bundle; the target must not be there yet. A name that ends in .zip becomes one file."""
    contents, events = _contents(path)
    contents["verify.py"] = Path(audit.standalone.__file__).with_name("verify.py").read_bytes()
    if target.endswith(".zip"):
        write_new(target, _zip(contents))
    else:
        with new_folder(target) as folder:
            _fill(folder, contents)
    return Bundle(bundle=target, events=events, files=tuple(sorted(contents)))


def _contents(path: str) -> tuple[dict[str, bytes], int]:
    """File names and contents, and how many events: their exact bytes a line each, and what was signed about them."""
    with snapshot(path) as connection:
        events = list(states(connection))
        rows = kept(connection)
        origin = at_size(connection, 0).origin
    files = {"events.jsonl": b"".join(state + b"\n" for _, state in events)}
    for row in rows:
        side = "outside" if row.outside else "own"
        files[f"checkpoints/{row.number:04}-{side}.txt"] = row.note.encode()
    signers = {row.signer for row in rows if row.signer is not None}
    files["public-keys.txt"] = "".join(f"{signer}\n" for signer in sorted(signers)).encode()
    files["origin.txt"] = f"{origin}\n".encode()
    return files, len(events)


def _fill(folder: Path, contents: dict[str, bytes]) -> None:
    for name, content in contents.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        settle(str(file))


def _zip(contents: dict[str, bytes]) -> bytes:
    """The same ledger gives the same file: no clock in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
