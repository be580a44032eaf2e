"""A bank, for one client: blocking, or for asyncio."""

from __future__ import annotations

import ssl
import sys

import httpx

from .bank_rules import BankRules
from .flow import AwaitedSteps, BlockingSteps
from .generated.async_methods import AsyncBankOperations
from .generated.messages import IssuerMetadata
from .generated.sync_methods import BankOperations
from .generated.table import Issuer
from .notifications import Notification, ReceivedHeaders
from .settings import Settings

if sys.version_info >= (3, 11):
    from typing import Self
else:
    from typing_extensions import Self


def _tls_context(settings: Settings) -> ssl.SSLContext:
    context = httpx.create_ssl_context()
    if settings.ca_file is not None:
        context.load_verify_locations(settings.ca_file)
    if settings.tls is not None:
        context.load_cert_chain(settings.tls.certificate_file, settings.tls.private_key_file, settings.tls.password)
    return context


class Bank(BankOperations):
    """The bank, for one client. Nothing is sent before the first call. Threads can share it.

    `http_client` replaces the connections that the settings describe, for tests and for proxies.
    """

    def __init__(self, settings: Settings, *, http_client: httpx.Client | None = None) -> None:
        client = http_client or httpx.Client(verify=_tls_context(settings), timeout=settings.timeout_seconds)
        self._steps = BlockingSteps(client, settings.save_grant)
        self._rules = BankRules(settings, self._steps.new_lock)
        self._caller = self._rules.own_caller()

    def metadata(self, issuer: Issuer) -> IssuerMetadata:
        """The metadata of an issuer (RFC 8414), read at most once an hour."""
        return self._steps.run(self._rules.metadata(issuer))

    def verify_notification(self, headers: ReceivedHeaders, body: bytes, address: str) -> Notification:
        """Checks that the bank has sent this notification, to this address of yours. Raises a `VerificationError` otherwise."""
        return self._steps.run(self._rules.verifier.verify(headers, body, address))

    def close(self) -> None:
        """Closes the connections."""
        self._steps.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncBank(AsyncBankOperations):
    """The bank, for one client, with methods of asyncio. Nothing is sent before the first call.

    `http_client` replaces the connections that the settings describe, for tests and for proxies.
    """

    def __init__(self, settings: Settings, *, http_client: httpx.AsyncClient | None = None) -> None:
        client = http_client or httpx.AsyncClient(verify=_tls_context(settings), timeout=settings.timeout_seconds)
        self._steps = AwaitedSteps(client, settings.save_grant)
        self._rules = BankRules(settings, self._steps.new_lock)
        self._caller = self._rules.own_caller()

    async def metadata(self, issuer: Issuer) -> IssuerMetadata:
        """The metadata of an issuer (RFC 8414), read at most once an hour."""
        return await self._steps.run(self._rules.metadata(issuer))

    async def verify_notification(self, headers: ReceivedHeaders, body: bytes, address: str) -> Notification:
        """Checks that the bank has sent this notification, to this address of yours. Raises a `VerificationError` otherwise."""
        return await self._steps.run(self._rules.verifier.verify(headers, body, address))

    async def close(self) -> None:
        """Closes the connections."""
        await self._steps.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
