"""The facts about operations and issuers that a call needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OperationFacts:
    """An operation as a call needs it."""

    method: str
    path: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The path's parameters: the names in JSON, and those in the path."""
    issuer: str | None = None
    token: str | None = None
    """`client`, `customer` or `either`; None for operations without a token."""
    client_scope: str | None = None
    consent: bool = False
    """True where the header `Consent-ID` is sent."""
    paged: bool = False


@dataclass(frozen=True)
class IssuerFacts:
    """An issuer of tokens below the base URL."""

    path: str
    metadata: str
    """The operation that reads its metadata."""
    approved_scope: str
    """The beginning of a scope; the id of what the customer approves follows."""
