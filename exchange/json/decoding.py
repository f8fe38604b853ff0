"""The bytes of a JSON file, or of a line of it, as text: UTF-8 only, and no more than 10 MiB."""

from exchange.text.limits import MAX_BYTES
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, say


def text_of(name: str, data: bytes, line: int | None = None, hint: Message = NOTHING) -> str:
    """The text of a file, or of one line of it, or a refusal with the place of the first bad byte."""
    if len(data) > MAX_BYTES:
        message = (
            say("the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
            if line is None
            else say("the line has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
        )
        raise Refused(Problem("too-large", message, Where(name, line), hint))
    if line in (None, 1):
        data = data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark stands at the beginning of a file, nowhere else
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = Where(name, (line or 1) + data.count(b"\n", 0, error.start))
        message = say("byte {code} is not UTF-8", code=f"{data[error.start]:#04x}")
        raise Refused(Problem("not-utf8", message, where, say("save the file as UTF-8"))) from None
