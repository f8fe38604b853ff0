"""Know that the process was told to stop: answers that wait for events end then, because
the server waits for all of them.
"""

import signal
import threading
from types import FrameType


class Stopping:
    """Whether the process was told to stop."""

    def __init__(self) -> None:
        self.told = False

    def listen(self) -> None:
        """Hear of SIGTERM and Ctrl-C before the server does. Outside the main thread
        there are no signals, and whoever stops the server there says so here.
        """
        if threading.current_thread() is not threading.main_thread():
            return

        for number in (signal.SIGTERM, signal.SIGINT):
            server = signal.getsignal(number)

            def hear(
                number: int, frame: FrameType | None, server: object = server
            ) -> None:
                self.told = True
                if callable(server):
                    server(number, frame)

            signal.signal(number, hear)
