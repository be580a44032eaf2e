"""Every operation of the table has a method, blocking and with asyncio, and the bank does what it asks."""

import asyncio
import inspect
import random
import re
import unittest

from sandbox import CONSENT_FOR_ALL, PAYMENT, client_settings, connected, consented, days_ago, facts

import open_banking_client as package
from open_banking_client import OPERATIONS, AsyncBank, Bank

MORTGAGE = {
    "propertyValue": {"currency": "EUR", "amount": "300000"},
    "loanAmount": {"currency": "EUR", "amount": "200000"},
    "tracks": [
        {
            "name": "Fixed",
            "share": "100",
            "interestType": "fixed",
            "annualInterestRate": "3.9",
            "termInMonths": 240,
            "repaymentMethod": "annuity",
        }
    ],
}
SEPA = "sepa-credit-transfers"


def method_name(operation):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", operation).lower()


def mandate():
    return {
        "mandateId": f"CLIENT-{random.randrange(10**10)}",
        "mandateType": {"localInstrumentCode": "CORE", "classificationCode": "VARI"},
        "occurrences": {"sequenceType": "RCUR", "frequencyType": "MNTH"},
        "maximumAmount": {"currency": "EUR", "amount": "60.00"},
        "creditor": {"name": "City Power"},
        "creditorSchemeIdentification": "DE98ZZZ09999999999",
        "creditorAccount": {"iban": "DE89370400440532013000"},
        "debtor": {"name": "Customer of City Power"},
    }


def inputs(bank, operation):
    """The arguments of operations that take more than ids of the customer's resources."""
    if operation in ("deleteConsent", "readConsent", "readConsentStatus"):
        return {"consent_id": bank.create_consent(body=CONSENT_FOR_ALL)["consentId"]}
    if operation in ("readPayment", "readPaymentStatus"):
        return {"payment_product": SEPA, "payment_id": bank.create_payment(payment_product=SEPA, body=PAYMENT)["paymentId"]}
    if operation in ("readMandate", "deleteMandate", "readMandateStatus"):
        return {"resource_id": bank.create_mandate(body=mandate())["resourceId"]}
    ids = facts()["ids"]
    given = {
        "listTransactions": {"booking_status": "both", "date_from": days_ago(30), "limit": 5, "with_balance": True},
        "createConsent": {"body": CONSENT_FOR_ALL},
        "createPayment": {"payment_product": SEPA, "body": PAYMENT},
        "createMandate": {"body": mandate()},
        "simulateMortgage": {"body": MORTGAGE, "schedule": "yearly"},
        "simulateMortgageV1": {"body": MORTGAGE},
    }
    in_path = OPERATIONS[operation].parameters.items()
    return {**{method_name(name): ids[wire_name] for name, wire_name in in_path if wire_name in ids}, **given.get(operation, {})}


class Operations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bank, cls.between = connected()
        cls.customer = consented(cls.bank)
        cls.rows = facts()["rows"]

    def party(self, row):
        return self.customer if (row["token"] or {}).get("kind") == "customer" else self.bank

    def test_each_is_a_method_of_the_classes_whose_token_it_takes(self):
        self.assertEqual(list(OPERATIONS), [row["id"] for row in self.rows])
        for prefix in ("", "Async"):
            classes = {
                issuer: getattr(package, f"{prefix}{issuer.capitalize()}Access")
                for issuer in ("consents", "payments", "mandates")
            }
            for row in self.rows:
                token = row["token"] or {"kind": None, "issuer": None}
                name = method_name(row["id"])
                bank = AsyncBank if prefix else Bank
                self.assertEqual(hasattr(bank, name), token["kind"] != "customer", name)
                for issuer, access in classes.items():
                    self.assertEqual(
                        hasattr(access, name), token["issuer"] == issuer and token["kind"] != "client", (issuer, name)
                    )
                holder = classes[token["issuer"]] if token["kind"] == "customer" else bank
                self.assertEqual(inspect.iscoroutinefunction(getattr(holder, name)), prefix == "Async", name)

    def test_each_documents_its_request_and_its_limits(self):
        for row in self.rows:
            says = inspect.getdoc(getattr(self.party(row), method_name(row["id"])))
            self.assertIn(f"`{row['method']} {row['path']}`", says)
            self.assertRegex(says, r"Limits, for each \w+: [\d,]+ a \w+")

    def test_each_sends_its_request_and_the_bank_does_it(self):
        for row in self.rows:
            with self.subTest(row["id"]):
                answered = getattr(self.party(row), method_name(row["id"]))(**inputs(self.bank, row["id"]))
                sent = self.between.sent[-1]
                self.assertEqual(sent.method, row["method"])
                self.assertRegex(sent.url.path, "^" + re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(row["path"])) + "$")
                self.assertRegex(sent.headers["x-request-id"], "^[0-9a-f-]{36}$")
                self.assertEqual("authorization" in sent.headers, row["token"] is not None)
                self.assertEqual("consent-id" in sent.headers, bool((row["token"] or {}).get("consent")))
                self.assertEqual(answered is None, row["method"] == "DELETE")

    def test_each_read_of_the_customer_works_with_asyncio(self):
        reads = [row for row in self.rows if (row["token"] or {}).get("kind") == "customer" and row["method"] == "GET"]

        async def read_all():
            async with AsyncBank(client_settings()) as bank:
                customer = bank.resume(self.customer.grant).with_options(psu_ip_address="192.0.2.10")
                return [await getattr(customer, method_name(row["id"]))(**inputs(self.bank, row["id"])) for row in reads]

        self.assertEqual([isinstance(one, dict) for one in asyncio.run(read_all())], [True] * len(reads))
        self.assertGreater(len(reads), 20)
