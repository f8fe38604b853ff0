"""Takes a result through every format: run in a source tree with a result more
(test_results.py).

Prints one JSON object: what each format says of a game with this result, and what the
rules make of it.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from exchange.results.written_results import doubled_result_in, result
from messages import say
from messages.results import RESULTS
from messages.translated import said
from tests.web.desk.officer import Officer
from tests.web.serving import NOW, served
from tests.world.command import Selo
from tests.world.documents import founding, tournament
from web.desk.forms import turned_result

# what else a file has to be told, by the ending of its name
TOLD = {"trf": ("--points", "usual"), "pgn": ("--all-played",), "csv": ()}
ALWAYS = (
    "--id",
    "T",
    "--name",
    "T",
    "--start",
    "2024-05-01",
    "--end",
    "2024-05-01",
    "--time-control",
    "90+30",
)


def a_club(folder: Path, name: str) -> Selo:
    """A ledger with four players and no game."""
    selo = Selo(folder, name=f"{name}.db", today=NOW)
    selo.done("init", "--rules", "fi,elo-32")
    selo.submit(*founding())
    return selo


def games_of(selo: Selo) -> list[str]:
    return [game["result"] for game in selo.ask("tournament", "T")["games"]]


def read_again(club: Selo, folder: Path, ending: str, text: str) -> dict[str, Any]:
    """What was written in a format, and the results that another ledger reads there."""
    path = folder / f"out.{ending}"
    path.write_text(text, "utf-8")
    other = a_club(folder, ending)
    other.done("submit", str(path), *ALWAYS, *TOLD[ending], "--players-by", "national")
    return {"text": text, "read": games_of(other)}


def rated(folder: Path, word: str, name: str) -> list[Any]:
    """What the rules of every list make of a game with the result, for both players."""
    club = a_club(folder, name)
    club.submit(tournament("T", "2024-05-01", ("A", "B", word), ("C", "D", "1-0")))
    return [club.ask("show", player)["lists"] for player in "AB"]


def walked(word: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        club = a_club(folder, "club")
        club.submit(
            tournament(
                "T",
                "2024-05-01",
                ("A", "B", word),
                ("C", "D", "1-0"),
                time_control="90+30",
            )
        )
        said_of = {
            "documents": [
                json.loads(line).get("document")
                for line in club.done("export", "ledger").splitlines()
            ],
            "stored": [str(row) for row in club.rows()["event"]],
            "tournament": club.ask("tournament", "T"),
            "printed": club.done("tournament", "T"),
            "help": club.done("amend", "--help"),
            "refused": club.refuse(tournament("U", "2024-05-02", ("A", "B", "9-9"))),
            "trf": read_again(club, folder, "trf", club.done("export", "trf", "T")),
            "pgn": read_again(club, folder, "pgn", club.done("export", "pgn", "T")),
            "csv": read_again(club, folder, "csv", club.done("export", "games", "T")),
            "spelled": [
                result(text)
                for text in (word, *RESULTS[word].signs, RESULTS[word].alone)
            ],
            "doubled": doubled_result_in(RESULTS[word].doubled),
            "turned": turned_result(word),
            "said": [
                said(say("{result}", result=word), language)
                for language in ("en", "fi")
            ],
            "rated": rated(folder, word, "rated"),
            "rated_as_drawn": rated(folder, "1/2-1/2", "drawn"),
        }
        with served(club.ledger) as service:
            officer = Officer(club, service)
            said_of |= {
                "page": service.ask("/tournaments/T").text,
                "desk": officer.page("/desk/tournaments/T"),
                "form": officer.page("/desk/tournaments/T/games/1.1"),
                "schemas": (
                    service.ask("/api/openapi.json").value["components"]["schemas"]
                ),
            }
        club.done(
            "amend",
            "T",
            "--game",
            "2.1",
            "--result",
            word,
            "--reason",
            "the slip was misread",
        )
        return said_of | {"amended": games_of(club)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(walked(*sys.argv[1:])))
