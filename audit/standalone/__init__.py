"""The verifier that auditors take along: one file that needs Python and nothing else."""
