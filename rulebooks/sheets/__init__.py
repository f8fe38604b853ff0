"""Explanations on paper: how a number is written, and the layout that the simpler systems share."""
