"""What is invented by hand of the demo's federation: clubs, people, tournaments, and
what its office decided.
"""

from typing import Any

BEGINNING = "2022-05-01"
CLUBS = {
    "K": "Kuusilahden Shakki",
    "H": "Hopeajoen Ratsu",
    "L": "Lumikosken Sotilas",
    "R": "Revonlammen Torni",
    "S": "Kaislasalmen Lähetti",
    "G": "Granskärs Schack",
}
FILES = """\
01-founding|2023-05-02T08:15:00Z|north|The members and the balances they bring from the card index.
02-summer-2022|2023-05-04T17:40:12Z|north|A season from the drawers, under the old rules: opens, a closed event, blitz.
03-autumn-2022|2023-05-11T09:05:31Z|south|Autumn 2022, with a children's tournament and many newcomers.
04-spring-2023|2023-05-29T18:22:47Z|north|Spring 2023, the youth championship and the first league.
05-summer-2023|2023-09-11T16:10:05Z|north|Summer 2023, and a winter event that lay in a drawer for half a year.
06-autumn-2023|2024-01-09T10:30:00Z|south|Autumn 2023, with a double round at two playing times.
07-spring-2024|2024-05-27T19:01:54Z|north|Spring 2024, and November's rapid again under another name.
08-review-2024|2024-06-17T12:00:00Z|review|A result turned round, a double entry withdrawn, two ids made one.
09-summer-2024|2024-09-09T15:45:20Z|north|Summer 2024, a late rapid from January, and Easter put on hold.
10-autumn-2024|2025-01-13T11:11:11Z|south|Autumn 2024, an open abroad; the Easter open is taken back in.
11-spring-2025|2025-05-26T18:05:09Z|north|Spring 2025, the third league, a team abroad, a master confirmed.
12-league-2025|2025-06-16T07:50:00Z|league|Two league games reported late, and a rapid nobody had sent in.
13-review-2025|2025-09-22T13:20:36Z|review|Score sheets against results: a title loses its ground.
"""
# name, sex and birth, club or federation, strength on 2022-05-01, newcomers: plays from
# (9999: only when named)
PEOPLE = """\
Eerik Vuolaskoski m1983-03-12 K 2290; Magnus Tallgård m1978 G 2240; Ilmari Haapakorva m1990 H 2225
Sanna Tuulensalo f1992-11-02 L 2135; Väinö Kuuramäki m1960 R 2110; Henrik Norrskogen m1974 G 2085
Joonas Lammenpää m2002-08-19 H 2080; Petri Honkavirta m1971 L 2070; Oskari Teeriniemi m1987 S 2050
Kaarina Sarasvuori f1980 R 2020; Tapani Ruokoranta m1958 K 1975; Linnea Västerlid f1997-01-15 G 1960
Antero Kivisalmela m1969 L 1940; Juho Pihlajoki m1994 S 1920; Robert Sandgrund m1965 G 1890
Mirja Vesavaara f1973 H 1870; Aleksi Tervahaka m1998 K 1850; Olavi Hiidenoja m1956 R 1830
Sofia Björkenäs f2003 G 1800; Markku Jäkälänen m1967 L 1785; Timo Saravesi m1982 S 1765
Heidi Lumijärvi f1989 K 1750; Kalle Niittyharju m1977 H 1730; Gustav Ekträsk m1962 G 1700
Niko Sorsakoski m2000 R 1690; Elina Suopursu f1985 S 1670; Pauli Kontiovaara m1952 L 1650
Arttu Variskallio m1995 K 1625; Reijo Hongannokka m1963 R 1600; Maija Kettuharju f1978 H 1575
Viktor Hällsund m1996 G 1550; Teemu Ojankoski m1984 S 1525; Aino Hallavuori f2009-05-23 L 1490
Lauri Pyykangas m2008 K 1560; Saara Mäntyluode f2007 R 1470; Jari Tammiselkä m1970 L 1440
Iida Korvenranta f2010 H 1380; Rasmus Holmviken m2006 G 1420; Kimmo Louhisalo m1975 S 1350
Onni Vaahterinen m2011 K 1290; Pekka Rautasuo m1979 H 1620 2022-06; Anni Lehtovirta f1993 S 1480 2022-06
Elias Kivelänoja m2011-01-30 R 1330 2022-09; Jussi Karhusaari m1968 - 1560 2022-08; Venla Ylikorpi f2012 L 1150 2022-11
Toivo Sammalpää m2013 K 1120 2022-11; Emil Strandås m2014 G 1100 2022-11; Helmi Puronvarsi f2014 - 1080 2022-11
Eetu Rantakivi m2013 - 1130 2022-11; Vilma Rantasola f2012-04-02 H 1200 9999; Oona Sinikoski f2014 S 1090 2022-11
Max Klövholm m2015 G 1050 2023-03; Samuli Aaltosuo m1998 - 1700 2023-06; Riikka Peltovaara f1987 R 1430 2023-09
Miro Kaukasalo m2005 K 1650 2024-12; Ella Vitsasaari f2010 L 1520 2025-04; Marek Tamsalu m1989 EST 2160 9999
Johan Lindvret m2007 SWE 1780 9999; Sindre Fjellmo m1986 NOR 1780 9999; Karin Åsmyr f1995 SWE 1900 9999
Rein Kuusmaa m1977 EST 1700 9999; Wilma Rantasalo f2012 - 1200 9999
"""
# name | time | shape | strengths | for each edition: file, start + days, players, who
# must play, -who must not
SERIES = """\
Kuusilahti Open|90+30|swiss|1400-2300|02 2022-06-11+7 16 33 7|05 2023-06-10+7 18 33 53 43 9|09 2024-06-08+7 20 57 59 33
Juhannus Blitz|3+2|swiss|1400-2300|02 2022-06-23+0 14|05 2023-06-22+0 12|09 2024-06-20+0 12 59
Hopeajoki Rapid|15+10|swiss|1300-2200|02 2022-06-25+1 14 41 42|05 2023-07-01+1 14 43|09 2024-06-29+1 14 43
Lumikosken Kutsuturnaus|90+30|robin|1800-2200|02 2022-07-11+6 8 7
Granskär Open|90+30|swiss|1300-2300|02 2022-08-06+7 14 12|05 2023-08-05+7 16 58 60 33|09 2024-08-03+7 16 58 60 7 4
Kaislasalmi Open|90+30|swiss|1200-2300|03 2022-09-17+8 18 33 43|06 2023-09-16+8 18 43 57 54|10 2024-09-14+8 18 33 43 50
Hopeajoen Mestaruus|90+30|robin|1500-2200|03 2022-10-03+49 8 7 3
Syysblitz|5+0|swiss|1400-2300|03 2022-10-15+0 12|06 2023-10-21+0 12|10 2024-10-12+0 12
Kuusilahti Rapid|15+10|swiss|1300-2300|03 2022-11-05+1 16 43|06 2023-11-04+1 16 33 43|10 2024-11-02+1 16 -7
Lasten Joulu|15+10|u10|0-9999|03 2022-12-03+0 6 50|06 2023-12-02+0 6
Itsenäisyyspäivän Blitz|3+2|swiss|1200-2300|03 2022-12-06+0 16 7|06 2023-12-06+0 16 62|10 2024-12-06+0 16
Loppiaisturnaus|25+10|swiss|1050-2200|04 2023-01-06+2 14 50|07 2024-01-06+2 14 62|11 2025-01-04+2 14 55 -7
Granskär Masters|90+30|robin|1980-2400|04 2023-02-13+6 8 7 2|07 2024-02-12+6 8 7 2|11 2025-02-10+6 8 2 33 -7
Nuorten Mestaruus|60+15|u14|0-9999|04 2023-03-11+1 10 33 43 50|11 2025-03-08+1 10 43 50
Pääsiäis Open|90+30|swiss|1300-2300|04 2023-04-07+3 16 33 34|07 2024-03-29+3 16 33 43 7|11 2025-04-18+3 16 33 43 55 -7
Joukkueliiga|90+30|league|0-0|04 2022-10-09+189 0|07 2023-10-08+189 0|11 2024-10-06+189 0
Vappublitz|5+0|swiss|1300-2300|04 2023-05-01+0 14|07 2024-05-01+0 14|11 2025-05-01+0 14 7
Revonlammen Talviturnaus|90+30|robin|1500-2150|05 2023-01-21+42 8 10 5
Lumikosken Mestaruus|90+30|robin|1500-2100|06 2023-10-09+63 8 33 8
Tähtiniemen Kaksoiskierros|90+30|double|1700-2150|06 2023-10-14+1 6 12
Hopeajoen Talvirapid|25+10|swiss|1150-1900|09 2024-01-27+1 10 62
Tähtiniemi Masters|90+30|robin|2000-2400|10 2024-10-19+8 8 7 1 2 3 4
Merilinna Open|90+30|abroad|0-0|10 2024-11-16+7 10 33 55 3 12 34 57 58 59 60 61
Fjordvik Nordic Cup|90+30|team|0-0|11 2025-03-21+4 10 1 4 33 43 56 57 58 59 60 61
Lumikosken Syysrapid|15+10|swiss|1250-2000|12 2024-11-30+1 12 44
"""
SHAPES: dict[str, dict[str, Any]] = {
    "u10": {"age_group": "under-10"},
    "u14": {"age_group": "under-14"},
    "league": {"each_game_rated": True},
    "abroad": {"domestic": False},
    "team": {"domestic": False, "official_representation": True},
}
DECISIONS = """\
08 {"kind":"amend","tournament":"kuusilahti-open-2023","games":{"3.8":{"result":"1-0"}},\
"reason":"Both score sheets say White won; the result was typed the wrong way round."}
08 {"kind":"amend","tournament":"loppiaisturnaus-2024","set":{"time_control":"45+15"},\
"reason":"The arbiter's report: the clocks stood at 45+15; the form still said 25+10."}
08 {"kind":"withdraw","tournament":"kuusilahden-pikaturnaus-2023","reason":"It is kuusilahti-rapid-2023 once more."}
08 {"kind":"merge-players","from":"F062","into":"F050","reason":"One girl: her new school spelled the name otherwise."}
09 {"kind":"player","player":"F053","name":"Samuli Aaltosuo","club":"Kaislasalmen Lähetti"}
09 {"kind":"elo-only-games","player":"F058","on":"2024-04-15"}
09 {"kind":"withdraw","tournament":"paasiais-open-2024","reason":"On hold: was the playing time really 90+30?"}
10 {"kind":"reinstate","tournament":"paasiais-open-2024","reason":"The arbiter confirms 90+30."}
11 {"kind":"player","player":"F060","name":"Karin Åsmyr","federation":"FIN","federation_from":"2025-02-01"}
11 {"kind":"confirm-title","player":"F007","title":"M","on":"2025-03-01"}
13 {"kind":"amend","tournament":"joukkueliiga-2024-25","games":{"2.4":null},\
"add_games":[{"round":2,"white":"F028","black":"F039","result":"1-0","board":4,"on":"2024-11-14"}],\
"reason":"The reserve played the fourth board; the line-up on the sheet was the one announced."}
13 {"kind":"amend","tournament":"tahtiniemi-masters-2024","games":{"3.3":{"result":"1/2-1/2"}},\
"reason":"Drawn by repetition: the claim was granted after the game and never reached the office."}
"""
# the points of F007 round by round; everything else is drawn
TITLE = ("tahtiniemi-masters-2024", "F007", "1110=00")
# minutes
TIE_BREAKS = {
    "granskar-masters-2025": 5,
    "itsenaisyyspaivan-blitz-2023": 5,
    "kaislasalmi-open-2024": 25,
}
PUBLISHED = (
    "2022-07-01",
    "2023-01-01",
    "2023-07-01",
    "2024-01-01",
    "2024-07-01",
    "2025-01-01",
)
