"""Certificates of ratings and titles: what they say, and what proves it."""
