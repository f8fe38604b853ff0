"""Reading and writing the formats."""
