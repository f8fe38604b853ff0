"""What the program says to somebody at a command line, said to somebody with a browser.

A page has no options and no commands. Whoever looks at it is told what to do there, or nothing.
"""

import re

OF_COMMAND = re.compile(r"`selo |(?<![\w-])--[a-z]|^selo ")
INSTEAD = {
    # at the desk
    "book the difference with --as-correction --reason REASON": "write below why it is corrected",
    "use --id {other}, and --as-correction --reason REASON if it differs": (
        "answer {other} as the id of the tournament, and why it is corrected if it differs"
    ),
    "use --id {other}, or withdraw {name} first": "answer another id for the tournament, or withdraw {name} first",
    "leave out --as-correction for a new tournament": "leave the reason out for a new tournament",
    "leave out --id and --as-correction": "leave the id of the tournament and the reason out",
    "use --map {number}=new, or another id": "answer that one of them is somebody new, or another player",
    "use --round N, or keep the line above the table that names the round": (
        "answer which round it is, or keep the line above the table that names the round"
    ),
    "look for forfeits, remove them, and confirm that all games were played (--all-played)": (
        "look for forfeits, remove them, and confirm that all games were played"
    ),
    "try another --encoding": "answer another encoding",
    "{sentence}: with --encoding {encoding} it is {name}": "{sentence}: in {encoding} it is {name}",
    "the file knows more of {player}; to record it: selo player add {words}": (
        "the file knows more of {player}; the form of the player records it"
    ),
    "the archive cannot be unpacked: {what}": "the archive cannot be unpacked",
    "save the file as UTF-8, or name the encoding of a report or a table: --encoding cp850": (
        "save the file as UTF-8 and try again"
    ),
    "leave --sheet out": "leave the name of the sheet out",
    "--sheet is one of: {names}": "its sheets: {names}",
    "use --as fide-list --on DAY": "unpack FIDE's list and leave it here as it is",
    "use --as openings --list selo --on DAY": "save the table as CSV and leave it here",
    'if the same person is meant: --change, or "change": true in a document; otherwise use another id': (
        'if the same person is meant, say so in the form, or with "change": true; otherwise use another id'
    ),
    'if that is meant: --rules, or "rules": true in a document; see it first with --dry-run': (
        'if that is meant: "rules": true in the document'
    ),
    "use `selo undo {seq}`, or withdraw the tournament by its id": "withdraw the tournament by its id",
    "`selo reinstate {name}` first": "reinstate it first",
    "look at it again with `selo tournament {name}`": "look at it again, then make the correction anew",
    "set the clock of this machine right; if it is right and the last event's was not, "
    "say `selo settings --resume-clock REASON`": "whoever runs the service has to set its clock right",
    "set the clock of this machine right; a ledger whose first events were ahead goes into a new one with "
    "`selo export ledger` and `selo import`": "whoever runs the service has to set its clock right",
    "set the clock right; if it is right, say `selo --clock-is-right` before the command": (
        "whoever runs the service has to set its clock right"
    ),
    "run `selo rebuild`, then publish again": "whoever runs the service has to make the read tables again",
    "look at `selo verify`; if that is right, say so with `selo verify --accept`": (
        "whoever runs the service has to look at it first"
    ),
    "look at `selo verify`; if the events are whole, `selo rebuild` makes the tables again": (
        "whoever runs the service has to look at it first"
    ),
    "see `selo draft list`": "the drafts are on the desk",
    # elsewhere
    "ask for a new one: `selo login`": "ask whoever runs the service for a new one",
    "try `selo player find {name}`": "search for the name",
    "see `selo tournaments`": "look for it among the tournaments",
    "see `selo clubs`": "look for it among the clubs",
    "`selo reinstate {name}` first, or ask for --known-seq {seq}": "look at it as it was known before",
    "give either --known-on A..B or --known-seq M..N": "give either two days or two events",
    "--known-seq takes two whole numbers, as 10..20": "give the two events as 10..20",
    "a day as YYYY-MM-DD, or a label of `selo lists`": "a day as YYYY-MM-DD, or the name of a published list",
    "--against F001 F002": "name opponents",
    "use selo calc need with a rating of your own": "use the calculator, with a rating of your own",
    "--as-of: {text} is not a day": "{text} is not a day",
    "--known-on: {text} is not a day": "{text} is not a day",
    "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ": "write a day as YYYY-MM-DD, a moment as YYYY-MM-DDTHH:MM:SSZ",
    "--as-of {day} is after today ({today})": "{day} is after today ({today})",
    "--known-on {day} is after today ({today})": "{day} is after today ({today})",
    "give --known-on or --known-seq, not both": "give a day or an event up to which it is known, not both",
    "--known-on: {text} is neither a day nor a time": "{text} is neither a day nor a time",
    "--from {first} is after {last}, the last day": "{first} is after {last}, the last day",
    "--from {first} is after the last day asked about, {last}": "{first} is after the last day asked about, {last}",
    "--from {first} is after the day asked about, {last}": "{first} is after the last day asked about, {last}",
    "--to {last} is after {day}, the day of the question": "{last} is after {day}, the day of the question",
    "calc {kind} starts from the player's rating": "{kind} starts from the rating of the player",
    "use calc {kind}": "choose {kind}",
    "give --rating": "give a rating",
}
SAID_HERE = tuple(dict.fromkeys(INSTEAD.values()))
