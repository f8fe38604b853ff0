"""Look once more at what a submission brings: what an officer should look at again.

look         all of it, which the caller hands to `submit`
warnings     what is told about a document; some of it may be a slip, and is asked
days         days that fit no life
games        what may be a slip in the games of a tournament
tournaments  what may be one in a tournament beside others and beside its past
players      what may be one in a number, an opening or a title
"""
