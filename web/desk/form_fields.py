"""Read a form as browsers send it, as carefully as strangers wrote it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from desk.files.open_file import NamedFile
from exchange.json.characters import fault_of_character
from ledger.errors import Problem, Refused, Usage, Where
from messages import listed_names, say
from web import Settings
from web.booking.bodies import body_of
from web.desk.filled import FILE
from web.http import (
    HttpRefusal,
    HttpRequest,
)

FIELDS, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
MOST = 5_000  # fields: a question for every player of the largest tournament
NAMED = 5  # fields that a form came without
NUL = "\x00"  # which a server cannot keep


class Form(NamedTuple):
    """A form's fields, empty ones too; `files`: those that were chosen."""

    fields: Mapping[str, str]
    files: tuple[NamedFile, ...] = ()

    @property
    def file(self) -> NamedFile | None:
        """The file of a form that takes one."""
        return self.files[-1] if self.files else None

    @property
    def file_names(self) -> str | None:
        """How the files are called that were chosen; None where none was."""
        return ", ".join(file.name for file in self.files) or None

    def text(self, name: str) -> str:
        """Return what is in a field; an empty text where the form has no such field."""
        return self.fields.get(name, "")

    def below(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Yield the rest of the names that begin so, with what is in their fields.

        For example, of a form with the fields `row.1` and `row.2`:

            below("row.")  ("1", "F020"), ("2", "F021")
        """
        for name, text in self.fields.items():
            if name.startswith(prefix):
                yield name.removeprefix(prefix), text

    def need(self, names: Iterable[str]) -> None:
        """Refuse a form that came without fields of its page: each would be read as
        emptied.

        A browser sends empty fields too, so one that is missing was cut off on the way,
        or the page is an old one. `Usage` names up to `NAMED` of them.
        """
        if missing := [name for name in names if name not in self.fields]:
            message = say(
                "the form came without {names}", names=listed_names(missing, NAMED)
            )
            hint = say("open its page again and fill it in there")
            raise Usage(Problem("parameter", message, Where(field=missing[0]), hint))

    def chosen(self) -> NamedFile:
        """Return the file; refuse a form without one (`Usage`), at the field for it.

        Of several that were chosen it is the last.
        """
        if self.file is None:
            hint = say("choose one and send it again")
            raise Usage(
                Problem("parameter", say("no file was chosen"), Where(field=FILE), hint)
            )
        return self.file

    def check(self) -> None:
        """Refuse what cannot be kept, at each field that has it.

        All fields are looked at, and the names of the files; what the files hold is
        read by whoever reads them. `Refused`.
        """
        problems = [
            Problem("bad-text", fault_of_character(NUL), Where(field=name))
            for name, text in self.fields.items()
            if NUL in text
        ]

        if any(NUL in file.name for file in self.files):
            problems.append(
                Problem("bad-text", fault_of_character(NUL), Where(field=FILE))
            )

        if problems:
            raise Refused(problems)


async def form_of(request: HttpRequest, settings: Settings) -> Form:
    """Read a form with its files; refuse a body that is none (400), or that is too
    large or too slow.

    Blanks around what was typed are taken away, and of a field that comes twice the
    last stands. `settings` has the limits.
    """
    kind, content = await body_of(request, settings, (FIELDS, PARTS))

    try:
        if kind == PARTS:
            form = parts_of(content, _boundary(request.headers["content-type"]))
        else:
            pairs = parse_qsl(
                content.decode("ascii"),
                True,
                encoding="utf-8",
                errors="strict",
                max_num_fields=MOST,
            )
            form = Form({name: value.strip() for name, value in pairs})
    except (ValueError, LookupError) as error:
        problem = Problem(
            "bad-request",
            say("the form cannot be read"),
            hint=say("fill it in again, in a browser"),
        )
        raise HttpRefusal(400, problem) from error

    return form


def parts_of(content: bytes, boundary: bytes) -> Form:
    """Read a form as browsers send it (RFC 7578): the boundary stands nowhere in what
    is sent.

    `content`: the body, with the line ends of the format, CR LF:

        --b
        Content-Disposition: form-data; name="note"

        a late report
        --b--

    has one field, `note`. A file that was not chosen has an empty name, and is none.
    `ValueError`, `KeyError`: the body is cut off, has no head for a part, no name for a
    field, or more than `MOST` parts.
    """
    fields: dict[str, str] = {}
    files: list[NamedFile] = []

    _, *parts, end = (b"\r\n" + content).split(b"\r\n--" + boundary)
    if not end.startswith(b"--") or len(parts) > MOST:
        raise ValueError("a form that was cut off, or one that nobody fills in")

    for part in parts:
        head, blank, value = part.partition(b"\r\n\r\n")
        if not blank:
            raise ValueError("a part without a head")

        stated = _header_parameters(head.decode("utf-8"))
        if stated.get("filename"):
            # a browser of old sends the whole way to the file
            name = stated["filename"].replace("\\", "/").rpartition("/")[2]
            files.append(NamedFile(name, value))
        elif "filename" not in stated:
            fields[stated["name"]] = value.decode("utf-8").strip()

    return Form(fields, tuple(files))


def _boundary(kind: str) -> bytes:
    """Return what parts the fields of a form, of a `content-type` that says so.

    multipart/form-data; boundary=----b42
    ----b42
    """
    return _header_parameters(kind)["boundary"].encode("ascii")


def _header_parameters(head: str) -> dict[str, str]:
    """Read the parameters of a header field; browsers write quotes and line ends in a
    name as %22 and %0D%0A.

    A quote is read back; line ends stay as they are written. Names are in small
    letters, and what is no parameter stands there with an empty value:

        Content-Disposition: form-data; name="files"; filename="a.trf"
        {..., "name": "files", "filename": "a.trf"}
    """
    pairs = (
        part.strip().partition("=") for part in head.replace("\r\n", ";").split(";")
    )
    return {
        name.lower(): value.strip('"').replace("%22", '"') for name, _, value in pairs
    }
