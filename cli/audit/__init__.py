"""Commands for those who check: what happened, what it moved, whether anything was altered."""
