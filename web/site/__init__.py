"""The public side as files, for web space where nothing runs: the same pages, with links from file to file."""
