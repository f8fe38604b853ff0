"""Questions about players: their ratings, how they came about, titles, performances,
selection.
"""
