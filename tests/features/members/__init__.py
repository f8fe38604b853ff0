"""The register of members, at a command line, over HTTP and at the desk."""
