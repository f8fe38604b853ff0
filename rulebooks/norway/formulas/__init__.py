"""Formulas I, II and III of the Norwegian text, and the order in which a tournament goes through them."""
