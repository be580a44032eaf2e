# Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.
"""The operations of the bank as methods that block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, cast, overload

from ..access import BankCalls, CustomerAccess
from ..caller import CallOptions
from ..tokens import CustomerTokens
from . import messages
from .grants import Authorization, Grant, ConsentsAuthorization, ConsentsGrant, PaymentsAuthorization, PaymentsGrant, MandatesAuthorization, MandatesGrant, CancellationAuthorization, CancellationGrant
from .table import Issuer, RequestHeader


class ConsentsAccess(CustomerAccess):
    """The operations that the token of a customer at the consents issuer opens."""

    @property
    def grant(self) -> ConsentsGrant:
        """The grant as it is now: what `save_grant` was given last."""
        return cast(ConsentsGrant, self._tokens.grant)

    def list_accounts(
        self,
        *,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListAccountsAnswer:
        """Lists the current accounts that the consent covers, with their balances on request. Needs a customer
        token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent
        with the permission `accounts`, or for the lists of accounts alone.

        `GET /v1.7/accounts`

        Permission: `accounts` of the account.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListAccountsAnswer = self._call("listAccounts", {"withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_account(
        self,
        *,
        account_id: str,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadAccountAnswer:
        """Reads the details of one current account, with its balances on request. Needs a customer token of the
        consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the
        permission `accounts`.

        `GET /v1.7/accounts/{account-id}`

        Permission: `accounts` of the account.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `account_id`: The `resourceId` of a current account, from the list of accounts.
        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadAccountAnswer = self._call("readAccount", {"accountId": account_id, "withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_account_balances(
        self,
        *,
        account_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadAccountBalancesAnswer:
        """Reads the balances of one current account as of now. Needs a customer token of the consents issuer
        with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission
        `balances`.

        `GET /v1.7/accounts/{account-id}/balances`

        Permission: `balances` of the account.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `account_id`: The `resourceId` of a current account, from the list of accounts.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadAccountBalancesAnswer = self._call("readAccountBalances", {"accountId": account_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_transactions(
        self,
        *,
        account_id: str,
        booking_status: Literal["booked", "pending", "both", "information", "all"],
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListTransactionsAnswer:
        """Lists entries of one current account by booking status and period, newest first, in pages. Standing
        orders to come are entries of status `information`. `entryReferenceFrom` and `deltaList` list only
        what has changed. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table
        (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list
        pending entries only with `bookingStatus=pending`. Needs a customer token of the consents issuer with
        scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission
        `transactions`.

        `GET /v1.7/accounts/{account-id}/transactions`

        Permission: `transactions` of the account.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_CONSISTENT, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `account_id`: The `resourceId` of a current account, from the list of accounts.
        - `booking_status`: Which entries to return: `both` is booked and pending, `information` is standing
          orders, `all` is all three.
        - `with_balance`: `true` adds the balances of the account, which the consent must cover; default
          `false`.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `entry_reference_from`: Lists what was booked after the entry with this `entryReference`, and with
          `bookingStatus=both` or `all` everything that is pending now. Instead of a period, and not together
          with `deltaList`.
        - `delta_list`: `true` lists what has changed since the last list of changes under this consent (the
          first one is the whole list; with `dateFrom` it begins anew from that day): what is booked, what is
          pending and new or changed, what is no longer pending. Follow `_links.changes` for what changes
          later.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListTransactionsAnswer = self._call("listTransactions", {"accountId": account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list, "limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_transactions_pages(
        self,
        *,
        account_id: str,
        booking_status: Literal["booked", "pending", "both", "information", "all"],
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListTransactionsAnswer]:
        """All pages of `list_transactions`, each read when it is needed. A `request_id` is that of the first
        page.
        """
        return self._pages("listTransactions", {"accountId": account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list, "limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))

    def delete_consent(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> None:
        """Ends a consent before its last day (`terminatedByTpp`). Repeating the request succeeds; for a consent
        that ended otherwise the response is 409. Needs a client or customer token of the consents issuer with
        scope `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.

        `DELETE /v1.7/consents/{consentId}`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        self._call("deleteConsent", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))

    def read_consent(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadConsentAnswer:
        """Reads a consent: before the approval what was requested, after it what the customer granted. Needs a
        client or customer token of the consents issuer with scope `AIS` or `AIS:<consentId>`; only the client
        that created the resource can use it.

        `GET /v1.7/consents/{consentId}`

        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadConsentAnswer = self._call("readConsent", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_consent_status(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadConsentStatusAnswer:
        """Reads the status of a consent. Needs a client or customer token of the consents issuer with scope
        `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.

        `GET /v1.7/consents/{consentId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadConsentStatusAnswer = self._call("readConsentStatus", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_loans(
        self,
        *,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListLoansAnswer:
        """Lists the loan accounts that the consent covers, with their balances on request. Needs a customer
        token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent
        with the permission `accounts`, or for the lists of accounts alone.

        `GET /v1.5/loans`

        Permission: `accounts` of the loan.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListLoansAnswer = self._call("listLoans", {"withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_loan(
        self,
        *,
        loan_account_id: str,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadLoanAnswer:
        """Reads the details of one loan account, with its balances on request. Needs a customer token of the
        consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the
        permission `accounts`.

        `GET /v1.5/loans/{loan-account-id}`

        Permission: `accounts` of the loan.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `loan_account_id`: The `resourceId` of a loan account, from the list of loan accounts.
        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadLoanAnswer = self._call("readLoan", {"loanAccountId": loan_account_id, "withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_loan_balances(
        self,
        *,
        loan_account_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadLoanBalancesAnswer:
        """Reads the balances of one loan account as of now. They are negative, as the customer owes them. Needs
        a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a
        valid consent with the permission `balances`.

        `GET /v1.5/loans/{loan-account-id}/balances`

        Permission: `balances` of the loan.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `loan_account_id`: The `resourceId` of a loan account, from the list of loan accounts.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadLoanBalancesAnswer = self._call("readLoanBalances", {"loanAccountId": loan_account_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_loan_transactions(
        self,
        *,
        loan_account_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListLoanTransactionsAnswer:
        """Lists entries of one loan account by booking status and period, newest first, in pages. `Accept`
        chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a
        statement begin with the oldest entry, have cursors of their own and list pending entries only with
        `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`,
        the header `Consent-ID` and a valid consent with the permission `transactions`.

        `GET /v1.5/loans/{loan-account-id}/transactions`

        Permission: `transactions` of the loan.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `loan_account_id`: The `resourceId` of a loan account, from the list of loan accounts.
        - `booking_status`: Which entries to answer; default `booked`. `all` equals `both`, as these accounts
          have no standing orders.
        - `with_balance`: `true` adds the balances of the account, which the consent must cover; default
          `false`.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `entry_reference_from`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `delta_list`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListLoanTransactionsAnswer = self._call("listLoanTransactions", {"loanAccountId": loan_account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_loan_transactions_pages(
        self,
        *,
        loan_account_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListLoanTransactionsAnswer]:
        """All pages of `list_loan_transactions`, each read when it is needed. A `request_id` is that of the
        first page.
        """
        return self._pages("listLoanTransactions", {"loanAccountId": loan_account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))

    def list_savings(
        self,
        *,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListSavingsAnswer:
        """Lists the savings accounts that the consent covers, with their balances on request. Needs a customer
        token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent
        with the permission `accounts`, or for the lists of accounts alone.

        `GET /v1.5/savings`

        Permission: `accounts` of the savings.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListSavingsAnswer = self._call("listSavings", {"withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_savings(
        self,
        *,
        savings_account_id: str,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadSavingsAnswer:
        """Reads the details of one savings account, with its balances on request. Needs a customer token of the
        consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the
        permission `accounts`.

        `GET /v1.5/savings/{savings-account-id}`

        Permission: `accounts` of the savings.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `savings_account_id`: The `resourceId` of a savings account, from the list of savings accounts.
        - `with_balance`: `true` adds balances to the accounts whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadSavingsAnswer = self._call("readSavings", {"savingsAccountId": savings_account_id, "withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_savings_balances(
        self,
        *,
        savings_account_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadSavingsBalancesAnswer:
        """Reads the balances of one savings account as of now. Needs a customer token of the consents issuer
        with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission
        `balances`.

        `GET /v1.5/savings/{savings-account-id}/balances`

        Permission: `balances` of the savings.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `savings_account_id`: The `resourceId` of a savings account, from the list of savings accounts.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadSavingsBalancesAnswer = self._call("readSavingsBalances", {"savingsAccountId": savings_account_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_savings_transactions(
        self,
        *,
        savings_account_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListSavingsTransactionsAnswer:
        """Lists entries of one savings account by booking status and period, newest first, in pages. `Accept`
        chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a
        statement begin with the oldest entry, have cursors of their own and list pending entries only with
        `bookingStatus=pending`. Needs a customer token of the consents issuer with scope `AIS:<consentId>`,
        the header `Consent-ID` and a valid consent with the permission `transactions`.

        `GET /v1.5/savings/{savings-account-id}/transactions`

        Permission: `transactions` of the savings.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `savings_account_id`: The `resourceId` of a savings account, from the list of savings accounts.
        - `booking_status`: Which entries to answer; default `booked`. `all` equals `both`, as these accounts
          have no standing orders.
        - `with_balance`: `true` adds the balances of the account, which the consent must cover; default
          `false`.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `entry_reference_from`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `delta_list`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListSavingsTransactionsAnswer = self._call("listSavingsTransactions", {"savingsAccountId": savings_account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_savings_transactions_pages(
        self,
        *,
        savings_account_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListSavingsTransactionsAnswer]:
        """All pages of `list_savings_transactions`, each read when it is needed. A `request_id` is that of the
        first page.
        """
        return self._pages("listSavingsTransactions", {"savingsAccountId": savings_account_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))

    def list_securities_accounts(
        self,
        *,
        with_balance: bool | None = None,
        evaluation_currency: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListSecuritiesAccountsAnswer:
        """Lists the securities accounts that the consent covers, with the value of their holdings on request.
        Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID`
        and a valid consent with the permission `accounts`, or for the lists of accounts alone.

        `GET /v1.0/securities-accounts`

        Permission: `accounts` of the securities.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401
        CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN.

        - `with_balance`: `true` adds the value of the holdings to the accounts whose balances the consent
          covers; default `false`.
        - `evaluation_currency`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListSecuritiesAccountsAnswer = self._call("listSecuritiesAccounts", {"withBalance": with_balance, "evaluationCurrency": evaluation_currency}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_securities_account(
        self,
        *,
        securities_account_id: str,
        with_balance: bool | None = None,
        evaluation_currency: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadSecuritiesAccountAnswer:
        """Reads the details of one securities account, with the value of its holdings on request. Needs a
        customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a
        valid consent with the permission `accounts`.

        `GET /v1.0/securities-accounts/{securities-account-id}`

        Permission: `accounts` of the securities.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401
        CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `securities_account_id`: The `resourceId` of a securities account, from the list of securities
          accounts.
        - `with_balance`: `true` adds the value of the holdings to the accounts whose balances the consent
          covers; default `false`.
        - `evaluation_currency`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadSecuritiesAccountAnswer = self._call("readSecuritiesAccount", {"securitiesAccountId": securities_account_id, "withBalance": with_balance, "evaluationCurrency": evaluation_currency}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_positions(
        self,
        *,
        securities_account_id: str,
        evaluation_currency: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListPositionsAnswer:
        """Lists the positions of one securities account as of now, with their latest prices and values. Needs a
        customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a
        valid consent with the permission `balances`.

        `GET /v1.0/securities-accounts/{securities-account-id}/positions`

        Permission: `balances` of the securities.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 401
        CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `securities_account_id`: The `resourceId` of a securities account, from the list of securities
          accounts.
        - `evaluation_currency`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListPositionsAnswer = self._call("listPositions", {"securitiesAccountId": securities_account_id, "evaluationCurrency": evaluation_currency}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_securities_transactions(
        self,
        *,
        securities_account_id: str,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        evaluation_currency: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListSecuritiesTransactionsAnswer:
        """Lists trades and corporate actions of one securities account by period, newest first, in pages. Needs
        a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a
        valid consent with the permission `transactions`.

        `GET /v1.0/securities-accounts/{securities-account-id}/transactions`

        Permission: `transactions` of the securities.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `securities_account_id`: The `resourceId` of a securities account, from the list of securities
          accounts.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `evaluation_currency`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `entry_reference_from`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `delta_list`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListSecuritiesTransactionsAnswer = self._call("listSecuritiesTransactions", {"securitiesAccountId": securities_account_id, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "evaluationCurrency": evaluation_currency, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_securities_transactions_pages(
        self,
        *,
        securities_account_id: str,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        evaluation_currency: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListSecuritiesTransactionsAnswer]:
        """All pages of `list_securities_transactions`, each read when it is needed. A `request_id` is that of
        the first page.
        """
        return self._pages("listSecuritiesTransactions", {"securitiesAccountId": securities_account_id, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "evaluationCurrency": evaluation_currency, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))

    def list_orders(
        self,
        *,
        securities_account_id: str,
        order_status: Literal["unknown", "new", "partiallyFilled", "filled", "doneForDay", "canceled", "replaced", "pendingCancel", "stopped", "rejected", "suspended", "pendingNew", "calculated", "expired", "acceptedForBidding", "pendingReplace"] | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        evaluation_currency: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListOrdersAnswer:
        """Lists orders of one securities account by status and period, newest first, in pages. Needs a customer
        token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent
        with the permission `transactions`.

        `GET /v1.0/securities-accounts/{securities-account-id}/orders`

        Permission: `transactions` of the securities.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `securities_account_id`: The `resourceId` of a securities account, from the list of securities
          accounts.
        - `order_status`: Only orders in this status; all by default.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `evaluation_currency`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListOrdersAnswer = self._call("listOrders", {"securitiesAccountId": securities_account_id, "orderStatus": order_status, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "evaluationCurrency": evaluation_currency}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_orders_pages(
        self,
        *,
        securities_account_id: str,
        order_status: Literal["unknown", "new", "partiallyFilled", "filled", "doneForDay", "canceled", "replaced", "pendingCancel", "stopped", "rejected", "suspended", "pendingNew", "calculated", "expired", "acceptedForBidding", "pendingReplace"] | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        evaluation_currency: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListOrdersAnswer]:
        """All pages of `list_orders`, each read when it is needed. A `request_id` is that of the first page.
        """
        return self._pages("listOrders", {"securitiesAccountId": securities_account_id, "orderStatus": order_status, "dateFrom": date_from, "dateTo": date_to, "limit": limit, "cursor": cursor, "evaluationCurrency": evaluation_currency}, CallOptions(psu_ip_address, headers, request_id))

    def list_cards(
        self,
        *,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListCardsAnswer:
        """Lists the cards that the consent covers, with their balances on request. Needs a customer token of the
        consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the
        permission `accounts`, or for the lists of accounts alone.

        `GET /v1.7/cards`

        Permission: `accounts` of the card.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `with_balance`: `true` adds balances to the cards whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListCardsAnswer = self._call("listCards", {"withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_card(
        self,
        *,
        card_id: str,
        with_balance: bool | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadCardAnswer:
        """Reads the details of one card, with its balances on request. Needs a customer token of the consents
        issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission
        `accounts`.

        `GET /v1.7/cards/{card-id}`

        Permission: `accounts` of the card.
        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `card_id`: The `resourceId` of a card, from the list of cards.
        - `with_balance`: `true` adds balances to the cards whose balances the consent covers; default
          `false`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadCardAnswer = self._call("readCard", {"cardId": card_id, "withBalance": with_balance}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_card_balances(
        self,
        *,
        card_id: str,
        date_from: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadCardBalancesAnswer:
        """Reads the balances of one card as of now: the next debit and the unused limit. Needs a customer token
        of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with
        the permission `balances`.

        `GET /v1.7/cards/{card-id}/balances`

        Permission: `balances` of the card.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 401 ROLE_INVALID, 401 CONSENT_INVALID,
        401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `card_id`: The `resourceId` of a card, from the list of cards.
        - `date_from`: First day of the period whose balances are asked for, `YYYY-MM-DD`, today at the
          latest. The bank keeps no former balances: those of now are answered, whichever day is named.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadCardBalancesAnswer = self._call("readCardBalances", {"cardId": card_id, "dateFrom": date_from}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_card_transactions(
        self,
        *,
        card_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        value_date_from: str | None = None,
        value_date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ListCardTransactionsAnswer:
        """Lists transactions of one card by booking status, period and value date, newest first, in pages.
        `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages
        of a statement begin with the oldest transaction, have cursors of their own and list pending
        transactions only with `bookingStatus=pending`. Needs a customer token of the consents issuer with
        scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission
        `transactions`.

        `GET /v1.7/cards/{card-id}/transactions`

        Permission: `transactions` of the card.
        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 400 PARAMETER_NOT_SUPPORTED, 401
        ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `card_id`: The `resourceId` of a card, from the list of cards.
        - `booking_status`: Which transactions to answer; default `booked`. `all` equals `both`, as a card has
          no standing orders.
        - `with_balance`: `true` adds the balances of the card, which the consent must cover; default `false`.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `value_date_from`: First value date, `YYYY-MM-DD`, the day on which the statement is debited. Only
          booked transactions have one. With a value date and without `dateFrom`, everything the bank keeps is
          searched.
        - `value_date_to`: Last value date, `YYYY-MM-DD`; it may lie in the future.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `entry_reference_from`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `delta_list`: Not supported by this bank: a request with it is answered 400
          `PARAMETER_NOT_SUPPORTED`.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ListCardTransactionsAnswer = self._call("listCardTransactions", {"cardId": card_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_card_transactions_pages(
        self,
        *,
        card_id: str,
        booking_status: Literal["booked", "pending", "both", "all", "information"] | None = None,
        with_balance: bool | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        value_date_from: str | None = None,
        value_date_to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        entry_reference_from: str | None = None,
        delta_list: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ListCardTransactionsAnswer]:
        """All pages of `list_card_transactions`, each read when it is needed. A `request_id` is that of the
        first page.
        """
        return self._pages("listCardTransactions", {"cardId": card_id, "bookingStatus": booking_status, "withBalance": with_balance, "dateFrom": date_from, "dateTo": date_to, "valueDateFrom": value_date_from, "valueDateTo": value_date_to, "limit": limit, "cursor": cursor, "entryReferenceFrom": entry_reference_from, "deltaList": delta_list}, CallOptions(psu_ip_address, headers, request_id))

    def list_all_loans(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.LoanList:
        """Lists all loans that the consent covers, with what is owed on each, in pages. Needs a customer token
        of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with
        the permission `accounts`.

        `GET /loans`

        Permission: `accounts` of the loan.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.LoanList = self._call("listAllLoans", {"limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_all_loans_pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.LoanList]:
        """All pages of `list_all_loans`, each read when it is needed. A `request_id` is that of the first page.
        """
        return self._pages("listAllLoans", {"limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))

    def read_loan_eligibility(
        self,
        *,
        branch_number: str,
        account_number: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.LoanEligibility:
        """Reads whether the bank would offer the owner of an account a loan, why not, and on which terms. It is
        decided by income, debt service, arrears, the length of the relationship and the bank's products; all
        loans of the account count. Needs a customer token of the consents issuer with scope
        `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.

        `GET /account/{BranchNumber}-{AccountNumber}/loanEligibility`

        Permission: `balances` of the account.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `branch_number`: Branch number of the account, as the list of loans shows it. 1 to 4 digits.
        - `account_number`: Number of the account at the branch, as the list of loans shows it. 1 to 10
          digits.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.LoanEligibility = self._call("readLoanEligibility", {"branchNumber": branch_number, "accountNumber": account_number}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_account_loans_balances(
        self,
        *,
        branch_number: str,
        account_number: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.AccountLoansBalances:
        """Reads what is owed today on the loans that an account repays, for each loan and in total for each
        currency. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header
        `Consent-ID` and a valid consent with the permission `balances`.

        `GET /account/{BranchNumber}-{AccountNumber}/loansBalances`

        Permission: `balances` of the loan.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `branch_number`: Branch number of the account, as the list of loans shows it. 1 to 4 digits.
        - `account_number`: Number of the account at the branch, as the list of loans shows it. 1 to 10
          digits.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.AccountLoansBalances = self._call("readAccountLoansBalances", {"branchNumber": branch_number, "accountNumber": account_number}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_account_loans(
        self,
        *,
        branch_number: str,
        account_number: str,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.LoanList:
        """Lists the loans that an account repays and the consent covers, in pages. Needs a customer token of the
        consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the
        permission `accounts`.

        `GET /account/{BranchNumber}-{AccountNumber}/loans`

        Permission: `accounts` of the loan.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `branch_number`: Branch number of the account, as the list of loans shows it. 1 to 4 digits.
        - `account_number`: Number of the account at the branch, as the list of loans shows it. 1 to 10
          digits.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.LoanList = self._call("listAccountLoans", {"branchNumber": branch_number, "accountNumber": account_number, "limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_account_loans_pages(
        self,
        *,
        branch_number: str,
        account_number: str,
        limit: int | None = None,
        cursor: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.LoanList]:
        """All pages of `list_account_loans`, each read when it is needed. A `request_id` is that of the first
        page.
        """
        return self._pages("listAccountLoans", {"branchNumber": branch_number, "accountNumber": account_number, "limit": limit, "cursor": cursor}, CallOptions(psu_ip_address, headers, request_id))

    def read_loan_details(
        self,
        *,
        loan_account_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.LoanDetails:
        """Reads one loan with its tracks, collateral, terms of early repayment and remaining schedule. Needs a
        customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a
        valid consent with the permission `balances`.

        `GET /loan/{loanAccountID}`

        Permission: `balances` of the loan.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `loan_account_id`: The `loanAccountId` of a loan, from the list of loans.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.LoanDetails = self._call("readLoanDetails", {"loanAccountID": loan_account_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_arrears_transactions(
        self,
        *,
        branch_number: str,
        account_number: str,
        limit: int | None = None,
        cursor: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ArrearsTransactions:
        """Lists what changed the arrears of the loans that an account repays, newest first, in pages, with the
        arrears of today. Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the
        header `Consent-ID` and a valid consent with the permission `transactions`.

        `GET /loan/{BranchNumber}-{AccountNumber}/arrears/transactions`

        Permission: `transactions` of the loan.
        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 400 PERIOD_INVALID, 401 ROLE_INVALID, 401 CONSENT_INVALID,
        401 CONSENT_EXPIRED, 403 CONSENT_UNKNOWN, 404 RESOURCE_UNKNOWN.

        - `branch_number`: Branch number of the account, as the list of loans shows it. 1 to 4 digits.
        - `account_number`: Number of the account at the branch, as the list of loans shows it. 1 to 10
          digits.
        - `limit`: Highest number of entries on a page, 1 to 500; default 100.
        - `cursor`: Opaque position at which the page begins; only a `next` link contains one.
        - `date_from`: First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is
          `pending` or `information`; savings, loans and cards default to 90 days before the last day,
          securities and arrears to everything the bank keeps.
        - `date_to`: Last day of the period, `YYYY-MM-DD`; default the bank's today.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ArrearsTransactions = self._call("listArrearsTransactions", {"branchNumber": branch_number, "accountNumber": account_number, "limit": limit, "cursor": cursor, "dateFrom": date_from, "dateTo": date_to}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def list_arrears_transactions_pages(
        self,
        *,
        branch_number: str,
        account_number: str,
        limit: int | None = None,
        cursor: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> Iterator[messages.ArrearsTransactions]:
        """All pages of `list_arrears_transactions`, each read when it is needed. A `request_id` is that of the
        first page.
        """
        return self._pages("listArrearsTransactions", {"branchNumber": branch_number, "accountNumber": account_number, "limit": limit, "cursor": cursor, "dateFrom": date_from, "dateTo": date_to}, CallOptions(psu_ip_address, headers, request_id))


class PaymentsAccess(CustomerAccess):
    """The operations that the token of a customer at the payments issuer opens."""

    @property
    def grant(self) -> PaymentsGrant:
        """The grant as it is now: what `save_grant` was given last."""
        return cast(PaymentsGrant, self._tokens.grant)

    def read_payment(
        self,
        *,
        payment_product: Literal["sepa-credit-transfers", "instant-sepa-credit-transfers", "target-2-payments", "cross-border-credit-transfers", "masav", "zahav", "fp"],
        payment_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.Payment:
        """Reads a payment as it was accepted, with its current status. Needs a client or customer token of the
        payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource can
        use it.

        `GET /v1.7/payments/{payment-product}/{paymentId}`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.

        - `payment_product`: Payment product, such as `sepa-credit-transfers`.
        - `payment_id`: Id of a payment, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.Payment = self._call("readPayment", {"paymentProduct": payment_product, "paymentId": payment_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_payment_status(
        self,
        *,
        payment_product: Literal["sepa-credit-transfers", "instant-sepa-credit-transfers", "target-2-payments", "cross-border-credit-transfers", "masav", "zahav", "fp"],
        payment_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.PaymentStatus:
        """Reads the status of a payment and, if it was rejected, the reason. Needs a client or customer token of
        the payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource
        can use it.

        `GET /v1.7/payments/{payment-product}/{paymentId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.

        - `payment_product`: Payment product, such as `sepa-credit-transfers`.
        - `payment_id`: Id of a payment, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.PaymentStatus = self._call("readPaymentStatus", {"paymentProduct": payment_product, "paymentId": payment_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer


class MandatesAccess(CustomerAccess):
    """The operations that the token of a customer at the mandates issuer opens."""

    @property
    def grant(self) -> MandatesGrant:
        """The grant as it is now: what `save_grant` was given last."""
        return cast(MandatesGrant, self._tokens.grant)

    def read_mandate(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.Mandate:
        """Reads a mandate as it was accepted, with its current status. Needs a client or customer token of the
        mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the
        resource can use it.

        `GET /v2/mandates/{resourceId}`

        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.Mandate = self._call("readMandate", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def delete_mandate(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MandateCancellation | None:
        """Ends a mandate. One that is not active yet ends at once (204); an active or suspended one ends when
        the customer approves the cancellation (202). Needs a client or customer token of the mandates issuer
        with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the resource can use it.

        `DELETE /v2/mandates/{resourceId}`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MandateCancellation | None = self._call("deleteMandate", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_mandate_status(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MandateState:
        """Reads the status of a mandate and the reason for it, without personal data. Needs a client or customer
        token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that
        created the resource can use it.

        `GET /v2/mandates/{resourceId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MandateState = self._call("readMandateStatus", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer


class CancellationAccess(CustomerAccess):
    """The operations that the token of a customer at the cancellation issuer opens."""

    @property
    def grant(self) -> CancellationGrant:
        """The grant as it is now: what `save_grant` was given last."""
        return cast(CancellationGrant, self._tokens.grant)


ACCESS: Final[Mapping[str, type[CustomerAccess]]] = {
    "consents": ConsentsAccess,
    "payments": PaymentsAccess,
    "mandates": MandatesAccess,
    "cancellation": CancellationAccess,
}


class BankOperations(BankCalls):
    """The operations that a client calls with its own token, or with none, and the ways to a customer's approval."""

    @overload
    def authorize(self, issuer: Literal["consents"], resource_id: str) -> ConsentsAuthorization: ...

    @overload
    def authorize(self, issuer: Literal["payments"], resource_id: str) -> PaymentsAuthorization: ...

    @overload
    def authorize(self, issuer: Literal["mandates"], resource_id: str) -> MandatesAuthorization: ...

    @overload
    def authorize(self, issuer: Literal["cancellation"], resource_id: str) -> CancellationAuthorization: ...

    def authorize(self, issuer: Issuer, resource_id: str) -> Authorization:
        """Begins an approval: send the customer to `url`, keep the rest for this customer's session, and pass it to `finish`.

        `resource_id` is the id of the consent, payment or mandate; `cancellation` ends the mandate of this id.
        """
        return self._authorize(issuer, resource_id)

    @overload
    def finish(self, authorization: ConsentsAuthorization, callback_url: str) -> ConsentsAccess: ...

    @overload
    def finish(self, authorization: PaymentsAuthorization, callback_url: str) -> PaymentsAccess: ...

    @overload
    def finish(self, authorization: MandatesAuthorization, callback_url: str) -> MandatesAccess: ...

    @overload
    def finish(self, authorization: CancellationAuthorization, callback_url: str) -> CancellationAccess: ...

    def finish(self, authorization: Authorization, callback_url: str) -> CustomerAccess:
        """Ends an approval: `callback_url` is the address with which the customer came back."""
        return self._access(self._finish(authorization, callback_url))

    @overload
    def resume(self, grant: ConsentsGrant) -> ConsentsAccess: ...

    @overload
    def resume(self, grant: PaymentsGrant) -> PaymentsAccess: ...

    @overload
    def resume(self, grant: MandatesGrant) -> MandatesAccess: ...

    @overload
    def resume(self, grant: CancellationGrant) -> CancellationAccess: ...

    def resume(self, grant: Grant) -> CustomerAccess:
        """The access of a stored grant."""
        return self._access(self._stored(grant))

    def _access(self, tokens: CustomerTokens) -> CustomerAccess:
        return ACCESS[tokens.grant["issuer"]](self._steps, self._rules.customer_caller(tokens), tokens)

    def create_consent(
        self,
        *,
        body: messages.ConsentRequest,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.CreateConsentAnswer:
        """Creates a consent. It is valid once the customer has approved it at the consents issuer, with the
        scope `AIS:<consentId>`. Needs a client token of the consents issuer with scope `AIS`.

        `POST /v1.7/consents`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 400 SESSIONS_NOT_SUPPORTED, 400 PERIOD_INVALID, 400
        PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 409 STATUS_INVALID, 415
        FORMAT_ERROR.

        - `body`: The body of the request.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.CreateConsentAnswer = self._call("createConsent", {}, CallOptions(psu_ip_address, headers, request_id), body)
        return answer

    def delete_consent(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> None:
        """Ends a consent before its last day (`terminatedByTpp`). Repeating the request succeeds; for a consent
        that ended otherwise the response is 409. Needs a client or customer token of the consents issuer with
        scope `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.

        `DELETE /v1.7/consents/{consentId}`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        self._call("deleteConsent", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))

    def read_consent(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadConsentAnswer:
        """Reads a consent: before the approval what was requested, after it what the customer granted. Needs a
        client or customer token of the consents issuer with scope `AIS` or `AIS:<consentId>`; only the client
        that created the resource can use it.

        `GET /v1.7/consents/{consentId}`

        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadConsentAnswer = self._call("readConsent", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_consent_status(
        self,
        *,
        consent_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.ReadConsentStatusAnswer:
        """Reads the status of a consent. Needs a client or customer token of the consents issuer with scope
        `AIS` or `AIS:<consentId>`; only the client that created the resource can use it.

        `GET /v1.7/consents/{consentId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        403 CONSENT_UNKNOWN.

        - `consent_id`: Id of a consent, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.ReadConsentStatusAnswer = self._call("readConsentStatus", {"consentId": consent_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_payment(
        self,
        *,
        payment_product: Literal["sepa-credit-transfers", "instant-sepa-credit-transfers", "target-2-payments", "cross-border-credit-transfers", "masav", "zahav", "fp"],
        payment_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.Payment:
        """Reads a payment as it was accepted, with its current status. Needs a client or customer token of the
        payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource can
        use it.

        `GET /v1.7/payments/{payment-product}/{paymentId}`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.

        - `payment_product`: Payment product, such as `sepa-credit-transfers`.
        - `payment_id`: Id of a payment, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.Payment = self._call("readPayment", {"paymentProduct": payment_product, "paymentId": payment_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_payment_status(
        self,
        *,
        payment_product: Literal["sepa-credit-transfers", "instant-sepa-credit-transfers", "target-2-payments", "cross-border-credit-transfers", "masav", "zahav", "fp"],
        payment_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.PaymentStatus:
        """Reads the status of a payment and, if it was rejected, the reason. Needs a client or customer token of
        the payments issuer with scope `PIS` or `PIS:<paymentId>`; only the client that created the resource
        can use it.

        `GET /v1.7/payments/{payment-product}/{paymentId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 404 PRODUCT_UNKNOWN.

        - `payment_product`: Payment product, such as `sepa-credit-transfers`.
        - `payment_id`: Id of a payment, from the response that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.PaymentStatus = self._call("readPaymentStatus", {"paymentProduct": payment_product, "paymentId": payment_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def create_payment(
        self,
        *,
        payment_product: Literal["sepa-credit-transfers", "instant-sepa-credit-transfers", "target-2-payments", "cross-border-credit-transfers", "masav", "zahav", "fp"],
        body: messages.PaymentRequest,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.PaymentCreated:
        """Creates a payment of one payment product. The bank executes it once the customer has approved it at
        the payments issuer, with the scope `PIS:<paymentId>`. Needs a client token of the payments issuer
        with scope `PIS`.

        `POST /v1.7/payments/{payment-product}`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 400 PAYMENT_FAILED, 400 EXECUTION_DATE_INVALID, 400
        PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED, 401 ROLE_INVALID, 404 PRODUCT_UNKNOWN, 409
        STATUS_INVALID, 415 FORMAT_ERROR.

        - `payment_product`: Payment product, such as `sepa-credit-transfers`.
        - `body`: The body of the request.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.PaymentCreated = self._call("createPayment", {"paymentProduct": payment_product}, CallOptions(psu_ip_address, headers, request_id), body)
        return answer

    def read_consents_metadata(
        self,
        *,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.IssuerMetadata:
        """Reads the metadata (RFC 8414) of the issuer at which clients get tokens for consents and customers
        approve them. Needs no token.

        `GET /v1.7/oauth/consents/.well-known/oauth-authorization-server`

        Limits, for each address: 10 a second, 300 a minute, 20,000 a day.

        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.IssuerMetadata = self._call("readConsentsMetadata", {}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_payments_metadata(
        self,
        *,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.IssuerMetadata:
        """Reads the metadata (RFC 8414) of the issuer at which clients get tokens for payments and customers
        approve them. Needs no token.

        `GET /v1.7/oauth/payments/.well-known/oauth-authorization-server`

        Limits, for each address: 10 a second, 300 a minute, 20,000 a day.

        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.IssuerMetadata = self._call("readPaymentsMetadata", {}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def create_mandate(
        self,
        *,
        body: messages.MandateRequest,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MandateCreated:
        """Creates a direct-debit mandate. It is active once the customer has approved it at the mandates issuer,
        with the scope `MANDATE:<resourceId>`. Needs a client token of the mandates issuer with scope
        `MANDATE`.

        `POST /v2/mandates`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 400 PARAMETER_NOT_SUPPORTED,
        401 ROLE_INVALID, 409 STATUS_INVALID, 415 FORMAT_ERROR.

        - `body`: The body of the request.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MandateCreated = self._call("createMandate", {}, CallOptions(psu_ip_address, headers, request_id), body)
        return answer

    def read_mandate(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.Mandate:
        """Reads a mandate as it was accepted, with its current status. Needs a client or customer token of the
        mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the
        resource can use it.

        `GET /v2/mandates/{resourceId}`

        Limits, for each client: 25 a second, 1,000 a minute, 50,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.Mandate = self._call("readMandate", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def delete_mandate(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MandateCancellation | None:
        """Ends a mandate. One that is not active yet ends at once (204); an active or suspended one ends when
        the customer approves the cancellation (202). Needs a client or customer token of the mandates issuer
        with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created the resource can use it.

        `DELETE /v2/mandates/{resourceId}`

        Limits, for each client: 10 a second, 300 a minute, 20,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN, 409 STATUS_INVALID, 415 FORMAT_ERROR.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MandateCancellation | None = self._call("deleteMandate", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_mandate_status(
        self,
        *,
        resource_id: str,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MandateState:
        """Reads the status of a mandate and the reason for it, without personal data. Needs a client or customer
        token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that
        created the resource can use it.

        `GET /v2/mandates/{resourceId}/status`

        Limits, for each client: 50 a second, 2,000 a minute, 100,000 a day.
        Errors, besides those of every operation: 401 ROLE_INVALID, 401 CONSENT_INVALID, 401 CONSENT_EXPIRED,
        404 RESOURCE_UNKNOWN.

        - `resource_id`: Id of a mandate, from the answer that created it.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MandateState = self._call("readMandateStatus", {"resourceId": resource_id}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_mandates_metadata(
        self,
        *,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.IssuerMetadata:
        """Reads the metadata (RFC 8414) of the issuer at which clients get tokens for mandates and customers
        approve them. Needs no token.

        `GET /v2/oauth/mandates/.well-known/oauth-authorization-server`

        Limits, for each address: 10 a second, 300 a minute, 20,000 a day.

        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.IssuerMetadata = self._call("readMandatesMetadata", {}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def read_cancellation_metadata(
        self,
        *,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.IssuerMetadata:
        """Reads the metadata (RFC 8414) of the issuer at which customers approve the cancellation of a mandate.
        Needs no token.

        `GET /v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server`

        Limits, for each address: 10 a second, 300 a minute, 20,000 a day.

        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.IssuerMetadata = self._call("readCancellationMetadata", {}, CallOptions(psu_ip_address, headers, request_id))
        return answer

    def simulate_mortgage(
        self,
        *,
        body: messages.MortgageSimulationRequest,
        schedule: Literal["full", "yearly", "none"] | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MortgageSimulation:
        """Simulates a mortgage: instalments, total cost, annual percentage rate of charge and repayment
        schedule. The bank keeps nothing of it. Needs a client token of the consents issuer with scope
        `loan-services`.

        `POST /mortgageSimulation`

        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 415 FORMAT_ERROR.

        - `schedule`: One row an instalment (default), one a year of the loan, or none.
        - `body`: The body of the request.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MortgageSimulation = self._call("simulateMortgage", {"schedule": schedule}, CallOptions(psu_ip_address, headers, request_id), body)
        return answer

    def simulate_mortgage_v1(
        self,
        *,
        body: messages.MortgageSimulationRequest,
        schedule: Literal["full", "yearly", "none"] | None = None,
        psu_ip_address: str | None = None,
        headers: Mapping[RequestHeader, str] | None = None,
        request_id: str | None = None,
    ) -> messages.MortgageSimulation:
        """Simulates a mortgage exactly as `POST /mortgageSimulation` does, under its versioned path and with a
        limit of its own. Needs a client token of the consents issuer with scope `loan-services`.

        `POST /v1/mortgageSimulation`

        Limits, for each client: 100 a hour.
        Errors, besides those of every operation: 400 PARAMETER_NOT_CONSISTENT, 415 FORMAT_ERROR.

        - `schedule`: One row an instalment (default), one a year of the loan, or none.
        - `body`: The body of the request.
        - `psu_ip_address`: The customer's IP address, if the customer is present: such a read is not counted
          against the consent's frequency.
        - `headers`: Further headers of the request.
        - `request_id`: A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a
          new one for each call.
        """
        answer: messages.MortgageSimulation = self._call("simulateMortgageV1", {"schedule": schedule}, CallOptions(psu_ip_address, headers, request_id), body)
        return answer
