"""A published list held against the ledger."""
