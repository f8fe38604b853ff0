"""How events are added, the recorder of `eventsourcing` for each database, and how they are read back whole."""
