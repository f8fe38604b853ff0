"""What comes back: an answer with its header fields, or a refusal by its status."""

from collections.abc import Collection, Iterable

from web.description.schemas import TEXT, Json, reference
from web.wire.problems import MEDIA_TYPE, TITLES

JSON = "application/json"
FIELDS = {
    "ETag": (TEXT, "Names this answer: sent as If-None-Match, or If-Match where it is a preview."),
    "Last-Modified": (TEXT, "When the answer became what it is."),
    "Link": (TEXT, 'Where the rows that follow are: `<...>; rel="next"`. Missing in the last part.'),
    "Location": ({"type": "string", "format": "uri-reference"}, "Where the draft is."),
    "Selokirja-Version": (
        {"type": "string", "format": "date"}, "The version of the interface: the day on which it last changed.",
    ),
    "Deprecation": (TEXT, "Since when a name that was used is an old one (RFC 9745)."),
    "Retry-After": ({"type": "integer", "minimum": 0}, "Seconds after which it may go better."),
    "WWW-Authenticate": (TEXT, "How a token is sent."),
}  # fmt: skip
OF_REFUSAL = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
REFUSED = {
    400: "The request cannot be read, or makes no sense.",
    401: "No token, where one is needed, or one that does not work.",
    403: "The role of the token does not allow it.",
    404: "There is nothing of that name, as known.",
    408: "The body did not arrive in time.",
    409: "The ledger or the draft has moved on, or the key was used for something else.",
    413: "The body, or a line of it, is too large.",
    415: "A body of this media type is not taken.",
    422: "What was sent cannot be recorded; nothing was.",
    429: "Too much from one address.",
    503: "The ledger cannot be read or written now, or there is too much to do.",
}


def responses() -> Json:
    """Return the refusals by name, for all operations to refer to."""
    named = {_name(status): _refusal(words, OF_REFUSAL.get(status, ())) for status, words in REFUSED.items()}
    return {**named, "Refused": _refusal("Any other refusal.", ())}


def fields() -> Json:
    return {name: {"description": words, "schema": schema} for name, (schema, words) in FIELDS.items()}


def refusals(statuses: Collection[int]) -> Json:
    """Return the refusals of an operation by status, and what any other is."""
    named = {str(status): _to_response(_name(status)) for status in sorted(statuses)}
    return {**named, "default": _to_response("Refused")}


def answered(content: Json, fields: Iterable[str] = (), words: str = "The answer.") -> Json:
    """Return an answer with what it may say in its header fields."""
    made: Json = {"description": words, "content": content}
    named = {name: {"$ref": f"#/components/headers/{name}"} for name in fields}
    return {**made, "headers": named} if named else made


def _refusal(words: str, fields: Iterable[str]) -> Json:
    return answered({MEDIA_TYPE: {"schema": reference("Refusal")}}, fields, words)


def _name(status: int) -> str:
    return TITLES[status].title().replace(" ", "")


def _to_response(name: str) -> Json:
    return {"$ref": f"#/components/responses/{name}"}
