"""The Python client against a bank: approvals, pages, payments, errors, repetitions, signatures."""

import asyncio
import unittest
import uuid

import httpx
from sandbox import (
    CONSENT_FOR_ALL,
    PAYMENT,
    PRODUCT,
    client_settings,
    connected,
    consented,
    days_ago,
    facts,
    final_status,
    send_customer,
)
from scripted import answer

from open_banking_client import AsyncBank, BankError, CertificateFiles, NoAnswerError, OAuthError, Repetition


def is_call(request):
    return "/oauth/" not in request.url.path


class Consents(unittest.TestCase):
    def test_a_customer_approves_and_pages_are_read_once_each(self):
        saved = []
        bank, between = connected(save_grant=saved.append)
        customer = consented(bank)
        self.assertEqual([customer.grant], saved)
        accounts = customer.list_accounts(with_balance=True)["accounts"]
        self.assertEqual(len(accounts), facts()["accounts"])
        balances = customer.read_account_balances(account_id=accounts[0]["resourceId"])["balances"]
        self.assertIn("interimAvailable", [balance["balanceType"] for balance in balances])
        before = len(between.sent)
        ids, pages = [], 0
        for page in customer.list_transactions_pages(
            account_id=accounts[0]["resourceId"], booking_status="booked", date_from=days_ago(80), limit=10
        ):
            pages += 1
            ids += [entry["transactionId"] for entry in page["transactions"]["booked"]]
        self.assertGreater(pages, 1)
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(len({request.headers["x-request-id"] for request in between.sent[before:]}), pages)

    def test_a_stored_grant_is_refreshed_before_it_ends(self):
        saved = []
        bank, between = connected(save_grant=saved.append)
        grant = consented(bank).grant
        later = bank.resume({**grant, "expires_at": "2020-01-01T00:00:00+00:00"})
        self.assertGreater(len(later.list_accounts(psu_ip_address="192.0.2.10")["accounts"]), 0)
        self.assertEqual([request.url.path.rsplit("/", 1)[-1] for request in between.sent[-2:]], ["token", "accounts"])
        self.assertNotEqual(saved[-1]["access_token"], grant["access_token"])
        with self.assertRaises(OAuthError) as caught:
            bank.resume({**grant, "access_token": "ended", "refresh_token": "ended"}).list_accounts()
        self.assertEqual((caught.exception.error, caught.exception.status), ("invalid_grant", 400))

    def test_a_customer_who_refuses_is_an_oauth_error(self):
        bank, _ = connected()
        authorization = bank.authorize("consents", bank.create_consent(body=CONSENT_FOR_ALL)["consentId"])
        with self.assertRaises(OAuthError) as caught:
            bank.finish(authorization, send_customer(authorization["url"], "refuse"))
        self.assertEqual(caught.exception.error, "access_denied")

    def test_another_clients_consent_is_refused_with_its_code(self):
        bank, between = connected()
        consent_id = connected("other")[0].create_consent(body=CONSENT_FOR_ALL)["consentId"]
        with self.assertRaises(BankError) as caught:
            bank.read_consent(consent_id=consent_id)
        self.assertEqual((caught.exception.status, caught.exception.code), (403, "CONSENT_UNKNOWN"))
        self.assertEqual(len([request for request in between.sent if is_call(request)]), 1)

    def test_an_unknown_account_is_404_with_its_code(self):
        bank, between = connected()
        customer = consented(bank)
        with self.assertRaises(BankError) as caught:
            customer.read_account(account_id=str(uuid.uuid4()))
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "RESOURCE_UNKNOWN"))
        self.assertEqual(caught.exception.request_id, between.sent[-1].headers["x-request-id"])
        self.assertTrue(caught.exception.has("RESOURCE_UNKNOWN"))


class Payments(unittest.TestCase):
    def test_a_payment_is_paid(self):
        bank, _ = connected()
        payment_id = bank.create_payment(payment_product=PRODUCT, body=PAYMENT)["paymentId"]
        authorization = bank.authorize("payments", payment_id)
        customer = bank.finish(authorization, send_customer(authorization["url"]))
        self.assertEqual(customer.read_payment(payment_product=PRODUCT, payment_id=payment_id)["paymentId"], payment_id)
        self.assertEqual(final_status(bank, payment_id), "ACSC")

    def test_a_payment_is_repeated_with_its_id_while_the_bank_is_busy_and_when_its_answer_is_lost(self):
        bank, between = connected()
        created = []

        def interrupted(request, send):
            if not is_call(request) or len(calls()) > 3:
                return send(request)
            if len(calls()) == 1:
                return answer(503, retry_after="1")
            response = send(request)
            created.append(httpx.Response(201, content=response.read()).json()["paymentId"])
            raise httpx.RemoteProtocolError("the connection is lost")

        def calls():
            return [request for request in between.sent if is_call(request)]

        between.handle = interrupted
        created.append(bank.create_payment(payment_product=PRODUCT, body=PAYMENT)["paymentId"])
        self.assertEqual((len(calls()), len({request.headers["x-request-id"] for request in calls()})), (4, 1))
        self.assertEqual((len(created), len(set(created))), (3, 1))
        another = bank.create_payment(payment_product=PRODUCT, body=PAYMENT)["paymentId"]
        self.assertNotIn(another, created)

    def test_a_payment_without_an_answer_is_repeated_later_by_its_id(self):
        bank, between = connected(repetition=Repetition(attempts=2))
        created = set()

        def lost(request, send):
            if not is_call(request):
                return send(request)
            created.add(httpx.Response(201, content=send(request).read()).json()["paymentId"])
            raise httpx.ReadTimeout("slow")

        between.handle = lost
        with self.assertRaises(NoAnswerError) as caught:
            bank.create_payment(payment_product=PRODUCT, body=PAYMENT)
        between.handle = lambda request, send: send(request)
        found = bank.create_payment(payment_product=PRODUCT, body=PAYMENT, request_id=caught.exception.request_id)
        self.assertEqual(created, {found["paymentId"]})

    def test_a_refused_payment_names_the_field(self):
        events = []
        bank, _ = connected(on_answer=events.append)
        with self.assertRaises(BankError) as caught:
            bank.create_payment(
                payment_product=PRODUCT, body={**PAYMENT, "instructedAmount": {"currency": "EUR", "amount": "1.555"}}
            )
        [message] = caught.exception.tpp_messages
        self.assertEqual(
            (caught.exception.status, message["code"], message["path"]), (400, "FORMAT_ERROR", "/instructedAmount/amount")
        )
        self.assertEqual([event.operation for event in events], ["readPaymentsMetadata", "token", "createPayment"])
        self.assertEqual([window.name for window in events[-1].limits], ["second", "minute", "day"])


class Signatures(unittest.TestCase):
    def test_a_signed_call_is_accepted_and_one_changed_on_the_way_is_refused(self):
        seal = facts()["clients"]["client"]["seal"]
        bank, between = connected(seal=CertificateFiles(seal["certificate"], seal["private_key"]))
        created = bank.create_payment(payment_product=PRODUCT, body=PAYMENT, headers={"TPP-Redirect-Preferred": "true"})
        self.assertIn("paymentId", created)
        [signed] = [request for request in between.sent if is_call(request)]
        self.assertIn('headers="(request-target) x-request-id digest tpp-redirect-preferred"', signed.headers["signature"])

        def changed(request, send):
            if is_call(request):
                request.headers["tpp-redirect-preferred"] = "false"
            return send(request)

        between.handle = changed
        with self.assertRaises(BankError) as caught:
            bank.create_payment(payment_product=PRODUCT, body=PAYMENT, headers={"TPP-Redirect-Preferred": "true"})
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "SIGNATURE_INVALID"))


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_the_journey_of_a_consent(self):
        saved = []

        async def save(grant):
            saved.append(grant)

        async with AsyncBank(client_settings(save_grant=save)) as bank:
            consent = await bank.create_consent(body=CONSENT_FOR_ALL)
            authorization = await bank.authorize("consents", consent["consentId"])
            customer = await bank.finish(authorization, await asyncio.to_thread(send_customer, authorization["url"]))
            customer = customer.with_options(psu_ip_address="192.0.2.10")
            self.assertEqual(saved, [customer.grant])
            accounts = (await customer.list_accounts())["accounts"]
            read = await asyncio.gather(*(customer.read_account(account_id=account["resourceId"]) for account in accounts))
            self.assertEqual(len(read), facts()["accounts"])
            pages = customer.list_transactions_pages(
                account_id=accounts[0]["resourceId"], booking_status="booked", date_from=days_ago(80), limit=10
            )
            self.assertGreater(len([page async for page in pages]), 1)
            with self.assertRaises(BankError) as caught:
                await customer.read_account(account_id=str(uuid.uuid4()))
            self.assertEqual(caught.exception.code, "RESOURCE_UNKNOWN")
            self.assertIsNone(await bank.delete_consent(consent_id=consent["consentId"]))
            with self.assertRaises(BankError) as ended:
                await customer.list_accounts()
            self.assertIn(ended.exception.status, (401, 403))

    async def test_a_payment_is_paid(self):
        async with AsyncBank(client_settings()) as bank:
            payment = await bank.create_payment(payment_product=PRODUCT, body=PAYMENT)
            authorization = await bank.authorize("payments", payment["paymentId"])
            await bank.finish(authorization, await asyncio.to_thread(send_customer, authorization["url"]))
            self.assertEqual(await asyncio.to_thread(final_status, connected()[0], payment["paymentId"]), "ACSC")
