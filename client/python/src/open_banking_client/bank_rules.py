"""The parts of a client of one bank, put together once for both kinds of clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast, get_args
from urllib.parse import urlsplit

from .authorization import finish_authorization, start_authorization
from .caller import Caller, Connection, Party
from .credentials import Credentials
from .flow import Flow, Lock
from .generated.grants import Authorization, Grant
from .generated.messages import IssuerMetadata
from .generated.table import OPERATIONS, Issuer
from .issuer import IssuerEndpoint
from .notifications import NotificationVerifier
from .settings import Settings
from .signature import RequestSigner
from .tokens import ClientTokens, CustomerTokens
from .transport import Transport


class BankRules:
    """One client of a bank, without its connections. Its methods return rules to run."""

    def __init__(self, settings: Settings, new_lock: Callable[[], Lock]) -> None:
        self._settings = settings
        self._new_lock = new_lock
        self._transport = Transport(settings)
        credentials = Credentials(settings)
        names: tuple[Issuer, ...] = get_args(Issuer)
        self._endpoints: dict[Issuer, IssuerEndpoint] = {
            name: IssuerEndpoint(name, settings, credentials, self._transport, new_lock()) for name in names
        }
        self.verifier = NotificationVerifier(self._endpoints, (new_lock() for _ in names))
        signer = None if settings.seal is None else RequestSigner(settings.seal)
        self._connection = Connection(self._transport, credentials, signer, self._origin)
        self._own = self._client_tokens()

    def own_caller(self) -> Caller:
        """Calls with the client's own tokens."""
        return Caller(self._connection, Party(self._own.get))

    def customer_caller(self, tokens: CustomerTokens) -> Caller:
        """Calls with the token of a customer."""
        consent_id = tokens.grant["resource_id"] if tokens.grant["issuer"] == "consents" else None
        return Caller(self._connection, Party(lambda _: tokens, consent_id))

    def customer_tokens(self, grant: Grant, is_saved: bool) -> CustomerTokens:
        """The tokens of a grant, refreshed and stored as calls need it."""
        return CustomerTokens(grant, self._endpoints[grant["issuer"]], self._new_lock(), is_saved)

    def metadata(self, issuer: Issuer) -> Flow[IssuerMetadata]:
        """The metadata of an issuer."""
        return self._endpoints[issuer].metadata()

    def authorize(self, issuer: Issuer, resource_id: str) -> Flow[Authorization]:
        """Begins an approval."""
        return start_authorization(self._endpoints[issuer], resource_id, self._settings)

    def finish(self, authorization: Authorization, callback_url: str) -> Flow[CustomerTokens]:
        """Ends an approval, and stores its grant."""
        endpoint = self._endpoints[authorization["issuer"]]
        grant = yield from finish_authorization(endpoint, authorization, callback_url, self._settings)
        tokens = self.customer_tokens(grant, is_saved=False)
        yield from tokens.save()
        return tokens

    def _client_tokens(self) -> dict[str, ClientTokens]:
        """The client's own tokens for each operation that takes one: one source for each issuer and scope."""
        sources: dict[tuple[str, str], ClientTokens] = {}
        by_operation: dict[str, ClientTokens] = {}
        for operation, facts in OPERATIONS.items():
            if facts.issuer is None or facts.client_scope is None:
                continue
            key = (facts.issuer, facts.client_scope)
            if key not in sources:
                sources[key] = ClientTokens(self._endpoints[cast(Issuer, facts.issuer)], facts.client_scope, self._new_lock())
            by_operation[operation] = sources[key]
        return by_operation

    def _origin(self) -> Flow[str]:
        """The address of calls: clients with a certificate call at the address that asks for one."""
        if self._settings.tls is None:
            return self._settings.base_url
        metadata = yield from self._endpoints["consents"].metadata()
        aliases = metadata.get("mtls_endpoint_aliases")
        endpoint = aliases.get("token_endpoint") if aliases else None
        if endpoint is None:
            return self._settings.base_url
        address = urlsplit(endpoint)
        return f"{address.scheme}://{address.netloc}"
