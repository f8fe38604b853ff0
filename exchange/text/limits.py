"""How much is read at once; apart, so that whoever needs the number need not load the readers."""

MAX_BYTES = 10 * 1024 * 1024  # of a file, or of a line where a file may be larger
