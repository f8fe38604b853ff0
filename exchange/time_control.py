"""Turn what an organiser wrote about the playing time into a time control: a proposal
only, never an answer.

Written are one time in words, or stages of moves and hours.
"""

import re
from typing import NamedTuple

from ledger.playing_time import seconds_of

_NUMBER = r"([0-9]{1,4})"
_MIN = r"(?:m|min|mins|minutes?|minuuttia|'|′)?"
_SEC = r"(?:s|secs?|seconds?|sek|sekuntia|\"|″|'')?"
_EACH = (
    r"(?:\s*(?:/|per|a|from|for)?\s*(?:each\s*)?(?:move|siirto|move\s*1|siirrolta))?"
)
_PLUS = r"\s*(?:\+|,?\s*plus|,?\s*and)\s*"
_SIMPLE = re.compile(
    rf"(?:all moves in\s*)?{_NUMBER}\s*{_MIN}{_PLUS}{_NUMBER}\s*{_SEC}{_EACH}"
)
_HOURS = re.compile(
    rf"([0-9])(?:\s*h\s*|:)([0-9]{{2}})?\s*(?:min)?{_PLUS}{_NUMBER}\s*{_SEC}{_EACH}"
)
_ALONE = re.compile(
    rf"{_NUMBER}\s*{_MIN}(?:\s*(?:per|each|a) player)?(?:\s*(?:per|a|/) game)?"
)
# moves and minutes, or the other way round, without units
_STAGES = re.compile(
    rf"{_NUMBER}\s*{_MIN}\s*/\s*{_NUMBER}\s*{_MIN}\s*([,:+])\s*{_NUMBER}\s*{_MIN}(?:\s*\+\s*{_NUMBER}\s*{_SEC})?"
)
_KIND = re.compile(
    r"(?:rapid|standard|classical|blitz|pika|nopea|pitkä)\s*:?\s+(?=[0-9])"
)
_WHOLE_GAME = re.compile(rf"g\s*/\s*{_NUMBER}\s*{_MIN}")
# US Chess: stages of moves and minutes, the rest of the game (G, SD), and a delay or an
# increment behind all of it
_US = re.compile(
    r"(?P<stages>(?:[0-9]{1,2}\s*/\s*[0-9]{2,3}\s*[,;]\s*){0,2})(?:g|game|sd)\s*/\s*(?P<rest>[0-9]{1,3})"
    r"(?:\s*[,;]?\s*(?:d|delay|i|inc|increment|\+)\s*/?\s*(?P<more>[0-9]{1,3})\s*s?)?"
)
_STAGE = re.compile(r"([0-9]{1,2})\s*/\s*([0-9]{2,3})")
# two stages as ours, or with the minutes before the moves
_OURS = re.compile(
    r"([0-9]{2,3})/([0-9]{2,3})(\+[0-9]{1,2})?:([0-9]{1,3})(\+[0-9]{1,2})?"
)
_ONLY_HOURS = re.compile(r"([0-9])\s*(?:h|hours?|tuntia|t)")
MOST_MOVES = 60  # of a stage
USUAL_MOVES = range(20, 60)  # of a first stage
_BACKWARDS = re.compile(
    rf"{_NUMBER}\s*'?\s*[x×]\s*([0-9]{{1,2}})\s*\+\s*{_NUMBER}\s*'?\s*(?:\+\s*{_NUMBER}\s*\"?)?"
)
_CODE = re.compile(
    r"(?:[0-9]{1,3}/)?[0-9]{1,6}(?:\+[0-9]{1,4})?(?::(?:[0-9]{1,3}/)?[0-9]{1,6}(?:\+[0-9]{1,4})?)*"
)


def proposed_time_control(code: str, words: str) -> str | None:
    """Propose a time control, such as 90+30 or 40/90+30:30+30, in minutes and seconds.

    code: record 222, in seconds. words: record 122, as somebody wrote it. The code is
    taken where it is clear, else the words; None where neither is. Only the first 200
    characters are looked at.
    """
    return _playable_or_none(_from_code(code[:200].strip())) or _playable_or_none(
        _from_words(" ".join(words[:200].casefold().split()))
    )


def coded_time_control(control: str) -> str:
    """Write a time control with its base times in seconds, as record 222 of a report
    and PGN have it.

        40/90+30:30+30     40/5400+30:1800+30
    """
    plain = control.replace(" ", "").replace(",", ".")
    stages = []
    for stage in plain.split(":"):
        moves, slash, clock = stage.rpartition("/")
        minutes, plus, increment = clock.partition("+")
        seconds = round(float(minutes) * 60)
        stages.append(f"{moves}{slash}{seconds}{plus}{increment}")

    return ":".join(stages)


def _playable_or_none(control: str | None) -> str | None:
    """Return the time control if it is one that games can be played with."""
    return control if control and seconds_of(control) else None


def _from_code(code: str) -> str | None:
    """Read a code such as 40/6000+30:900+30: its base times are seconds, taken only if
    they are whole minutes.
    """
    if not _CODE.fullmatch(code):
        return None

    stages = []
    for stage in code.split(":"):
        moves, slash, clock = stage.rpartition("/")
        base, plus, more = clock.partition("+")
        if int(base) % 60:
            return None
        stages.append(f"{moves}{slash}{int(base) // 60}{plus}{more}")

    return ":".join(stages)


def _from_words(words: str) -> str | None:
    """Read a time control in words, in small letters and with single blanks; None where
    it is not clear.

        90 min + 30 s/move     90+30
        1 h 30 + 30            90+30
        40/90, 30              40/90:30
        G/90;d5                90+5
    """
    words = _KIND.sub("", words, count=1)

    match = _SIMPLE.fullmatch(words)
    if match is not None:
        minutes, increment = match.groups()
        return f"{int(minutes)}+{int(increment)}"

    match = _HOURS.fullmatch(words)
    if match is not None:
        hours, minutes, increment = match.groups()
        whole_minutes = int(hours) * 60 + int(minutes or 0)
        return f"{whole_minutes}+{int(increment)}"

    match = _STAGES.fullmatch(words)
    if match is not None:
        first, second, sign, rest, increment = match.groups()
        return _two_stages(int(first), int(second), sign, int(rest), increment)

    match = _BACKWARDS.fullmatch(words)
    if match is not None:
        minutes, moves, rest, increment = match.groups()
        more = f"+{int(increment)}" if increment else ""
        return f"{moves}/{int(minutes)}{more}:{int(rest)}{more}"

    match = _ONLY_HOURS.fullmatch(words)
    if match is not None:
        return str(int(match[1]) * 60)

    match = _ALONE.fullmatch(words) or _WHOLE_GAME.fullmatch(words)
    if match is not None:
        return str(int(match[1]))

    match = _US.fullmatch(words)
    if match is not None:
        return _from_us_form(match)

    match = _OURS.fullmatch(words)
    if match is not None:
        return _from_our_form(match)

    return from_stages(words)


def _from_our_form(match: re.Match[str]) -> str | None:
    """Read two stages as we write them, 40/90+30:30+30, or with the minutes before the
    moves; None where neither of the two can be moves, or the other minutes.
    """
    first, second, increment, rest, increment_of_rest = match.groups(default="")
    moves, minutes = sorted((int(first), int(second)))
    if moves not in USUAL_MOVES or minutes <= MOST_MOVES:
        return None

    stage = f"{moves}/{minutes}{increment}"
    last_stage = f"{int(rest)}{increment_of_rest}"
    return f"{stage}:{last_stage}"


def _from_us_form(match: re.Match[str]) -> str | None:
    """Read 40/120,SD/60 or G/90;d5. A delay counts as an increment there; hours in
    place of minutes are not guessed.
    """
    before = [
        (int(moves), int(minutes)) for moves, minutes in _STAGE.findall(match["stages"])
    ]
    if any(moves > MOST_MOVES or minutes < moves for moves, minutes in before):
        return None
    if int(match["rest"]) < 5:
        return None

    increment = int(match["more"] or 0)
    more = f"+{increment}" if increment else ""

    stages = [f"{moves}/{minutes}{more}" for moves, minutes in before]
    stages.append(match["rest"] + more)
    return ":".join(stages)


def _two_stages(
    first: int, second: int, sign: str, rest: int, increment: str | None
) -> str | None:
    """Read 40/90, 30 or 90/40+30: whichever is more than any number of moves is the
    minutes.

    A plus may be an increment as well as a second stage. Both come to the same minutes
    for 60 moves when the first stage has fewer; then 40/90+30 is what it says as a time
    control of ours, and 90/40+30 is two stages.
    """
    turned = first > MOST_MOVES
    moves, minutes = (second, first) if turned else (first, second)
    if (
        moves
        not in (USUAL_MOVES if turned or sign == "+" else range(1, MOST_MOVES + 1))
        or moves > minutes
    ):
        return None
    if increment is not None:
        return f"{moves}/{minutes}+{int(increment)}:{rest}+{int(increment)}"

    if sign == "+" and not turned:
        return f"{moves}/{minutes}+{rest}"
    return f"{moves}/{minutes}:{rest}"


_HOUR_WORDS = r"h|hours?|tuntia?|t|std|stunden?|timm(?:e|ar)|timer?"
_UNITS_OF_STAGES = rf"(?:{_HOUR_WORDS}|mins?|minutes?|minuuttia|minuten|minuter|')"
_MINUTES = r"m|mins?|minutes?|minuuttia|minuten|minuter|minutter|'|′"
_SECONDS = r"s|secs?|seconds?|sek|sekuntia|sekunden|sekunder|\"|″|''"
_MOVES = r"siirtoa|siirto|siirtoon|moves?|züge|zügen|zug|drag|draget|trekk|trekket|k"
_EACH_MOVE = r"(?:/|per|a|for each|each|à|pro|i|joka)\s*(?:move|siirto|zug|drag|trekk)"
_FIRST = (
    r"(?:from|starting from|starting"
    r" with|ab|från|fra|alkaen)?\s*(?:move|zug|drag|trekk)\s*(?:1|one)\b"
)
_FIRST_FI = r"(?:1\.|ensimmäisestä)\s*siirrosta(?:\s*(?:alkaen|lähtien))?"
# 40/2 h, and 90 min/40: moves without their word, told by the unit of the other side
_TOKEN = re.compile(
    rf"""(?P<each>{_EACH_MOVE})|(?P<first>{_FIRST}|{_FIRST_FI})
    |(?P<before>[2-5][0-9])\s*/(?=\s*[0-9]{{1,3}}\s*{_UNITS_OF_STAGES}(?![^\W\d_]))
    |/\s*(?P<after>[2-5][0-9])(?=\s*(?:[+,;:)]|$))
    |(?P<clock>[0-9])\s*(?:h|:)\s*(?P<past>[0-5][0-9])(?!\s*(?:{_MOVES})\b)(?:\s*(?:min|h)\b)?
    |(?P<half>[0-9])(?:[.,]5|\s*½)\s*(?:{_HOUR_WORDS})(?![^\W\d_])
    |(?P<amount>[0-9]{{1,4}})\s*\.?\s*(?P<unit>''|{_HOUR_WORDS}|{_MINUTES}|{_SECONDS}|{_MOVES})(?![^\W\d_])
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
    "m": "{m0}",
    "ms": "{m0}+{s0}",
    "mv": "{v0}/{m0}",
    "vm": "{v0}/{m0}",
    "mvs": "{v0}/{m0}+{s0}",
    "vms": "{v0}/{m0}+{s0}",
    "mvm": "{v0}/{m0}:{m1}",
    "vmm": "{v0}/{m0}:{m1}",
    "mvms": "{v0}/{m0}+{s0}:{m1}+{s0}",
    "vmms": "{v0}/{m0}+{s0}:{m1}+{s0}",
    "mvmvm": "{v0}/{m0}:{v1}/{m1}:{m2}",
    "vmvmm": "{v0}/{m0}:{v1}/{m1}:{m2}",
    "mvmvms": "{v0}/{m0}+{s0}:{v1}/{m1}+{s0}:{m2}+{s0}",
    "vmvmms": "{v0}/{m0}+{s0}:{v1}/{m1}+{s0}:{m2}+{s0}",
}


def from_stages(words: str) -> str | None:
    """Read a time control in a text of small letters; None where a word, an amount or
    its unit is not known.
    """
    amounts: list[_Amount] = []
    at = 0
    while at < len(words):
        token = _TOKEN.match(words, at)
        if token is None:
            return None
        at = token.end()
        if token["word"] and token["word"] not in _FILLING:
            return None
        if token["each"] and (not amounts or amounts[-1].kind != "s"):
            return None
        if token["first"] and not any(amount.kind == "s" for amount in amounts):
            return None
        amounts += _amount(token)

    kinds = [amount.kind for amount in amounts]
    shape = _SHAPES.get("".join(kinds))
    if shape is None:
        return None

    # m0 are the first minutes, m1 the second
    numbered = {}
    for index, amount in enumerate(amounts):
        earlier = kinds[:index].count(amount.kind)
        numbered[f"{amount.kind}{earlier}"] = amount.number

    return shape.format(**numbered)


class _Amount(NamedTuple):
    """An amount of a time control.

    kind: `v` moves, `m` minutes, `s` seconds, as they stand in the keys of _SHAPES.
    """

    kind: str
    number: int


def _amount(token: re.Match[str]) -> list[_Amount]:
    """Return the amount that a token says; nothing for one that says none.

    2 h        120 minutes
    1:45       105 minutes
    40 moves   40 moves
    """
    moves = token["before"] or token["after"]
    if moves:
        return [_Amount("v", int(moves))]
    if token["clock"]:
        hours, minutes = int(token["clock"]), int(token["past"])
        return [_Amount("m", hours * 60 + minutes)]

    if token["half"]:
        hours = int(token["half"])
        return [_Amount("m", hours * 60 + 30)]

    if not token["amount"]:
        return []

    number = int(token["amount"])
    unit = token["unit"]
    if re.fullmatch(_HOUR_WORDS, unit):
        return [_Amount("m", number * 60)]
    if re.fullmatch(_MINUTES, unit):
        return [_Amount("m", number)]
    if re.fullmatch(_SECONDS, unit):
        return [_Amount("s", number)]

    return [_Amount("v", number)]
