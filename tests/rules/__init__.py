"""The rulebooks, article by article."""
