"""The ledger file: the event log, the people beside it, backups."""
