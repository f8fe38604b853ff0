"""Read and write the formats of files. Readers refuse or report, never guess."""

# that are read at once: of a file, or of a line where a file may be larger
MAX_BYTES = 10 * 1024 * 1024
