"""The demo: a fictional federation, built through the same door as everything else, and
a walk through its answers.

story    three seasons go into a ledger, submission by submission
walk     the commands of the walk, and what they print
command  how the walk reads
federation/  the documents, in the order of INDEX.json; tools/make_federation.py writes them
"""
