"""The codes of files that are read: reports, tables and lists of every format."""

from ledger.codes.code import WARNING, Code

_PAIRING = {  # of every format that pairs the results of two rows
    "colour-missing": Code(
        "Two players met, but not one with white and one with black."
    ),
    "contradicting-results": Code(
        "The results of two players against each other do not fit together."
    ),
    "one-sided-cell": Code(
        "A player names an opponent whose own row names somebody else."
    ),
    "own-opponent": Code("A player is paired with themselves."),
    "pending-game": Code("A game is not finished and was not rated.", (WARNING,)),
    "result-without-opponent": Code(
        "A cell has a result that needs an opponent, but names none."
    ),
    "same-colours": Code("Both players of a game have the same colour."),
    "unknown-opponent": Code("A player names an opponent who has no row."),
    "unplayed-game": Code(
        "A pairing was not played over the board and was not rated.", (WARNING,)
    ),
}

_OF_READERS = {
    "bye-as-player": Code(
        "Games against a bye were read as byes, not as games.", (WARNING,)
    ),
    "control-character": Code("A text file holds a control character."),
    "crosstable-cell": Code("A cell of a crosstable is not a result."),
    "crosstable-empty": Code("The text holds no crosstable."),
    "crosstable-row": Code("It is not clear which fields of a row are the rounds."),
    "crosstable-too-large": Code(
        "The crosstable has more rows or rounds than are read."
    ),
    "crosstable-two-styles": Code("The crosstable mixes two ways of writing a cell."),
    "fide-absent": Code(
        "Players here have FIDE ids that are not in the list.", (WARNING,)
    ),
    "fide-id-twice": Code(
        "A FIDE id belongs to several players, so nothing was recorded for it.",
        (WARNING,),
    ),
    "fide-list-cut": Code("The FIDE list stops within a line."),
    "fide-list-depth": Code("The tags of a FIDE list are nested too deep."),
    "fide-list-doctype": Code(
        "A FIDE list declares a document type, which it should not."
    ),
    "fide-list-empty": Code("The FIDE list is empty."),
    "fide-list-header": Code(
        "The first line does not name the columns of a FIDE list."
    ),
    "fide-list-no-day": Code(
        "A FIDE list waits as a draft, and nobody has said which day it is of."
    ),
    "fide-list-one-kind": Code(
        "The FIDE list has standard, rapid or blitz ratings alone, and nobody has said"
        " which."
    ),
    "fide-list-packed": Code("The FIDE list is still in a zip archive."),
    "fide-list-root": Code("The XML file is not a FIDE list."),
    "fide-list-row": Code(
        "A row of a FIDE list cannot be read and was skipped.", (WARNING,)
    ),
    "fide-list-twice": Code("A FIDE id is in the list twice, with other values."),
    "fide-list-value": Code("A value of a FIDE list is too long, or has no end."),
    "fide-list-xml": Code("The FIDE list is not well-formed XML."),
    "fide-name": Code(
        "A FIDE id has a name in the list that is not close to the player's here.",
        (WARNING,),
    ),
    "import-after-end": Code(
        "There is something after the end mark of an exported ledger."
    ),
    "import-altered": Code(
        "An exported ledger makes one that an audit calls altered, so it was not kept."
    ),
    "import-cut-off": Code(
        "An exported ledger has no end mark, so something of it is missing."
    ),
    "import-empty": Code("The export of a ledger has no line."),
    "import-end-differs": Code(
        "The end mark of an exported ledger does not fit its lines."
    ),
    "import-federation": Code(
        "Players without a federation of FIDE were read without one.", (WARNING,)
    ),
    "import-not-a-line": Code("A line is not one of an exported ledger."),
    "import-order": Code("The lines of an exported ledger are out of order."),
    "import-rows-differ": Code(
        "The published rows in an exported ledger do not fit their digest."
    ),
    "import-too-large": Code(
        "A line of an exported ledger is longer than what is read."
    ),
    "foreign-line": Code("A line of a report of games abroad cannot be read."),
    "foreign-total": Code(
        "The results of an own player abroad do not add up to the total."
    ),
    "foreign-two-sides": Code(
        "Two lines of a report of games abroad contradict each other."
    ),
    "line-too-long": Code("A line is longer than what is read."),
    "map-line": Code("A line of a map file maps nobody."),
    "map-player": Code("A map file names a player id that nobody has."),
    "map-row": Code("A map file names a row that the file does not have."),
    "map-too-long": Code("A map file has more lines than are read."),
    "map-twice": Code("A map file maps a row twice."),
    "matrix-empty": Code("The text has no matrix of results."),
    "matrix-row-apart": Code("A row like those of a matrix does not go on with it."),
    "needs-answer": Code("The file leaves something open that somebody must state."),
    "no-event": Code("A list of people was submitted with the id of a tournament."),
    "no-sheet": Code(
        "There is no sheet of that name, or the file is not a spreadsheet."
    ),
    "not-toml": Code("The file of defaults beside the ledger cannot be read."),
    "one-stage": Code("No game lies in the chosen part of the tournament."),
    "openings-birth": Code("A birth is neither a day nor a year."),
    "openings-column-twice": Code("Two columns of a table of openings mean the same."),
    "openings-cut": Code("The table of openings stops within a line."),
    "openings-empty": Code("The table of openings has no players."),
    "openings-fields": Code("A row has another number of fields than the header."),
    "openings-missing": Code("A row lacks a value that every opening needs."),
    "no-pending-game": Code(
        "A result is stated of a game that the file does not have without one."
    ),
    "openings-missing-column": Code("A table of openings lacks a column."),
    "openings-no-ids": Code(
        "New people of a list without ids get ids only with a prefix for them."
    ),
    "openings-who": Code("A list without ids has a name that may be somebody's here."),
    "openings-no-day": Code(
        "Openings wait as a draft, and nobody has said which day they are of."
    ),
    "openings-no-games": Code(
        "A list for Swiss-Manager was submitted as openings; it does not tell games."
    ),
    "openings-no-list": Code(
        "Openings wait as a draft, and nobody has said which list they are on."
    ),
    "row-above-header": Code(
        "A line of a table is above the header, where nobody would read it."
    ),
    "openings-number": Code("A rating or number of games cannot be read."),
    "openings-quotes": Code("The quotes of a table of openings do not match."),
    "openings-twice": Code("A player is in two rows."),
    "openings-unknown-column": Code(
        "A table of openings has a column of unknown meaning."
    ),
    "other-format": Code("The file is of a format that is read in another way."),
    "other-person": Code("A row has the id of a player with another name."),
    "page-cut-off": Code("A web page ends in the middle of a table."),
    "page-groups": Code(
        "Tables of a web page have different people, and only one can be read."
    ),
    "pages-differ": Code("Two pages of one event contradict each other."),
    "pairings-empty": Code("The pairing table has no game."),
    "pairings-no-round": Code("Nothing names the round of a pairing table."),
    "pairings-pending-game": Code(
        "A game of a pairing table has no result yet.", (WARNING,)
    ),
    "pairings-rounds": Code("A pairing table has more rounds than are read."),
    "pairings-two-names": Code(
        "A starting number or an id of a table has two names.", (WARNING,)
    ),
    "people-birth": Code("A birth on a list of people is not a day or year."),
    "people-column-twice": Code("Two columns of a list of people mean the same."),
    "people-empty": Code("The list of people has nobody on it."),
    "people-fide-id": Code("A FIDE id on a list of people is not a number."),
    "people-fields": Code("A row of a list of people has more fields than the header."),
    "people-no-name": Code("A row of a list of people has no name."),
    "people-no-names": Code("A list of people has no column of names."),
    "people-quotes": Code("The quotes of a list of people do not match."),
    "people-ratings": Code("A list of people has ratings, which are not read."),
    "people-too-many": Code("A list of people is longer than is read."),
    "pgn-comment": Code("A comment of a PGN file is not closed."),
    "pgn-empty": Code("The PGN file has no game."),
    "pgn-game-twice": Code("A PGN file has the same game twice, tag by tag."),
    "pgn-no-player": Code("A game names only one of its players, or none."),
    "pgn-no-round": Code("A game has no round."),
    "pgn-not-confirmed": Code(
        "PGN does not tell which games were played over the board; somebody must."
    ),
    "pgn-not-finished": Code("A game is not finished and was not rated.", (WARNING,)),
    "pgn-not-played": Code(
        "All games are stated to be played, but one ended without play."
    ),
    "pgn-result": Code("A result of a PGN file cannot be read."),
    "pgn-tag": Code("A tag of a PGN file cannot be read."),
    "pgn-tag-twice": Code("A tag appears twice in one game."),
    "pgn-too-many-tags": Code("A game has more tags than are read."),
    "pgn-variant": Code("A game of a PGN file is of another kind of chess."),
    "program-bonus": Code(
        "Players have points that belong to no round, and so to no game.", (WARNING,)
    ),
    "program-empty": Code("The tournament of a pairing program has nobody in it."),
    "program-file": Code(
        "The file of a pairing program is cut short, or not laid out as it is known."
    ),
    "program-mark": Code(
        "A pairing program marked a pair in a way that is not known here.", (WARNING,)
    ),
    "program-number": Code("Two players of a tournament have the same number."),
    "program-paired-twice": Code("A player has two games in one round."),
    "program-result": Code(
        "It is not known what a result of a pairing program means.", (WARNING, 1)
    ),
    "published-column-twice": Code(
        "Two columns of another published list mean the same."
    ),
    "published-empty": Code("Another published list has nobody on it."),
    "published-fields": Code(
        "A row of another published list has more fields than the header."
    ),
    "published-missing-column": Code("Another published list lacks a column."),
    "published-nobody": Code(
        "A row of another published list has neither an id nor a FIDE id."
    ),
    "published-number": Code("A number in another published list cannot be read."),
    "published-quotes": Code("The quotes of another published list do not match."),
    "published-too-long": Code("Another published list is longer than is read."),
    "published-twice": Code("A player appears twice in another published list."),
    "same-bytes": Code("This very file was recorded before.", (5,)),
    "same-event": Code(
        "Another tournament begins on the same day and has the same games."
    ),
    "sheet-broken": Code("A spreadsheet cannot be unpacked or read."),
    "sheet-doctype": Code(
        "A spreadsheet declares a document type, which it should not."
    ),
    "sheet-too-large": Code("A spreadsheet or web page is larger than what is read."),
    "table-board": Code("A board is not a number."),
    "table-column-twice": Code("Two columns of a table of games mean the same."),
    "table-columns": Code("Nothing shows which column of a table is what."),
    "table-date": Code("A date of a table of games is not a day."),
    "table-empty": Code("The table has no games."),
    "table-fields": Code("A row has another number of fields than the header."),
    "table-line-twice": Code("A table has the same game on two lines."),
    "table-missing-column": Code("A table of games lacks a column."),
    "table-no-player": Code("A game lacks a player."),
    "table-own-opponent": Code("A player is paired with themselves."),
    "table-played": Code("It is not clear whether a game was played over the board."),
    "table-quotes": Code("The quotes of a table of games do not match."),
    "table-result": Code("A result of a table of games cannot be read."),
    "table-round": Code("A round is not a number."),
    "table-team": Code(
        "A game of a table names one team, twice the same, or a home team that is"
        " neither."
    ),
    "table-two-games": Code("A player has two games in one round.", (WARNING,)),
    "table-unknown-column": Code("A table of games has a column of unknown meaning."),
    "text-encoding": Code("The text is in an encoding that cannot be read."),
    "too-many-lines": Code("The file has more lines than are read."),
    "league-boards": Code(
        "A match has fewer boards with a result than others.", (WARNING,)
    ),
    "trf-birth-unreadable": Code("A day of birth cannot be read.", (WARNING,)),
    "trf-date-unreadable": Code("A day of the tournament cannot be read.", (WARNING,)),
    "trf-dates-contradict": Code(
        "Start, end and round dates contradict each other.", (WARNING,)
    ),
    "trf-empty-round": Code(
        "A row has a result behind the declared number of rounds.", (WARNING,)
    ),
    "trf-id-not-a-number": Code("A FIDE id is not a number.", (WARNING,)),
    "trf-line-without-tag": Code("A line without a tag was not read.", (WARNING,)),
    "trf-missing-starting-number": Code("A starting number has no row."),
    "trf-national-name": Code(
        "A national record spells the name in another way.", (WARNING,)
    ),
    "trf-national-twice": Code("Two national records are about one player."),
    "trf-national-unknown": Code("A national record is about a player who has no row."),
    "trf-no-name": Code("A player has no name.", (WARNING,)),
    "trf-no-players": Code("The report has no player."),
    "trf-opponent-unreadable": Code("An opponent is not a starting number."),
    "trf-player-count": Code(
        "The declared number of players differs from the rows.", (WARNING,)
    ),
    "trf-points-differ": Code(
        "The printed points differ from the sum of the results.", (WARNING,)
    ),
    "trf-points-unreadable": Code("The printed points cannot be read.", (WARNING,)),
    "trf-rank-unreadable": Code("A rank cannot be read.", (WARNING,)),
    "trf-rating-unreadable": Code("A rating cannot be read.", (WARNING,)),
    "trf-round-dates-misplaced": Code(
        "The round dates are not in their columns and were not read.", (WARNING,)
    ),
    "trf-same-id": Code("Two rows have the same FIDE id.", (WARNING,)),
    "trf-several-byes": Code(
        "A round has more than one pairing-allocated bye.", (WARNING,)
    ),
    "trf-shifted-cell": Code("The cell of a round is not in its columns."),
    "trf-shifted-row": Code("A player's row is not in its columns."),
    "trf-short-ids": Code(
        "FIDE ids are so short that they may be local numbers.", (WARNING,)
    ),
    "trf-starting-number": Code("A starting number cannot be read."),
    "trf-starting-number-twice": Code("Two rows have the same starting number."),
    "trf-tab": Code("A row of fixed columns has a tab in it."),
    "trf-team-unreadable": Code("The players of a team were not read.", (WARNING,)),
    "trf-title-not-kept": Code(
        "A title of a woman, or none that is known, is not recorded with the games.",
        (WARNING,),
    ),
    "trf-too-many-cells": Code("The report has more results than are read."),
    "trf-too-many-results": Code(
        "A row has a result behind the declared number of rounds."
    ),
    "trf-too-many-rounds": Code("A row has more rounds than are read."),
    "trf-unknown-code": Code("A result has a code that TRF does not have."),
    "trf-unknown-colour": Code("A colour is not one that TRF has."),
    "unknown-format": Code("Nothing in the file tells its format."),
}

_PAIRED = ("trf", "crosstable", "matrix", "program")
CODES_OF_FILES: dict[str, Code] = {
    **_OF_READERS,
    **{f"{format}-{code}": row for format in _PAIRED for code, row in _PAIRING.items()},
}
