"""What leaves the ledger: text that a screen may not obey, and files that are whole or not there."""
