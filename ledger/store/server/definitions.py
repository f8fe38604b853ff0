"""Put what is defined in a ledger's schema, and what the statements of this program
make there, into the same words.

PostgreSQL keeps no texts but what they came to. So both sides are put into words of our
own: what its catalogue says of a table, and what a statement asks for.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from ledger.store.server import ServerConnection, given, table, translated
from ledger.store.tables import Part, named

BODY = " BEGIN RAISE EXCEPTION 'append-only'; END "
FUNCTION = (
    f"CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $${BODY}$$"
)
OWN = (given.DDL, FUNCTION)

_CODE = """
SELECT 'trigger', t.tgname::text, c.relname::text, pg_get_triggerdef(t.oid) ||
  CASE t.tgenabled WHEN 'O' THEN '' ELSE ' -- switched off' END
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  JOIN pg_proc f ON f.oid = t.tgfoid
  WHERE c.relnamespace = current_schema()::regnamespace
    AND NOT (t.tgisinternal AND f.pronamespace = 'pg_catalog'::regnamespace AND left(f.proname, 8) = 'RI_FKey_')
UNION ALL SELECT 'view', c.relname, c.relname, c.relkind::text FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('v', 'm', 'f', 'p')
UNION ALL SELECT 'rule', r.rulename, c.relname, pg_get_ruledef(r.oid) FROM pg_rewrite r
  JOIN pg_class c ON c.oid = r.ev_class
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
UNION ALL SELECT 'policy', p.polname, c.relname, '' FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
  WHERE c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'row security of', c.relname, c.relname, '' FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND (c.relrowsecurity OR c.relforcerowsecurity)
UNION ALL SELECT 'child table', i.inhrelid::regclass::text, c.relname, '' FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhparent
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
UNION ALL SELECT 'function', p.proname, '',
  l.lanname || ':' || p.prosrc || CASE WHEN p.prosecdef THEN 'definer' ELSE '' END
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = current_schema()::regnamespace
ORDER BY 2, 1"""
_COLUMNS = """
SELECT c.relname::text, c.relpersistence <> 'p',
  array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || COALESCE((SELECT ' ' || collname FROM pg_collation WHERE oid = a.attcollation), '')
    || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    || CASE WHEN a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' THEN ' filled' ELSE '' END
    ORDER BY a.attnum)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY 1, 2 ORDER BY 1"""
_KEYS = """
SELECT c.relname::text, pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND k.contype <> 'n' AND k.contype <> 't' ORDER BY 1, 2"""
_INDEXES = """
SELECT i.relname::text, c.relname::text,
  pg_get_indexdef(x.indexrelid) || CASE WHEN x.indisvalid THEN '' ELSE ' not valid' END
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.indexrelid)
  ORDER BY 1"""


def code(connection: Any) -> list[Part]:
    """List what acts by itself, or stands in for a table, or adds rows to it or hides
    some.
    """
    schema = _schema(connection)
    return [
        Part(kind, name, on, _plain(text, schema))
        for kind, name, on, text in _rows(connection, _CODE)
    ]


def parts(connection: Any) -> list[Part]:
    """List everything that is defined in the schema."""
    schema = _schema(connection)
    keys: dict[str, list[str]] = {}
    for name, key in _rows(connection, _KEYS):
        keys.setdefault(name, []).append(key)
    tables = [
        Part(
            "table",
            name,
            name,
            _described(name, columns, keys.get(name, [])) + " strange" * strange,
        )
        for name, strange, columns in _rows(connection, _COLUMNS)
    ]
    indexes = [
        Part("index", name, on, _plain(text, schema))
        for name, on, text in _rows(connection, _INDEXES)
    ]
    return sorted((*code(connection), *tables, *indexes), key=str)


def parts_of(statements: Iterable[str]) -> list[Part]:
    """List what these statements make, and what every ledger on a server has besides."""
    return sorted(
        (
            Part(*_kind_and_name(text), _on(text), worded(text))
            for text in (*statements, *OWN)
        ),
        key=str,
    )


def _rows(connection: Any, query: str) -> list[Any]:
    rows: list[Any] = connection.raw.execute(query.encode()).fetchall()
    return rows


def _schema(connection: Any) -> str:
    return str(_rows(connection, "SELECT quote_ident(current_schema())")[0][0])


def _plain(text: str, schema: str) -> str:
    return text.replace(f" {schema}.", " ")


def _kind_and_name(text: str) -> tuple[str, str]:
    return ("function", "append_only") if text == FUNCTION else named(text)


def _on(text: str) -> str:
    kind, name = _kind_and_name(text)
    on = re.search(r" ON (\w+)", text)
    return name if kind == "table" else "" if on is None else on[1]


@cache
def worded(text: str) -> str:
    """Return what the catalogue says of a statement that was carried out."""
    kind, _ = _kind_and_name(text)
    if kind == "function":
        return f"plpgsql:{BODY}"
    if kind == "trigger":
        return translated(text)
    if kind == "index":
        return re.sub(r" ON (\w+) \(", r" ON \1 USING btree (", text)
    return _expected_table(table(text))


_TYPES = {"BIGINT": "bigint", "BYTEA": "bytea", "TEXT": "text"}


def _expected_table(text: str) -> str:
    columns, keys = [], []
    for item in re.split(
        r", (?![^(]*\))", text[text.index("(") + 1 : text.rindex(")")]
    ):
        if item.startswith(("PRIMARY KEY", "UNIQUE")):
            keys.append(item)
            continue
        name, kind, *rest = item.split()
        words = " ".join(rest)
        if "PRIMARY KEY" in words:
            keys.append(f"PRIMARY KEY ({name})")
        collated = " C" if kind == "TEXT" else ""
        filled = " filled" if "IDENTITY" in words or "DEFAULT" in words else ""
        columns.append(
            (
                name,
                f"{name} {_TYPES[kind]}{collated}",
                "NOT NULL" in words or "IDENTITY" in words,
                filled,
            )
        )
    first = next((key for key in keys if key.startswith("PRIMARY")), "")
    in_key = re.findall(r"\w+", first.removeprefix("PRIMARY KEY"))
    described = [
        f"{text}{' not null' if fixed or name in in_key else ''}{filled}"
        for name, text, fixed, filled in columns
    ]
    return _described(text.split()[2], described, keys)


def _described(name: str, columns: Iterable[str], keys: Iterable[str]) -> str:
    return f"{name}: {', '.join(columns)}; {', '.join(sorted(keys))}"


def is_defined(connection: ServerConnection, schema: str, table: str) -> bool:
    """Tell whether a schema has a table; the catalogue is open to every role, the
    schema perhaps not.
    """
    query = (
        "SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        " WHERE nspname = $1 AND relname = $2"
    )
    return connection.raw.execute(query, (schema, table)).fetchone() is not None
