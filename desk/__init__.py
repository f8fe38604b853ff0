"""From a file or a document to a booked submission: questions, matching, preview, booking."""
