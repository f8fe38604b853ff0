"""Keep beside the ledger, and never in it, who follows what by mail.

An address that was typed is kept until it is confirmed, at most three days; one that is
confirmed until it ends that. Of the link that confirms only a hash is kept. The link
that ends it stands in every mail, so its secret is kept in clear: whoever has it can end
mails and nothing else.

A mail is claimed under the lock of the file, or of the schema, before it is sent: of
two services and all their workers one sends it. The claim runs out with the pause before
the next try, so a mail whose sender was killed is tried again: at least once.

asked      addresses that were typed, until they are confirmed
followers  addresses that are confirmed, and what each follows
daily      whose mail of the day is due
tries      when something is tried again, and given up
counts     how many there are, for the office and the metrics
"""
