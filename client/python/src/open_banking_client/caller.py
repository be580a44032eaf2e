"""Calls operations for one party: the client itself, or one customer."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from .credentials import Credentials
from .errors import BankError, RefusedRequest, VerificationError, bank_error
from .flow import Flow, WireAnswer, WireRequest
from .generated.table import OPERATIONS, RequestHeader
from .signature import RequestSigner
from .tokens import Token, TokenSource
from .transport import Repeatable, Transport, check_headers
from .untrusted import link_below, parsed_json


@dataclass(frozen=True)
class CallOptions:
    """Options of one call, besides its parameters."""

    psu_ip_address: str | None = None
    headers: Mapping[RequestHeader, str] | None = None
    request_id: str | None = None

    def over(self, defaults: CallOptions) -> CallOptions:
        """These options, completed from others."""
        headers: dict[RequestHeader, str] = {**(defaults.headers or {}), **(self.headers or {})}
        return CallOptions(self.psu_ip_address or defaults.psu_ip_address, headers, self.request_id or defaults.request_id)


@dataclass(frozen=True)
class Party:
    """The client itself, or one customer."""

    tokens_for: Callable[[str], TokenSource | None]
    """The tokens for an operation; None for operations without a token."""
    consent_id: str | None = None


@dataclass(frozen=True)
class Connection:
    """The parts that all calls of a client share."""

    transport: Transport
    credentials: Credentials
    signer: RequestSigner | None
    origin: Callable[[], Flow[str]]
    """The address below which this client calls; for clients with a certificate it is in the metadata."""


@dataclass(frozen=True)
class _ClientRequest:
    operation: str
    method: str
    url: str
    body: bytes | None


class Caller:
    """Calls operations. A call has one `X-Request-ID`, and keeps it however often it is sent."""

    def __init__(self, connection: Connection, party: Party, defaults: CallOptions | None = None) -> None:
        self._connection = connection
        self._party = party
        self._defaults = defaults or CallOptions()

    def with_options(self, options: CallOptions) -> Caller:
        """The same party, with options for all its calls."""
        return Caller(self._connection, self._party, options.over(self._defaults))

    def call(self, operation: str, parameters: Mapping[str, object], options: CallOptions, body: object = None) -> Flow[Any]:
        """The answer to an operation, parsed."""
        path = request_path(operation, parameters)
        url = (yield from self._connection.origin()).rstrip("/") + path
        content = None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        return (yield from self._called(_ClientRequest(operation, OPERATIONS[operation].method, url, content), options))

    def follow(self, operation: str, href: str, options: CallOptions) -> Flow[Any]:
        """Follows a link of an answer. A link that leads elsewhere is refused, as the token would go there."""
        url = link_below((yield from self._connection.origin()), href)
        if url is None:
            raise VerificationError(f"{operation}: a link leads to another server: {href}")
        return (yield from self._called(_ClientRequest(operation, "GET", url, None), replace(options, request_id=None)))

    def _called(self, wanted: _ClientRequest, options: CallOptions) -> Flow[Any]:
        options = options.over(self._defaults)
        options = replace(options, request_id=options.request_id or str(uuid.uuid4()))
        tokens = self._party.tokens_for(wanted.operation)
        token = None if tokens is None else (yield from tokens.current())
        answer = yield from self._sent(wanted, options, token)
        if answer.status < 300:
            return _parsed(wanted, options, answer)
        error = _error(wanted, options, answer)
        if tokens is None or token is None or not _token_has_ended(error):
            raise error
        answer = yield from self._sent(wanted, options, (yield from tokens.renewed(token)))
        if answer.status < 300:
            return _parsed(wanted, options, answer)
        raise _error(wanted, options, answer)

    def _sent(self, wanted: _ClientRequest, options: CallOptions, token: Token | None) -> Flow[WireAnswer]:
        fields = self._fields(wanted, options)
        check_headers(wanted.operation, fields)
        if self._connection.signer is not None and token is not None:
            fields |= self._connection.signer.headers(wanted.method, wanted.url, fields, wanted.body or b"")

        def request() -> WireRequest:
            headers = dict(fields)
            if token is not None:
                headers["authorization"] = f"{token.type} {token.value}"
                headers |= self._connection.credentials.proof(wanted.method, wanted.url, token.type, token.value)
            return WireRequest(wanted.method, wanted.url, headers, wanted.body)

        assert options.request_id is not None
        return (yield from self._connection.transport.send(Repeatable(wanted.operation, options.request_id, request)))

    def _fields(self, wanted: _ClientRequest, options: CallOptions) -> dict[str, str]:
        consent_id = self._party.consent_id if OPERATIONS[wanted.operation].consent else None
        fields = {
            "accept": "application/json",
            "x-request-id": options.request_id,
            "consent-id": consent_id,
            "psu-ip-address": options.psu_ip_address,
            "content-type": None if wanted.body is None else "application/json",
            **{name.lower(): value for name, value in (options.headers or {}).items()},
        }
        return {name: value for name, value in fields.items() if value is not None}


def request_path(operation: str, parameters: Mapping[str, object]) -> str:
    """The path with its parameters filled in, and the others as the query."""
    facts = OPERATIONS[operation]
    path = facts.path
    for name, in_path in facts.parameters.items():
        value = parameters.get(name)
        # A segment of dots would be resolved, so that the request would go to another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{operation}: {name} is required, and cannot be {value!r}")
        path = path.replace(f"{{{in_path}}}", quote(value, safe=""))
    query = {name: value for name, value in parameters.items() if name not in facts.parameters and value is not None}
    return f"{path}?{urlencode({name: _text(value) for name, value in query.items()})}" if query else path


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _token_has_ended(error: BankError) -> bool:
    """Another token helps against these refusals, and against no others."""
    return error.status == 401 and (error.has("TOKEN_EXPIRED") or error.has("TOKEN_UNKNOWN"))


def _error(wanted: _ClientRequest, options: CallOptions, answer: WireAnswer) -> BankError:
    request_id = options.request_id or ""
    return bank_error(RefusedRequest(wanted.operation, request_id, answer.status, answer.headers, answer.text))


def _parsed(wanted: _ClientRequest, options: CallOptions, answer: WireAnswer) -> Any:
    if answer.text == "":
        return None
    try:
        return parsed_json(answer.text)
    except ValueError:
        answered = f"{wanted.operation} was answered {answer.status} with a text that is no JSON"
        raise VerificationError(f"{answered} (X-Request-ID {options.request_id})") from None
