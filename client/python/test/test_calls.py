"""Calls, tokens, approvals and notifications over scripted answers, blocking and with asyncio."""

import asyncio
import base64
import hashlib
import json
import threading
import unittest

import httpx
from scripted import BASE_URL, CONSENTS, REDIRECT_URI, ScriptedBank, answer, refusal, settings

from open_banking_client import AsyncBank, Bank, BankError, OAuthError, RateLimitError, UnsavedGrantError, VerificationError

GRANT = {
    "issuer": "consents",
    "resource_id": "c-1",
    "access_token": "old",
    "token_type": "Bearer",
    "expires_at": "2999-01-01T00:00:00.000+00:00",
    "refresh_token": "refresh",
}
ACCOUNTS = {"accounts": []}


def ends_old_token(request):
    """Refuses the token `old`."""
    return refusal(401, "TOKEN_EXPIRED") if request.headers["authorization"] == "Bearer old" else answer(200, ACCOUNTS)


class Calls(unittest.TestCase):
    def test_a_call_has_its_headers_and_one_request_id(self):
        scripted = ScriptedBank(ends_old_token)
        customer = scripted.connected().resume(GRANT).with_options(psu_ip_address="192.0.2.10")
        customer.list_accounts(headers={"PSU-Device-ID": "d"})
        refused, accepted = scripted.calls
        self.assertEqual(refused.headers["x-request-id"], accepted.headers["x-request-id"])
        for name, value in {
            "consent-id": "c-1",
            "psu-ip-address": "192.0.2.10",
            "psu-device-id": "d",
            "accept": "application/json",
        }.items():
            self.assertEqual(accepted.headers[name], value)
        customer.list_accounts()
        self.assertNotEqual(scripted.calls[-1].headers["x-request-id"], accepted.headers["x-request-id"])
        self.assertNotIn("psu-device-id", scripted.calls[-1].headers)

    def test_only_an_ended_token_is_renewed_and_only_once(self):
        for code, expected in (("CONSENT_EXPIRED", 1), ("TOKEN_INVALID", 1), ("TOKEN_EXPIRED", 2), ("TOKEN_UNKNOWN", 2)):
            scripted = ScriptedBank(lambda _, code=code: refusal(401, code))
            with self.assertRaises(BankError) as caught:
                scripted.connected().resume(GRANT).list_accounts()
            self.assertEqual((caught.exception.code, len(scripted.calls)), (code, expected))

    def test_a_limit_is_an_error_of_its_own(self):
        scripted = ScriptedBank(lambda _: refusal(429, "ACCESS_EXCEEDED", retry_after="9", ratelimit='"day";r=0;t=9'))
        with self.assertRaises(RateLimitError) as caught:
            scripted.connected().resume(GRANT).list_accounts()
        self.assertEqual((caught.exception.retry_after_seconds, caught.exception.windows[0].remaining), (9, 0))

    def test_an_answer_of_a_server_in_between_is_an_error_without_messages(self):
        for text in (b"<html>", b"[1]", b'{"tppMessages":[{"text":1}]}', b'{"tppMessages":7}'):
            scripted = ScriptedBank(lambda _, text=text: httpx.Response(500, content=text))
            with self.assertRaises(BankError) as caught:
                scripted.connected().resume(GRANT).list_accounts()
            self.assertEqual((caught.exception.code, caught.exception.tpp_messages), (None, ()))

    def test_no_redirect_is_followed_and_no_link_to_another_server(self):
        scripted = ScriptedBank(lambda _: answer(302, location="https://elsewhere.example/"))
        with self.assertRaises(BankError):
            scripted.connected().resume(GRANT).list_accounts()
        self.assertEqual(len(scripted.calls), 1)
        for href in (
            "https://elsewhere.example/",
            "//elsewhere.example/",
            f"{BASE_URL}.elsewhere.example/",
            f"{BASE_URL}@elsewhere.example/",
        ):
            scripted = ScriptedBank(lambda _, href=href: answer(200, {"loans": [], "_links": {"next": {"href": href}}}))
            pages = scripted.connected().resume(GRANT).list_all_loans_pages()
            next(pages)
            with self.assertRaises(VerificationError):
                next(pages)
            self.assertEqual(len(scripted.calls), 1)

    def test_metadata_of_another_issuer_are_refused(self):
        scripted = ScriptedBank(lambda _: answer(201, {}), {"issuer": "https://elsewhere.example"})
        with self.assertRaises(VerificationError):
            scripted.connected().read_consent(consent_id="c-1")
        self.assertEqual(len(scripted.sent), 1)

    def test_metadata_and_the_own_token_are_read_once(self):
        scripted = ScriptedBank(lambda _: answer(200, {"consentStatus": "valid"}))
        bank = scripted.connected()
        for _ in range(3):
            bank.read_consent_status(consent_id="c-1")
        self.assertEqual((len(scripted.sent), len(scripted.token_requests)), (5, 1))


class Refreshing(unittest.TestCase):
    def test_threads_share_one_refresh(self):
        scripted = ScriptedBank(ends_old_token)
        saved = []
        customer = scripted.connected(save_grant=saved.append).resume(GRANT)
        barrier = threading.Barrier(6)
        outcomes = []

        def read():
            barrier.wait()
            outcomes.append(customer.list_accounts())

        threads = [threading.Thread(target=read) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((outcomes, len(scripted.token_requests), len(saved)), ([ACCOUNTS] * 6, 1, 1))
        self.assertEqual((customer.grant["access_token"], customer.grant["refresh_token"]), ("token-1", "refresh"))

    def test_a_token_that_ends_soon_is_refreshed_before_the_call(self):
        scripted = ScriptedBank(ends_old_token)
        scripted.connected().resume({**GRANT, "expires_at": "2020-01-01T00:00:00Z"}).list_accounts()
        self.assertEqual(len(scripted.calls), 1)
        with self.assertRaises(OAuthError) as caught:
            scripted.connected().resume({name: value for name, value in GRANT.items() if name != "refresh_token"}).list_accounts()
        self.assertEqual(caught.exception.error, "invalid_grant")

    def test_tokens_that_cannot_be_stored_are_not_used_and_the_next_call_tries_again(self):
        scripted = ScriptedBank(ends_old_token)
        is_full = True

        def save(_):
            if is_full:
                raise OSError("the disk is full")

        customer = scripted.connected(save_grant=save).resume(GRANT)
        for _ in range(2):
            with self.assertRaises(UnsavedGrantError) as caught:
                customer.list_accounts()
            self.assertEqual(caught.exception.grant["access_token"], "token-1")
        self.assertEqual(len(scripted.calls), 1)
        is_full = False
        self.assertEqual(customer.list_accounts(), ACCOUNTS)
        self.assertEqual(len(scripted.token_requests), 1)

    def test_a_blocking_client_refuses_a_coroutine_function(self):
        async def save(_):
            pass

        with self.assertRaises(UnsavedGrantError):
            ScriptedBank(ends_old_token).connected(save_grant=save).resume(GRANT).list_accounts()


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_tasks_share_one_refresh_and_it_is_stored_first(self):
        scripted = ScriptedBank(ends_old_token)
        saved = []

        async def save(grant):
            await asyncio.sleep(0)
            saved.append((grant["access_token"], len(scripted.calls)))

        async with AsyncBank(settings(save_grant=save), http_client=scripted.awaited()) as bank:
            customer = bank.resume(GRANT)
            read = await asyncio.gather(*(customer.list_accounts() for _ in range(6)))
        self.assertEqual((read, len(scripted.token_requests)), ([ACCOUNTS] * 6, 1))
        self.assertEqual([token for token, _ in saved], ["token-1"])
        self.assertTrue(all(request.headers["authorization"] == "Bearer old" for request in scripted.calls[: saved[0][1]]))

    async def test_pages_are_read_when_they_are_needed(self):
        def pages(request):
            is_first = "cursor" not in request.url.params
            return answer(200, {"loans": [], "_links": {"next": {"href": "/loans?cursor=2"}} if is_first else {}})

        scripted = ScriptedBank(pages)
        async with AsyncBank(settings(), http_client=scripted.awaited()) as bank:
            iterator = bank.resume(GRANT).list_all_loans_pages()
            await anext(iterator)
            self.assertEqual(len(scripted.calls), 1)
            self.assertEqual(len([page async for page in iterator]), 1)
        self.assertEqual([str(request.url) for request in scripted.calls], [f"{BASE_URL}/loans", f"{BASE_URL}/loans?cursor=2"])

    async def test_a_cancelled_call_frees_the_tokens_for_others(self):
        started = asyncio.Event()

        async def save(_):
            started.set()
            await asyncio.Event().wait()

        scripted = ScriptedBank(ends_old_token)
        async with AsyncBank(settings(save_grant=save), http_client=scripted.awaited()) as bank:
            customer = bank.resume(GRANT)
            first = asyncio.create_task(customer.list_accounts())
            await started.wait()
            started.clear()
            first.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await first
            second = asyncio.create_task(customer.list_accounts())
            await started.wait()
            second.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await second


class Approvals(unittest.TestCase):
    def test_the_answer_has_to_belong_to_the_authorization(self):
        scripted = ScriptedBank(lambda _: answer(200))
        bank = scripted.connected()
        authorization = bank.authorize("consents", "c-1")
        state = authorization["state"]
        before = len(scripted.sent)
        for query in (
            f"code=1&iss={CONSENTS}",
            f"code=1&iss={CONSENTS}&state=other",
            f"code=1&state={state}",
            f"code=1&iss={BASE_URL}/v1.7/oauth/payments&state={state}",
            f"iss={CONSENTS}&state={state}",
        ):
            with self.assertRaises(VerificationError, msg=query):
                bank.finish(authorization, f"{REDIRECT_URI}?{query}")
        with self.assertRaises(OAuthError) as refused:
            bank.finish(authorization, f"/back?error=access_denied&iss={CONSENTS}&state={state}")
        self.assertEqual((refused.exception.error, len(scripted.sent)), ("access_denied", before))
        stored = json.loads(json.dumps(authorization))
        customer = bank.finish(stored, f"/back?code=1&iss={CONSENTS}&state={state}")
        self.assertEqual(customer.grant["access_token"], "token-1")
        form = httpx.QueryParams(scripted.token_requests[0].content.decode())
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        self.assertEqual(httpx.URL(authorization["url"]).params["code_challenge"], challenge)

    def test_parameters_are_pushed_where_the_bank_requires_it(self):
        scripted = ScriptedBank(lambda _: answer(200), {"require_pushed_authorization_requests": True})
        pushed = []

        def handle(request):
            if not request.url.path.endswith("/par"):
                return scripted(request)
            pushed.append(httpx.QueryParams(request.content.decode()))
            return answer(201, {"request_uri": "urn:pushed", "expires_in": 60})

        bank = Bank(settings(), http_client=httpx.Client(transport=httpx.MockTransport(handle)))
        url = httpx.URL(bank.authorize("consents", "c-1")["url"])
        self.assertEqual(dict(url.params), {"client_id": "me", "request_uri": "urn:pushed"})
        self.assertEqual(pushed[0]["scope"], "AIS:c-1")
