"""The bundled documents into a ledger, submission by submission, with the clock of the story."""

import json
from importlib.resources import files
from itertools import count

from desk.submit import Outside, init, submit
from exchange.json.documents import read
from messages.answer import Answer


class Part(Answer, frozen=True, kw_only=True):
    """One submission of the story: what arrived when, and from whom."""

    file: str
    recorded_at: str
    actor: str
    note: str
    documents: int


def build(path: str) -> tuple[Part, ...]:
    """A ledger of the fictional federation, and its story."""
    salts = count(1)
    folder = files("cli.demo").joinpath("federation")
    story: list[dict[str, str]] = json.loads(folder.joinpath("INDEX.json").read_text("utf-8"))

    def outside(part: dict[str, str]) -> Outside:
        moment = part["recorded_at"].replace("Z", ".000000Z")
        return Outside(lambda: moment, part["actor"], lambda: f"demo-{next(salts)}")

    init(path, outside(story[0]))
    parts = []
    for part in story:
        documents = read(part["file"], folder.joinpath(part["file"]).read_bytes())
        submit(path, documents, outside(part))
        parts.append(Part(**part, documents=len(documents)))
    return tuple(parts)
