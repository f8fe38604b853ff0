"""selo proof witness: whether another machine's log only grew since it was seen."""

import os
import re
from collections.abc import Iterator
from datetime import datetime

import click

from audit.signing import cosign as cosigned_note
from audit.signing import public_key
from cli import options
from cli.booking.office import (
    MOST_OF_AN_ANSWER,
    PUBLIC_KEY,
    public_keys_of,
    text_of_file,
)
from cli.command_frames import argument, command, option
from cli.output import answer, warn
from features.witness import asking
from features.witness.compared import compared
from features.witness.receipts import ReceiptsHeld, hold
from features.witness.shown import Fetch
from features.witness.watched import Watched, watch
from features.witness.watched_file import keep, one_at_a_time, read_watched
from ledger.store.receipts import read_receipt
from messages import Message, counted, say
from messages.answer import completed_answer

_WITNESS_PARAMETERS = (
    argument("url"),
    option(
        "--file",
        metavar="FILE",
        help="Where to keep what was seen. Default: a file of yours for each URL.",
    ),
    option(
        "--compare",
        "others",
        metavar="FILE FILE",
        nargs=2,
        help="Two such files held against each other.",
    ),
    option(
        "--cosign",
        metavar="NAME KEY",
        nargs=2,
        help="Sign what was seen: under a name, with a key file.",
    ),
    option(
        "--receipt",
        "receipts",
        metavar="FILE",
        multiple=True,
        help=(
            "Instead: that the log still has what this acknowledges; may be given"
            " again."
        ),
    ),
    PUBLIC_KEY,
)


@command(
    "selo proof witness http://127.0.0.1:8000",
    *_WITNESS_PARAMETERS,
)
def proof_witness_command(
    url: str,
    file: str | None,
    others: tuple[str, str] | None,
    cosign: tuple[str, str] | None,
    receipts: tuple[str, ...],
    public_keys: tuple[str, ...],
) -> None:
    """Check another machine's log and keep what was seen: exit 1 if what was seen
    before is not true any more.
    URL is where `selo serve` answers. Needs no ledger.
    With --cosign: `note` says that you saw it, and when, as c2sp.org/tlog-cosignature
    writes it.
    With --compare: whether two witnesses were shown one history; exit 1 if not.
    With --receipt: the answer to a submission (`selo submit --json`, or of the service)
    is held against the log; exit 1 if what was recorded is gone or was changed.
    """

    def fetch(name: str) -> bytes:
        return asking.fetched(f"{url.rstrip('/')}/api/tlog/{name}")

    if others is not None:
        _compare(others, fetch)
        return
    if receipts:
        if file or cosign:
            raise click.UsageError(
                say("--receipt comes without --file and --cosign: nothing is kept")
            )
        _hold_receipts(url, receipts, fetch, public_keys)
        return

    if cosign is not None:
        _look_at_key(*cosign)
    kept = file or _file_of(url)
    keys = public_keys_of(public_keys)
    with one_at_a_time(kept):
        before = _watched_in(kept) if os.path.exists(kept) else None
        seen = watch(url, fetch, before, keys)
        if cosign is not None:
            seen = _cosigned(seen, *cosign)
        keep(kept, seen)
    _print_watched(seen)


def _file_of(url: str) -> str:
    """Return the file of the user in which it is kept what they saw at a URL."""
    name = re.sub(r"[^A-Za-z0-9.]+", "-", url)
    return os.path.join(click.get_app_dir("selokirja"), f"witness-{name}.json")


def _watched_in(file: str) -> Watched:
    return read_watched(text_of_file(file).encode(), file)


def _print_watched(seen: Watched) -> None:
    if seen.grew_from is None:
        grown = say("seen for the first time")
    else:
        grown = say("nothing of the {count} before changed", count=seen.grew_from)

    line = counted(
        "{origin}: {count} event, root {root}; {grown}",
        "{origin}: {count} events, root {root}; {grown}",
        seen.size,
        origin=seen.origin,
        root=seen.root,
        grown=grown,
    )
    answer(seen, [line])
    if seen.signature == "unknown":
        warn(_unknown_signer())

    if seen.unsigned:
        warn(
            counted(
                "{count} event after it is not signed yet",
                "{count} events after it are not signed yet",
                seen.unsigned,
            )
        )


def _unknown_signer() -> Message:
    return say("no known key signed it; give the office's key with --public-key")


def _look_at_key(name: str, key: str) -> None:
    """Refuse a name or a key that cannot sign, before the log is asked."""
    if not name or len(name.split()) != 1 or "+" in name:
        message = say(
            "--cosign: {name} cannot be the name of a key: no space and no plus",
            name=repr(name),
        )
        raise click.UsageError(message)
    public_key(key, name)


def _cosigned(seen: Watched, name: str, key: str) -> Watched:
    """Add to what was seen a line that says so; the office, or anybody, checks it with
    the key in `cosigner`.
    """
    now = datetime.fromisoformat(options.now())
    seconds = int(now.timestamp())
    note, public = cosigned_note(seen.note, name, key, seconds)
    return completed_answer(seen, note=note, cosigner=public.text())


def _compare(files: tuple[str, str], fetch: Fetch) -> None:
    seen = [_watched_in(file) for file in files]
    same = compared(files, seen, fetch)
    answer(same, [say("{origin}: both saw one history", origin=same.origin)])


def _hold_receipts(
    url: str, files: tuple[str, ...], fetch: Fetch, public_keys: tuple[str, ...]
) -> None:
    receipts = {}
    for file in files:
        text = text_of_file(file, MOST_OF_AN_ANSWER)
        receipts[file] = read_receipt(text, file)
    judgement = hold(url, fetch, receipts, public_keys_of(public_keys))
    answer(judgement, _lines_of(judgement))

    for one in judgement.receipts:
        if one.signature == "none":
            message = say(
                "{file}: nobody signed it; it tells you of a change, and proves it"
                " to nobody else",
                file=one.file,
            )
            warn(message)
    if any(one.signature == "unknown" for one in judgement.receipts):
        warn(_unknown_signer())


def _lines_of(judgement: ReceiptsHeld) -> Iterator[Message]:
    for one in judgement.receipts:
        yield counted(
            "{file}: event {first} is in the log as it was recorded",
            "{file}: events {first} to {last} are in the log as they were recorded",
            one.last - one.first + 1,
            file=one.file,
            first=one.first,
            last=one.last,
        )
