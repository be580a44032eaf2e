"""The settings of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union
from urllib.parse import urlsplit

import httpx

from .flow import SaveGrant
from .rate_limit import RateLimitWindow

PrivateKey = Union[str, bytes, Mapping[str, Any]]
"""A private key: PEM (PKCS #8), or a JWK. EC P-256 signs ES256, Ed25519 EdDSA, RSA PS256."""


@dataclass(frozen=True)
class ClientSecretBasic:
    """Authenticates with a secret in the header `Authorization`."""

    client_secret: str = field(repr=False)


@dataclass(frozen=True)
class ClientSecretPost:
    """Authenticates with a secret in the form."""

    client_secret: str = field(repr=False)


@dataclass(frozen=True)
class PrivateKeyJwt:
    """Authenticates with signed assertions (RFC 7523)."""

    private_key: PrivateKey = field(repr=False)
    key_id: str | None = None
    """Default: `kid` of the JWK."""


@dataclass(frozen=True)
class TlsClientAuth:
    """Authenticates with the certificate of the setting `tls` (RFC 8705)."""


Authentication = Union[ClientSecretBasic, ClientSecretPost, PrivateKeyJwt, TlsClientAuth]


@dataclass(frozen=True)
class CertificateFiles:
    """A certificate and its private key, as files in PEM."""

    certificate_file: str
    private_key_file: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Repetition:
    """Limits of repetition. A call is always repeated with its `X-Request-ID`, so that a write takes effect once."""

    attempts: int = 4
    """Requests that a call may send."""
    longest_wait_seconds: float = 30
    """The longest wait before a repetition; a bank that asks for a longer one is not asked again."""
    longest_limit_wait_seconds: float = 0
    """The longest wait for a used-up limit (429). With 0 such a call fails at once with a `RateLimitError`."""


@dataclass(frozen=True)
class AnswerEvent:
    """An answer as it arrived, of a call or of one of its repetitions: for logs and metrics."""

    operation: str
    """The operation's name in the table, or `token`, `par` or `jwks` of an issuer."""
    request_id: str
    status: int
    attempt: int
    """1 for the first request of a call, 2 for its first repetition."""
    duration_seconds: float
    headers: httpx.Headers
    limits: tuple[RateLimitWindow, ...]
    """The rest of the operation's limits."""


@dataclass(frozen=True)
class Settings:
    """The settings of a client. Only the first three are required."""

    base_url: str
    """The bank's one base URL."""
    client_id: str
    authentication: Authentication
    redirect_uri: str | None = None
    """The address that customers return to: one of the client's registered redirect URIs. Needed to send customers to the bank."""
    save_grant: SaveGrant | None = None
    """Stores what a customer has approved, whenever its tokens change; a call waits for it before it uses the new ones."""
    tls: CertificateFiles | None = None
    """Presented on every connection. Calls then go to the bank's TLS address (`mtls_endpoint_aliases`)."""
    ca_file: str | None = None
    """Authorities, in PEM, trusted for the bank's own certificate besides the public ones."""
    dpop_key: PrivateKey | None = field(default=None, repr=False)
    """Binds all tokens to this key (DPoP, RFC 9449): in profile `fapi2`, without `tls`. Keep it as long as the grants that you keep."""
    seal: CertificateFiles | None = None
    """A certificate for seals, with its RSA key: signs all calls (`Digest`, `Signature`, `TPP-Signature-Certificate`)."""
    repetition: Repetition = Repetition()
    timeout_seconds: float = 30
    """The limit for connecting, and for each wait for the next bytes."""
    on_answer: Callable[[AnswerEvent], None] | None = None
    """Called with each answer, refusals included."""

    def __post_init__(self) -> None:
        if urlsplit(self.base_url).scheme not in ("http", "https"):
            raise ValueError(f"`base_url` has to begin with https:// or http://; it is {self.base_url!r}")
        if isinstance(self.authentication, TlsClientAuth) and self.tls is None:
            raise ValueError("TlsClientAuth needs the certificate: `tls`")

    def below(self, path: str) -> str:
        """An address below the base URL, which may have a path itself."""
        return f"{self.base_url.rstrip('/')}{path}"
