"""A ledger from one place to another, event for event."""
