"""The second implementation of the systems beside the Finnish ones."""
