"""Checkpoints, proofs, and what tampering leaves behind."""
