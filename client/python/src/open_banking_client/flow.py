"""The steps that the rules of this package ask for, and what performs them: once blocking, once with asyncio.

The rules are generators. They yield a step and receive its result, so each rule is written once for both kinds of clients.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, Union, cast

import httpx

from .generated.grants import Grant

T = TypeVar("T")


@dataclass(frozen=True)
class WireRequest:
    """A request as it is sent, once."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class WireAnswer:
    """An answer as it arrived."""

    status: int
    headers: httpx.Headers
    text: str


class Lock(Protocol):
    """A lock of threading or asyncio. `Acquire` takes it; releasing one never waits."""

    def release(self) -> None: ...


@dataclass(frozen=True)
class Send:
    """Sends a request. The result is a `WireAnswer`; raises an `httpx.RequestError` where none arrives."""

    request: WireRequest


@dataclass(frozen=True)
class Pause:
    """Waits."""

    seconds: float


@dataclass(frozen=True)
class Acquire:
    """Waits for a lock. The rule that yields this releases the lock in a `finally`."""

    lock: Lock


@dataclass(frozen=True)
class Save:
    """Hands a grant to `save_grant`."""

    grant: Grant


Step = Union[Send, Pause, Acquire, Save]
Flow = Generator[Step, Any, T]
SaveGrant = Callable[[Grant], Union[Awaitable[None], None]]


def _request_parts(request: WireRequest) -> dict[str, Any]:
    # The token would go where the bank's address does not lead, if a redirect were followed.
    return {"headers": request.headers, "content": request.body, "follow_redirects": False}


def _wire_answer(answer: httpx.Response) -> WireAnswer:
    # JSON is UTF-8, whatever charset the answer names (RFC 8259 §8.1).
    return WireAnswer(answer.status_code, answer.headers, answer.content.decode("utf-8-sig", "replace"))


class BlockingSteps:
    """Performs steps one after the other in the thread of the caller."""

    new_lock: Callable[[], Lock] = staticmethod(threading.Lock)

    def __init__(self, client: httpx.Client, save_grant: SaveGrant | None) -> None:
        self._client = client
        self._save_grant = save_grant

    def run(self, flow: Flow[T]) -> T:
        """Runs a rule to its end, and returns its result."""
        try:
            step = next(flow)
            while True:
                try:
                    result = self._perform(step)
                except BaseException as error:
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return cast(T, end.value)

    def _perform(self, step: Step) -> object:
        if isinstance(step, Send):
            answer = self._client.request(step.request.method, step.request.url, **_request_parts(step.request))
            return _wire_answer(answer)
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        if isinstance(step, Acquire):
            return cast(threading.Lock, step.lock).acquire()
        saved = self._save_grant(step.grant) if self._save_grant else None
        if inspect.isawaitable(saved):
            if inspect.iscoroutine(saved):
                saved.close()
            raise TypeError("`save_grant` of a Bank is a plain function; an AsyncBank takes a coroutine function too")
        return None

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


class AwaitedSteps:
    """Performs steps one after the other in a task of asyncio."""

    new_lock: Callable[[], Lock] = staticmethod(asyncio.Lock)

    def __init__(self, client: httpx.AsyncClient, save_grant: SaveGrant | None) -> None:
        self._client = client
        self._save_grant = save_grant

    async def run(self, flow: Flow[T]) -> T:
        """Runs a rule to its end, and returns its result. A cancelled task ends the rule where it waits."""
        try:
            step = next(flow)
            while True:
                try:
                    result = await self._perform(step)
                except BaseException as error:
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return cast(T, end.value)

    async def _perform(self, step: Step) -> object:
        if isinstance(step, Send):
            answer = await self._client.request(step.request.method, step.request.url, **_request_parts(step.request))
            return _wire_answer(answer)
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        if isinstance(step, Acquire):
            return await cast(asyncio.Lock, step.lock).acquire()
        saved = self._save_grant(step.grant) if self._save_grant else None
        if inspect.isawaitable(saved):
            await saved
        return None

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()
