"""What PostgreSQL's catalogue says is defined in a ledger's schema.

PostgreSQL keeps no texts of statements but what they came to; expected.py says what
those of this program come to.
"""

from collections.abc import Iterator
from typing import Any

from ledger.store.server.connection import ServerConnection
from ledger.store.server.expected import table_in_words
from ledger.store.tables import Part

_CODE = """
SELECT 'trigger', t.tgname::text, c.relname::text, pg_get_triggerdef(t.oid) ||
  CASE t.tgenabled WHEN 'O' THEN '' ELSE ' -- switched off' END
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  JOIN pg_proc f ON f.oid = t.tgfoid
  WHERE c.relnamespace = current_schema()::regnamespace
    AND NOT (t.tgisinternal AND f.pronamespace = 'pg_catalog'::regnamespace
      AND left(f.proname, 8) = 'RI_FKey_')
UNION ALL SELECT 'view', c.relname, c.relname, c.relkind::text FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace
    AND c.relkind IN ('v', 'm', 'f', 'p')
UNION ALL SELECT 'rule', r.rulename, c.relname, pg_get_ruledef(r.oid) FROM pg_rewrite r
  JOIN pg_class c ON c.oid = r.ev_class
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
UNION ALL SELECT 'policy', p.polname, c.relname, '' FROM pg_policy p
  JOIN pg_class c ON c.oid = p.polrelid
  WHERE c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'row security of', c.relname, c.relname, '' FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND (c.relrowsecurity
    OR c.relforcerowsecurity)
UNION ALL SELECT 'child table', i.inhrelid::regclass::text, c.relname, ''
  FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhparent
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
UNION ALL SELECT 'function', p.proname, '',
  l.lanname || ':' || p.prosrc || CASE WHEN p.prosecdef THEN 'definer' ELSE '' END
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = current_schema()::regnamespace
ORDER BY 2, 1"""
_COLUMNS = """
SELECT c.relname::text, c.relpersistence <> 'p',
  array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || COALESCE((SELECT ' ' || collname FROM pg_collation
      WHERE oid = a.attcollation), '')
    || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    || CASE WHEN a.atthasdef OR a.attidentity <> ''
      OR a.attgenerated <> '' THEN ' filled' ELSE '' END
    ORDER BY a.attnum)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY 1, 2 ORDER BY 1"""
_KEYS = """
SELECT c.relname::text, pg_get_constraintdef(k.oid) ||
  CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND k.contype <> 'n'
    AND k.contype <> 't' ORDER BY 1, 2"""
_INDEXES = """
SELECT i.relname::text, c.relname::text,
  pg_get_indexdef(x.indexrelid) || CASE WHEN x.indisvalid THEN '' ELSE ' not valid' END
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c
    ON c.oid = x.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.indexrelid)
  ORDER BY 1"""


def code(connection: Any) -> list[Part]:
    """List what acts by itself, or stands in for a table, or adds rows to it or hides
    some.
    """
    schema = _schema(connection)
    return [
        Part(kind, name, on, _without_schema(text, schema))
        for kind, name, on, text in _rows(connection, _CODE)
    ]


def parts(connection: Any) -> list[Part]:
    """List everything that is defined in the schema."""
    defined = code(connection)
    defined += _tables(connection)
    schema = _schema(connection)
    for index, table, text in _rows(connection, _INDEXES):
        plain = _without_schema(text, schema)
        defined.append(Part("index", index, table, plain))

    return sorted(defined, key=str)


def _tables(connection: Any) -> Iterator[Part]:
    """Yield the tables, with their columns and keys in words; "strange" stands behind
    one that is more than columns and keys.
    """
    keys: dict[str, list[str]] = {}
    for table, key in _rows(connection, _KEYS):
        keys.setdefault(table, []).append(key)

    for table, is_strange, columns in _rows(connection, _COLUMNS):
        text = table_in_words(table, columns, keys.get(table, []))
        if is_strange:
            text += " strange"
        yield Part("table", table, table, text)


def _rows(connection: Any, query: str) -> list[Any]:
    """Ask the server's own catalogue, past what translates the ledger's statements."""
    rows: list[Any] = connection.raw.execute(query.encode()).fetchall()
    return rows


def _schema(connection: Any) -> str:
    """Return the schema that tables are looked for in, quoted as SQL needs it."""
    [[name]] = _rows(connection, "SELECT quote_ident(current_schema())")
    return str(name)


def _without_schema(text: str, schema: str) -> str:
    """Return a text of the catalogue without the name of the ledger's schema."""
    return text.replace(f" {schema}.", " ")


def is_defined(connection: ServerConnection, schema: str, table: str) -> bool:
    """Tell whether a schema has a table; the catalogue is open to every role, the
    schema perhaps not.
    """
    query = (
        "SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        " WHERE nspname = $1 AND relname = $2"
    )
    return connection.raw.execute(query, (schema, table)).fetchone() is not None
