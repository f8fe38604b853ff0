"""Hash the secrets of tokens, links and sessions, of which only the hash is kept."""

import hashlib


def hashed(secret: str) -> bytes:
    """Return what is kept of a secret. It has so many random bits that one plain
    SHA-256 is enough.
    """
    return hashlib.sha256(secret.encode()).digest()
