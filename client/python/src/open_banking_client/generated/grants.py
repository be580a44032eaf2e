# Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.
"""Grants and authorizations of each issuer: dictionaries to be stored."""

from __future__ import annotations

import sys
from typing import Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
else:
    from typing_extensions import NotRequired, TypeAlias


class ConsentsGrant(TypedDict):
    """The approval of a customer at the consents issuer, with its tokens: plain JSON to be stored, encrypted."""

    issuer: Literal["consents"]
    resource_id: str
    access_token: str
    token_type: str
    expires_at: str
    """The end of the access token, ISO 8601."""
    refresh_token: NotRequired[str]
    """Gets the next access token."""


class ConsentsAuthorization(TypedDict):
    """A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back."""

    issuer: Literal["consents"]
    resource_id: str
    url: str
    """The address to send the customer to."""
    state: str
    code_verifier: str


class PaymentsGrant(TypedDict):
    """The approval of a customer at the payments issuer, with its tokens: plain JSON to be stored, encrypted."""

    issuer: Literal["payments"]
    resource_id: str
    access_token: str
    token_type: str
    expires_at: str
    """The end of the access token, ISO 8601."""
    refresh_token: NotRequired[str]
    """Gets the next access token."""


class PaymentsAuthorization(TypedDict):
    """A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back."""

    issuer: Literal["payments"]
    resource_id: str
    url: str
    """The address to send the customer to."""
    state: str
    code_verifier: str


class MandatesGrant(TypedDict):
    """The approval of a customer at the mandates issuer, with its tokens: plain JSON to be stored, encrypted."""

    issuer: Literal["mandates"]
    resource_id: str
    access_token: str
    token_type: str
    expires_at: str
    """The end of the access token, ISO 8601."""
    refresh_token: NotRequired[str]
    """Gets the next access token."""


class MandatesAuthorization(TypedDict):
    """A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back."""

    issuer: Literal["mandates"]
    resource_id: str
    url: str
    """The address to send the customer to."""
    state: str
    code_verifier: str


class CancellationGrant(TypedDict):
    """The approval of a customer at the cancellation issuer, with its tokens: plain JSON to be stored, encrypted."""

    issuer: Literal["cancellation"]
    resource_id: str
    access_token: str
    token_type: str
    expires_at: str
    """The end of the access token, ISO 8601."""
    refresh_token: NotRequired[str]
    """Gets the next access token."""


class CancellationAuthorization(TypedDict):
    """A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back."""

    issuer: Literal["cancellation"]
    resource_id: str
    url: str
    """The address to send the customer to."""
    state: str
    code_verifier: str


Grant: TypeAlias = Union[ConsentsGrant, PaymentsGrant, MandatesGrant, CancellationGrant]
"""A grant of any issuer."""

Authorization: TypeAlias = Union[ConsentsAuthorization, PaymentsAuthorization, MandatesAuthorization, CancellationAuthorization]
"""An authorization of any issuer."""
