"""The rules of the client without a bank: repetition, limits, paths, links, keys."""

import json
import unittest
from base64 import urlsafe_b64decode

import httpx
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from scripted import BASE_URL, run_rule, settings

from open_banking_client import NoAnswerError, Repetition, Settings, TlsClientAuth
from open_banking_client.access import next_link
from open_banking_client.caller import request_path
from open_banking_client.credentials import Credentials
from open_banking_client.flow import Pause, Send, WireAnswer, WireRequest
from open_banking_client.jws import SigningKey, base64url_decoded
from open_banking_client.rate_limit import RateLimitWindow, rate_limit_windows, retry_after_seconds
from open_banking_client.transport import Repeatable, Transport


def answered(status, **headers):
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return WireAnswer(status, httpx.Headers(names), "")


def pem(key):
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def decoded(part):
    return json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Repetitions(unittest.TestCase):
    def sent(self, *results, **repetition):
        request = WireRequest("POST", BASE_URL, {})
        transport = Transport(settings(repetition=Repetition(**repetition)))
        steps, outcome = run_rule(transport.send(Repeatable("createPayment", "id", lambda: request)), *results)
        pauses = [step.seconds for step in steps if isinstance(step, Pause)]
        return len([step for step in steps if isinstance(step, Send)]), pauses, outcome

    def test_busy_answers_are_repeated_after_retry_after(self):
        for status in (502, 503, 504, 409):
            attempts, pauses, outcome = self.sent(answered(status, retry_after="2"), None, answered(201))
            self.assertEqual((attempts, pauses, outcome.status), (2, [2], 201))

    def test_busy_answers_without_retry_after_are_repeated_after_a_growing_wait(self):
        attempts, pauses, outcome = self.sent(answered(503), None, answered(503), None, answered(503), None, answered(201))
        self.assertEqual((attempts, outcome.status), (4, 201))
        for wait, middle in zip(pauses, (0.2, 0.4, 0.8), strict=True):
            self.assertTrue(middle * 0.5 <= wait <= middle * 1.5, pauses)

    def test_a_longer_wait_than_allowed_is_not_waited(self):
        self.assertEqual(self.sent(answered(503, retry_after="31"))[:2], (1, []))
        self.assertEqual(self.sent(answered(503, retry_after="30"), None, answered(201))[:2], (2, [30]))
        self.assertEqual(self.sent(answered(503, retry_after="3"), longest_wait_seconds=2)[:2], (1, []))

    def test_a_limit_is_waited_for_only_where_allowed(self):
        self.assertEqual(self.sent(answered(429, retry_after="1"))[:2], (1, []))
        allowed = self.sent(answered(429, retry_after="1"), None, answered(200), longest_limit_wait_seconds=5)
        self.assertEqual(allowed[:2], (2, [1]))
        self.assertEqual(self.sent(answered(429, retry_after="11399"), longest_limit_wait_seconds=5)[:2], (1, []))

    def test_refusals_are_final(self):
        for status in (400, 401, 403, 404, 409, 500, 307):
            attempts, pauses, outcome = self.sent(answered(status))
            self.assertEqual((attempts, pauses, outcome and outcome.status), (1, [], status))

    def test_attempts_are_bounded(self):
        attempts, _, outcome = self.sent(answered(503), None, answered(503), attempts=2)
        self.assertEqual((attempts, outcome.status), (2, 503))
        with self.assertRaises(NoAnswerError) as caught:
            self.sent(httpx.ConnectError("refused"), None, httpx.ReadTimeout("slow"), attempts=2)
        self.assertEqual(caught.exception.request_id, "id")
        self.assertIsInstance(caught.exception.__cause__, httpx.ReadTimeout)

    def test_retry_after_is_a_number_of_seconds_or_ignored(self):
        self.assertEqual(retry_after_seconds(httpx.Headers({"retry-after": "7"})), 7)
        for value in ("-1", "1.5", "soon", "", "Wed, 21 Oct 2026 07:28:00 GMT"):
            self.assertIsNone(retry_after_seconds(httpx.Headers({"retry-after": value})), value)


class Limits(unittest.TestCase):
    def test_windows_are_read_from_both_headers(self):
        headers = {
            "RateLimit": '"second";r=24;t=1, "day";r=99;t=4021',
            "RateLimit-Policy": '"second";q=25;w=1, "day";q=100;w=86400',
        }
        expected = (RateLimitWindow("second", 25, 1, 24, 1), RateLimitWindow("day", 100, 86400, 99, 4021))
        self.assertEqual(rate_limit_windows(httpx.Headers(headers)), expected)
        self.assertEqual(rate_limit_windows(httpx.Headers({})), ())
        self.assertEqual(rate_limit_windows(httpx.Headers({"RateLimit": '"day";r=none'})), (RateLimitWindow("day", 0, 0, 0, 0),))


class Paths(unittest.TestCase):
    def test_parameters_are_encoded_and_the_others_are_the_query(self):
        path = request_path(
            "listTransactions", {"accountId": "a/b ?#é", "bookingStatus": "both", "withBalance": True, "limit": None}
        )
        self.assertEqual(path, "/v1.7/accounts/a%2Fb%20%3F%23%C3%A9/transactions?bookingStatus=both&withBalance=true")
        two = request_path("readLoanEligibility", {"branchNumber": "745", "accountNumber": "204020"})
        self.assertEqual(two, "/account/745-204020/loanEligibility")

    def test_a_parameter_cannot_lead_to_another_operation(self):
        for value in ("", ".", "..", None, 7):
            with self.assertRaises(ValueError):
                request_path("readAccount", {"accountId": value})
        sent = httpx.URL(BASE_URL + request_path("readAccount", {"accountId": "../consents"}))
        self.assertEqual(sent.raw_path, b"/v1.7/accounts/..%2Fconsents")

    def test_the_next_page_is_linked_from_the_answer_or_a_list_in_it(self):
        linked = {"_links": {"next": {"href": "/next"}}}
        self.assertEqual([next_link(linked), next_link({"transactions": linked})], ["/next", "/next"])
        for page in ({}, [], None, {"_links": None}, {"transactions": {"_links": {"next": None}}}, {"list": [linked]}):
            self.assertIsNone(next_link(page), page)


class Keys(unittest.TestCase):
    def setUp(self):
        self.keys = {
            "ES256": ec.generate_private_key(ec.SECP256R1()),
            "EdDSA": ed25519.Ed25519PrivateKey.generate(),
            "PS256": rsa.generate_private_key(65537, 2048),
        }

    def verify(self, key, signature, signed):
        """Raises InvalidSignature where it is not the key's own, in the form of RFC 7518 §3."""
        data = base64url_decoded(signature)
        if isinstance(key, ed25519.Ed25519PrivateKey):
            key.public_key().verify(data, signed)
        elif isinstance(key, rsa.RSAPrivateKey):
            key.public_key().verify(data, signed, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
        else:
            r, s = int.from_bytes(data[:32], "big"), int.from_bytes(data[32:], "big")
            key.public_key().verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))

    def test_the_kind_of_the_key_decides_the_algorithm(self):
        for algorithm, key in self.keys.items():
            signing = SigningKey(pem(key))
            header, claims, signature = signing.token({"kid": "mine"}, {"sub": "me"}).split(".")
            self.assertEqual((decoded(header), decoded(claims)), ({"alg": algorithm, "kid": "mine"}, {"sub": "me"}))
            self.verify(key, signature, f"{header}.{claims}".encode())
            self.assertFalse({"d", "p", "q"} & set(signing.public_jwk))

    def test_other_keys_are_refused(self):
        with self.assertRaises(ValueError):
            SigningKey(pem(ec.generate_private_key(ec.SECP384R1())))
        with self.assertRaises(ValueError):
            SigningKey({"kty": "oct", "k": "AAAA"})

    def test_a_proof_is_made_for_one_request_and_token(self):
        credentials = Credentials(settings(dpop_key=pem(self.keys["ES256"])))
        header, claims, _ = credentials.proof("GET", f"{BASE_URL}/v1.7/accounts?limit=1", "DPoP", "token")["dpop"].split(".")
        self.assertEqual((decoded(header)["typ"], decoded(header)["jwk"]["crv"]), ("dpop+jwt", "P-256"))
        self.assertEqual((decoded(claims)["htm"], decoded(claims)["htu"]), ("GET", f"{BASE_URL}/v1.7/accounts"))
        self.assertEqual(decoded(claims)["ath"], "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A")
        self.assertEqual(credentials.proof("GET", BASE_URL, "Bearer", "token"), {})
        self.assertEqual(Credentials(settings()).proof("GET", BASE_URL, "DPoP", "token"), {})

    def test_secrets_are_not_printed(self):
        self.assertNotIn("secret", repr(settings(dpop_key=pem(self.keys["ES256"]))))
        self.assertNotIn("PRIVATE", repr(settings(dpop_key=pem(self.keys["ES256"]))))


class SettingsOfClients(unittest.TestCase):
    def test_what_cannot_work_is_refused_at_once(self):
        for changed in ({"base_url": "bank.example"}, {"base_url": "ftp://bank.example"}, {"authentication": TlsClientAuth()}):
            with self.assertRaises(ValueError):
                settings(**changed)
        self.assertEqual(
            Settings("https://bank.example/sub/", "me", settings().authentication).below("/x"), "https://bank.example/sub/x"
        )
