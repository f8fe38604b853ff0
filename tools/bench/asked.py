"""How each command and each address is asked on a measured ledger: a new one without a
line here fails a test.
"""

from tests.features import asked_of_features

# of each question the query of its address, and its command line
OF_THE_CORE: dict[str, tuple[str, str]] = {
    "show": ("", "show {player}"),
    "player show": ("", "player show {player}"),
    "history": ("", "history {player}"),
    "performance": ("?last=9", "performance {player} --last 9"),
    "explain": ("", "explain {player} {tournament}"),
    "players": ("?ids={player},{other}", "players {player} {other}"),
    "versus": ("", "versus {player} {other}"),
    "need": (
        "?target=2400&against={other}",
        "need {player} --target 2400 --against {other}",
    ),
    "opponents": ("", "opponents {player}"),
    "export player": ("", "export player {player}"),
    "player find": ("?words=player", "player find player"),
    "titles": ("", "titles"),
    "dues": ("", "dues {quarter}"),
    "tournaments": ("", "tournaments"),
    "tournament": ("", "tournament {tournament}"),
    "league": ("", "league norms"),
    "team": ("", "team norms one"),
    "boards": ("", "boards norms"),
    "licences": ("", "licences {tournament}"),
    "export trf": ("", "export trf {tournament}"),
    "export pgn": ("", "export pgn {tournament}"),
    "export games": ("", "export games {tournament}"),
    "export audit": ("", "export audit {tournament}"),
    "lists": ("", "lists"),
    "lists next": ("", "lists next selo"),
    "lists compare": ("", "lists compare {older} {newer} --list selo"),
    "list": ("", "list selo"),
    "list --bands": ("", "list selo --bands 100"),
    "list --list": ("", "list selo --list {label}"),
    "export list": ("", "export list selo"),
    "rules": ("", "rules"),
    "rules EDITION": ("", "rules {edition}"),
    "log": ("", "log"),
    "log event": ("", "log event {seq}"),
    "follow": ("?after={seq}", "follow --after {seq}"),
    "log impact": ("", "log impact {seq}"),
    "prove": ("", "prove {seq}"),
    "log diff": ("?known_seq=7..{seq}", "log diff --known-seq 7..{seq}"),
    "replay": ("", "replay"),
    "verify": ("", "verify"),
    "settings": ("", "settings"),
    "rebuild --check": ("", "rebuild --check"),
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
    "game": (
        "game {tournament} --round 99 --white {player} --black {other} --result 1-0"
        " --dry-run"
    ),
    "header": "header {tournament} --place Bench --reason bench --dry-run",
    "withdraw": "withdraw {tournament} --reason bench --dry-run",
    "publish": "publish selo bench --as-of {day} --dry-run",
    "backup": "backup {folder}/backup.db",
    "copy": "copy {folder}/bench.db {folder}/copy.db",
    "bundle": "bundle {folder}/bundle.zip",
    "completion": "completion bash",
}
for feature in asked_of_features():
    OTHERS |= feature.acts
# what is not measured, and why
LEFT: dict[str, str] = {
    "init": "an empty ledger",
    "undo": "prints a proposal, as amend does",
    "merge": (
        "of two who never met, of whom such a history has few; costs what their later"
        " units do, as amend"
    ),
    "vouch": "an event beside others, as decision",
    "reinstate": "needs what was withdrawn; costs what withdraw does",
    "import": "into an empty ledger: what submit costs",
    "restore": "what backup does, the other way",
    "upgrade": "of a ledger of an earlier version",
    "key": "no ledger",
    "checkpoint": "signs one root",
    "witness": "asks another machine",
    "serve": "runs on; its addresses are asked one by one",
    "site": "measured by itself, a page",
    "login": "no ledger",
    "token": "no ledger",
    "draft": "kept beside the ledger",
    "live": "kept beside the ledger",
    "case": "kept beside the ledger",
    "webhook": "kept beside the ledger",
    "members": "kept beside the ledger",
    "match": "an amend of a league",
    "roster": "an amend of a league",
    "agree": "what lists compare costs, and reading a list",
    "demo": "builds its own ledger",
    "help": "no ledger",
}


for feature in asked_of_features():
    LEFT |= feature.unmeasured
