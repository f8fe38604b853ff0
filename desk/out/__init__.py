"""What leaves the ledger as text for other programs: a tournament's report, a rating list."""
