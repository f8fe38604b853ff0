"""Keep beside the ledger, in a file of its own, what the service needs: who may do what, and what waits to be booked.

None of it is part of the event log. The file may be lost: ratings stay, tokens are made again.

beside    the file beside the ledger, opened
tables    its tables
tokens    tokens: made, checked, revoked; denied attempts and changes of them
sessions  links to log in, and the sessions of browsers
drafts    files and documents that wait
quotas    how many of one name may wait
four_eyes what happened to a draft, and when two people have to stand behind it
previews  a preview by its name
booking   a draft previewed, or booked by the desk
notifications   the event log as the library `eventsourcing` reads it
cases     what somebody without an account says is wrong
members   the federation's register of members
webhooks  where events are sent to
outbox    how far each of them came, and who delivers
"""
