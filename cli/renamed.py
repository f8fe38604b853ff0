"""What commands were called before they stood in groups: whoever types an old name is
led to the new one.
"""

RENAMED = {
    "announce": "calendar announce",
    "decision": "calendar decision",
    "due": "calendar due",
    "event": "log event",
    "impact": "log impact",
    "diff": "log diff",
}
