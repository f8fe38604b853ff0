"""Turn a file or a document into a booked submission.

named_files   the files of one submission: documents, at most one file of games
files/        opening, recognising and reading a file of games; settings given beside it
games/        from a file of games to documents: questions, matching, differences, the report
lists/        from a rating list to documents
people/       who a row of a file is
out/          what leaves as text for other programs: a report, a rating list
submit        the one pipe: prepare, decide, store, project, in one transaction; a preview rolls it back
deciding      documents to stored events
ledger_view   what all of these may ask of the ledger
"""
