"""The reader over a folder of real files: `make samples`. Prints a table, and compares
it with the folder's index and with how each file was read when it was last looked at.

The files stay where they are: docs/reference/trf.md describes their oddities and quotes
nothing else. What is kept here is a digest of what each was read as, under the digest
of its bytes; `--keep` writes them anew, after a change that is meant.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.text.cells import BLANK
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from exchange.trf.rows import split_rows
from ledger.errors import Refused
from messages.results import HALF_POINTS

DIGESTS = Path(__file__).with_name("sample-digests.json")
COLUMNS = (
    "file",
    "encoding",
    "line ends",
    "players",
    "games played",
    "forfeits",
    "byes",
    "warnings",
    "outcome",
)
# Files made to be refused, with the reason they must be refused for. Others of their
# kind may go either way.
REFUSED = {
    "bad_incompatible_color.trf": "trf-same-colours",
    "bad_too_many_results.trf": "trf-too-many-results",
    "bad_missing_starting_number.trf": "trf-missing-starting-number",
}
_DEFECTIVE = "defective on purpose"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read every file of the index in the folder given; 0 when all agree with the
    index.
    """
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    keep = "--keep" in words

    words = [word for word in words if word != "--keep"]
    folder = Path(words[0]) if words else None
    if folder is None or not (folder / "INDEX.json").is_file():
        print(
            "samples: give a folder with an INDEX.json (SELO_SAMPLES)", file=sys.stderr
        )
        return 2

    index = json.loads((folder / "INDEX.json").read_text("utf-8"))["files"]
    rows, differences = [], []
    for entry in sorted(index, key=lambda entry: str(entry["file"])):
        row, differing = _compared(folder, entry)
        rows.append(row)
        differences += differing

    digests = dict(map(read_as, (folder / str(entry["file"]) for entry in index)))
    if keep:
        DIGESTS.write_text(
            json.dumps(dict(sorted(digests.items())), indent=1) + "\n", "utf-8"
        )

    kept = json.loads(DIGESTS.read_text("utf-8"))
    known = [sha256 for sha256 in digests if sha256 in kept]
    names = {
        _sha256((folder / str(entry["file"])).read_bytes()): str(entry["file"])
        for entry in index
    }
    differences += [
        f"{names[sha256]}: is not read as it was; if that is meant, `make samples` with"
        " --keep"
        for sha256 in known
        if digests[sha256] != kept[sha256]
    ]

    print("\n".join(_table(rows)))
    print(
        f"\n{len(rows)} files, {len(known)} read before, {len(differences)} differences"
    )
    for line in differences:
        print(f"- {line}")

    return 1 if differences else 0


def read_as(path: Path) -> tuple[str, str]:
    """The digest of a file, and that of everything the desk takes from it: rows, games,
    days, questions; or of the reasons why it is refused.
    """
    data = path.read_bytes()
    try:
        content = _stated(read_games_file(data, "sample", Settings(players_by="name")))
    except Refused as refused:
        content = {
            "refused": [(problem.code, problem.message) for problem in refused.problems]
        }
    return _sha256(data), _sha256(
        json.dumps(content, default=str, sort_keys=True).encode()
    )


def _stated(value: Any) -> Any:
    """What an answer holds, by the names of its fields. A field that stands at its
    default is left out: a new one, of which an old file says nothing, changes no
    digest.
    """
    if is_dataclass(value):
        defaults = {
            field.name: (
                field.default
                if field.default_factory is MISSING
                else field.default_factory()
            )
            for field in fields(value)
        }
        return {
            name: _stated(getattr(value, name))
            for name in defaults
            if getattr(value, name) != defaults[name]
        }

    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        defaults = getattr(value, "_field_defaults", {})
        stated = value._asdict()
        return {
            name: _stated(stated[name])
            for name in stated
            if name not in defaults or stated[name] != defaults[name]
        }

    if isinstance(value, Mapping):
        return {name: _stated(part) for name, part in value.items()}
    return (
        [_stated(part) for part in value] if isinstance(value, list | tuple) else value
    )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _compared(
    folder: Path, entry: Mapping[str, Any]
) -> tuple[tuple[str, ...], list[str]]:
    name = str(entry["file"])
    try:
        data = (folder / name).read_bytes()
        report = read_trf(data, name)
    except Refused as refused:
        return _refused(name, refused), _refusal_differences(name, refused, entry)
    made = measured(report, data)
    if name in REFUSED:
        return _read(name, report, made), [
            f"{name}: read, but should be refused ({REFUSED[name]})"
        ]
    counts = entry["counts"]
    return _read(name, report, made), [
        f"{name}: {key} is {made[key]!r}, the index says {counts[key]!r}"
        for key in made
        if key in counts and made[key] != counts[key]
    ]


def _refusal_differences(
    name: str, refused: Refused, entry: Mapping[str, Any]
) -> list[str]:
    codes = {problem.code for problem in refused.problems}
    if name in REFUSED:
        return (
            []
            if REFUSED[name] in codes
            else [f"{name}: refused for {sorted(codes)}, not {REFUSED[name]}"]
        )
    if any(str(text).startswith(_DEFECTIVE) for text in entry.get("special", ())):
        return []
    return [f"{name}: refused ({', '.join(sorted(codes))})"]


def measured(report: TrfReport, data: bytes) -> dict[str, object]:
    """What the report and the tags of its lines come to, in the index's own words."""
    players, games = report.players, report.games
    fates, codes = (
        Counter(game.fate for game in games),
        Counter(bye.code for bye in report.byes),
    )
    rounds = max(
        (cell.round for cell in report.cells if cell.opponent or cell.code != BLANK),
        default=0,
    )
    blank = (
        len(players) * rounds
        - sum(1 for cell in report.cells if cell.opponent)
        - len(report.byes)
    )
    met = {
        number for game in games if game.rated for number in (game.white, game.black)
    }
    tags = Counter(row.tag for row in split_rows(decode(data).lines, Notes(None)))
    return {
        "players": len(players),
        "rounds": rounds,
        "games_played": fates["played"],
        "games_short": fates["short"],
        "forfeits": fates["forfeit"] + fates["double-forfeit"],
        "double_forfeits": fates["double-forfeit"],
        "pending": fates["pending"],
        "one_sided": 0,
        "mismatch": 0,
        "colour_clash": 0,
        "decided_00_or_0h": sum(
            1 for game in games if game.rated and sum(HALF_POINTS[game.result]) != 2
        ),
        "no_opponent": (
            dict(sorted(codes.items())) | ({"blank": blank} if blank else {})
        ),
        "byes": len(report.byes) - codes["Z"] - codes["-"],
        "absent": codes["Z"] + codes["-"] + blank,
        "unrated_players": sum(1 for player in players if player.rating is None),
        "players_without_id": sum(1 for player in players if not player.id_text),
        "duplicate_starting_ranks": 0,
        "players_without_any_game": sum(
            1 for player in players if player.number not in met
        ),
        "non_ascii_names": sum(1 for player in players if not player.name.isascii()),
        "encoding": report.source.encoding.removesuffix("-sig"),
        "newline": report.source.line_ends,
        "lines_without_known_tag": tags[""],
        "tags": " ".join(tag for tag in sorted(tags) if tag not in ("", "001")),
        "points_differ_from_cells": sum(
            1 for warning in report.warnings if warning.code == "trf-points-differ"
        ),
    }


def _read(name: str, report: TrfReport, made: Mapping[str, object]) -> tuple[str, ...]:
    codes = Counter(warning.code.removeprefix("trf-") for warning in report.warnings)
    warnings = ", ".join(
        f"{code} {times}" if times > 1 else code
        for code, times in sorted(codes.items())
    )
    numbers = [
        str(made[key]) for key in ("players", "games_played", "forfeits", "byes")
    ]
    return (
        name,
        report.source.encoding,
        report.source.line_ends,
        *numbers,
        warnings or "none",
        "read",
    )


def _refused(name: str, refused: Refused) -> tuple[str, ...]:
    """The row of a file that is not read: why, in place of what was read."""
    first, *others = refused.problems
    place = f"line {first.where.line}, column {first.where.column}"
    words = f"refused: {place}: {first.message}"
    if others:
        words += f" (and {len(others)} more)"
    nothing = ["-"] * (len(COLUMNS) - 2)
    return (name, *nothing, words)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(row) + " |" for row in (COLUMNS, *rows)]
    return [lines[0], "|" + "---|" * len(COLUMNS), *lines[1:]]


if __name__ == "__main__":
    sys.exit(main())
