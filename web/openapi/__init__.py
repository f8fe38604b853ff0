"""Describe the API as a whole, as OpenAPI 3.1. What it takes and answers stands at the
handlers: Litestar reads it off the structs of questions, answers and documents.
"""

from collections.abc import Sequence
from importlib.metadata import version

from litestar import Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, License, Server

from web.http import VERSION
from web.openapi.operations import SCHEMES, tags

ABOUT = (
    "The questions of the command `selo`, with the same parameters and the same JSON."
    " What the command calls --as-of is as_of here. An address below /api answers"
    " JSON; without /api and with .csv behind it, the rows as CSV.\n\nWhat JSON Schema"
    " has no words for is refused with 400 too: known_on and known_seq exclude each"
    " other, as do two ways of saying one thing to a calculator, and no day may be"
    " after today.\n\nEvery answer names the version of this interface in the field"
    f" Selokirja-Version, now {VERSION}. Fields, codes and addresses may be added"
    " without notice; nothing is taken away or changes its meaning within a version,"
    " and what is to end is told by the fields Deprecation and Sunset for at least"
    " twelve months (docs/reference/api-changes.md)."
)


def api_config(
    base_path: str, router: Router, shown: Sequence[OpenAPIRenderPlugin]
) -> OpenAPIConfig:
    """Say what is said of the API as a whole, and on which router its description is
    shown, and how. `base_path`: where a proxy has the service.
    """
    return OpenAPIConfig(
        title="Selokirja",
        version=version("selokirja"),
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        servers=[Server(url=base_path or "/", description="This service.")],
        tags=tags(),
        components=Components(security_schemes=SCHEMES),
        openapi_router=router,
        render_plugins=shown,
    )
