"""How each command and each address is asked on a measured ledger: a new one without a
line here fails a test.
"""

from tests.features import asked_of_features

# of each question the query of its address, and its command line
OF_THE_CORE: dict[str, tuple[str, str]] = {
    "show": ("", "show {player}"),
    "player show": ("", "player show {player}"),
    "history": ("", "history {player}"),
    "player performance": ("?last=9", "player performance {player} --last 9"),
    "explain": ("", "explain {player} {tournament}"),
    "player ratings": ("?ids={player},{other}", "player ratings {player} {other}"),
    "player versus": ("", "player versus {player} {other}"),
    "player need": (
        "?target=2400&against={other}",
        "player need {player} --target 2400 --against {other}",
    ),
    "player opponents": ("", "player opponents {player}"),
    "export player": ("", "export player {player}"),
    "player find": ("?words=player", "player find player"),
    "titles": ("", "titles"),
    "tournament list": ("", "tournament list"),
    "tournament": ("", "tournament {tournament}"),
    "export trf": ("", "export trf {tournament}"),
    "export pgn": ("", "export pgn {tournament}"),
    "export games": ("", "export games {tournament}"),
    "export audit": ("", "export audit {tournament}"),
    "list published": ("", "list published"),
    "list next": ("", "list next selo"),
    "list compare": ("", "list compare {older} {newer} --list selo"),
    "list": ("", "list selo"),
    "list --bands": ("", "list selo --bands 100"),
    "list --list": ("", "list selo --list {label}"),
    "export list": ("", "export list selo"),
    "rules": ("", "rules"),
    "rules EDITION": ("", "rules {edition}"),
    "log": ("", "log"),
    "log event": ("", "log event {seq}"),
    "log follow": ("?after={seq}", "log follow --after {seq}"),
    "log impact": ("", "log impact {seq}"),
    "proof prove": ("", "proof prove {seq}"),
    "log diff": ("?known_seq=7..{seq}", "log diff --known-seq 7..{seq}"),
    "ledger replay": ("", "ledger replay"),
    "verify": ("", "verify"),
    "ledger settings": ("", "ledger settings"),
    "ledger rebuild --check": ("", "ledger rebuild --check"),
    "export ledger": ("", "export ledger"),
    "doctor": ("", "doctor"),
}
QUESTIONS = dict(OF_THE_CORE)
# what the files hold that these lines read
FILES: dict[str, str] = {}
for feature in asked_of_features():
    QUESTIONS |= feature.measured
    FILES |= feature.files
# what is no question; those that record do it as a preview
OTHERS: dict[str, str] = {
    "submit": "submit {folder}/one.jsonl --dry-run",
    "amend": "amend {tournament} --game 1.1 --result 0-0 --reason bench --dry-run",
    "tournament game": (
        "tournament game {tournament} --round 99 --white {player} --black {other} --result 1-0"
        " --dry-run"
    ),
    "tournament header": "tournament header {tournament} --place Bench --reason bench --dry-run",
    "withdraw": "withdraw {tournament} --reason bench --dry-run",
    "publish": "publish selo bench --as-of {day} --dry-run",
    "ledger backup": "ledger backup {folder}/backup.db",
    "ledger copy": "ledger copy {folder}/bench.db {folder}/copy.db",
    "proof bundle": "proof bundle {folder}/bundle.zip",
}
for feature in asked_of_features():
    OTHERS |= feature.acts
# what is not measured, and why
LEFT: dict[str, str] = {
    "init": "an empty ledger",
    "undo": "prints a proposal, as amend does",
    "player add": "a document, as submit takes it",
    "player erase": "what withdraw costs",
    "player merge": (
        "of two who never met, of whom such a history has few; costs what their later"
        " units do, as amend"
    ),
    "vouch": "an event beside others, as decision",
    "reinstate": "needs what was withdrawn; costs what withdraw does",
    "ledger import": "into an empty ledger: what submit costs",
    "ledger restore": "what backup does, the other way",
    "ledger upgrade": "of a ledger of an earlier version",
    "proof key": "no ledger",
    "proof new-key": "no ledger",
    "proof checkpoint": "signs one root",
    "serve": "runs on; its addresses are asked one by one",
    "export tables": "all tables, as ledger backup",
    "access": "no ledger",
    "draft": "kept beside the ledger",
    "demo": "builds its own ledger",
    "help": "no ledger",
}

for feature in asked_of_features():
    LEFT |= feature.unmeasured
