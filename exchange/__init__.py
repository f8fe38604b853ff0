"""File formats, both ways. Readers refuse or report, never guess."""
