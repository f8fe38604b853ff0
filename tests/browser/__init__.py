"""The pages in a real browser: Chromium, driven by Playwright where both are installed;
elsewhere skipped, with a word why. `apt-get install chromium`, then `make test` finds
it.
"""
