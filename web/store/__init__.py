"""Keep beside the ledger, in a file of its own, what the service needs: who may do
what, and what waits to be booked.

None of it is part of the event log. The file may be lost: ratings stay, tokens are made
again.

tables    the tables of that file, and the steps from one version of them to the next
beside    the file beside the ledger, opened
on_server the same where the ledger is on a server: a schema beside it
change_mark  the number that a change leaves
marked    whether anything changed beside the ledger that an answer may read
secret_hash  the hash that is kept of a secret
tokens    tokens: made, checked, revoked; denied attempts and changes of them
sessions  links to log in, and the sessions of browsers
quotas    how many drafts of one name may wait
drafts    files and documents that wait
draft_steps  what happened to a draft
previewed_content  previews by name: what is booked is what was looked at
four_eyes when two people have to stand behind a draft
contents  what the documents of a draft state
booking   a draft previewed, or booked by the desk
plans     drafts that are to be booked at an hour
"""
