"""Backups, health checks, erasing people, and ledgers of earlier versions."""
