"""Compare names of people: the same in another spelling, close to each other, looked
for with mistakes.

words        the words of a name, folded to one spelling
surnames     `Last, First`
sounds       one skeleton for a word however a language writes its sounds
mistakes     words a mistake apart: a letter more, less or other, or two in turned order
slug         an id from a name
likeness     two names: the same, alike, close, a part in common; the forms of given names at home
nearest_ids  the ids nearest to one that nobody has
index        looking for a name among many people, forgiving mistakes; what a search field asks

Pure: who the people are, and what follows from a match, is for others to say.
"""
