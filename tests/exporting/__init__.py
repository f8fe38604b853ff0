"""What leaves the ledger: tables, reports, published lists, the whole ledger as lines."""
