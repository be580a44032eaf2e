"""Malformed and hostile answers, links, metadata, notifications and headers: each ends with an error of the package."""

import json
import unittest

import httpx
import test_notifications
from open_banking_client import Bank, BankError, NoAnswerError, OpenBankingError, Repetition, RequestError, VerificationError
from open_banking_client.issuer import checked_metadata
from scripted import BASE_URL, CONSENTS, REDIRECT_URI, ScriptedBank, answer, settings
from test_calls import GRANT

DEEP = "[" * 100_000 + "]" * 100_000
# Can be parsed, but not always be written again.
NESTED = "[" * 900 + "]" * 900
WRONG = ("7", "null", "[]", "[null]", "{}", '[["b64"]]', '"other"', DEEP, NESTED)
ONCE = Repetition(attempts=1)


class Notifications(unittest.TestCase):
    ADDRESS = test_notifications.Notifications.ADDRESS
    GOOD = {"alg": "ES256", "kid": "1", "b64": False, "crit": ["b64"], "iss": CONSENTS, "aud": ADDRESS, "jti": "n-1"}
    setUp = test_notifications.Notifications.setUp
    encoded = staticmethod(test_notifications.Notifications.encoded)
    signed_header = test_notifications.Notifications.signed_header

    def verified(self, header, body=b'{"consentId":"c-1"}'):
        return self.bank.verify_notification(self.signed_header(header, body), body, self.ADDRESS)

    def test_members_of_a_wrong_type_are_refused(self):
        for name in self.GOOD:
            for value in (*WRONG, '"b64"'):
                members = (f'"{key}":{value if key == name else json.dumps(own)}' for key, own in self.GOOD.items())
                with self.subTest(name=name, value=value[:20]), self.assertRaises(VerificationError):
                    self.verified(f"{{{','.join(members)}}}")
        good = json.dumps(self.GOOD)
        for header in WRONG:
            with self.subTest(header=header[:20]), self.assertRaises(VerificationError):
                self.verified(header)
        for body in (b"<html>", b"", b"7", b"null", b"[]", b'"text"', DEEP.encode(), b"\xff"):
            with self.subTest(body=body[:20]), self.assertRaises(VerificationError):
                self.verified(good, body)
        self.assertEqual(self.verified(good).id, "n-1")

    def test_keys_that_are_not_understood_are_ignored(self):
        good = self.keys["keys"][0]
        strange = [None, 7, [], {"kid": "2"}, {"kid": "3", "kty": "AKP"}, {**good, "kid": "4", "x": "AA"}, {**good, "kid": "5", "y": [7]}]
        self.keys["keys"] = [*strange, {"kid": "1", "kty": "new"}, good]
        self.assertEqual(self.verified(json.dumps(self.GOOD)).id, "n-1")
        for key_id in "2345":
            with self.subTest(key_id=key_id), self.assertRaises(VerificationError):
                self.verified(json.dumps({**self.GOOD, "kid": key_id}))

    def test_keys_that_are_no_list_are_refused(self):
        for keys in ({}, {"keys": "text"}, {"keys": {}}, {"keys": None}):
            self.setUp()
            self.keys.clear()
            self.keys.update(keys)
            with self.subTest(keys=keys), self.assertRaises(VerificationError):
                self.verified(json.dumps(self.GOOD))


class Links(unittest.TestCase):
    BANK = f"{BASE_URL}/bank-a"

    def followed(self, href):
        scripted = ScriptedBank(lambda _: answer(200, {"loans": [], "_links": {"next": {"href": href}}}))
        pages = scripted.connected(base_url=self.BANK).resume(GRANT).list_all_loans_pages()
        next(pages)
        try:
            next(pages)
        finally:
            self.sent = [str(request.url) for request in scripted.calls[1:]]

    def test_a_link_that_leaves_the_address_of_the_bank_is_refused(self):
        for href in (
            "/../other/steal",
            "/%2e%2e/other/steal",
            "/.%2E/other/steal",
            "/..%2fother/steal",
            "/..%5Cother",
            "/%252e%252e/other",
            "/..\\other",
            f"{self.BANK}/../other/steal",
            f"{BASE_URL}/other/steal",
            f"{BASE_URL}/bank-abc/steal",
            "http://me:secret@bank.example/bank-a/loans",
            "http://bank.example:444/bank-a/loans",
            "https://bank.example/bank-a/loans",
            "http://[",
            "/\x00",
        ):
            with self.subTest(href=href), self.assertRaises(VerificationError):
                self.followed(href)
            self.assertEqual(self.sent, [])

    def test_a_link_that_stays_is_followed(self):
        for href in ("/loans?cursor=../2", f"{self.BANK}/loans?cursor=../2", "/x/../loans?cursor=../2"):
            self.followed(href)
            self.assertEqual(self.sent, [f"{self.BANK}/loans?cursor=../2"])


class Metadata(unittest.TestCase):
    def test_an_endpoint_of_another_server_is_refused(self):
        for name in ("token_endpoint", "authorization_endpoint", "jwks_uri", "pushed_authorization_request_endpoint", "later_endpoint"):
            for value in (
                "https://elsewhere.example/t",
                "http://me@bank.example/t",
                "https://bank.example/t",
                "javascript:alert(1)",
                "//[",
                "http://[",
                "/token",
                "",
                7,
                None,
                [],
                {},
            ):
                scripted = ScriptedBank(lambda _: answer(200, {}), {name: value})
                with self.subTest(name=name, value=value), self.assertRaises(VerificationError):
                    scripted.connected().authorize("consents", "c-1")
                self.assertEqual(len(scripted.sent), 1)
        ScriptedBank(lambda _: answer(200, {})).connected().authorize("consents", "c-1")

    def test_only_the_addresses_for_certificates_may_be_elsewhere(self):
        metadata = {"issuer": CONSENTS, **{name: f"{CONSENTS}/x" for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")}}
        checked_metadata({**metadata, "mtls_endpoint_aliases": {"token_endpoint": "https://tls.example/token"}}, CONSENTS)
        for aliases in (None, "text", [], {"token_endpoint": 7}, {"token_endpoint": "http://tls.example/token"}):
            with self.subTest(aliases=aliases), self.assertRaises(VerificationError):
                checked_metadata({**metadata, "mtls_endpoint_aliases": aliases}, CONSENTS)


class Answers(unittest.TestCase):
    def read(self, status=200, **response):
        scripted = ScriptedBank(lambda _: httpx.Response(status, **response))
        return scripted.connected(repetition=ONCE).resume(GRANT).list_all_loans()

    def test_an_answer_that_is_no_json_is_an_error_with_the_id_of_the_request(self):
        for content in (b"<html>", b"{", DEEP.encode()):
            with self.assertRaisesRegex(VerificationError, "200.*X-Request-ID [0-9a-f-]{36}"):
                self.read(content=content)
        stream = httpx.ByteStream(b"no gzip")
        with self.assertRaises(NoAnswerError):
            self.read(headers={"content-encoding": "gzip"}, stream=stream)
        self.assertEqual(self.read(content=b'{"loans":[]}', headers={"content-type": "application/json; charset=hex"}), {"loans": []})

    def test_a_refusal_is_read_as_far_as_it_can_be(self):
        deep = f'{{"tppMessages":{DEEP}}}'
        for text in ('{"tppMessages":[null]}', '{"tppMessages":[7,{},{"code":7}]}', "null", "[]", DEEP, deep):
            with self.subTest(text=text[:30]), self.assertRaises(BankError) as caught:
                self.read(400, content=text.encode())
            self.assertEqual(caught.exception.tpp_messages, ())
        text = f'{{"tppMessages":[{{"category":"ERROR","code":"FORMAT_ERROR","path":{NESTED},"text":7}}]}}'
        with self.assertRaises(BankError) as caught:
            self.read(400, content=text.encode())
        self.assertEqual(caught.exception.tpp_messages, ({"category": "ERROR", "code": "FORMAT_ERROR"},))

    def test_a_token_response_without_a_usable_token_is_refused(self):
        good = {"access_token": "t", "token_type": "Bearer", "expires_in": 60}
        wrong = [{"token_type": None}, {"token_type": 7}, {"access_token": ["t"]}, {"access_token": "t\n"}, {"token_type": "ü"}]
        wrong += [{"expires_in": "60"}, {"expires_in": 10**300}, {"expires_in": True}, {"refresh_token": 7}]
        bodies = [None, [], "text", {name: good[name] for name in ("access_token", "expires_in")}]
        for body in (*bodies, *({**good, **changed} for changed in wrong)):
            with self.subTest(body=body), self.assertRaises(VerificationError):
                self.token_answered(body)
        self.assertEqual(self.token_answered(good), {"consentStatus": "valid"})

    @staticmethod
    def token_answered(body):
        scripted = ScriptedBank(lambda _: answer(200, {"consentStatus": "valid"}))

        def handle(request):
            return answer(200, body) if request.url.path.endswith("/token") else scripted(request)

        bank = Bank(settings(repetition=ONCE), http_client=httpx.Client(transport=httpx.MockTransport(handle)))
        return bank.read_consent_status(consent_id="c-1")

    def test_pushed_parameters_without_a_reference_are_refused(self):
        scripted = ScriptedBank(lambda _: answer(201, {}), {"require_pushed_authorization_requests": True})
        with self.assertRaises(VerificationError):
            scripted.connected().authorize("consents", "c-1")

    def test_an_address_of_the_customer_that_is_none_is_refused(self):
        bank = ScriptedBank(lambda _: answer(200, {})).connected()
        authorization = bank.authorize("consents", "c-1")
        for url in ("http://[", "//", f"{REDIRECT_URI}?state=\ud800"):
            with self.subTest(url=url), self.assertRaises(VerificationError):
                bank.finish(authorization, url)


class Headers(unittest.TestCase):
    def test_a_header_that_cannot_be_sent_fails_at_once_and_its_value_is_in_no_error(self):
        scripted = ScriptedBank(lambda _: answer(200, {"loans": []}))
        bank = scripted.connected()
        customer = bank.resume(GRANT)
        for call in (
            lambda: customer.list_all_loans(headers={"PSU-Device-ID": "private\r\nx: y"}),
            lambda: customer.list_all_loans(headers={"PSU-Device-ID": "private-ü"}),
            lambda: customer.list_all_loans(headers={"private name": "x"}),
            lambda: customer.with_options(psu_ip_address="private\0").list_all_loans(),
            lambda: customer.list_all_loans(request_id="private\n"),
            lambda: bank.resume({**GRANT, "access_token": "private\n"}).list_all_loans(),
        ):
            with self.assertRaises(RequestError) as caught:
                call()
            self.assertIsInstance(caught.exception, OpenBankingError)
            self.assertNotIn("private", f"{caught.exception} {caught.exception.__cause__} {caught.exception.__context__}")
        self.assertEqual(scripted.sent, [])
        customer.list_all_loans(headers={"PSU-Device-ID": "private"})
        self.assertEqual(len(scripted.calls), 1)
