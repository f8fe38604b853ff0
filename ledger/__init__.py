"""Facts and nothing but facts: documents in, events out, what stands. Knows no rules."""
