"""Notifications, signed as the bank signs them, and forged ones."""

import base64
import hashlib
import json
import unittest

import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from open_banking_client import Bank, VerificationError
from scripted import CONSENTS, ScriptedBank, answer, settings


class Notifications(unittest.TestCase):
    ADDRESS = "https://me.example/notifications"
    BODY = b'{"consentId":"c-1","consentStatus":"valid"}'

    def setUp(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.key.public_key().public_numbers()
        x, y = (self.encoded(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
        self.keys = {"keys": [{"kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": "1"}, {"kty": "RSA", "kid": "2"}]}
        self.scripted = ScriptedBank(lambda _: answer(404))
        original = self.scripted.__call__
        self.reads = 0

        def handle(request):
            if not request.url.path.endswith("/jwks"):
                return original(request)
            self.reads += 1
            return answer(200, self.keys)

        self.bank = Bank(settings(), http_client=httpx.Client(transport=httpx.MockTransport(handle)))

    @staticmethod
    def encoded(data):
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    def signed(self, body=BODY, **changed):
        header = {
            "alg": "ES256",
            "kid": "1",
            "b64": False,
            "crit": ["b64"],
            "iss": CONSENTS,
            "aud": self.ADDRESS,
            "jti": "n-1",
            **changed,
        }
        return self.signed_header(json.dumps(header), body)

    def signed_header(self, header, body):
        """The headers of a notification with this protected header, a text."""
        encoded = self.encoded(header.encode())
        r, s = decode_dss_signature(self.key.sign(encoded.encode() + b"." + body, ec.ECDSA(hashes.SHA256())))
        return {
            "X-JWS-Signature": f"{encoded}..{self.encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}",
            "Digest": f"SHA-256={base64.b64encode(hashlib.sha256(body).digest()).decode()}",
            "X-Request-ID": "n-1",
        }

    def test_a_signed_one_is_read_from_headers_of_any_framework(self):
        headers = self.signed()
        pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        for given in (headers, pairs, httpx.Headers(headers)):
            notification = self.bank.verify_notification(given, self.BODY, self.ADDRESS)
            self.assertEqual(
                (notification.id, notification.issuer, notification.body["consentStatus"]), ("n-1", "consents", "valid")
            )
        self.assertEqual(self.reads, 1)

    def test_a_changed_or_forged_one_is_refused(self):
        signed = self.signed()
        encoded, _, signature = signed["X-JWS-Signature"].split(".")
        forged = [
            ({**signed, "X-JWS-Signature": f"{encoded}.{self.encoded(self.BODY)}.{signature}"}, self.BODY),
            ({**signed, "X-JWS-Signature": f"{encoded}..{'A' * 86}"}, self.BODY),
            ({**signed, "X-JWS-Signature": f"{encoded}..{signature[:-4]}"}, self.BODY),
            ({**signed, "X-JWS-Signature": f"no json..{signature}"}, self.BODY),
            ({**signed, "X-JWS-Signature": f"bnVsbA..{signature}"}, self.BODY),
            ({**signed, "Digest": "SHA-256=AAAA"}, self.BODY),
            ({**signed, "X-Request-ID": "n-2"}, self.BODY),
            ({name: value for name, value in signed.items() if name != "X-JWS-Signature"}, self.BODY),
            ({name: value for name, value in signed.items() if name != "Digest"}, self.BODY),
            (signed, self.BODY.replace(b"valid", b"rejected")),
            *(
                (self.signed(**changed), self.BODY)
                for changed in ({"alg": "none"}, {"b64": True}, {"crit": []}, {"kid": "2"}, {"kid": "3"})
            ),
            *(
                (self.signed(**changed), self.BODY)
                for changed in ({"iss": "https://elsewhere.example"}, {"aud": "other"}, {"jti": "x"})
            ),
        ]
        for headers, body in forged:
            with self.assertRaises(VerificationError, msg=headers):
                self.bank.verify_notification(headers, body, self.ADDRESS)
        with self.assertRaises(VerificationError):
            self.bank.verify_notification(signed, self.BODY, f"{self.ADDRESS}/other")
        self.assertEqual(self.reads, 1)
        self.bank.verify_notification(signed, self.BODY, self.ADDRESS)
