"""Proofs of the client's identity, and of the key that its tokens are bound to."""

from __future__ import annotations

import base64
import time
import uuid
from urllib.parse import quote, urlsplit

from .jws import SigningKey, sha256
from .settings import ClientSecretBasic, ClientSecretPost, PrivateKeyJwt, Settings

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_ASSERTION_SECONDS = 60


class Credentials:
    """The client's secrets and keys."""

    def __init__(self, settings: Settings) -> None:
        self._client_id = settings.client_id
        self._authentication = settings.authentication
        self._dpop_key = None if settings.dpop_key is None else SigningKey(settings.dpop_key)
        method = settings.authentication
        self._assertion_key = SigningKey(method.private_key) if isinstance(method, PrivateKeyJwt) else None

    def of_request(self, issuer: str) -> tuple[dict[str, str], dict[str, str]]:
        """Headers and form fields for an issuer, by RFC 6749 §2.3.1, RFC 7523 §2.2 or RFC 8705 §2.1."""
        method = self._authentication
        if isinstance(method, ClientSecretBasic):
            pair = ":".join(quote(part, safe="") for part in (self._client_id, method.client_secret))
            return {"authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}, {}
        fields = {"client_id": self._client_id}
        if isinstance(method, ClientSecretPost):
            return {}, {**fields, "client_secret": method.client_secret}
        if isinstance(method, PrivateKeyJwt):
            fields |= {"client_assertion_type": _ASSERTION_TYPE, "client_assertion": self._assertion(method, issuer)}
        return {}, fields

    def _assertion(self, method: PrivateKeyJwt, issuer: str) -> str:
        assert self._assertion_key is not None
        key_id = method.key_id or self._assertion_key.key_id
        now = int(time.time())
        claims = {"iss": self._client_id, "sub": self._client_id, "aud": issuer, "jti": str(uuid.uuid4()), "iat": now}
        header = {} if key_id is None else {"kid": key_id}
        return self._assertion_key.token(header, {**claims, "exp": now + _ASSERTION_SECONDS})

    def proof(self, method: str, url: str, token_type: str = "DPoP", token: str | None = None) -> dict[str, str]:
        """The header with the proof of RFC 9449 for one request; none where the token is not bound to a key."""
        if self._dpop_key is None or token_type.lower() != "dpop":
            return {}
        parts = urlsplit(url)
        claims = {
            "htm": method,
            "htu": f"{parts.scheme}://{parts.netloc}{parts.path}",
            "jti": str(uuid.uuid4()),
            "iat": int(time.time()),
        }
        bound = {} if token is None else {"ath": sha256(token)}
        return {"dpop": self._dpop_key.token({"typ": "dpop+jwt", "jwk": self._dpop_key.public_jwk}, {**claims, **bound})}
