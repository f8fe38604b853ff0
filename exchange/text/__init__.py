"""Share what the readers and writers of text files need.

encodings    which encoding the bytes of a file are in
decoding     bytes to lines; what no text may have refuses the file
notes        what a reader notes: problems refuse the file, all at once; warnings go with the report
tables       fields between separators, as spreadsheets save them, under a header
numbers      whole numbers
dates        days, however a file writes them
cells        the results in the cells of reports and tables
csv_written  rows written as CSV
"""
