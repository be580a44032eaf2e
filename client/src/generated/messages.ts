// Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.

export interface Access {
  /** Accounts whose details are requested; an empty list leaves the choice to the customer. */
  accounts?: AccountReference[];
  /** Accounts whose balances and details are requested; an empty list leaves the choice to the customer. */
  balances?: AccountReference[];
  /** Accounts whose transactions and details are requested; an empty list leaves the choice to the customer. */
  transactions?: AccountReference[];
  /** Rights beyond accounts, balances and transactions; absent where none is requested. */
  additionalInformation?: {
    /** Accounts whose owners' names are requested; an empty list leaves the choice to the customer. */
    ownerName?: AccountReference[];
    /** Not supported by this bank: requests with it get 400. */
    trustedBeneficiaries?: AccountReference[];
  };
  /** Requests the lists of accounts only, of everything the customer has. */
  availableAccounts?: 'allAccounts' | 'allAccountsWithOwnerName' | (string & {});
  /** Requests the lists of accounts with balances, of everything the customer has. */
  availableAccountsWithBalance?: 'allAccounts' | 'allAccountsWithOwnerName' | (string & {});
  /** Requests every right on everything the customer has, now and later. */
  allPsd2?: 'allAccounts' | 'allAccountsWithOwnerName' | (string & {});
  /** Limits the consent to accounts of these types; not together with named accounts. */
  restrictedTo?: ('CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR' | (string & {}))[];
}

export interface AccessInRequest {
  /** Accounts whose details are requested; an empty list leaves the choice to the customer. */
  accounts?: readonly AccountReferenceInRequest[];
  /** Accounts whose balances and details are requested; an empty list leaves the choice to the customer. */
  balances?: readonly AccountReferenceInRequest[];
  /** Accounts whose transactions and details are requested; an empty list leaves the choice to the customer. */
  transactions?: readonly AccountReferenceInRequest[];
  /** Rights beyond accounts, balances and transactions; absent where none is requested. */
  additionalInformation?: {
    /** Accounts whose owners' names are requested; an empty list leaves the choice to the customer. */
    ownerName?: readonly AccountReferenceInRequest[];
    /** Not supported by this bank: requests with it get 400. */
    trustedBeneficiaries?: readonly AccountReferenceInRequest[];
  };
  /** Requests the lists of accounts only, of everything the customer has. */
  availableAccounts?: 'allAccounts' | 'allAccountsWithOwnerName';
  /** Requests the lists of accounts with balances, of everything the customer has. */
  availableAccountsWithBalance?: 'allAccounts' | 'allAccountsWithOwnerName';
  /** Requests every right on everything the customer has, now and later. */
  allPsd2?: 'allAccounts' | 'allAccountsWithOwnerName';
  /** Limits the consent to accounts of these types; not together with named accounts. */
  restrictedTo?: readonly ('CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR')[];
}

export interface Account {
  /** Id of the resource in this interface; the paths of the other operations use it. */
  resourceId: string;
  /** IBAN of the account (ISO 13616). */
  iban: string;
  /** Currency of the account, an ISO 4217 code. */
  currency: string;
  /** Name of the account's owner; absent unless the consent grants it. */
  ownerName?: string;
  /** Name given by the bank. */
  name: string;
  /** Name given by the customer; absent where there is none. */
  displayName?: string;
  /** Name of the bank's product that the account is held under. */
  product: string;
  /** Kind of account as an ISO 20022 ExternalCashAccountType1Code; `CACC` is a current account. */
  cashAccountType: 'CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR' | (string & {});
  /** `enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed. */
  status: 'enabled' | 'blocked' | 'deleted' | (string & {});
  /** BIC (ISO 9362) of the branch that keeps the account. */
  bic: string;
  /** `PRIV` is a private product, `ORGA` a product for organisations. */
  usage: 'PRIV' | 'ORGA' | (string & {});
  /** Remarks of the bank about the account; absent where there are none. */
  details?: string;
  /** Balances of the account; absent unless `withBalance=true` was requested and the consent covers balances. `closingBooked` is what was booked at the end of the last closed day, `interimBooked` what is booked now, entries of today included, `expected` adds what is pending, `interimAvailable` can be spent. */
  balances?: Balance[];
  /** Paths of the account's balances and transactions, each only where the consent covers them. */
  _links: {
    /** Balances of this resource. */
    balances?: Link;
    /** Transactions of this resource. */
    transactions?: Link;
  };
}

export interface AccountLoansBalances {
  /** The account that repays the loans. */
  account: BranchAccount;
  /** The bank's day. Instalments that fell due before it and are not paid are in the arrears. */
  asOf: string;
  /** What is owed on each loan that the consent covers. */
  loans: {
    /** Id of the loan, the resourceId of the same loan in savings and loans. */
    loanAccountId: string;
    /** Principal that is not due yet, without indexation. */
    outstandingPrincipal: Amount;
    /** Interest since the last due date, to the end of the day before `asOf`; not charged yet. */
    accruedInterest: Amount;
    /** What the index has added to the principal that is not due yet. Payments count against the amount drawn first. */
    indexation: Amount;
    /** What is overdue: unpaid instalments with their principal, late interest and fees. */
    arrears: Amount;
    /** Everything owed: `outstandingPrincipal` + `indexation` + `accruedInterest` + `arrears`. */
    totalOutstanding: Amount;
    /** What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due yet. */
    payoffAmount: Amount;
  }[];
  /** What is owed on all these loans together, one entry for each currency. */
  totals: {
    /** Currency of these totals, an ISO 4217 code. */
    currency: string;
    /** Principal that is not due yet, without indexation. */
    outstandingPrincipal: Amount;
    /** Interest since the last due date, to the end of the day before `asOf`; not charged yet. */
    accruedInterest: Amount;
    /** What the index has added to the principal that is not due yet. Payments count against the amount drawn first. */
    indexation: Amount;
    /** What is overdue: unpaid instalments with their principal, late interest and fees. */
    arrears: Amount;
    /** Everything owed: `outstandingPrincipal` + `indexation` + `accruedInterest` + `arrears`. */
    totalOutstanding: Amount;
    /** What closes the loan on this day: totalOutstanding and the fee for repaying the principal that is not due yet. */
    payoffAmount: Amount;
  }[];
}

/** Exactly one of `iban`, `bban`, `maskedPan`, `msisdn` and `other` is present. */
export interface AccountReference {
  /** IBAN (ISO 13616) in capitals without spaces. */
  iban?: string;
  /** Basic bank account number, for accounts without an IBAN; of an account in Israel, the 19 digits of bank (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660. */
  bban?: string;
  /** Masked card number: at most the first six and the last four digits. */
  maskedPan?: string;
  /** Mobile telephone number that stands for the account. */
  msisdn?: string;
  /** Another identification of the account, such as a securities account number. */
  other?: {
    /** The identification itself, such as a securities account number. */
    identification: string;
    /** Identification scheme as an ISO 20022 code; absent where the scheme is proprietary. */
    schemeNameCode?: string;
    /** Identification scheme in the bank's own words; absent where the scheme has a code. */
    schemeNameProprietary?: string;
    /** Issuer of the identification; absent where it is not known. */
    issuer?: string;
  };
  /** Currency of the account, an ISO 4217 code; absent where it is not needed to tell accounts apart. */
  currency?: string;
  /** Kind of account as an ISO 20022 ExternalCashAccountType1Code; absent where it does not matter. */
  cashAccountType?: 'CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR' | (string & {});
}

/** Exactly one of `iban`, `bban`, `maskedPan`, `msisdn` and `other` is present. */
export interface AccountReferenceInRequest {
  /** IBAN (ISO 13616) in capitals without spaces. */
  iban?: string;
  /** Basic bank account number, for accounts without an IBAN; of an account in Israel, the 19 digits of bank (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660. */
  bban?: string;
  /** Masked card number: at most the first six and the last four digits. */
  maskedPan?: string;
  /** Mobile telephone number that stands for the account. */
  msisdn?: string;
  /** Another identification of the account, such as a securities account number. */
  other?: {
    /** The identification itself, such as a securities account number. */
    identification: string;
    /** Identification scheme as an ISO 20022 code; absent where the scheme is proprietary. */
    schemeNameCode?: string;
    /** Identification scheme in the bank's own words; absent where the scheme has a code. */
    schemeNameProprietary?: string;
    /** Issuer of the identification; absent where it is not known. */
    issuer?: string;
  };
  /** Currency of the account, an ISO 4217 code; absent where it is not needed to tell accounts apart. */
  currency?: string;
  /** Kind of account as an ISO 20022 ExternalCashAccountType1Code; absent where it does not matter. */
  cashAccountType?: 'CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR';
}

export interface Amount {
  /** Currency of the amount, an ISO 4217 code. */
  currency: string;
  /** Decimal string with a dot, negative where money is owed or leaves. */
  amount: string;
}

export interface ArrearsTransactions {
  /** The account that repays the loans. */
  account: BranchAccount;
  /** What is overdue today, over all loans of the account that the consent covers. */
  arrears: {
    /** Total arrears of the loans in the account's currency. */
    totalArrears: Amount;
    /** Total arrears of loans in other currencies, one amount for each; absent where there are none. */
    otherCurrencies?: Amount[];
    /** Days that the oldest unpaid instalment is overdue today; 0 where nothing is overdue. */
    daysPastDue: number;
    /** Due date of the oldest unpaid instalment; absent where nothing is overdue. */
    oldestUnpaidDate?: string;
  };
  /** Entries that changed the arrears, newest first. */
  transactions: {
    /** Id of the entry, unique within this bank. */
    transactionId: string;
    /** Id of the loan, the resourceId of the same loan in savings and loans. */
    loanAccountId: string;
    /** Day on which the entry was booked. */
    bookingDate: string;
    /** Due date of the instalment that the entry belongs to. */
    dueDate: string;
    /** What changed the arrears: an instalment fell due, late interest or a fee was charged, a payment arrived, or the bank wrote an amount off. */
    type: 'instalmentDue' | 'lateInterest' | 'fee' | 'payment' | 'writeOff' | (string & {});
    /** Amount of the entry; positive where it raises the arrears. */
    amount: Amount;
    /** Arrears of this loan after the entry. */
    arrearsAfter: Amount;
    /** Days that the oldest unpaid instalment of the loan was overdue on the day of booking. */
    daysPastDue: number;
  }[];
  /** Paths of the first page and, except on the last page, the next page. */
  _links: {
    /** Path of the first page. */
    first: Link;
    /** Path of the next page; absent on the last page. */
    next?: Link;
  };
}

export interface Balance {
  /** Kind of balance (NextGenPSD2 1.3.11 `balanceType`). */
  balanceType: 'closingBooked' | 'expected' | 'openingBooked' | 'interimAvailable' | 'interimBooked' | 'forwardAvailable' | 'nonInvoiced' | (string & {});
  /** The balance; negative where money is owed. */
  balanceAmount: Amount;
  /** Whether the amount includes the agreed credit line; absent where there is none. */
  creditLimitIncluded?: boolean;
  /** Day the balance refers to; absent where it is of now. */
  referenceDate?: string;
  /** Instant of the last change; absent where it is not known. */
  lastChangeDateTime?: string;
  /** `entryReference` of the last entry in the balance; absent where it is not known. */
  lastCommittedTransaction?: string;
}

export interface BranchAccount {
  /** Number of the branch, one to four digits. */
  branchNumber: string;
  /** Number of the account at the branch, one to ten digits. */
  accountNumber: string;
  /** IBAN of the account (ISO 13616). */
  iban: string;
  /** Currency of the account, an ISO 4217 code. */
  currency: string;
}

export interface Card {
  /** Id of the resource in this interface; the paths of the other operations use it. */
  resourceId: string;
  /** Masked card number: at most the first six and the last four digits. */
  maskedPan: string;
  /** Currency that the card is billed in, an ISO 4217 code. */
  currency: string;
  /** Name of the card's owner; absent unless the consent grants it. */
  ownerName?: string;
  /** Name the bank gives the card. */
  name: string;
  /** Name the customer has given it; absent where the customer has given none. */
  displayName?: string;
  /** Name of the bank's card product. */
  product: string;
  /** `enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed. */
  status: 'enabled' | 'blocked' | 'deleted' | (string & {});
  /** `PRIV` is a private product, `ORGA` one of an organisation. */
  usage: 'PRIV' | 'ORGA' | (string & {});
  /** Remarks of the bank about the card, such as its debit day; absent where there are none. */
  details?: string;
  /** Highest amount that may be outstanding on the card. */
  creditLimit: Amount;
  /** Balances of the card; absent unless `withBalance=true` was requested and the consent covers balances. */
  balances?: Balance[];
  /** Paths of the card's balances and transactions, each only where the consent covers them. */
  _links: {
    /** Balances of this resource. */
    balances?: Link;
    /** Transactions of this resource. */
    transactions?: Link;
  };
}

export interface CardTransaction {
  /** Id of the transaction, the same from authorised to booked. */
  transactionId: string;
  /** The same id under its name for cards. */
  cardTransactionId: string;
  /** Id of the terminal that accepted the card; absent where it is not known. */
  terminalId?: string;
  /** Day on which the card was used. */
  transactionDate: string;
  /** Instant at which the merchant's terminal accepted the card. */
  acceptorTransactionDateTime: string;
  /** Day on which the transaction was booked; absent while it is pending. */
  bookingDate?: string;
  /** Day on which the statement with this transaction is debited; absent while it is pending. */
  valueDate?: string;
  /** Amount in the card's currency; negative for a purchase, positive for a refund. */
  transactionAmount: Amount;
  /** Total of a purchase that is paid in instalments; absent otherwise. */
  grandTotalAmount?: Amount;
  /** Exchange rates used to convert the amount; absent where nothing was converted. */
  currencyExchange?: {
    /** Currency that is converted, an ISO 4217 code. */
    sourceCurrency: string;
    /** Currency it is converted to, an ISO 4217 code. */
    targetCurrency?: string;
    /** Currency that the rate is quoted for one unit of, an ISO 4217 code. */
    unitCurrency?: string;
    /** Rate as a decimal string: units of the other currency per unit of `unitCurrency`. */
    exchangeRate: string;
    /** Day on which the rate was quoted. */
    quotationDate?: string;
    /** Identification of the exchange contract; absent where there is none. */
    contractIdentification?: string;
  }[];
  /** Amount in the currency of the purchase; absent where it is the card's currency. */
  originalAmount?: Amount;
  /** Fee for converting the currency; absent where none was charged. */
  markupFee?: Amount;
  /** The conversion fee in per cent, as a decimal string; absent where none was charged. */
  markupFeePercentage?: string;
  /** Id of the merchant; absent where it is not known. */
  cardAcceptorId?: string;
  /** Name of the merchant; absent where it is not known. */
  cardAcceptorName?: string;
  /** Address of the merchant; absent where it is not known. */
  cardAcceptorAddress?: {
    /** Street name of the address. */
    streetName?: string;
    /** Building number of the address. */
    buildingNumber?: string;
    /** Town of the address. */
    townName?: string;
    /** Postal code of the address. */
    postCode?: string;
    /** Country as an ISO 3166-1 alpha-2 code. */
    country: string;
  };
  /** Telephone number of the merchant; absent where it is not known. */
  cardAcceptorPhone?: string;
  /** Merchant category code (ISO 18245), four digits; absent where it is not known. */
  merchantCategoryCode?: string;
  /** Masked number of the card that was used. */
  maskedPAN: string;
  /** Remarks about the transaction, such as the number of an instalment; absent where there are none. */
  transactionDetails?: string;
  /** Whether a card statement includes the transaction. */
  invoiced: boolean;
  /** Kind of transaction in this bank's own code; absent where there is none. */
  proprietaryBankTransactionCode?: string;
}

export interface ConsentRequest {
  /** Rights that the customer is asked to grant, and on which accounts. */
  access: AccessInRequest;
  /** `true` for access until `validUntil`, `false` for access within 24 hours of the approval. */
  recurringIndicator: boolean;
  /** Last day on which the consent is valid; the bank shortens it to its maximum validity. */
  validUntil: string;
  /** Reads of each operation and resource within any 24 hours while the customer is absent; at most 4, and 1 if `recurringIndicator` is `false`. */
  frequencyPerDay: number;
  /** Must be `false`: this bank does not combine account information and payments in one session. */
  combinedServiceIndicator: boolean;
}

export interface ContractAccount {
  /** Id of the resource in this interface; the paths of the other operations use it. */
  resourceId: string;
  /** IBAN of the account (ISO 13616); absent where it has none. */
  iban?: string;
  /** Basic bank account number; absent where the account has an IBAN. */
  bban?: string;
  /** Currency of the account, an ISO 4217 code. */
  currency: string;
  /** Name of the account's owner; absent unless the consent grants it. */
  ownerName?: string;
  /** Name the bank gives the account. */
  name: string;
  /** Name the customer has given it; absent where the customer has given none. */
  displayName?: string;
  /** Name of the bank's product that the account is held under. */
  product: string;
  /** Kind of account as an ISO 20022 ExternalCashAccountType1Code: `SVGS` is savings, `LOAN` is a loan. */
  cashAccountType: 'CACC' | 'SVGS' | 'LOAN' | 'CARD' | 'SCTS' | 'TRAN' | 'SALA' | 'ODFT' | 'MGLD' | 'OTHR' | (string & {});
  /** `enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed. */
  status: 'enabled' | 'blocked' | 'deleted' | (string & {});
  /** IBAN of the current account that pays into and out of this account; absent where there is none. */
  linkedAccounts?: string;
  /** `PRIV` is a private product, `ORGA` one of an organisation. */
  usage: 'PRIV' | 'ORGA' | (string & {});
  /** Remarks of the bank about the account; absent where there are none. */
  details?: string;
  /** Balances of the account; absent unless `withBalance=true` was requested and the consent covers balances. */
  balances?: Balance[];
  /** Interest terms of the account. */
  interest: Interest[];
  /** Dates of the contract. */
  relatedDates: {
    /** Day on which the contract began. */
    contractStartDate?: string;
    /** Day on which the contract ends; absent where it has no end. */
    contractEndDate?: string;
    /** First day on which the money can be withdrawn, or the loan repaid, without loss. */
    contractAvailabilityDate?: string;
  };
  /** Whether collateral secures the contract; absent for savings. */
  collateralsInvolved?: boolean;
  /** Whether a guarantor secures the contract; absent for savings. */
  guaranteeInvolved?: boolean;
  /** Paths of the account's balances and transactions, each only where the consent covers them. */
  _links: {
    /** Balances of this resource. */
    balances?: Link;
    /** Transactions of this resource. */
    transactions?: Link;
  };
}

export interface ContractEntries {
  /** Booked entries, newest first; absent where the request did not ask for them. */
  booked?: ContractEntry[];
  /** Entries that are announced but not booked yet; absent where the request did not ask for them. */
  pending?: ContractEntry[];
  /** Paths of the account, the first page and, except on the last page, the next page. */
  _links: {
    /** The account these belong to. */
    account?: Link;
    /** The first page. */
    first?: Link;
    /** The next page; absent on the last page. */
    next?: Link;
  };
}

export interface ContractEntry {
  /** Id of the entry, the same from pending to booked. */
  transactionId: string;
  /** Reference that gives the order of booking; a pending entry gets another one when it is booked. */
  entryReference: string;
  /** Day on which the entry was booked; absent while it is pending. */
  bookingDate?: string;
  /** Day from which the amount counts for interest. */
  valueDate: string;
  /** Amount of the entry in the account's currency; positive where it raises the balance. */
  transactionAmount: Amount;
  /** Name of the party that receives the money; absent where it is not known. */
  creditorName?: string;
  /** Account that receives the money; absent where it is not known. */
  creditorAccount?: AccountReference;
  /** Name of the party that pays; absent where it is not known. */
  debtorName?: string;
  /** Account that pays; absent where it is not known. */
  debtorAccount?: AccountReference;
  /** Free text that says what the money is for; absent where there is none. */
  remittanceInformationUnstructured?: string;
  /** Further remarks of the bank about the entry; absent where there are none. */
  additionalInformation?: string;
  /** Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family). */
  bankTransactionCode: string;
  /** Kind of entry in this bank's own code. */
  proprietaryBankTransactionCode: string;
  /** Balance of the account after this entry; absent unless the consent covers balances. */
  balanceAfterTransaction?: Balance;
}

export interface ExchangeRate {
  /** Currency that is converted, an ISO 4217 code. */
  sourceCurrency: string;
  /** Rate as a decimal string: units of the other currency per unit of `unitCurrency`. */
  exchangeRate: string;
  /** Currency that the rate is quoted for one unit of, an ISO 4217 code. */
  unitCurrency: string;
  /** Currency it is converted to, an ISO 4217 code. */
  targetCurrency: string;
  /** Day on which the rate was quoted. */
  quotationDate: string;
}

export interface Instrument {
  /** International securities identification number (ISO 6166); absent where the instrument has none. */
  isin?: string;
  /** Another identification of the instrument; absent where it has an ISIN. */
  other?: {
    /** The identification itself. */
    identification: string;
    /** Kind of identification in the issuer's own words. */
    typeProprietary?: string;
    /** Kind of identification as an ISO 20022 code. */
    typeCode?: string;
    /** Suffix of the identification. */
    suffix?: string;
  };
  /** Name of the instrument. */
  name: string;
  /** Latest price that the bank has; absent where it has none or the operation shows none. */
  normalisedPrice?: {
    /** Price as an amount; absent where the price is a percentage. */
    amount?: Amount;
    /** Price in per cent of the nominal, for bonds; absent where the price is an amount. */
    percentage?: string;
    /** Day of the price. */
    priceDate?: string;
    /** Kind of price as an openFinance code, such as `MRKT` for the market price. */
    priceType: 'BIDE' | 'OFFR' | 'NAVL' | 'MIDD' | 'MRKT' | 'INDC' | 'ACTU' | (string & {});
    /** Where the price comes from; absent where it is not known. */
    sourceOfPrice?: {
      /** Kind of source: a fund, a local market, a theoretical value or a data vendor. */
      type: 'FUND' | 'LMAR' | 'THEO' | 'VEND' | (string & {});
      /** Market identifier code (ISO 10383). */
      mic?: string;
    };
    /** Rates that convert the price into the account's currency; absent where none is needed. */
    exchangeRates?: ExchangeRate[];
  };
}

export interface Interest {
  /** `FIXD` is a fixed rate, `INDE` follows an index; absent where it is not known. */
  type?: 'FIXD' | 'INDE' | (string & {});
  /** Indices that the rate follows; absent for a fixed rate. */
  relatedIndices?: {
    /** Name of the index. */
    index?: string;
    /** Value of the index when the contract began, as a decimal string. */
    rootIndexValue?: string;
    /** Exchange rate when the contract began, as a decimal string. */
    exchangeRate?: string;
    /** Remarks about the index. */
    additionalInformation?: string;
  }[];
  /** Rates, each with the range of amounts it applies to. */
  rate: {
    /** Interest rate in per cent a year, as a decimal string. */
    percentage: string;
    /** Lowest balance the rate applies to; absent where there is no lower bound. */
    fromAmount?: Amount;
    /** Highest balance the rate applies to; absent where there is no upper bound. */
    toAmount?: Amount;
  }[];
  /** Instant from which the rates apply. */
  fromDateTime?: string;
  /** Instant until which the rates apply; absent where no end is known. */
  toDateTime?: string;
  /** How the rate changes, in plain words; absent where it cannot change. */
  changeMechanism?: string;
}

export interface IssuerMetadata {
  /** Identifier of the issuer, the URL that tokens and assertions name. */
  issuer: string;
  /** URL that the client sends the customer's browser to. */
  authorization_endpoint: string;
  /** URL for pushed authorization requests (RFC 9126). */
  pushed_authorization_request_endpoint: string;
  /** Whether every authorization request must be pushed (RFC 9126). */
  require_pushed_authorization_requests: boolean;
  /** URL that issues tokens. */
  token_endpoint: string;
  /** URL that revokes tokens (RFC 7009). */
  revocation_endpoint: string;
  /** URL below which a client reads and revokes its grants, by their `grant_id`. */
  grant_management_endpoint: string;
  /** What can be done with grants (Grant Management for OAuth 2.0). */
  grant_management_actions_supported: string[];
  /** URL of the issuer's public keys (RFC 7517). */
  jwks_uri: string;
  /** URL for client registration (RFC 7591); absent outside the sandbox. */
  registration_endpoint?: string;
  /** Scopes that a client can request for itself. */
  scopes_supported: string[];
  /** Response types of authorization requests. */
  response_types_supported: string[];
  /** How the authorization response returns to the client. */
  response_modes_supported: string[];
  /** Grant types of the token endpoint. */
  grant_types_supported: string[];
  /** How clients authenticate at the token endpoint. */
  token_endpoint_auth_methods_supported: string[];
  /** Algorithms that sign client assertions for the token endpoint. */
  token_endpoint_auth_signing_alg_values_supported: string[];
  /** How clients authenticate at the revocation endpoint. */
  revocation_endpoint_auth_methods_supported: string[];
  /** Algorithms that sign client assertions for the revocation endpoint. */
  revocation_endpoint_auth_signing_alg_values_supported: string[];
  /** PKCE methods (RFC 7636). */
  code_challenge_methods_supported: string[];
  /** Algorithms that sign DPoP proofs (RFC 9449). */
  dpop_signing_alg_values_supported: string[];
  /** Whether tokens can be bound to a client certificate (RFC 8705). */
  tls_client_certificate_bound_access_tokens: boolean;
  /** URLs for clients that present a certificate (RFC 8705 §5); absent where the bank has no such listener. */
  mtls_endpoint_aliases?: {
    /** URL for pushed authorization requests with a client certificate. */
    pushed_authorization_request_endpoint: string;
    /** URL that issues tokens to clients with a certificate. */
    token_endpoint: string;
    /** URL that revokes tokens of clients with a certificate. */
    revocation_endpoint: string;
    /** URL of the grants of clients with a certificate. */
    grant_management_endpoint: string;
  };
  /** Whether every authorization request must be a signed request object (RFC 9101); absent where none is taken. */
  require_signed_request_object?: boolean;
  /** Algorithms that sign request objects (RFC 9101). */
  request_object_signing_alg_values_supported?: string[];
  /** Algorithms that sign authorization responses (JARM). */
  authorization_signing_alg_values_supported?: string[];
  /** Types of `authorization_details` (RFC 9396) in pushed requests; absent where none are taken. */
  authorization_details_types_supported?: string[];
  /** Whether the authorization response names its issuer (RFC 9207). */
  authorization_response_iss_parameter_supported: boolean;
  /** Languages of the bank's pages (BCP 47). */
  ui_locales_supported: string[];
  /** Longest validity of a consent in days; the bank cuts a later `validUntil` to it. */
  consent_max_validity_days?: number;
  /** Highest `frequencyPerDay` of a consent; the bank cuts a higher one to it. */
  consent_max_frequency_per_day?: number;
  /** Minutes within which the first customer must approve a consent. */
  consent_first_approval_minutes?: number;
  /** Days within which a second owner must approve a consent. */
  consent_second_approval_days?: number;
}

export interface Link {
  /** Path under the base URL, or an absolute URL for `scaOAuth`; it can be followed as it is. */
  href: string;
}

export interface Loan {
  /** Id of the loan, the resourceId of the same loan in savings and loans. */
  loanAccountId: string;
  /** Branch number of the account that repays the loan. */
  branchNumber: string;
  /** Account number of the account that repays the loan. */
  accountNumber: string;
  /** Name of the bank's loan product. */
  product: string;
  /** Currency of the loan, an ISO 4217 code. */
  currency: string;
  /** Amount of the loan at drawdown. */
  originalAmount: Amount;
  /** What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest. */
  outstandingBalance: Amount;
  /** How the rate behaves: `fixed`, `variable` with an index, `indexed` principal, or `mixed` over several tracks. */
  interestType: 'fixed' | 'variable' | 'indexed' | 'mixed' | (string & {});
  /** Interest rate in per cent a year, as a decimal string; over several tracks, their average weighted by principal. */
  annualInterestRate: string;
  /** Day on which the loan was drawn. */
  startDate: string;
  /** Day on which the last instalment falls due. */
  endDate: string;
  /** Day on which the next instalment falls due; absent where none is left. */
  nextPaymentDate?: string;
  /** Amount of the next instalment; absent where none is left. */
  nextPaymentAmount?: Amount;
  /** `active` is paid on time, `inArrears` has overdue instalments, `frozen` is suspended, `closed` is repaid. */
  status: 'active' | 'inArrears' | 'frozen' | 'closed' | (string & {});
  /** Path of the loan's details; absent unless the consent covers the loan's balances. */
  _links: {
    /** This resource. */
    self?: Link;
  };
}

export interface LoanDetails {
  /** Id of the loan, the resourceId of the same loan in savings and loans. */
  loanAccountId: string;
  /** Branch number of the account that repays the loan. */
  branchNumber: string;
  /** Account number of the account that repays the loan. */
  accountNumber: string;
  /** Name of the bank's loan product. */
  product: string;
  /** Currency of the loan, an ISO 4217 code. */
  currency: string;
  /** Amount of the loan at drawdown. */
  originalAmount: Amount;
  /** What was charged and is not paid: totalOutstanding of loansBalances without accruedInterest. */
  outstandingBalance: Amount;
  /** How the rate behaves: `fixed`, `variable` with an index, `indexed` principal, or `mixed` over several tracks. */
  interestType: 'fixed' | 'variable' | 'indexed' | 'mixed' | (string & {});
  /** Interest rate in per cent a year, as a decimal string; over several tracks, their average weighted by principal. */
  annualInterestRate: string;
  /** Day on which the loan was drawn. */
  startDate: string;
  /** Day on which the last instalment falls due. */
  endDate: string;
  /** Day on which the next instalment falls due; absent where none is left. */
  nextPaymentDate?: string;
  /** Amount of the next instalment; absent where none is left. */
  nextPaymentAmount?: Amount;
  /** `active` is paid on time, `inArrears` has overdue instalments, `frozen` is suspended, `closed` is repaid. */
  status: 'active' | 'inArrears' | 'frozen' | 'closed' | (string & {});
  /** Parts of the loan, each with its own rate and term. */
  tracks: {
    /** Name of the track. */
    name: string;
    /** Amount of the track at drawdown. */
    originalAmount: Amount;
    /** Principal of the track that is not due yet, without indexation. */
    outstandingPrincipal: Amount;
    /** How the rate of the track behaves. */
    interestType: 'fixed' | 'variable' | 'indexed' | (string & {});
    /** Interest rate of the track in per cent a year, as a decimal string. */
    annualInterestRate: string;
    /** Index that the track follows; absent for a fixed track. */
    index?: {
      /** Name of the index. */
      name: string;
      /** Points above the index that make up the rate, as a decimal string; absent where the rate has none. */
      margin?: string;
      /** Value of the index at drawdown, as a decimal string; absent where the principal is not indexed. */
      baseValue?: string;
    };
    /** How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment. */
    repaymentMethod: 'annuity' | 'equalPrincipal' | 'interestOnly' | 'balloon' | (string & {});
    /** Term of the track in months. */
    termInMonths: number;
    /** Day on which the track was drawn. */
    startDate: string;
    /** Day on which the last instalment of the track falls due. */
    endDate: string;
    /** Day on which the rate may next change; absent where it cannot change any more. */
    nextRateChangeDate?: string;
  }[];
  /** Collateral that secures the loan; empty where it is unsecured. */
  collaterals: {
    /** Kind of collateral. */
    type: 'property' | 'vehicle' | 'deposit' | 'securities' | (string & {});
    /** Description of the collateral in plain words. */
    description: string;
    /** Value of the collateral at its valuation. */
    value: Amount;
    /** Day on which the collateral was valued. */
    valuationDate: string;
  }[];
  /** Number of guarantors of the loan. */
  guarantors: number;
  /** Terms of repaying the loan today; absent where nothing is left to repay. */
  earlyRepayment?: {
    /** First day on which the loan may be repaid early. */
    allowedFrom: string;
    /** Fee for repaying the loan today. */
    fee: Amount;
    /** Amount that repays the loan today, with the fee. */
    amountToday: Amount;
  };
  /** Instalments that are not paid yet, in the order of their due dates. */
  remainingSchedule: {
    /** Number of the instalment, counted from 1 at the start of the loan. */
    number: number;
    /** Day on which the instalment falls due. */
    dueDate: string;
    /** Principal before the instalment. */
    openingBalance: Amount;
    /** What the index adds to the principal before the instalment. */
    indexation: Amount;
    /** Part of the instalment that is interest. */
    interest: Amount;
    /** Part of the instalment that repays principal. */
    principal: Amount;
    /** Part of the instalment that is fees. */
    fees: Amount;
    /** Amount to pay on the due date. */
    instalment: Amount;
    /** Principal after the instalment. */
    closingBalance: Amount;
    /** `true` where the instalment fell due and is not paid; absent otherwise. */
    overdue?: boolean;
  }[];
  /** Path of these details. */
  _links: {
    /** This resource. */
    self?: Link;
  };
}

export interface LoanEligibility {
  /** The account whose income and debt service were judged. */
  account: BranchAccount;
  /** The bank's day on which the judgement was made. */
  asOf: string;
  /** Whether the bank would offer a loan: by income, debt service, arrears and the length of the relationship. If not, `reasons` has every reason. */
  eligible: boolean;
  /** Codes of the rules that exclude a loan; empty where the customer is eligible. */
  reasons: ('IN_ARREARS' | 'INCOME_TOO_LOW' | 'CUSTOMER_TOO_NEW' | 'DEBT_IN_OTHER_CURRENCY' | 'NO_PRODUCT' | 'PAYMENT_CAPACITY_TOO_LOW' | (string & {}))[];
  /** Loans the bank would offer; empty where the customer is not eligible. */
  offers: {
    /** Name of the loan product. */
    product: string;
    /** Lowest amount the bank lends under this offer. */
    minimumAmount: Amount;
    /** Highest amount the bank lends this customer under this offer. */
    maximumAmount: Amount;
    /** Currency of the loan, an ISO 4217 code. */
    currency: string;
    /** Shortest and longest term of the loan. */
    termInMonths: {
      /** Shortest term in months. */
      minimum: number;
      /** Longest term in months. */
      maximum: number;
    };
    /** Interest rate in per cent a year, as a decimal string. */
    annualInterestRate: string;
    /** Monthly instalment of the highest amount over the longest term. */
    estimatedInstalment: Amount;
    /** Annual percentage rate of charge (Directive 2014/17/EU Annex I) of the highest amount over the longest term, in per cent with one decimal. */
    aprc: string;
    /** Last day on which the offer holds. */
    validUntil: string;
  }[];
}

export interface LoanList {
  /** Loans of one page that the consent covers. */
  loans: Loan[];
  /** Paths of the first page and, except on the last page, the next page. */
  _links: {
    /** Path of the first page. */
    first: Link;
    /** Path of the next page; absent on the last page. */
    next?: Link;
  };
}

export interface Mandate {
  /** Reference that the creditor gives the mandate, unique for this creditor. */
  mandateId: string;
  /** Scheme of the mandate and how its amounts behave. */
  mandateType: {
    /** Direct-debit scheme as an ISO 20022 local instrument code. */
    localInstrumentCode: 'CORE' | 'B2B' | 'DDMC' | (string & {});
    /** How amounts behave: `FIXE` collects a fixed amount, `USGB` by usage, `VARI` a varying amount. */
    classificationCode: 'FIXE' | 'USGB' | 'VARI' | (string & {});
    /** Purpose of the collections as an ISO 20022 ExternalCategoryPurpose1Code. */
    categoryPurposeCode?: string;
  };
  /** How often, and between which days, the creditor collects. */
  occurrences: {
    /** `RCUR` recurs, `OOFF` collects once. */
    sequenceType: 'RCUR' | 'OOFF' | (string & {});
    /** Frequency of collections as an ISO 20022 Frequency6Code; required for recurring mandates. */
    frequencyType?: 'YEAR' | 'MIAN' | 'QURT' | 'MNTH' | 'FRTN' | 'WEEK' | 'DAIL' | 'ADHO' | (string & {});
    /** First day on which the creditor may collect; without it, as soon as the mandate is active. */
    firstCollectionDate?: string;
    /** Last day on which the creditor may collect; without it, the mandate has no end. */
    finalCollectionDate?: string;
  };
  /** Amount of each collection; for mandates of a fixed amount. */
  collectionAmount?: RequestedAmount;
  /** Highest amount of one collection; for mandates of varying amounts. */
  maximumAmount?: RequestedAmount;
  /** Reason for the mandate, as a code or in the creditor's own words. */
  reason?: {
    /** Reason as an ISO 20022 ExternalMandateSetupReason1Code. */
    code?: string;
    /** Reason in the creditor's own words. */
    proprietary?: string;
  };
  /** Party that collects. */
  creditor: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Identification of the creditor in the scheme, such as a SEPA creditor identifier. */
  creditorSchemeIdentification: string;
  /** Account that receives the collections. */
  creditorAccount: AccountReference;
  /** BIC (ISO 9362) of the creditor's bank. */
  creditorAgent?: string;
  /** Party on whose behalf the creditor collects. */
  ultimateCreditor?: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Party that pays. */
  debtor: {
    /** Name of the party that pays. */
    name: string;
  };
  /** Account that is debited; where it is absent, the customer chooses one during the approval. */
  debtorAccount?: AccountReference;
  /** Party on whose behalf the debtor pays. */
  ultimateDebtor?: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Contract or invoice that the mandate belongs to. */
  referredDocument?: {
    /** Type of the document as an ISO 20022 code. */
    typeCode?: string;
    /** Type of the document in the creditor's own words. */
    typeProprietary?: string;
    /** Number of the document. */
    number?: string;
    /** Creditor's reference to the document. */
    creditorReference?: string;
    /** Date of the document. */
    relatedDate?: string;
  };
  /** Id of the mandate. */
  resourceId: string;
  /** Current status of the mandate (MandateStatus of the openFinance data dictionary). */
  mandateStatus: 'RCVD' | 'PATC' | 'ACTV' | 'SUSP' | 'EXPI' | 'CANC' | 'RJCT' | (string & {});
  /** Day on which the customer approved the mandate; absent before. */
  dateOfSignature?: string;
  /** Instant at which the status last changed. */
  statusChangeDateTime: string;
  /** Reason for the status as a MandateReasonCode of the openFinance data dictionary; absent where there is none. */
  reasonCode?: string;
}

export interface MandateCancellation {
  /** Id of the mandate, for the scope `MANDATE-CANCEL:<resourceId>`. */
  resourceId: string;
  /** Status of the mandate, unchanged until the customer approves the cancellation. */
  mandateStatus: 'RCVD' | 'PATC' | 'ACTV' | 'SUSP' | 'EXPI' | 'CANC' | 'RJCT' | (string & {});
  /** `scaOAuth` is the metadata of the cancellation issuer; `self` and `status` are the mandate's own paths. */
  _links: {
    /** Metadata of the issuer at which the customer approves; an absolute URL. */
    scaOAuth?: Link;
    /** This resource. */
    self?: Link;
    /** Status of this resource. */
    status?: Link;
  };
}

export interface MandateCreated {
  /** Id of the mandate, for its paths and the scope `MANDATE:<resourceId>`. */
  resourceId: string;
  /** Status of the mandate (MandateStatus of the openFinance data dictionary); `RCVD` until the customer approves it. */
  mandateStatus: 'RCVD' | 'PATC' | 'ACTV' | 'SUSP' | 'EXPI' | 'CANC' | 'RJCT' | (string & {});
  /** `scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the mandate's own paths. */
  _links: {
    /** Metadata of the issuer at which the customer approves; an absolute URL. */
    scaOAuth?: Link;
    /** This resource. */
    self?: Link;
    /** Status of this resource. */
    status?: Link;
  };
  /** Warnings about parts of the request that the bank ignored; absent where there are none. */
  tppMessages?: {
    /** Always `WARNING`: the request succeeded, but a part of it was ignored. */
    category: 'WARNING' | (string & {});
    /** Always `WARNING`. */
    code: 'WARNING' | (string & {});
    /** JSON Pointer into the body, or the name of the header or parameter that was ignored. */
    path: string;
    /** Why it was ignored. */
    text: string;
  }[];
}

export interface MandateRequest {
  /** Reference that the creditor gives the mandate, unique for this creditor. */
  mandateId: string;
  /** Scheme of the mandate and how its amounts behave. */
  mandateType: {
    /** Direct-debit scheme as an ISO 20022 local instrument code. */
    localInstrumentCode: 'CORE' | 'B2B' | 'DDMC';
    /** How amounts behave: `FIXE` collects a fixed amount, `USGB` by usage, `VARI` a varying amount. */
    classificationCode: 'FIXE' | 'USGB' | 'VARI';
    /** Purpose of the collections as an ISO 20022 ExternalCategoryPurpose1Code. */
    categoryPurposeCode?: string;
  };
  /** How often, and between which days, the creditor collects. */
  occurrences: {
    /** `RCUR` recurs, `OOFF` collects once. */
    sequenceType: 'RCUR' | 'OOFF';
    /** Frequency of collections as an ISO 20022 Frequency6Code; required for recurring mandates. */
    frequencyType?: 'YEAR' | 'MIAN' | 'QURT' | 'MNTH' | 'FRTN' | 'WEEK' | 'DAIL' | 'ADHO';
    /** First day on which the creditor may collect; without it, as soon as the mandate is active. */
    firstCollectionDate?: string;
    /** Last day on which the creditor may collect; without it, the mandate has no end. */
    finalCollectionDate?: string;
  };
  /** Amount of each collection; for mandates of a fixed amount. */
  collectionAmount?: RequestedAmountInRequest;
  /** Highest amount of one collection; for mandates of varying amounts. */
  maximumAmount?: RequestedAmountInRequest;
  /** Reason for the mandate, as a code or in the creditor's own words. */
  reason?: {
    /** Reason as an ISO 20022 ExternalMandateSetupReason1Code. */
    code?: string;
    /** Reason in the creditor's own words. */
    proprietary?: string;
  };
  /** Party that collects. */
  creditor: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: readonly string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Identification of the creditor in the scheme, such as a SEPA creditor identifier. */
  creditorSchemeIdentification: string;
  /** Account that receives the collections. */
  creditorAccount: AccountReferenceInRequest;
  /** BIC (ISO 9362) of the creditor's bank. */
  creditorAgent?: string;
  /** Party on whose behalf the creditor collects. */
  ultimateCreditor?: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: readonly string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Party that pays. */
  debtor: {
    /** Name of the party that pays. */
    name: string;
  };
  /** Account that is debited; where it is absent, the customer chooses one during the approval. */
  debtorAccount?: AccountReferenceInRequest;
  /** Party on whose behalf the debtor pays. */
  ultimateDebtor?: {
    /** Name of the party. */
    name: string;
    /** Postal address of the party; absent where it is not known. */
    address?: {
      /** Address as free lines, at most seven. */
      addressLines?: readonly string[];
      /** Street name of the address. */
      streetName?: string;
      /** Building number of the address. */
      buildingNumber?: string;
      /** Postal code of the address. */
      postCode?: string;
      /** Town of the address. */
      townName?: string;
      /** Country as an ISO 3166-1 alpha-2 code. */
      country?: string;
    };
  };
  /** Contract or invoice that the mandate belongs to. */
  referredDocument?: {
    /** Type of the document as an ISO 20022 code. */
    typeCode?: string;
    /** Type of the document in the creditor's own words. */
    typeProprietary?: string;
    /** Number of the document. */
    number?: string;
    /** Creditor's reference to the document. */
    creditorReference?: string;
    /** Date of the document. */
    relatedDate?: string;
  };
}

export interface MandateState {
  /** Current status of the mandate (MandateStatus of the openFinance data dictionary). */
  mandateStatus: 'RCVD' | 'PATC' | 'ACTV' | 'SUSP' | 'EXPI' | 'CANC' | 'RJCT' | (string & {});
  /** Reason for the status as a MandateReasonCode of the openFinance data dictionary; absent where there is none. */
  reasonCode?: string;
}

export interface MortgageSimulation {
  /** Day on which the loan is drawn. */
  drawdownDate: string;
  /** Day of the first instalment. */
  firstPaymentDate: string;
  /** Day of the last instalment. */
  lastPaymentDate: string;
  /** Number of instalments of the loan. */
  numberOfInstalments: number;
  /** The loan and the fees added to it: what the principal column sums to. */
  totalAmountOfCredit: Amount;
  /** Total amount of credit in per cent of the property value. */
  loanToValue: string;
  /** Amount of the first instalment. */
  firstInstalment: Amount;
  /** Amount of the highest instalment. */
  highestInstalment: Amount;
  /** Interest over the whole term. */
  totalInterest: Amount;
  /** What the indices add to the loan over the whole term. */
  totalIndexation: Amount;
  /** All fees together. */
  totalFees: Amount;
  /** All payments together: principal, interest, indexation and fees. */
  totalAmountPayable: Amount;
  /** Annual percentage rate of charge (Directive 2014/17/EU Annex I), per cent, one decimal. */
  aprc: string;
  /** The same, six decimals. */
  aprcExact: string;
  /** The first full instalment a month in per cent of monthlyNetIncome. */
  paymentToIncome?: string;
  /** The same loan under raised rates; absent unless the request has `stress`. */
  stressed?: {
    /** Points added to the yearly rates, as requested. */
    rateIncrease: string;
    /** Tracks whose rate was raised. */
    appliesTo: 'all' | 'variable' | (string & {});
    /** Amount of the first instalment under the raised rates. */
    firstInstalment: Amount;
    /** Amount of the highest instalment under the raised rates. */
    highestInstalment: Amount;
    /** Interest over the whole term under the raised rates. */
    totalInterest: Amount;
    /** All payments together under the raised rates. */
    totalAmountPayable: Amount;
    /** Annual percentage rate of charge (Directive 2014/17/EU Annex I), per cent, one decimal. */
    aprc: string;
    /** The same, six decimals. */
    aprcExact: string;
    /** Per cent. */
    paymentToIncome?: string;
  };
  /** Summary of each track, in the order of the request. */
  tracks: {
    /** Name of the track, as requested. */
    name: string;
    /** Amount of the track. */
    amount: Amount;
    /** Per cent of the loan. */
    share: string;
    /** How the rate of the track behaves. */
    interestType: 'fixed' | 'variable' | 'indexed' | (string & {});
    /** Interest rate at the beginning in per cent a year, as a decimal string. */
    annualInterestRate: string;
    /** Index that the track follows; absent where the request named none. */
    index?: {
      /** Name of the index. */
      name: string;
      /** Assumed for the whole term; 0 where absent. Of a variable rate: points a year. Of an indexed track: growth of what is owed, per cent a year. */
      assumedAnnualChange?: string;
      /** The part of annualInterestRate that is above the index; it is included there. */
      margin?: string;
    };
    /** Term of the track in months. */
    termInMonths: number;
    /** How the track is repaid. */
    repaymentMethod: 'annuity' | 'equalPrincipal' | 'interestOnly' | 'balloon' | (string & {});
    /** Number of instalments of the track. */
    numberOfInstalments: number;
    /** Day of the last instalment of the track. */
    lastPaymentDate: string;
    /** Amount of the first instalment of the track. */
    firstInstalment: Amount;
    /** Amount of the highest instalment of the track. */
    highestInstalment: Amount;
    /** Interest of the track over its whole term. */
    totalInterest: Amount;
    /** What the index adds to the track over its whole term. */
    totalIndexation: Amount;
    /** All instalments of the track together. */
    totalAmountPayable: Amount;
  }[];
  /** One row for each instalment or year; absent with `schedule=none`. */
  schedule?: {
    /** Number of the instalment, or of the year of the loan, counted from 1. */
    number: number;
    /** Day of the instalment, or of the last one in the year. */
    date: string;
    /** Principal before the instalment. */
    openingBalance: Amount;
    /** Part of the instalment that is interest. */
    interest: Amount;
    /** Part of the instalment that repays principal. */
    principal: Amount;
    /** Part of the instalment that repays what the index has added. */
    indexation: Amount;
    /** Part of the instalment that is fees. */
    fees: Amount;
    /** Amount to pay. */
    instalment: Amount;
    /** Principal after the instalment. */
    closingBalance: Amount;
  }[];
  /** Limits of the bank that the loan exceeds; empty where it exceeds none. */
  warnings: {
    /** Limit that is exceeded. */
    code: 'LOAN_TO_VALUE_HIGH' | 'PAYMENT_TO_INCOME_HIGH' | 'STRESSED_PAYMENT_TO_INCOME_HIGH' | 'TERM_LONG' | (string & {});
    /** Explanation of the warning in plain words. */
    text: string;
  }[];
}

export interface MortgageSimulationRequest {
  /** Value of the property that secures the loan. */
  propertyValue: RequestedAmount;
  /** Amount of the loan, without financed fees. */
  loanAmount: RequestedAmount;
  /** Day on which the loan is drawn; the bank's today by default. */
  drawdownDate?: string;
  /** Day of the first instalment; one payment period after the drawdown by default. */
  firstPaymentDate?: string;
  /** Default monthly. */
  paymentFrequency?: 'monthly' | 'quarterly' | 'yearly';
  /** Parts of the loan, each with its own rate and term; together they are the loan. */
  tracks: readonly MortgageTrack[];
  /** Fees of the loan; none by default. */
  fees?: readonly {
    /** Name of the fee, such as a valuation fee. */
    type: string;
    /** Amount of the fee each time it is paid. */
    amount: RequestedAmount;
    /** At drawdown; with each instalment; with the instalment that completes a year; with the last instalment. */
    timing: 'upfront' | 'perPayment' | 'yearly' | 'atEnd';
    /** Added to the loan. Only for fees at drawdown. */
    financed?: boolean;
  }[];
  /** Net income of the household in a month; without it the answer has no `paymentToIncome`. */
  monthlyNetIncome?: RequestedAmount;
  /** Rise of the rates to simulate as well; without it the answer has no `stressed`. */
  stress?: {
    /** Points added to the yearly rate from the first day. */
    rateIncrease: string;
    /** All tracks (default), or only those of variable rate. */
    appliesTo?: 'all' | 'variable';
  };
}

/** Exactly one of `amount` and `share` is present. */
export interface MortgageTrack {
  /** Name of the track; the answer repeats it. */
  name: string;
  /** Amount of the track; either `amount` or `share` is required. */
  amount?: RequestedAmount;
  /** Per cent of loanAmount; all shares together are 100. */
  share?: string;
  /** How the rate of the track behaves. */
  interestType: 'fixed' | 'variable' | 'indexed';
  /** Per cent a year, all in, at the beginning. */
  annualInterestRate: string;
  /** Index that a variable or indexed track follows. */
  index?: {
    /** Name of the index. */
    name: string;
    /** Assumed for the whole term; 0 where absent. Of a variable rate: points a year. Of an indexed track: growth of what is owed, per cent a year. */
    assumedAnnualChange?: string;
    /** The part of annualInterestRate that is above the index; it is included there. */
    margin?: string;
  };
  /** Term of the track in months. */
  termInMonths: number;
  /** How the track is repaid: equal instalments, equal principal, interest only, or with a last large payment. */
  repaymentMethod: 'annuity' | 'equalPrincipal' | 'interestOnly' | 'balloon';
  /** Principal that is repaid with the last instalment; for `balloon` only. */
  balloonAmount?: RequestedAmount;
  /** Interest only, from the beginning. */
  gracePeriodInMonths?: number;
  /** Changes of the rate during the term, in ascending order. */
  rateSteps?: readonly {
    /** Month of the loan, counted from 1, from which the rate holds; a payment period begins with it. */
    fromMonth: number;
    /** Per cent a year. */
    annualInterestRate: string;
  }[];
}

export interface Order {
  /** Id of the order; the transactions that fill it name it. */
  orderId: string;
  /** Whether the customer buys, sells, subscribes to or redeems the instrument. */
  side: 'buy' | 'sell' | 'subscription' | 'redemption' | (string & {});
  /** Instrument that is ordered. */
  financialInstrument: Instrument;
  /** Number of units ordered; absent where a nominal amount is ordered. */
  unitsNumberOrder?: number;
  /** Nominal amount ordered, for bonds; absent where a number of units is ordered. */
  unitsNominalOrder?: Amount;
  /** Market the order is sent to. */
  placeOfTrade: {
    /** Market identifier code (ISO 10383). */
    mic: string;
  };
  /** Limit of the price as an amount; absent where the order has no limit or is for a bond. */
  limitPriceAmount?: Amount;
  /** Limit of the price in per cent of the nominal, for bonds; absent otherwise. */
  limitPricePercent?: string;
  /** Price as an amount that activates the order; absent where the order has no stop or is for a bond. */
  stopPriceAmount?: Amount;
  /** Price in per cent of the nominal that activates the order, for bonds; absent otherwise. */
  stopPricePercent?: string;
  /** Kinds of order by their openFinance names, such as `atMarket` or `limitOrder`. */
  typesOfOrder: string[];
  /** How long the order stands, by its openFinance name, such as `day` or `goodTillDate`. */
  timeInForce: string;
  /** Last day on which the order stands; absent where it has no such day. */
  expiryDate?: string;
  /** Cash account that pays for the order, or receives its proceeds. */
  relatedCashAccount: AccountReference;
  /** Whether the order was split into several. */
  orderSplit: boolean;
  /** Whether the customer can still change the order. */
  orderModifyable: boolean;
  /** Status of the order (OrderStatusCode of the openFinance data dictionary). */
  orderStatus: 'unknown' | 'new' | 'partiallyFilled' | 'filled' | 'doneForDay' | 'canceled' | 'replaced' | 'pendingCancel' | 'stopped' | 'rejected' | 'suspended' | 'pendingNew' | 'calculated' | 'expired' | 'acceptedForBidding' | 'pendingReplace' | (string & {});
  /** Remarks about the order; absent where there are none. */
  details?: string;
  /** Paths of the transactions that fill the order; absent where nothing is filled or the consent does not cover them. */
  _links?: {
    /** Paths of the transactions that fill the order. */
    relatedTransactions: Link[];
  };
}

export interface Payment {
  /** Reference that travels with the payment to the creditor; absent where the debtor gives none. */
  endToEndIdentification?: string;
  /** Reference between the client and this bank; the creditor never sees it. */
  instructionIdentification?: string;
  /** Account to pay from; where it is absent, the customer chooses one during the approval. */
  debtorAccount?: AccountReference;
  /** Name of the party that pays, where it differs from the account's owner. */
  debtorName?: string;
  /** Party on whose behalf the debtor pays. */
  ultimateDebtor?: string;
  /** Amount to pay, in the currency in which the creditor receives it. */
  instructedAmount: RequestedAmount;
  /** Account to pay to. */
  creditorAccount: AccountReference;
  /** BIC (ISO 9362) of the creditor's bank. */
  creditorAgent?: string;
  /** Name of the creditor's bank. */
  creditorAgentName?: string;
  /** Name of the party that receives the money. */
  creditorName: string;
  /** Identification of the creditor, such as a SEPA creditor identifier. */
  creditorId?: string;
  /** Postal address of the creditor, as accepted. */
  creditorAddress?: {
    /** Street name of the address. */
    streetName?: string;
    /** Building number of the address. */
    buildingNumber?: string;
    /** Town of the address. */
    townName?: string;
    /** Postal code of the address. */
    postCode?: string;
    /** Country as an ISO 3166-1 alpha-2 code. */
    country: string;
  };
  /** Party on whose behalf the creditor receives the money. */
  ultimateCreditor?: string;
  /** Purpose of the payment as an ISO 20022 ExternalPurpose1Code. */
  purposeCode?: string;
  /** Who pays the charges, as an ISO 20022 ChargeBearerType1Code: with `SHAR` and `SLEV` each side pays its own bank, with `DEBT` the debtor pays all. Not every product takes each; `CRED` is always refused. */
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV' | (string & {});
  /** Free text for the creditor about the purpose of the payment. */
  remittanceInformationUnstructured?: string;
  /** Free text in several entries, at most 140 characters in total, counting one between two entries. */
  remittanceInformationUnstructuredArray?: string[];
  /** Structured reference for the creditor, instead of free text. */
  remittanceInformationStructured?: {
    /** Reference of the creditor, such as an ISO 11649 creditor reference. */
    reference: string;
    /** Type of the reference, such as `SCOR`. */
    referenceType?: string;
    /** Issuer of the reference. */
    referenceIssuer?: string;
  };
  /** Day on which the bank executes the payment, at most one year ahead; without it, as soon as the payment is approved. */
  requestedExecutionDate?: string;
  /** Id of the payment. */
  paymentId: string;
  /** Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code. */
  transactionStatus: 'RCVD' | 'RVCM' | 'PATC' | 'ACTC' | 'PDNG' | 'ACFC' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT' | 'CANC' | (string & {});
  /** What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without. */
  originalTransactionInformationAndVopStatus?: {
    /** `endToEndIdentification` of the payment, where it has one. */
    originalEndToEndId?: string;
    /** Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`. */
    transactionStatus: 'RCVD' | 'RVCM' | (string & {});
    /** Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`). */
    creditorNameMatch: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | (string & {});
    /** The owner's name as the creditor's bank has it; only with `CMTC`. */
    matchedCreditorName?: string;
  }[];
  /** Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it executes it; absent otherwise. */
  tppMessages?: {
    /** `ERROR` if the payment was rejected, `WARNING` if the bank investigates it or looks at it before it executes it. */
    category: 'ERROR' | 'WARNING' | (string & {});
    /** Message code of NextGenPSD2 1.3.11 §14.11. */
    code: 'FORMAT_ERROR' | 'PARAMETER_NOT_CONSISTENT' | 'PARAMETER_NOT_SUPPORTED' | 'TIMESTAMP_INVALID' | 'PERIOD_INVALID' | 'PAYMENT_FAILED' | 'EXECUTION_DATE_INVALID' | 'SESSIONS_NOT_SUPPORTED' | 'CERTIFICATE_MISSING' | 'CERTIFICATE_INVALID' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_REVOKED' | 'CERTIFICATE_BLOCKED' | 'ROLE_INVALID' | 'SIGNATURE_MISSING' | 'SIGNATURE_INVALID' | 'TOKEN_UNKNOWN' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'CONSENT_INVALID' | 'CONSENT_EXPIRED' | 'CONSENT_UNKNOWN' | 'SERVICE_BLOCKED' | 'PRODUCT_INVALID' | 'RESOURCE_UNKNOWN' | 'PRODUCT_UNKNOWN' | 'SERVICE_INVALID' | 'REQUESTED_FORMATS_INVALID' | 'STATUS_INVALID' | 'ACCESS_EXCEEDED' | 'INTERNAL_SERVER_ERROR' | 'SERVICE_UNAVAILABLE' | 'WARNING' | (string & {});
    /** Explanation of the code in plain words. */
    text?: string;
    /** The page that explains the code, a path under the base URL; absent from a `WARNING`. */
    href?: string;
  }[];
}

export interface PaymentCreated {
  /** Status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code; `RCVD`, or `RVCM` after a check of the name that the customer should look at, until the customer approves it. */
  transactionStatus: 'RCVD' | 'RVCM' | 'PATC' | 'ACTC' | 'PDNG' | 'ACFC' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT' | 'CANC' | (string & {});
  /** What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without. */
  originalTransactionInformationAndVopStatus?: {
    /** `endToEndIdentification` of the payment, where it has one. */
    originalEndToEndId?: string;
    /** Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`. */
    transactionStatus: 'RCVD' | 'RVCM' | (string & {});
    /** Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`). */
    creditorNameMatch: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | (string & {});
    /** The owner's name as the creditor's bank has it; only with `CMTC`. */
    matchedCreditorName?: string;
  }[];
  /** Id of the payment, for its paths and the scope `PIS:<paymentId>`. */
  paymentId: string;
  /** `scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the payment's own paths. */
  _links: {
    /** Metadata of the issuer at which the customer approves; an absolute URL. */
    scaOAuth?: Link;
    /** This resource. */
    self?: Link;
    /** Status of this resource. */
    status?: Link;
  };
  /** Warnings about parts of the request that the bank ignored; absent where there are none. */
  tppMessages?: {
    /** Always `WARNING`: the request succeeded, but a part of it was ignored. */
    category: 'WARNING' | (string & {});
    /** Always `WARNING`. */
    code: 'WARNING' | (string & {});
    /** JSON Pointer into the body, or the name of the header or parameter that was ignored. */
    path: string;
    /** Why it was ignored. */
    text: string;
  }[];
}

export interface PaymentRequest {
  /** Reference that travels with the payment to the creditor; absent where the debtor gives none. */
  endToEndIdentification?: string;
  /** Reference between the client and this bank; the creditor never sees it. */
  instructionIdentification?: string;
  /** Account to pay from; where it is absent, the customer chooses one during the approval. */
  debtorAccount?: AccountReferenceInRequest;
  /** Name of the party that pays, where it differs from the account's owner. */
  debtorName?: string;
  /** Party on whose behalf the debtor pays. */
  ultimateDebtor?: string;
  /** Amount to pay, in the currency in which the creditor receives it. */
  instructedAmount: RequestedAmountInRequest;
  /** Account to pay to. */
  creditorAccount: AccountReferenceInRequest;
  /** BIC (ISO 9362) of the creditor's bank. */
  creditorAgent?: string;
  /** Name of the creditor's bank. */
  creditorAgentName?: string;
  /** Name of the party that receives the money. */
  creditorName: string;
  /** Identification of the creditor, such as a SEPA creditor identifier. */
  creditorId?: string;
  /** Postal address of the creditor; required for cross-border payments. */
  creditorAddress?: {
    /** Street name of the address. */
    streetName?: string;
    /** Building number of the address. */
    buildingNumber?: string;
    /** Town of the address; required, because clearing rejects addresses without one. */
    townName: string;
    /** Postal code of the address. */
    postCode?: string;
    /** Country as an ISO 3166-1 alpha-2 code. */
    country: string;
  };
  /** Party on whose behalf the creditor receives the money. */
  ultimateCreditor?: string;
  /** Purpose of the payment as an ISO 20022 ExternalPurpose1Code. */
  purposeCode?: string;
  /** Who pays the charges, as an ISO 20022 ChargeBearerType1Code: with `SHAR` and `SLEV` each side pays its own bank, with `DEBT` the debtor pays all. Not every product takes each; `CRED` is always refused. */
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** Free text for the creditor about the purpose of the payment. */
  remittanceInformationUnstructured?: string;
  /** Free text in several entries, at most 140 characters in total, counting one between two entries. */
  remittanceInformationUnstructuredArray?: readonly string[];
  /** Structured reference for the creditor, instead of free text. */
  remittanceInformationStructured?: {
    /** Reference of the creditor, such as an ISO 11649 creditor reference. */
    reference: string;
    /** Type of the reference, such as `SCOR`. */
    referenceType?: string;
    /** Issuer of the reference. */
    referenceIssuer?: string;
  };
  /** Day on which the bank executes the payment, at most one year ahead; without it, as soon as the payment is approved. */
  requestedExecutionDate?: string;
}

export interface PaymentStatus {
  /** Current status of the payment as an ISO 20022 ExternalPaymentTransactionStatus1Code. */
  transactionStatus: 'RCVD' | 'RVCM' | 'PATC' | 'ACTC' | 'PDNG' | 'ACFC' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT' | 'CANC' | (string & {});
  /** What the check of the name found that the client asked for with `Client-VOP-Requested`; absent without. */
  originalTransactionInformationAndVopStatus?: {
    /** `endToEndIdentification` of the payment, where it has one. */
    originalEndToEndId?: string;
    /** Status of the payment after the check: `RCVD` if the name matches, otherwise `RVCM`. */
    transactionStatus: 'RCVD' | 'RVCM' | (string & {});
    /** Whether `creditorName` is the name of the owner of `creditorAccount`: match (`MTCH`), close match (`CMTC`), no match (`NMTC`), or no check possible (`NOAP`). */
    creditorNameMatch: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | (string & {});
    /** The owner's name as the creditor's bank has it; only with `CMTC`. */
    matchedCreditorName?: string;
  }[];
  /** Reason why the payment was rejected, or a note that the bank investigates it, or looks at it before it executes it; absent otherwise. */
  tppMessages?: {
    /** `ERROR` if the payment was rejected, `WARNING` if the bank investigates it or looks at it before it executes it. */
    category: 'ERROR' | 'WARNING' | (string & {});
    /** Message code of NextGenPSD2 1.3.11 §14.11. */
    code: 'FORMAT_ERROR' | 'PARAMETER_NOT_CONSISTENT' | 'PARAMETER_NOT_SUPPORTED' | 'TIMESTAMP_INVALID' | 'PERIOD_INVALID' | 'PAYMENT_FAILED' | 'EXECUTION_DATE_INVALID' | 'SESSIONS_NOT_SUPPORTED' | 'CERTIFICATE_MISSING' | 'CERTIFICATE_INVALID' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_REVOKED' | 'CERTIFICATE_BLOCKED' | 'ROLE_INVALID' | 'SIGNATURE_MISSING' | 'SIGNATURE_INVALID' | 'TOKEN_UNKNOWN' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'CONSENT_INVALID' | 'CONSENT_EXPIRED' | 'CONSENT_UNKNOWN' | 'SERVICE_BLOCKED' | 'PRODUCT_INVALID' | 'RESOURCE_UNKNOWN' | 'PRODUCT_UNKNOWN' | 'SERVICE_INVALID' | 'REQUESTED_FORMATS_INVALID' | 'STATUS_INVALID' | 'ACCESS_EXCEEDED' | 'INTERNAL_SERVER_ERROR' | 'SERVICE_UNAVAILABLE' | 'WARNING' | (string & {});
    /** Explanation of the code in plain words. */
    text?: string;
    /** The page that explains the code, a path under the base URL; absent from a `WARNING`. */
    href?: string;
  }[];
}

export interface Position {
  /** Instrument that is held, with its latest price. */
  financialInstrument: Instrument;
  /** Number of units held; absent for bonds. */
  unitsNumber?: number;
  /** Nominal amount held, for bonds; absent otherwise. */
  unitsNominal?: Amount;
  /** BIC (ISO 9362) of the custodian. */
  safekeepingPlace: string;
  /** Country of safekeeping as an ISO 3166-1 alpha-2 code. */
  safekeepingCountry: string;
  /** Kind of holding as an openFinance SecuritiesBalanceTypeCode; `AVAI` is available. */
  balanceType: string;
  /** Average price paid for one unit; absent for bonds. */
  averageBuyingPrice?: Amount;
  /** Total price paid, for bonds; absent otherwise. */
  totalBuyingPrice?: Amount;
  /** Value of the position in the account's currency; absent where the bank has no price. */
  estimatedCurrentValue?: {
    /** Value of the position. */
    amount: Amount;
    /** Day of the price that the value was computed with. */
    evaluationDate: string;
  };
  /** Interest accrued since the last coupon, for bonds; absent otherwise. */
  accruedInterest?: {
    /** Number of days since the last coupon. */
    daysAccrued: number;
    /** Accrued interest, one amount for each currency. */
    amounts: Amount[];
  };
  /** Rates used to convert the value into the account's currency; absent where nothing was converted. */
  currencyExchange?: ExchangeRate[];
  /** Remarks about the position; absent where there are none. */
  details?: string;
}

export interface RemovedTransaction {
  /** Id under which the entry was pending. */
  transactionId: string;
}

export interface RequestedAmount {
  /** Currency of the amount, an ISO 4217 code. */
  currency: string;
  /** Decimal string with a dot and without sign: at most 14 significant digits, and no more decimals than the currency has. */
  amount: string;
}

export interface RequestedAmountInRequest {
  /** Currency of the amount, an ISO 4217 code. */
  currency: string;
  /** Decimal string with a dot and without sign: at most 14 significant digits, and no more decimals than the currency has. */
  amount: string;
}

export interface SecuritiesAccount {
  /** Id of the resource in this interface; the paths of the other operations use it. */
  resourceId: string;
  /** Number of the securities account, with the scheme it belongs to. */
  other?: {
    /** The identification itself, such as a securities account number. */
    identification: string;
    /** Identification scheme as an ISO 20022 code; absent where the scheme is proprietary. */
    schemeNameCode?: string;
    /** Identification scheme in the bank's own words; absent where the scheme has a code. */
    schemeNameProprietary?: string;
    /** Issuer of the identification; absent where it is not known. */
    issuer?: string;
  };
  /** Currency in which the account is valued, an ISO 4217 code. */
  currency: string;
  /** Name of the account's owner; absent unless the consent grants it. */
  ownerName?: string;
  /** Name the bank gives the account. */
  name: string;
  /** Name the customer has given it; absent where the customer has given none. */
  displayName?: string;
  /** Name of the bank's product that the account is held under. */
  product: string;
  /** Kind of account as an ISO 20022 ExternalCashAccountType1Code; always `SCTS`, a securities account. */
  cashAccountType: 'SCTS' | (string & {});
  /** `enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed. */
  status: 'enabled' | 'blocked' | 'deleted' | (string & {});
  /** `PRIV` is a private product, `ORGA` one of an organisation. */
  usage: 'PRIV' | 'ORGA' | (string & {});
  /** Remarks of the bank about the account, such as where it is settled; absent where there are none. */
  details?: string;
  /** Value of the holdings; absent unless `withBalance=true` was requested and the consent covers balances. */
  balances?: Balance[];
  /** Fees of the account in plain words; absent where there is no such text. */
  tariffs?: string;
  /** Fees of the account as rules; absent where they are not known. */
  applicableFees?: {
    /** Kind of fee as an openFinance code; absent where the kind is proprietary. */
    typeCode?: string;
    /** Kind of fee in this bank's own words; absent where `typeCode` is present. */
    typeProprietary?: string;
    /** Rules that give the amount of the fee. */
    feeRules: {
      /** Fixed amount of the fee; absent where the fee is a percentage. */
      amount?: Amount;
      /** Fee in per cent of the base amount, as a decimal string; absent where the fee is fixed. */
      percentage?: string;
      /** Lowest base amount the rule applies to; absent where there is no lower bound. */
      fromBaseAmount?: Amount;
      /** Highest base amount the rule applies to; absent where there is no upper bound. */
      toBaseAmount?: Amount;
      /** Lowest fee under this rule; absent where there is none. */
      minimumAmount?: Amount;
      /** Highest fee under this rule; absent where there is none. */
      maximumAmount?: Amount;
    }[];
    /** First day on which the fee applies; absent where it applies already. */
    applicableFrom?: string;
    /** Last day on which the fee applies; absent where no end is known. */
    applicableTo?: string;
    /** Remarks about the fee; absent where there are none. */
    additionalInformation?: string;
  }[];
  /** Paths of the account's positions, transactions and orders, each only where the consent covers them. */
  _links: {
    /** Positions of this securities account. */
    positions?: Link;
    /** Transactions of this resource. */
    transactions?: Link;
    /** Orders of this securities account. */
    orders?: Link;
  };
}

export interface SecuritiesTransaction {
  /** Id of the transaction, unique within this bank. */
  transactionId: string;
  /** Reference that gives the order of booking. */
  entryReference: string;
  /** Dates of the transaction, at least one. */
  relevantDates: {
    /** What happened on the date. */
    type: 'effectiveSettlementDate' | 'settlementDate' | 'valueDate' | 'performanceDate' | 'bookingDate' | 'transactionDate' | (string & {});
    /** The date as a day; absent where the instant is known. */
    date?: string;
    /** The date as an instant; absent where only the day is known. */
    dateAndTime?: string;
  }[];
  /** Instrument that was traded, or that the corporate action concerns. */
  financialInstrument: Instrument;
  /** Order that the transaction fills; absent where there was none. */
  orderId?: string;
  /** Number of units; negative where they leave the account, absent for bonds. */
  unitsNumber?: number;
  /** Nominal amount, for bonds; negative where it leaves the account, absent otherwise. */
  unitsNominal?: Amount;
  /** Kind of transaction as an openFinance TransactionActivityCode: `SETT` is a settled trade, `CORP` a corporate action. */
  transactionTypeCode: string;
  /** Market of the trade; absent where there was no trade. */
  placeOfTrade?: {
    /** Market identifier code (ISO 10383). */
    mic: string;
  };
  /** Whether `transactionAmount` includes the fees. */
  amountIncludesFees: boolean;
  /** Whether `transactionAmount` includes taxes. */
  amountIncludesTaxes: boolean;
  /** Money that moved; negative where the customer paid, absent where none moved. */
  transactionAmount?: Amount;
  /** Fees of the transaction; absent where there were none. */
  relatedFees?: {
    /** Kind of fee as an openFinance code; absent where the kind is proprietary. */
    typeCode?: string;
    /** Kind of fee in this bank's own words; absent where `typeCode` is present. */
    typeProprietary?: string;
    /** Amount of the fee. */
    amount: Amount;
  }[];
  /** Rates used to convert the amount; absent where nothing was converted. */
  currencyExchange?: ExchangeRate[];
  /** `true` where the transaction reverses another one; absent otherwise. */
  reversalIndicator?: boolean;
  /** Id of the transaction that is reversed; absent where none is. */
  reversedTransactionId?: string;
  /** Number of units held before the transaction; absent for bonds. */
  unitsNumberBeforeTx?: number;
  /** Number of units held after the transaction; absent for bonds. */
  unitsNumberAfterTx?: number;
  /** Nominal amount held before the transaction, for bonds; absent otherwise. */
  unitsNominalBeforeTx?: Amount;
  /** Nominal amount held after the transaction, for bonds; absent otherwise. */
  unitsNominalAfterTx?: Amount;
  /** Accrued interest that was paid or received with a bond; absent otherwise. */
  accruedInterest?: {
    /** Number of days since the last coupon. */
    daysAccrued?: number;
    /** Accrued interest, one amount for each currency. */
    amounts: Amount[];
  };
  /** Remarks about the transaction, such as `Dividend`; absent where there are none. */
  details?: string;
}

export interface Transaction {
  /** Id of the entry, the same from pending to booked. */
  transactionId: string;
  /** Reference that gives the order of booking; a pending entry gets another one when it is booked. */
  entryReference: string;
  /** Reference that the payer gave the payment; absent where there is none. */
  endToEndId?: string;
  /** Creditor's reference of the mandate that a direct debit was collected under; absent otherwise. */
  mandateId?: string;
  /** Number of the cheque; absent where the entry is not a cheque. */
  checkId?: string;
  /** Creditor identifier of a direct debit, such as a SEPA creditor identifier; absent otherwise. */
  creditorId?: string;
  /** Day on which the entry was booked; absent while it is pending. */
  bookingDate?: string;
  /** Day from which the amount counts for interest. */
  valueDate: string;
  /** Amount of the entry in the account's currency; negative where the account is debited. */
  transactionAmount: Amount;
  /** Exchange rates used to convert the amount; absent where nothing was converted. */
  currencyExchange?: {
    /** Currency that is converted, an ISO 4217 code. */
    sourceCurrency: string;
    /** Rate as a decimal string: units of the other currency per unit of `unitCurrency`. */
    exchangeRate: string;
    /** Currency that the rate is quoted for one unit of, an ISO 4217 code. */
    unitCurrency: string;
    /** Currency it is converted to, an ISO 4217 code. */
    targetCurrency: string;
    /** Day on which the rate was quoted. */
    quotationDate: string;
    /** Identification of the exchange contract; absent where there is none. */
    contractIdentification?: string;
  }[];
  /** Name of the party that receives the money; absent where it is not known. */
  creditorName?: string;
  /** Account that receives the money; absent where it is not known. */
  creditorAccount?: AccountReference;
  /** BIC (ISO 9362) of the bank that receives the money; absent where it is not known. */
  creditorAgent?: string;
  /** Party on whose behalf the creditor receives the money; absent where there is none. */
  ultimateCreditor?: string;
  /** Name of the party that pays; absent where it is not known. */
  debtorName?: string;
  /** Account that pays; absent where it is not known. */
  debtorAccount?: AccountReference;
  /** BIC (ISO 9362) of the bank that pays; absent where it is not known. */
  debtorAgent?: string;
  /** Party on whose behalf the debtor pays; absent where there is none. */
  ultimateDebtor?: string;
  /** Free text about the purpose of the payment; absent where there is none. */
  remittanceInformationUnstructured?: string;
  /** Structured reference of the creditor; absent where there is none. */
  remittanceInformationStructured?: string;
  /** Further remarks of the bank about the entry; absent where there are none. */
  additionalInformation?: string;
  /** Purpose as an ISO 20022 ExternalPurpose1Code; absent where the payer gave none. */
  purposeCode?: string;
  /** Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family). */
  bankTransactionCode?: string;
  /** Kind of entry in this bank's own code. */
  proprietaryBankTransactionCode?: string;
  /** Balance of the account after this entry; absent unless the consent covers balances. */
  balanceAfterTransaction?: Balance;
}

export interface ListAccountsInput {
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ListAccountsAnswer {
  /** Current accounts that the consent covers; empty where it covers none. */
  accounts: Account[];
}

export interface ReadAccountInput {
  /** The `resourceId` of a current account, from the list of accounts. */
  accountId: string;
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ReadAccountAnswer {
  /** The requested account. */
  account: Account;
}

export interface ReadAccountBalancesInput {
  /** The `resourceId` of a current account, from the list of accounts. */
  accountId: string;
}

export interface ReadAccountBalancesAnswer {
  /** The account whose balances these are. */
  account: AccountReference;
  /** Balances of the account, one for each type. `closingBooked` is what was booked at the end of the last closed day, `interimBooked` what is booked now, entries of today included, `expected` adds what is pending, `interimAvailable` can be spent. */
  balances: Balance[];
}

export interface ListTransactionsInput {
  /** The `resourceId` of a current account, from the list of accounts. */
  accountId: string;
  /** Which entries to return: `both` is booked and pending, `information` is standing orders, `all` is all three. */
  bookingStatus: 'booked' | 'pending' | 'both' | 'information' | 'all';
  /** `true` adds the balances of the account, which the consent must cover; default `false`. */
  withBalance?: boolean;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** Lists what was booked after the entry with this `entryReference`, and with `bookingStatus=both` or `all` everything that is pending now. Instead of a period, and not together with `deltaList`. */
  entryReferenceFrom?: string;
  /** `true` lists what has changed since the last list of changes under this consent (the first one is the whole list; with `dateFrom` it begins anew from that day): what is booked, what is pending and new or changed, what is no longer pending. Follow `_links.changes` for what changes later. */
  deltaList?: boolean;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
}

export interface ListTransactionsAnswer {
  /** The account whose entries these are. */
  account: AccountReference;
  /** Entries of one page, grouped by booking status. */
  transactions: {
    /** Booked entries, newest first; absent where the request did not ask for them. */
    booked?: Transaction[];
    /** Entries that are not booked yet; absent where the request did not ask for them. */
    pending?: Transaction[];
    /** Entries that are no longer pending: booked, or gone. Only in a list of changes (`deltaList`) that includes pending entries; apply it before `pending` and `booked`. */
    removed?: RemovedTransaction[];
    /** Standing orders to come; absent where the request did not ask for them. */
    information?: Transaction[];
    /** Paths of the account, the first page and, except on the last page, the next page; on the last page of a list of changes the path of the next list of changes. */
    _links: {
      /** The account these belong to. */
      account?: Link;
      /** The first page. */
      first?: Link;
      /** The next page; absent on the last page. */
      next?: Link;
      /** What has changed since this report; only on the last page of a list of changes. */
      changes?: Link;
    };
  };
  /** Balances of the account; absent unless `withBalance=true` was requested. */
  balances?: Balance[];
}

export interface CreateConsentInput {
  /** The body of the request. */
  body: ConsentRequest;
}

export interface CreateConsentAnswer {
  /** Status of the consent; `received` until the customer approves it. */
  consentStatus: 'received' | 'partiallyAuthorised' | 'valid' | 'rejected' | 'expired' | 'revokedByPsu' | 'terminatedByTpp' | 'replacedByTpp' | (string & {});
  /** Id of the consent, for the header `Consent-ID` and the scope `AIS:<consentId>`. */
  consentId: string;
  /** `scaOAuth` is the issuer's metadata, with which the approval begins; `self` and `status` are the consent's own paths. */
  _links: {
    /** Metadata of the issuer at which the customer approves; an absolute URL. */
    scaOAuth?: Link;
    /** This resource. */
    self?: Link;
    /** Status of this resource. */
    status?: Link;
  };
  /** Warnings about parts of the request that the bank ignored; absent where there are none. */
  tppMessages?: {
    /** Always `WARNING`: the request succeeded, but a part of it was ignored. */
    category: 'WARNING' | (string & {});
    /** Always `WARNING`. */
    code: 'WARNING' | (string & {});
    /** JSON Pointer into the body, or the name of the header or parameter that was ignored. */
    path: string;
    /** Why it was ignored. */
    text: string;
  }[];
}

export interface DeleteConsentInput {
  /** Id of a consent, from the response that created it. */
  consentId: string;
}

export type DeleteConsentAnswer = undefined;

export interface ReadConsentInput {
  /** Id of a consent, from the response that created it. */
  consentId: string;
}

export interface ReadConsentAnswer {
  /** Rights as requested; once the customer has approved them, rights as granted. */
  access: Access;
  /** Whether the consent allows access until `validUntil` or within 24 hours of the approval only. */
  recurringIndicator: boolean;
  /** Last day on which the consent is valid; at most the bank's maximum validity after its creation. */
  validUntil: string;
  /** Reads of each operation and resource within any 24 hours while the customer is absent. */
  frequencyPerDay: number;
  /** Day on which the status of the consent last changed. */
  lastActionDate: string;
  /** Current status of the consent. */
  consentStatus: 'received' | 'partiallyAuthorised' | 'valid' | 'rejected' | 'expired' | 'revokedByPsu' | 'terminatedByTpp' | 'replacedByTpp' | (string & {});
  /** Paths of the consent and its status, and of the accounts where the consent gives access to them. */
  _links: {
    /** This resource. */
    self?: Link;
    /** Status of this resource. */
    status?: Link;
    /** The account these belong to. */
    account?: Link;
  };
}

export interface ReadConsentStatusInput {
  /** Id of a consent, from the response that created it. */
  consentId: string;
}

export interface ReadConsentStatusAnswer {
  /** Current status of the consent. */
  consentStatus: 'received' | 'partiallyAuthorised' | 'valid' | 'rejected' | 'expired' | 'revokedByPsu' | 'terminatedByTpp' | 'replacedByTpp' | (string & {});
}

export interface ReadPaymentInput {
  /** Payment product, such as `sepa-credit-transfers`. */
  paymentProduct: 'sepa-credit-transfers' | 'instant-sepa-credit-transfers' | 'target-2-payments' | 'cross-border-credit-transfers' | 'masav' | 'zahav' | 'fp';
  /** Id of a payment, from the response that created it. */
  paymentId: string;
}

export type ReadPaymentAnswer = Payment;

export interface ReadPaymentStatusInput {
  /** Payment product, such as `sepa-credit-transfers`. */
  paymentProduct: 'sepa-credit-transfers' | 'instant-sepa-credit-transfers' | 'target-2-payments' | 'cross-border-credit-transfers' | 'masav' | 'zahav' | 'fp';
  /** Id of a payment, from the response that created it. */
  paymentId: string;
}

export type ReadPaymentStatusAnswer = PaymentStatus;

export interface CreatePaymentInput {
  /** Payment product, such as `sepa-credit-transfers`. */
  paymentProduct: 'sepa-credit-transfers' | 'instant-sepa-credit-transfers' | 'target-2-payments' | 'cross-border-credit-transfers' | 'masav' | 'zahav' | 'fp';
  /** The body of the request. */
  body: PaymentRequest;
}

export type CreatePaymentAnswer = PaymentCreated;

export type ReadConsentsMetadataAnswer = IssuerMetadata;

export type ReadPaymentsMetadataAnswer = IssuerMetadata;

export interface ListLoansInput {
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ListLoansAnswer {
  /** Loan accounts that the consent covers; empty where it covers none. */
  loanAccounts: ContractAccount[];
}

export interface ReadLoanInput {
  /** The `resourceId` of a loan account, from the list of loan accounts. */
  loanAccountId: string;
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ReadLoanAnswer {
  /** The requested loan account. */
  loanAccount: ContractAccount;
}

export interface ReadLoanBalancesInput {
  /** The `resourceId` of a loan account, from the list of loan accounts. */
  loanAccountId: string;
}

export interface ReadLoanBalancesAnswer {
  /** The loan account whose balances these are. */
  loanAccount: AccountReference;
  /** Balances of the loan account; negative, as the customer owes them. */
  balances: Balance[];
}

export interface ListLoanTransactionsInput {
  /** The `resourceId` of a loan account, from the list of loan accounts. */
  loanAccountId: string;
  /** Which entries to answer; default `booked`. `all` equals `both`, as these accounts have no standing orders. */
  bookingStatus?: 'booked' | 'pending' | 'both' | 'all' | 'information';
  /** `true` adds the balances of the account, which the consent must cover; default `false`. */
  withBalance?: boolean;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  entryReferenceFrom?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  deltaList?: string;
}

export interface ListLoanTransactionsAnswer {
  /** The loan account whose entries these are. */
  loanAccount: AccountReference;
  /** Entries of one page, grouped by booking status. */
  transactions: ContractEntries;
  /** Balances of the loan account; absent unless `withBalance=true` was requested. */
  balances?: Balance[];
}

export interface ListSavingsInput {
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ListSavingsAnswer {
  /** Savings accounts that the consent covers; empty where it covers none. */
  savingsAccounts: ContractAccount[];
}

export interface ReadSavingsInput {
  /** The `resourceId` of a savings account, from the list of savings accounts. */
  savingsAccountId: string;
  /** `true` adds balances to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ReadSavingsAnswer {
  /** The requested savings account. */
  savingsAccount: ContractAccount;
}

export interface ReadSavingsBalancesInput {
  /** The `resourceId` of a savings account, from the list of savings accounts. */
  savingsAccountId: string;
}

export interface ReadSavingsBalancesAnswer {
  /** The savings account whose balances these are. */
  savingsAccount: AccountReference;
  /** Balances of the savings account, one for each type. */
  balances: Balance[];
}

export interface ListSavingsTransactionsInput {
  /** The `resourceId` of a savings account, from the list of savings accounts. */
  savingsAccountId: string;
  /** Which entries to answer; default `booked`. `all` equals `both`, as these accounts have no standing orders. */
  bookingStatus?: 'booked' | 'pending' | 'both' | 'all' | 'information';
  /** `true` adds the balances of the account, which the consent must cover; default `false`. */
  withBalance?: boolean;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  entryReferenceFrom?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  deltaList?: string;
}

export interface ListSavingsTransactionsAnswer {
  /** The savings account whose entries these are. */
  savingsAccount: AccountReference;
  /** Entries of one page, grouped by booking status. */
  transactions: ContractEntries;
  /** Balances of the savings account; absent unless `withBalance=true` was requested. */
  balances?: Balance[];
}

export interface CreateMandateInput {
  /** The body of the request. */
  body: MandateRequest;
}

export type CreateMandateAnswer = MandateCreated;

export interface ReadMandateInput {
  /** Id of a mandate, from the answer that created it. */
  resourceId: string;
}

export type ReadMandateAnswer = Mandate;

export interface DeleteMandateInput {
  /** Id of a mandate, from the answer that created it. */
  resourceId: string;
}

export type DeleteMandateAnswer = MandateCancellation | undefined;

export interface ReadMandateStatusInput {
  /** Id of a mandate, from the answer that created it. */
  resourceId: string;
}

export type ReadMandateStatusAnswer = MandateState;

export type ReadMandatesMetadataAnswer = IssuerMetadata;

export type ReadCancellationMetadataAnswer = IssuerMetadata;

export interface ListSecuritiesAccountsInput {
  /** `true` adds the value of the holdings to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  evaluationCurrency?: string;
}

export interface ListSecuritiesAccountsAnswer {
  /** Securities accounts that the consent covers; empty where it covers none. */
  securitiesAccounts: SecuritiesAccount[];
}

export interface ReadSecuritiesAccountInput {
  /** The `resourceId` of a securities account, from the list of securities accounts. */
  securitiesAccountId: string;
  /** `true` adds the value of the holdings to the accounts whose balances the consent covers; default `false`. */
  withBalance?: boolean;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  evaluationCurrency?: string;
}

export interface ReadSecuritiesAccountAnswer {
  /** The requested securities account. */
  securitiesAccount: SecuritiesAccount;
}

export interface ListPositionsInput {
  /** The `resourceId` of a securities account, from the list of securities accounts. */
  securitiesAccountId: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  evaluationCurrency?: string;
}

export interface ListPositionsAnswer {
  /** The securities account whose positions these are. */
  securitiesAccount: AccountReference;
  /** Instant at which the positions were read. */
  reportDateTime: string;
  /** Total value of the holdings. */
  balances: Balance[];
  /** Positions of the account, one for each instrument. */
  positionList: Position[];
}

export interface ListSecuritiesTransactionsInput {
  /** The `resourceId` of a securities account, from the list of securities accounts. */
  securitiesAccountId: string;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  evaluationCurrency?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  entryReferenceFrom?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  deltaList?: string;
}

export interface ListSecuritiesTransactionsAnswer {
  /** The securities account whose transactions these are. */
  securitiesAccount: AccountReference;
  /** Transactions of one page, newest first. */
  transactions: SecuritiesTransaction[];
  /** Paths of the account, the first page and, except on the last page, the next page. */
  _links: {
    /** The account these belong to. */
    account?: Link;
    /** The first page. */
    first?: Link;
    /** The next page; absent on the last page. */
    next?: Link;
  };
}

export interface ListOrdersInput {
  /** The `resourceId` of a securities account, from the list of securities accounts. */
  securitiesAccountId: string;
  /** Only orders in this status; all by default. */
  orderStatus?: 'unknown' | 'new' | 'partiallyFilled' | 'filled' | 'doneForDay' | 'canceled' | 'replaced' | 'pendingCancel' | 'stopped' | 'rejected' | 'suspended' | 'pendingNew' | 'calculated' | 'expired' | 'acceptedForBidding' | 'pendingReplace';
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  evaluationCurrency?: string;
}

export interface ListOrdersAnswer {
  /** The securities account whose orders these are. */
  securitiesAccount: AccountReference;
  /** Orders of one page, newest first. */
  orders: Order[];
  /** Paths of the account, the first page and, except on the last page, the next page. */
  _links: {
    /** The account these belong to. */
    account?: Link;
    /** The first page. */
    first?: Link;
    /** The next page; absent on the last page. */
    next?: Link;
  };
}

export interface ListCardsInput {
  /** `true` adds balances to the cards whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ListCardsAnswer {
  /** Cards that the consent covers; empty where it covers none. */
  cards: Card[];
}

export interface ReadCardInput {
  /** The `resourceId` of a card, from the list of cards. */
  cardId: string;
  /** `true` adds balances to the cards whose balances the consent covers; default `false`. */
  withBalance?: boolean;
}

export interface ReadCardAnswer {
  /** The requested card. */
  card: Card;
}

export interface ReadCardBalancesInput {
  /** The `resourceId` of a card, from the list of cards. */
  cardId: string;
  /** First day of the period whose balances are asked for, `YYYY-MM-DD`, today at the latest. The bank keeps no former balances: those of now are answered, whichever day is named. */
  dateFrom?: string;
}

export interface ReadCardBalancesAnswer {
  /** The card whose balances these are, by its masked number. */
  card: AccountReference;
  /** Balances of the card: `expected` is the next debit, `interimAvailable` the unused limit. */
  balances: Balance[];
}

export interface ListCardTransactionsInput {
  /** The `resourceId` of a card, from the list of cards. */
  cardId: string;
  /** Which transactions to answer; default `booked`. `all` equals `both`, as a card has no standing orders. */
  bookingStatus?: 'booked' | 'pending' | 'both' | 'all' | 'information';
  /** `true` adds the balances of the card, which the consent must cover; default `false`. */
  withBalance?: boolean;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
  /** First value date, `YYYY-MM-DD`, the day on which the statement is debited. Only booked transactions have one. With a value date and without `dateFrom`, everything the bank keeps is searched. */
  valueDateFrom?: string;
  /** Last value date, `YYYY-MM-DD`; it may lie in the future. */
  valueDateTo?: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  entryReferenceFrom?: string;
  /** Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`. */
  deltaList?: string;
}

export interface ListCardTransactionsAnswer {
  /** The card whose transactions these are, by its masked number. */
  card: AccountReference;
  /** Transactions of one page, grouped by booking status. */
  cardTransactions: {
    /** Booked entries, newest first; absent where the request did not ask for them. */
    booked?: CardTransaction[];
    /** Entries that are announced but not booked yet; absent where the request did not ask for them. */
    pending?: CardTransaction[];
    /** Paths of the card, the first page and, except on the last page, the next page. */
    _links: {
      /** The card these belong to. */
      card?: Link;
      /** The first page. */
      first?: Link;
      /** The next page; absent on the last page. */
      next?: Link;
    };
  };
  /** Balances of the card; absent unless `withBalance=true` was requested. */
  balances?: Balance[];
}

export interface SimulateMortgageInput {
  /** One row an instalment (default), one a year of the loan, or none. */
  schedule?: 'full' | 'yearly' | 'none';
  /** The body of the request. */
  body: MortgageSimulationRequest;
}

export type SimulateMortgageAnswer = MortgageSimulation;

export interface SimulateMortgageV1Input {
  /** One row an instalment (default), one a year of the loan, or none. */
  schedule?: 'full' | 'yearly' | 'none';
  /** The body of the request. */
  body: MortgageSimulationRequest;
}

export type SimulateMortgageV1Answer = MortgageSimulation;

export interface ListAllLoansInput {
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
}

export type ListAllLoansAnswer = LoanList;

export interface ReadLoanEligibilityInput {
  /** Branch number of the account, as the list of loans shows it. 1 to 4 digits. */
  branchNumber: string;
  /** Number of the account at the branch, as the list of loans shows it. 1 to 10 digits. */
  accountNumber: string;
}

export type ReadLoanEligibilityAnswer = LoanEligibility;

export interface ReadAccountLoansBalancesInput {
  /** Branch number of the account, as the list of loans shows it. 1 to 4 digits. */
  branchNumber: string;
  /** Number of the account at the branch, as the list of loans shows it. 1 to 10 digits. */
  accountNumber: string;
}

export type ReadAccountLoansBalancesAnswer = AccountLoansBalances;

export interface ListAccountLoansInput {
  /** Branch number of the account, as the list of loans shows it. 1 to 4 digits. */
  branchNumber: string;
  /** Number of the account at the branch, as the list of loans shows it. 1 to 10 digits. */
  accountNumber: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
}

export type ListAccountLoansAnswer = LoanList;

export interface ReadLoanDetailsInput {
  /** The `loanAccountId` of a loan, from the list of loans. */
  loanAccountID: string;
}

export type ReadLoanDetailsAnswer = LoanDetails;

export interface ListArrearsTransactionsInput {
  /** Branch number of the account, as the list of loans shows it. 1 to 4 digits. */
  branchNumber: string;
  /** Number of the account at the branch, as the list of loans shows it. 1 to 10 digits. */
  accountNumber: string;
  /** Highest number of entries on a page, 1 to 500; default 100. */
  limit?: number;
  /** Opaque position at which the page begins; only a `next` link contains one. */
  cursor?: string;
  /** First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps. */
  dateFrom?: string;
  /** Last day of the period, `YYYY-MM-DD`; default the bank's today. */
  dateTo?: string;
}

export type ListArrearsTransactionsAnswer = ArrearsTransactions;
