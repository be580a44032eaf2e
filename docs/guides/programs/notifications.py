# [start]
# A receiver of notifications. Lies beside client.py, from which it takes what every client needs. Needs the package cryptography:
# python3 notifications.py
import base64, http.server, json, os, threading, time
from urllib.request import urlopen

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from client import ClientToken, call, create_consent, main, register, remove


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(text):
    return int.from_bytes(decoded(text), "big")


# [verify]
class BankKeys:
    """The bank's keys by their ids. The set is read again after an hour, as keys may be withdrawn, and where an id is new."""

    def __init__(self, address):
        self.address, self.keys, self.read_at = address, {}, 0.0

    def key(self, kid):
        if kid not in self.keys or time.monotonic() - self.read_at > 3600:
            with urlopen(self.address) as response:
                published = json.load(response)["keys"]
            self.read_at = time.monotonic()
            self.keys = {jwk["kid"]: ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), ec.SECP256R1()).public_key() for jwk in published}
        return self.keys.get(kid)


def is_from_bank(issuer, keys, address, jws, raw):
    """Whether the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797)."""
    try:
        header, _, signature = jws.split(".")
        said = json.loads(decoded(header))
        key = keys.key(said["kid"])
        if (said["alg"], said["iss"], said["aud"]) != ("ES256", issuer["issuer"], address) or key is None:
            return False
        r, s = (int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:]))
        key.verify(utils.encode_dss_signature(r, s), header.encode() + b"." + raw, ec.ECDSA(SHA256()))
        return True
    except (ValueError, KeyError, AttributeError, InvalidSignature):
        return False


# [receive]
class Receiver(http.server.HTTPServer):
    """Answers at once, whatever comes of it: the bank waits 3 seconds, and repeats what was not answered with 2xx."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            genuine = is_from_bank(self.server.issuer, self.server.keys, self.server.address, self.headers["x-jws-signature"], raw)
            self.send_response(204 if genuine else 401)
            self.end_headers()
            if not genuine:
                print("refused: not signed by the bank", flush=True)
            elif self.headers["X-Request-ID"] not in self.server.seen:  # else delivered twice
                self.server.seen.add(self.headers["X-Request-ID"])
                print("received", raw.decode(), flush=True)
                self.server.received.set()

        def log_message(self, *_):
            pass

    def __init__(self, issuer):
        super().__init__(("127.0.0.1", int(os.environ.get("RECEIVER_PORT", 0))), self.Handler)
        self.issuer, self.keys, self.seen, self.received = issuer, BankKeys(issuer["jwks_uri"]), set(), threading.Event()
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.address = f"{self.origin}/notifications"  # must be under the origin of a redirect URI


# [run]
def run():
    """All of it."""
    issuer = call("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server")
    receiver = Receiver(issuer)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    print("listening at", receiver.address, flush=True)
    client = register(f"{receiver.origin}/back")
    try:
        token = ClientToken(client, issuer, "AIS")
        consent_id = create_consent(token, {"TPP-Notification-URI": receiver.address})
        call("DELETE", f"/v1.7/consents/{consent_id}", token)
        receiver.received.wait()
    finally:
        remove(client)


main(run)
