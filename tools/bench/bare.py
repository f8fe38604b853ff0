"""The least that an answer can cost here: one handler of Litestar under uvicorn, as the
service runs it.

python -m tools.bench.bare --port 8000
"""

import sys

import uvicorn
from litestar import Litestar, Response, get

BODY = b'{"rating": 2037}' * 60  # as long as a look-up


@get("/", sync_to_thread=False)
def answer() -> Response[bytes]:
    return Response(BODY, media_type="application/json")


if __name__ == "__main__":
    uvicorn.run(
        Litestar([answer], openapi_config=None),
        port=int(sys.argv[2]),
        log_level="error",
        access_log=False,
    )
