"""The public pages as files: whole, linked, and written again where they changed."""
