"""Run lists over the ledger's games that nobody booked, and say what they would show. Nothing here ever writes."""
