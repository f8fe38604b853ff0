"""What a zip archive from elsewhere may be, for whoever reads one and whoever searches
it for a name.
"""

import zipfile
import zlib

# the others fail in ways of their own, and no spreadsheet uses them
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# what `zipfile` raises of an archive that cannot be unpacked
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,  # a part has a password
    ValueError,
    OverflowError,
)
