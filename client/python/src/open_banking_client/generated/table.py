# Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.
"""Operations, issuers, codes of errors and headers, as the bank documents them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final, Literal

from ..facts import IssuerFacts, OperationFacts

if sys.version_info >= (3, 11):
    from typing import TypeAlias
else:
    from typing_extensions import TypeAlias


Issuer: TypeAlias = Literal[
    "consents",
    "payments",
    "mandates",
    "cancellation",
]
"""The issuers of tokens."""


ErrorCode: TypeAlias = Literal[
    "FORMAT_ERROR",
    "PARAMETER_NOT_CONSISTENT",
    "PARAMETER_NOT_SUPPORTED",
    "TIMESTAMP_INVALID",
    "PERIOD_INVALID",
    "PAYMENT_FAILED",
    "EXECUTION_DATE_INVALID",
    "SESSIONS_NOT_SUPPORTED",
    "CERTIFICATE_MISSING",
    "CERTIFICATE_INVALID",
    "CERTIFICATE_EXPIRED",
    "CERTIFICATE_REVOKED",
    "CERTIFICATE_BLOCKED",
    "ROLE_INVALID",
    "SIGNATURE_MISSING",
    "SIGNATURE_INVALID",
    "TOKEN_UNKNOWN",
    "TOKEN_INVALID",
    "TOKEN_EXPIRED",
    "CONSENT_INVALID",
    "CONSENT_EXPIRED",
    "CONSENT_UNKNOWN",
    "SERVICE_BLOCKED",
    "PRODUCT_INVALID",
    "RESOURCE_UNKNOWN",
    "PRODUCT_UNKNOWN",
    "SERVICE_INVALID",
    "REQUESTED_FORMATS_INVALID",
    "STATUS_INVALID",
    "ACCESS_EXCEEDED",
    "INTERNAL_SERVER_ERROR",
    "SERVICE_UNAVAILABLE",
]
"""The codes of errors that this package knows. A bank may have others: treat those by their status."""


RequestHeader: TypeAlias = Literal[
    "PSU-IP-Address",
    "Digest",
    "Signature",
    "TPP-Signature-Certificate",
    "PSU-IP-Port",
    "PSU-Http-Method",
    "PSU-Device-ID",
    "PSU-Geo-Location",
    "TPP-Redirect-URI",
    "TPP-Nok-Redirect-URI",
    "TPP-Notification-URI",
    "TPP-Notification-Content-Preferred",
    "TPP-Redirect-Preferred",
    "TPP-Decoupled-Preferred",
    "TPP-Explicit-Authorisation-Preferred",
    "Client-VOP-Requested",
]
"""The headers of requests that a caller may add."""


ISSUERS: Final[Mapping[str, IssuerFacts]] = {
    "consents": IssuerFacts("/v1.7/oauth/consents", "readConsentsMetadata", "AIS:"),
    "payments": IssuerFacts("/v1.7/oauth/payments", "readPaymentsMetadata", "PIS:"),
    "mandates": IssuerFacts("/v2/oauth/mandates", "readMandatesMetadata", "MANDATE:"),
    "cancellation": IssuerFacts("/v2/oauth/mandates/cancellation", "readCancellationMetadata", "MANDATE-CANCEL:"),
}


OPERATIONS: Final[Mapping[str, OperationFacts]] = {
    "listAccounts": OperationFacts("GET", "/v1.7/accounts", issuer="consents", token="customer", consent=True),
    "readAccount": OperationFacts("GET", "/v1.7/accounts/{account-id}", parameters={"accountId": "account-id"}, issuer="consents", token="customer", consent=True),
    "readAccountBalances": OperationFacts("GET", "/v1.7/accounts/{account-id}/balances", parameters={"accountId": "account-id"}, issuer="consents", token="customer", consent=True),
    "listTransactions": OperationFacts("GET", "/v1.7/accounts/{account-id}/transactions", parameters={"accountId": "account-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "createConsent": OperationFacts("POST", "/v1.7/consents", issuer="consents", token="client", client_scope="AIS"),
    "deleteConsent": OperationFacts("DELETE", "/v1.7/consents/{consentId}", parameters={"consentId": "consentId"}, issuer="consents", token="either", client_scope="AIS"),
    "readConsent": OperationFacts("GET", "/v1.7/consents/{consentId}", parameters={"consentId": "consentId"}, issuer="consents", token="either", client_scope="AIS"),
    "readConsentStatus": OperationFacts("GET", "/v1.7/consents/{consentId}/status", parameters={"consentId": "consentId"}, issuer="consents", token="either", client_scope="AIS"),
    "readPayment": OperationFacts("GET", "/v1.7/payments/{payment-product}/{paymentId}", parameters={"paymentProduct": "payment-product", "paymentId": "paymentId"}, issuer="payments", token="either", client_scope="PIS"),
    "readPaymentStatus": OperationFacts("GET", "/v1.7/payments/{payment-product}/{paymentId}/status", parameters={"paymentProduct": "payment-product", "paymentId": "paymentId"}, issuer="payments", token="either", client_scope="PIS"),
    "createPayment": OperationFacts("POST", "/v1.7/payments/{payment-product}", parameters={"paymentProduct": "payment-product"}, issuer="payments", token="client", client_scope="PIS"),
    "readConsentsMetadata": OperationFacts("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server"),
    "readPaymentsMetadata": OperationFacts("GET", "/v1.7/oauth/payments/.well-known/oauth-authorization-server"),
    "listLoans": OperationFacts("GET", "/v1.5/loans", issuer="consents", token="customer", consent=True),
    "readLoan": OperationFacts("GET", "/v1.5/loans/{loan-account-id}", parameters={"loanAccountId": "loan-account-id"}, issuer="consents", token="customer", consent=True),
    "readLoanBalances": OperationFacts("GET", "/v1.5/loans/{loan-account-id}/balances", parameters={"loanAccountId": "loan-account-id"}, issuer="consents", token="customer", consent=True),
    "listLoanTransactions": OperationFacts("GET", "/v1.5/loans/{loan-account-id}/transactions", parameters={"loanAccountId": "loan-account-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "listSavings": OperationFacts("GET", "/v1.5/savings", issuer="consents", token="customer", consent=True),
    "readSavings": OperationFacts("GET", "/v1.5/savings/{savings-account-id}", parameters={"savingsAccountId": "savings-account-id"}, issuer="consents", token="customer", consent=True),
    "readSavingsBalances": OperationFacts("GET", "/v1.5/savings/{savings-account-id}/balances", parameters={"savingsAccountId": "savings-account-id"}, issuer="consents", token="customer", consent=True),
    "listSavingsTransactions": OperationFacts("GET", "/v1.5/savings/{savings-account-id}/transactions", parameters={"savingsAccountId": "savings-account-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "createMandate": OperationFacts("POST", "/v2/mandates", issuer="mandates", token="client", client_scope="MANDATE"),
    "readMandate": OperationFacts("GET", "/v2/mandates/{resourceId}", parameters={"resourceId": "resourceId"}, issuer="mandates", token="either", client_scope="MANDATE"),
    "deleteMandate": OperationFacts("DELETE", "/v2/mandates/{resourceId}", parameters={"resourceId": "resourceId"}, issuer="mandates", token="either", client_scope="MANDATE"),
    "readMandateStatus": OperationFacts("GET", "/v2/mandates/{resourceId}/status", parameters={"resourceId": "resourceId"}, issuer="mandates", token="either", client_scope="MANDATE"),
    "readMandatesMetadata": OperationFacts("GET", "/v2/oauth/mandates/.well-known/oauth-authorization-server"),
    "readCancellationMetadata": OperationFacts("GET", "/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server"),
    "listSecuritiesAccounts": OperationFacts("GET", "/v1.0/securities-accounts", issuer="consents", token="customer", consent=True),
    "readSecuritiesAccount": OperationFacts("GET", "/v1.0/securities-accounts/{securities-account-id}", parameters={"securitiesAccountId": "securities-account-id"}, issuer="consents", token="customer", consent=True),
    "listPositions": OperationFacts("GET", "/v1.0/securities-accounts/{securities-account-id}/positions", parameters={"securitiesAccountId": "securities-account-id"}, issuer="consents", token="customer", consent=True),
    "listSecuritiesTransactions": OperationFacts("GET", "/v1.0/securities-accounts/{securities-account-id}/transactions", parameters={"securitiesAccountId": "securities-account-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "listOrders": OperationFacts("GET", "/v1.0/securities-accounts/{securities-account-id}/orders", parameters={"securitiesAccountId": "securities-account-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "listCards": OperationFacts("GET", "/v1.7/cards", issuer="consents", token="customer", consent=True),
    "readCard": OperationFacts("GET", "/v1.7/cards/{card-id}", parameters={"cardId": "card-id"}, issuer="consents", token="customer", consent=True),
    "readCardBalances": OperationFacts("GET", "/v1.7/cards/{card-id}/balances", parameters={"cardId": "card-id"}, issuer="consents", token="customer", consent=True),
    "listCardTransactions": OperationFacts("GET", "/v1.7/cards/{card-id}/transactions", parameters={"cardId": "card-id"}, issuer="consents", token="customer", consent=True, paged=True),
    "simulateMortgage": OperationFacts("POST", "/mortgageSimulation", issuer="consents", token="client", client_scope="loan-services"),
    "simulateMortgageV1": OperationFacts("POST", "/v1/mortgageSimulation", issuer="consents", token="client", client_scope="loan-services"),
    "listAllLoans": OperationFacts("GET", "/loans", issuer="consents", token="customer", consent=True, paged=True),
    "readLoanEligibility": OperationFacts("GET", "/account/{BranchNumber}-{AccountNumber}/loanEligibility", parameters={"branchNumber": "BranchNumber", "accountNumber": "AccountNumber"}, issuer="consents", token="customer", consent=True),
    "readAccountLoansBalances": OperationFacts("GET", "/account/{BranchNumber}-{AccountNumber}/loansBalances", parameters={"branchNumber": "BranchNumber", "accountNumber": "AccountNumber"}, issuer="consents", token="customer", consent=True),
    "listAccountLoans": OperationFacts("GET", "/account/{BranchNumber}-{AccountNumber}/loans", parameters={"branchNumber": "BranchNumber", "accountNumber": "AccountNumber"}, issuer="consents", token="customer", consent=True, paged=True),
    "readLoanDetails": OperationFacts("GET", "/loan/{loanAccountID}", parameters={"loanAccountID": "loanAccountID"}, issuer="consents", token="customer", consent=True),
    "listArrearsTransactions": OperationFacts("GET", "/loan/{BranchNumber}-{AccountNumber}/arrears/transactions", parameters={"branchNumber": "BranchNumber", "accountNumber": "AccountNumber"}, issuer="consents", token="customer", consent=True, paged=True),
}
