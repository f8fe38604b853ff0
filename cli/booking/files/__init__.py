"""A file of games or a list on its way in: its options, its report, its questions on a terminal."""
