"""A document and what the ledger holds, to events not yet stored."""
