"""Every command: what people come for, where its module is, and what it does.

The words stand here so that `selo --help` imports none of the modules.
"""

# heading: {name: (module, what it does)}; the first ten are what everybody needs, in the order of a working day
HEADINGS = {
    "Every day": {
        "init": ("cli.booking.office", "Make a new ledger."),
        "submit": ("cli.booking.submit", "Record documents from files, or preview them."),
        "player": ("cli.booking.documents", "Add, show, find and erase players."),
        "show": ("cli.questions.players", "A player's ratings, now or on any day."),
        "history": ("cli.questions.players", "A player's changes, unit by unit."),
        "explain": ("cli.questions.players", "Why a rating is what it is, line by line."),
        "tournament": ("cli.questions.events", "A tournament, its games and what they moved."),
        "amend": ("cli.booking.documents", "Correct one game of a tournament."),
        "list": ("cli.questions.lists", "A rating list, now or on any day."),
        "publish": ("cli.booking.documents", "Freeze a list under a label."),
    },
    "Look up": {
        "tournaments": ("cli.questions.events", "The tournaments in the ledger."),
        "opponents": ("cli.questions.players", "Whom a player met, and how it went."),
        "need": ("cli.questions.players", "The score that brings a player to a rating."),
        "performance": ("cli.questions.players", "A performance over a period or a tournament."),
        "calc": ("cli.questions.calculators", "Calculators that need no ledger."),
        "rules": ("cli.questions.rules", "Lists, editions, dates, sources, coverage."),
    },
    "Book and correct": {
        "game": ("cli.booking.documents", "Add one game to a tournament."),
        "withdraw": ("cli.booking.documents", "Stop counting a tournament, or a single fact."),
        "reinstate": ("cli.booking.documents", "Count again what was withdrawn."),
        "merge": ("cli.booking.documents", "Make two ids one person."),
        "vouch": ("cli.booking.documents", "Say that what was asked about is right."),
        "undo": ("cli.booking.office", "Propose the correction that takes an event back."),
        "draft": ("cli.service.draft", "Files and documents that wait to be booked."),
    },
    "Lists and titles": {
        "lists": ("cli.questions.lists", "The published lists."),
        "letters": ("cli.questions.honours", "A text for every player whose rating moved."),
        "titles": ("cli.questions.honours", "The register of titles: held, pending, reopened by a correction."),
        "certificate": ("cli.questions.honours", "A title that somebody holds, on paper."),
        "selection": ("cli.questions.honours", "Selection numbers on a day."),
        "clubs": ("cli.questions.honours", "Every club with its members and how strong it is."),
        "best": ("cli.questions.honours", "The highest, the fastest, the longest of a list."),
    },
    "Audit": {
        "log": ("cli.questions.events", "The events, newest first."),
        "event": ("cli.questions.events", "What one event changed, in words."),
        "impact": ("cli.questions.events", "Everything one event changed."),
        "diff": ("cli.questions.events", "What happened between two states of knowledge."),
        "replay": ("cli.questions.lists", "A list computed from the events alone, without the tables."),
        "rebuild": ("cli.audit.checking", "Compute all read tables again, or check them."),
        "verify": ("cli.audit.checking", "Whether anything was altered: proven, altered or unproven."),
        "key": ("cli.audit.signing", "The key that signs checkpoints."),
        "checkpoint": ("cli.audit.signing", "Sign the present state, or keep a checkpoint from elsewhere."),
        "prove": ("cli.audit.checking", "A proof of one event that anybody can check."),
        "bundle": ("cli.audit.checking", "Events, checkpoints, public key and verifier, to check elsewhere."),
        "witness": ("cli.service.following", "Whether another machine's log only grew since it was seen."),
    },
    "Trials": {
        "compare": ("cli.questions.trials", "The players under several lists, run over the same games."),
        "predict": ("cli.questions.trials", "How well each list predicts results."),
        "what-if": ("cli.questions.trials", "A rule change tried out, compared and scored."),
        "pool": ("cli.questions.trials", "Whether a list's ratings grow or shrink, and why."),
        "level": ("cli.questions.lists", "How far a list stands from FIDE's, and rulings that adjust it."),
    },
    "Service": {
        "serve": ("cli.service.serving", "Answer over HTTP: pages for people, data for programs."),
        "site": ("cli.service.serving", "The public pages as files, for web space where nothing runs."),
        "login": ("cli.service.serving", "A link that opens a browser session of the service."),
        "token": ("cli.service.token", "Tokens for the service."),
        "follow": ("cli.service.following", "Every event and what it moved, for programs that keep in step."),
    },
    "Upkeep": {
        "backup": ("cli.upkeep.copies", "A verified copy of the ledger while it is in use."),
        "restore": ("cli.upkeep.copies", "A ledger from a backup."),
        "upgrade": ("cli.upkeep.care", "Bring a ledger of an earlier version to this one."),
        "copy": ("cli.upkeep.copies", "Copy a ledger to another place, a file or a database server."),
        "export": ("cli.questions.exports", "Lists, reports, a player's file, the ledger, for others to read."),
        "import": ("cli.upkeep.copies", "A whole ledger from its export, into an empty one."),
        "settings": ("cli.booking.office", "The ledger's time zone and clock."),
        "doctor": ("cli.upkeep.care", "Check the ledger and the machine, with advice."),
        "demo": ("cli.demo.demo", "Build a fictional federation and walk through it."),
        "completion": ("cli.upkeep.help", "Completion for your shell."),
        "help": ("cli.upkeep.help", "How to do something: a page of the documentation."),
    },
}
COMMANDS = {name: row for commands in HEADINGS.values() for name, row in commands.items()}
