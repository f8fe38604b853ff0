"""A second implementation, written from the rules alone and as simply as possible."""
