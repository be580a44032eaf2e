"""The bank that the tests of the Python client call, as `FACTS`, a file in JSON, describes it."""

import functools
import json
import os
import subprocess
import time
from datetime import date, timedelta
from pathlib import Path

import httpx
from scripted import Between

from open_banking_client import Bank, CertificateFiles, ClientSecretBasic, PrivateKeyJwt, Settings, TlsClientAuth

CONSENT_FOR_ALL = {
    "access": {"allPsd2": "allAccounts"},
    "recurringIndicator": True,
    "validUntil": "9999-12-31",
    "frequencyPerDay": 4,
    "combinedServiceIndicator": False,
}
PAYMENT = {
    "instructedAmount": {"currency": "EUR", "amount": "1.50"},
    "creditorAccount": {"iban": "DE89370400440532013000"},
    "creditorName": "Coffee House",
}
PRODUCT = "instant-sepa-credit-transfers"


@functools.cache
def facts():
    """Clients and ids that the test has prepared at the bank."""
    return json.loads(Path(os.environ["FACTS"]).read_text())


def days_ago(days):
    """A day of the past, as the interface writes it."""
    return str(date.today() - timedelta(days=days))


def client_settings(name="client", **changed):
    """Settings of one of the prepared clients."""
    client = facts()["clients"][name]
    by_secret = ClientSecretBasic(client["secret"]) if "secret" in client else None
    authentication = PrivateKeyJwt(client["private_key"]) if "private_key" in client else TlsClientAuth()
    files = client.get("certificate")
    return Settings(
        **{
            "base_url": facts()["base_url"],
            "client_id": client["id"],
            "authentication": by_secret or authentication,
            "redirect_uri": client["redirect_uri"],
            "tls": files and CertificateFiles(files["certificate"], files["private_key"]),
            "ca_file": files and files["ca"],
            "dpop_key": client.get("dpop_key"),
            **changed,
        }
    )


def connected(name="client", **changed):
    """A client with connections that a test can watch and interrupt."""
    between = Between()
    return Bank(client_settings(name, **changed), http_client=httpx.Client(transport=between)), between


def send_customer(url, answer="approve"):
    """Lets the customer answer at the bank. Returns the address with which the customer comes back."""
    done = subprocess.run([*facts()["customer"], url, answer], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def consented(bank):
    """The access of a customer who has approved a consent for all accounts."""
    consent = bank.create_consent(body=CONSENT_FOR_ALL)
    authorization = bank.authorize("consents", consent["consentId"])
    return bank.finish(authorization, send_customer(authorization["url"])).with_options(psu_ip_address="192.0.2.10")


def final_status(bank, payment_id):
    """The status of a payment once it is final."""
    ends = time.monotonic() + 60
    status = ""
    while status not in ("ACSC", "ACCC", "RJCT", "CANC"):
        if time.monotonic() > ends:
            raise AssertionError(f"payment {payment_id} is still {status}")
        status = bank.read_payment_status(payment_product=PRODUCT, payment_id=payment_id)["transactionStatus"]
        time.sleep(0.2)
    return status
