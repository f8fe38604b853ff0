"""Pictures of answers as SVG: the standard library only, no clock, the same bytes for the same answer."""
