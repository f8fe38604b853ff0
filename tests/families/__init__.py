"""The rules of other federations, article by article: a folder for each family, which goes
with it.
"""
