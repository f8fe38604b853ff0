"""Read spreadsheets and saved web pages as the plain tables in them: a line a row, tabs
between the cells.

archives    the parts of a zip archive, each unpacked within limits
xml_parts   one part of XML, read with expat
xlsx, ods   workbooks of today
xls         old .xls
dbase       tables of dBASE
web_page    the tables of a saved web page
rows        the rows of a sheet while they are read
numbers     numbers and days as a sheet stores them
refusals    the refusal of a file that is no sheet we can read

Why: docs/design/029-libraries.md
"""
