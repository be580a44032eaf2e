"""Checks of everything that comes from outside: texts in JSON, addresses, metadata, and values of headers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import httpx

_SEPARATOR = re.compile(r"[/\\]")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FIELD_VALUE = re.compile(r"(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?")
_TOKEN_TEXT = re.compile(r"[\x20-\x7e]+")
_LONGEST_SECONDS = 10**10


def parsed_json(text: str | bytes) -> Any:
    """The value of a text in JSON. Raises ValueError where it is none, or nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def parsed_object(text: str) -> dict[str, Any]:
    """The object in a JSON text; empty where there is none."""
    try:
        value = parsed_json(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def shown(value: object) -> str:
    """A member for a message. Writing a deeply nested value could fail itself."""
    return value if isinstance(value, str) else "which is no text"


def address(value: object) -> httpx.URL | None:
    """An absolute address of http or https without a user's name; None where the value is none."""
    if not isinstance(value, str) or not value.lower().startswith(("http://", "https://")):
        return None
    try:
        url = httpx.URL(value)
    except (httpx.InvalidURL, ValueError):
        return None
    return url if url.host and not url.userinfo else None


def origin_of(url: httpx.URL | None) -> tuple[str, str, int | None] | None:
    """Scheme, host and port; None for the port of the scheme."""
    return None if url is None else (url.scheme, url.host, url.port)


def _climbs(path: str) -> bool:
    """True for a segment `..` after decoding, once or several times; also where the path cannot be decoded."""
    before = None
    while path != before:
        if ".." in _SEPARATOR.split(path) or _BAD_ESCAPE.search(path):
            return True
        before, path = path, unquote(path)
    return False


def link_below(base_url: str, href: str) -> str | None:
    """A link as it is requested; None where it leads to another server, or out of the path of the base URL."""
    prefix = base_url.rstrip("/")
    base = httpx.URL(f"{prefix}/")
    url = address(f"{prefix}{href}" if href.startswith("/") and not href.startswith("//") else href)
    if url is None or origin_of(url) != origin_of(base):
        return None
    path = url.raw_path.decode("ascii").partition("?")[0]
    return str(url) if path.startswith(base.raw_path.decode("ascii")) and not _climbs(path) else None


def unsendable_header(headers: Mapping[str, str]) -> str | None:
    """The reason why headers cannot be sent as they are (RFC 9110 §5.5), without the value: it may be a token."""
    for name, value in headers.items():
        if not _FIELD_NAME.fullmatch(name):
            return "the name of a header cannot be sent"
        if not isinstance(value, str) or not _FIELD_VALUE.fullmatch(value):
            return f"the value of the header {name} cannot be sent"
    return None


def is_token_response(answer: Mapping[str, Any]) -> bool:
    """True for a token response that can be used (RFC 6749 §5.1 and appendix A)."""
    texts = (answer.get("access_token"), answer.get("token_type"), answer.get("refresh_token", "none"))
    seconds = answer.get("expires_in")
    is_duration = isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and 0 <= seconds <= _LONGEST_SECONDS
    return is_duration and all(isinstance(text, str) and _TOKEN_TEXT.fullmatch(text) is not None for text in texts)
