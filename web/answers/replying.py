"""Reply as HTTP does: with bytes, packed for whoever takes them, with an answer that
the client has already, or with a text as a file.

Why: docs/design/014-freshness.md
"""

import re
from collections.abc import Mapping

from litestar import Response

from web.answers.kept_answers import Body
from web.questions.paging import query_of

Fields = Mapping[bytes, bytes]  # of a request


def reply(
    made: Body, fields: Fields, query: bytes, headers: dict[str, str]
) -> Response[bytes]:
    """Send an answer, packed for clients that accept that, with the address of the rows
    behind it.
    """
    if made.following:
        headers = headers | following_of(query, made.following)

    if made.is_packed and takes_gzip(fields.get(b"accept-encoding", b"")):
        return Response(
            made.content,
            headers=headers | {"content-encoding": "gzip"},
            media_type=made.media_type,
        )

    return Response(made.plain(), headers=headers, media_type=made.media_type)


def following_of(query: bytes, cursor: str) -> dict[str, str]:
    """Make the field that leads to the rows behind, with what was asked before:

    link: <?list=selo&cursor=abc>; rel="next"
    """
    return {"link": f'<?{query_of(query)}cursor={cursor}>; rel="next"'}


def client_has(fields: Fields, tag: str) -> bool:
    """Tell whether the client has the answer (RFC 9110, 13.1.2).

    The field may name several tags, weak ones too; weak and strong ones are compared as
    one.
    """
    given = fields.get(b"if-none-match", b"").decode("latin-1")
    own = tag.removeprefix("W/")
    return own in (part.strip().removeprefix("W/") for part in given.split(","))


def takes_gzip(accept_encoding: bytes) -> bool:
    """Tell whether the client takes gzip: named, and not with a weight of nothing.

    br, gzip;q=0.5    yes
    gzip;q=0          no
    """
    for part in accept_encoding.decode("latin-1").lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def file_response(
    name: str, text: str | bytes, kind_of_text: str = "text/plain"
) -> Response[bytes]:
    """Send a text as a file of this name, in letters that every system takes."""
    stem, _, kind = name.rpartition(".")
    plain = f"{_UNSAFE.sub('-', stem)[:80].strip('-') or 'file'}.{kind}"
    headers = {
        "content-disposition": f'attachment; filename="{plain}"',
        "cache-control": "no-cache",
    }
    content = text.encode() if isinstance(text, str) else text
    return Response(content, media_type=kind_of_text, headers=headers)
