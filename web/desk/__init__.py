"""The officer's desk in the browser: plain forms over the drafts of the service.

Whatever a form asks for becomes a draft first: a file that was dropped, a corrected game, a merge, a list to publish.
Its page shows what was read, what is still to be answered and every rating that would move; booking is one button, and
goes the way that drafts of the command and of the API go. A draft is kept in a file, so it survives a restart.
"""
