"""What commands were called before they stood in groups: whoever types an old name is
led to the new one.
"""

from features import FEATURES

RENAMED = {
    "announce": "calendar announce",
    "decision": "calendar decision",
    "due": "calendar due",
    "event": "log event",
    "impact": "log impact",
    "diff": "log diff",
}
for feature in FEATURES:
    RENAMED |= feature.renamed
