# [start]
# A receiver of notifications. Lies beside client.py, from which it takes what every client needs. Needs the package cryptography:
# python3 notifications.py
import base64, http.server, json, os, threading, time
from urllib.request import urlopen

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from client import ClientToken, call, create_consent, main, register, remove


LARGEST = 65_536  # bytes


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(text):
    return int.from_bytes(decoded(text), "big")


# [verify]
class BankKeys:
    """The bank's keys by their ids. Read again after an hour, as keys may be withdrawn, and where an id is new, once in 5 seconds."""

    def __init__(self, address):
        self.address, self.keys, self.read_at, self.lock = address, {}, float("-inf"), threading.Lock()

    def key(self, kid):
        with self.lock:
            age = time.monotonic() - self.read_at
            if age > 3600 or (kid not in self.keys and age > 5):
                self.keys, self.read_at = {}, time.monotonic()
                self.read()
            return self.keys.get(kid)

    def read(self):
        """Reads the keys that a notification can be signed with (ES256). Other keys of the bank are ignored."""
        with urlopen(self.address, timeout=10) as response:
            published = json.load(response)["keys"]
        for jwk in published:
            if (jwk.get("kty"), jwk.get("crv")) == ("EC", "P-256"):
                point = ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), ec.SECP256R1())
                self.keys[jwk["kid"]] = point.public_key()


def is_from_bank(issuer, keys, address, headers, raw):
    """True if the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797)."""
    try:
        header, _, signature = headers["x-jws-signature"].split(".")
        said = json.loads(decoded(header))
        if (said["alg"], said["iss"], said["aud"]) != ("ES256", issuer["issuer"], address):
            return False
        if not said["jti"] or said["jti"] != headers["X-Request-ID"]:
            return False
        key = keys.key(said["kid"])
        r, s = (int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:]))
        key.verify(utils.encode_dss_signature(r, s), header.encode() + b"." + raw, ec.ECDSA(SHA256()))
        return True
    except Exception:  # a header can be anything, and what cannot be checked is not from the bank
        return False


# [receive]
class Receiver(http.server.ThreadingHTTPServer):
    """Answers at once, whatever comes of it: the bank waits 3 seconds, and repeats what was not answered with 2xx."""

    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10  # seconds without a byte

        def do_POST(self):
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or len(length) > 15:
                return self.answer(400)
            raw = self.body(int(length))
            if raw is None:
                return self.answer(413)
            genuine = is_from_bank(self.server.issuer, self.server.keys, self.server.address, self.headers, raw)
            self.answer(204 if genuine else 401)
            if not genuine:
                print("refused: not signed by the bank", flush=True)
            elif self.server.is_new(self.headers["X-Request-ID"]):  # else delivered twice
                print("received", raw.decode(), flush=True)
                self.server.received.set()

        def body(self, length):
            """The bytes of a body, or nothing where it is larger than a notification can be: all of it is read, but not kept."""
            if length <= LARGEST:
                return self.rfile.read(length)
            while length > 0:
                chunk = self.rfile.read(min(length, LARGEST))
                length = length - len(chunk) if chunk else 0
            return None

        def answer(self, status):
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    def __init__(self, issuer):
        super().__init__(("127.0.0.1", int(os.environ.get("RECEIVER_PORT", 0))), self.Handler)
        self.issuer, self.keys, self.received = issuer, BankKeys(issuer["jwks_uri"]), threading.Event()
        self.seen, self.seeing = set(), threading.Lock()
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.address = f"{self.origin}/notifications"  # must be under the origin of a redirect URI

    def is_new(self, notification_id):
        with self.seeing:
            new = notification_id not in self.seen
            self.seen.add(notification_id)
            return new


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
