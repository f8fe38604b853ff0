"""Commands of the service: serving, and what belongs to it."""
