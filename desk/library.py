"""A ledger as a persistence module of `eventsourcing`, for programs that are built on the library.

With `PERSISTENCE_MODULE=desk.library` and `SELO_LEDGER=FILE` an application of the library reads a ledger and can be
subscribed to. What a projection makes of it stands elsewhere.
"""

from datetime import UTC, datetime
from typing import Any, NoReturn

from eventsourcing.persistence import InfrastructureFactory, InfrastructureFactoryError, JSONTranscoder

from ledger.store.event_log import LedgerMapper, open_log
from ledger.store.recorder import Recorder


class Factory(InfrastructureFactory[Any]):
    """Makes what an application of the library asks for: the recorder of a ledger, and the mapper of its events."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        path = self.env.get("SELO_LEDGER")
        if not path:
            raise InfrastructureFactoryError("SELO_LEDGER names the ledger: a file, or the address on a server")
        self._path, self._log = path, open_log(path)

    def application_recorder(self) -> Recorder:
        return Recorder(self._path, self._log.transaction, _now)

    def mapper(self, *_: Any, **__: Any) -> Any:
        return LedgerMapper(JSONTranscoder())

    def aggregate_recorder(self, purpose: str = "events") -> NoReturn:
        raise _elsewhere(purpose)

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> NoReturn:
        raise _elsewhere("tracking")

    def process_recorder(self) -> NoReturn:
        raise _elsewhere("tracking")

    def close(self) -> None:
        self._log.close()


def _elsewhere(what: str) -> InfrastructureFactoryError:
    return InfrastructureFactoryError(
        f"a ledger keeps no {what}: name a module that does, NAME_PERSISTENCE_MODULE=eventsourcing.sqlite for a"
        " projection NAME"
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
