"""The ledger as programs have it that are built with `eventsourcing`: a recorder, and subscriptions to it."""
