"""The encodings an officer may name for a file whose own is guessed wrongly."""

from typing import Literal, get_args

from ledger.errors import Problem, Refused, Where
from messages import by_command, say
from names.letters import TWICE, mended_twice

Encoding = Literal[
    "utf-8", "utf-16", "twice-utf-8", "cp1250", "cp1251", "cp1252", "cp1257", "latin-1", "iso8859-2", "iso8859-4",
    "iso8859-5", "iso8859-10", "iso8859-13", "iso8859-15", "cp437", "cp775", "cp850", "cp852", "cp865", "cp866",
    "koi8-r", "mac-roman",
]  # fmt: skip
ENCODINGS: tuple[str, ...] = get_args(Encoding)


def recoded(data: bytes, encoding: str, file: str | None) -> bytes:
    """The same text as UTF-8. Bytes that the encoding does not have refuse the file."""
    try:
        if encoding == TWICE:
            return mended_twice(data.decode("utf-8-sig")).encode()
        return data.decode("utf-8-sig" if encoding == "utf-8" else encoding).encode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = say("the file is not {encoding} (byte {code})", encoding=encoding, code=f"{data[error.start]:02X}")
        raise Refused(
            Problem(
                "text-encoding",
                message,
                Where(file, line),
                by_command("try another --encoding", "answer another encoding"),
            )
        ) from None
