import { textParts, type AccountReference, type Amount } from '@open-banking/messages';
import { accountId, amountOf, unsignedAmount } from './camt-053-parts.js';
import { element, textElement, type Xml } from './xml.js';

interface Address {
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly postCode?: string;
  readonly townName?: string;
  readonly country?: string;
}

interface Exchange {
  readonly sourceCurrency: string;
  readonly targetCurrency?: string;
  readonly unitCurrency?: string;
  readonly exchangeRate: string;
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
  readonly currencyExchange?: readonly Exchange[];
  /** The id of a payment between banks (pacs.008), if a statement of clearing names it. */
  readonly instructionId?: string;
  readonly interbankId?: string;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly checkId?: string;
  readonly creditorId?: string;
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

/** ISO 20022 ReportEntry10, its elements in the order of the schema. */
export const camtEntry = (status: 'BOOK' | 'PDNG' | 'INFO', entry: ListedEntry): Xml | undefined =>
  element('Ntry', [
    textElement('NtryRef', entry.entryReference, 35),
    ...amountOf(entry.transactionAmount),
    element('Sts', [textElement('Cd', status)]),
    element('BookgDt', [textElement('Dt', entry.bookingDate)]),
    element('ValDt', [textElement('Dt', entry.valueDate)]),
    textElement('AcctSvcrRef', entry.transactionId, 35),
    transactionCode(entry),
    element('NtryDtls', [details(entry)]),
    textElement('AddtlNtryInf', entry.additionalInformation, 500),
  ]);

const details = (entry: ListedEntry): Xml | undefined =>
  element('TxDtls', [
    element('Refs', [
      textElement('AcctSvcrRef', entry.transactionId, 35),
      textElement('InstrId', entry.instructionId, 35),
      textElement('EndToEndId', entry.endToEndId, 35),
      textElement('TxId', entry.interbankId, 35),
      textElement('MndtId', entry.mandateId, 35),
      textElement('ChqNb', entry.checkId, 35),
    ]),
    ...amountOf(entry.transactionAmount),
    exchange(entry),
    element('RltdPties', [
      party('Dbtr', entry.debtorName, entry.debtorAddress),
      element('DbtrAcct', [entry.debtorAccount && accountId(entry.debtorAccount)]),
      party('UltmtDbtr', entry.ultimateDebtor),
      party('Cdtr', entry.creditorName, entry.creditorAddress, entry.creditorId),
      element('CdtrAcct', [entry.creditorAccount && accountId(entry.creditorAccount)]),
      party('UltmtCdtr', entry.ultimateCreditor),
    ]),
    element('RltdAgts', [agent('DbtrAgt', entry.debtorAgent), agent('CdtrAgt', entry.creditorAgent)]),
    element('Purp', [entry.purposeCode && /^[A-Za-z0-9]{1,4}$/.test(entry.purposeCode) ? textElement('Cd', entry.purposeCode) : undefined]),
    element('RmtInf', [
      ...textParts(entry.remittanceInformationUnstructured ?? '', 140).map((part) => textElement('Ustrd', part)),
      element('Strd', [element('CdtrRefInf', [textElement('Ref', entry.remittanceInformationStructured, 35)])]),
    ]),
  ]);

const party = (name: string, partyName: string | undefined, address: Address = {}, id?: string): Xml | undefined =>
  element(name, [
    element('Pty', [
      textElement('Nm', partyName, 140),
      element('PstlAdr', [
        textElement('StrtNm', address.streetName, 70),
        textElement('BldgNb', address.buildingNumber, 16),
        textElement('PstCd', address.postCode, 16),
        textElement('TwnNm', address.townName, 35),
        textElement('Ctry', address.country),
      ]),
      element('Id', [element('PrvtId', [element('Othr', [textElement('Id', id, 35)])])]),
    ]),
  ]);

const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const agent = (name: string, code: string | undefined): Xml | undefined =>
  code !== undefined && bic.test(code) ? element(name, [element('FinInstnId', [textElement('BICFI', code)])]) : undefined;

/** ISO 20022 BankTransactionCodeStructure4: domain, family and sub-family, and the bank's own code. */
function transactionCode({ bankTransactionCode = '', proprietaryBankTransactionCode }: ListedEntry): Xml | undefined {
  const [, domain, family, subFamily] = /^([A-Z0-9]{1,4})-([A-Z0-9]{1,4})-([A-Z0-9]{1,4})$/.exec(bankTransactionCode) ?? [];
  const own = proprietaryBankTransactionCode ?? (domain === undefined ? bankTransactionCode || 'NOT_CLASSIFIED' : undefined);
  return element('BkTxCd', [
    element('Domn', [textElement('Cd', domain), element('Fmly', [textElement('Cd', family), textElement('SubFmlyCd', subFamily)])]),
    element('Prtry', [textElement('Cd', own, 35)]),
  ]);
}

/** Rates of at most eleven digits, as the schema has them. */
function exchange({ originalAmount, currencyExchange: [first] = [] }: ListedEntry): Xml | undefined {
  if (originalAmount === undefined) return undefined;
  const rate =
    first && /^\d+(\.\d{1,10})?$/.test(first.exchangeRate) && first.exchangeRate.replace('.', '').length <= 11 ? first : undefined;
  return element('AmtDtls', [
    element('InstdAmt', [
      unsignedAmount('Amt', originalAmount),
      element('CcyXchg', [
        textElement('SrcCcy', rate?.sourceCurrency),
        textElement('TrgtCcy', rate?.targetCurrency),
        textElement('UnitCcy', rate?.unitCurrency),
        textElement('XchgRate', rate?.exchangeRate),
      ]),
    ]),
  ]);
}
