"""Signs for the office: what in the games is worth a question, and never an accusation."""
