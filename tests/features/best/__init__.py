"""The best of a list, and the clubs."""
