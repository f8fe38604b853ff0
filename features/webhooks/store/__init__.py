"""Keep webhooks beside the ledger: where events are sent to as they are recorded, and
how far each came. Nothing is queued but the event log.

A secret signs what is sent, so that the receiver knows the office. It is kept in clear,
because every message is signed with it; somebody who has the file beside the ledger
could sign as well.

rows      a webhook as it is kept, and as it is told of
changes   a webhook is added, dropped, paused and resumed
troubles  who gets nothing at the moment, for the checks and the metrics
outbox    which event each gets next, and how far it came
"""
