"""The tournament report file (TRF), read and written."""
