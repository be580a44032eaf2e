"""The approval of a customer: the code flow of RFC 6749 §4.1 with PKCE (RFC 7636), pushed (RFC 9126) where the bank requires it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import cast
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from .errors import OAuthError, VerificationError
from .flow import Flow
from .generated.grants import Authorization, Grant
from .issuer import IssuerEndpoint
from .jws import sha256
from .settings import Settings
from .tokens import grant_of


def _redirect_uri(settings: Settings) -> str:
    if settings.redirect_uri is None:
        raise ValueError("Sending customers to the bank needs `redirect_uri`")
    return settings.redirect_uri


def start_authorization(endpoint: IssuerEndpoint, resource_id: str, settings: Settings) -> Flow[Authorization]:
    """Begins an approval: `url` is where the customer goes."""
    redirect_uri = _redirect_uri(settings)
    metadata = yield from endpoint.metadata()
    state, code_verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    parameters = {
        "response_type": "code",
        "client_id": settings.client_id,
        "redirect_uri": redirect_uri,
        "scope": f"{endpoint.facts.approved_scope}{resource_id}",
        "state": state,
        "code_challenge": sha256(code_verifier),
        "code_challenge_method": "S256",
    }
    if metadata.get("require_pushed_authorization_requests"):
        parameters = {"client_id": settings.client_id, "request_uri": (yield from endpoint.push(parameters))}
    address = str(metadata["authorization_endpoint"])
    url = f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(parameters)}"
    authorization = {
        "issuer": endpoint.issuer,
        "resource_id": resource_id,
        "url": url,
        "state": state,
        "code_verifier": code_verifier,
    }
    return cast(Authorization, authorization)


def finish_authorization(
    endpoint: IssuerEndpoint, authorization: Authorization, callback_url: str, settings: Settings
) -> Flow[Grant]:
    """Checks with what the customer came back, and redeems the code."""
    redirect_uri = _redirect_uri(settings)
    try:
        query = urlsplit(urljoin(redirect_uri, callback_url)).query
        answer = {name: values[0] for name, values in parse_qs(query).items()}
        is_same = hmac.compare_digest(answer.get("state", "").encode(), authorization["state"].encode())
    except ValueError:
        raise VerificationError("The customer came back with no address") from None
    if not is_same:
        raise VerificationError("The answer belongs to another authorization: its state differs")
    metadata = yield from endpoint.metadata()
    _check_issuer(endpoint, answer, bool(metadata.get("authorization_response_iss_parameter_supported")))
    if "error" in answer:
        raise OAuthError(answer["error"], answer.get("error_description"))
    if "code" not in answer:
        raise VerificationError("The answer has neither a code nor an error")
    form = {
        "grant_type": "authorization_code",
        "code": answer["code"],
        "redirect_uri": redirect_uri,
        "code_verifier": authorization["code_verifier"],
    }
    tokens = yield from endpoint.token(form)
    return grant_of(authorization["issuer"], authorization["resource_id"], tokens)


def _check_issuer(endpoint: IssuerEndpoint, answer: Mapping[str, str], is_required: bool) -> None:
    """RFC 9207: an answer of another issuer would have this code sent there."""
    issuer = answer.get("iss")
    if (is_required or issuer is not None) and issuer != endpoint.name:
        raise VerificationError(f"The answer is of another issuer: {issuer}")
