"""How facts follow from events."""
