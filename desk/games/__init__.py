"""Turn a file of games into documents: questions, matching, differences, and the report
of all that.

proposal         the whole way of one file: match, ask, compare with the ledger
open_question    a question that a file leaves open
event_questions  what is asked about the event
table_questions  what is asked about the columns, points, ids and colours of a table
round_questions  what is asked about rounds that the ledger does not have
day_words        what questions call the days that they ask for
identities       who the rows are
stages           the tournaments that a file is cut into
documents        the documents that a file comes to
document_fields  the fields of these: of a header, of a game
difference       a tournament in the ledger compared with the same one in a file
relay            a relay's games matched with the report of the event
read_table       the crosstable that a file reports
report           what is reported of a file, before and after booking
"""
