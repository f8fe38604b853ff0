"""The command as a person runs it: what it accepts, refuses and prints."""
