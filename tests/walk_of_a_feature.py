"""Asks a question of a feature in each way: run in a source tree, or beside a package,
that has the feature (test_new_feature.py).

Prints one JSON object: what the command says, for people and for programs, what the
service answers the office and a stranger, its page, and what the doctor found.
"""

import json
import sys
import tempfile
from pathlib import Path

from tests.web.serving import NOW, served
from tests.world.command import Selo
from tests.world.ledger import demo_ledger
from web.store.roles import Role
from web.store.tokens import new_token


def walked(name: str, day: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        demo_ledger(path)
        selo = Selo(Path(folder), path, today=NOW)
        with served(selo.ledger) as service:
            token = new_token(selo.ledger, "o", Role.OFFICER, None, "tester", NOW)
            office = {"Authorization": f"Bearer {token.token}"}
            address = f"/{name}?as_of={day}"
            page = service.ask(address, fields={**office, "Accept": "text/html"})
            answered = service.ask(f"/api{address}", fields=office)
            return {
                "said": selo.done(name, "--as-of", day),
                "command": selo.ask(name, "--as-of", day),
                "service": answered.value,
                "stranger": service.ask(f"/api{address}").status,
                "page": page.text,
                "described": f"/api/{name}"
                in service.ask("/api/openapi.json").value["paths"],
                "doctor": {
                    check["name"]: (check["ok"], check["said"])
                    for check in selo.run("doctor", "--json").value["checks"]
                },
            }


if __name__ == "__main__":
    print(json.dumps(walked(*sys.argv[1:])))
