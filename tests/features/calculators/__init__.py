"""The calculators: what they answer, what they refuse, and their page."""
