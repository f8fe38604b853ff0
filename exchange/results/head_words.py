"""The words that head a table of pairings in the languages of chess-results, in small
letters; a point or colon behind a word is left out.
"""

from typing import NamedTuple


class HeadWords(NamedTuple):
    """What a language calls the columns; several words are parted by a bar. `round` is
    the word beside the number of a round.
    """

    white: str
    black: str
    result: str
    number: str
    name: str
    round: str


_LANGUAGES = (
    HeadWords("white", "black", "result|res|score", "no|sno|start no", "name", "round|rd"),
    HeadWords("weiß|weiss", "schwarz", "ergebnis|erg", "nr|snr", "name", "runde"),
    HeadWords(
        "valkea|valkeat|valkoinen|valkoiset", "musta|mustat", "tulos",
        "nro|n:o|lähtönro", "nimi", "kierros|krs",
    ),
    HeadWords("vit|vita", "svart|svarta", "resultat", "startno", "namn", "rond|omgång|omgången"),
    HeadWords("hvit|hvid", "svart|sort", "resultat", "nr", "navn", "runde"),
    HeadWords("hvítt", "svart", "úrslit", "nr", "nafn", "umferð"),
    HeadWords("valge", "must", "tulemus", "nr", "nimi", "voor"),
    HeadWords("blancas", "negras", "resultado", "no", "nombre", "ronda"),
    HeadWords("blancs", "noirs", "résultat", "no", "nom", "ronde"),
    HeadWords("blanques", "negres", "resultat", "núm", "nom", "ronda"),
    HeadWords("brancas", "pretas", "resultado", "nº", "nome", "ronda|rodada"),
    HeadWords("bianco", "nero", "risultato", "nr", "nome", "turno"),
    HeadWords("alb", "negru", "rezultat", "nr", "nume", "runda"),
    HeadWords("wit", "zwart", "resultaat|uitslag", "nr", "naam", "ronde"),
    HeadWords("białe", "czarne", "wynik", "nr", "nazwisko|imię i nazwisko", "runda"),
    HeadWords("bílý", "černý", "výsledek", "č", "jméno", "kolo"),
    HeadWords("biely", "čierny", "výsledok", "č", "meno", "kolo"),
    HeadWords("beli", "črni", "rezultat", "št", "ime", "kolo"),
    HeadWords("bijeli", "crni", "rezultat", "rbr", "ime", "kolo"),
    HeadWords("бели", "црни", "резултат", "бр", "име", "коло"),
    HeadWords("бели", "черни", "резултат", "ном", "име", "кръг"),
    HeadWords("белые", "черные|чёрные", "результат", "ном|№", "имя", "тур"),
    HeadWords("білі", "чорні", "результат", "ном", "ім'я", "тур"),
    HeadWords("világos", "sötét", "eredmény", "rsz", "név", "forduló"),
    HeadWords("baltie", "melnie", "rezultāts", "nr", "vārds", "kārta"),
    HeadWords("baltieji", "juodieji", "rezultatas", "nr", "vardas", "ratas|turas"),
    HeadWords("beyaz", "siyah", "sonuç", "no", "isim|i̇sim|ad", "tur"),
    HeadWords("ağlar|ağ", "qaralar|qara", "nəticə", "№", "ad", "tur"),
    HeadWords("bardhë", "zi", "rezultati", "nr", "emri", "raundi"),
    HeadWords("λευκά", "μαύρα", "αποτέλεσμα", "αρ", "όνομα", "γύρος"),
    HeadWords("putih", "hitam", "hasil", "no", "nama", "babak"),
    HeadWords("trắng", "đen", "kết quả", "số", "tên", "ván"),
    HeadWords("أبيض|الأبيض", "أسود|الأسود", "النتيجة", "رقم", "الاسم", "الجولة"),
    HeadWords("سفید", "سیاه", "نتیجه", "ردیف", "نام", "دور"),
    HeadWords("白方|白", "黑方|黒", "结果|結果", "序号|番号", "姓名|氏名", "轮|回戦"),
)  # fmt: skip


def words_for(column: str) -> frozenset[str]:
    """Return what any language calls a column, named as in `HeadWords`.

    They are in small letters, without a point behind:

        words_for("round")  ->  round, rd, runde, kierros, krs, rond, ...

    A bar parts the words of one language: "kierros|krs" is two of these.
    """
    cells = (getattr(language, column).split("|") for language in _LANGUAGES)
    return frozenset(word for words in cells for word in words)
