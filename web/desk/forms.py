"""What a form sends: fields, and at most one file."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from litestar import Request

from ledger.errors import Problem
from messages import say
from web.settings import Settings
from web.wire.bodies import body_of
from web.wire.problems import HttpRefusal

FIELDS, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
MOST = 5_000  # fields: a question for every player of the largest tournament


class Form(NamedTuple):
    """The fields, empty ones too; `file`: its name and its bytes, if one was chosen."""

    fields: Mapping[str, str]
    file: tuple[str, bytes] | None = None

    def text(self, name: str) -> str:
        return self.fields.get(name, "")


async def form_of(request: Request[Any, Any, Any], settings: Settings) -> Form:
    kind, content = await body_of(request, settings, (FIELDS, PARTS))
    try:
        if kind == PARTS:
            return parts_of(content, _boundary(request.headers["content-type"]))
        pairs = parse_qsl(content.decode("ascii"), True, encoding="utf-8", errors="strict", max_num_fields=MOST)
        return Form({name: value.strip() for name, value in pairs})
    except (ValueError, LookupError) as error:
        problem = Problem("bad-request", say("the form cannot be read"), hint=say("fill it in again, in a browser"))
        raise HttpRefusal(400, problem) from error


def parts_of(content: bytes, boundary: bytes) -> Form:
    """RFC 7578, as browsers send it: the boundary stands nowhere in what is sent."""
    fields: dict[str, str] = {}
    file = None
    _, *parts = (b"\r\n" + content).split(b"\r\n--" + boundary)
    for part in parts[:MOST]:
        head, blank, value = part.partition(b"\r\n\r\n")
        if not blank:
            continue  # what stands after the last boundary
        named = _named(head.decode("utf-8"))
        if named.get("filename"):
            # a browser of old sends the whole way to the file
            file = named["filename"].replace("\\", "/").rpartition("/")[2], value
        elif "filename" not in named:
            fields[named["name"]] = value.decode("utf-8").strip()
    return Form(fields, file)


def _boundary(kind: str) -> bytes:
    return _named(kind)["boundary"].encode("ascii")


def _named(head: str) -> dict[str, str]:
    """The parameters of a header field; browsers write quotes and line ends in a name as %22 and %0D%0A."""
    pairs = (part.strip().partition("=") for part in head.replace("\r\n", ";").split(";"))
    return {name.lower(): value.strip('"').replace("%22", '"') for name, _, value in pairs}
