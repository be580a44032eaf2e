"""The tokens of calls: the client's own, and those of one customer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol, cast

from .errors import OAuthError, UnsavedGrantError
from .flow import Acquire, Flow, Lock, Save
from .generated.grants import Grant
from .issuer import IssuerEndpoint

# A request that is on its way should not arrive with a token that has ended.
_MARGIN_SECONDS = 10


@dataclass(frozen=True)
class Token:
    """An access token, and what presenting it takes."""

    value: str
    type: str
    expires_at: float
    """Seconds since 1970."""

    @property
    def ends_soon(self) -> bool:
        """True where it ends within ten seconds."""
        return self.expires_at - _MARGIN_SECONDS < time.time()


class TokenSource(Protocol):
    """The source of a call's token."""

    def current(self) -> Flow[Token]:
        """A token to call with."""
        ...

    def renewed(self, refused: Token) -> Flow[Token]:
        """Another token than this one, which the bank no longer accepts."""
        ...


class ClientTokens:
    """The client's own tokens (client credentials) of one issuer and scope, each used until it ends."""

    def __init__(self, issuer: IssuerEndpoint, scope: str, lock: Lock) -> None:
        self._issuer = issuer
        self._scope = scope
        self._lock = lock
        self._token: Token | None = None

    def current(self) -> Flow[Token]:
        return (yield from self._other_than(None))

    def renewed(self, refused: Token) -> Flow[Token]:
        return (yield from self._other_than(refused.value))

    def _other_than(self, refused: str | None) -> Flow[Token]:
        yield Acquire(self._lock)
        try:
            if self._token is None or self._token.ends_soon or self._token.value == refused:
                answer = yield from self._issuer.token({"grant_type": "client_credentials", "scope": self._scope})
                self._token = Token(answer["access_token"], answer["token_type"], time.time() + answer["expires_in"])
            return self._token
        finally:
            self._lock.release()


class CustomerTokens:
    """The tokens of one customer. They are refreshed once for all calls that wait for it, and stored before any call uses them."""

    def __init__(self, grant: Grant, issuer: IssuerEndpoint, lock: Lock, is_saved: bool) -> None:
        self.grant = grant
        self._issuer = issuer
        self._lock = lock
        self._is_saved = is_saved

    def current(self) -> Flow[Token]:
        if self._is_saved and not self._token.ends_soon:
            return self._token
        yield Acquire(self._lock)
        try:
            if self._token.ends_soon and "refresh_token" in self.grant:
                yield from self._refresh()
            yield from self._save()
            return self._token
        finally:
            self._lock.release()

    def renewed(self, refused: Token) -> Flow[Token]:
        yield Acquire(self._lock)
        try:
            if self.grant["access_token"] == refused.value:
                yield from self._refresh()
            yield from self._save()
            return self._token
        finally:
            self._lock.release()

    def save(self) -> Flow[None]:
        """Stores the grant with the caller's function. If that fails, so does the call that needs it; the next one tries again."""
        yield Acquire(self._lock)
        try:
            yield from self._save()
        finally:
            self._lock.release()

    @property
    def _token(self) -> Token:
        ends = datetime.fromisoformat(self.grant["expires_at"].replace("Z", "+00:00")).timestamp()
        return Token(self.grant["access_token"], self.grant["token_type"], ends)

    def _refresh(self) -> Flow[None]:
        refresh_token = self.grant.get("refresh_token")
        if refresh_token is None:
            raise OAuthError("invalid_grant", "The access token has ended, and there is no refresh token.")
        answer = yield from self._issuer.token({"grant_type": "refresh_token", "refresh_token": refresh_token})
        self.grant = grant_of(self.grant["issuer"], self.grant["resource_id"], answer, refresh_token)
        self._is_saved = False

    def _save(self) -> Flow[None]:
        if self._is_saved:
            return
        try:
            yield Save(self.grant)
        except Exception as error:
            raise UnsavedGrantError(self.grant, error) from error
        self._is_saved = True


def grant_of(issuer: str, resource_id: str, answer: Mapping[str, Any], refresh_token: str | None = None) -> Grant:
    """The grant that a token response makes. An issuer that rotates refresh tokens sends the next one; others omit or repeat it."""
    ends = datetime.now(timezone.utc) + timedelta(seconds=answer["expires_in"])
    grant = {
        "issuer": issuer,
        "resource_id": resource_id,
        "access_token": answer["access_token"],
        "token_type": answer["token_type"],
        "expires_at": ends.isoformat(timespec="milliseconds"),
    }
    following = answer.get("refresh_token", refresh_token)
    return cast(Grant, grant if following is None else {**grant, "refresh_token": following})
