"""Write texts for people into a new folder, one file each."""

from collections.abc import Mapping

from cli.output import talk
from messages import Message, counted


def write_texts(folder: str, texts: Mapping[str, str], nobody: Message) -> None:
    """Write each text into a file of its name; where there are none, say why and leave
    the name of the folder free for the next time.
    """
    from ledger.whole_files import new_folder

    if not texts:
        talk(nobody)
        return
    with new_folder(folder) as unfinished:
        for name, text in texts.items():
            (unfinished / f"{name}.txt").write_text(f"{text}\n", "utf-8")
    talk(
        counted(
            "{count} letter is in {folder}",
            "{count} letters are in {folder}",
            len(texts),
            folder=folder,
        )
    )
