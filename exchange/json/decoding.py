"""The bytes of a JSON file as text: UTF-8 only, and no more than 10 MiB."""

from exchange.text.decoding import MAX_BYTES
from ledger.errors import Problem, Refused, Where


def text_of(name: str, data: bytes, too_large_hint: str = "") -> str:
    """The text without a byte order mark, or a refusal with the place of the first bad byte."""
    if len(data) > MAX_BYTES:
        message = f"the file has more than 10 MiB ({MAX_BYTES} bytes)"
        raise Refused(Problem("too-large", message, Where(name), too_large_hint))
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        where = Where(name, data.count(b"\n", 0, error.start) + 1)
        message = f"byte {data[error.start]:#04x} is not UTF-8"
        raise Refused(Problem("not-utf8", message, where, "save the file as UTF-8")) from None
