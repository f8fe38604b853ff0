"""Keep what somebody typed who turns out to be logged out when they send it, or to have
a role that is too small: in the page that tells them so, and nowhere in the service.

That page is a form of hidden fields. Sent after the login, or with the role that it
needs, it brings the form back as it was typed, to be looked over: what it asks for is
done when its own button is pressed, and never by this one.
"""

from litestar.types import HTTPScope

from web import Settings
from web.auth import check_same_site
from web.desk.form_fields import Form, form_of
from web.http import HttpRefusal, HttpRequest, TypedForm
from web.large_bodies import LARGE
from web.pages.refusal_pages import wants_page

# fields that no form of the desk has: that it is to be shown as it was typed; and how
# the file was called that was chosen in it
AS_TYPED, FILE_BEFORE = "as-typed", "file-before"


async def form_to_keep(request: HttpRequest, settings: Settings) -> TypedForm | None:
    """Return what was typed into a form of the desk; None where there is nothing to
    keep, or no page to keep it in.

    Nothing is kept of what a page of another site had a browser send: its words would
    wait in a page of ours for a button to be pressed.
    """
    if not _is_form_of_desk(request.scope):
        return None
    try:
        check_same_site(request)
        form = await form_of(request, settings)
    except HttpRefusal:
        return None
    typed = typed_form_of(form)
    return typed if any(typed.fields.values()) or typed.file else None


def _is_form_of_desk(scope: HTTPScope) -> bool:
    """Tell whether somebody with a browser sent a form to the desk, of a size that is
    looked at before it is known who they are.
    """
    if scope["method"] != "POST" or not scope["path"].startswith("/desk/"):
        return False
    size = dict(scope["headers"]).get(b"content-length", b"")
    return wants_page(scope) and size.isdigit() and int(size[:18]) <= LARGE


def typed_form_of(form: Form) -> TypedForm:
    """Return what was typed, and the name of the file that was chosen, now or before."""
    chosen = form.file_names or form.text(FILE_BEFORE)
    fields = {
        name: text
        for name, text in form.fields.items()
        if name not in (AS_TYPED, FILE_BEFORE)
    }
    return TypedForm(fields, chosen or None)
