"""Rights that everybody has who may connect to the database: on a ledger's tables and
on what its service keeps.
"""

from typing import Any

_TO_ALL = """
SELECT c.relname::text, a.privilege_type FROM pg_class c
  CROSS JOIN LATERAL aclexplode(c.relacl) a
  WHERE c.relnamespace = ANY (n.ours) AND c.relkind <> 'i' AND a.grantee = 0
UNION SELECT c.relname, a.privilege_type FROM pg_attribute t JOIN pg_class c
  ON c.oid = t.attrelid
  CROSS JOIN LATERAL aclexplode(t.attacl) a WHERE c.relnamespace = ANY (n.ours)
    AND a.grantee = 0
UNION SELECT 'the schema ' || s.nspname, a.privilege_type
  FROM pg_namespace s CROSS JOIN LATERAL aclexplode(s.nspacl) a
  WHERE s.oid = ANY (n.ours) AND a.grantee = 0 AND a.privilege_type = 'CREATE'"""
_RIGHTS = f"""
SELECT privilege_type, array_agg(relname ORDER BY relname) FROM (
  SELECT array_agg(oid) AS ours FROM pg_namespace
    WHERE nspname IN (current_schema(), current_schema() || '_service')
) n CROSS JOIN LATERAL ({_TO_ALL}) given GROUP BY 1 ORDER BY 1"""
_SHOWN = 3


def rights_of_everybody(connection: Any) -> list[str]:
    """List the rights that everybody has, each with the tables it is on: "INSERT on
    event, person".
    """
    rights = []
    for right, tables in connection.execute(_RIGHTS).fetchall():
        shown = ", ".join(tables[:_SHOWN])
        if len(tables) > _SHOWN:
            shown += " ..."
        rights.append(f"{right} on {shown}")
    return rights
