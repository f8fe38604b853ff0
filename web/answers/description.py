"""Serve the description of the API: for machines, and as a page that people read, with
forms to try the addresses, without script. And lead a visitor who fills in such a form.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl, quote, urlencode

from litestar import Litestar, Response, Router, get
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Operation, Parameter, Schema
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ledger.errors import NotFound, Problem
from messages import say
from web.answers.kept_answers import Body, body
from web.answers.replying import client_has, takes_gzip
from web.http import HttpRequest, see_other
from web.openapi.operations import STREAM, SUBJECTS
from web.openapi.schemas import Json
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.store.roles import Role

TOKENS = (
    "Reading what is public needs no token. A token is made by whoever runs the"
    " service, `selo access new NAME --role ROLE`, is shown once, and is sent in the"
    " header field `Authorization: Bearer selo_...`. Its name is the actor of what is"
    " recorded with it. A reader may read the counts, a submitter leaves documents as"
    " drafts, an officer records them, a publisher also publishes lists, an auditor"
    " takes the whole log, an admin may do all of it. Officers and auditors see days of"
    " birth; nobody else does."
)
EXAMPLES = (
    ("Look up a player", "curl '$SERVICE/api/players/F033?as_of=2023-06-30'"),
    (
        "Calculate a rating",
        "curl '$SERVICE/api/calc/selo?rating=1660&game=-1995&game=%2B1695'",
    ),
    (
        "Record a document",
        "curl '$SERVICE/api/documents' \\\n"
        '  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n'
        '  -d \'{"kind": "player", "player": "F900", "name": "Aalto, Aino"}\'',
    ),
)
OnPage = tuple[str, str, Json]  # method, path, and what the description says


def api_page(description: Json, base: str) -> str:
    """Make the content of the page, as HTML.

    `description`: the OpenAPI document of the service, as JSON has it. `base`: the path
    at which a proxy has the service, which the links begin with; empty where there is
    none.
    """
    return "\n".join(_lines(description, base))


def _lines(description: Json, base: str) -> Iterator[str]:
    """Yield the page from its head to its last address: what the API is, tokens, three
    examples, and under each subject its addresses, in the order of the description.
    """
    by_tag: dict[str, list[OnPage]] = {}
    for path, item in description["paths"].items():
        for method, operation in item.items():
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

    for title, command in EXAMPLES:
        yield (
            f'<h3>{title}</h3>\n<div class="scroll"><pre><code>{escape(command)}'
            "</code></pre></div>"
        )

    for subject in SUBJECTS:
        yield (
            f'<h2 id="{subject.name.lower()}">{subject.name}</h2>\n<p'
            f' class="who">{subject.words}</p>'
        )

        for method, path, operation in by_tag[subject.name]:
            yield from _operation(method, path, operation, base)


def _operation(method: str, path: str, operation: Json, base: str) -> Iterator[str]:
    """Yield the section of one address.

    A question that anybody may ask by GET has a form to try it; any other address has
    the list of what it takes. An answer without an end has no form: a browser would
    wait for it for ever.
    """
    name = operation["operationId"]
    yield (
        f'<section id="op-{name}">\n<h3><code>{method.upper()}'
        f" {escape(path)}</code></h3>"
    )

    more = operation.get("description", "")
    yield f"<p>{_code(operation['summary'])}. {_code(more)}</p>"

    role = role_of(operation)
    if role != Role.ANYBODY:
        yield f"<p>Needs a token of the role <b>{role}</b>.</p>"

    parameters = operation.get("parameters", [])
    asked = [parameter for parameter in parameters if parameter["in"] != "header"]
    ends = STREAM not in operation["responses"].get("200", {}).get("content", {})

    if (
        asked
        and method == "get"
        and path.startswith("/api/")
        and role == Role.ANYBODY
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
    elif parameters:
        yield "<dl>"
        for parameter in parameters:
            name = escape(parameter["name"])
            needed = "" if parameter["required"] else " (may be left out)"
            description = _code(parameter["description"])
            yield f"<dt><code>{name}</code>{needed}</dt><dd>{description}</dd>"
        yield "</dl>"

    yield "</section>"


def _field(parameter: Json) -> str:
    """Return the field of a form. One left empty is not asked; several values have
    blanks between them.

    A yes or no, and a word out of few, is chosen from a list that begins with nothing;
    a day has the field that a browser has for days.
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

    kind = ' type="date"' if schema.get("format") == "date" else ""
    return f'<label>{name} <input name="{name}"{kind}{needed}> {words}</label>'


def _code(text: str) -> str:
    """Return a text with what stands between ` marked as code, as HTML:

    ask `/api/players`
    ask <code>/api/players</code>
    """
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if number % 2 else part
        for number, part in enumerate(parts)
    )


def role_of(operation: Json) -> str:
    """Return the role that an operation asks for; that of anybody where it needs no
    token.
    """
    roles = [role for way in operation["security"] for role in way.get("token", ())]
    return roles[0] if roles else Role.ANYBODY


class ApiPage(OpenAPIRenderPlugin):
    """Shows the description as a page with the look of the others."""

    def __init__(self, base: str, today: Callable[[], str]) -> None:
        """Set the page up for `/api` itself. `base`: the path at which a proxy has the
        service; `today`: tells the day, YYYY-MM-DD.
        """
        super().__init__(path="/", media_type=MediaType.HTML)
        self._base, self._today, self._content = base, today, ""

    def render(self, request: HttpRequest, openapi_schema: Json) -> bytes:
        """Draw the page for whoever asks. Its content is made once, since the
        description does not change while the service runs; the look around it is
        theirs.
        """
        self._content = self._content or api_page(openapi_schema, self._base)
        scope = cast(Mapping[str, Any], request.scope)
        visit = visit_of(scope, self._base, self._today())
        return rendered("api.html", visit, content=self._content).encode()


def renderers(base: str, today: Callable[[], str]) -> list[OpenAPIRenderPlugin]:
    """Return how the description is shown: as JSON, and as a page.

    `base` and `today`: as `ApiPage` has them.
    """
    return [ApiPage(base, today), JsonRenderPlugin(media_type=MediaType.JSON)]


def description_router() -> Router:
    """Return the router on which Litestar puts both, open to anybody."""
    return Router(
        "/api",
        route_handlers=[],
        include_in_schema=False,
        opt={"role": Role.ANYBODY},
        middleware=[Packed()],
        after_request=_refused_like_others,
    )


def _refused_like_others(response: Response[Any]) -> Response[Any]:
    """Refuse with problem+json, where Litestar has a page of its own for an address
    below that is none.
    """
    if response.status_code == 404:
        raise NotFoundException
    return response


class Named(NamedTuple):
    """A body, and the tag that names it."""

    made: Body
    tag: str


@lru_cache(8)
def _named(content: bytes) -> Named:
    """Return the body of these bytes, packed, and its tag, which changes with them.

    Remembered, since the same few pages are asked for over and over: the description,
    and its page in each language.
    """
    return Named(body("", content), f'W/"{sha256(content).hexdigest()[:20]}"')


class Packed(ASGIMiddleware):
    """Sends the description packed to whoever takes that, and not again to whoever has
    it.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp
    ) -> None:
        """Take the whole answer before any of it is sent, and send it packed, or with
        304.

        Litestar sends its answer to `keep` instead of the client: the tag stands in the
        head of an answer, and can be told only when all of the content is known.
        """
        start: Any = {}
        parts: list[bytes] = []

        async def keep(message: Message) -> None:
            """Note what would be sent: the head, and each part of the content."""
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await next_app(scope, receive, keep)

        answer = _answered(b"".join(parts), start, dict(scope["headers"]))
        start |= {"status": answer.status, "headers": answer.fields}

        await send(start)
        await send(
            {
                "type": "http.response.body",
                "body": answer.content,
                "more_body": False,
            }
        )


class _Answer(NamedTuple):
    status: int
    fields: list[tuple[bytes, bytes]]
    content: bytes


def _answered(content: bytes, start: Json, asked: Mapping[bytes, bytes]) -> _Answer:
    """Answer with the description: 304 to a client that has it, packed for one that
    takes gzip. A refusal goes out as it came.
    """
    if start["status"] != 200:
        return _Answer(start["status"], start["headers"], content)

    fields = [
        (name, value) for name, value in start["headers"] if name != b"content-length"
    ]

    made, tag = _named(content)
    fields += [
        (b"etag", tag.encode()),
        (b"cache-control", b"no-cache"),
        (b"vary", b"accept-encoding, accept-language, cookie"),
    ]
    if client_has(asked, tag):
        return _Answer(304, fields, b"")

    if made.is_packed and takes_gzip(asked.get(b"accept-encoding", b"")):
        content = made.content
        fields.append((b"content-encoding", b"gzip"))

    fields.append((b"content-length", b"%d" % len(content)))
    return _Answer(200, fields, content)


def trying_routes(base: str) -> list[HTTPRouteHandler]:
    """Make the route to which the forms of the page lead. It leads on to the address
    that the form stands for, so that whoever tries one sees how it is written.
    """

    @get("/try/{operation:str}", opt={"role": Role.ANYBODY})
    async def tried(request: HttpRequest) -> Response[bytes]:
        query = request.scope["query_string"].decode("ascii", "replace")
        name = str(request.path_params["operation"])
        address = address_of(request.app, name, parse_qsl(query))
        return see_other(f"{base}{address}")

    return [tried]


def address_of(app: Litestar, name: str, given: list[tuple[str, str]]) -> str:
    """Return the address that a form asks for: what was left empty is not asked, blanks
    part several values.

    `name`: of the question, as the description has it; `given`: the fields of the form.
    For a question with the path `/api/players/{player}` and the list `game`:

        player=F033, as_of=, game=-1995 +1695
        /api/players/F033?game=-1995&game=%2B1695

    `NotFound`: there is no question of this name.
    """
    path, operation = _asked_by_name(app, name)
    many = {
        one.name
        for one in operation.parameters or ()
        if isinstance(one, Parameter) and _is_list(one)
    }

    query: list[tuple[str, str]] = []
    for field, text in given:
        if text == "":
            continue

        if f"{{{field}}}" in path:
            path = path.replace(f"{{{field}}}", quote(text, safe=""))
        elif field in many:
            query += [(field, part) for part in text.split()]
        else:
            query.append((field, text))

    return f"{path}?{urlencode(query)}" if query else path


def _is_list(parameter: Parameter) -> bool:
    """Tell whether a parameter takes several values."""
    return isinstance(parameter.schema, Schema) and parameter.schema.type == "array"


def _asked_by_name(app: Litestar, name: str) -> tuple[str, Operation]:
    """Return the address and the operation of a question by its name.

    `NotFound`: no address that is asked by GET has it.
    """
    for path, item in (app.openapi_schema.paths or {}).items():
        if item.get is not None and item.get.operation_id == name:
            return path, item.get

    message, hint = say("there is nothing at this address"), say("see /api")
    raise NotFound(Problem("no-such-address", message, hint=hint))
