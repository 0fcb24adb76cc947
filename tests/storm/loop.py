"""Time that is only counted, and server processes that can be frozen and killed at any await.

The loop has no selector: when nothing is ready, time jumps to the next timer. Whatever a process
set going carries the process in its context, so that nothing of a dead one ever runs again.
"""

import asyncio
import contextvars
import inspect
from collections.abc import Callable
from typing import Any

_process: contextvars.ContextVar["Process | None"] = contextvars.ContextVar("process", default=None)


class StuckError(Exception):
    """Nothing will ever happen again."""


class _Jump:
    """What stands where a selector would: it lets time pass, and nothing else."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise StuckError
        self._loop.now += timeout
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop whose time is a number, and which cannot open anything."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.turns = 0
        self._selector = _Jump(self)

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        guard = _guard(callback, context)
        handle = super().call_soon(guard, *args, context=context)
        if isinstance(guard, _Guard):
            guard.handle = handle
        return handle

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        guard = _guard(callback, context)
        handle = super().call_at(when, guard, *args, context=context)
        if isinstance(guard, _Guard):
            guard.handle = handle
        return handle

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        return self.call_soon(callback, *args, context=context)

    def create_task(self, coro: Any, *, name: Any = None, context: Any = None) -> Any:
        task: asyncio.Task[Any] = super().create_task(coro, name=name, context=context)
        process = _process.get() if context is None else context.get(_process)
        if process is not None:
            process.tasks.append(task)
        return task

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """What a thread would do happens at one moment, a little later."""
        done: asyncio.Future[Any] = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
                done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.call_later(0.002, work)
        return done

    def _process_events(self, events: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who had to be woken."""


def bury(task: asyncio.Task[Any]) -> None:
    """Let nobody complain of a task that will not go on."""
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    coroutine: Any = task.get_coro()
    if inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
        coroutine.close()


class _Guard:
    """A callback of a process, which runs only while that lives."""

    __slots__ = ("callback", "handle", "process")

    def __init__(self, callback: Callable[..., object], process: "Process") -> None:
        self.callback = callback
        self.process = process
        self.handle: asyncio.Handle | None = None

    def __call__(self, *args: Any) -> None:
        process = self.process
        if process.frozen is not None:
            process.frozen.append((self, args))
        elif process.alive:
            process.step()
            if process.alive:
                self.callback(*args)
                process.stepped(process)

    def thaw(self, *args: Any) -> None:
        assert self.handle is not None
        if not self.handle.cancelled():
            self.handle._context.run(self, *args)  # type: ignore[attr-defined]


def _guard(callback: Callable[..., object], context: Any) -> Callable[..., object]:
    process = _process.get() if context is None else context.get(_process)
    return callback if process is None else _Guard(callback, process)


class Process:
    """A running server: everything it sets going ends when it is killed."""

    def __init__(self, number: int, loop: VirtualLoop) -> None:
        self.number = number
        self.alive = True
        self.frozen: list[tuple[_Guard, tuple[Any, ...]]] | None = None
        self.tasks: list[asyncio.Task[Any]] = []
        self.stepped: Callable[[Process], None] = lambda _process: None
        """Called after each step."""
        self.steps_left: int | None = None
        """After so many more steps it is killed."""
        self.killed: Callable[[], None] = lambda: None
        self.context = contextvars.copy_context()
        self.context.run(_process.set, self)
        self._loop = loop

    def call(self, callback: Callable[..., object], *args: Any) -> None:
        """Let something happen in the process."""
        self._loop.call_soon(callback, *args, context=self.context)

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> None:
        """Let something happen in the process in a while."""
        self._loop.call_at(self._loop.now + delay, callback, *args, context=self.context)

    def task(self, coroutine: Any) -> asyncio.Task[Any]:
        """Let the process do something."""
        task: asyncio.Task[Any] = self._loop.create_task(coroutine, context=self.context)
        return task

    def step(self) -> None:
        """Count a step, which may be the one that the process does not live to take."""
        if self.steps_left is not None:
            self.steps_left -= 1
            if self.steps_left < 0:
                self.kill()

    def kill(self) -> None:
        """End it between two steps, as `kill -9` would."""
        if not self.alive:
            return
        self.alive = False
        self.frozen = None
        for task in self.tasks:
            bury(task)
        self.killed()

    def freeze(self) -> None:
        """Let nothing of it run, while time goes on."""
        if self.alive and self.frozen is None:
            self.frozen = []

    def thaw(self) -> None:
        """Let it catch up."""
        waiting, self.frozen = self.frozen or [], None
        for guard, args in waiting:
            self._loop.call_soon(guard.thaw, *args, context=contextvars.Context())
