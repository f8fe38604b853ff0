"""The same history as an office would have recorded it: a submission a tournament, some late, some corrected later."""

import json
from collections.abc import Iterator

from tools.bench.history import RESULTS, Played, document, history, people

EVERY_LATE, LATE_BY = 50, 200  # 2 % of the tournaments come in behind so many later ones
EVERY_WRONG, MENDED_AFTER = 100, 300  # of 1 % a result is corrected when so many others have come in


def submissions(games: int) -> Iterator[str]:
    """Documents as JSON Lines, one submission after the other."""
    tournaments = list(history(games))
    yield "\n".join(people(tournaments))
    moments: list[tuple[int, int, str]] = []
    for number, played in enumerate(tournaments):
        comes = number + (LATE_BY if number % EVERY_LATE == EVERY_LATE - 1 else 0)
        moments.append((comes, number, json.dumps(document(played))))
        if number % EVERY_WRONG == EVERY_WRONG // 2:
            moments.append((comes + MENDED_AFTER, number, json.dumps(turned_round(played))))
    for _, _, text in sorted(moments):
        yield text


def turned_round(played: Played) -> dict[str, object]:
    """The first game with another result."""
    other = RESULTS[0] if played.games[0][3] else RESULTS[2]
    return {"kind": "amend", "tournament": f"T{played.number:05}", "reason": "the score sheet says so",
            "games": {"1.1": {"result": other}}}  # fmt: skip
