"""Rate by pure functions, from games and standings to new ratings and the structs that
explain them. No storage.

A family of rules is a module or a folder here, with a line in families.py.

Why: docs/design/009-one-form-of-each-rule.md
"""

from rulebooks.families import (
    DEFAULT_RULES,
    FAMILIES,
    LISTS,
    MODULES,
    Listed,
    articles_of,
    birth_read,
    calculator_of,
    changeable_of,
    default_adoptions,
    edition_called,
    editions,
    family,
    last_day,
    lists_with_titles,
    lowest_rating,
    modules_by_list,
    performance_method,
    rulebook,
    rules,
    structs_derived_from,
)

__all__ = [
    "DEFAULT_RULES",
    "FAMILIES",
    "LISTS",
    "MODULES",
    "Listed",
    "articles_of",
    "birth_read",
    "calculator_of",
    "changeable_of",
    "default_adoptions",
    "edition_called",
    "editions",
    "family",
    "last_day",
    "lists_with_titles",
    "lowest_rating",
    "modules_by_list",
    "performance_method",
    "rulebook",
    "rules",
    "structs_derived_from",
]
