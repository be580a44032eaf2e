# [start]
# The life of a mandate. Lies beside client.py, from which it takes what every client needs: python3 mandates.py
import os, subprocess, time

from client import ClientToken, RedirectListener, approval, call, main, register, remove


# [create]
def create_mandate(token):
    """Asks for a mandate: up to 60 euros a month, from an account that the customer chooses."""
    body = {
        "mandateId": f"POWER-{time.time_ns()}",
        "mandateType": {"localInstrumentCode": "CORE", "classificationCode": "VARI"},
        "occurrences": {"sequenceType": "RCUR", "frequencyType": "MNTH"},
        "maximumAmount": {"currency": "EUR", "amount": "60.00"},
        "creditor": {"name": "City Power"},
        "creditorSchemeIdentification": "DE98ZZZ09999999999",
        "creditorAccount": {"iban": "DE89370400440532013000"},
        "debtor": {"name": "Customer of City Power"},
    }
    return call("POST", "/v2/mandates", token, body=body)["resourceId"]


def print_status(resource_id, token):
    print("mandate", resource_id, call("GET", f"/v2/mandates/{resource_id}/status", token)["mandateStatus"], flush=True)


# [collect]
def collect(resource_id):
    """The creditor's bank collects, not this interface. In the sandbox a command stands for it; COLLECT names it."""
    command = f"{os.environ.get('COLLECT', 'npx openbank collect')} {resource_id} --amount 12.00 --currency EUR"
    if "COLLECT" in os.environ:
        subprocess.run(command, shell=True, check=True)
    else:
        print("To collect, run:", command)


# [cancel]
def cancel(client, listener, resource_id, token):
    """An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer."""
    call("DELETE", f"/v2/mandates/{resource_id}", token)
    issuer = call("GET", "/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server")
    approval(client, listener, issuer, f"MANDATE-CANCEL:{resource_id}")


# [run]
def run():
    """All of it."""
    listener = RedirectListener()
    client = register(listener.redirect_uri)
    try:
        issuer = call("GET", "/v2/oauth/mandates/.well-known/oauth-authorization-server")
        token = ClientToken(client, issuer, "MANDATE")
        resource_id = create_mandate(token)
        approval(client, listener, issuer, f"MANDATE:{resource_id}")
        print_status(resource_id, token)
        collect(resource_id)
        cancel(client, listener, resource_id, token)
        print_status(resource_id, token)
    finally:
        remove(client)


main(run)
