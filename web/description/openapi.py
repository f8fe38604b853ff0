"""The description of the API as OpenAPI 3.1, made from the questions and the types of their answers."""

from web.description.examples import examples
from web.description.operations import SCHEMES, of_question, of_route
from web.description.replies import fields, responses
from web.description.routes import KINDS, ROUTES
from web.description.schemas import Json, components
from web.description.subjects import tags
from web.questions.registry import QUESTIONS
from web.wire.versions import VERSION

ABOUT = (
    "The questions of the command `selo`, with the same parameters and the same JSON. What the command calls --as-of is"
    " as_of here. An address below /api answers JSON; without /api and with .csv behind it, the rows as CSV.\n\n"
    "What JSON Schema has no words for is refused with 400 too: known_on and known_seq exclude each other, as do two"
    " ways of saying one thing to a calculator, and no day may be after today.\n\n"
    f"Every answer names the version of this interface in the field Selokirja-Version, now {VERSION}. Fields, codes"
    " and addresses may be added without notice; nothing is taken away or changes its meaning within a version, and"
    " what is to end is told by the fields Deprecation and Sunset for at least twelve months"
    " (docs/reference/api-changes.md)."
)


def description(version: str, base_path: str = "") -> Json:
    """Return the whole document. `base_path`: where a proxy has the service."""
    shown = examples()
    paths: Json = {path: item for entry in QUESTIONS for path, item in of_question(entry, shown)}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = of_route(route, shown)
    kinds = {kind for entry in QUESTIONS for kind in entry.answers} | KINDS
    parted = {kind.__name__ for entry in QUESTIONS if entry.asked.table is not None for kind in entry.answers}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Selokirja", "version": version, "description": ABOUT,
                 "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": base_path or "/", "description": "This service."}],
        "tags": tags(),
        "paths": paths,
        "components": {"schemas": components(sorted(kinds, key=lambda kind: kind.__name__), parted),
                       "responses": responses(), "headers": fields(), "securitySchemes": SCHEMES},
    }  # fmt: skip
