"""Read the files in which pairing programs keep or export a whole tournament: who is in
it, who met whom, and what they say of the event.

Each reader knows the file of one program and makes a `Tournament` of it. What cells mean
and whether two rows agree is told where it is for reports (exchange/text/cells.py). A
file that is not laid out as its program is known to write it is refused, and its report
(TRF) is asked for.

tournament   what every reader makes
values       texts, numbers and days in such files
swar         SWAR of Belgium
swissperfect SwissPerfect's archive
tunx         Swiss-Manager's file
"""
