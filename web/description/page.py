"""What /api shows: the addresses for programs, as a page of our own, without script and from nowhere else."""

from collections.abc import Iterator
from html import escape

from web.description.schemas import Json


def api_page(description: Json) -> str:
    """Make the description of the API for people."""
    return "\n".join(_lines(description)) + "\n"


def _lines(description: Json) -> Iterator[str]:
    info = description["info"]
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield "<title>Selokirja for programs</title>\n</head>\n<body>\n<main>"
    yield "<h1>Selokirja for programs</h1>"
    yield f"<p>{escape(info['description'])}</p>"
    yield '<p>The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>'
    for path, item in description["paths"].items():
        for method, operation in item.items():
            yield from _operation(path, method, operation)
    yield "</main>\n</body>\n</html>"


def _operation(path: str, method: str, operation: Json) -> Iterator[str]:
    yield f'<section id="{escape(operation["operationId"])}">'
    yield f"<h2>{method.upper()} <code>{escape(path)}</code></h2>"
    yield f"<p>{escape(operation['summary'])}. {escape(operation['description'])}</p>"
    if operation["x-role"] != "anybody":
        yield f"<p>Needs a token of the role {escape(operation['x-role'])}.</p>"
    if operation["parameters"]:
        yield "<dl>"
        for parameter in operation["parameters"]:
            needed = "" if parameter["required"] else " (may be left out)"
            yield f"<dt><code>{escape(parameter['name'])}</code>{needed}</dt>"
            yield f"<dd>{escape(parameter['description'])}</dd>"
        yield "</dl>"
    yield "</section>"
