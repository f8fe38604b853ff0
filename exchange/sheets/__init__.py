"""Spreadsheets and saved web pages as the plain tables in them: a line a row, tabs between the cells."""
