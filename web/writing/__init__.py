"""Record documents and keep drafts over HTTP."""
