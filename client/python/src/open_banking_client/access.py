"""The base of the generated methods: calls of the client, and calls with the token of a customer."""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, TypeVar

from .caller import Caller, CallOptions
from .bank_rules import BankRules
from .flow import AwaitedSteps, BlockingSteps
from .generated.grants import Authorization, Grant
from .generated.table import Issuer, RequestHeader
from .tokens import CustomerTokens

C = TypeVar("C", bound="_Calls")


class _Calls:
    _caller: Caller

    def with_options(self: C, *, psu_ip_address: str | None = None, headers: Mapping[RequestHeader, str] | None = None) -> C:
        """The same access, with options for all its calls: `psu_ip_address` while the customer is present."""
        other = copy.copy(self)
        other._caller = self._caller.with_options(CallOptions(psu_ip_address, headers))
        return other


def next_link(page: object) -> str | None:
    """The link to the next page: of the answer itself, or of a list in it."""
    if not isinstance(page, dict):
        return None
    for place in (page, *(value for value in page.values() if isinstance(value, dict))):
        links = place.get("_links")
        link = links.get("next") if isinstance(links, dict) else None
        if isinstance(link, dict) and isinstance(link.get("href"), str):
            return str(link["href"])
    return None


class _BlockingCalls(_Calls):
    _steps: BlockingSteps

    def _call(self, operation: str, parameters: Mapping[str, object], options: CallOptions, body: object = None) -> Any:
        return self._steps.run(self._caller.call(operation, parameters, options, body))

    def _pages(self, operation: str, parameters: Mapping[str, object], options: CallOptions) -> Iterator[Any]:
        page = self._call(operation, parameters, options)
        while True:
            yield page
            link = next_link(page)
            if link is None:
                return
            page = self._steps.run(self._caller.follow(operation, link, options))


class _AwaitedCalls(_Calls):
    _steps: AwaitedSteps

    async def _call(self, operation: str, parameters: Mapping[str, object], options: CallOptions, body: object = None) -> Any:
        return await self._steps.run(self._caller.call(operation, parameters, options, body))

    async def _pages(self, operation: str, parameters: Mapping[str, object], options: CallOptions) -> AsyncIterator[Any]:
        page = await self._call(operation, parameters, options)
        while True:
            yield page
            link = next_link(page)
            if link is None:
                return
            page = await self._steps.run(self._caller.follow(operation, link, options))


class CustomerAccess(_BlockingCalls):
    """Calls with the token of a customer."""

    def __init__(self, steps: BlockingSteps, caller: Caller, tokens: CustomerTokens) -> None:
        self._steps = steps
        self._caller = caller
        self._tokens = tokens


class AsyncCustomerAccess(_AwaitedCalls):
    """Calls with the token of a customer, for asyncio."""

    def __init__(self, steps: AwaitedSteps, caller: Caller, tokens: CustomerTokens) -> None:
        self._steps = steps
        self._caller = caller
        self._tokens = tokens


class BankCalls(_BlockingCalls):
    """Calls of a client, and the ways to a customer's approval."""

    _rules: BankRules

    def _authorize(self, issuer: Issuer, resource_id: str) -> Authorization:
        return self._steps.run(self._rules.authorize(issuer, resource_id))

    def _finish(self, authorization: Authorization, callback_url: str) -> CustomerTokens:
        return self._steps.run(self._rules.finish(authorization, callback_url))

    def _stored(self, grant: Grant) -> CustomerTokens:
        return self._rules.customer_tokens(grant, is_saved=True)


class AsyncBankCalls(_AwaitedCalls):
    """Calls of a client, and the ways to a customer's approval, for asyncio."""

    _rules: BankRules

    async def _authorize(self, issuer: Issuer, resource_id: str) -> Authorization:
        return await self._steps.run(self._rules.authorize(issuer, resource_id))

    async def _finish(self, authorization: Authorization, callback_url: str) -> CustomerTokens:
        return await self._steps.run(self._rules.finish(authorization, callback_url))

    def _stored(self, grant: Grant) -> CustomerTokens:
        return self._rules.customer_tokens(grant, is_saved=True)
