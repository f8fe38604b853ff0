"""What the readers of text files share: decoding, days, cells, and the notes they take while reading."""
