"""Sends requests, and repeats those that were not answered, or answered that the bank is busy."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx

from .errors import NoAnswerError, RequestError
from .flow import Flow, Pause, Send, WireAnswer, WireRequest
from .rate_limit import rate_limit_windows, retry_after_seconds
from .settings import AnswerEvent, Settings
from .untrusted import unsendable_header

_FIRST_WAIT_SECONDS = 0.2


@dataclass(frozen=True)
class Repeatable:
    """A request that may be repeated."""

    operation: str
    request_id: str
    request: Callable[[], WireRequest]
    """Called for each repetition: assertions and proofs are good once."""


def check_headers(operation: str, headers: Mapping[str, str]) -> None:
    """Raises a `RequestError` where headers cannot be sent as they are."""
    reason = unsendable_header(headers)
    if reason is not None:
        raise RequestError(f"{operation}: {reason}")


class Transport:
    """The rules of repetition. They are the same for calls and for requests to issuers."""

    def __init__(self, settings: Settings) -> None:
        self._repetition = settings.repetition
        self._on_answer = settings.on_answer

    def send(self, repeatable: Repeatable) -> Flow[WireAnswer]:
        """The final answer. Raises a `NoAnswerError` where none has arrived after all attempts."""
        attempt = 1
        while True:
            began = time.monotonic()
            answer: WireAnswer | None = None
            request = repeatable.request()
            check_headers(repeatable.operation, request.headers)
            try:
                answer = yield Send(request)
            # A body that cannot be decompressed is an answer that has not arrived.
            except (httpx.TransportError, httpx.DecodingError) as error:
                if attempt >= self._repetition.attempts:
                    raise NoAnswerError(repeatable.operation, repeatable.request_id, error) from error
            if answer is not None:
                self._report(repeatable, attempt, answer, time.monotonic() - began)
            wait_seconds = self._wait_seconds(answer, attempt)
            if answer is not None and (wait_seconds is None or attempt >= self._repetition.attempts):
                return answer
            yield Pause(wait_seconds or 0)
            attempt += 1

    def _report(self, repeatable: Repeatable, attempt: int, answer: WireAnswer, seconds: float) -> None:
        if self._on_answer is None:
            return
        limits = rate_limit_windows(answer.headers)
        self._on_answer(
            AnswerEvent(repeatable.operation, repeatable.request_id, answer.status, attempt, seconds, answer.headers, limits)
        )

    def _wait_seconds(self, answer: WireAnswer | None, attempt: int) -> float | None:
        """The wait before the next attempt; None: the answer is final."""
        backoff: float = _FIRST_WAIT_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)
        if answer is None:
            return min(backoff, self._repetition.longest_wait_seconds)
        asked = retry_after_seconds(answer.headers)
        wait_seconds = max(backoff, asked or 0)
        return wait_seconds if wait_seconds <= self._longest_wait(answer.status, asked) else None

    def _longest_wait(self, status: int, asked: int | None) -> float:
        if status == 429:
            return self._repetition.longest_limit_wait_seconds
        # 409 with Retry-After: the first request of this X-Request-ID is still in progress.
        is_busy = status in (502, 503, 504) or (status == 409 and asked is not None)
        return self._repetition.longest_wait_seconds if is_busy else -1
