"""The calculators as a command line or an address gives them: texts in, an answer or every problem at once."""
