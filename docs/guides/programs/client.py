# [start]
# The whole life of a client. Needs Python 3.9 or later, nothing else: python3 client.py
import base64, hashlib, http.server, json, os, secrets, subprocess, sys, time, uuid
from datetime import date, timedelta
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit
from urllib.request import Request, urlopen

BANK = os.environ.get("BASE_URL", "http://127.0.0.1:8080")


def send(method, url, headers, body=None):
    """Sends one request; returns its status, headers and text. Ends the program where the bank is not there."""
    try:
        with urlopen(Request(url, body, headers, method=method), timeout=30) as response:
            return response.status, response.headers, response.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()
    except OSError as error:
        raise SystemExit(f"The bank at {BANK} does not answer. Set BASE_URL. ({error})")


# [call]
def call(method, path, token=None, consent_id=None, body=None, more=None):
    """Sends one call. Waits where the bank asks to (429, 503), and renews the token once where it is no longer accepted (401)."""
    request_id = str(uuid.uuid4())  # the same for each repetition, so that a payment repeated is not a second payment
    renewed, attempt = False, 1
    while True:
        headers = {
            "X-Request-ID": request_id,
            "PSU-IP-Address": "192.0.2.10",  # of the customer, who is present; leave it out where your server reads on its own
            **(more or {}),
        }
        if token:
            headers["Authorization"] = f"Bearer {token.value}"
        if consent_id:
            headers["Consent-ID"] = consent_id
        if body:
            headers["Content-Type"] = "application/json"
        status, answered, text = send(method, urljoin(BANK, path), headers, json.dumps(body).encode() if body else None)
        if status == 401 and token and token.can_renew and not renewed:
            token.renew()
            renewed = True
        elif status in (429, 503) and attempt < 5:
            attempt += 1
            time.sleep(int(answered.get("Retry-After", 1)))
        elif status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {text} (X-Request-ID {request_id})")
        else:
            return json.loads(text) if text else None


# [register]
def register(redirect_uri):
    """Registers this program as a client (RFC 7591). One registration is valid at all issuers."""
    issuer = call("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server")
    body = {"client_name": "My first client", "redirect_uris": [redirect_uri], "roles": ["PSP_AI", "PSP_PI"]}
    return call("POST", issuer["registration_endpoint"], body=body)


# [token]
def request_token(client, issuer, **fields):
    """Asks an issuer for tokens. The client's secret goes into the Authorization header."""
    secret = base64.b64encode(f"{client['client_id']}:{client['client_secret']}".encode()).decode()
    status, _, text = send("POST", issuer["token_endpoint"], {"Authorization": f"Basic {secret}"}, urlencode(fields).encode())
    if status != 200:
        raise RuntimeError(f"{issuer['token_endpoint']}: {status} {text}")
    return json.loads(text)


class ClientToken:
    """A token of the client's own, with which it asks for consents and payments."""

    can_renew = True

    def __init__(self, client, issuer, scope):
        self.asked = (client, issuer, scope)
        self.renew()

    def renew(self):
        client, issuer, scope = self.asked
        self.value = request_token(client, issuer, grant_type="client_credentials", scope=scope)["access_token"]


# [consent]
def create_consent(token, more=None):
    """Asks for access to all accounts of a customer, for as long as the bank allows."""
    body = {
        "access": {"allPsd2": "allAccounts"},
        "recurringIndicator": True,
        "validUntil": "9999-12-31",
        "frequencyPerDay": 4,
        "combinedServiceIndicator": False,
    }
    return call("POST", "/v1.7/consents", token, body=body, more=more)["consentId"]


# [approve]
class RedirectListener(http.server.HTTPServer):
    """Waits on this machine for customers who come back from the bank."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            back = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
            if self.path.startswith("/back?"):
                self.server.arrived = back
            self.send_response(200)
            self.end_headers()
            happened = "Nothing was approved." if "error" in back else "Thank you."
            self.wfile.write(f"{happened} You can close this page.".encode())

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.redirect_uri = f"http://127.0.0.1:{self.server_port}/back"

    def next(self):
        self.arrived = None
        while self.arrived is None:
            self.handle_request()
        return self.arrived


def not_approved(error, description):
    """The sentence for an answer with an error in place of the code."""
    if error == "access_denied":
        return "The customer did not approve (access_denied)."
    return f"The bank ended the approval ({error}: {description})."


def approval(client, listener, issuer, scope):
    """Sends the customer to the bank, waits for the answer, and redeems the code for the customer's token."""
    verifier, state = secrets.token_urlsafe(32), str(uuid.uuid4())
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {
        "response_type": "code",
        "client_id": client["client_id"],
        "redirect_uri": listener.redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    url = f"{issuer['authorization_endpoint']}?{urlencode(asked)}"
    print(f"Open this address as the customer:\n{url}", flush=True)
    if "OPEN_BROWSER" in os.environ:
        try:
            subprocess.Popen([os.environ["OPEN_BROWSER"], url], stdout=subprocess.DEVNULL)
        except OSError as error:
            raise SystemExit(f"OPEN_BROWSER must name a program without arguments: {error}")
    back = listener.next()
    if back.get("state") != state:
        raise RuntimeError("This answer belongs to another request.")
    if "error" in back:
        raise RuntimeError(not_approved(back["error"], back.get("error_description")))
    redeemed = {"code": back["code"], "redirect_uri": listener.redirect_uri, "code_verifier": verifier}
    return CustomerToken(client, issuer, request_token(client, issuer, grant_type="authorization_code", **redeemed))


# [refresh]
class CustomerToken:
    """The customer's token. Each refresh answers with the refresh token to keep, which may be another one."""

    can_renew = True

    def __init__(self, client, issuer, first):
        self.client, self.issuer = client, issuer
        self.value, self.refresh_token = first["access_token"], first["refresh_token"]

    def renew(self):
        fields = {"grant_type": "refresh_token", "refresh_token": self.refresh_token}
        answer = request_token(self.client, self.issuer, **fields)
        self.value, self.refresh_token = answer["access_token"], answer.get("refresh_token", self.refresh_token)


# [read]
def read_accounts(token, consent_id):
    """Prints the balances of all accounts and counts their transactions, page by page."""
    date_from = date.today() - timedelta(days=60)
    for account in call("GET", "/v1.7/accounts?withBalance=true", token, consent_id)["accounts"]:
        for balance in account["balances"]:
            amount = balance["balanceAmount"]
            print(account["iban"], balance["balanceType"], amount["amount"], amount["currency"])
        count = 0
        path = f"/v1.7/accounts/{account['resourceId']}/transactions?bookingStatus=booked&dateFrom={date_from}&limit=20"
        while path:
            transactions = call("GET", path, token, consent_id)["transactions"]
            count += len(transactions["booked"])
            path = transactions["_links"].get("next", {}).get("href")
        print(account["iban"], count, "transactions since", date_from)


# [pay]
def pay(client, listener):
    """Makes a payment: the client asks, the customer approves exactly this, the bank pays."""
    issuer = call("GET", "/v1.7/oauth/payments/.well-known/oauth-authorization-server")
    token = ClientToken(client, issuer, "PIS")
    payments = "/v1.7/payments/instant-sepa-credit-transfers"
    body = {
        "instructedAmount": {"currency": "EUR", "amount": "1.50"},
        "creditorAccount": {"iban": "DE89370400440532013000"},
        "creditorName": "Coffee House",
        "endToEndIdentification": f"COFFEE-{time.time_ns()}",
        "remittanceInformationUnstructured": "One coffee",
    }
    payment_id = call("POST", payments, token, body=body)["paymentId"]
    approval(client, listener, issuer, f"PIS:{payment_id}")
    while True:
        status = call("GET", f"{payments}/{payment_id}/status", token)["transactionStatus"]
        if status in ("ACSC", "ACCC", "RJCT", "CANC"):
            return print("payment", payment_id, status)
        time.sleep(1)


# [remove]
class RegistrationToken:
    can_renew = False

    def __init__(self, client):
        self.value = client["registration_access_token"]


def remove(client):
    """Removes the client with its tokens and consents (RFC 7592)."""
    call("DELETE", client["registration_client_uri"], RegistrationToken(client))


# [run]
def main(program):
    """Runs a program. A failure is printed as a sentence and ends the program with exit code 1."""
    try:
        program()
    except RuntimeError as error:
        raise SystemExit(str(error))


def run():
    """All of it; python3 client.py balances ends after the balances."""
    unknown = sys.argv[2:] if sys.argv[1:2] in ([], ["balances"]) else sys.argv[1:]
    if unknown:
        print(f'The argument "{unknown[0]}" is unknown: client.py takes no argument, or "balances".', file=sys.stderr)
        sys.exit(2)
    listener = RedirectListener()
    client = register(listener.redirect_uri)
    print("client", client["client_id"])
    try:
        issuer = call("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server")
        own = ClientToken(client, issuer, "AIS")
        consent_id = create_consent(own)
        token = approval(client, listener, issuer, f"AIS:{consent_id}")
        read_accounts(token, consent_id)
        if "balances" not in sys.argv:
            token.renew()
            print("refreshed")
            pay(client, listener)
        call("DELETE", f"/v1.7/consents/{consent_id}", own)
    finally:
        remove(client)
    print("removed")


if __name__ == "__main__":
    main(run)
