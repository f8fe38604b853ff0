"""The command. Every module imports what it needs when it is needed, so that `--help` is quick."""
