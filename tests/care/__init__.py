"""Backups, health checks, erasing people, and ledgers that other versions wrote."""
