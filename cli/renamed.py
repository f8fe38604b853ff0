"""What commands were called before they stood in groups: whoever types an old name is
led to the new one.
"""

RENAMED = {
    "event": "log event",
    "impact": "log impact",
    "diff": "log diff",
}
