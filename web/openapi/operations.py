"""Say of a handler, in Litestar's own words, what its address answers with and whom it
lets in: refusals by status, header fields, bodies that it reads, its subject.

Why: docs/design/031-description-of-the-api.md
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

from litestar.datastructures import ResponseHeader
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIHeader,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Parameter,
    Reference,
    RequestBody,
    Schema,
    SecurityRequirement,
    SecurityScheme,
    Tag,
)
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import BodyKwarg

from features import FEATURES
from web.http import COOKIE, MEDIA_TYPE
from web.http.refusal import Refusal
from web.openapi.schemas import DOCUMENT, PLACE, Json
from web.store.roles import Role

JSON, PLAIN, BYTES = "application/json", "text/plain", "application/octet-stream"
STREAM = "text/event-stream"
LINES = ("application/jsonl", "application/x-ndjson")
SCHEMES: dict[str, SecurityScheme | Reference] = {
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        bearer_format="selo_...",
        description=(
            "A token, which whoever runs the service makes with `selo access new NAME"
            " --role ROLE`."
        ),
    ),
    "session": SecurityScheme(
        type="apiKey",
        security_scheme_in="cookie",
        name=COOKIE,
        description=(
            "A browser that is logged in at the desk. Over TLS the name has __Host-"
            " before it, or __Secure- below a base path. A request that changes"
            " something must come from a page of the service."
        ),
    ),
}
REFUSED = {
    400: "The request cannot be read, or makes no sense.",
    401: "No token, where one is needed, or one that does not work.",
    403: "The role of the token does not allow it.",
    404: "There is nothing of that name, as known.",
    408: "The body did not arrive in time.",
    409: (
        "The ledger or the draft has moved on, or the key was used for something else."
    ),
    413: "The body, or a line of it, is too large.",
    415: "A body of this media type is not taken.",
    422: "What was sent cannot be recorded; nothing was.",
    429: "Too much from one address.",
    500: "A defect of the service, which never should be.",
    503: "The ledger cannot be read or written now, or there is too much to do.",
}
OF_ALL = (400, 401, 429, 500, 503)
OF_WRITING, OF_A_BODY = (409, 422), (408, 413, 415)
SECONDS = Schema(type=OpenAPIType.INTEGER, minimum=0)
TEXT = Schema(type=OpenAPIType.STRING)
LATER = {
    "Retry-After": OpenAPIHeader(
        description="Seconds after which it may go better.", schema=SECONDS
    )
}
FIELDS_OF_REFUSALS = {
    "401": {
        "WWW-Authenticate": OpenAPIHeader(
            description="How a token is sent.", schema=TEXT
        )
    },
    "429": LATER,
    "503": LATER,
}


class Subject(NamedTuple):
    """A tag of the description, and the first words of the addresses that have it."""

    name: str
    words: str
    first: frozenset[str]


def _subject(name: str, words: str, first: str) -> Subject:
    return Subject(name, words, frozenset(first.split()))


OF_FEATURES = {
    name: words for feature in FEATURES for name, words in feature.subjects.items()
}
SUBJECTS = (
    _subject(
        "Players",
        "One player: ratings on any day, history, titles, and why a rating is what"
        " it is.",
        "players search titles",
    ),
    _subject(
        "Lists",
        "Rating lists, as they stand or stood, and as they were published.",
        "lists",
    ),
    _subject(
        "Tournaments",
        "Tournaments and games, also while they run; what the office waits for or may"
        " ask about.",
        "tournaments",
    ),
    _subject(
        "Events",
        "What was recorded, when, by whom, and what it moved; to be followed as it"
        " happens.",
        "log events diff notifications",
    ),
    _subject(
        "Proofs",
        "Evidence that nothing was changed afterwards, to be checked without trusting"
        " this service.",
        "tlog checkpoint verify replay rebuild ledger",
    ),
    _subject(
        "Rules",
        "The editions of the rules, and calculators that need no ledger.",
        "rules",
    ),
    _subject(
        "Documents",
        "Recording: documents that count at once, or wait as drafts until somebody"
        " books them.",
        "documents drafts",
    ),
    *(_subject(name, words, "") for name, words in OF_FEATURES.items()),
    _subject(
        "Service",
        "The service itself: its settings, its health, who is logged in.",
        "settings doctor sessions",
    ),
)


def tags() -> list[Tag]:
    return [Tag(subject.name, subject.words) for subject in SUBJECTS]


def subject_of(address: str) -> str:
    """Return the tag of an address below /api, by the first word behind that."""
    word = address.removeprefix("/api").split("/")[1]
    for subject in SUBJECTS:
        if word in subject.first:
            return subject.name

    for feature in FEATURES:
        for question in feature.questions:
            if question.address.split("/")[1] == word:
                return question.subject
    raise KeyError(address)


@dataclass
class ApiOperation(Operation):
    """An operation as Litestar describes it, with the header fields of refusals."""

    def __post_init__(self) -> None:
        for status, answer in (self.responses or {}).items():
            if not isinstance(answer, OpenAPIResponse):
                continue
            fields = FIELDS_OF_REFUSALS.get(status, answer.headers)
            if fields:
                # Litestar has them in a set: two workers would describe them in two
                # orders
                answer.headers = dict(sorted(fields.items()))
        for one in self.parameters or ():
            # said once, of the parameter
            if isinstance(one, Parameter) and isinstance(one.schema, Schema):
                one.schema.description = None


class Described(TypedDict):
    """What a handler for programs says of itself, whatever it does."""

    include_in_schema: bool
    opt: Json
    security: list[SecurityRequirement]
    tags: list[str]
    operation_class: type[Operation]


def described(
    role: Role, tag: str, takes: Sequence[str] = (), body: Schema | None = None
) -> Described:
    """Say whom an address lets in, what it is about, and the media types of a body that
    it reads: `@post("/api/drafts", **described(Role.SUBMITTER, "Documents", FILES))`.
    `body`: the schema of JSON in it.
    """
    return Described(
        include_in_schema=True,
        opt={"role": role},
        security=_security(role),
        tags=[tag],
        operation_class=_operation_taking(tuple(takes), body)
        if takes
        else ApiOperation,
    )


def _security(role: Role) -> list[SecurityRequirement]:
    """Return who may ask: anybody, or a client with a token or a session of a role that
    includes this one.
    """
    anybody = role is Role.ANYBODY
    return [
        *([{}] if anybody else []),
        *({scheme: [] if anybody else [role.value]} for scheme in SCHEMES),
    ]


def _operation_taking(takes: tuple[str, ...], body: Schema | None) -> type[Operation]:
    """Make the class of an operation that reads a body of some media types, which
    Litestar does not know of: it is read in bounds of size and time.
    """

    @dataclass
    class WithBody(ApiOperation):
        def __post_init__(self) -> None:
            super().__post_init__()
            content = {kind: OpenAPIMediaType(_body(kind, body)) for kind in takes}
            self.request_body = RequestBody(content, required=True)

    return WithBody


def _body(kind: str, body: Schema | None) -> Schema | Reference:
    if kind == JSON:
        return Reference(PLACE.format(name=DOCUMENT)) if body is None else body
    return Schema(
        type=OpenAPIType.STRING,
        format=OpenAPIFormat.BINARY,
        description="A document a line." if kind in LINES else None,
    )


# what is no JSON of ours, written already
Binary = Annotated[
    bytes, BodyKwarg(schema_extra={"format": OpenAPIFormat.BINARY.value})
]
AnObject = Annotated[bytes, BodyKwarg(schema_extra={"type": OpenAPIType.OBJECT})]
ANYTHING = Schema()
AN_OBJECT = Schema(type=OpenAPIType.OBJECT)


def refusals(*more: int) -> dict[int, ResponseSpec]:
    """Return the refusals of an address by status: those of all, and some more."""
    return {
        status: ResponseSpec(
            Refusal,
            generate_examples=False,
            description=REFUSED[status],
            media_type=MEDIA_TYPE,
        )
        for status in sorted({*OF_ALL, *more})
    }


def answer(kind: Any, words: str) -> ResponseSpec:
    """Describe an answer of another status."""
    return ResponseSpec(kind, generate_examples=False, description=words)


KNOWN_ALREADY = {304: answer(None, "The client has this answer already.")}
RESPONSE_FIELDS = {
    "ETag": "Names this answer: sent as If-None-Match, or If-Match where it is a"
    " preview.",
    "Link": 'Where the rows that follow are: `<...>; rel="next"`. Missing in the last'
    " part.",
    "Location": "Where the draft is.",
    "Selokirja-Version": "The version of the interface: the day from which it holds.",
}


def described_headers(*names: str) -> list[ResponseHeader]:
    """Describe header fields of an answer."""
    return [
        ResponseHeader(
            name,
            documentation_only=True,
            value="",
            description=RESPONSE_FIELDS[name],
        )
        for name in names
    ]
