"""What is said of a file that is not read as games: what it is, and what to send instead."""

from exchange.recognise import Kind
from messages import Message, by_command, say

_KNOWN = by_command(
    "known are JSON documents, TRF, PGN, and tables of games, pairings or results as CSV, text, xlsx, ods or web "
    "page; with --as lists and openings",
    "known are JSON documents, TRF, PGN, and tables of games, pairings or results as CSV, text, xlsx, ods or web "
    "page; lists and openings too",
)
INSTEAD: dict[Kind | None, tuple[Message, Message]] = {
    "json": (
        say("this is a JSON document, not a file of games"),
        say("submit it without the options for a file of games"),
    ),
    "empty": (say("the file is empty"), _KNOWN),
    "packed": (say("the file is a zip archive"), say("unpack it and send what is inside")),
    "gzip": (say("the file is packed (gzip)"), say("unpack it first")),
    "rich-text": (say("the file is a text document (RTF)"), say("save it as plain text, or ask for the report (TRF)")),
    "excel": (
        say("the file is an old spreadsheet or another office file"),
        by_command(
            "save it as .xlsx, or the sheet as CSV (the extra selokirja[xls] reads .xls)",
            "save it as .xlsx, or the sheet as CSV",
        ),
    ),
    "pdf": (
        say("the file is a PDF, which shows results and does not hold them"),
        say("ask the organiser for the report (TRF)"),
    ),
    "web-page": (
        say("the web page has no table of games that is known here"),
        say("save the page with the crosstable"),
    ),
    "swiss-manager": (
        say("the file is a tournament of Swiss-Manager"),
        say("export the report (TRF16) from Swiss-Manager"),
    ),
    "access": (
        say("the file is a database of Access, as Papi writes it"),
        say("export the report (TRF) from Papi, or save the table of results as CSV"),
    ),
    "swissperfect": (
        say("the file is one of the three in which SwissPerfect keeps a tournament"),
        say("export the crosstable from SwissPerfect as text, with the columns No, Name and Loc Id, and send that"),
    ),
    "us-chess": (
        say("the file is a part of a rating report to US Chess (DBF)"),
        say("ask for the report (TRF), which the same program exports, or save the table of results as CSV"),
    ),
    "dbase": (
        say("the file is a table of dBase (DBF)"),
        say("open it in a spreadsheet and save it as CSV"),
    ),
    "swisssys": (
        say("the file is an event of SwissSys"),
        say("export each section from SwissSys as a report (TRF)"),
    ),
    "sqlite": (
        say("the file is a database (SQLite), as Sharly-Chess keeps an event"),
        say("export the tournament from Sharly-Chess as TRF"),
    ),
    "vega": (
        say("the file is one that Vega keeps a tournament in"),
        say("send the report (TRF) that Vega writes, or its PGN"),
    ),
    "swiss-chess": (
        say("the file is a tournament of Swiss-Chess"),
        say("export the report (TRF) from Swiss-Chess, or save the table of results as text"),
    ),
    "tasaselo-list": (
        say("this is the rating list that Tasaselo reads: it has no ids and no games"),
        say("send the table of results that Tasaselo writes (TULOKSET.TXT)"),
    ),
    "xml": (
        say("the file is XML of a kind that is not known here"),
        say("export the report (TRF) from the program that wrote it"),
    ),
    "binary": (
        say("the file is no text: it is one that a program keeps for itself"),
        say("export the report (TRF) from that program, or save the table of results as CSV"),
    ),
    "fide-xml": (
        say("this looks like FIDE's rating list"),
        by_command("use --as fide-list --on DAY", "unpack FIDE's list and leave it here as it is"),
    ),
    "fide-text": (
        say("this looks like FIDE's rating list"),
        by_command("use --as fide-list --on DAY", "unpack FIDE's list and leave it here as it is"),
    ),
    "openings": (
        say("this is a table with ratings, not one of games"),
        by_command("use --as openings --list selo --on DAY", "save the table as CSV and leave it here"),
    ),
    None: (say("nothing in the file shows what it is"), _KNOWN),
}
