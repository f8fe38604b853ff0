"""What the forms of the desk ask for, as documents: the ones that the command and the API take."""

import json
from collections.abc import Mapping

from exchange.json.documents import read
from web.desk.forms import Form

Fields = dict[str, object]  # of a document, as they are written
REMOVED = "removed"  # the result of a game that was never played
NAME = "{kind}.json"


def game_corrected(tournament: str, game: str, form: Form) -> Fields:
    result = form.text("result")
    return {
        "kind": "amend", "tournament": tournament, "expect_version": _number(form.text("version")),
        "games": {game: None if result == REMOVED else {"result": result}}, "reason": form.text("reason"),
    }  # fmt: skip


def tournament_withdrawn(tournament: str, form: Form) -> Fields:
    kind = "reinstate" if form.text("back") else "withdraw"
    return {"kind": kind, "tournament": tournament, "reason": form.text("reason")}


def players_merged(form: Form) -> Fields:
    return {"kind": "merge-players", **_texts(form, "from", "into", "reason")}


def list_published(form: Form) -> Fields:
    return {"kind": "publish", **_texts(form, "list", "label", "as_of")}


def player_written(form: Form) -> Fields:
    """A new player, or other details of a known one, which the form says is meant."""
    document = {"kind": "player", **_texts(form, "player", "name", "sex", "born", "federation", "club")}
    fide_id = form.text("fide_id")
    if fide_id:
        document["fide_id"] = _number(fide_id)
    if form.text("change"):
        document["change"] = True
    return document


def as_file(document: Mapping[str, object]) -> tuple[str, bytes]:
    """The document as the file of a draft; what is wrong with it is refused here and not on the draft's page."""
    name = NAME.format(kind=document["kind"])
    content = json.dumps(document, ensure_ascii=False).encode()
    read(name, content)
    return name, content


def _texts(form: Form, *names: str) -> Fields:
    return {name: form.text(name) for name in names if form.text(name)}


def _number(text: str) -> int | str:
    """A text that is no number stays one, and is refused in words where the document is read."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text
