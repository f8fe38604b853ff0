"""Commands for whoever keeps the ledger: backups, exports, health."""
