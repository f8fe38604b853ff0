"""Ask another machine for what its log shows, over HTTP."""

import urllib.error
import urllib.request
from typing import Any

from ledger.errors import Problem, Refused
from messages import Message, say

SECONDS = 30
MOST_BYTES = 2**20  # of a checkpoint; a tile has eight thousand


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A log may not send its witness to other machines, which only the witness can
    reach.
    """

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        message = say("{address} leads to {other}", address=req.full_url, other=newurl)
        raise _unreachable(message, say("give that address, if it is the right one"))


def fetched(address: str) -> bytes:
    """Return what is at an address.

    `Refused` (code `unreachable`): it is none of the web, nobody answers in `SECONDS`,
    the answer leads elsewhere, or it has more than `MOST_BYTES`.
    """
    if not address.startswith(("http://", "https://")):
        message = say("{address} is not a web address", address=address)
        raise _unreachable(message, say("it begins with https://"))

    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(address, timeout=SECONDS) as reply:
            content: bytes = reply.read(MOST_BYTES + 1)
    except (urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        message = say(
            "{address} does not answer: {error}", address=address, error=reason
        )
        hint = say("check the address, or try again later")
        raise _unreachable(message, hint) from None

    if len(content) > MOST_BYTES:
        message = say(
            "{address} answers with more than {count} bytes",
            address=address,
            count=MOST_BYTES,
        )
        raise _unreachable(message, say("no tile and no checkpoint is so large"))
    return content


def _unreachable(message: Message, hint: Message) -> Refused:
    return Refused(Problem("unreachable", message, hint=hint))
