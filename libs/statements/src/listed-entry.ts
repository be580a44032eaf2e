import type { AccountReference, Amount } from '@open-banking/messages';

export interface Address {
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly postCode?: string;
  readonly townName?: string;
  readonly country?: string;
}

export interface Exchange {
  readonly sourceCurrency: string;
  readonly targetCurrency?: string;
  readonly unitCurrency?: string;
  /** A decimal number: units of the other currency per unit of `unitCurrency`. */
  readonly exchangeRate: string;
  readonly contractIdentification?: string;
  /** A day. */
  readonly quotationDate?: string;
}

/** A charge that is part of the amount of its entry. */
export interface Charge {
  readonly amount: Amount;
  /** The bank's own name for its kind, at most 35 characters. */
  readonly type: string;
  readonly percentage?: string;
}

/** The use of a card. */
export interface CardUse {
  readonly transactionId: string;
  /** The day on which the card was used. */
  readonly day: string;
  /** The instant at which the merchant's terminal accepted the card. */
  readonly acceptedAt: string;
  readonly terminalId?: string;
  /** ISO 18245. */
  readonly merchantCategoryCode?: string;
}

/** An entry of a list of transactions, with the names of NextGenPSD2: what accounts, savings and loans have as it is. */
export interface ListedEntry {
  readonly transactionId: string;
  readonly entryReference?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: Amount;
  /** In the currency of the purchase. */
  readonly originalAmount?: Amount;
  /** The total of a purchase in instalments. */
  readonly grandTotalAmount?: Amount;
  readonly currencyExchange?: readonly Exchange[];
  readonly charges?: readonly Charge[];
  readonly cardUse?: CardUse;
  /** The id of a payment between banks (pacs.008), if a statement of clearing names it. */
  readonly instructionId?: string;
  readonly interbankId?: string;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly checkId?: string;
  readonly creditorId?: string;
  /** A merchant's: an identification of an organisation, and a telephone number. */
  readonly merchantId?: string;
  readonly merchantPhone?: string;
  readonly creditorName?: string;
  readonly creditorAddress?: Address;
  readonly creditorAccount?: AccountReference;
  readonly creditorAgent?: string;
  readonly ultimateCreditor?: string;
  readonly debtorName?: string;
  readonly debtorAddress?: Address;
  readonly debtorAccount?: AccountReference;
  readonly debtorAgent?: string;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: string;
  readonly additionalInformation?: string;
  readonly purposeCode?: string;
  readonly bankTransactionCode?: string;
  readonly proprietaryBankTransactionCode?: string;
}
