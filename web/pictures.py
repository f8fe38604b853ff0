"""Answer with a picture of what the ledger holds: it shows what a stranger may see, no
matter who asks, and is kept as any answer is.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

from litestar import Response

from ledger.office import local_day
from projections.answers import Question
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.answers.kept_answers import AnswerKey, Body
from web.auth import viewer_of
from web.http import HttpRequest
from web.pages.visit import Visit, visit_of
from web.store.roles import Role

SVG, PNG = "image/svg+xml", "image/png"
EVERYTHING = Question()
Drawn = Callable[[Reading, Visit], str]  # as SVG


async def picture_of(
    answering: Answering,
    request: HttpRequest,
    asked: object,
    draw: Drawn,
    *,
    question: Question = EVERYTHING,
    media_type: str = SVG,
    encode: Callable[[str], bytes] = str.encode,
    more_headers: Mapping[str, str] = MappingProxyType({}),
) -> Response[bytes]:
    """Answer with the picture that `draw` makes, in the language of whoever asks.

    asked     what tells it from other pictures
    question  the times that it shows
    encode    makes the bytes that are sent of the SVG
    """
    state = answering.state_of(request.scope)
    today = local_day(answering.settings.now(), state.time_zone)
    visit = visit_of(cast(Any, request.scope), answering.settings.base_path, today)
    stranger = viewer_of(Role.ANYBODY, today)

    def work() -> Body:
        with (
            answering.ledgers.lent(stranger) as ledger,
            ledger.reading(question, today) as reading,
        ):
            drawn = draw(reading, visit)
        return Body(media_type, encode(drawn))

    key = AnswerKey(
        version=answering.version,
        asked=asked,
        form="picture",
        look=visit.language,
        sees_people=False,
        state=state,
        today=today,
    )
    headers = {
        "cache-control": "no-cache",
        "vary": "accept-language, cookie",
        **more_headers,
    }
    return await answering.kept_or_worked_out(
        key, request.scope, headers, lambda: answering.threads.run(work)
    )
