"""The forms of the desk, read as carefully as they were written by strangers, and what they ask for as documents: the
ones that the command and the API take."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from litestar import Request

from exchange.json.files import read
from ledger.errors import Problem, Usage, Where
from messages import say
from web.questions import number_in
from web.settings import Settings
from web.wire.problems import HttpRefusal
from web.writing import body_of

FIELDS, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
MOST = 5_000  # fields: a question for every player of the largest tournament


class Form(NamedTuple):
    """A form's fields, empty ones too; `file`: its name and its bytes, if one was chosen."""

    fields: Mapping[str, str]
    file: tuple[str, bytes] | None = None

    def text(self, name: str) -> str:
        return self.fields.get(name, "")

    def chosen(self) -> tuple[str, bytes]:
        """Return the file; refuse a form without one."""
        if self.file is None:
            hint = say("choose one and send it again")
            raise Usage(Problem("parameter", say("no file was chosen"), Where(field="file"), hint))
        return self.file


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
    """Read a form as browsers send it (RFC 7578): the boundary stands nowhere in what is sent."""
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
    """Read the parameters of a header field; browsers write quotes and line ends in a name as %22 and %0D%0A."""
    pairs = (part.strip().partition("=") for part in head.replace("\r\n", ";").split(";"))
    return {name.lower(): value.strip('"').replace("%22", '"') for name, _, value in pairs}


_HALVES = re.compile(r"-?[0-9]{1,6}(?:[.,][05])?")
Fields = dict[str, object]  # of a document, as they are written
REMOVED = "removed"  # the result of a game that was never played
SWAPPED = "swapped"  # the colours: who is named first had Black
NAME = "{kind}.json"


def game_corrected(tournament: str, game: str, form: Form) -> Fields:
    """Return what of a game the form has otherwise than it was shown. Its result stands as the players are named
    there; where the colours are the other way round, it is turned with them.
    """
    result, change = form.text("result"), dict[str, object]()
    if form.text("colours") == SWAPPED:
        change = {"white": form.text("black"), "black": form.text("white"), "result": turned(result)}
    elif result != form.text("shown_result"):
        change = {"result": result}
    if form.text("on") != form.text("shown_on"):
        change["on"] = form.text("on") or None
    return {
        "kind": "amend", "tournament": tournament, "expect_version": number_or_text(form.text("version")),
        "games": {game: None if result == REMOVED else change}, "reason": form.text("reason"),
    }  # fmt: skip


def turned(result: str) -> str:
    """Return the result as it is written with the other player first."""
    plain = result.removesuffix("F")
    white, _, black = plain.partition("-")
    return f"{black}-{white}{result[len(plain) :]}" if black else result


def tournament_withdrawn(tournament: str, form: Form) -> Fields:
    kind = "reinstate" if form.text("back") else "withdraw"
    return {"kind": kind, "tournament": tournament, "reason": form.text("reason")}


def players_merged(form: Form) -> Fields:
    return {"kind": "merge-players", **_texts(form, "from", "into", "reason")}


def list_published(form: Form) -> Fields:
    return {"kind": "publish", **_texts(form, "list", "label", "as_of")}


def player_written(form: Form) -> Fields:
    """Return a new player, or other details of a known one, which the form says is meant."""
    document = {"kind": "player", **_texts(form, "player", "name", "sex", "born", "federation", "club")}
    fide_id = form.text("fide_id")
    if fide_id:
        document["fide_id"] = number_or_text(fide_id)
    if form.text("change"):
        document["change"] = True
    if form.text("unlisted"):
        document["unlisted"] = form.text("unlisted") == "yes"
    return document


def as_file(document: Mapping[str, object]) -> tuple[str, bytes]:
    """Write the document as the file of a draft; what is wrong with it is refused here and not on the draft's page."""
    name = NAME.format(kind=document["kind"])
    content = json.dumps(document, ensure_ascii=False).encode()
    read(name, content)
    return name, content


def _texts(form: Form, *names: str) -> Fields:
    return {name: form.text(name) for name in names if form.text(name)}


def number_or_text(text: str) -> int | str:
    """Read a number; a text that is none stays a text, and is refused in words where the document is read."""
    number = number_in(text)
    return text if number is None else number


def halves_or_text(text: str) -> float | str:
    """Read whole or half points likewise, with a comma or a point."""
    return float(text.replace(",", ".")) if _HALVES.fullmatch(text) else text
