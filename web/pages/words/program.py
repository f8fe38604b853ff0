"""What the program itself says on public pages, as the core writes it: reasons, problems, hints. `{...}` differs."""

PATTERNS = (
    # problems of an address
    "there is nothing at this address",
    "there is no page at this address",
)
