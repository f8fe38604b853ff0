"""How old the newest backup in a folder is, for the metrics.

The file system is asked, and not the command that made the backup: a folder that is
empty, full of old files or no longer there says so, whoever was to fill it.
"""

import math
import os
import time


def age_of_newest(folder: str) -> float:
    """Return the seconds since the newest file in a folder was written; infinity where
    no file is seen, or the folder cannot be read.

    Hidden files do not count: `selo ledger backup` gives a copy its name when it has
    been verified, and until then the name begins with a dot.
    """
    try:
        with os.scandir(folder) as entries:
            moments = [
                file.stat().st_mtime
                for file in entries
                if not file.name.startswith(".") and file.is_file()
            ]
    except OSError:
        return math.inf

    return time.time() - max(moments, default=-math.inf)
