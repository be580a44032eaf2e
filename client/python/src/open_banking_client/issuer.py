"""One issuer of the bank: its metadata, and its endpoints for the client."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urlencode

from .credentials import Credentials
from .errors import OAuthError, RefusedRequest, VerificationError, bank_error
from .flow import Acquire, Flow, Lock, WireRequest
from .generated.messages import IssuerMetadata
from .generated.table import ISSUERS, Issuer
from .settings import Settings
from .transport import Repeatable, Transport
from .untrusted import address, is_token_response, origin_of, parsed_object, shown

_METADATA_SECONDS = 3_600
_REQUIRED = ("authorization_endpoint", "token_endpoint", "jwks_uri")


def checked_metadata(metadata: Mapping[str, Any], issuer: str) -> IssuerMetadata:
    """Metadata of RFC 8414. Codes and secrets go to its endpoints, so they have to be at the issuer's own server."""
    # RFC 8414 §3.3
    if metadata.get("issuer") != issuer:
        raise VerificationError(f"The metadata of {issuer} is of another issuer: {shown(metadata.get('issuer'))}")
    origin = origin_of(address(issuer))
    for name in {*_REQUIRED, *(name for name in metadata if name.endswith("_endpoint"))}:
        if origin_of(address(metadata.get(name))) != origin:
            raise VerificationError(f"The metadata of {issuer} names an address of another server: {name}")
    aliases = metadata.get("mtls_endpoint_aliases", {})
    # RFC 8705 §5: these may be at another host, which then presents a certificate for its name.
    found = [address(alias) for alias in aliases.values()] if isinstance(aliases, dict) else [None]
    if not all(url is not None and url.scheme == "https" for url in found):
        raise VerificationError(f"The metadata of {issuer} has addresses for certificates that are not of https")
    return cast(IssuerMetadata, metadata)


class IssuerEndpoint:
    """Requests to one issuer."""

    def __init__(self, issuer: Issuer, settings: Settings, credentials: Credentials, transport: Transport, lock: Lock) -> None:
        self.issuer: Issuer = issuer
        self.facts = ISSUERS[issuer]
        self.name = settings.below(self.facts.path)
        """The issuer's name, which is its address too."""
        self._has_certificate = settings.tls is not None
        self._credentials = credentials
        self._transport = transport
        self._lock = lock
        self._metadata: tuple[float, IssuerMetadata] | None = None

    def metadata(self) -> Flow[IssuerMetadata]:
        """The metadata of RFC 8414, read at most once an hour."""
        yield Acquire(self._lock)
        try:
            if self._metadata is None or time.monotonic() - self._metadata[0] > _METADATA_SECONDS:
                self._metadata = (time.monotonic(), (yield from self._read_metadata()))
            return self._metadata[1]
        finally:
            self._lock.release()

    def _read_metadata(self) -> Flow[IssuerMetadata]:
        url = f"{self.name}/.well-known/oauth-authorization-server"
        answer = yield from self._json(self.facts.metadata, lambda: WireRequest("GET", url, {}))
        return checked_metadata(answer, self.name)

    def token(self, form: Mapping[str, str]) -> Flow[dict[str, Any]]:
        """A token response (RFC 6749 §5.1)."""
        answer = yield from self._post("token", "token_endpoint", form)
        if not is_token_response(answer):
            raise VerificationError(f"The answer of {self.name} has no token, or not its type or its duration")
        return answer

    def push(self, form: Mapping[str, str]) -> Flow[str]:
        """The `request_uri` of pushed parameters (RFC 9126): the customer's browser carries this reference only."""
        answer = yield from self._post("par", "pushed_authorization_request_endpoint", form)
        request_uri = answer.get("request_uri")
        if not isinstance(request_uri, str):
            raise VerificationError(f"The answer of {self.name} has no request_uri")
        return request_uri

    def keys(self) -> Flow[list[dict[str, Any]]]:
        """The issuer's public keys (RFC 7517)."""
        metadata = yield from self.metadata()
        answer = yield from self._json("jwks", lambda: WireRequest("GET", metadata["jwks_uri"], {}))
        keys = answer.get("keys")
        if not isinstance(keys, list):
            raise VerificationError(f"The answer of {self.name} has no list of keys")
        return [key for key in keys if isinstance(key, dict)]

    def _post(self, operation: str, endpoint: str, form: Mapping[str, str]) -> Flow[dict[str, Any]]:
        metadata = cast("dict[str, Any]", (yield from self.metadata()))
        aliases = metadata.get("mtls_endpoint_aliases", {}) if self._has_certificate else {}
        url = aliases.get(endpoint) or metadata.get(endpoint)
        if not isinstance(url, str):
            raise VerificationError(f"The metadata of {self.name} has no {endpoint}")

        def request() -> WireRequest:
            headers, fields = self._credentials.of_request(self.name)
            body = urlencode({**form, **fields}).encode()
            proof = self._credentials.proof("POST", url)
            return WireRequest("POST", url, {**headers, **proof, "content-type": "application/x-www-form-urlencoded"}, body)

        return (yield from self._json(operation, request))

    def _json(self, operation: str, make: Callable[[], WireRequest]) -> Flow[dict[str, Any]]:
        request_id = str(uuid.uuid4())

        def request() -> WireRequest:
            made = make()
            return WireRequest(made.method, made.url, {"accept": "application/json", **made.headers}, made.body)

        answer = yield from self._transport.send(Repeatable(operation, request_id, request))
        body = parsed_object(answer.text)
        if answer.status < 300:
            return body
        error, description = body.get("error"), body.get("error_description")
        if not isinstance(error, str) or answer.status == 429:
            raise bank_error(RefusedRequest(operation, request_id, answer.status, answer.headers, answer.text))
        raise OAuthError(error, description if isinstance(description, str) else None, answer.status)
