"""Stages in words: `90 min/40 siirtoa + 30 min + 30 s/siirto`, `40 moves in 2 h, then 1 h`. A proposal, or nothing.

The text is cut into amounts: minutes of a stage (m), moves of a stage (v), seconds for each move (s). Whatever else is
in it must be a word that changes nothing; an increment that begins later than with the first move is no proposal.
"""

import re

_HOURS = r"h|hours?|tuntia?|t|std|stunden?|timm(?:e|ar)|timer?"
_UNITS_OF_STAGES = rf"(?:{_HOURS}|mins?|minutes?|minuuttia|minuten|minuter|')"
_MINUTES = r"m|mins?|minutes?|minuuttia|minuten|minuter|minutter|'|′"
_SECONDS = r"s|secs?|seconds?|sek|sekuntia|sekunden|sekunder|\"|″|''"
_MOVES = r"siirtoa|siirto|siirtoon|moves?|züge|zügen|zug|drag|draget|trekk|trekket|k"
_EACH = r"(?:/|per|a|for each|each|à|pro|i|joka)\s*(?:move|siirto|zug|drag|trekk)"
_FIRST = r"(?:from|starting from|starting with|ab|från|fra|alkaen)?\s*(?:move|zug|drag|trekk)\s*(?:1|one)\b"
_FIRST_FI = r"(?:1\.|ensimmäisestä)\s*siirrosta(?:\s*(?:alkaen|lähtien))?"
# 40/2 h, and 90 min/40: moves without their word, told by the unit of the other side
_TOKEN = re.compile(
    rf"""(?P<each>{_EACH})|(?P<first>{_FIRST}|{_FIRST_FI})
    |(?P<before>[2-5][0-9])\s*/(?=\s*[0-9]{{1,3}}\s*{_UNITS_OF_STAGES}(?![^\W\d_]))
    |/\s*(?P<after>[2-5][0-9])(?=\s*(?:[+,;:)]|$))
    |(?P<clock>[0-9])\s*(?:h|:)\s*(?P<past>[0-5][0-9])(?!\s*(?:{_MOVES})\b)(?:\s*(?:min|h)\b)?
    |(?P<half>[0-9])(?:[.,]5|\s*½)\s*(?:{_HOURS})(?![^\W\d_])
    |(?P<amount>[0-9]{{1,4}})\s*\.?\s*(?P<unit>''|{_HOURS}|{_MINUTES}|{_SECONDS}|{_MOVES})(?![^\W\d_])
    |(?P<word>[^\W\d_]+)|(?P<mark>[+,;:/&().-])|(?P<space>\s+)""",
    re.VERBOSE,
)
_FILLING_WORDS = """
all the of game rest for in first then followed by with an a addition and plus per player standard rapid classical
increment starting ja sitten sen jälkeen loppuun loppu loppupeli lisäys lisäaika lisäaikaa pelaaja pelaajaa kohti koko
peli peliin pelin ajan jokaisesta aikaa och sedan att etter på til resten slutet partiet und dann auf den die partie
zusätzlich bonus
"""
_FILLING = frozenset(_FILLING_WORDS.split())
_SHAPES = {
    "m": "{m0}", "ms": "{m0}+{s0}",
    "mv": "{v0}/{m0}", "vm": "{v0}/{m0}", "mvs": "{v0}/{m0}+{s0}", "vms": "{v0}/{m0}+{s0}",
    "mvm": "{v0}/{m0}:{m1}", "vmm": "{v0}/{m0}:{m1}",
    "mvms": "{v0}/{m0}+{s0}:{m1}+{s0}", "vmms": "{v0}/{m0}+{s0}:{m1}+{s0}",
    "mvmvm": "{v0}/{m0}:{v1}/{m1}:{m2}", "vmvmm": "{v0}/{m0}:{v1}/{m1}:{m2}",
    "mvmvms": "{v0}/{m0}+{s0}:{v1}/{m1}+{s0}:{m2}+{s0}", "vmvmms": "{v0}/{m0}+{s0}:{v1}/{m1}+{s0}:{m2}+{s0}",
}  # fmt: skip


def from_stages(words: str) -> str | None:
    """The time control of a text in small letters; None where a word, an amount or its unit is not known."""
    amounts: list[tuple[str, int]] = []
    at = 0
    while at < len(words):
        token = _TOKEN.match(words, at)
        if token is None:
            return None
        at = token.end()
        if token["word"] and token["word"] not in _FILLING:
            return None
        if token["each"] and (not amounts or amounts[-1][0] != "s"):
            return None
        if token["first"] and not any(kind == "s" for kind, _ in amounts):
            return None
        amounts += _amount(token)
    shape = _SHAPES.get("".join(kind for kind, _ in amounts))
    if shape is None:
        return None
    numbered = {f"{kind}{sum(k == kind for k, _ in amounts[:place])}": n for place, (kind, n) in enumerate(amounts)}
    return shape.format(**numbered)


def _amount(token: re.Match[str]) -> list[tuple[str, int]]:
    if moves := token["before"] or token["after"]:
        return [("v", int(moves))]
    if token["clock"]:
        return [("m", int(token["clock"]) * 60 + int(token["past"]))]
    if token["half"]:
        return [("m", int(token["half"]) * 60 + 30)]
    if not token["amount"]:
        return []
    amount, unit = int(token["amount"]), token["unit"]
    if re.fullmatch(_HOURS, unit):
        return [("m", amount * 60)]
    if re.fullmatch(_MINUTES, unit):
        return [("m", amount)]
    return [("s" if re.fullmatch(_SECONDS, unit) else "v", amount)]
