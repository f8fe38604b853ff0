"""Words that sound the same, words with mistakes, letters that were broken, and an
index that forgives.
"""

import os
import random
import secrets

import pytest

from exchange.names.index import NameIndex
from exchange.names.likeness import Likeness, likeness
from exchange.names.mistakes import mistakes
from exchange.names.sounds import skeleton
from exchange.names.words import MOST_WORDS
from exchange.text.encodings import fault_of_name
from ledger.encodings import mended_twice
from tests.world.pace import bare_loop, seconds


@pytest.mark.parametrize(
    "spellings",
    [
        ("sergei", "sergey", "sergej", "сергей"),
        ("ivanov", "ivanow", "ivanoff", "иванов"),
        ("chernov", "tschernow", "tshernov", "czernov"),
        ("dmitri", "dmitry", "dmitrij", "dmitrii"),
        ("evgeni", "yevgeny", "jevgeni"),
        ("yuri", "juri", "jurij"),
        ("aleksei", "alexey", "alexej"),
        ("shishkin", "schischkin", "sziszkin"),
        ("mikhail", "mihail"),
        ("matti", "mati"),
        ("carl", "karl"),
        ("stephan", "stefan"),
        ("quist", "kvist"),
        ("nikkinen", "nikinen"),
    ],
)
def test_spellings_of_one_sound(spellings: tuple[str, ...]) -> None:
    assert len({skeleton(word) for word in spellings}) == 1, {
        word: skeleton(word) for word in spellings
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [("aho", "ahola"), ("salo", "sario"), ("anna", "anja"), ("virta", "vinta")],
)
def test_other_words_sound_otherwise(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("virtanen", "virtanen", 0),
        ("vitranen", "virtanen", 1),
        ("virtane", "virtanen", 1),
        ("virtannen", "virtanen", 1),
        ("wirtanen", "virtanen", 1),
        ("vritanne", "virtanen", 2),
        ("ab", "ba", 1),
        ("", "abc", 3),
        ("aho", "salo", 2),
    ],
)
def test_mistakes_between_words(one: str, other: str, count: int) -> None:
    for most in range(5):
        assert (
            mistakes(one, other, most)
            == mistakes(other, one, most)
            == min(count, most + 1)
        )


@pytest.mark.parametrize(
    ("name", "encoding", "meant"),
    [
        ("H?m?l?inen, ?ke", "", ""),
        ("H\ufffdm\ufffdl\ufffdinen", "", ""),
        ("Èâàíîâ, Èâàí", "cp1251", "Иванов, Иван"),
        ("Kuuð, Þanna", "cp1257", "Kuuš, Žanna"),
        ("Ã„yrÃ¤vÃ¤inen, Ã…ke", "twice-utf-8", "Äyräväinen, Åke"),
        ("H„m„l„inen, ™rjan", "cp850", "Hämäläinen, Örjan"),
        ("HŠmŠlŠinen", "mac-roman", "Hämäläinen"),
        ("é×ÁÎÏ×Á, áÎÎÁ", "koi8-r", "Иванова, Анна"),
        ("¸ÒÐÝÞÒÐ, °ÝÝÐ", "iso8859-5", "Иванова, Анна"),
        ("£ukasz, ¦wiêtek", "iso8859-2", "Łukasz, Świętek"),
        ("£ukasz, Œwiêtek", "cp1250", "Łukasz, Świętek"),
        ("Nu¤ez, Jos‚", "cp850", "Nuñez, José"),
        ("Bj÷rn ┼gren", "", ""),
        ("HΣmΣlΣinen", "", ""),
        ("Mⁿller", "", ""),
    ],
)
def test_broken_letters_are_seen(name: str, encoding: str, meant: str) -> None:
    fault = fault_of_name(name, eight_bit=True)
    assert fault is not None and (fault.encoding, fault.meant) == (encoding, meant)
    assert (encoding in fault.words()) and (meant in fault.words())


@pytest.mark.parametrize(
    "name",
    [
        "Hämäläinen, Åke",
        "Äijälä, Ööpik",
        "Guðmundur Þór",
        "Sigurðsson, Hannes",
        "O'Brien",
        "Žukov, Šarūnas",
        "Nguyễn",
        "Müller-Lüdenscheidt",
        "Ђорђевић",
        "Тёркин, Фёдор",
        "ФЁДОРОВ",
        "Їжак, Євген",
        "Łukasz Żółć",
        "Ščedrins, Jānis",
        "Çelik, Şükrü",
        "Großmann",
        "Ďuriš, Ľubomír",
        "",
        "?",
        "Who?",
        "Ærø, Søren",
        "Peña, José",
        "Škoda, Jiří",
        "Kuuš, Žanna",
        "O´Brien",
        "Gal·la, Mª José",
        "Ada 🙂",
        "Νίκος Παππάς",
        "Jürgen “Jupp” Groß",
        "Aho & Co",
        "D`hooghe",
        "علی\u200cرضا",
    ],
)
def test_whole_letters_are_left_alone(name: str) -> None:
    assert fault_of_name(name, eight_bit=True) is None


def test_only_a_guessed_encoding_is_doubted() -> None:
    assert fault_of_name("Garðarsson, Þór", eight_bit=False) is None
    assert fault_of_name("H?m?l?inen", eight_bit=False) is not None
    assert fault_of_name("Äijälä, Ööpik", eight_bit=False) is None


def test_letters_that_were_broken_before_the_file_was_saved_are_seen() -> None:
    """Of a whole file in UTF-8 no other encoding is proposed: it would not mend it."""
    fault = fault_of_name("Èâàíîâ, Ñåðãåé", eight_bit=False)
    assert (
        fault is not None
        and not fault.encoding
        and "perhaps Иванов, Сергей" in fault.words()
    )


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Kuuð, Þanna", "Kuuš, Žanna"),
        ("Bçrziòð, Jânis", "Bērziņš, Jānis"),
        ("£ukasz ¯ó³æ", "Łukasz Żółć"),
    ],
)
def test_letters_of_other_neighbours_broken_earlier_are_seen(
    name: str, meant: str
) -> None:
    fault = fault_of_name(name, eight_bit=False)
    assert (
        fault is not None and not fault.encoding and f"perhaps {meant}" in fault.words()
    )


@pytest.mark.parametrize("read_as", ["cp1252", "cp1257", "cp1251", "cp1250", "latin-1"])
@pytest.mark.parametrize(
    "name",
    ["Mäkelä, Jörn", "Kuušs, Šarlote", "Håkan Åberg", "Łukasz Żółć", "Сергей Каримов"],
)
def test_utf_8_that_was_read_as_anything_else_is_seen(name: str, read_as: str) -> None:
    """Where the other encoding has every byte; and also when its blank that does not
    break became another blank.
    """
    try:
        twice = name.encode().decode(read_as)
    except UnicodeDecodeError:
        return
    for text in (twice, " ".join(twice.split())) if "\x85" not in twice else (twice,):
        fault = fault_of_name(text, eight_bit=False)
        assert fault is not None and (fault.encoding, fault.meant) == (
            "twice-utf-8",
            name,
        ), (text, fault)
    assert mended_twice(twice) == name


def test_lines_that_were_encoded_once_stay() -> None:
    assert mended_twice("Ã„ijÃ¤lÃ¤\nÄijälä\nAho") == "Äijälä\nÄijälä\nAho"


PEOPLE = [
    ("F1", "Virtanen, Aino"),
    ("F2", "Virtanen, Ville"),
    ("F3", "Virta, Aino"),
    ("F4", "Mäkinen, Jörn"),
    ("F5", "Tschernow, Juri"),
    ("F6", "Salo, J. P."),
    ("F7", "Magnus"),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("virtanen aino", ["F1"]),
        ("aino vitranen", ["F1"]),
        ("virta", ["F3", "F1", "F2"]),
        ("makinen", ["F4"]),
        ("makinnen jorn", ["F4"]),
        ("chernov yuri", ["F5"]),
        ("Chern", ["F5"]),
        ("ai vi", ["F1", "F3"]),
        ("", []),
        ("magnsu", ["F7"]),
        ("nobody", []),
        ("salo", ["F6"]),
    ],
)
def test_the_nearest_come_first(text: str, found: list[str]) -> None:
    assert [person for person, _ in NameIndex(PEOPLE).search(text)] == found


def test_only_so_many_are_given() -> None:
    index = NameIndex((f"P{number:05}", f"Aho, Aino {number}") for number in range(500))
    assert [person for person, _ in index.search("aho", 3)] == [
        "P00000",
        "P00001",
        "P00002",
    ]


SYLLABLES = [
    "ka",
    "ro",
    "vi",
    "la",
    "mi",
    "to",
    "ne",
    "sa",
    "ju",
    "pe",
    "hä",
    "sö",
    "ru",
    "le",
]


def test_an_index_that_names_were_added_to_finds_what_a_new_one_finds() -> None:
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    print(f"SELO_FUZZ_SEED={seed}")
    chance = random.Random(seed)

    def name() -> str:
        words = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 3)))]
        words += ["".join(chance.choices(SYLLABLES, k=2))[: chance.choice([1, 4, 4])]]
        return ", ".join(words)

    people = [(f"P{at % 80}", name()) for at in range(120)]
    grown = NameIndex(people[:60], slips=True)
    # what is made when somebody types is made anew after a name was added
    grown.search("kar")
    for person, called in people[60:]:
        grown.add(person, called)
    whole = NameIndex(people, slips=True)
    for asked in [*(called for _, called in people), *(name() for _ in range(40))]:
        assert grown.sharing(asked) == whole.sharing(asked), asked
        for text in (asked, asked[:4]):
            assert grown.search(text) == whole.search(text), text


@pytest.mark.measured
def test_a_name_of_a_hundred_letters_apart_takes_no_time() -> None:
    """A line that was broken on the way: it has thousands of runs of words that blanks
    could be missing in.
    """
    apart = " ".join("abcdefghij" * 10)
    index = NameIndex([("P1", "Aho, Aino"), ("P2", f"Salo {apart}")], slips=True)
    assert (
        seconds(
            lambda: (likeness(apart, f"{apart} Aho"), index.sharing(apart)), times=1
        )
        < 30 * bare_loop()
    )
    most = " ".join(
        ["de", "la", *("abc"[at % 3] * 3 for at in range(MOST_WORDS - 3)), "Cruz"]
    )
    # the control: names have runs
    assert likeness(most, most.replace("de la", "dela")) == Likeness.CLOSE
