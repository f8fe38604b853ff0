"""Pictures: what they show, that they stay small, and that a page which forbids inline
styles may hold them.
"""
