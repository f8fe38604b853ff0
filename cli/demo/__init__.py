"""An invented Finnish federation, three seasons of it: documents to submit in the order of `federation/INDEX.json`."""
