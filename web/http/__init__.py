"""What HTTP asks of every answer and refusal: statuses, problem+json, versions of the
interface, who may read an answer, and short replies.

statuses            a refusal and its status
problem_json        a refusal as application/problem+json, without what is
                    the server's own
replies             JSON that nobody keeps, and the way to another address
interface_versions  the version of the interface that a program means
sharing             which other sites may read an answer
addresses           the parts of the address of a request
"""

from web.http.interface_versions import FIELD, VERSION, VERSIONS, check_version
from web.http.problem_json import (
    MEDIA_TYPE,
    PROBLEMS,
    body_of,
    place_hider,
    without_paths,
)
from web.http.replies import COOKIE, HttpRequest, as_json, see_other
from web.http.sharing import sharing_fields
from web.http.statuses import (
    HttpRefusal,
    NotLoggedIn,
    TypedForm,
    defect,
    headers_of,
    status_of,
    statuses_of,
)

__all__ = [
    "COOKIE",
    "FIELD",
    "MEDIA_TYPE",
    "PROBLEMS",
    "VERSION",
    "VERSIONS",
    "HttpRefusal",
    "HttpRequest",
    "NotLoggedIn",
    "TypedForm",
    "as_json",
    "body_of",
    "check_version",
    "defect",
    "headers_of",
    "place_hider",
    "see_other",
    "sharing_fields",
    "status_of",
    "statuses_of",
    "without_paths",
]
