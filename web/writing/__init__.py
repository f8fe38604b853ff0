"""Everything that records something: documents, drafts."""
