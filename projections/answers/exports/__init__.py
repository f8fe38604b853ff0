"""Answer with what leaves the ledger for others to read: lists, reports, audits, a player's file, everything."""
