# Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.
"""The types of all messages: dictionaries, as JSON has them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
else:
    from typing_extensions import NotRequired, TypeAlias


__all__ = [
    "Access",
    "AccessAdditionalInformation",
    "AccessInRequest",
    "AccessInRequestAdditionalInformation",
    "Account",
    "AccountLinks",
    "AccountLoansBalances",
    "AccountLoansBalancesLoansItem",
    "AccountLoansBalancesTotalsItem",
    "AccountReference",
    "AccountReferenceInRequest",
    "AccountReferenceInRequestOther",
    "AccountReferenceOther",
    "Amount",
    "ArrearsTransactions",
    "ArrearsTransactionsArrears",
    "ArrearsTransactionsLinks",
    "ArrearsTransactionsTransactionsItem",
    "Balance",
    "BranchAccount",
    "Card",
    "CardLinks",
    "CardTransaction",
    "CardTransactionCardAcceptorAddress",
    "CardTransactionCurrencyExchangeItem",
    "ConsentRequest",
    "ContractAccount",
    "ContractAccountLinks",
    "ContractAccountRelatedDates",
    "ContractEntries",
    "ContractEntriesLinks",
    "ContractEntry",
    "CreateConsentAnswer",
    "CreateConsentAnswerLinks",
    "CreateConsentAnswerTppMessagesItem",
    "ExchangeRate",
    "Instrument",
    "InstrumentNormalisedPrice",
    "InstrumentNormalisedPriceSourceOfPrice",
    "InstrumentOther",
    "Interest",
    "InterestRateItem",
    "InterestRelatedIndicesItem",
    "IssuerMetadata",
    "IssuerMetadataMtls_endpoint_aliases",
    "Link",
    "ListAccountsAnswer",
    "ListCardTransactionsAnswer",
    "ListCardTransactionsAnswerCardTransactions",
    "ListCardTransactionsAnswerCardTransactionsLinks",
    "ListCardsAnswer",
    "ListLoanTransactionsAnswer",
    "ListLoansAnswer",
    "ListOrdersAnswer",
    "ListOrdersAnswerLinks",
    "ListPositionsAnswer",
    "ListSavingsAnswer",
    "ListSavingsTransactionsAnswer",
    "ListSecuritiesAccountsAnswer",
    "ListSecuritiesTransactionsAnswer",
    "ListSecuritiesTransactionsAnswerLinks",
    "ListTransactionsAnswer",
    "ListTransactionsAnswerTransactions",
    "ListTransactionsAnswerTransactionsLinks",
    "Loan",
    "LoanDetails",
    "LoanDetailsCollateralsItem",
    "LoanDetailsEarlyRepayment",
    "LoanDetailsLinks",
    "LoanDetailsRemainingScheduleItem",
    "LoanDetailsTracksItem",
    "LoanDetailsTracksItemIndex",
    "LoanEligibility",
    "LoanEligibilityOffersItem",
    "LoanEligibilityOffersItemTermInMonths",
    "LoanLinks",
    "LoanList",
    "LoanListLinks",
    "Mandate",
    "MandateCancellation",
    "MandateCancellationLinks",
    "MandateCreated",
    "MandateCreatedLinks",
    "MandateCreatedTppMessagesItem",
    "MandateCreditor",
    "MandateCreditorAddress",
    "MandateDebtor",
    "MandateMandateType",
    "MandateOccurrences",
    "MandateReason",
    "MandateReferredDocument",
    "MandateRequest",
    "MandateRequestCreditor",
    "MandateRequestCreditorAddress",
    "MandateRequestDebtor",
    "MandateRequestMandateType",
    "MandateRequestOccurrences",
    "MandateRequestReason",
    "MandateRequestReferredDocument",
    "MandateRequestUltimateCreditor",
    "MandateRequestUltimateCreditorAddress",
    "MandateRequestUltimateDebtor",
    "MandateRequestUltimateDebtorAddress",
    "MandateState",
    "MandateUltimateCreditor",
    "MandateUltimateCreditorAddress",
    "MandateUltimateDebtor",
    "MandateUltimateDebtorAddress",
    "MortgageSimulation",
    "MortgageSimulationRequest",
    "MortgageSimulationRequestFeesItem",
    "MortgageSimulationRequestStress",
    "MortgageSimulationScheduleItem",
    "MortgageSimulationStressed",
    "MortgageSimulationTracksItem",
    "MortgageSimulationTracksItemIndex",
    "MortgageSimulationWarningsItem",
    "MortgageTrack",
    "MortgageTrackIndex",
    "MortgageTrackRateStepsItem",
    "Order",
    "OrderLinks",
    "OrderPlaceOfTrade",
    "Payment",
    "PaymentCreated",
    "PaymentCreatedLinks",
    "PaymentCreatedOriginalTransactionInformationAndVopStatusItem",
    "PaymentCreatedTppMessagesItem",
    "PaymentCreditorAddress",
    "PaymentOriginalTransactionInformationAndVopStatusItem",
    "PaymentRemittanceInformationStructured",
    "PaymentRequest",
    "PaymentRequestCreditorAddress",
    "PaymentRequestRemittanceInformationStructured",
    "PaymentStatus",
    "PaymentStatusOriginalTransactionInformationAndVopStatusItem",
    "PaymentStatusTppMessagesItem",
    "PaymentTppMessagesItem",
    "Position",
    "PositionAccruedInterest",
    "PositionEstimatedCurrentValue",
    "ReadAccountAnswer",
    "ReadAccountBalancesAnswer",
    "ReadCardAnswer",
    "ReadCardBalancesAnswer",
    "ReadConsentAnswer",
    "ReadConsentAnswerLinks",
    "ReadConsentStatusAnswer",
    "ReadLoanAnswer",
    "ReadLoanBalancesAnswer",
    "ReadSavingsAnswer",
    "ReadSavingsBalancesAnswer",
    "ReadSecuritiesAccountAnswer",
    "RemovedTransaction",
    "RequestedAmount",
    "RequestedAmountInRequest",
    "SecuritiesAccount",
    "SecuritiesAccountApplicableFeesItem",
    "SecuritiesAccountApplicableFeesItemFeeRulesItem",
    "SecuritiesAccountLinks",
    "SecuritiesAccountOther",
    "SecuritiesTransaction",
    "SecuritiesTransactionAccruedInterest",
    "SecuritiesTransactionPlaceOfTrade",
    "SecuritiesTransactionRelatedFeesItem",
    "SecuritiesTransactionRelevantDatesItem",
    "Transaction",
    "TransactionCurrencyExchangeItem",
]


class AccountLinks(TypedDict):
    """Paths of the account's balances and transactions, each only where the consent covers them."""

    balances: NotRequired[Link]
    """Balances of this resource."""

    transactions: NotRequired[Link]
    """Transactions of this resource."""


class Account(TypedDict):
    resourceId: str
    """Id of the resource in this interface; the paths of the other operations use it."""

    iban: str
    """IBAN of the account (ISO 13616)."""

    currency: str
    """Currency of the account, an ISO 4217 code."""

    ownerName: NotRequired[str]
    """Name of the account's owner; absent unless the consent grants it."""

    name: str
    """Name given by the bank."""

    displayName: NotRequired[str]
    """Name given by the customer; absent where there is none."""

    product: str
    """Name of the bank's product that the account is held under."""

    cashAccountType: Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"] | str
    """Kind of account as an ISO 20022 ExternalCashAccountType1Code; `CACC` is a current account."""

    status: Literal["enabled", "blocked", "deleted"] | str
    """`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed."""

    bic: str
    """BIC (ISO 9362) of the branch that keeps the account."""

    usage: Literal["PRIV", "ORGA"] | str
    """`PRIV` is a private product, `ORGA` a product for organisations."""

    details: NotRequired[str]
    """Remarks of the bank about the account; absent where there are none."""

    balances: NotRequired[list[Balance]]
    """Balances of the account; absent unless `withBalance=true` was requested and the consent covers balances.
    `closingBooked` is what was booked at the end of the last closed day, `interimBooked` what is booked now,
    entries of today included, `expected` adds what is pending, `interimAvailable` can be spent.
    """

    _links: AccountLinks
    """Paths of the account's balances and transactions, each only where the consent covers them."""


class Balance(TypedDict):
    balanceType: Literal["closingBooked", "expected", "openingBooked", "interimAvailable", "interimBooked", "forwardAvailable", "nonInvoiced"] | str
    """Kind of balance (NextGenPSD2 1.3.11 `balanceType`)."""

    balanceAmount: Amount
    """The balance; negative where money is owed."""

    creditLimitIncluded: NotRequired[bool]
    """Whether the amount includes the agreed credit line; absent where there is none."""

    referenceDate: NotRequired[str]
    """Day the balance refers to; absent where it is of now."""

    lastChangeDateTime: NotRequired[str]
    """Instant of the last change; absent where it is not known."""

    lastCommittedTransaction: NotRequired[str]
    """`entryReference` of the last entry in the balance; absent where it is not known."""


class Amount(TypedDict):
    currency: str
    """Currency of the amount, an ISO 4217 code."""

    amount: str
    """Decimal string with a dot, negative where money is owed or leaves."""


class Link(TypedDict):
    href: str
    """Path under the base URL, or an absolute URL for `scaOAuth`; it can be followed as it is."""


class AccountReferenceOther(TypedDict):
    """Another identification of the account, such as a securities account number."""

    identification: str
    """The identification itself, such as a securities account number."""

    schemeNameCode: NotRequired[str]
    """Identification scheme as an ISO 20022 code; absent where the scheme is proprietary."""

    schemeNameProprietary: NotRequired[str]
    """Identification scheme in the bank's own words; absent where the scheme has a code."""

    issuer: NotRequired[str]
    """Issuer of the identification; absent where it is not known."""


class AccountReference(TypedDict):
    """Exactly one of `iban`, `bban`, `maskedPan`, `msisdn` and `other` is present."""

    iban: NotRequired[str]
    """IBAN (ISO 13616) in capitals without spaces."""

    bban: NotRequired[str]
    """Basic bank account number, for accounts without an IBAN; of an account in Israel, the 19 digits of bank
    (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660.
    """

    maskedPan: NotRequired[str]
    """Masked card number: at most the first six and the last four digits."""

    msisdn: NotRequired[str]
    """Mobile telephone number that stands for the account."""

    other: NotRequired[AccountReferenceOther]
    """Another identification of the account, such as a securities account number."""

    currency: NotRequired[str]
    """Currency of the account, an ISO 4217 code; absent where it is not needed to tell accounts apart."""

    cashAccountType: NotRequired[Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"] | str]
    """Kind of account as an ISO 20022 ExternalCashAccountType1Code; absent where it does not matter."""


class TransactionCurrencyExchangeItem(TypedDict):
    sourceCurrency: str
    """Currency that is converted, an ISO 4217 code."""

    exchangeRate: str
    """Rate as a decimal string: units of the other currency per unit of `unitCurrency`."""

    unitCurrency: str
    """Currency that the rate is quoted for one unit of, an ISO 4217 code."""

    targetCurrency: str
    """Currency it is converted to, an ISO 4217 code."""

    quotationDate: str
    """Day on which the rate was quoted."""

    contractIdentification: NotRequired[str]
    """Identification of the exchange contract; absent where there is none."""


class Transaction(TypedDict):
    transactionId: str
    """Id of the entry, the same from pending to booked."""

    entryReference: str
    """Reference that gives the order of booking; a pending entry gets another one when it is booked."""

    endToEndId: NotRequired[str]
    """Reference that the payer gave the payment; absent where there is none."""

    mandateId: NotRequired[str]
    """Creditor's reference of the mandate that a direct debit was collected under; absent otherwise."""

    checkId: NotRequired[str]
    """Number of the cheque; absent where the entry is not a cheque."""

    creditorId: NotRequired[str]
    """Creditor identifier of a direct debit, such as a SEPA creditor identifier; absent otherwise."""

    bookingDate: NotRequired[str]
    """Day on which the entry was booked; absent while it is pending."""

    valueDate: str
    """Day from which the amount counts for interest."""

    transactionAmount: Amount
    """Amount of the entry in the account's currency; negative where the account is debited."""

    currencyExchange: NotRequired[list[TransactionCurrencyExchangeItem]]
    """Exchange rates used to convert the amount; absent where nothing was converted."""

    creditorName: NotRequired[str]
    """Name of the party that receives the money; absent where it is not known."""

    creditorAccount: NotRequired[AccountReference]
    """Account that receives the money; absent where it is not known."""

    creditorAgent: NotRequired[str]
    """BIC (ISO 9362) of the bank that receives the money; absent where it is not known."""

    ultimateCreditor: NotRequired[str]
    """Party on whose behalf the creditor receives the money; absent where there is none."""

    debtorName: NotRequired[str]
    """Name of the party that pays; absent where it is not known."""

    debtorAccount: NotRequired[AccountReference]
    """Account that pays; absent where it is not known."""

    debtorAgent: NotRequired[str]
    """BIC (ISO 9362) of the bank that pays; absent where it is not known."""

    ultimateDebtor: NotRequired[str]
    """Party on whose behalf the debtor pays; absent where there is none."""

    remittanceInformationUnstructured: NotRequired[str]
    """Free text about the purpose of the payment; absent where there is none."""

    remittanceInformationStructured: NotRequired[str]
    """Structured reference of the creditor; absent where there is none."""

    additionalInformation: NotRequired[str]
    """Further remarks of the bank about the entry; absent where there are none."""

    purposeCode: NotRequired[str]
    """Purpose as an ISO 20022 ExternalPurpose1Code; absent where the payer gave none."""

    bankTransactionCode: NotRequired[str]
    """Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family)."""

    proprietaryBankTransactionCode: NotRequired[str]
    """Kind of entry in this bank's own code."""

    balanceAfterTransaction: NotRequired[Balance]
    """Balance of the account after this entry; absent unless the consent covers balances."""


class RemovedTransaction(TypedDict):
    transactionId: str
    """Id under which the entry was pending."""


class AccessAdditionalInformation(TypedDict):
    """Rights beyond accounts, balances and transactions; absent where none is requested."""

    ownerName: NotRequired[list[AccountReference]]
    """Accounts whose owners' names are requested; an empty list leaves the choice to the customer."""

    trustedBeneficiaries: NotRequired[list[AccountReference]]
    """Not supported by this bank: requests with it get 400."""


class Access(TypedDict):
    accounts: NotRequired[list[AccountReference]]
    """Accounts whose details are requested; an empty list leaves the choice to the customer."""

    balances: NotRequired[list[AccountReference]]
    """Accounts whose balances and details are requested; an empty list leaves the choice to the customer."""

    transactions: NotRequired[list[AccountReference]]
    """Accounts whose transactions and details are requested; an empty list leaves the choice to the customer.
    """

    additionalInformation: NotRequired[AccessAdditionalInformation]
    """Rights beyond accounts, balances and transactions; absent where none is requested."""

    availableAccounts: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"] | str]
    """Requests the lists of accounts only, of everything the customer has."""

    availableAccountsWithBalance: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"] | str]
    """Requests the lists of accounts with balances, of everything the customer has."""

    allPsd2: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"] | str]
    """Requests every right on everything the customer has, now and later."""

    restrictedTo: NotRequired[list[Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"] | str]]
    """Limits the consent to accounts of these types; not together with named accounts."""


class PaymentCreditorAddress(TypedDict):
    """Postal address of the creditor, as accepted."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    country: str
    """Country as an ISO 3166-1 alpha-2 code."""


class PaymentRemittanceInformationStructured(TypedDict):
    """Structured reference for the creditor, instead of free text."""

    reference: str
    """Reference of the creditor, such as an ISO 11649 creditor reference."""

    referenceType: NotRequired[str]
    """Type of the reference, such as `SCOR`."""

    referenceIssuer: NotRequired[str]
    """Issuer of the reference."""


class PaymentOriginalTransactionInformationAndVopStatusItem(TypedDict):
    originalEndToEndId: NotRequired[str]
    """`endToEndIdentification` of the payment, where it has one."""

    transactionStatus: Literal["RCVD", "RVCM"] | str
    """Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`."""

    creditorNameMatch: Literal["MTCH", "CMTC", "NMTC", "NOAP"] | str
    """Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match
    (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`).
    """

    matchedCreditorName: NotRequired[str]
    """The owner's name as the creditor's bank has it; only with `CMTC`."""


class PaymentTppMessagesItem(TypedDict):
    category: Literal["ERROR", "WARNING"] | str
    """`ERROR` if the payment was rejected, `WARNING` if the bank investigates it or looks at it before it
    executes it.
    """

    code: Literal["FORMAT_ERROR", "PARAMETER_NOT_CONSISTENT", "PARAMETER_NOT_SUPPORTED", "TIMESTAMP_INVALID", "PERIOD_INVALID", "PAYMENT_FAILED", "EXECUTION_DATE_INVALID", "SESSIONS_NOT_SUPPORTED", "CERTIFICATE_MISSING", "CERTIFICATE_INVALID", "CERTIFICATE_EXPIRED", "CERTIFICATE_REVOKED", "CERTIFICATE_BLOCKED", "ROLE_INVALID", "SIGNATURE_MISSING", "SIGNATURE_INVALID", "TOKEN_UNKNOWN", "TOKEN_INVALID", "TOKEN_EXPIRED", "CONSENT_INVALID", "CONSENT_EXPIRED", "CONSENT_UNKNOWN", "SERVICE_BLOCKED", "PRODUCT_INVALID", "RESOURCE_UNKNOWN", "PRODUCT_UNKNOWN", "SERVICE_INVALID", "REQUESTED_FORMATS_INVALID", "STATUS_INVALID", "ACCESS_EXCEEDED", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "WARNING"] | str
    """Message code of NextGenPSD2 1.3.11 §14.11."""

    text: NotRequired[str]
    """Explanation of the code in plain words."""

    href: NotRequired[str]
    """The page that explains the code, a path under the base URL; absent from a `WARNING`."""


class Payment(TypedDict):
    endToEndIdentification: NotRequired[str]
    """Reference that travels with the payment to the creditor; absent where the debtor gives none."""

    instructionIdentification: NotRequired[str]
    """Reference between the client and this bank; the creditor never sees it."""

    debtorAccount: NotRequired[AccountReference]
    """Account to pay from; where it is absent, the customer chooses one during the approval."""

    debtorName: NotRequired[str]
    """Name of the party that pays, where it differs from the account's owner."""

    ultimateDebtor: NotRequired[str]
    """Party on whose behalf the debtor pays."""

    instructedAmount: RequestedAmount
    """Amount to pay, in the currency in which the creditor receives it."""

    creditorAccount: AccountReference
    """Account to pay to."""

    creditorAgent: NotRequired[str]
    """BIC (ISO 9362) of the creditor's bank."""

    creditorAgentName: NotRequired[str]
    """Name of the creditor's bank."""

    creditorName: str
    """Name of the party that receives the money."""

    creditorId: NotRequired[str]
    """Identification of the creditor, such as a SEPA creditor identifier."""

    creditorAddress: NotRequired[PaymentCreditorAddress]
    """Postal address of the creditor, as accepted."""

    ultimateCreditor: NotRequired[str]
    """Party on whose behalf the creditor receives the money."""

    purposeCode: NotRequired[str]
    """Purpose of the payment as an ISO 20022 ExternalPurpose1Code."""

    chargeBearer: NotRequired[Literal["DEBT", "CRED", "SHAR", "SLEV"] | str]
    """Who pays the charges, as an ISO 20022 ChargeBearerType1Code: with `SHAR` and `SLEV` each side pays its own
    bank, with `DEBT` the debtor pays all. Not every product takes each; `CRED` is always refused.
    """

    remittanceInformationUnstructured: NotRequired[str]
    """Free text for the creditor about the purpose of the payment."""

    remittanceInformationUnstructuredArray: NotRequired[list[str]]
    """Free text in several entries, at most 140 characters in total, counting one between two entries."""

    remittanceInformationStructured: NotRequired[PaymentRemittanceInformationStructured]
    """Structured reference for the creditor, instead of free text."""

    requestedExecutionDate: NotRequired[str]
    """Day on which the bank executes the payment, at most one year ahead; without it, as soon as the payment is
    approved.
    """

    paymentId: str
    """Id of the payment."""

    transactionStatus: Literal["RCVD", "RVCM", "PATC", "ACTC", "PDNG", "ACFC", "ACSP", "ACSC", "ACCC", "RJCT", "CANC"] | str
    """Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code."""

    originalTransactionInformationAndVopStatus: NotRequired[list[PaymentOriginalTransactionInformationAndVopStatusItem]]
    """What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without.
    """

    tppMessages: NotRequired[list[PaymentTppMessagesItem]]
    """Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it
    executes it; absent otherwise.
    """


class RequestedAmount(TypedDict):
    currency: str
    """Currency of the amount, an ISO 4217 code."""

    amount: str
    """Decimal string with a dot and without sign: at most 14 significant digits, and no more decimals than the
    currency has.
    """


class PaymentStatusOriginalTransactionInformationAndVopStatusItem(TypedDict):
    originalEndToEndId: NotRequired[str]
    """`endToEndIdentification` of the payment, where it has one."""

    transactionStatus: Literal["RCVD", "RVCM"] | str
    """Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`."""

    creditorNameMatch: Literal["MTCH", "CMTC", "NMTC", "NOAP"] | str
    """Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match
    (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`).
    """

    matchedCreditorName: NotRequired[str]
    """The owner's name as the creditor's bank has it; only with `CMTC`."""


class PaymentStatusTppMessagesItem(TypedDict):
    category: Literal["ERROR", "WARNING"] | str
    """`ERROR` if the payment was rejected, `WARNING` if the bank investigates it or looks at it before it
    executes it.
    """

    code: Literal["FORMAT_ERROR", "PARAMETER_NOT_CONSISTENT", "PARAMETER_NOT_SUPPORTED", "TIMESTAMP_INVALID", "PERIOD_INVALID", "PAYMENT_FAILED", "EXECUTION_DATE_INVALID", "SESSIONS_NOT_SUPPORTED", "CERTIFICATE_MISSING", "CERTIFICATE_INVALID", "CERTIFICATE_EXPIRED", "CERTIFICATE_REVOKED", "CERTIFICATE_BLOCKED", "ROLE_INVALID", "SIGNATURE_MISSING", "SIGNATURE_INVALID", "TOKEN_UNKNOWN", "TOKEN_INVALID", "TOKEN_EXPIRED", "CONSENT_INVALID", "CONSENT_EXPIRED", "CONSENT_UNKNOWN", "SERVICE_BLOCKED", "PRODUCT_INVALID", "RESOURCE_UNKNOWN", "PRODUCT_UNKNOWN", "SERVICE_INVALID", "REQUESTED_FORMATS_INVALID", "STATUS_INVALID", "ACCESS_EXCEEDED", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "WARNING"] | str
    """Message code of NextGenPSD2 1.3.11 §14.11."""

    text: NotRequired[str]
    """Explanation of the code in plain words."""

    href: NotRequired[str]
    """The page that explains the code, a path under the base URL; absent from a `WARNING`."""


class PaymentStatus(TypedDict):
    transactionStatus: Literal["RCVD", "RVCM", "PATC", "ACTC", "PDNG", "ACFC", "ACSP", "ACSC", "ACCC", "RJCT", "CANC"] | str
    """Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code."""

    originalTransactionInformationAndVopStatus: NotRequired[list[PaymentStatusOriginalTransactionInformationAndVopStatusItem]]
    """What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without.
    """

    tppMessages: NotRequired[list[PaymentStatusTppMessagesItem]]
    """Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it
    executes it; absent otherwise.
    """


class PaymentCreatedOriginalTransactionInformationAndVopStatusItem(TypedDict):
    originalEndToEndId: NotRequired[str]
    """`endToEndIdentification` of the payment, where it has one."""

    transactionStatus: Literal["RCVD", "RVCM"] | str
    """Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`."""

    creditorNameMatch: Literal["MTCH", "CMTC", "NMTC", "NOAP"] | str
    """Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match
    (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`).
    """

    matchedCreditorName: NotRequired[str]
    """The owner's name as the creditor's bank has it; only with `CMTC`."""


class PaymentCreatedLinks(TypedDict):
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the payment's
    own paths.
    """

    scaOAuth: NotRequired[Link]
    """Metadata of the issuer at which the customer approves; an absolute URL."""

    self: NotRequired[Link]
    """This resource."""

    status: NotRequired[Link]
    """Status of this resource."""


class PaymentCreatedTppMessagesItem(TypedDict):
    category: Literal["WARNING"] | str
    """Always `WARNING`: the request succeeded, but a part of it was ignored."""

    code: Literal["WARNING"] | str
    """Always `WARNING`."""

    path: str
    """JSON Pointer into the body, or the name of the header or parameter that was ignored."""

    text: str
    """Why it was ignored."""


class PaymentCreated(TypedDict):
    transactionStatus: Literal["RCVD", "RVCM", "PATC", "ACTC", "PDNG", "ACFC", "ACSP", "ACSC", "ACCC", "RJCT", "CANC"] | str
    """Status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code; `RCVD`, or `RVCM` after a
    check of the name that the customer should look at, until the customer approves it.
    """

    originalTransactionInformationAndVopStatus: NotRequired[list[PaymentCreatedOriginalTransactionInformationAndVopStatusItem]]
    """What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without.
    """

    paymentId: str
    """Id of the payment, for its paths and the scope `PIS:<paymentId>`."""

    _links: PaymentCreatedLinks
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the payment's
    own paths.
    """

    tppMessages: NotRequired[list[PaymentCreatedTppMessagesItem]]
    """Warnings about parts of the request that the bank ignored; absent where there are none."""


class IssuerMetadataMtls_endpoint_aliases(TypedDict):
    """URLs for clients that present a certificate (RFC 8705 §5); absent where the bank has no such listener.
    """

    pushed_authorization_request_endpoint: str
    """URL for pushed authorization requests with a client certificate."""

    token_endpoint: str
    """URL that issues tokens to clients with a certificate."""

    revocation_endpoint: str
    """URL that revokes tokens of clients with a certificate."""

    grant_management_endpoint: str
    """URL of the grants of clients with a certificate."""


class IssuerMetadata(TypedDict):
    issuer: str
    """Identifier of the issuer, the URL that tokens and assertions name."""

    authorization_endpoint: str
    """URL that the client sends the customer's browser to."""

    pushed_authorization_request_endpoint: str
    """URL for pushed authorization requests (RFC 9126)."""

    require_pushed_authorization_requests: bool
    """Whether every authorization request must be pushed (RFC 9126)."""

    token_endpoint: str
    """URL that issues tokens."""

    revocation_endpoint: str
    """URL that revokes tokens (RFC 7009)."""

    grant_management_endpoint: str
    """URL below which a client reads and revokes its grants, by their `grant_id`."""

    grant_management_actions_supported: list[str]
    """What can be done with grants (Grant Management for OAuth 2.0)."""

    jwks_uri: str
    """URL of the issuer's public keys (RFC 7517)."""

    registration_endpoint: NotRequired[str]
    """URL for client registration (RFC 7591); absent outside the sandbox."""

    scopes_supported: list[str]
    """Scopes that a client can request for itself."""

    response_types_supported: list[str]
    """Response types of authorization requests."""

    response_modes_supported: list[str]
    """How the authorization response returns to the client."""

    grant_types_supported: list[str]
    """Grant types of the token endpoint."""

    token_endpoint_auth_methods_supported: list[str]
    """How clients authenticate at the token endpoint."""

    token_endpoint_auth_signing_alg_values_supported: list[str]
    """Algorithms that sign client assertions for the token endpoint."""

    revocation_endpoint_auth_methods_supported: list[str]
    """How clients authenticate at the revocation endpoint."""

    revocation_endpoint_auth_signing_alg_values_supported: list[str]
    """Algorithms that sign client assertions for the revocation endpoint."""

    code_challenge_methods_supported: list[str]
    """PKCE methods (RFC 7636)."""

    dpop_signing_alg_values_supported: list[str]
    """Algorithms that sign DPoP proofs (RFC 9449)."""

    tls_client_certificate_bound_access_tokens: bool
    """Whether tokens can be bound to a client certificate (RFC 8705)."""

    mtls_endpoint_aliases: NotRequired[IssuerMetadataMtls_endpoint_aliases]
    """URLs for clients that present a certificate (RFC 8705 §5); absent where the bank has no such listener.
    """

    require_signed_request_object: NotRequired[bool]
    """Whether every authorization request must be a signed request object (RFC 9101); absent where none is
    taken.
    """

    request_object_signing_alg_values_supported: NotRequired[list[str]]
    """Algorithms that sign request objects (RFC 9101)."""

    authorization_signing_alg_values_supported: NotRequired[list[str]]
    """Algorithms that sign authorization responses (JARM)."""

    authorization_details_types_supported: NotRequired[list[str]]
    """Types of `authorization_details` (RFC 9396) in pushed requests; absent where none are taken."""

    authorization_response_iss_parameter_supported: bool
    """Whether the authorization response names its issuer (RFC 9207)."""

    ui_locales_supported: list[str]
    """Languages of the bank's pages (BCP 47)."""

    consent_max_validity_days: NotRequired[int]
    """Longest validity of a consent in days; the bank cuts a later `validUntil` to it."""

    consent_max_frequency_per_day: NotRequired[int]
    """Highest `frequencyPerDay` of a consent; the bank cuts a higher one to it."""

    consent_first_approval_minutes: NotRequired[int]
    """Minutes within which the first customer must approve a consent."""

    consent_second_approval_days: NotRequired[int]
    """Days within which a second owner must approve a consent."""


class ConsentRequest(TypedDict):
    access: AccessInRequest
    """Rights that the customer is asked to grant, and on which accounts."""

    recurringIndicator: bool
    """`true` for access until `validUntil`, `false` for access within 24 hours of the approval."""

    validUntil: str
    """Last day on which the consent is valid; the bank shortens it to its maximum validity."""

    frequencyPerDay: int
    """Reads of each operation and resource within any 24 hours while the customer is absent; at most 4, and 1 if
    `recurringIndicator` is `false`.
    """

    combinedServiceIndicator: bool
    """Must be `false`: this bank does not combine account information and payments in one session."""


class AccessInRequestAdditionalInformation(TypedDict):
    """Rights beyond accounts, balances and transactions; absent where none is requested."""

    ownerName: NotRequired[Sequence[AccountReferenceInRequest]]
    """Accounts whose owners' names are requested; an empty list leaves the choice to the customer."""

    trustedBeneficiaries: NotRequired[Sequence[AccountReferenceInRequest]]
    """Not supported by this bank: requests with it get 400."""


class AccessInRequest(TypedDict):
    accounts: NotRequired[Sequence[AccountReferenceInRequest]]
    """Accounts whose details are requested; an empty list leaves the choice to the customer."""

    balances: NotRequired[Sequence[AccountReferenceInRequest]]
    """Accounts whose balances and details are requested; an empty list leaves the choice to the customer."""

    transactions: NotRequired[Sequence[AccountReferenceInRequest]]
    """Accounts whose transactions and details are requested; an empty list leaves the choice to the customer.
    """

    additionalInformation: NotRequired[AccessInRequestAdditionalInformation]
    """Rights beyond accounts, balances and transactions; absent where none is requested."""

    availableAccounts: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"]]
    """Requests the lists of accounts only, of everything the customer has."""

    availableAccountsWithBalance: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"]]
    """Requests the lists of accounts with balances, of everything the customer has."""

    allPsd2: NotRequired[Literal["allAccounts", "allAccountsWithOwnerName"]]
    """Requests every right on everything the customer has, now and later."""

    restrictedTo: NotRequired[Sequence[Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"]]]
    """Limits the consent to accounts of these types; not together with named accounts."""


class AccountReferenceInRequestOther(TypedDict):
    """Another identification of the account, such as a securities account number."""

    identification: str
    """The identification itself, such as a securities account number."""

    schemeNameCode: NotRequired[str]
    """Identification scheme as an ISO 20022 code; absent where the scheme is proprietary."""

    schemeNameProprietary: NotRequired[str]
    """Identification scheme in the bank's own words; absent where the scheme has a code."""

    issuer: NotRequired[str]
    """Issuer of the identification; absent where it is not known."""


class AccountReferenceInRequest(TypedDict):
    """Exactly one of `iban`, `bban`, `maskedPan`, `msisdn` and `other` is present."""

    iban: NotRequired[str]
    """IBAN (ISO 13616) in capitals without spaces."""

    bban: NotRequired[str]
    """Basic bank account number, for accounts without an IBAN; of an account in Israel, the 19 digits of bank
    (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660.
    """

    maskedPan: NotRequired[str]
    """Masked card number: at most the first six and the last four digits."""

    msisdn: NotRequired[str]
    """Mobile telephone number that stands for the account."""

    other: NotRequired[AccountReferenceInRequestOther]
    """Another identification of the account, such as a securities account number."""

    currency: NotRequired[str]
    """Currency of the account, an ISO 4217 code; absent where it is not needed to tell accounts apart."""

    cashAccountType: NotRequired[Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"]]
    """Kind of account as an ISO 20022 ExternalCashAccountType1Code; absent where it does not matter."""


class PaymentRequestCreditorAddress(TypedDict):
    """Postal address of the creditor; required for cross-border payments."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    townName: str
    """Town of the address; required, because clearing rejects addresses without one."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    country: str
    """Country as an ISO 3166-1 alpha-2 code."""


class PaymentRequestRemittanceInformationStructured(TypedDict):
    """Structured reference for the creditor, instead of free text."""

    reference: str
    """Reference of the creditor, such as an ISO 11649 creditor reference."""

    referenceType: NotRequired[str]
    """Type of the reference, such as `SCOR`."""

    referenceIssuer: NotRequired[str]
    """Issuer of the reference."""


class PaymentRequest(TypedDict):
    endToEndIdentification: NotRequired[str]
    """Reference that travels with the payment to the creditor; absent where the debtor gives none."""

    instructionIdentification: NotRequired[str]
    """Reference between the client and this bank; the creditor never sees it."""

    debtorAccount: NotRequired[AccountReferenceInRequest]
    """Account to pay from; where it is absent, the customer chooses one during the approval."""

    debtorName: NotRequired[str]
    """Name of the party that pays, where it differs from the account's owner."""

    ultimateDebtor: NotRequired[str]
    """Party on whose behalf the debtor pays."""

    instructedAmount: RequestedAmountInRequest
    """Amount to pay, in the currency in which the creditor receives it."""

    creditorAccount: AccountReferenceInRequest
    """Account to pay to."""

    creditorAgent: NotRequired[str]
    """BIC (ISO 9362) of the creditor's bank."""

    creditorAgentName: NotRequired[str]
    """Name of the creditor's bank."""

    creditorName: str
    """Name of the party that receives the money."""

    creditorId: NotRequired[str]
    """Identification of the creditor, such as a SEPA creditor identifier."""

    creditorAddress: NotRequired[PaymentRequestCreditorAddress]
    """Postal address of the creditor; required for cross-border payments."""

    ultimateCreditor: NotRequired[str]
    """Party on whose behalf the creditor receives the money."""

    purposeCode: NotRequired[str]
    """Purpose of the payment as an ISO 20022 ExternalPurpose1Code."""

    chargeBearer: NotRequired[Literal["DEBT", "CRED", "SHAR", "SLEV"]]
    """Who pays the charges, as an ISO 20022 ChargeBearerType1Code: with `SHAR` and `SLEV` each side pays its own
    bank, with `DEBT` the debtor pays all. Not every product takes each; `CRED` is always refused.
    """

    remittanceInformationUnstructured: NotRequired[str]
    """Free text for the creditor about the purpose of the payment."""

    remittanceInformationUnstructuredArray: NotRequired[Sequence[str]]
    """Free text in several entries, at most 140 characters in total, counting one between two entries."""

    remittanceInformationStructured: NotRequired[PaymentRequestRemittanceInformationStructured]
    """Structured reference for the creditor, instead of free text."""

    requestedExecutionDate: NotRequired[str]
    """Day on which the bank executes the payment, at most one year ahead; without it, as soon as the payment is
    approved.
    """


class RequestedAmountInRequest(TypedDict):
    currency: str
    """Currency of the amount, an ISO 4217 code."""

    amount: str
    """Decimal string with a dot and without sign: at most 14 significant digits, and no more decimals than the
    currency has.
    """


class ListAccountsAnswer(TypedDict):
    accounts: list[Account]
    """Current accounts that the consent covers; empty where it covers none."""


class ReadAccountAnswer(TypedDict):
    account: Account
    """The requested account."""


class ReadAccountBalancesAnswer(TypedDict):
    account: AccountReference
    """The account whose balances these are."""

    balances: list[Balance]
    """Balances of the account, one for each type. `closingBooked` is what was booked at the end of the last
    closed day, `interimBooked` what is booked now, entries of today included, `expected` adds what is
    pending, `interimAvailable` can be spent.
    """


class ListTransactionsAnswerTransactionsLinks(TypedDict):
    """Paths of the account, the first page and, except on the last page, the next page; on the last page of a
    list of changes the path of the next list of changes.
    """

    account: NotRequired[Link]
    """The account these belong to."""

    first: NotRequired[Link]
    """The first page."""

    next: NotRequired[Link]
    """The next page; absent on the last page."""

    changes: NotRequired[Link]
    """What has changed since this report; only on the last page of a list of changes."""


class ListTransactionsAnswerTransactions(TypedDict):
    """Entries of one page, grouped by booking status."""

    booked: NotRequired[list[Transaction]]
    """Booked entries, newest first; absent where the request did not ask for them."""

    pending: NotRequired[list[Transaction]]
    """Entries that are not booked yet; absent where the request did not ask for them."""

    removed: NotRequired[list[RemovedTransaction]]
    """Entries that are no longer pending: booked, or gone. Only in a list of changes (`deltaList`) that includes
    pending entries; apply it before `pending` and `booked`.
    """

    information: NotRequired[list[Transaction]]
    """Standing orders to come; absent where the request did not ask for them."""

    _links: ListTransactionsAnswerTransactionsLinks
    """Paths of the account, the first page and, except on the last page, the next page; on the last page of a
    list of changes the path of the next list of changes.
    """


class ListTransactionsAnswer(TypedDict):
    account: AccountReference
    """The account whose entries these are."""

    transactions: ListTransactionsAnswerTransactions
    """Entries of one page, grouped by booking status."""

    balances: NotRequired[list[Balance]]
    """Balances of the account; absent unless `withBalance=true` was requested."""


class CreateConsentAnswerLinks(TypedDict):
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the consent's
    own paths.
    """

    scaOAuth: NotRequired[Link]
    """Metadata of the issuer at which the customer approves; an absolute URL."""

    self: NotRequired[Link]
    """This resource."""

    status: NotRequired[Link]
    """Status of this resource."""


class CreateConsentAnswerTppMessagesItem(TypedDict):
    category: Literal["WARNING"] | str
    """Always `WARNING`: the request succeeded, but a part of it was ignored."""

    code: Literal["WARNING"] | str
    """Always `WARNING`."""

    path: str
    """JSON Pointer into the body, or the name of the header or parameter that was ignored."""

    text: str
    """Why it was ignored."""


class CreateConsentAnswer(TypedDict):
    consentStatus: Literal["received", "partiallyAuthorised", "valid", "rejected", "expired", "revokedByPsu", "terminatedByTpp", "replacedByTpp"] | str
    """Status of the consent; `received` until the customer approves it."""

    consentId: str
    """Id of the consent, for the header `Consent-ID` and the scope `AIS:<consentId>`."""

    _links: CreateConsentAnswerLinks
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the consent's
    own paths.
    """

    tppMessages: NotRequired[list[CreateConsentAnswerTppMessagesItem]]
    """Warnings about parts of the request that the bank ignored; absent where there are none."""


class ReadConsentAnswerLinks(TypedDict):
    """Paths of the consent and its status, and of the accounts where the consent gives access to them."""

    self: NotRequired[Link]
    """This resource."""

    status: NotRequired[Link]
    """Status of this resource."""

    account: NotRequired[Link]
    """The account these belong to."""


class ReadConsentAnswer(TypedDict):
    access: Access
    """Rights as requested; once the customer has approved them, rights as granted."""

    recurringIndicator: bool
    """Whether the consent allows access until `validUntil` or within 24 hours of the approval only."""

    validUntil: str
    """Last day on which the consent is valid; at most the bank's maximum validity after its creation."""

    frequencyPerDay: int
    """Reads of each operation and resource within any 24 hours while the customer is absent."""

    lastActionDate: str
    """Day on which the status of the consent last changed."""

    consentStatus: Literal["received", "partiallyAuthorised", "valid", "rejected", "expired", "revokedByPsu", "terminatedByTpp", "replacedByTpp"] | str
    """Current status of the consent."""

    _links: ReadConsentAnswerLinks
    """Paths of the consent and its status, and of the accounts where the consent gives access to them."""


class ReadConsentStatusAnswer(TypedDict):
    consentStatus: Literal["received", "partiallyAuthorised", "valid", "rejected", "expired", "revokedByPsu", "terminatedByTpp", "replacedByTpp"] | str
    """Current status of the consent."""


class ContractAccountRelatedDates(TypedDict):
    """Dates of the contract."""

    contractStartDate: NotRequired[str]
    """Day on which the contract began."""

    contractEndDate: NotRequired[str]
    """Day on which the contract ends; absent where it has no end."""

    contractAvailabilityDate: NotRequired[str]
    """First day on which the money can be withdrawn, or the loan repaid, without loss."""


class ContractAccountLinks(TypedDict):
    """Paths of the account's balances and transactions, each only where the consent covers them."""

    balances: NotRequired[Link]
    """Balances of this resource."""

    transactions: NotRequired[Link]
    """Transactions of this resource."""


class ContractAccount(TypedDict):
    resourceId: str
    """Id of the resource in this interface; the paths of the other operations use it."""

    iban: NotRequired[str]
    """IBAN of the account (ISO 13616); absent where it has none."""

    bban: NotRequired[str]
    """Basic bank account number; absent where the account has an IBAN."""

    currency: str
    """Currency of the account, an ISO 4217 code."""

    ownerName: NotRequired[str]
    """Name of the account's owner; absent unless the consent grants it."""

    name: str
    """Name the bank gives the account."""

    displayName: NotRequired[str]
    """Name the customer has given it; absent where the customer has given none."""

    product: str
    """Name of the bank's product that the account is held under."""

    cashAccountType: Literal["CACC", "SVGS", "LOAN", "CARD", "SCTS", "TRAN", "SALA", "ODFT", "MGLD", "OTHR"] | str
    """Kind of account as an ISO 20022 ExternalCashAccountType1Code: `SVGS` is savings, `LOAN` is a loan."""

    status: Literal["enabled", "blocked", "deleted"] | str
    """`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed."""

    linkedAccounts: NotRequired[str]
    """IBAN of the current account that pays into and out of this account; absent where there is none."""

    usage: Literal["PRIV", "ORGA"] | str
    """`PRIV` is a private product, `ORGA` one of an organisation."""

    details: NotRequired[str]
    """Remarks of the bank about the account; absent where there are none."""

    balances: NotRequired[list[Balance]]
    """Balances of the account; absent unless `withBalance=true` was requested and the consent covers balances.
    """

    interest: list[Interest]
    """Interest terms of the account."""

    relatedDates: ContractAccountRelatedDates
    """Dates of the contract."""

    collateralsInvolved: NotRequired[bool]
    """Whether collateral secures the contract; absent for savings."""

    guaranteeInvolved: NotRequired[bool]
    """Whether a guarantor secures the contract; absent for savings."""

    _links: ContractAccountLinks
    """Paths of the account's balances and transactions, each only where the consent covers them."""


class InterestRelatedIndicesItem(TypedDict):
    index: NotRequired[str]
    """Name of the index."""

    rootIndexValue: NotRequired[str]
    """Value of the index when the contract began, as a decimal string."""

    exchangeRate: NotRequired[str]
    """Exchange rate when the contract began, as a decimal string."""

    additionalInformation: NotRequired[str]
    """Remarks about the index."""


class InterestRateItem(TypedDict):
    percentage: str
    """Interest rate in per cent a year, as a decimal string."""

    fromAmount: NotRequired[Amount]
    """Lowest balance the rate applies to; absent where there is no lower bound."""

    toAmount: NotRequired[Amount]
    """Highest balance the rate applies to; absent where there is no upper bound."""


class Interest(TypedDict):
    type: NotRequired[Literal["FIXD", "INDE"] | str]
    """`FIXD` is a fixed rate, `INDE` follows an index; absent where it is not known."""

    relatedIndices: NotRequired[list[InterestRelatedIndicesItem]]
    """Indices that the rate follows; absent for a fixed rate."""

    rate: list[InterestRateItem]
    """Rates, each with the range of amounts it applies to."""

    fromDateTime: NotRequired[str]
    """Instant from which the rates apply."""

    toDateTime: NotRequired[str]
    """Instant until which the rates apply; absent where no end is known."""

    changeMechanism: NotRequired[str]
    """How the rate changes, in plain words; absent where it cannot change."""


class ContractEntriesLinks(TypedDict):
    """Paths of the account, the first page and, except on the last page, the next page."""

    account: NotRequired[Link]
    """The account these belong to."""

    first: NotRequired[Link]
    """The first page."""

    next: NotRequired[Link]
    """The next page; absent on the last page."""


class ContractEntries(TypedDict):
    booked: NotRequired[list[ContractEntry]]
    """Booked entries, newest first; absent where the request did not ask for them."""

    pending: NotRequired[list[ContractEntry]]
    """Entries that are announced but not booked yet; absent where the request did not ask for them."""

    _links: ContractEntriesLinks
    """Paths of the account, the first page and, except on the last page, the next page."""


class ContractEntry(TypedDict):
    transactionId: str
    """Id of the entry, the same from pending to booked."""

    entryReference: str
    """Reference that gives the order of booking; a pending entry gets another one when it is booked."""

    bookingDate: NotRequired[str]
    """Day on which the entry was booked; absent while it is pending."""

    valueDate: str
    """Day from which the amount counts for interest."""

    transactionAmount: Amount
    """Amount of the entry in the account's currency; positive where it raises the balance."""

    creditorName: NotRequired[str]
    """Name of the party that receives the money; absent where it is not known."""

    creditorAccount: NotRequired[AccountReference]
    """Account that receives the money; absent where it is not known."""

    debtorName: NotRequired[str]
    """Name of the party that pays; absent where it is not known."""

    debtorAccount: NotRequired[AccountReference]
    """Account that pays; absent where it is not known."""

    remittanceInformationUnstructured: NotRequired[str]
    """Free text that says what the money is for; absent where there is none."""

    additionalInformation: NotRequired[str]
    """Further remarks of the bank about the entry; absent where there are none."""

    bankTransactionCode: str
    """Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family)."""

    proprietaryBankTransactionCode: str
    """Kind of entry in this bank's own code."""

    balanceAfterTransaction: NotRequired[Balance]
    """Balance of the account after this entry; absent unless the consent covers balances."""


class ListLoansAnswer(TypedDict):
    loanAccounts: list[ContractAccount]
    """Loan accounts that the consent covers; empty where it covers none."""


class ReadLoanAnswer(TypedDict):
    loanAccount: ContractAccount
    """The requested loan account."""


class ReadLoanBalancesAnswer(TypedDict):
    loanAccount: AccountReference
    """The loan account whose balances these are."""

    balances: list[Balance]
    """Balances of the loan account; negative, as the customer owes them."""


class ListLoanTransactionsAnswer(TypedDict):
    loanAccount: AccountReference
    """The loan account whose entries these are."""

    transactions: ContractEntries
    """Entries of one page, grouped by booking status."""

    balances: NotRequired[list[Balance]]
    """Balances of the loan account; absent unless `withBalance=true` was requested."""


class ListSavingsAnswer(TypedDict):
    savingsAccounts: list[ContractAccount]
    """Savings accounts that the consent covers; empty where it covers none."""


class ReadSavingsAnswer(TypedDict):
    savingsAccount: ContractAccount
    """The requested savings account."""


class ReadSavingsBalancesAnswer(TypedDict):
    savingsAccount: AccountReference
    """The savings account whose balances these are."""

    balances: list[Balance]
    """Balances of the savings account, one for each type."""


class ListSavingsTransactionsAnswer(TypedDict):
    savingsAccount: AccountReference
    """The savings account whose entries these are."""

    transactions: ContractEntries
    """Entries of one page, grouped by booking status."""

    balances: NotRequired[list[Balance]]
    """Balances of the savings account; absent unless `withBalance=true` was requested."""


class MandateCreatedLinks(TypedDict):
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the mandate's
    own paths.
    """

    scaOAuth: NotRequired[Link]
    """Metadata of the issuer at which the customer approves; an absolute URL."""

    self: NotRequired[Link]
    """This resource."""

    status: NotRequired[Link]
    """Status of this resource."""


class MandateCreatedTppMessagesItem(TypedDict):
    category: Literal["WARNING"] | str
    """Always `WARNING`: the request succeeded, but a part of it was ignored."""

    code: Literal["WARNING"] | str
    """Always `WARNING`."""

    path: str
    """JSON Pointer into the body, or the name of the header or parameter that was ignored."""

    text: str
    """Why it was ignored."""


class MandateCreated(TypedDict):
    resourceId: str
    """Id of the mandate, for its paths and the scope `MANDATE:<resourceId>`."""

    mandateStatus: Literal["RCVD", "PATC", "ACTV", "SUSP", "EXPI", "CANC", "RJCT"] | str
    """Status of the mandate (MandateStatus of the openFinance data dictionary); `RCVD` until the customer
    approves it.
    """

    _links: MandateCreatedLinks
    """`scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the mandate's
    own paths.
    """

    tppMessages: NotRequired[list[MandateCreatedTppMessagesItem]]
    """Warnings about parts of the request that the bank ignored; absent where there are none."""


class MandateMandateType(TypedDict):
    """Scheme of the mandate and how its amounts behave."""

    localInstrumentCode: Literal["CORE", "B2B", "DDMC"] | str
    """Direct-debit scheme as an ISO 20022 local instrument code."""

    classificationCode: Literal["FIXE", "USGB", "VARI"] | str
    """How amounts behave: `FIXE` collects a fixed amount, `USGB` by usage, `VARI` a varying amount."""

    categoryPurposeCode: NotRequired[str]
    """Purpose of the collections as an ISO 20022 ExternalCategoryPurpose1Code."""


class MandateOccurrences(TypedDict):
    """How often, and between which days, the creditor collects."""

    sequenceType: Literal["RCUR", "OOFF"] | str
    """`RCUR` recurs, `OOFF` collects once."""

    frequencyType: NotRequired[Literal["YEAR", "MIAN", "QURT", "MNTH", "FRTN", "WEEK", "DAIL", "ADHO"] | str]
    """Frequency of collections as an ISO 20022 Frequency6Code; required for recurring mandates."""

    firstCollectionDate: NotRequired[str]
    """First day on which the creditor may collect; without it, as soon as the mandate is active."""

    finalCollectionDate: NotRequired[str]
    """Last day on which the creditor may collect; without it, the mandate has no end."""


class MandateReason(TypedDict):
    """Reason for the mandate, as a code or in the creditor's own words."""

    code: NotRequired[str]
    """Reason as an ISO 20022 ExternalMandateSetupReason1Code."""

    proprietary: NotRequired[str]
    """Reason in the creditor's own words."""


class MandateCreditorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[list[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateCreditor(TypedDict):
    """Party that collects."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateCreditorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateUltimateCreditorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[list[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateUltimateCreditor(TypedDict):
    """Party on whose behalf the creditor collects."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateUltimateCreditorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateDebtor(TypedDict):
    """Party that pays."""

    name: str
    """Name of the party that pays."""


class MandateUltimateDebtorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[list[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateUltimateDebtor(TypedDict):
    """Party on whose behalf the debtor pays."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateUltimateDebtorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateReferredDocument(TypedDict):
    """Contract or invoice that the mandate belongs to."""

    typeCode: NotRequired[str]
    """Type of the document as an ISO 20022 code."""

    typeProprietary: NotRequired[str]
    """Type of the document in the creditor's own words."""

    number: NotRequired[str]
    """Number of the document."""

    creditorReference: NotRequired[str]
    """Creditor's reference to the document."""

    relatedDate: NotRequired[str]
    """Date of the document."""


class Mandate(TypedDict):
    mandateId: str
    """Reference that the creditor gives the mandate, unique for this creditor."""

    mandateType: MandateMandateType
    """Scheme of the mandate and how its amounts behave."""

    occurrences: MandateOccurrences
    """How often, and between which days, the creditor collects."""

    collectionAmount: NotRequired[RequestedAmount]
    """Amount of each collection; for mandates of a fixed amount."""

    maximumAmount: NotRequired[RequestedAmount]
    """Highest amount of one collection; for mandates of varying amounts."""

    reason: NotRequired[MandateReason]
    """Reason for the mandate, as a code or in the creditor's own words."""

    creditor: MandateCreditor
    """Party that collects."""

    creditorSchemeIdentification: str
    """Identification of the creditor in the scheme, such as a SEPA creditor identifier."""

    creditorAccount: AccountReference
    """Account that receives the collections."""

    creditorAgent: NotRequired[str]
    """BIC (ISO 9362) of the creditor's bank."""

    ultimateCreditor: NotRequired[MandateUltimateCreditor]
    """Party on whose behalf the creditor collects."""

    debtor: MandateDebtor
    """Party that pays."""

    debtorAccount: NotRequired[AccountReference]
    """Account that is debited; where it is absent, the customer chooses one during the approval."""

    ultimateDebtor: NotRequired[MandateUltimateDebtor]
    """Party on whose behalf the debtor pays."""

    referredDocument: NotRequired[MandateReferredDocument]
    """Contract or invoice that the mandate belongs to."""

    resourceId: str
    """Id of the mandate."""

    mandateStatus: Literal["RCVD", "PATC", "ACTV", "SUSP", "EXPI", "CANC", "RJCT"] | str
    """Current status of the mandate (MandateStatus of the openFinance data dictionary)."""

    dateOfSignature: NotRequired[str]
    """Day on which the customer approved the mandate; absent before."""

    statusChangeDateTime: str
    """Instant at which the status last changed."""

    reasonCode: NotRequired[str]
    """Reason for the status as a MandateReasonCode of the openFinance data dictionary; absent where there is
    none.
    """


class MandateCancellationLinks(TypedDict):
    """`scaOAuth` is the metadata of the cancellation issuer; `self` and `status` are the mandate's own paths.
    """

    scaOAuth: NotRequired[Link]
    """Metadata of the issuer at which the customer approves; an absolute URL."""

    self: NotRequired[Link]
    """This resource."""

    status: NotRequired[Link]
    """Status of this resource."""


class MandateCancellation(TypedDict):
    resourceId: str
    """Id of the mandate, for the scope `MANDATE-CANCEL:<resourceId>`."""

    mandateStatus: Literal["RCVD", "PATC", "ACTV", "SUSP", "EXPI", "CANC", "RJCT"] | str
    """Status of the mandate, unchanged until the customer approves the cancellation."""

    _links: MandateCancellationLinks
    """`scaOAuth` is the metadata of the cancellation issuer; `self` and `status` are the mandate's own paths.
    """


class MandateState(TypedDict):
    mandateStatus: Literal["RCVD", "PATC", "ACTV", "SUSP", "EXPI", "CANC", "RJCT"] | str
    """Current status of the mandate (MandateStatus of the openFinance data dictionary)."""

    reasonCode: NotRequired[str]
    """Reason for the status as a MandateReasonCode of the openFinance data dictionary; absent where there is
    none.
    """


class MandateRequestMandateType(TypedDict):
    """Scheme of the mandate and how its amounts behave."""

    localInstrumentCode: Literal["CORE", "B2B", "DDMC"]
    """Direct-debit scheme as an ISO 20022 local instrument code."""

    classificationCode: Literal["FIXE", "USGB", "VARI"]
    """How amounts behave: `FIXE` collects a fixed amount, `USGB` by usage, `VARI` a varying amount."""

    categoryPurposeCode: NotRequired[str]
    """Purpose of the collections as an ISO 20022 ExternalCategoryPurpose1Code."""


class MandateRequestOccurrences(TypedDict):
    """How often, and between which days, the creditor collects."""

    sequenceType: Literal["RCUR", "OOFF"]
    """`RCUR` recurs, `OOFF` collects once."""

    frequencyType: NotRequired[Literal["YEAR", "MIAN", "QURT", "MNTH", "FRTN", "WEEK", "DAIL", "ADHO"]]
    """Frequency of collections as an ISO 20022 Frequency6Code; required for recurring mandates."""

    firstCollectionDate: NotRequired[str]
    """First day on which the creditor may collect; without it, as soon as the mandate is active."""

    finalCollectionDate: NotRequired[str]
    """Last day on which the creditor may collect; without it, the mandate has no end."""


class MandateRequestReason(TypedDict):
    """Reason for the mandate, as a code or in the creditor's own words."""

    code: NotRequired[str]
    """Reason as an ISO 20022 ExternalMandateSetupReason1Code."""

    proprietary: NotRequired[str]
    """Reason in the creditor's own words."""


class MandateRequestCreditorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[Sequence[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateRequestCreditor(TypedDict):
    """Party that collects."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateRequestCreditorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateRequestUltimateCreditorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[Sequence[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateRequestUltimateCreditor(TypedDict):
    """Party on whose behalf the creditor collects."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateRequestUltimateCreditorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateRequestDebtor(TypedDict):
    """Party that pays."""

    name: str
    """Name of the party that pays."""


class MandateRequestUltimateDebtorAddress(TypedDict):
    """Postal address of the party; absent where it is not known."""

    addressLines: NotRequired[Sequence[str]]
    """Address as free lines, at most seven."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    country: NotRequired[str]
    """Country as an ISO 3166-1 alpha-2 code."""


class MandateRequestUltimateDebtor(TypedDict):
    """Party on whose behalf the debtor pays."""

    name: str
    """Name of the party."""

    address: NotRequired[MandateRequestUltimateDebtorAddress]
    """Postal address of the party; absent where it is not known."""


class MandateRequestReferredDocument(TypedDict):
    """Contract or invoice that the mandate belongs to."""

    typeCode: NotRequired[str]
    """Type of the document as an ISO 20022 code."""

    typeProprietary: NotRequired[str]
    """Type of the document in the creditor's own words."""

    number: NotRequired[str]
    """Number of the document."""

    creditorReference: NotRequired[str]
    """Creditor's reference to the document."""

    relatedDate: NotRequired[str]
    """Date of the document."""


class MandateRequest(TypedDict):
    mandateId: str
    """Reference that the creditor gives the mandate, unique for this creditor."""

    mandateType: MandateRequestMandateType
    """Scheme of the mandate and how its amounts behave."""

    occurrences: MandateRequestOccurrences
    """How often, and between which days, the creditor collects."""

    collectionAmount: NotRequired[RequestedAmountInRequest]
    """Amount of each collection; for mandates of a fixed amount."""

    maximumAmount: NotRequired[RequestedAmountInRequest]
    """Highest amount of one collection; for mandates of varying amounts."""

    reason: NotRequired[MandateRequestReason]
    """Reason for the mandate, as a code or in the creditor's own words."""

    creditor: MandateRequestCreditor
    """Party that collects."""

    creditorSchemeIdentification: str
    """Identification of the creditor in the scheme, such as a SEPA creditor identifier."""

    creditorAccount: AccountReferenceInRequest
    """Account that receives the collections."""

    creditorAgent: NotRequired[str]
    """BIC (ISO 9362) of the creditor's bank."""

    ultimateCreditor: NotRequired[MandateRequestUltimateCreditor]
    """Party on whose behalf the creditor collects."""

    debtor: MandateRequestDebtor
    """Party that pays."""

    debtorAccount: NotRequired[AccountReferenceInRequest]
    """Account that is debited; where it is absent, the customer chooses one during the approval."""

    ultimateDebtor: NotRequired[MandateRequestUltimateDebtor]
    """Party on whose behalf the debtor pays."""

    referredDocument: NotRequired[MandateRequestReferredDocument]
    """Contract or invoice that the mandate belongs to."""


class SecuritiesAccountOther(TypedDict):
    """Number of the securities account, with the scheme it belongs to."""

    identification: str
    """The identification itself, such as a securities account number."""

    schemeNameCode: NotRequired[str]
    """Identification scheme as an ISO 20022 code; absent where the scheme is proprietary."""

    schemeNameProprietary: NotRequired[str]
    """Identification scheme in the bank's own words; absent where the scheme has a code."""

    issuer: NotRequired[str]
    """Issuer of the identification; absent where it is not known."""


class SecuritiesAccountApplicableFeesItemFeeRulesItem(TypedDict):
    amount: NotRequired[Amount]
    """Fixed amount of the fee; absent where the fee is a percentage."""

    percentage: NotRequired[str]
    """Fee in per cent of the base amount, as a decimal string; absent where the fee is fixed."""

    fromBaseAmount: NotRequired[Amount]
    """Lowest base amount the rule applies to; absent where there is no lower bound."""

    toBaseAmount: NotRequired[Amount]
    """Highest base amount the rule applies to; absent where there is no upper bound."""

    minimumAmount: NotRequired[Amount]
    """Lowest fee under this rule; absent where there is none."""

    maximumAmount: NotRequired[Amount]
    """Highest fee under this rule; absent where there is none."""


class SecuritiesAccountApplicableFeesItem(TypedDict):
    typeCode: NotRequired[str]
    """Kind of fee as an openFinance code; absent where the kind is proprietary."""

    typeProprietary: NotRequired[str]
    """Kind of fee in this bank's own words; absent where `typeCode` is present."""

    feeRules: list[SecuritiesAccountApplicableFeesItemFeeRulesItem]
    """Rules that give the amount of the fee."""

    applicableFrom: NotRequired[str]
    """First day on which the fee applies; absent where it applies already."""

    applicableTo: NotRequired[str]
    """Last day on which the fee applies; absent where no end is known."""

    additionalInformation: NotRequired[str]
    """Remarks about the fee; absent where there are none."""


class SecuritiesAccountLinks(TypedDict):
    """Paths of the account's positions, transactions and orders, each only where the consent covers them."""

    positions: NotRequired[Link]
    """Positions of this securities account."""

    transactions: NotRequired[Link]
    """Transactions of this resource."""

    orders: NotRequired[Link]
    """Orders of this securities account."""


class SecuritiesAccount(TypedDict):
    resourceId: str
    """Id of the resource in this interface; the paths of the other operations use it."""

    other: NotRequired[SecuritiesAccountOther]
    """Number of the securities account, with the scheme it belongs to."""

    currency: str
    """Currency in which the account is valued, an ISO 4217 code."""

    ownerName: NotRequired[str]
    """Name of the account's owner; absent unless the consent grants it."""

    name: str
    """Name the bank gives the account."""

    displayName: NotRequired[str]
    """Name the customer has given it; absent where the customer has given none."""

    product: str
    """Name of the bank's product that the account is held under."""

    cashAccountType: Literal["SCTS"] | str
    """Kind of account as an ISO 20022 ExternalCashAccountType1Code; always `SCTS`, a securities account."""

    status: Literal["enabled", "blocked", "deleted"] | str
    """`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed."""

    usage: Literal["PRIV", "ORGA"] | str
    """`PRIV` is a private product, `ORGA` one of an organisation."""

    details: NotRequired[str]
    """Remarks of the bank about the account, such as where it is settled; absent where there are none."""

    balances: NotRequired[list[Balance]]
    """Value of the holdings; absent unless `withBalance=true` was requested and the consent covers balances.
    """

    tariffs: NotRequired[str]
    """Fees of the account in plain words; absent where there is no such text."""

    applicableFees: NotRequired[list[SecuritiesAccountApplicableFeesItem]]
    """Fees of the account as rules; absent where they are not known."""

    _links: SecuritiesAccountLinks
    """Paths of the account's positions, transactions and orders, each only where the consent covers them."""


class PositionEstimatedCurrentValue(TypedDict):
    """Value of the position in the account's currency; absent where the bank has no price."""

    amount: Amount
    """Value of the position."""

    evaluationDate: str
    """Day of the price that the value was computed with."""


class PositionAccruedInterest(TypedDict):
    """Interest accrued since the last coupon, for bonds; absent otherwise."""

    daysAccrued: float
    """Number of days since the last coupon."""

    amounts: list[Amount]
    """Accrued interest, one amount for each currency."""


class Position(TypedDict):
    financialInstrument: Instrument
    """Instrument that is held, with its latest price."""

    unitsNumber: NotRequired[float]
    """Number of units held; absent for bonds."""

    unitsNominal: NotRequired[Amount]
    """Nominal amount held, for bonds; absent otherwise."""

    safekeepingPlace: str
    """BIC (ISO 9362) of the custodian."""

    safekeepingCountry: str
    """Country of safekeeping as an ISO 3166-1 alpha-2 code."""

    balanceType: str
    """Kind of holding as an openFinance SecuritiesBalanceTypeCode; `AVAI` is available."""

    averageBuyingPrice: NotRequired[Amount]
    """Average price paid for one unit; absent for bonds."""

    totalBuyingPrice: NotRequired[Amount]
    """Total price paid, for bonds; absent otherwise."""

    estimatedCurrentValue: NotRequired[PositionEstimatedCurrentValue]
    """Value of the position in the account's currency; absent where the bank has no price."""

    accruedInterest: NotRequired[PositionAccruedInterest]
    """Interest accrued since the last coupon, for bonds; absent otherwise."""

    currencyExchange: NotRequired[list[ExchangeRate]]
    """Rates used to convert the value into the account's currency; absent where nothing was converted."""

    details: NotRequired[str]
    """Remarks about the position; absent where there are none."""


class InstrumentOther(TypedDict):
    """Another identification of the instrument; absent where it has an ISIN."""

    identification: str
    """The identification itself."""

    typeProprietary: NotRequired[str]
    """Kind of identification in the issuer's own words."""

    typeCode: NotRequired[str]
    """Kind of identification as an ISO 20022 code."""

    suffix: NotRequired[str]
    """Suffix of the identification."""


class InstrumentNormalisedPriceSourceOfPrice(TypedDict):
    """Where the price comes from; absent where it is not known."""

    type: Literal["FUND", "LMAR", "THEO", "VEND"] | str
    """Kind of source: a fund, a local market, a theoretical value or a data vendor."""

    mic: NotRequired[str]
    """Market identifier code (ISO 10383)."""


class InstrumentNormalisedPrice(TypedDict):
    """Latest price that the bank has; absent where it has none or the operation shows none."""

    amount: NotRequired[Amount]
    """Price as an amount; absent where the price is a percentage."""

    percentage: NotRequired[str]
    """Price in per cent of the nominal, for bonds; absent where the price is an amount."""

    priceDate: NotRequired[str]
    """Day of the price."""

    priceType: Literal["BIDE", "OFFR", "NAVL", "MIDD", "MRKT", "INDC", "ACTU"] | str
    """Kind of price as an openFinance code, such as `MRKT` for the market price."""

    sourceOfPrice: NotRequired[InstrumentNormalisedPriceSourceOfPrice]
    """Where the price comes from; absent where it is not known."""

    exchangeRates: NotRequired[list[ExchangeRate]]
    """Rates that convert the price into the account's currency; absent where none is needed."""


class Instrument(TypedDict):
    isin: NotRequired[str]
    """International securities identification number (ISO 6166); absent where the instrument has none."""

    other: NotRequired[InstrumentOther]
    """Another identification of the instrument; absent where it has an ISIN."""

    name: str
    """Name of the instrument."""

    normalisedPrice: NotRequired[InstrumentNormalisedPrice]
    """Latest price that the bank has; absent where it has none or the operation shows none."""


class ExchangeRate(TypedDict):
    sourceCurrency: str
    """Currency that is converted, an ISO 4217 code."""

    exchangeRate: str
    """Rate as a decimal string: units of the other currency per unit of `unitCurrency`."""

    unitCurrency: str
    """Currency that the rate is quoted for one unit of, an ISO 4217 code."""

    targetCurrency: str
    """Currency it is converted to, an ISO 4217 code."""

    quotationDate: str
    """Day on which the rate was quoted."""


class SecuritiesTransactionRelevantDatesItem(TypedDict):
    type: Literal["effectiveSettlementDate", "settlementDate", "valueDate", "performanceDate", "bookingDate", "transactionDate"] | str
    """What happened on the date."""

    date: NotRequired[str]
    """The date as a day; absent where the instant is known."""

    dateAndTime: NotRequired[str]
    """The date as an instant; absent where only the day is known."""


class SecuritiesTransactionPlaceOfTrade(TypedDict):
    """Market of the trade; absent where there was no trade."""

    mic: str
    """Market identifier code (ISO 10383)."""


class SecuritiesTransactionRelatedFeesItem(TypedDict):
    typeCode: NotRequired[str]
    """Kind of fee as an openFinance code; absent where the kind is proprietary."""

    typeProprietary: NotRequired[str]
    """Kind of fee in this bank's own words; absent where `typeCode` is present."""

    amount: Amount
    """Amount of the fee."""


class SecuritiesTransactionAccruedInterest(TypedDict):
    """Accrued interest that was paid or received with a bond; absent otherwise."""

    daysAccrued: NotRequired[float]
    """Number of days since the last coupon."""

    amounts: list[Amount]
    """Accrued interest, one amount for each currency."""


class SecuritiesTransaction(TypedDict):
    transactionId: str
    """Id of the transaction, unique within this bank."""

    entryReference: str
    """Reference that gives the order of booking."""

    relevantDates: list[SecuritiesTransactionRelevantDatesItem]
    """Dates of the transaction, at least one."""

    financialInstrument: Instrument
    """Instrument that was traded, or that the corporate action concerns."""

    orderId: NotRequired[str]
    """Order that the transaction fills; absent where there was none."""

    unitsNumber: NotRequired[float]
    """Number of units; negative where they leave the account, absent for bonds."""

    unitsNominal: NotRequired[Amount]
    """Nominal amount, for bonds; negative where it leaves the account, absent otherwise."""

    transactionTypeCode: str
    """Kind of transaction as an openFinance TransactionActivityCode: `SETT` is a settled trade, `CORP` a
    corporate action.
    """

    placeOfTrade: NotRequired[SecuritiesTransactionPlaceOfTrade]
    """Market of the trade; absent where there was no trade."""

    amountIncludesFees: bool
    """Whether `transactionAmount` includes the fees."""

    amountIncludesTaxes: bool
    """Whether `transactionAmount` includes taxes."""

    transactionAmount: NotRequired[Amount]
    """Money that moved; negative where the customer paid, absent where none moved."""

    relatedFees: NotRequired[list[SecuritiesTransactionRelatedFeesItem]]
    """Fees of the transaction; absent where there were none."""

    currencyExchange: NotRequired[list[ExchangeRate]]
    """Rates used to convert the amount; absent where nothing was converted."""

    reversalIndicator: NotRequired[bool]
    """`true` where the transaction reverses another one; absent otherwise."""

    reversedTransactionId: NotRequired[str]
    """Id of the transaction that is reversed; absent where none is."""

    unitsNumberBeforeTx: NotRequired[float]
    """Number of units held before the transaction; absent for bonds."""

    unitsNumberAfterTx: NotRequired[float]
    """Number of units held after the transaction; absent for bonds."""

    unitsNominalBeforeTx: NotRequired[Amount]
    """Nominal amount held before the transaction, for bonds; absent otherwise."""

    unitsNominalAfterTx: NotRequired[Amount]
    """Nominal amount held after the transaction, for bonds; absent otherwise."""

    accruedInterest: NotRequired[SecuritiesTransactionAccruedInterest]
    """Accrued interest that was paid or received with a bond; absent otherwise."""

    details: NotRequired[str]
    """Remarks about the transaction, such as `Dividend`; absent where there are none."""


class OrderPlaceOfTrade(TypedDict):
    """Market the order is sent to."""

    mic: str
    """Market identifier code (ISO 10383)."""


class OrderLinks(TypedDict):
    """Paths of the transactions that fill the order; absent where nothing is filled or the consent does not
    cover them.
    """

    relatedTransactions: list[Link]
    """Paths of the transactions that fill the order."""


class Order(TypedDict):
    orderId: str
    """Id of the order; the transactions that fill it name it."""

    side: Literal["buy", "sell", "subscription", "redemption"] | str
    """Whether the customer buys, sells, subscribes to or redeems the instrument."""

    financialInstrument: Instrument
    """Instrument that is ordered."""

    unitsNumberOrder: NotRequired[float]
    """Number of units ordered; absent where a nominal amount is ordered."""

    unitsNominalOrder: NotRequired[Amount]
    """Nominal amount ordered, for bonds; absent where a number of units is ordered."""

    placeOfTrade: OrderPlaceOfTrade
    """Market the order is sent to."""

    limitPriceAmount: NotRequired[Amount]
    """Limit of the price as an amount; absent where the order has no limit or is for a bond."""

    limitPricePercent: NotRequired[str]
    """Limit of the price in per cent of the nominal, for bonds; absent otherwise."""

    stopPriceAmount: NotRequired[Amount]
    """Price as an amount that activates the order; absent where the order has no stop or is for a bond."""

    stopPricePercent: NotRequired[str]
    """Price in per cent of the nominal that activates the order, for bonds; absent otherwise."""

    typesOfOrder: list[str]
    """Kinds of order by their openFinance names, such as `atMarket` or `limitOrder`."""

    timeInForce: str
    """How long the order stands, by its openFinance name, such as `day` or `goodTillDate`."""

    expiryDate: NotRequired[str]
    """Last day on which the order stands; absent where it has no such day."""

    relatedCashAccount: AccountReference
    """Cash account that pays for the order, or receives its proceeds."""

    orderSplit: bool
    """Whether the order was split into several."""

    orderModifyable: bool
    """Whether the customer can still change the order."""

    orderStatus: Literal["unknown", "new", "partiallyFilled", "filled", "doneForDay", "canceled", "replaced", "pendingCancel", "stopped", "rejected", "suspended", "pendingNew", "calculated", "expired", "acceptedForBidding", "pendingReplace"] | str
    """Status of the order (OrderStatusCode of the openFinance data dictionary)."""

    details: NotRequired[str]
    """Remarks about the order; absent where there are none."""

    _links: NotRequired[OrderLinks]
    """Paths of the transactions that fill the order; absent where nothing is filled or the consent does not
    cover them.
    """


class ListSecuritiesAccountsAnswer(TypedDict):
    securitiesAccounts: list[SecuritiesAccount]
    """Securities accounts that the consent covers; empty where it covers none."""


class ReadSecuritiesAccountAnswer(TypedDict):
    securitiesAccount: SecuritiesAccount
    """The requested securities account."""


class ListPositionsAnswer(TypedDict):
    securitiesAccount: AccountReference
    """The securities account whose positions these are."""

    reportDateTime: str
    """Instant at which the positions were read."""

    balances: list[Balance]
    """Total value of the holdings."""

    positionList: list[Position]
    """Positions of the account, one for each instrument."""


class ListSecuritiesTransactionsAnswerLinks(TypedDict):
    """Paths of the account, the first page and, except on the last page, the next page."""

    account: NotRequired[Link]
    """The account these belong to."""

    first: NotRequired[Link]
    """The first page."""

    next: NotRequired[Link]
    """The next page; absent on the last page."""


class ListSecuritiesTransactionsAnswer(TypedDict):
    securitiesAccount: AccountReference
    """The securities account whose transactions these are."""

    transactions: list[SecuritiesTransaction]
    """Transactions of one page, newest first."""

    _links: ListSecuritiesTransactionsAnswerLinks
    """Paths of the account, the first page and, except on the last page, the next page."""


class ListOrdersAnswerLinks(TypedDict):
    """Paths of the account, the first page and, except on the last page, the next page."""

    account: NotRequired[Link]
    """The account these belong to."""

    first: NotRequired[Link]
    """The first page."""

    next: NotRequired[Link]
    """The next page; absent on the last page."""


class ListOrdersAnswer(TypedDict):
    securitiesAccount: AccountReference
    """The securities account whose orders these are."""

    orders: list[Order]
    """Orders of one page, newest first."""

    _links: ListOrdersAnswerLinks
    """Paths of the account, the first page and, except on the last page, the next page."""


class CardLinks(TypedDict):
    """Paths of the card's balances and transactions, each only where the consent covers them."""

    balances: NotRequired[Link]
    """Balances of this resource."""

    transactions: NotRequired[Link]
    """Transactions of this resource."""


class Card(TypedDict):
    resourceId: str
    """Id of the resource in this interface; the paths of the other operations use it."""

    maskedPan: str
    """Masked card number: at most the first six and the last four digits."""

    currency: str
    """Currency that the card is billed in, an ISO 4217 code."""

    ownerName: NotRequired[str]
    """Name of the card's owner; absent unless the consent grants it."""

    name: str
    """Name the bank gives the card."""

    displayName: NotRequired[str]
    """Name the customer has given it; absent where the customer has given none."""

    product: str
    """Name of the bank's card product."""

    status: Literal["enabled", "blocked", "deleted"] | str
    """`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed."""

    usage: Literal["PRIV", "ORGA"] | str
    """`PRIV` is a private product, `ORGA` one of an organisation."""

    details: NotRequired[str]
    """Remarks of the bank about the card, such as its debit day; absent where there are none."""

    creditLimit: Amount
    """Highest amount that may be outstanding on the card."""

    balances: NotRequired[list[Balance]]
    """Balances of the card; absent unless `withBalance=true` was requested and the consent covers balances.
    """

    _links: CardLinks
    """Paths of the card's balances and transactions, each only where the consent covers them."""


class CardTransactionCurrencyExchangeItem(TypedDict):
    sourceCurrency: str
    """Currency that is converted, an ISO 4217 code."""

    targetCurrency: NotRequired[str]
    """Currency it is converted to, an ISO 4217 code."""

    unitCurrency: NotRequired[str]
    """Currency that the rate is quoted for one unit of, an ISO 4217 code."""

    exchangeRate: str
    """Rate as a decimal string: units of the other currency per unit of `unitCurrency`."""

    quotationDate: NotRequired[str]
    """Day on which the rate was quoted."""

    contractIdentification: NotRequired[str]
    """Identification of the exchange contract; absent where there is none."""


class CardTransactionCardAcceptorAddress(TypedDict):
    """Address of the merchant; absent where it is not known."""

    streetName: NotRequired[str]
    """Street name of the address."""

    buildingNumber: NotRequired[str]
    """Building number of the address."""

    townName: NotRequired[str]
    """Town of the address."""

    postCode: NotRequired[str]
    """Postal code of the address."""

    country: str
    """Country as an ISO 3166-1 alpha-2 code."""


class CardTransaction(TypedDict):
    transactionId: str
    """Id of the transaction, the same from authorised to booked."""

    cardTransactionId: str
    """The same id under its name for cards."""

    terminalId: NotRequired[str]
    """Id of the terminal that accepted the card; absent where it is not known."""

    transactionDate: str
    """Day on which the card was used."""

    acceptorTransactionDateTime: str
    """Instant at which the merchant's terminal accepted the card."""

    bookingDate: NotRequired[str]
    """Day on which the transaction was booked; absent while it is pending."""

    valueDate: NotRequired[str]
    """Day on which the statement with this transaction is debited; absent while it is pending."""

    transactionAmount: Amount
    """Amount in the card's currency; negative for a purchase, positive for a refund."""

    grandTotalAmount: NotRequired[Amount]
    """Total of a purchase that is paid in instalments; absent otherwise."""

    currencyExchange: NotRequired[list[CardTransactionCurrencyExchangeItem]]
    """Exchange rates used to convert the amount; absent where nothing was converted."""

    originalAmount: NotRequired[Amount]
    """Amount in the currency of the purchase; absent where it is the card's currency."""

    markupFee: NotRequired[Amount]
    """Fee for converting the currency; absent where none was charged."""

    markupFeePercentage: NotRequired[str]
    """The conversion fee in per cent, as a decimal string; absent where none was charged."""

    cardAcceptorId: NotRequired[str]
    """Id of the merchant; absent where it is not known."""

    cardAcceptorName: NotRequired[str]
    """Name of the merchant; absent where it is not known."""

    cardAcceptorAddress: NotRequired[CardTransactionCardAcceptorAddress]
    """Address of the merchant; absent where it is not known."""

    cardAcceptorPhone: NotRequired[str]
    """Telephone number of the merchant; absent where it is not known."""

    merchantCategoryCode: NotRequired[str]
    """Merchant category code (ISO 18245), four digits; absent where it is not known."""

    maskedPAN: str
    """Masked number of the card that was used."""

    transactionDetails: NotRequired[str]
    """Remarks about the transaction, such as the number of an instalment; absent where there are none."""

    invoiced: bool
    """Whether a card statement includes the transaction."""

    proprietaryBankTransactionCode: NotRequired[str]
    """Kind of transaction in this bank's own code; absent where there is none."""


class ListCardsAnswer(TypedDict):
    cards: list[Card]
    """Cards that the consent covers; empty where it covers none."""


class ReadCardAnswer(TypedDict):
    card: Card
    """The requested card."""


class ReadCardBalancesAnswer(TypedDict):
    card: AccountReference
    """The card whose balances these are, by its masked number."""

    balances: list[Balance]
    """Balances of the card: `expected` is the next debit, `interimAvailable` the unused limit."""


class ListCardTransactionsAnswerCardTransactionsLinks(TypedDict):
    """Paths of the card, the first page and, except on the last page, the next page."""

    card: NotRequired[Link]
    """The card these belong to."""

    first: NotRequired[Link]
    """The first page."""

    next: NotRequired[Link]
    """The next page; absent on the last page."""


class ListCardTransactionsAnswerCardTransactions(TypedDict):
    """Transactions of one page, grouped by booking status."""

    booked: NotRequired[list[CardTransaction]]
    """Booked entries, newest first; absent where the request did not ask for them."""

    pending: NotRequired[list[CardTransaction]]
    """Entries that are announced but not booked yet; absent where the request did not ask for them."""

    _links: ListCardTransactionsAnswerCardTransactionsLinks
    """Paths of the card, the first page and, except on the last page, the next page."""


class ListCardTransactionsAnswer(TypedDict):
    card: AccountReference
    """The card whose transactions these are, by its masked number."""

    cardTransactions: ListCardTransactionsAnswerCardTransactions
    """Transactions of one page, grouped by booking status."""

    balances: NotRequired[list[Balance]]
    """Balances of the card; absent unless `withBalance=true` was requested."""


class MortgageSimulationStressed(TypedDict):
    """The same loan under raised rates; absent unless the request has `stress`."""

    rateIncrease: str
    """Points added to the yearly rates, as requested."""

    appliesTo: Literal["all", "variable"] | str
    """Tracks whose rate was raised."""

    firstInstalment: Amount
    """Amount of the first instalment under the raised rates."""

    highestInstalment: Amount
    """Amount of the highest instalment under the raised rates."""

    totalInterest: Amount
    """Interest over the whole term under the raised rates."""

    totalAmountPayable: Amount
    """All payments together under the raised rates."""

    aprc: str
    """Annual percentage rate of charge (Directive 2014/17/EU Annex I), per cent, one decimal."""

    aprcExact: str
    """The same, six decimals."""

    paymentToIncome: NotRequired[str]
    """Per cent."""


class MortgageSimulationTracksItemIndex(TypedDict):
    """Index that the track follows; absent where the request named none."""

    name: str
    """Name of the index."""

    assumedAnnualChange: NotRequired[str]
    """Assumed for the whole term; 0 where absent. Of a variable rate: points a year. Of an indexed track: growth
    of what is owed, per cent a year.
    """

    margin: NotRequired[str]
    """The part of annualInterestRate that is above the index; it is included there."""


class MortgageSimulationTracksItem(TypedDict):
    """One track, fees paid with the instalments left out."""

    name: str
    """Name of the track, as requested."""

    amount: Amount
    """Amount of the track."""

    share: str
    """Per cent of the loan."""

    interestType: Literal["fixed", "variable", "indexed"] | str
    """How the rate of the track behaves."""

    annualInterestRate: str
    """Interest rate at the beginning in per cent a year, as a decimal string."""

    index: NotRequired[MortgageSimulationTracksItemIndex]
    """Index that the track follows; absent where the request named none."""

    termInMonths: int
    """Term of the track in months."""

    repaymentMethod: Literal["annuity", "equalPrincipal", "interestOnly", "balloon"] | str
    """How the track is repaid."""

    numberOfInstalments: int
    """Number of instalments of the track."""

    lastPaymentDate: str
    """Day of the last instalment of the track."""

    firstInstalment: Amount
    """Amount of the first instalment of the track."""

    highestInstalment: Amount
    """Amount of the highest instalment of the track."""

    totalInterest: Amount
    """Interest of the track over its whole term."""

    totalIndexation: Amount
    """What the index adds to the track over its whole term."""

    totalAmountPayable: Amount
    """All instalments of the track together."""


class MortgageSimulationScheduleItem(TypedDict):
    """instalment = interest + principal + indexation + fees; closingBalance = openingBalance − principal, before
    indexation.
    """

    number: int
    """Number of the instalment, or of the year of the loan, counted from 1."""

    date: str
    """Day of the instalment, or of the last one in the year."""

    openingBalance: Amount
    """Principal before the instalment."""

    interest: Amount
    """Part of the instalment that is interest."""

    principal: Amount
    """Part of the instalment that repays principal."""

    indexation: Amount
    """Part of the instalment that repays what the index has added."""

    fees: Amount
    """Part of the instalment that is fees."""

    instalment: Amount
    """Amount to pay."""

    closingBalance: Amount
    """Principal after the instalment."""


class MortgageSimulationWarningsItem(TypedDict):
    code: Literal["LOAN_TO_VALUE_HIGH", "PAYMENT_TO_INCOME_HIGH", "STRESSED_PAYMENT_TO_INCOME_HIGH", "TERM_LONG"] | str
    """Limit that is exceeded."""

    text: str
    """Explanation of the warning in plain words."""


class MortgageSimulation(TypedDict):
    drawdownDate: str
    """Day on which the loan is drawn."""

    firstPaymentDate: str
    """Day of the first instalment."""

    lastPaymentDate: str
    """Day of the last instalment."""

    numberOfInstalments: int
    """Number of instalments of the loan."""

    totalAmountOfCredit: Amount
    """The loan and the fees added to it: what the principal column sums to."""

    loanToValue: str
    """Total amount of credit in per cent of the property value."""

    firstInstalment: Amount
    """Amount of the first instalment."""

    highestInstalment: Amount
    """Amount of the highest instalment."""

    totalInterest: Amount
    """Interest over the whole term."""

    totalIndexation: Amount
    """What the indices add to the loan over the whole term."""

    totalFees: Amount
    """All fees together."""

    totalAmountPayable: Amount
    """All payments together: principal, interest, indexation and fees."""

    aprc: str
    """Annual percentage rate of charge (Directive 2014/17/EU Annex I), per cent, one decimal."""

    aprcExact: str
    """The same, six decimals."""

    paymentToIncome: NotRequired[str]
    """The first full instalment a month in per cent of monthlyNetIncome."""

    stressed: NotRequired[MortgageSimulationStressed]
    """The same loan under raised rates; absent unless the request has `stress`."""

    tracks: list[MortgageSimulationTracksItem]
    """Summary of each track, in the order of the request."""

    schedule: NotRequired[list[MortgageSimulationScheduleItem]]
    """One row for each instalment or year; absent with `schedule=none`."""

    warnings: list[MortgageSimulationWarningsItem]
    """Limits of the bank that the loan exceeds; empty where it exceeds none."""


class LoanListLinks(TypedDict):
    """Paths of the first page and, except on the last page, the next page."""

    first: Link
    """Path of the first page."""

    next: NotRequired[Link]
    """Path of the next page; absent on the last page."""


class LoanList(TypedDict):
    loans: list[Loan]
    """Loans of one page that the consent covers."""

    _links: LoanListLinks
    """Paths of the first page and, except on the last page, the next page."""


class LoanLinks(TypedDict):
    """Path of the loan's details; absent unless the consent covers the loan's balances."""

    self: NotRequired[Link]
    """This resource."""


class Loan(TypedDict):
    loanAccountId: str
    """Id of the loan, the resourceId of the same loan in savings and loans."""

    branchNumber: str
    """Branch number of the account that repays the loan."""

    accountNumber: str
    """Account number of the account that repays the loan."""

    product: str
    """Name of the bank's loan product."""

    currency: str
    """Currency of the loan, an ISO 4217 code."""

    originalAmount: Amount
    """Amount of the loan at drawdown."""

    outstandingBalance: Amount
    """What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest."""

    interestType: Literal["fixed", "variable", "indexed", "mixed"] | str
    """How the rate behaves: `fixed`, `variable` with an index, `indexed` principal, or `mixed` over several
    tracks.
    """

    annualInterestRate: str
    """Interest rate in per cent a year, as a decimal string; over several tracks, their average weighted by
    principal.
    """

    startDate: str
    """Day on which the loan was drawn."""

    endDate: str
    """Day on which the last instalment falls due."""

    nextPaymentDate: NotRequired[str]
    """Day on which the next instalment falls due; absent where none is left."""

    nextPaymentAmount: NotRequired[Amount]
    """Amount of the next instalment; absent where none is left."""

    status: Literal["active", "inArrears", "frozen", "closed"] | str
    """`active` is paid on time, `inArrears` has overdue instalments, `frozen` is suspended, `closed` is repaid.
    """

    _links: LoanLinks
    """Path of the loan's details; absent unless the consent covers the loan's balances."""


class LoanEligibilityOffersItemTermInMonths(TypedDict):
    """Shortest and longest term of the loan."""

    minimum: int
    """Shortest term in months."""

    maximum: int
    """Longest term in months."""


class LoanEligibilityOffersItem(TypedDict):
    """estimatedInstalment and aprc are of the highest amount over the longest term."""

    product: str
    """Name of the loan product."""

    minimumAmount: Amount
    """Lowest amount the bank lends under this offer."""

    maximumAmount: Amount
    """Highest amount the bank lends this customer under this offer."""

    currency: str
    """Currency of the loan, an ISO 4217 code."""

    termInMonths: LoanEligibilityOffersItemTermInMonths
    """Shortest and longest term of the loan."""

    annualInterestRate: str
    """Interest rate in per cent a year, as a decimal string."""

    estimatedInstalment: Amount
    """Monthly instalment of the highest amount over the longest term."""

    aprc: str
    """Annual percentage rate of charge (Directive 2014/17/EU Annex I) of the highest amount over the longest
    term, in per cent with one decimal.
    """

    validUntil: str
    """Last day on which the offer holds."""


class LoanEligibility(TypedDict):
    account: BranchAccount
    """The account whose income and debt service were judged."""

    asOf: str
    """The bank's day on which the judgement was made."""

    eligible: bool
    """Whether the bank would offer a loan: by income, debt service, arrears and the length of the relationship.
    If not, `reasons` has every reason.
    """

    reasons: list[Literal["IN_ARREARS", "INCOME_TOO_LOW", "CUSTOMER_TOO_NEW", "DEBT_IN_OTHER_CURRENCY", "NO_PRODUCT", "PAYMENT_CAPACITY_TOO_LOW"] | str]
    """Codes of the rules that exclude a loan; empty where the customer is eligible."""

    offers: list[LoanEligibilityOffersItem]
    """Loans the bank would offer; empty where the customer is not eligible."""


class BranchAccount(TypedDict):
    branchNumber: str
    """Number of the branch, one to four digits."""

    accountNumber: str
    """Number of the account at the branch, one to ten digits."""

    iban: str
    """IBAN of the account (ISO 13616)."""

    currency: str
    """Currency of the account, an ISO 4217 code."""


class AccountLoansBalancesLoansItem(TypedDict):
    loanAccountId: str
    """Id of the loan, the resourceId of the same loan in savings and loans."""

    outstandingPrincipal: Amount
    """Principal that is not due yet, without indexation."""

    accruedInterest: Amount
    """Interest since the last due date, to the end of the day before `asOf`; not charged yet."""

    indexation: Amount
    """What the index has added to the principal that is not due yet. Payments count against the amount drawn
    first.
    """

    arrears: Amount
    """What is overdue: unpaid instalments with their principal, late interest and fees."""

    totalOutstanding: Amount
    """Everything owed: `outstandingPrincipal` + `indexation` + `accruedInterest` + `arrears`."""

    payoffAmount: Amount
    """What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due
    yet.
    """


class AccountLoansBalancesTotalsItem(TypedDict):
    currency: str
    """Currency of these totals, an ISO 4217 code."""

    outstandingPrincipal: Amount
    """Principal that is not due yet, without indexation."""

    accruedInterest: Amount
    """Interest since the last due date, to the end of the day before `asOf`; not charged yet."""

    indexation: Amount
    """What the index has added to the principal that is not due yet. Payments count against the amount drawn
    first.
    """

    arrears: Amount
    """What is overdue: unpaid instalments with their principal, late interest and fees."""

    totalOutstanding: Amount
    """Everything owed: `outstandingPrincipal` + `indexation` + `accruedInterest` + `arrears`."""

    payoffAmount: Amount
    """What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due
    yet.
    """


class AccountLoansBalances(TypedDict):
    account: BranchAccount
    """The account that repays the loans."""

    asOf: str
    """The bank's day. Instalments that fell due before it and are not paid are in the arrears."""

    loans: list[AccountLoansBalancesLoansItem]
    """What is owed on each loan that the consent covers."""

    totals: list[AccountLoansBalancesTotalsItem]
    """What is owed on all these loans together, one entry for each currency."""


class LoanDetailsTracksItemIndex(TypedDict):
    """Index that the track follows; absent for a fixed track."""

    name: str
    """Name of the index."""

    margin: NotRequired[str]
    """Points above the index that make up the rate, as a decimal string; absent where the rate has none."""

    baseValue: NotRequired[str]
    """Value of the index at drawdown, as a decimal string; absent where the principal is not indexed."""


class LoanDetailsTracksItem(TypedDict):
    name: str
    """Name of the track."""

    originalAmount: Amount
    """Amount of the track at drawdown."""

    outstandingPrincipal: Amount
    """Principal of the track that is not due yet, without indexation."""

    interestType: Literal["fixed", "variable", "indexed"] | str
    """How the rate of the track behaves."""

    annualInterestRate: str
    """Interest rate of the track in per cent a year, as a decimal string."""

    index: NotRequired[LoanDetailsTracksItemIndex]
    """Index that the track follows; absent for a fixed track."""

    repaymentMethod: Literal["annuity", "equalPrincipal", "interestOnly", "balloon"] | str
    """How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment.
    """

    termInMonths: int
    """Term of the track in months."""

    startDate: str
    """Day on which the track was drawn."""

    endDate: str
    """Day on which the last instalment of the track falls due."""

    nextRateChangeDate: NotRequired[str]
    """Day on which the rate may next change; absent where it cannot change any more."""


class LoanDetailsCollateralsItem(TypedDict):
    type: Literal["property", "vehicle", "deposit", "securities"] | str
    """Kind of collateral."""

    description: str
    """Description of the collateral in plain words."""

    value: Amount
    """Value of the collateral at its valuation."""

    valuationDate: str
    """Day on which the collateral was valued."""


class LoanDetailsEarlyRepayment(TypedDict):
    """Terms of repaying the loan today; absent where nothing is left to repay."""

    allowedFrom: str
    """First day on which the loan may be repaid early."""

    fee: Amount
    """Fee for repaying the loan today."""

    amountToday: Amount
    """Amount that repays the loan today, with the fee."""


class LoanDetailsRemainingScheduleItem(TypedDict):
    """Not paid yet. instalment = interest + principal + fees; closingBalance = openingBalance + indexation −
    principal.
    """

    number: int
    """Number of the instalment, counted from 1 at the start of the loan."""

    dueDate: str
    """Day on which the instalment falls due."""

    openingBalance: Amount
    """Principal before the instalment."""

    indexation: Amount
    """What the index adds to the principal before the instalment."""

    interest: Amount
    """Part of the instalment that is interest."""

    principal: Amount
    """Part of the instalment that repays principal."""

    fees: Amount
    """Part of the instalment that is fees."""

    instalment: Amount
    """Amount to pay on the due date."""

    closingBalance: Amount
    """Principal after the instalment."""

    overdue: NotRequired[bool]
    """`true` where the instalment fell due and is not paid; absent otherwise."""


class LoanDetailsLinks(TypedDict):
    """Path of these details."""

    self: NotRequired[Link]
    """This resource."""


class LoanDetails(TypedDict):
    loanAccountId: str
    """Id of the loan, the resourceId of the same loan in savings and loans."""

    branchNumber: str
    """Branch number of the account that repays the loan."""

    accountNumber: str
    """Account number of the account that repays the loan."""

    product: str
    """Name of the bank's loan product."""

    currency: str
    """Currency of the loan, an ISO 4217 code."""

    originalAmount: Amount
    """Amount of the loan at drawdown."""

    outstandingBalance: Amount
    """What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest."""

    interestType: Literal["fixed", "variable", "indexed", "mixed"] | str
    """How the rate behaves: `fixed`, `variable` with an index, `indexed` principal, or `mixed` over several
    tracks.
    """

    annualInterestRate: str
    """Interest rate in per cent a year, as a decimal string; over several tracks, their average weighted by
    principal.
    """

    startDate: str
    """Day on which the loan was drawn."""

    endDate: str
    """Day on which the last instalment falls due."""

    nextPaymentDate: NotRequired[str]
    """Day on which the next instalment falls due; absent where none is left."""

    nextPaymentAmount: NotRequired[Amount]
    """Amount of the next instalment; absent where none is left."""

    status: Literal["active", "inArrears", "frozen", "closed"] | str
    """`active` is paid on time, `inArrears` has overdue instalments, `frozen` is suspended, `closed` is repaid.
    """

    tracks: list[LoanDetailsTracksItem]
    """Parts of the loan, each with its own rate and term."""

    collaterals: list[LoanDetailsCollateralsItem]
    """Collateral that secures the loan; empty where it is unsecured."""

    guarantors: int
    """Number of guarantors of the loan."""

    earlyRepayment: NotRequired[LoanDetailsEarlyRepayment]
    """Terms of repaying the loan today; absent where nothing is left to repay."""

    remainingSchedule: list[LoanDetailsRemainingScheduleItem]
    """Instalments that are not paid yet, in the order of their due dates."""

    _links: LoanDetailsLinks
    """Path of these details."""


class ArrearsTransactionsArrears(TypedDict):
    """What is overdue today, over all loans of the account that the consent covers."""

    totalArrears: Amount
    """Total arrears of the loans in the account's currency."""

    otherCurrencies: NotRequired[list[Amount]]
    """Total arrears of loans in other currencies, one amount for each; absent where there are none."""

    daysPastDue: int
    """Days that the oldest unpaid instalment is overdue today; 0 where nothing is overdue."""

    oldestUnpaidDate: NotRequired[str]
    """Due date of the oldest unpaid instalment; absent where nothing is overdue."""


class ArrearsTransactionsTransactionsItem(TypedDict):
    transactionId: str
    """Id of the entry, unique within this bank."""

    loanAccountId: str
    """Id of the loan, the resourceId of the same loan in savings and loans."""

    bookingDate: str
    """Day on which the entry was booked."""

    dueDate: str
    """Due date of the instalment that the entry belongs to."""

    type: Literal["instalmentDue", "lateInterest", "fee", "payment", "writeOff"] | str
    """What changed the arrears: an instalment fell due, late interest or a fee was charged, a payment arrived,
    or the bank wrote an amount off.
    """

    amount: Amount
    """Amount of the entry; positive where it raises the arrears."""

    arrearsAfter: Amount
    """Arrears of this loan after the entry."""

    daysPastDue: int
    """Days that the oldest unpaid instalment of the loan was overdue on the day of booking."""


class ArrearsTransactionsLinks(TypedDict):
    """Paths of the first page and, except on the last page, the next page."""

    first: Link
    """Path of the first page."""

    next: NotRequired[Link]
    """Path of the next page; absent on the last page."""


class ArrearsTransactions(TypedDict):
    account: BranchAccount
    """The account that repays the loans."""

    arrears: ArrearsTransactionsArrears
    """What is overdue today, over all loans of the account that the consent covers."""

    transactions: list[ArrearsTransactionsTransactionsItem]
    """Entries that changed the arrears, newest first."""

    _links: ArrearsTransactionsLinks
    """Paths of the first page and, except on the last page, the next page."""


class MortgageSimulationRequestFeesItem(TypedDict):
    type: str
    """Name of the fee, such as a valuation fee."""

    amount: RequestedAmount
    """Amount of the fee each time it is paid."""

    timing: Literal["upfront", "perPayment", "yearly", "atEnd"]
    """At drawdown; with each instalment; with the instalment that completes a year; with the last instalment.
    """

    financed: NotRequired[bool]
    """Added to the loan. Only for fees at drawdown."""


class MortgageSimulationRequestStress(TypedDict):
    """Rise of the rates to simulate as well; without it the answer has no `stressed`."""

    rateIncrease: str
    """Points added to the yearly rate from the first day."""

    appliesTo: NotRequired[Literal["all", "variable"]]
    """All tracks (default), or only those of variable rate."""


class MortgageSimulationRequest(TypedDict):
    propertyValue: RequestedAmount
    """Value of the property that secures the loan."""

    loanAmount: RequestedAmount
    """Amount of the loan, without financed fees."""

    drawdownDate: NotRequired[str]
    """Day on which the loan is drawn; the bank's today by default."""

    firstPaymentDate: NotRequired[str]
    """Day of the first instalment; one payment period after the drawdown by default."""

    paymentFrequency: NotRequired[Literal["monthly", "quarterly", "yearly"]]
    """Default monthly."""

    tracks: Sequence[MortgageTrack]
    """Parts of the loan, each with its own rate and term; together they are the loan."""

    fees: NotRequired[Sequence[MortgageSimulationRequestFeesItem]]
    """Fees of the loan; none by default."""

    monthlyNetIncome: NotRequired[RequestedAmount]
    """Net income of the household in a month; without it the answer has no `paymentToIncome`."""

    stress: NotRequired[MortgageSimulationRequestStress]
    """Rise of the rates to simulate as well; without it the answer has no `stressed`."""


class MortgageTrackIndex(TypedDict):
    """Index that a variable or indexed track follows."""

    name: str
    """Name of the index."""

    assumedAnnualChange: NotRequired[str]
    """Assumed for the whole term; 0 where absent. Of a variable rate: points a year. Of an indexed track: growth
    of what is owed, per cent a year.
    """

    margin: NotRequired[str]
    """The part of annualInterestRate that is above the index; it is included there."""


class MortgageTrackRateStepsItem(TypedDict):
    fromMonth: int
    """Month of the loan, counted from 1, from which the rate holds; a payment period begins with it."""

    annualInterestRate: str
    """Per cent a year."""


class MortgageTrack(TypedDict):
    """Exactly one of `amount` and `share` is present."""

    name: str
    """Name of the track; the answer repeats it."""

    amount: NotRequired[RequestedAmount]
    """Amount of the track; either `amount` or `share` is required."""

    share: NotRequired[str]
    """Per cent of loanAmount; all shares together are 100."""

    interestType: Literal["fixed", "variable", "indexed"]
    """How the rate of the track behaves."""

    annualInterestRate: str
    """Per cent a year, all in, at the beginning."""

    index: NotRequired[MortgageTrackIndex]
    """Index that a variable or indexed track follows."""

    termInMonths: int
    """Term of the track in months."""

    repaymentMethod: Literal["annuity", "equalPrincipal", "interestOnly", "balloon"]
    """How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment.
    """

    balloonAmount: NotRequired[RequestedAmount]
    """Principal that is repaid with the last instalment; for `balloon` only."""

    gracePeriodInMonths: NotRequired[int]
    """Interest only, from the beginning."""

    rateSteps: NotRequired[Sequence[MortgageTrackRateStepsItem]]
    """Changes of the rate during the term, in ascending order."""
