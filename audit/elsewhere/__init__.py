"""Following a log from another machine: the tree in tiles, and what a witness keeps and compares."""
