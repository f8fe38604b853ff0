"""What differs between the databases that can hold a ledger: one page each for SQLite and PostgreSQL, same names."""
