"""Signs for the office: what is unlikely, what was planted, and who may see it."""
