"""selo log follow and proof witness: programs and machines that keep in step."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import options
from cli.booking.office import (
    MOST_OF_AN_ANSWER,
    PUBLIC_KEY,
    public_keys_of,
    text_of_file,
)
from cli.command_frames import argument, command, option
from cli.options import ledger_path
from cli.output import answer, chosen_format, json_line, printable, talk, warn
from cli.question_commands import HERE, Otherwise, question
from messages import counted, say

if TYPE_CHECKING:
    from audit.watching import Watched
    from projections.answers.events.log import Events, EventsAnswer, FollowedEvent

ASK_AGAIN_SECONDS = 0.5
# of a server that was started again; the pauses come to some five minutes
AWAY = ("connection-lost", "unreachable", "busy")
PAUSES = (0.5, 1, 2, 3, 5, 8, *(15,) * 19)
T = TypeVar("T")


def _go_on(
    asked: "Events", followed: "EventsAnswer", go_on: bool
) -> "EventsAnswer | None":
    """Print these events and then, with --wait, whatever is recorded, until Ctrl-C;
    without --wait, leave them to the caller.
    """
    if not go_on:
        return followed
    from ledger.store.recorder import News

    with closing(News(ledger_path())) as news:
        while True:
            for event in followed.events:
                for line in (
                    [json_line(event)]
                    if chosen_format() != "text"
                    else map(printable, _lines((event,)))
                ):
                    click.echo(line)
            last = followed.last
            if last == followed.head:
                _patiently(lambda: news.wait(ASK_AGAIN_SECONDS))
            followed = _patiently(partial(_after, last, asked.limit))


def _patiently(ask: Callable[[], T]) -> T:
    """Return the answer, asking again while the server is away for a while."""
    from ledger.errors import SeloError

    for pause in PAUSES:
        try:
            return ask()
        except SeloError as error:
            if error.problems[0].code not in AWAY:
                raise
            if pause == PAUSES[0]:
                talk(
                    say("{sentence}; asking again", sentence=error.problems[0].message)
                )
            time.sleep(pause)
    return ask()


def _after(seq: int, limit: int) -> "EventsAnswer":
    from projections.answers.events.log import following

    with HERE.opened() as reading:
        return following(reading, seq, limit)


def _text(followed: "EventsAnswer") -> Iterator[str]:
    return _lines(followed.events)


def _lines(events: "tuple[FollowedEvent, ...]") -> Iterator[str]:
    for event in events:
        line = (
            f"{event.seq} {event.recorded_at[:16]} {event.actor} {event.kind}"
            f" {event.target}"
        )
        yield (
            counted(
                "{line}, {count} rating moved",
                "{line}, {count} ratings moved",
                len(event.moved),
                line=line,
            )
            if event.moved
            else line
        )


_WAIT = option(
    "--wait",
    "go_on",
    is_flag=True,
    help="Go on with what is recorded from now on, until Ctrl-C.",
)
_FOLLOW_HELP = """Every event in recorded order, and what it moved: for programs that keep in step.

With --wait a database server may be started again meanwhile: for five minutes it is asked again, then the command
ends, and --after goes on where it ended."""
log_follow_command = question(
    "projections.answers.events.log:Events",
    text=_text,
    otherwise=Otherwise(
        without=("wait",),
        more=(_WAIT,),
        finish=_go_on,
        words=_FOLLOW_HELP,
    ),
)


SECONDS = 30
MOST_BYTES = 2**20  # of a checkpoint; a tile has eight thousand


@command(
    "selo proof witness http://127.0.0.1:8000",
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
    from audit.watching import watch

    def fetch(name: str) -> bytes:
        return _fetched(f"{url.rstrip('/')}/api/tlog/{name}")

    if others is not None:
        _compare(others, fetch)
        return
    if receipts:
        if file or cosign:
            raise click.UsageError(
                say("--receipt comes without --file and --cosign: nothing is kept")
            )
        _hold(url, receipts, fetch, public_keys)
        return
    if cosign is not None:
        _look_at_key(*cosign)
    kept = file or os.path.join(
        click.get_app_dir("selokirja"),
        f"witness-{re.sub(r'[^A-Za-z0-9.]+', '-', url)}.json",
    )
    seen = watch(url, fetch, _kept(kept), public_keys_of(public_keys))
    seen = seen if cosign is None else _cosigned(seen, *cosign)
    _keep(kept, seen)
    _tell(seen)


def _tell(seen: "Watched") -> None:
    grown = (
        say("seen for the first time")
        if seen.grew_from is None
        else say("nothing of the {count} before changed", count=seen.grew_from)
    )
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
        warn(say("no known key signed it; give the office's key with --public-key"))
    if seen.unsigned:
        warn(
            counted(
                "{count} event after it is not signed yet",
                "{count} events after it are not signed yet",
                seen.unsigned,
            )
        )


def _look_at_key(name: str, key: str) -> None:
    """Refuse a name or a key that cannot sign, before the log is asked."""
    from audit.signing import public_key

    if not name or len(name.split()) != 1 or "+" in name:
        raise click.UsageError(
            say(
                "--cosign: {name} is no name of a key: no space and no plus",
                name=repr(name),
            )
        )
    public_key(key, name)


def _cosigned(seen: "Watched", name: str, key: str) -> "Watched":
    """Add to what was seen a line that says so; the office, or anybody, checks it with
    the key in `cosigner`.
    """
    from audit.signing import cosign
    from messages.answer import completed

    moment = int(datetime.fromisoformat(options.now()).timestamp())
    note, public = cosign(seen.note, name, key, moment)
    return completed(seen, note=note, cosigner=public.text())


def _compare(files: tuple[str, str], fetch: Callable[[str], bytes]) -> None:
    from audit.watching import compared, read_watched

    seen = []
    for file in files:
        content = text_of_file(file).encode()
        seen.append(read_watched(content, file))
    same = compared(files, seen, fetch)
    answer(same, [say("{origin}: both saw one history", origin=same.origin)])


def _hold(
    url: str,
    files: tuple[str, ...],
    fetch: Callable[[str], bytes],
    public_keys: tuple[str, ...],
) -> None:
    from audit.watching import hold
    from ledger.store.receipts import read_receipt

    receipts = {
        file: read_receipt(text_of_file(file, MOST_OF_AN_ANSWER), file)
        for file in files
    }
    judgement = hold(url, fetch, receipts, public_keys_of(public_keys))
    answer(
        judgement,
        [
            counted(
                "{file}: event {first} is in the log as it was recorded",
                "{file}: events {first} to {last} are in the log as they were recorded",
                one.last - one.first + 1,
                file=one.file,
                first=one.first,
                last=one.last,
            )
            for one in judgement.receipts
        ],
    )
    for one in judgement.receipts:
        if one.signature == "none":
            warn(
                say(
                    "{file}: nobody signed it; it tells you of a change, and proves it"
                    " to nobody else",
                    file=one.file,
                )
            )
    if any(one.signature == "unknown" for one in judgement.receipts):
        warn(say("no known key signed it; give the office's key with --public-key"))


def _kept(file: str) -> "Watched | None":
    from audit.watching import read_watched

    return (
        read_watched(text_of_file(file).encode(), file)
        if os.path.exists(file)
        else None
    )


def _keep(file: str, seen: "Watched") -> None:
    """Write what was seen, whole or not at all: what was seen before must not get lost."""
    from ledger.whole_files import write_again
    from messages.answer import json_text

    os.makedirs(os.path.dirname(os.path.abspath(file)), 0o700, exist_ok=True)
    write_again(file, f"{json_text(seen)}\n".encode())


def _fetched(address: str) -> bytes:
    import urllib.error
    import urllib.request

    from ledger.errors import Problem, Refused

    if not address.startswith(("http://", "https://")):
        message = say("{address} is no address of the web", address=address)
        raise Refused(
            Problem("unreachable", message, hint=say("it begins with https://"))
        )

    class Straight(urllib.request.HTTPRedirectHandler):
        """A log may not send its witness to other machines, which only the witness can
        reach.
        """

        def redirect_request(
            self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
        ) -> None:
            message = say("{address} leads to {other}", address=address, other=newurl)
            raise Refused(
                Problem(
                    "unreachable",
                    message,
                    hint=say("give that address, if it is the right one"),
                )
            )

    try:
        with urllib.request.build_opener(Straight).open(
            address, timeout=SECONDS
        ) as reply:
            content: bytes = reply.read(MOST_BYTES + 1)
    except (urllib.error.URLError, OSError, ValueError) as error:
        message = say(
            "{address} does not answer: {error}",
            address=address,
            error=getattr(error, "reason", error),
        )
        raise Refused(
            Problem(
                "unreachable",
                message,
                hint=say("check the address, or try again later"),
            )
        ) from None
    if len(content) > MOST_BYTES:
        message = say(
            "{address} answers with more than {count} bytes",
            address=address,
            count=MOST_BYTES,
        )
        raise Refused(
            Problem(
                "unreachable",
                message,
                hint=say("no tile and no checkpoint is so large"),
            )
        )
    return content
