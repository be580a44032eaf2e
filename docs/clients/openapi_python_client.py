"""Five calls with the client that openapi-python-client makes."""
import os
import uuid

from bank import AuthenticatedClient
from bank.api.accounts import list_accounts, read_account
from bank.api.loans import list_account_loans, list_all_loans
from bank.api.payments import create_payment, read_payment
from bank.models import AccountReferenceInRequest, PaymentRequest, RequestedAmountInRequest
from bank.models.create_payment_payment_product import CreatePaymentPaymentProduct
from bank.models.read_payment_payment_product import ReadPaymentPaymentProduct

env = os.environ
reader = AuthenticatedClient(base_url=env['BASE_URL'], token=env['CUSTOMER_TOKEN'])
payer = AuthenticatedClient(base_url=env['BASE_URL'], token=env['PAYMENTS_TOKEN'])
# The customer is there: these reads do not count against the consent's frequency.
consented = {'consent_id': env['CONSENT_ID'], 'psu_ip_address': '192.0.2.10'}


def call(name, work):
    try:
        print(name, work())
    except Exception as error:
        print(name, 'error', ' '.join(repr(error).split())[:300])


def new_id():
    return str(uuid.uuid4())


def accounts():
    answer = list_accounts.sync(client=reader, x_request_id=new_id(), **consented)
    return ','.join(str(one.resource_id) for one in answer.accounts)


def segment():
    answer = list_account_loans.sync(
        env['BRANCH_NUMBER'], env['ACCOUNT_NUMBER'], client=reader, x_request_id=new_id(), **consented
    )
    return ','.join(str(one.loan_account_id) for one in answer.loans)


def payment():
    body = PaymentRequest(
        instructed_amount=RequestedAmountInRequest(currency='EUR', amount='12.50'),
        creditor_account=AccountReferenceInRequest(iban=env['CREDITOR_IBAN']),
        creditor_name='Bookshop',
    )
    product = CreatePaymentPaymentProduct('sepa-credit-transfers')
    created = create_payment.sync(product, client=payer, body=body, x_request_id=new_id())
    product = ReadPaymentPaymentProduct('sepa-credit-transfers')
    return read_payment.sync(product, created.payment_id, client=payer, x_request_id=new_id()).creditor_account.iban


def not_found():
    answer = read_account.sync_detailed(uuid.uuid4(), client=reader, x_request_id=new_id(), **consented)
    return f'{int(answer.status_code)} {answer.parsed.tpp_messages[0].code}'


def too_many():
    for _ in range(int(env['ENOUGH_CALLS'])):
        answer = list_all_loans.sync_detailed(client=reader, x_request_id=new_id(), **consented)
        if answer.status_code != 200:
            return f"{int(answer.status_code)} {answer.parsed.tpp_messages[0].code} {answer.headers['Retry-After']}"
    return 'never refused'


for name, work in (('list', accounts), ('segment', segment), ('post', payment), ('notFound', not_found), ('tooMany', too_many)):
    call(name, work)
