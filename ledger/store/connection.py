"""What the program uses of a connection to a database, whichever it is."""

from typing import Any, Protocol


class Connection(Protocol):
    """The methods of a database connection that are used."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Any, /) -> Any: ...


class OpenConnection(Connection, Protocol):
    """A connection that can be closed."""

    def close(self) -> None: ...
