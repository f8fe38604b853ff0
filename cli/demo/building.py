"""The bundled documents into a ledger, submission by submission, with the clock of the story."""

import json
from importlib.resources import files
from itertools import count
from typing import Any

from desk.submit import Outside, init, submit
from exchange.json.documents import read


def story() -> list[dict[str, Any]]:
    """What arrives when, from whom."""
    found: list[dict[str, Any]] = json.loads(files("cli.demo").joinpath("federation/INDEX.json").read_text("utf-8"))
    return found


def build(path: str) -> list[dict[str, Any]]:
    """A ledger of the fictional federation; answers the story with the number of documents."""
    salts = count(1)
    told = story()

    def outside(part: dict[str, Any]) -> Outside:
        moment = part["recorded_at"].replace("Z", ".000000Z") if "." not in part["recorded_at"] else part["recorded_at"]
        return Outside(lambda: moment, part["actor"], lambda: f"demo-{next(salts)}")

    init(path, outside(told[0]))
    for part in told:
        data = files("cli.demo").joinpath(f"federation/{part['file']}").read_bytes()
        documents = read(part["file"], data)
        submit(path, documents, outside(part))
        part["documents"] = len(documents)
    return told
