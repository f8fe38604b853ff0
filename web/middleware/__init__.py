"""Meet every request before Litestar knows its route, and every answer last."""

from typing import Any

Request = dict[str, Any]  # the scope of a request, as ASGI hands it over
