"""Names of people: the same in another spelling, close to each other, looked for with mistakes.

spelling   words of a name, folded; one skeleton for a word in several languages' spelling; mistakes
likeness   two names: the same, alike, close, a part in common; the forms of given names at home
broken     letters that were broken on the way
index      looking for a name among many people, forgiving mistakes; what a search field asks

Pure: who the people are, and what follows from a match, is for others to say.
"""
