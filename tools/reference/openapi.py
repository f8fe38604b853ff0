"""The description of the API as the service gives it, kept in docs/reference: a change of it shows in every review."""

import json
from importlib.metadata import version

from web.description.openapi import description


def openapi() -> str:
    return json.dumps(description(version("selokirja")), ensure_ascii=False, indent=1) + "\n"
