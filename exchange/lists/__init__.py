"""Rating lists as federations and programs write them."""
