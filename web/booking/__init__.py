"""Record documents and keep drafts over HTTP.

bodies          the body of a request, read up to a size and a time
permissions     who may record which documents, and see and book which draft
seen_drafts     the drafts that somebody may see
documents       documents recorded from a body
batched_games   single games of one tournament, booked in one submission
trying          previews, in a process of their own
drafts          what waits: kept, previewed, booked, dropped, and planned for an hour
publishing      planned lists, published at their hour
"""
