"""Questions about rating lists: on any day, and as they were published."""
