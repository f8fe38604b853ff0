"""Turn a file or a document into a booked submission.

submit           the one pipe: prepare, decide, store, project, in one transaction; a
                 preview rolls it back
recording        documents to stored events
slips            what may be a slip is asked about before it is booked
movements        what a submission moved
rows_to_publish  the rows that a published list freezes
ledger_view      what all of these may ask of the ledger

What the office has named:

mail_server      its mail server, in selo.toml or in the environment
smtp             a mail server spoken to

What it comes to:

outcomes         all of it, as reports and answers show it
receipts         the events that were recorded
cautions         warnings
doubts           questions before booking
parameter_words  what the parameters do that every submission takes

second_look/     warnings about documents, and what may be a slip in them; the caller
                 hands it to submit

These read no file. What does, hands `submit` documents, or the function that makes them:

named_files      the files of one submission: documents, and files of games
file_proposals   files of games with what is stated beside them
files/           opening, recognising and reading a file of games; settings given beside it
games/           from a file of games to documents: questions, matching, differences, the report
lists/           from a rating list to documents
people/          who a row of a file is
exports/         what leaves as text for other programs: a report, a rating list
"""
