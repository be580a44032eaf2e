"""Five calls with the client that openapi-generator makes for Python."""
import os
import uuid

import bank
from bank.models import AccountReferenceInRequest, PaymentRequest, RequestedAmountInRequest

env = os.environ


def client(token):
    configuration = bank.Configuration(host=env['BASE_URL'], access_token=token)
    # Otherwise urllib3 sleeps for as long as Retry-After says, inside the call.
    configuration.retries = False
    return bank.ApiClient(configuration)


def call(name, work):
    try:
        print(name, work())
    except Exception as error:
        print(name, 'error', ' '.join(repr(error).split())[:300])


def refused(work):
    try:
        work()
    except bank.ApiException as error:
        return error
    raise AssertionError('not refused')


reader, payer = client(env['CUSTOMER_TOKEN']), client(env['PAYMENTS_TOKEN'])
accounts, loans, payments = bank.AccountsApi(reader), bank.LoansApi(reader), bank.PaymentsApi(payer)
# The customer is there: these reads do not count against the consent's frequency.
consented = {'consent_id': env['CONSENT_ID'], 'psu_ip_address': '192.0.2.10'}


def list_accounts():
    return ','.join(str(one.resource_id) for one in accounts.list_accounts(x_request_id=str(uuid.uuid4()), **consented).accounts)


def segment():
    answer = loans.list_account_loans(env['BRANCH_NUMBER'], env['ACCOUNT_NUMBER'], x_request_id=str(uuid.uuid4()), **consented)
    return ','.join(str(one.loan_account_id) for one in answer.loans)


def payment():
    request = PaymentRequest(
        instructed_amount=RequestedAmountInRequest(currency='EUR', amount='12.50'),
        creditor_account=AccountReferenceInRequest(iban=env['CREDITOR_IBAN']),
        creditor_name='Bookshop',
    )
    created = payments.create_payment('sepa-credit-transfers', str(uuid.uuid4()), request)
    read = payments.read_payment('sepa-credit-transfers', created.payment_id, str(uuid.uuid4()))
    return read.creditor_account.iban


def not_found():
    error = refused(lambda: accounts.read_account(uuid.uuid4(), x_request_id=str(uuid.uuid4()), **consented))
    return f'{error.status} {error.data.tpp_messages[0].code}'


def too_many():
    for _ in range(int(env['ENOUGH_CALLS'])):
        try:
            loans.list_all_loans(x_request_id=str(uuid.uuid4()), **consented)
        except bank.ApiException as error:
            return f"{error.status} {error.data.tpp_messages[0].code} {error.headers['Retry-After']}"
    return 'never refused'


for name, work in (('list', list_accounts), ('segment', segment), ('post', payment), ('notFound', not_found), ('tooMany', too_many)):
    call(name, work)
