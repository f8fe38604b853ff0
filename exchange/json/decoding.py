"""The bytes of a JSON file, or of a line of it, as text: UTF-8 only, and no more than 10 MiB."""

from exchange.text.limits import MAX_BYTES
from ledger.errors import Problem, Refused, Where


def text_of(name: str, data: bytes, line: int | None = None, hint: str = "") -> str:
    """The text of a file, or of one line of it, or a refusal with the place of the first bad byte."""
    if len(data) > MAX_BYTES:
        message = f"the {'file' if line is None else 'line'} has more than 10 MiB ({MAX_BYTES} bytes)"
        raise Refused(Problem("too-large", message, Where(name, line), hint))
    if line in (None, 1):
        data = data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark stands at the beginning of a file, nowhere else
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = Where(name, (line or 1) + data.count(b"\n", 0, error.start))
        message = f"byte {data[error.start]:#04x} is not UTF-8"
        raise Refused(Problem("not-utf8", message, where, "save the file as UTF-8")) from None
