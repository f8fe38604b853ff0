"""Book what a command line brings, or preview it: documents of commands that write,
files, lists. On a terminal ask what is to be asked before, and let Ctrl-C end every
prompt.

submitting  book it, with the answers of the command line and of the terminal
prompts     ask on a terminal
submit      `selo submit`, and what its options state of files
terminal    the open questions of a report, one after the other
documents   documents that a command makes
office      a new ledger, and its settings
waiting     drafts and documents that wait
report      how what was recorded reads
file_report how the check report of a file of games reads
"""
