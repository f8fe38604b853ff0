"""JSON documents: read, checked, and made from fields."""
