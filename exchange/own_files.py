"""The own files of programs, which are not read: whose they are, by what their bytes begin with or hold.

SwissPerfect      two dBase tables (.trn players, .sco results), and a text of settings (.ini)
US Chess          dBase tables of a rating report (THEXPORT, TSEXPORT, TDEXPORT)
SwissSys          JSON that names its program
Sharly-Chess      a database of SQLite (.sce)
Papi, Orion       databases of Access
Swiss-Manager     binary, with a mark of its own (.TUNX, .TURX, .TUMX, .TUTX); of older ones the ending tells
Swiss-Chess       binary (.swt): the ending tells
Vega              a text of lines (.veg), and a report between bars (.tdf)
Tasaselo          the rating list that it reads (selolist.txt)
"""

import re
from typing import Literal

Own = Literal[
    "swiss-manager", "access", "swissperfect", "us-chess", "dbase", "swisssys", "sqlite", "vega", "swiss-chess",
    "tasaselo-list", "binary",
]  # fmt: skip

_MARKS: dict[bytes, Own] = {
    b"\x93\xff\x89\x44": "swiss-manager",
    b"\x00\x01\x00\x00Standard Jet DB": "access",
    b"\x00\x01\x00\x00Standard ACE DB": "access",
    b"SQLite format 3\x00": "sqlite",
}
# the day of the last change, the number of rows, sizes; then the fields, each a name with the kind in byte 11
_DBASE = re.compile(
    rb"[\x03\x30\x83\x8b\xf5].[\x01-\x0c][\x01-\x1f].{28}[A-Z][A-Z0-9_]{0,9}\x00.{0,9}[CNDLMF]", re.DOTALL
)
_SWISSPERFECT = re.compile(rb"START_NO\x00.*SURNAME\x00|W_SCORE\x00.*B_SCORE\x00", re.DOTALL)
_US_CHESS = re.compile(rb"[HSD]_(?:EVENT_ID|TOT_SECT|SEC_NUM|MEM_NUM)\x00")
_SWISSSYS = re.compile(rb'"Program"\s*:\s*"SwissSys')
_TOURNAMENT = re.compile(r"^[ \t]*\[[ \t]*Tournament Info[ \t]*\]", re.IGNORECASE | re.MULTILINE)
_VEGA = re.compile(r"\AVega [0-9]|(?:\A|[\r\n])001[^|\r\n]{0,8}\|(?:[^|\r\n]*\|){5}")
_SELOLIST = re.compile(r"Selolista [0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}\s")
_ENDINGS: dict[str, Own] = {
    ".swt": "swiss-chess", ".tun": "swiss-manager", ".tur": "swiss-manager", ".tum": "swiss-manager",
    ".tut": "swiss-manager",
}  # fmt: skip
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def own_file(head: bytes) -> Own | None:
    """Return whose own file this is, of those that are told by their bytes; None: no such file."""
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            return kind
    if _DBASE.match(head):
        fields = head[:4096]
        return "swissperfect" if _SWISSPERFECT.search(fields) else "us-chess" if _US_CHESS.search(fields) else "dbase"
    return "swisssys" if head.lstrip()[:1] == b"{" and _SWISSSYS.search(head[:2000]) else None


def own_text(text: str) -> Own | None:
    """Return whose own file a text is."""
    if text.lstrip().startswith("[") and _TOURNAMENT.search(text):
        return "swissperfect"
    return "vega" if _VEGA.search(text) else "tasaselo-list" if _SELOLIST.match(text[:500]) else None


def no_text(name: str, head: bytes) -> Own | None:
    """Return what a file is that is no text: by the ending of its name, or no more than that."""
    if len(_NO_TEXT.findall(head)) * 100 <= len(head):
        return None
    return next((kind for ending, kind in _ENDINGS.items() if name.casefold().endswith(ending)), "binary")
