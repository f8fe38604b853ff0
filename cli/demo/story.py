"""Build the ledger of the fictional federation: its story, three seasons, submission by
submission, in the order of `federation/INDEX.json`.
"""

import json
from importlib.resources import files
from itertools import count

from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.submit import Outside, init, submit
from exchange.json.files import read_documents
from messages.answer import Answer, Moment


class Part(Answer, frozen=True, kw_only=True):
    """One submission of the story: what arrived when, and from whom."""

    file: str
    recorded_at: Moment
    actor: str
    note: str
    documents: int


def build(path: str) -> tuple[Part, ...]:
    """Make a ledger of the fictional federation, and return its story."""
    salts = count(1)
    folder = files("cli.demo").joinpath("federation")
    story: list[dict[str, str]] = json.loads(
        folder.joinpath("INDEX.json").read_text("utf-8")
    )

    def outside(part: dict[str, str]) -> Outside:
        moment = part["recorded_at"].replace("Z", ".000000Z")
        return Outside(
            lambda: moment,
            part["actor"],
            lambda: f"demo-{next(salts)}",
            rows_to_publish,
            SECOND_LOOK,
        )

    # in 2023 nobody knew of what was decided later
    init(path, outside(story[0]), ahead=False)
    parts = []
    for part in story:
        documents = read_documents(
            part["file"], folder.joinpath(part["file"]).read_bytes()
        )
        submit(path, documents, outside(part))
        parts.append(Part(**part, documents=len(documents)))
    return tuple(parts)
