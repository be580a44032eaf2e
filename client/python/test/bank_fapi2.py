"""The Python client against a bank of profile FAPI 2.0: tokens bound by DPoP or by the certificate, pushed requests."""

import unittest

from sandbox import CONSENT_FOR_ALL, client_settings, consented, facts

from open_banking_client import AsyncBank, Bank, BankError


class Binding(unittest.TestCase):
    def test_a_client_reads_and_refreshes_with_its_authentication_and_binding(self):
        for name, client in facts()["clients"].items():
            with self.subTest(name), Bank(client_settings(name)) as bank:
                authorization = bank.authorize("consents", bank.create_consent(body=CONSENT_FOR_ALL)["consentId"])
                self.assertIn("request_uri=", authorization["url"])
                customer = consented(bank)
                self.assertEqual(customer.grant["token_type"], "DPoP" if "dpop_key" in client else "Bearer")
                self.assertGreater(len(customer.list_accounts()["accounts"]), 0)
                later = bank.resume({**customer.grant, "expires_at": "2020-01-01T00:00:00+00:00"})
                self.assertGreater(len(later.list_accounts(psu_ip_address="192.0.2.10")["accounts"]), 0)
                self.assertNotEqual(later.grant["access_token"], customer.grant["access_token"])

    def test_a_client_with_a_certificate_calls_the_address_that_asks_for_it(self):
        with Bank(client_settings("tls-tls")) as bank:
            bank.create_consent(body=CONSENT_FOR_ALL)
            aliases = bank.metadata("consents")["mtls_endpoint_aliases"]
        self.assertTrue(aliases["token_endpoint"].startswith("https://"))

    def test_a_proof_with_another_key_is_refused(self):
        names = [name for name, client in facts()["clients"].items() if "dpop_key" in client]
        with Bank(client_settings(names[0])) as bank, Bank(client_settings(names[0], dpop_key=facts()["other_key"])) as thief:
            grant = consented(bank).grant
            with self.assertRaises(BankError) as caught:
                thief.resume(grant).list_accounts(psu_ip_address="192.0.2.10")
            self.assertEqual((caught.exception.status, caught.exception.code), (401, "TOKEN_INVALID"))
            self.assertGreater(len(bank.resume(grant).list_accounts(psu_ip_address="192.0.2.10")["accounts"]), 0)


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_calls_with_dpop_and_with_a_certificate(self):
        for name in facts()["clients"]:
            async with AsyncBank(client_settings(name)) as bank:
                consent = await bank.create_consent(body=CONSENT_FOR_ALL)
                status = await bank.read_consent_status(consent_id=consent["consentId"])
                self.assertEqual(status["consentStatus"], "received")
