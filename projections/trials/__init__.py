"""What would be: lists run over the ledger's games that nobody booked, and what they say. Nothing here ever writes."""
