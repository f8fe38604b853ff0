"""What a stranger's program does with the client that openapi-python-client makes: run
in that environment, by name.
"""

# mypy: ignore-errors

import re
import sys

sys.path.insert(0, ".")
from selokirja_client import AuthenticatedClient, Client
from selokirja_client.api.documents import submit_documents
from selokirja_client.api.lists import get_list
from selokirja_client.api.players import get_player
from selokirja_client.models import (
    DocumentPlayer,
    DocumentPlayerKind,
    GetListList,
    ListAnswer,
    Refusal,
    ShowAnswer,
)

address, token = sys.argv[1:]
with Client(address) as anybody, AuthenticatedClient(address, token) as office:
    answer = get_player.sync("F033", client=anybody)
    assert isinstance(answer, ShowAnswer)
    print(answer.lists["selo"].rating)

    people, more = [], {}
    while more is not None:
        part = get_list.sync_detailed(
            GetListList.SELO, client=anybody, limit=25, **more
        )
        assert isinstance(part.parsed, ListAnswer)
        people += [row.player for row in part.parsed.rows]
        link = re.search(r"cursor=([^&>]+)", part.headers.get("link", ""))
        more = {"cursor": link[1]} if link else None
    print(len(people), len(set(people)))

    player = DocumentPlayer(
        kind=DocumentPlayerKind.PLAYER, player="F900", name="Aalto, Aino", born="2009"
    )
    done = submit_documents.sync_detailed(client=office, body=player)
    print(done.status_code.value, done.parsed.recorded[0].target)

    refused = get_player.sync_detailed("NOBODY", client=anybody)
    assert isinstance(refused.parsed, Refusal)
    print(refused.status_code.value, refused.parsed.problems[0].code)
