"""Commands that ask: players, lists, tournaments, titles, reasons."""
