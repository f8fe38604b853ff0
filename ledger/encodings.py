"""The encodings that files from elsewhere are in: whoever reads a file and whoever
searches it for a name mean the same ones.
"""

from typing import Literal, get_args

OneByteALetter = Literal[
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1257",
    "latin-1",
    "iso8859-2",
    "iso8859-4",
    "iso8859-5",
    "iso8859-10",
    "iso8859-13",
    "iso8859-15",
    "cp437",
    "cp775",
    "cp850",
    "cp852",
    "cp865",
    "cp866",
    "koi8-r",
    "mac-roman",
]
ONE_BYTE_A_LETTER: tuple[str, ...] = get_args(OneByteALetter)
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # byte order marks
