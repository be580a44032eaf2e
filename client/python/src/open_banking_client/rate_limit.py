"""The limits that an answer states (draft-ietf-httpapi-ratelimit-headers-10)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx

_item = re.compile(r'"([^"]*)"((?:\s*;\s*[a-z]+=[^;,\s]+)*)')
_parameter = re.compile(r"([a-z]+)=([^;,\s]+)")


@dataclass(frozen=True)
class RateLimitWindow:
    """One window that an operation is limited by."""

    name: str
    """`second`, `minute`, `hour` or `day`."""
    quota: int
    """Requests that the window admits."""
    window_seconds: int
    remaining: int
    """Requests that are left in it."""
    resets_in_seconds: int
    """Seconds until it begins anew."""


def _items(field: str) -> dict[str, dict[str, int]]:
    """`"second";r=24;t=1, "day";r=99;t=4021` by name."""
    return {
        name: {key: int(value) for key, value in _parameter.findall(parameters) if value.isdecimal()}
        for name, parameters in _item.findall(field)
    }


def rate_limit_windows(headers: httpx.Headers) -> tuple[RateLimitWindow, ...]:
    """The windows of an answer; none where it has no `RateLimit`."""
    policies = _items(headers.get("RateLimit-Policy", ""))
    return tuple(
        RateLimitWindow(
            name,
            policies.get(name, {}).get("q", 0),
            policies.get(name, {}).get("w", 0),
            state.get("r", 0),
            state.get("t", 0),
        )
        for name, state in _items(headers.get("RateLimit", "")).items()
    )


def retry_after_seconds(headers: httpx.Headers) -> int | None:
    """Seconds to wait until a request may be sent again, if the answer says so."""
    value = headers.get("Retry-After", "")
    return int(value) if re.fullmatch(r"[0-9]{1,10}", value) else None
