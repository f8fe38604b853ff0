"""Games in columns, gathered into units that are rated at once, in their order."""
