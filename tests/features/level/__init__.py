"""The level of a list beside FIDE's, and rulings."""
