"""Two services on one ledger behind a proxy, stopped and started one after the other as
docs/how-to/upgrade-the-service.md says: whoever asks or books meanwhile notices nothing.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.web.fronts import Front, caddy, nginx
from tests.web.test_processes import serving
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import JSON, encoded
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.pace import until
from tests.world.ports import kept_port


def two_services(first: int, second: int) -> dict[str, str]:
    """The change of the page: nginx is told of the second service."""
    one, other = (f"server 127.0.0.1:{port} max_fails=0;" for port in (first, second))
    return {re.escape(one): f"{one}\n        {other}"}


@contextmanager
def instance(ledger: str, port: int) -> Iterator[None]:
    """A service on this port; SIGTERM ends it, as `systemctl restart` does."""
    with serving(ledger, "--behind-proxy", "127.0.0.1", port=port) as service:
        yield
    assert service.process.returncode == 0


class Visitors:
    """Somebody who looks players up without end, and an officer who books."""

    def __init__(self, front: Front, officer: Mapping[str, str]) -> None:
        self._front, self._officer = front, officer
        self._stopped = threading.Event()
        self.looked_up: list[int] = []
        self.booked: list[int] = []
        self._threads = [
            threading.Thread(target=self._look_up),
            threading.Thread(target=self._book),
        ]

    def __enter__(self) -> "Visitors":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(120)

    def _look_up(self) -> None:
        while not self._stopped.is_set():
            self.looked_up.append(self._front.ask("/api/players/A").status)
            self._stopped.wait(0.02)

    def _book(self) -> None:
        while not self._stopped.is_set():
            document = encoded(player(f"N{len(self.booked)}"))
            reply = self._front.ask("/api/documents", "POST", document, self._officer)
            self.booked.append(reply.status)
            self._stopped.wait(0.1)

    def see_more(self) -> None:
        """Wait until some more were answered."""
        looked_up, booked = len(self.looked_up), len(self.booked)
        until(
            lambda: (
                len(self.looked_up) > looked_up + 5 and len(self.booked) > booked + 2
            )
        )


def test_nobody_notices_an_upgrade_one_by_one(club: Selo, tmp_path: Path) -> None:
    officer = {**bearer(token(club.ledger)), "Content-Type": JSON}
    with ExitStack() as stack:
        ports = [stack.enter_context(kept_port()) for _ in range(2)]
        running = [
            stack.enter_context(ExitStack()),
            stack.enter_context(ExitStack()),
        ]
        for service, port in zip(running, ports, strict=True):
            service.enter_context(instance(club.ledger, port))
        front = stack.enter_context(nginx(tmp_path, ports[0], two_services(*ports)))
        visitors = stack.enter_context(Visitors(front, officer))
        visitors.see_more()
        for service, port in zip(running, ports, strict=True):
            service.close()
            visitors.see_more()
            service.enter_context(instance(club.ledger, port))
            visitors.see_more()
    assert set(visitors.looked_up) == {200}
    assert set(visitors.booked) == {201}
    last = f"N{len(visitors.booked) - 1}"
    assert club.ask("show", last)["player"]["id"] == last


def test_whoever_asks_waits_for_the_one_service_behind_caddy(
    club: Selo, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(kept_port())
        running = stack.enter_context(ExitStack())
        running.enter_context(instance(club.ledger, port))
        # on a busy machine a service takes longer to start
        patient = {r"lb_try_duration 5s": "lb_try_duration 60s"}
        front = stack.enter_context(caddy(tmp_path, port, patient))
        assert front.ask("/api/players/A").status == 200
        running.close()
        waiting = threading.Thread(
            target=lambda: answers.append(front.ask("/api/players/A").status)
        )
        answers: list[int] = []
        waiting.start()
        running.enter_context(instance(club.ledger, port))
        waiting.join(60)
    assert answers == [200]


def test_a_failure_is_seen(club: Selo, tmp_path: Path) -> None:
    """The control: where both stop at once, somebody is not answered."""
    officer = {**bearer(token(club.ledger)), "Content-Type": JSON}
    with ExitStack() as stack:
        ports = [stack.enter_context(kept_port()) for _ in range(2)]
        running = stack.enter_context(ExitStack())
        for port in ports:
            running.enter_context(instance(club.ledger, port))
        front = stack.enter_context(nginx(tmp_path, ports[0], two_services(*ports)))
        visitors = stack.enter_context(Visitors(front, officer))
        visitors.see_more()
        running.close()
        until(lambda: visitors.looked_up[-1] != 200)
    assert set(visitors.looked_up) > {200}
