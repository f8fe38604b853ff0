"""What an administrator copies: the units, the image, and the pages that say how."""
