"""Makes the reference pages, the demo federation and the table of sample files; not
installed.
"""
