"""Checks notifications: the digest, and the detached signature over the body (RFC 7515 appendix F, RFC 7797)."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, Union, cast

from .errors import VerificationError
from .flow import Acquire, Flow, Lock
from .generated.table import Issuer
from .issuer import IssuerEndpoint
from .jws import base64url_decoded, header_of, is_signed_es256
from .untrusted import parsed_json, shown

_KEPT_SECONDS = 3_600
# An unknown key id has the keys read again, but not for every request with an invented one.
_REREAD_SECONDS = 5


class HeaderItems(Protocol):
    """Headers as frameworks have them: a mapping of any case, or the headers of `http.server`, Flask or Django."""

    def items(self) -> Iterable[tuple[str, str]]: ...


ReceivedHeaders = Union[HeaderItems, Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]
"""Headers with `items()`, or pairs of texts or bytes (ASGI)."""


@dataclass(frozen=True)
class Notification:
    """A change of a status, as the bank has signed it."""

    id: str
    """Deliveries of one notification have the same id: store those you have seen."""
    issuer: Issuer
    body: dict[str, Any]
    """`consentId` with `consentStatus`, `paymentId` with `transactionStatus`, or `mandateResourceId` with `mandateStatus`."""


class _KeySet:
    """The public keys of one issuer, read again after an hour, and where a key is new."""

    def __init__(self, endpoint: IssuerEndpoint, lock: Lock) -> None:
        self.issuer: Issuer = endpoint.issuer
        self._endpoint = endpoint
        self._lock = lock
        self._keys: dict[str, dict[str, Any]] = {}
        self._read_at = float("-inf")

    def key(self, key_id: str) -> Flow[dict[str, Any] | None]:
        yield Acquire(self._lock)
        try:
            age = time.monotonic() - self._read_at
            if age > _KEPT_SECONDS or (key_id not in self._keys and age > _REREAD_SECONDS):
                keys = yield from self._endpoint.keys()
                understood = (key for key in keys if isinstance(key.get("kid"), str) and key.get("kty") == "EC")
                self._keys = {key["kid"]: key for key in understood}
                self._read_at = time.monotonic()
            return self._keys.get(key_id)
        finally:
            self._lock.release()


def _refuse(why: str) -> NoReturn:
    raise VerificationError(f"Not a notification of the bank: {why}")


def _texts(headers: ReceivedHeaders) -> dict[str, str]:
    items = getattr(headers, "items", None)
    pairs = cast("Iterable[tuple[str | bytes, str | bytes]]", headers if items is None else items())
    return {_text(name).lower(): _text(value) for name, value in pairs}


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")


def _detached_signature(jws: str) -> tuple[str, dict[str, Any], bytes]:
    parts = jws.split(".")
    if len(parts) != 3 or parts[1] != "" or parts[2] == "":
        _refuse("it has no detached signature")
    try:
        header, signature = header_of(parts[0]), base64url_decoded(parts[2])
    except ValueError:
        _refuse("the signature cannot be read")
    if header.get("alg") != "ES256" or header.get("b64") is not False or header.get("crit") != ["b64"]:
        _refuse("it is signed in another way")
    return parts[0], header, signature


def _signed_body(body: bytes) -> dict[str, Any]:
    try:
        value = parsed_json(body)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else _refuse("its body is no object in JSON")


class NotificationVerifier:
    """Checks notifications with the keys that the bank publishes."""

    def __init__(self, endpoints: Mapping[Issuer, IssuerEndpoint], locks: Iterable[Lock]) -> None:
        self._key_sets = {endpoint.name: _KeySet(endpoint, lock) for endpoint, lock in zip(endpoints.values(), locks)}

    def verify(self, headers: ReceivedHeaders, body: bytes, address: str) -> Flow[Notification]:
        """The notification. Raises a `VerificationError` where it is not of the bank, or not for this address."""
        fields = _texts(headers)
        encoded, header, signature = _detached_signature(fields.get("x-jws-signature", ""))
        if header.get("aud") != address:
            _refuse(f"it is for another address, {shown(header.get('aud'))}")
        issuer, key_id = header.get("iss"), header.get("kid")
        if not isinstance(issuer, str) or not isinstance(key_id, str):
            _refuse("its issuer or its key is unknown")
        known = self._key_sets.get(issuer) or _refuse(f"its issuer is unknown, {issuer}")
        key = (yield from known.key(key_id)) or _refuse("its key is unknown")
        if not is_signed_es256(key, encoded.encode() + b"." + body, signature):
            _refuse("its signature is wrong")
        if fields.get("digest") != f"SHA-256={base64.b64encode(hashlib.sha256(body).digest()).decode()}":
            _refuse("its digest is wrong")
        request_id = fields.get("x-request-id", "")
        if request_id == "" or request_id != header.get("jti"):
            _refuse("its X-Request-ID is not the signed one")
        return Notification(request_id, known.issuer, _signed_body(body))
