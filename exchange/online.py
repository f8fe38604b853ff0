"""Find the marks of games that were played online, which files of servers carry.

A mark is a reason to ask, never to decide: a club may store games of the board at a
server, and a broadcast shows such games.
"""

import re
from collections.abc import Mapping

# servers at which games are played; a tag names one by its address or as a word
_SERVER = re.compile(
    r"(?<![a-z0-9])(?:lichess(?:\.org|\.dev)?|chess\.com|chess24(?:\.com)?|playchess(?:\.com)?"
    r"|chessclub\.com|freechess\.org|fics|gameknot(?:\.com)?|chesskid(?:\.com)?"
    r"|play\.chessbase\.com)(?![a-z0-9])",
    re.IGNORECASE,
)
# tags that only servers write beside a game they held themselves
_OF_SERVERS = ("WhiteRatingDiff", "BlackRatingDiff")
# what stands beside a game that a server only shows
_SHOWN = re.compile(r"/(?:broadcast|study)/", re.IGNORECASE)


def mark_of_game(tags: Mapping[str, str]) -> str:
    """Return what in the tags of a PGN game says that it was played online; empty:
    nothing does.
    """
    if any(name.startswith("Broadcast") for name in tags):
        return ""
    for name in ("Site", "Link", "GameURL", "Event"):
        text = tags.get(name, "")
        if _SERVER.search(text) and not _SHOWN.search(text):
            return f"{name} {text}"

    for name in _OF_SERVERS:
        if name in tags:
            return f"{name} {tags[name]}"

    # a moment of the world's time to the second: clocks at a board write a day
    if "UTCTime" in tags and "EndTime" in tags:
        return f"UTCTime {tags['UTCTime']}"

    return ""


def mark_of_text(*texts: str) -> str:
    """Return the first text that names a server, such as the place of a report or the
    name of a file; empty: none does.
    """
    return next(
        (text for text in texts if _SERVER.search(text) and not _SHOWN.search(text)),
        "",
    )
