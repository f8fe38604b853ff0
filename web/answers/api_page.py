"""Write the description of the API as a page that people read, with forms to try the
addresses, without script.
"""

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from web.openapi.operations import STREAM, SUBJECTS
from web.openapi.schemas import Json
from web.store.roles import Role

TOKENS = (
    "Reading what is public needs no token. A token is made by whoever runs the"
    " service, `selo access new NAME --role ROLE`, is shown once, and is sent in the"
    " header field `Authorization: Bearer selo_...`. Its name is the actor of what is"
    " recorded with it. A reader may read the counts, a submitter leaves documents as"
    " drafts, an officer records them, a publisher also publishes lists, an auditor"
    " takes the whole log, an admin may do all of it. Officers, publishers, auditors and"
    " admins see days of birth; nobody else does."
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
    is_question = method == "get" and path.startswith("/api/")

    if asked and is_question and role == Role.ANYBODY and ends:
        yield (
            '<details><summary>Try it</summary>\n<form class="fields"'
            f' action="{base}/try/{quote(name)}">'
        )
        # what is required comes first
        for parameter in sorted(asked, key=lambda parameter: not parameter["required"]):
            yield _field(parameter)
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
    name = escape(parameter["name"])
    words = f'<span class="quiet">{_code(parameter["description"])}</span>'
    needed = " required" if parameter["required"] else ""

    schema = parameter["schema"]
    choices = schema.get("enum")
    if schema.get("type") == "boolean":
        choices = ["true", "false"]

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
    # every second part stands between two marks
    for number in range(1, len(parts), 2):
        parts[number] = f"<code>{parts[number]}</code>"
    return "".join(parts)


def role_of(operation: Json) -> str:
    """Return the role that an operation asks for; that of anybody where it needs no
    token.
    """
    roles = [role for way in operation["security"] for role in way.get("token", ())]
    return roles[0] if roles else Role.ANYBODY
