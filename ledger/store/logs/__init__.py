"""How events are added: the same for both databases, and the recorder of `eventsourcing` for each of them."""
