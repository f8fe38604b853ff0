"""Pages for people: languages, addresses, HTML that every browser reads alike."""
