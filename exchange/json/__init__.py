"""Read JSON documents, check them, and make them from fields.

positions   where every value of a text stands
flaws       every flaw in the shape of a document at once, where the strict decoder stops at the first
kinds       what a field takes, in words
characters  the characters that no stored text may have
documents   one document, read strictly or made
files       the files that hold documents
foreign     JSON that another program wrote
"""
