"""A witness on another machine: what it follows, keeps and refuses."""
