"""Command lines that read and that write, and SQL past the command."""

import sqlite3
from pathlib import Path

from tests.features import asked_of_features
from tests.world.command import Selo
from tests.world.documents import player

READING: tuple[tuple[str, ...], ...] = (
    ("show", "A"),
    ("list", "selo"),
    (
        "ledger",
        "replay",
    ),
    ("log",),
    ("log", "impact", "15"),
    ("tournament", "open-2024"),
)
WRITING: tuple[tuple[str, ...], ...] = (
    ("submit", "x.jsonl"),
    ("submit", "x.jsonl", "--dry-run"),
    ("withdraw", "open-2024", "--reason", "r"),
    (
        "ledger",
        "rebuild",
    ),
    ("ledger", "rebuild", "--check"),
)

# of every command, on a copy of the demo's ledger, in this order: read, refused and
# written
OF_THE_CORE = """\
show F033
show F033 --as-of 2023-06-30 --known-on 2024-06-01
show NOBODY
show
show F033 F034
show --nonsense
shw F033
player show F033
player find a o
player find
history F033
history F033 --list nonsense
explain F033 kuusilahti-open-2023
explain F033
explain F033 opening
explain F033 nowhere
titles
titles --earned-since 2024-13-01
tournament header kuusilahti-open-2024 --place Kuusilahti --arbiter F002 --representative F001 --reason r
calendar decision kuusilahti-open-2024 --about accepted --by Seura --on 2024-01-02 --resolution 3/2024
calendar decision kuusilahti-open-2024 --about weather --by Seura --on 2024-01-02
tournament kuusilahti-open-2024
tournament header kuusilahti-open-2024 --reason r
case list
case show 1
player performance F033 --last 9
player performance F033 --method fide
player performance F033 --last 0
tournament list
tournament kuusilahti-open-2023
tournament nowhere
player need F033 --target 2060 --against F001 F002
player need F033 --target 1700
player opponents F033 --list selo --top 3
player versus F033 F025 --list selo
list selo --top 3 --by peak
list selo --bands 100
list selo --change-since 2024-01-01
list selo --list pelo
list selo --svg x.svg
list selo --born-from 19
rules
rules fi-2023
rules elo-uscf
rules fi-1900
log --limit 9
log event 200
log event 99999
log event x
log impact 200
log follow --after 190 --limit 20
log diff --known-seq 150..205
log diff
verify --root 5 xx
trial compare selo elo-no --top 5
doctor
ledger rebuild --check
amend kuusilahti-open-2023 --game 3.8 --result 0-1 --reason slip --dry-run
amend kuusilahti-open-2023 --game 3.8 --reason slip
withdraw --seq 9999 --reason twice
player merge F062 F050 --reason maiden --dry-run
undo 200
undo 1
submit t.csv --dry-run
submit t.csv --round-day 3
submit t.csv --reason x
submit t.csv --as fide-list
submit none.json
submit bad.jsonl
ledger settings
ledger settings --time-zone Nowhere/City
publish selo 2024-07 --as-of 2024-07-01
publish selo 2025-07 --as-of 2025-07-01
list published
list compare 2024-07 2025-07 --list selo
submit more.jsonl
list selo --label 2025-07
withdraw spring --reason twice
tournament spring
draft list
draft keep t.csv
draft show 1
draft drop 1
draft show 1
access list
access new --role officer --name aino
access list
doctor
proof key --key none.key
proof checkpoint --key none.key
proof checkpoint --retract 1
verify
export tables tables.db
ledger backup backup.db
ledger copy test.db copy.db
ledger restore backup.db --ledger restored.db
proof bundle bundle.zip
ledger upgrade
init
init --rules xx
serve --base-path x
help nonsense
show F033 --json --csv
"""
EVERY_KIND = "".join(feature.lines for feature in asked_of_features()) + OF_THE_CORE


def lines(selo: Selo) -> list[tuple[str, ...]]:
    name = selo.file("x.jsonl", player("Z"))
    return [
        tuple(name if part == "x.jsonl" else part for part in line)
        for line in (*READING, *WRITING)
    ]


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
