"""Ratings on other pages: what they show, and who may frame them."""
