"""Scripted answers and connections for the tests of the Python client."""

import asyncio
import json

import httpx

from open_banking_client import Bank, ClientSecretBasic, Settings

BASE_URL = "http://bank.example"
REDIRECT_URI = "http://127.0.0.1:1/back"
CONSENTS = f"{BASE_URL}/v1.7/oauth/consents"


def settings(**changed):
    """Settings of a client of the scripted bank."""
    return Settings(
        **{
            "base_url": BASE_URL,
            "client_id": "me",
            "authentication": ClientSecretBasic("secret"),
            "redirect_uri": REDIRECT_URI,
            **changed,
        }
    )


def answer(status, body=None, **headers):
    """An answer in JSON. Underscores in names of headers are hyphens."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(
        status, headers={"content-type": "application/json", **names}, content=b"" if body is None else json.dumps(body).encode()
    )


def refusal(status, code, **headers):
    """A refusal as the bank writes it."""
    return answer(status, {"tppMessages": [{"category": "ERROR", "code": code}]}, **headers)


class ScriptedBank:
    """Answers as an issuer does, and calls with what `on_call` returns. `sent` has all requests."""

    def __init__(self, on_call, metadata=None):
        self.on_call = on_call
        self.metadata = metadata or {}
        self.sent = []
        self.issued = 0

    def __call__(self, request):
        self.sent.append(request)
        path = request.url.path
        if path.endswith("/oauth-authorization-server"):
            return answer(200, self._metadata(path.removesuffix("/.well-known/oauth-authorization-server")))
        if path.endswith("/token"):
            self.issued += 1
            return answer(200, {"access_token": f"token-{self.issued}", "token_type": "Bearer", "expires_in": 3600})
        return self.on_call(request)

    def _metadata(self, path):
        name = f"{BASE_URL}{path}"
        return {
            "issuer": name,
            "authorization_endpoint": f"{name}/authorize",
            "token_endpoint": f"{name}/token",
            "jwks_uri": f"{name}/jwks",
            "pushed_authorization_request_endpoint": f"{name}/par",
            "authorization_response_iss_parameter_supported": True,
            **self.metadata,
        }

    @property
    def calls(self):
        return [request for request in self.sent if "/oauth/" not in request.url.path]

    @property
    def token_requests(self):
        return [request for request in self.sent if request.url.path.endswith("/token")]

    def connected(self, **changed):
        """A blocking client of this bank."""
        return Bank(settings(**changed), http_client=httpx.Client(transport=httpx.MockTransport(self)))

    def awaited(self):
        """The connections of an asyncio client of this bank. Each answer comes after other tasks had their turn."""

        async def handle(request):
            await asyncio.sleep(0)
            return self(request)

        return httpx.AsyncClient(transport=httpx.MockTransport(handle))


class Between(httpx.BaseTransport):
    """Connections to the bank whose requests can be answered, or changed, by a test. `sent` has all requests."""

    def __init__(self):
        self.sent = []
        self.handle = lambda request, send: send(request)
        self._transport = httpx.HTTPTransport()

    def handle_request(self, request):
        self.sent.append(request)
        return self.handle(request, self._transport.handle_request)

    def close(self):
        self._transport.close()


def run_rule(flow, *results):
    """Runs a rule without a transport: each step gets the next result. Returns the steps and the outcome."""
    steps, outcome = [], None
    try:
        steps.append(next(flow))
        for result in results:
            steps.append(flow.throw(result) if isinstance(result, Exception) else flow.send(result))
    except StopIteration as end:
        outcome = end.value
    return steps, outcome
