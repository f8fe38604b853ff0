"""What makes pages, figures and the invented federation; nothing here is installed."""
