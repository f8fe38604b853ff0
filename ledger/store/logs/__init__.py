"""How events are added, in a file and on a server, and how they are read back whole."""
