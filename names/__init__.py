"""Names of people: the same in another spelling, close to each other, looked for with mistakes.

spelling   words of a name, folded; the same, alike, close
sounds     one skeleton for a word in several languages' spelling
index      looking for a name among many people, forgiving mistakes
search     what a search field asks: parts of names, names and clubs with mistakes

Pure: who the people are, and what follows from a match, is for others to say.
"""
