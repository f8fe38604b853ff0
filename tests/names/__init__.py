"""Names of people: spellings, sounds, broken letters, and looking for them with
mistakes.
"""
