"""The service, asked by a real client over a real socket: the same answers as the
command, and what it refuses.
"""
