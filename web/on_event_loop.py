"""Do something beside the answers, on the event loop, as long as the service runs."""

import asyncio
from abc import ABC, abstractmethod


class OnEventLoop(ABC):
    """Work that begins with the service and is broken off when it stops."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())

    def close(self) -> None:
        """Break the work off; from another thread than that of the event loop."""
        if self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    @abstractmethod
    async def _work(self) -> None:
        """Do it, from time to time."""
