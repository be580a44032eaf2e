import { isReversalCode } from '@open-banking/messages';
import type { BankTimes } from './bank-times.js';
import { amountOf } from './camt-053-parts.js';
import { transactionDetails } from './camt-053-transaction.js';
import type { ListedEntry } from './listed-entry.js';
import { element, textElement, type Xml } from './xml.js';

export type EntryStatus = 'BOOK' | 'PDNG' | 'INFO';

/** ISO 20022 ReportEntry10, its elements in the order of the schema. */
export const camtEntry = (status: EntryStatus, entry: ListedEntry, times: BankTimes): Xml | undefined =>
  element('Ntry', [
    textElement('NtryRef', entry.entryReference, 35),
    ...amountOf(entry.transactionAmount),
    textElement('RvslInd', isReversalCode(entry.bankTransactionCode) ? 'true' : undefined),
    element('Sts', [textElement('Cd', status)]),
    element('BookgDt', [textElement('Dt', entry.bookingDate)]),
    element('ValDt', [textElement('Dt', entry.valueDate)]),
    textElement('AcctSvcrRef', entry.transactionId, 35),
    transactionCode(entry),
    element('NtryDtls', [transactionDetails(entry, returnReason(entry), times)]),
    textElement('AddtlNtryInf', entry.additionalInformation, 500),
  ]);

/** ISO 20022 BankTransactionCodeStructure4: domain, family and sub-family, and the bank's own code. */
function transactionCode({ bankTransactionCode = '', proprietaryBankTransactionCode }: ListedEntry): Xml | undefined {
  const [, domain, family, subFamily] = /^([A-Z0-9]{1,4})-([A-Z0-9]{1,4})-([A-Z0-9]{1,4})$/.exec(bankTransactionCode) ?? [];
  const own = proprietaryBankTransactionCode ?? (domain === undefined ? bankTransactionCode || 'NOT_CLASSIFIED' : undefined);
  return element('BkTxCd', [
    element('Domn', [textElement('Cd', domain), element('Fmly', [textElement('Cd', family), textElement('SubFmlyCd', subFamily)])]),
    element('Prtry', [textElement('Cd', own, 35)]),
  ]);
}

/** ISO 20022 ExternalReturnReason1Code: the bank notes it beside its other remarks, with a semicolon between them. */
const returnReason = (entry: ListedEntry): string | undefined =>
  isReversalCode(entry.bankTransactionCode)
    ? entry.additionalInformation?.split('; ').find((remark) => /^[A-Z]{2}(\d{2}|[A-Z]{2})$/.test(remark))
    : undefined;
