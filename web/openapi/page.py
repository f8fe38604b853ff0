"""Show on /api the addresses for programs as a page that people read, with forms to try
them, without script; and answer the routes of the description, of this page, and of a
visitor who tries an address out.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.metadata import version
from typing import Any, cast
from urllib.parse import parse_qsl, quote, urlencode

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem
from messages import say
from web import Settings
from web.http import HttpRequest, see_other
from web.openapi import Json
from web.openapi.document import CSV, Example, description, examples
from web.openapi.routes import STREAM, SUBJECTS
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.store.tokens import Role

TOKENS = (
    "Reading what is public needs no token. A token is made by whoever runs the"
    " service, `selo token new NAME --role ROLE`, is shown once, and is sent in the"
    " header field `Authorization: Bearer selo_...`. Its name is the actor of what is"
    " recorded with it. A reader may read the counts, a submitter leaves documents as"
    " drafts, an officer records them, a publisher also publishes lists, an auditor"
    " takes the whole log, an admin may do all of it. Officers and auditors see days of"
    " birth; nobody else does."
)
WORKED = (
    ("show", "Look up a player"),
    ("calc-selo", "Calculate a rating"),
    ("submit", "Record a document"),
)
Operation = tuple[str, str, Json]  # method, path, and what the description says


def api_page(description: Json, base: str) -> str:
    """Make the content of the page."""
    return "\n".join(_lines(description, base))


def _lines(description: Json, base: str) -> Iterator[str]:
    by_tag: dict[str, list[Operation]] = {}
    csv: dict[str, str] = {}
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if CSV in operation["responses"].get("200", {}).get("content", {}):
                csv[operation["operationId"].removesuffix("-csv")] = path
            else:
                by_tag.setdefault(operation["tags"][0], []).append(
                    (method, path, operation)
                )
    yield "<h1>Selokirja for programs</h1>"
    yield from (
        f"<p>{_code(part)}</p>"
        for part in description["info"]["description"].split("\n\n")
    )
    yield (
        "<p>The same for machines, to make a client from: <a"
        f' href="{base}/api/openapi.json">openapi.json</a>.</p>'
    )
    yield (
        "<p>What each code of a refusal means: <a"
        f' href="{base}/problems">problems</a>.</p>'
    )
    yield '<nav aria-label="Contents"><ul class="plain">'
    yield (
        '<li><a href="#tokens">Tokens and roles</a></li><li><a href="#examples">Three'
        " examples</a></li>"
    )
    for subject in SUBJECTS:
        words = f'<span class="quiet">{subject.words}</span>'
        yield f'<li><a href="#{subject.name.lower()}">{subject.name}</a> {words}</li>'
    yield f'</ul></nav>\n<h2 id="tokens">Tokens and roles</h2>\n<p>{_code(TOKENS)}</p>'
    yield '<h2 id="examples">Three examples</h2>'
    yield (
        "<p>They are asked of the invented federation that <code>selo demo --keep"
        " demo.db</code> makes.</p>"
    )
    yield from _worked(examples())
    for subject in SUBJECTS:
        yield (
            f'<h2 id="{subject.name.lower()}">{subject.name}</h2>\n<p'
            f' class="who">{subject.words}</p>'
        )
        for method, path, operation in by_tag[subject.name]:
            yield from _operation(
                method, path, operation, csv.get(operation["operationId"]), base
            )


def _worked(shown: Mapping[str, Example]) -> Iterator[str]:
    for name, title in WORKED:
        example = shown[name]
        asked = f"curl '$SERVICE{example.address}'".replace("'", '"')
        if example.body is not None:
            body = json.dumps(example.body, ensure_ascii=False)
            asked += (
                ' \\\n  -H "Authorization: Bearer $TOKEN" -H "Content-Type:'
                f" {example.sent_as}\" \\\n  -d '{body}'"
            )
        answer = json.dumps(example.answer, ensure_ascii=False, indent=1)
        yield (
            f"<h3>{title}</h3>\n<div"
            f' class="scroll"><pre><code>{escape(asked)}</code></pre></div>'
        )
        yield f"<details><summary>{example.status}: the answer</summary>"
        yield (
            "<div"
            f' class="scroll"><pre><code>{escape(answer)}</code></pre></div></details>'
        )


def _operation(
    method: str, path: str, operation: Json, csv: str | None, base: str
) -> Iterator[str]:
    name = operation["operationId"]
    yield (
        f'<section id="op-{name}">\n<h3><code>{method.upper()}'
        f" {escape(path)}</code></h3>"
    )
    yield f"<p>{_code(operation['summary'])}. {_code(operation['description'])}</p>"
    if operation["x-role"] != "anybody":
        yield f"<p>Needs a token of the role <b>{operation['x-role']}</b>.</p>"
    if csv is not None:
        yield f'<p class="quiet">The rows as CSV: <code>{escape(csv)}</code></p>'
    asked = [
        parameter
        for parameter in operation["parameters"]
        if parameter["in"] != "header"
    ]
    ends = STREAM not in operation["responses"].get("200", {}).get("content", {})
    if (
        asked
        and method == "get"
        and path.startswith("/api/")
        and operation["x-role"] == "anybody"
        and ends
    ):
        yield (
            '<details><summary>Try it</summary>\n<form class="fields"'
            f' action="{base}/try/{quote(name)}">'
        )
        yield from map(
            _field, sorted(asked, key=lambda parameter: not parameter["required"])
        )
        yield "<button>Ask</button>\n</form></details>"
    elif operation["parameters"]:
        yield "<dl>"
        for parameter in operation["parameters"]:
            needed = "" if parameter["required"] else " (may be left out)"
            yield f"<dt><code>{escape(parameter['name'])}</code>{needed}</dt><dd>{_code(parameter['description'])}</dd>"
        yield "</dl>"
    yield "</section>"


def _field(parameter: Json) -> str:
    """Return the field of a form. One left empty is not asked; several values have
    blanks between them.
    """
    name, words = (
        escape(parameter["name"]),
        f'<span class="quiet">{_code(parameter["description"])}</span>',
    )
    schema, needed = parameter["schema"], " required" if parameter["required"] else ""
    choices = (
        ["true", "false"] if schema.get("type") == "boolean" else schema.get("enum")
    )
    if choices:
        options = "".join(f"<option>{escape(choice)}</option>" for choice in choices)
        return (
            f"<label>{name} <select"
            f' name="{name}"{needed}><option></option>{options}</select>'
            f" {words}</label>"
        )
    value = parameter.get("example", "") if parameter["required"] else ""
    text = escape(" ".join(map(str, value)) if isinstance(value, list) else str(value))
    kind = ' type="date"' if schema.get("format") == "date" else ""
    return (
        f'<label>{name} <input name="{name}"{kind} value="{text}"{needed}>'
        f" {words}</label>"
    )


def _code(text: str) -> str:
    """Return a text with what stands between ` marked as code."""
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if number % 2 else part
        for number, part in enumerate(parts)
    )


def description_routes(settings: Settings) -> list[HTTPRouteHandler]:
    base = settings.base_path

    @get("/api/openapi.json", opt={"role": Role.ANYBODY})
    async def openapi(request: HttpRequest) -> Response[bytes]:
        return Response(
            _encoded(base),
            media_type="application/json",
            headers={"cache-control": "no-cache"},
        )

    @get("/api", opt={"role": Role.ANYBODY})
    async def page(request: HttpRequest) -> Response[bytes]:
        visit = visit_of(
            cast(Mapping[str, Any], request.scope), base, settings.now()[:10]
        )
        text = rendered("api.html", visit, content=_content(base))
        headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
        return Response(text.encode(), media_type="text/html", headers=headers)

    @get("/try/{operation:str}", opt={"role": Role.ANYBODY})
    async def tried(request: HttpRequest) -> Response[bytes]:
        query = request.scope["query_string"].decode("ascii", "replace")
        address = address_of(str(request.path_params["operation"]), parse_qsl(query))
        return see_other(f"{base}{address}")

    return [openapi, page, tried]


def address_of(name: str, given: list[tuple[str, str]]) -> str:
    """Return the address that a form asks for: what was left empty is not asked, blanks
    part several values.
    """
    path, operation = _questions().get(name, ("", {}))
    if not path:
        raise NotFound(
            Problem(
                "no-such-address",
                say("there is nothing at this address"),
                hint=say("see /api"),
            )
        )
    query: list[tuple[str, str]] = []
    known = {parameter["name"]: parameter for parameter in operation["parameters"]}
    for field, text in given:
        if text == "":
            continue
        if f"{{{field}}}" in path:
            path = path.replace(f"{{{field}}}", quote(text, safe=""))
        elif field in known and known[field]["schema"].get("type") == "array":
            query += [(field, part) for part in text.split()]
        else:
            query.append((field, text))
    return f"{path}?{urlencode(query)}" if query else path


@cache
def _described(base: str) -> Json:
    """Return the description, made when it is first asked for: a service starts without
    it.
    """
    return description(version("selokirja"), base)


@cache
def _encoded(base: str) -> bytes:
    return msgspec.json.encode(_described(base))


@cache
def _content(base: str) -> str:
    return api_page(_described(base), base)


@cache
def _questions() -> dict[str, tuple[str, Json]]:
    """Return the addresses that may be tried, by the name of their operation."""
    paths = _described("")["paths"]
    return {
        item["get"]["operationId"]: (path, item["get"])
        for path, item in paths.items()
        if path.startswith("/api/") and "get" in item
    }
