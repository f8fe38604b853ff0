"""Selection numbers, as they are asked for and shown."""
