"""One module per question: from the read tables to an answer."""
